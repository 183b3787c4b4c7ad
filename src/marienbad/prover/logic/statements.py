"""Statements with a name, a reference and parameters, and what became of them.

A statement is declared where its formula is written (:mod:`~marienbad.prover.logic.theorems`); it
is decided for every choice of its parameters, and each choice is a *case*: what the thesis says of
all a and b is decided for those that are listed. What is expected to be refuted names the item of
the page on corrections.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import product
from typing import Literal

from marienbad.prover.logic.deciding import Decision, decide
from marienbad.prover.logic.formulas import Formula
from marienbad.prover.logic.vocabulary import NimWords, Vocabulary, nim_words, vocabulary
from marienbad.values import Record

CHAPTERS = (
    "nim",
    "numbers",
    "representations",
    "recipes",
    "misere",
)
"""The modules that declare the statements, in the order of the thesis."""
Writer = Callable[..., Formula]
Kind = Literal["theorem", "instance", "definition", "lemma", "line", "printed", "reading"]
"""What a statement is.

- ``theorem``: a statement of a source, decided whole;
- ``instance``: one with parameters, ours or of a source, decided for those that are listed;
- ``definition``: one that says little more than how the words are made here;
- ``lemma``: not of the sources, but needed to read them as formulas;
- ``line``: a line of one of the thesis's proofs, true or false;
- ``printed``: false as printed;
- ``reading``: false only if what the thesis says elsewhere is left out.
"""

WYTHOFF = ((1, 1),)
FIRST = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1))
MORE = ((1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 2))
ALL = (*FIRST, *MORE)
MISERE = FIRST[1:]
"""Parameters (a, b) of the games that statements speak of."""
NIM: tuple[tuple[int, ...], ...] = ((),)
"""No parameters: the statement speaks of Nim, in base 2 unless it has a base."""


class Statement(Record):
    """One formula: a declared statement with its parameters."""

    name: str
    """Its sentence stands in the catalogue as ``theorems.<name>``."""
    reference: str
    """Where it stands in its source."""
    parameters: tuple[tuple[str, int], ...]
    correction: int | None
    """For what is false: the number of the item on the page on corrections."""
    writer: Writer
    kind: Kind

    @property
    def words(self) -> Vocabulary | NimWords:
        """The functions and relations in which it speaks."""
        known = dict(self.parameters)
        if "a" in known:
            return vocabulary(known["a"], known["b"])
        return nim_words(known.get("base", 2))

    @property
    def formula(self) -> Formula:
        """What is decided."""
        more = {name: value for name, value in self.parameters if name not in ("a", "b", "base")}
        return self.writer(self.words, **more)

    def decide(self) -> Decision:
        """Decide the formula for all numbers."""
        return decide(self.words.system, self.formula)


DECLARED: defaultdict[str, list[Statement]] = defaultdict(list)
"""The statements that each module declares."""


def statement(
    reference: str,
    over: Sequence[tuple[int, ...]],
    correction: int | None = None,
    kind: Kind | None = None,
    **more: Sequence[int],
) -> Callable[[Writer], Writer]:
    """Declare what a function writes as statements, for parameters (a, b) and perhaps others."""
    is_whole = over in (WYTHOFF, NIM) and not more
    usual: Kind = "printed" if correction else "theorem" if is_whole else "instance"

    def declare(writer: Writer) -> Writer:
        for game in over:
            for values in product(*more.values()):
                parameters = (*zip("ab", game, strict=False), *zip(more, values, strict=True))
                name = writer.__name__
                found = Statement(name, reference, parameters, correction, writer, kind or usual)
                DECLARED[writer.__module__].append(found)
        return writer

    return declare


def statements(*names: str) -> Iterator[Statement]:
    """The statements in the order of the thesis, or those of some names."""
    for chapter in CHAPTERS:
        module = import_module(f"{__package__}.theorems.{chapter}")
        yield from (one for one in DECLARED[module.__name__] if not names or one.name in names)
