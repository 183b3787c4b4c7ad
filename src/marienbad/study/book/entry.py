"""An entry of the book: a statement of a source, its proof step by step, who decides it.

The entries stand in ``chapters``, a file for each chapter: what each is, where it stands, which
numbers the reader chooses for its proof, what it uses and which statements of the prover say it.
The words of a chapter stand in its catalogue, as ``book_games``: ``book_games.NAME`` is what an
entry is called, ``book_games.NAME.statement`` what it says, ``book_games.NAME.printed`` how it is
printed where that is false; its steps have the keys ``book_games.NAME.1`` and so on.

The proofs stand in ``proofs``: functions of the chosen numbers, which yield the steps worked out
for them. Every step computes whether what it says is so; the tests ask this for many numbers, and a
step that is not would be a false sentence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from marienbad.heaps import read_heap
from marienbad.study.book.steps import Step, worked_out
from marienbad.text.mathematics import Subscript
from marienbad.text.problems import InputError
from marienbad.text.sentences import Equation, Items, Listing, Message, Section, Table, Value, say
from marienbad.values import Record

Kind = Literal[
    "definition",
    "lemma",
    "proposition",
    "property",
    "theorem",
    "corollary",
    "identity",
    "recipe",
    "remark",
]
Source = Literal["thesis", "pantaloni", "mathenjeans", "hardy", "program", "marienbad"]
"""Whose statement it is: one of the five texts, or our own."""

Reason = Literal[
    "definition", "games", "sets", "reals", "irrationals", "bases", "products", "play", "method"
]
"""Why nothing is decided: it says what a word or a sign means; it speaks of all games, of sets or
sequences of any size, of all real numbers, or of infinitely many bases; it relates irrational
numbers, or multiplies two numbers that vary; it tells how a play goes, or how to proceed. None of
this is a formula on the natural numbers in one numeration."""

Misprint = Literal["as_printed", "read_alone", "line_printed"]
"""What is false: the printed statement; it only if it is read without its context; or a line of the
printed proof, while the statement holds."""

CHAPTERS = (
    *("games", "nim", "bases", "numbers", "fractions", "numerations", "wythoff", "identities"),
    *("followers", "golden", "fibonacci", "first", "first_digits", "second", "third"),
    *("misere", "misere_digits", "misere_families", "matches", "packets", "correct"),
)
"""The files that declare the entries, in the order in which they are read."""
COMPUTED = "…"
"""Stands for the steps of a function among those of a file."""

Proof = Callable[..., Iterator[Step]]


class Choice(Record):
    """A number that the reader chooses, with its usual value and its bounds."""

    name: str
    usual: int
    least: int
    most: int

    @property
    def symbol(self) -> Value:
        """The name as it stands in a sentence: a1 is a₁."""
        letter, index = self.name[0], self.name[1:]
        return Subscript(letter, int(index)) if index else letter

    def refusal(self, number: int | str) -> InputError:
        """What is said where this is given and does not fit."""
        bounds = {"least": self.least, "most": self.most}
        return InputError("book.number", name=self.name, number=number, **bounds)


class Entry(Record):
    """A statement of a source."""

    name: str
    chapter: str
    proved_by: str
    """The module of proofs and the function there."""
    kind: Kind
    where: str
    """The section of the source."""
    number: str = ""
    """How the source numbers it, as "9" or "12 bis"; "" where it does not."""
    source: Source = "thesis"
    choices: tuple[Choice, ...] = ()
    decided: tuple[str, ...] = ()
    """The statements of the prover that say it."""
    refuted: tuple[str, ...] = ()
    """The statements of the prover that are its printed form, and false."""
    correction: int | None = None
    """The item on the page on corrections, where the printed form is false."""
    misprint: Misprint = "as_printed"
    why: Reason | None = None
    """Why the prover has no statement that says it, where it has none."""
    uses: tuple[str, ...] = ()
    """The entries on which its proof rests."""
    theories: tuple[str, ...] = ()
    """The theories whose explanations rest on it."""
    tables: tuple[str, ...] = ()
    """The kinds of tables that it is behind, in every game that has them."""
    letters: tuple[str, ...] = ()
    """The sentences on letters, ``book.letters``, without which it cannot be understood."""
    formulas: Mapping[str, str | Sequence[str]] = {}
    """What is shown with the steps, by their keys; it must hold as far as it is worked out."""
    checks: Mapping[str, str | Sequence[str]] = {}
    """What must hold of the steps besides, and is not shown."""
    said: tuple[str, ...] = (COMPUTED,)
    """The steps that compute nothing but their formulas, around those that a function yields."""
    ending: Literal["normal", "misere"] | None = None
    """How the play ends, where it is said of Nim and concerns one ending only."""

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def undecided(self) -> Reason | None:
        """Why there is no verdict; a definition has none because it is one."""
        if self.decided:
            return None
        return self.why or ("definition" if self.kind == "definition" else None)

    @property
    def known(self) -> dict[str, Choice]:
        """The numbers that the reader chooses, by their names."""
        return {choice.name: choice for choice in self.choices}

    @property
    def proof(self) -> Proof:
        """The function that yields its steps, where they compute more than formulas."""
        found: Proof = getattr(self.proofs, self.proved_by.split(".")[1])
        return found

    @property
    def proofs(self) -> ModuleType:
        """The module of its proof."""
        return import_module(f"{__package__}.proofs.{self.proved_by.split('.')[0]}")

    @property
    def key(self) -> str:
        """What its words are called in the catalogue of the chapter."""
        return f"book_{self.chapter}.{self.name}"

    @property
    def title(self) -> Message:
        return say(self.key)

    @property
    def statement(self) -> Message:
        return say(f"{self.key}.statement")

    @property
    def printed(self) -> Message | None:
        """How the source has it, where that is false."""
        return say(f"{self.key}.printed") if self.correction else None

    def numbers(self, given: dict[str, int] | None = None) -> dict[str, int]:
        """The numbers for which the proof is worked out: those given, else the usual ones."""
        given, known = given or {}, self.known
        for name, number in given.items():
            choice = known.get(name)
            if choice is None and not known:
                raise InputError("book.no_numbers", entry=self.name)
            if choice is None:
                names = Listing([*known], "")
                raise InputError("book.unknown_number", name=name, entry=self.name, known=names)
            if not choice.least <= number <= choice.most:
                raise choice.refusal(number)
        return {choice.name: given.get(choice.name, choice.usual) for choice in self.choices}

    def read_numbers(self, texts: Iterable[str]) -> dict[str, int]:
        """The numbers for its proof as they are written, such as ``n=7``, each once.

        >>> entries()["partition"].read_numbers(["x=4", "y=7"])
        {'x': 4, 'y': 7}
        """
        known = self.known
        found: dict[str, int] = {}
        for text in texts:
            name, equals, number = map(str.strip, text.partition("="))
            if not equals:
                raise InputError("book.not_a_number", text=text)
            if name in found:
                raise InputError("book.number_twice", name=name)
            try:
                found[name] = read_heap(number)
            except InputError:
                if name in known:
                    raise known[name].refusal(number or "…") from None
                raise InputError("book.not_a_number", text=text) from None
        return self.numbers(found)

    def steps(self, **numbers: int) -> tuple[Step, ...]:
        """The proof, worked out for these numbers or the usual ones."""
        chosen, found = self.numbers(numbers), list[Step]()
        for key in self.said:
            found += self.proof(**chosen) if key == COMPUTED else (Step(say(key)),)
        return tuple(self._completed(self._with_formulas(one, chosen), chosen) for one in found)

    def _with_formulas(self, one: Step, numbers: dict[str, int]) -> Step:
        values = getattr(self.proofs, "KNOWN", {}) | numbers | dict(one.text.values)
        found = [worked_out(text, values) for text in _listed(self.formulas, one.text.key)]
        shown = (*one.shown, *(Equation(formula) for formula, _ in found))
        is_so = all(worked_out(text, values)[1] for text in _listed(self.checks, one.text.key))
        is_so &= all(holds is not False for _, holds in found)
        return Step(one.text, shown, one.holds and is_so)

    def _completed(self, part: Any, numbers: dict[str, int]) -> Any:
        """A part of a proof whose sentences have their whole keys, and the chosen numbers."""
        match part:
            case Message(key=key, values=values):
                if "." not in key or key.startswith("."):
                    start = f"book_{self.chapter}" if key.startswith(".") else f"{self.key}."
                    own = {name: self._completed(value, numbers) for name, value in values.items()}
                    return Message(start + key, numbers | own)
            case tuple() | list():
                return tuple(self._completed(one, numbers) for one in part)
            case Step() | Table() | Items() | Section() | Listing():
                fields = part._fields
                own = {name: self._completed(getattr(part, name), numbers) for name in fields}
                return part.having(**own)
        return part


@cache
def entries() -> dict[str, Entry]:
    """All entries by name, in the order of the chapters."""
    return {entry.name: entry for chapter in CHAPTERS for entry in _read(chapter)}


def _listed(texts: Mapping[str, str | Sequence[str]], key: str) -> Sequence[str]:
    """The formulas of a step; a single one need not be a list."""
    found = texts.get(key, ())
    return (found,) if isinstance(found, str) else found


def _read(chapter: str) -> Iterator[Entry]:
    """The entries of a chapter."""
    path = Path(__file__).parent / "chapters" / f"{chapter}.toml"
    known: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    proofs = known.pop("proofs", "")
    for name, declared in known.items():
        choices = tuple(Choice(name, *rest) for name, rest in declared.pop("choices", {}).items())
        said = tuple(declared.pop("steps", (COMPUTED,)))
        proof = declared.pop("proof", f"{proofs}.{name}")
        fields: dict[str, Any] = {
            key: tuple(v) if isinstance(v, list) else v for key, v in declared.items()
        }
        yield Entry(name, chapter, proof, choices=choices, said=said, **fields)


def used_by(name: str) -> tuple[str, ...]:
    """The entries whose proofs rest on one."""
    return tuple(other.name for other in entries().values() if name in other.uses)
