"""What the theories claim, as automata: the statement itself, digit by digit.

For Wythoff's family that is the arithmetic theory (:mod:`marienbad.theories.wythoff.digits`):
which digits make a number the small member of a pair, and how the digits of its partner follow
from them. Nothing is computed from tables, so what is proved of the automaton is proved of the
theory.

>>> from marienbad.games.catalogue import define
>>> claim(define("wythoff")).states, (4, 7) in claim(define("wythoff"))
(8, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import chain
from typing import NamedTuple

from marienbad.games.catalogue import FAMILIES
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.prover.automata.atoms import bound, congruence
from marienbad.prover.automata.automaton import Automaton, built
from marienbad.prover.automata.endings import shift
from marienbad.prover.automata.fused import conjunction, exists
from marienbad.prover.systems.linear import BINARY, FIBONACCI, System, continued_fraction
from marienbad.text.problems import OutOfReach
from marienbad.theories.lucas.pairs import MODULUS, shift_of
from marienbad.theories.wythoff.digits import ArithmeticPairs, Pattern
from marienbad.theories.wythoff.pairs import PairFamily, PairRules

LARGEST_STEP = 24
"""The largest ab for which the claim is written: the alphabet has (ab + 1)² letters."""


class Claim(NamedTuple):
    """The numeration in which a theory is written, and its automaton, built when it is needed."""

    system: System
    build: Callable[[], Automaton]


def has_claim(game: Definition) -> bool:
    """Whether a game has a theory that can be written as an automaton.

    >>> from marienbad.games.catalogue import define
    >>> has_claim(define("wythoff:a=3,misere")), has_claim(define("wythoff:b=3,misere"))
    (True, False)
    """
    return claim_of(game) is not None


def claim(game: Definition) -> Automaton:
    """The set of pairs that the theory of a game says are its P-positions."""
    found = claim_of(game)
    if found is None:
        key = "prover.no_claim" if game.ruleset.heaps in (None, 2) else "prover.not_two"
        key = key if game.ruleset.fills_boxes else "prover.not_plain"
        raise OutOfReach(key, game=game.name)
    return found.build()


def claim_of(game: Definition) -> Claim | None:
    """What the theory of a game claims; ``None`` where it cannot be written as an automaton."""
    known = CLAIMS.get(game.family.name) if game.has_formulas else None
    return None if known is None else known(game)


def relatives(system: System) -> Iterator[Definition]:
    """The games of the catalogue whose theory is written in a system.

    Of those with any number of heaps only Nim: with two heaps the others are Nim, or little more.
    """
    for game in chain.from_iterable(family.games(LARGEST_STEP) for family in FAMILIES):
        is_meant = game.ruleset.heaps == 2 or game.family.name == "nim"
        known = claim_of(game) if is_meant else None
        if known is not None and known.system == system:
            yield game


def equal_heaps(game: Definition) -> Claim:
    """Two equal heaps of Nim; for Marienbad the same with the exception of heaps below 2."""
    return Claim(BINARY, partial(_equal_heaps, game.is_misere))


def _equal_heaps(is_misere: bool) -> Automaton:
    equal = conjunction(bound(BINARY, {"x": 1, "y": -1}, 0, 0))
    return _replaced(equal, [(0, 0), (1, 1)], [(0, 1)]) if is_misere else equal


def known_pairs(game: Definition) -> Claim | None:
    """The pairs of Wythoff's family by the digits of their members."""
    rules = PairRules.of(game)
    if rules.step > LARGEST_STEP:
        return None
    system = continued_fraction(rules.step)
    return Claim(system, partial(_known_pairs, system, rules))


def _known_pairs(system: System, rules: PairRules) -> Automaton:
    families = {rules.family(residue) for residue in range(rules.b)}
    pairs = [_family(system, rules, family) for family in families]
    found = reduce(Automaton.__or__, [mirrored(pair) for pair in pairs])
    if rules.exceptions:
        (family,) = families
        method = ArithmeticPairs(rules)
        ranks = [pair.rank for pair in rules.exceptions]
        usual = [family.pair(rank, method.nth(family, rank)) for rank in ranks]
        found = _replaced(
            found,
            [(pair.small, pair.large) for pair in usual],
            [(pair.small, pair.large) for pair in rules.exceptions],
        )
    return found


def lucas_pairs(game: Definition) -> Claim:
    """The pairs of Lucas–Wythoff by the golden ratio and residues modulo 5."""
    return Claim(FIBONACCI, partial(_lucas_pairs, shift_of(game)))


def _lucas_pairs(more: int) -> Automaton:
    """(x, y) is a pair, both heaps being ``more`` than in normal play.

    With d = y − x > 0, x is the one of the five numbers up to ⌊dφ⌋ that is ≡ 3d (mod 5). A zero
    appended to the digits of u = d − 1 gives w = ⌊dφ⌋ − 1.
    """
    appended = shift(FIBONACCI).renamed(x="u", y="w")
    pairs = exists(
        ("u", "w"),
        appended,
        bound(FIBONACCI, {"y": 1, "x": -1, "u": -1}, 1, 1),
        bound(FIBONACCI, {"w": 1, "x": -1}, -1 - more, 3 - more),
        congruence(FIBONACCI, {"x": 4, "y": -3}, MODULUS, more),
    )
    return mirrored(pairs.ordered("x", "y")) | points(FIBONACCI, (more, more))


