"""The words in which the sources speak of Nim, as automata: the nim-sum, even configurations.

Everything is made of one relation, x ⊕ y = z, whose automaton has two states: it reads the digits
of the three numbers and dies where those of x and y do not add to that of z without carrying.

>>> words = nim_words(2)
>>> words.nim_sum.automaton.states, (43, 27, 48) in words.nim_sum.automaton
(2, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property

from marienbad.prover.automata.automaton import Automaton, built
from marienbad.prover.automata.endings import weights
from marienbad.prover.logic.deciding import relation
from marienbad.prover.logic.formulas import Formula, Relation, Term, variables
from marienbad.prover.logic.quantifiers import every, exists, some
from marienbad.prover.systems.linear import System, base
from marienbad.theories.nim.bases import part_column
from marienbad.theories.nim.binary import nim_sum

w, x, y = variables("w x y")
HEAPS = variables("x y z u v")
"""What the heaps of a position are called, up to five."""


@cache
def nim_words(digits: int) -> NimWords:
    """The words of Nim in base 2, or in another power of two."""
    return NimWords(digits)


class NimWords:
    """Relations of any number of heaps, written in a base that is a power of two."""

    def __init__(self, digits: int) -> None:
        self.base = digits
        self.system: System = base(digits)

    @cached_property
    def nim_sum(self) -> Relation:
        """x ⊕ y = z, digit by digit."""
        return Relation("{} ⊕ {} = {}", self._columns(3, lambda digits: nim_sum(*digits) == 0))

    @cache  # noqa: B019 (words are few)
    def zero(self, count: int) -> Relation:
        """The nim-sum of some heaps is 0: of two, x ⊕ y = 0; of more, with x ⊕ y as one heap."""
        heaps = HEAPS[:count]
        if count == 1:
            meaning = x == 0
        elif count == 2:
            meaning = self.nim_sum(x, y, 0)
        else:
            meaning = exists(w, self.nim_sum(x, y, w) & self.zero(count - 1)(w, *heaps[2:]))
        return relation(" ⊕ ".join(["{}"] * count) + " = 0", self.system, meaning, *heaps)

    @cached_property
    def power(self) -> Relation:
        """A power of two: in base 2, a single digit 1."""
        return Relation("power", weights(self.system))

    @cache  # noqa: B019
    def parted(self, count: int, is_last_free: bool = False) -> Relation:
        """Every column of digits parts into minimal zero sets; perhaps the last need not."""
        name = "parted₁" if is_last_free else "parted"

        def is_parted(digits: Sequence[int]) -> bool:
            return not part_column(tuple(digits), self.base)[1]

        return Relation(name, self._columns(count, is_parted, is_last_free))

    @cache  # noqa: B019
    def even(self, count: int, is_printed: bool = False) -> Relation:
        """An even configuration (CP): (CP₁) asks for a row of two too, which is not printed."""
        heaps = HEAPS[:count]
        total = sum(heaps[1:], heaps[0])
        is_large = total >= 1 if is_printed else some(heap >= 2 for heap in heaps)
        first = self.zero(count)(*heaps) & is_large
        second = every(heap <= 1 for heap in heaps) & total.congruent(1, 2)
        return relation("CP₀" if is_printed else "CP", self.system, first | second, *heaps)

    def _columns(
        self, count: int, holds: Callable[[Sequence[int]], bool], is_last_free: bool = False
    ) -> Automaton:
        """The numbers of whose digits each column satisfies a condition."""
        names = tuple(map(repr, HEAPS[:count]))

        def follow(before: bool, *digits: int) -> bool | None:
            if not before:
                return None
            return True if holds(digits) else False if is_last_free else None

        return built(self.system, names, True, follow, lambda _: True)


def reaches(relation: Relation, heaps: Sequence[Term]) -> Formula:
    """A move of Nim, which lowers one heap, leads into the relation."""
    changed = (
        (heap, [w if i == place else other for i, other in enumerate(heaps)])
        for place, heap in enumerate(heaps)
    )
    return some(exists(w, (w < heap) & relation(*left)) for heap, left in changed)
