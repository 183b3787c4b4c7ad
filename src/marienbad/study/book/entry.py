"""An entry of the book: a statement of a source, its proof step by step, who decides it.

An entry is declared where its proof is written: a function of the numbers that the reader chooses,
which yields the steps of the proof worked out for them. Every step computes whether what it says is
so; the tests ask this for many numbers, and a step that is not would be a false sentence.

The words of a chapter stand in its catalogue, as ``book_games``: ``book_games.NAME`` is what an
entry is called, ``book_games.NAME.statement`` what it says, ``book_games.NAME.printed`` how it is
printed where that is false; its steps have the keys ``book_games.NAME.1`` and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Literal

from marienbad.heaps import read_heap
from marienbad.study import book
from marienbad.text.mathematics import Subscript
from marienbad.text.problems import InputError
from marienbad.text.sentences import Block, Listing, Message, Value, say
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

CHAPTERS = (
    "games",
    "nim",
    "bases",
    "numbers",
    "fractions",
    "numerations",
    "wythoff",
    "identities",
    "followers",
    "golden",
    "fibonacci",
    "first",
    "first_digits",
    "second",
    "third",
    "misere",
    "misere_digits",
    "misere_families",
    "matches",
    "packets",
    "correct",
)
"""The modules that declare the entries, in the order in which they are read."""


class Choice(Record):
    """A number that the reader chooses, with its usual value and its bounds."""

    name: str
    usual: int
    least: int = 0
    most: int = 10**6

    @property
    def symbol(self) -> Value:
        """The name as it stands in a sentence: a1 is a₁."""
        letter, index = self.name[0], self.name[1:]
        return Subscript(letter, int(index)) if index else letter

    def refusal(self, number: int | str) -> InputError:
        """What is said where this is given and does not fit."""
        bounds = {"least": self.least, "most": self.most}
        return InputError("book.number", name=self.name, number=number, **bounds)


class Step(Record):
    """A step of a proof, worked out for the chosen numbers."""

    text: Message
    shown: tuple[Block, ...] = ()
    """Equations and tables that show it."""
    holds: bool = True
    """Whether what it says of these numbers is so: computed, never supposed."""


Proof = Callable[..., Iterator[Step]]


class Entry(Record):
    """A statement of a source."""

    name: str
    kind: Kind
    number: str
    """How the source numbers it, as "9" or "12 bis"; "" where it does not."""
    where: str
    """The section of the source."""
    source: Source
    choices: tuple[Choice, ...]
    proof: Proof
    decided: tuple[str, ...] = ()
    """The statements of the prover that say it."""
    refuted: tuple[str, ...] = ()
    """The statements of the prover that are its printed form, and false."""
    correction: int | None = None
    """The item on the page on corrections, where the printed form is false."""
    uses: tuple[str, ...] = ()
    """The entries on which its proof rests."""
    theories: tuple[str, ...] = ()
    """The theories whose explanations rest on it."""
    why: Reason | None = None
    """Why the prover has no statement that says it, where it has none."""

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
    def chapter(self) -> str:
        return self.proof.__module__.rpartition(".")[2]

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
        return tuple(self.proof(**self.numbers(numbers)))


DECLARED: dict[str, Entry] = {}


def entry(
    kind: Kind,
    number: str,
    where: str,
    *choices: Choice,
    source: Source = "thesis",
    **more: Any,
) -> Callable[[Proof], Proof]:
    """Declare the statement whose proof a function writes; its name is that of the function."""

    def declare(proof: Proof) -> Proof:
        name = proof.__name__
        DECLARED[name] = Entry(name, kind, number, where, source, choices, proof, **more)
        return proof

    return declare


@cache
def entries() -> dict[str, Entry]:
    """All entries by name, in the order of the chapters."""
    for chapter in CHAPTERS:
        import_module(f"{book.__name__}.{chapter}")
    # a chapter that another imports has been declared before it
    order = {chapter: place for place, chapter in enumerate(CHAPTERS)}
    found = sorted(DECLARED.values(), key=lambda entry: order[entry.chapter])
    return {entry.name: entry for entry in found}


def used_by(name: str) -> tuple[str, ...]:
    """The entries whose proofs rest on one."""
    return tuple(other.name for other in entries().values() if name in other.uses)