def nimhoff_pairs(game: Definition) -> Claim:
    """Two heaps of Nimhoff: the same quotient by h, and a sum that is a multiple of h."""
    return Claim(BINARY, partial(_nimhoff_pairs, game.values["h"]))


def _nimhoff_pairs(h: int) -> Automaton:
    return exists(
        ("q",),
        bound(BINARY, {"x": 1, "q": -h}, 0, h - 1),
        bound(BINARY, {"y": 1, "q": -h}, 0, h - 1),
        congruence(BINARY, {"x": 1, "y": 1}, h),
    )


def moore_pairs(game: Definition) -> Claim:
    """Two heaps of Moore's Nim: as in Nim where k is 1, else nothing is left but the end.

    Who takes from both heaps can leave whatever he likes: nothing or, where the last to move loses,
    a single object.
    """
    if game.values["k"] == 1:
        return equal_heaps(game)
    left = [(0, 1), (1, 0)] if game.is_misere else [(0, 0)]
    return Claim(BINARY, partial(points, BINARY, *left))


def points(system: System, *positions: Position) -> Automaton:
    """The finite set of these positions, on the tracks x, y."""
    single = (
        conjunction(bound(system, {"x": 1}, x, x), bound(system, {"y": 1}, y, y))
        for x, y in positions
    )
    return reduce(Automaton.__or__, single)


def first_points(automaton: Automaton, most: int) -> tuple[tuple[tuple[int, int], ...], bool]:
    """The first positions of a set on the tracks x, y, and whether there are no others."""
    found: list[tuple[int, int]] = []
    while len(found) < most and (pair := automaton.smallest()) is not None:
        found.append((pair["x"], pair["y"]))
        automaton -= points(automaton.system, found[-1])
    return tuple(found), automaton.is_empty


def mirrored(pairs: Automaton) -> Automaton:
    """The pairs and the same with x and y exchanged."""
    return pairs | pairs.renamed(x="y", y="x").ordered("x", "y")


def _replaced(pairs: Automaton, old: list[Position], new: list[Position]) -> Automaton:
    system = pairs.system
    return (pairs - mirrored(points(system, *old))) | mirrored(points(system, *new))


def _family(system: System, rules: PairRules, family: PairFamily) -> Automaton:
    """The pairs (small, large) of one family."""
    if family.residue == 0:
        return _shifted_pairs(system)
    return _pattern_pairs(system, Pattern.of(rules, family))


def _shifted_pairs(system: System) -> Automaton:
    """x ends with an even number of zeros, and y has the same digits and one 0 more.

    The state holds the last digit of y, which must be the next one of x, the parity of the zeros
    at the end of x (``None`` before its first digit), and whether the word may end here.
    """

    def follow(
        state: tuple[int, int | None, bool], x: int, y: int
    ) -> tuple[int, int | None, bool] | None:
        pending, zeros, _ = state
        if x != pending:
            return None
        zeros = 0 if x else None if zeros is None else 1 - zeros
        return y, zeros, y == 0 and not zeros

    return built(system, ("x", "y"), (0, None, True), follow, lambda state: state[2])


_Following = tuple[int, int, int, bool]


def _pattern_pairs(system: System, pattern: Pattern) -> Automaton:
    """x is small by the pattern, and y has its digits, one appended (:meth:`Pattern.large`).

    The comparison goes from the right, while the automaton reads from the left; so the state holds
    the result for either parity of the index of the last digit. It also holds the last digit of y,
    which must be the next one of x unless that one is lowered, and then the word ends.
    """

    def compared(digit: int, parity: int, others: int) -> int:
        if digit == pattern[parity]:
            return others
        return 1 if (digit > pattern[parity]) == (parity == 0) else -1

    def follow(state: _Following | bool, x: int, y: int) -> _Following | bool | None:
        if isinstance(state, bool):
            return None
        even, odd, pending, _ = state
        is_small = odd < 0 if x == pattern.even else x != pattern.even + 1 or odd > 0
        if x == pending:
            ends = is_small and x <= pattern.even and y == pattern.odd
            return compared(x, 0, odd), compared(x, 1, even), y, ends
        lowered = is_small and x == pending + 1 and x > pattern.even and y == pattern.odd + 1
        return True if lowered else None

    def accepts(state: _Following | bool) -> bool:
        return state if isinstance(state, bool) else state[3]

    start = (compared(0, 0, 0), compared(0, 1, 0), 0, False)
    return built(system, ("x", "y"), start, follow, accepts)


CLAIMS: dict[str, Callable[[Definition], Claim | None]] = {
    "nim": equal_heaps,
    "wythoff": known_pairs,
    "lucas": lucas_pairs,
    "nimhoff": nimhoff_pairs,
    "moore": moore_pairs,
}
"""What the theory of a family claims; ``None``: it is too large."""
