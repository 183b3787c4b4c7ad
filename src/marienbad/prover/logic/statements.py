"""Statements with a name, a reference and parameters, and what became of them.

A statement is declared where its formula is written (:mod:`~marienbad.prover.logic.theorems`); it
is decided for every choice of its parameters. A statement that the thesis prints and that is false
as printed names the correction (see the page on corrections); it is expected to be refuted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import product

from marienbad.prover.logic import theorems
from marienbad.prover.logic.deciding import Decision, decide
from marienbad.prover.logic.formulas import Formula
from marienbad.prover.logic.theorems import CHAPTERS
from marienbad.prover.logic.vocabulary import Vocabulary, vocabulary
from marienbad.values import Record

Writer = Callable[..., Formula]

WYTHOFF = ((1, 1),)
FIRST = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1))
MORE = ((1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 2))
ALL = (*FIRST, *MORE)
MISERE = FIRST[1:]
"""Parameters (a, b) of the games that statements speak of."""


class Statement(Record):
    """One formula: a declared statement with its parameters."""

    name: str
    """Its sentence stands in the catalogue as ``theorems.<name>``."""
    reference: str
    """Where it stands in the thesis."""
    parameters: tuple[tuple[str, int], ...]
    correction: int | None
    """For what is printed and false: the number of the correction."""
    writer: Writer

    @property
    def words(self) -> Vocabulary:
        """The functions and relations in which it speaks."""
        known = dict(self.parameters)
        return vocabulary(known["a"], known["b"])

    @property
    def formula(self) -> Formula:
        """What is decided."""
        more = {name: value for name, value in self.parameters if name not in "ab"}
        return self.writer(self.words, **more)

    def decide(self) -> Decision:
        """Decide the formula for all numbers."""
        return decide(self.words.system, self.formula)


DECLARED: defaultdict[str, list[Statement]] = defaultdict(list)
"""The statements that each module declares."""


def statement(
    reference: str,
    over: Sequence[tuple[int, int]],
    correction: int | None = None,
    **more: Sequence[int],
) -> Callable[[Writer], Writer]:
    """Declare what a function writes as statements, for parameters (a, b) and perhaps others."""

    def declare(writer: Writer) -> Writer:
        for a, b in over:
            for values in product(*more.values()):
                parameters = (("a", a), ("b", b), *zip(more, values, strict=True))
                name = writer.__name__
                found = Statement(name, reference, parameters, correction, writer)
                DECLARED[writer.__module__].append(found)
        return writer

    return declare


def statements(*names: str) -> Iterator[Statement]:
    """The statements of the thesis in its order, or those of some names."""
    for chapter in CHAPTERS:
        module = import_module(f"{theorems.__name__}.{chapter}")
        yield from (one for one in DECLARED[module.__name__] if not names or one.name in names)
