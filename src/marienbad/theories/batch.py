"""Whole arrays at once: tables of pairs of Wythoff's family, winning moves of many Nim positions.

The small member of a pair is ⌊nα + γ⌋ = n + ⌊nθ + γ⌋ with θ = α − 1 in (0, 1). Here θ and γ are
rounded down to 128 bits after the point, C/2^128 and G/2^128, so that nC + G falls short of
(nθ + γ)·2^128 by less than n + 1. That never moves the floor while

    (n + 1)·2k·(2N√D + 1) ≤ 2^128,     N = nk + residue, k = ab, D = k² + 4,

for nα + γ = (u + N√D)/2k with an integer u, whose distance to an integer m is |N√D − M|/2k with
M = 2km − u. If this is below 1/2k, then 0 < M < N√D + 1, and since N²D is not a square
|N√D − M| = |N²D − M²|/(N√D + M) ≥ 1/(2N√D + 1). (N = 0 gives 0 on both sides.)

A block of pairs is made with exact integers; the compiled loop repeats it, moved up by the step.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from itertools import islice
from types import ModuleType
from typing import TYPE_CHECKING, Any, SupportsIndex

from marienbad.games.definition import Definition
from marienbad.games.wythoff import WYTHOFF
from marienbad.numeration.integers import isqrt
from marienbad.numeration.surds import root
from marienbad.text.problems import InputError, OutOfReach, quotable
from marienbad.theories.wythoff.misere_pairs import ordered_pairs
from marienbad.theories.wythoff.pairs import PairRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FRACTION_BITS = 128
WORD = 1 << 64
BLOCK_ROWS = 256
"""A block of four words a row that stays in the nearest cache, and is soon made."""
VECTOR_ROWS = 16
"""Whole vectors of the widest machine: what is left over would be done pair by pair."""
TWO_THREADS = 2**20
"""So many pairs take several times as long as to begin a thread."""
LARGEST_COUNT = 2**30
"""The most pairs in one array: 16 GiB."""
LARGEST_LISTED = 5_000_000
"""The last pair of misère play with b > 1: they are built one after another."""
LARGEST_ROUND = 1 << 20
"""With more families than this, a round of them is too long to be made in Python first."""


def pairs_array(
    game: Definition, count: int, start: int = 0, out: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """The pairs to leave of a game of Wythoff's family as an array of shape (count, 2).

    They are ordered by the small member, then the large one, beginning with number ``start``. But
    for misère Wythoff this is the order of the differences, since small members never decrease.

    >>> from marienbad.games.catalogue import define
    >>> pairs_array(define("wythoff:a=2,b=3"), 5).tolist()
    [[0, 0], [0, 1], [0, 2], [1, 7], [1, 8]]
    >>> pairs_array(define("wythoff:misere"), 3).tolist()
    [[0, 1], [2, 2], [3, 5]]

    Reference: A. S. Fraenkel, I. Borosh, J. Combin. Theory A 15 (1973) 175-191.
    """
    if game.family is not WYTHOFF or game.ruleset.heaps != 2:
        raise InputError("batch.no_pairs", game=game.name)
    rules = PairRules.of(game)
    _check_rows(game, rules, count, start)
    numpy = _fast_module("numpy")
    if out is None:
        out = numpy.empty((count, 2), numpy.int64)
    _check_out(out, (count, 2), "int64")
    if not game.has_formulas:
        return _listed(game, out, start)
    kernels = _fast_module("marienbad.theories.kernels")
    if count:
        _fill(out.reshape(-1).view(numpy.uint64), rules, start, kernels.repeat_block, numpy)
    exceptions = sorted((pair.small, pair.large) for pair in rules.exceptions)
    for row, pair in enumerate(exceptions[start : start + count]):
        out[row] = pair
    return out


def _fill(
    words: NDArray[np.uint64],
    rules: PairRules,
    start: int,
    repeat_block: Callable[..., None],
    numpy: ModuleType,
) -> None:
    """All pairs into small, large, small, large, …: of a long table the halves side by side."""
    count = len(words) // 2
    rows, step, blocks = _block(rules, start, count)
    block = _on_cache_lines(rows, numpy)
    one_step = numpy.array(step(1), numpy.uint64)
    half = blocks // 2 if count >= TWO_THREADS else 0

    def fill(part: NDArray[np.uint64], blocks_before: int) -> None:
        repeat_block(part, block, one_step, numpy.array(step(blocks_before), numpy.uint64))

    if half:
        from concurrent.futures import ThreadPoolExecutor

        middle = 2 * half * block.shape[1]
        with ThreadPoolExecutor(1) as thread:
            second = thread.submit(fill, words[middle:], half)
            fill(words[:middle], 0)
            second.result()
    else:
        fill(words, 0)


def _listed(game: Definition, out: NDArray[np.int64], start: int) -> NDArray[np.int64]:
    """The pairs of misère play with b > 1, built one after another."""
    last = start + len(out)
    try:
        out[:] = [*islice(ordered_pairs(game), start, last)]
    except OverflowError as problem:
        raise OutOfReach("batch.too_large", game=game.name, last=last) from problem
    return out


def nim_winning_moves(
    positions: NDArray[Any], misere: bool = False, out: NDArray[Any] | None = None
) -> NDArray[Any]:
    """What to take from each heap to win, 0 where it has no winning move; a row is a position.

    A heap h has one winning move at most: in Nim to h ⊕ s where that is less than h, s being the
    nim-sum; in misère play, when at most one heap is above 1, to an odd number of heaps of 1.

    >>> import numpy
    >>> positions = numpy.array([[3, 5, 7, 8, 11], [1, 1, 0, 0, 0]])
    >>> nim_winning_moves(positions).tolist()
    [[2, 0, 2, 0, 2], [0, 0, 0, 0, 0]]
    >>> nim_winning_moves(positions, misere=True).tolist()
    [[2, 0, 2, 0, 2], [1, 1, 0, 0, 0]]

    Reference: C. L. Bouton, Ann. Math. 3 (1902) 35-39.
    """
    numpy = _fast_module("numpy")
    kernels = _fast_module("marienbad.theories.kernels")
    given = numpy.asarray(positions)
    if given.ndim != 2 or given.dtype.kind not in "iu":
        raise InputError("batch.positions", shape=str(given.shape), kind=str(given.dtype))
    heaps = numpy.ascontiguousarray(given, given.dtype.newbyteorder("="))
    if out is None:
        out = numpy.empty_like(heaps)
    _check_out(out, heaps.shape, str(heaps.dtype))
    # One kernel for each width: a negative heap shows as the highest bit.
    unsigned = f"u{heaps.dtype.itemsize}"
    seen = kernels.nim_moves(heaps.view(unsigned), out.view(unsigned), misere)
    if heaps.dtype.kind == "i" and seen > numpy.iinfo(heaps.dtype).max:
        raise InputError("errors.heap", text=str(heaps.min()))
    return out


@lru_cache(maxsize=64)
def reach(rules: PairRules) -> int:
    """How many pairs of a game are exact and fit signed words of 64 bits.

    >>> reach(PairRules(1, 1, is_misere=False)), reach(PairRules(1000, 1, is_misere=False))
    (3074457345618258602, 291668341767772)
    """

    def is_beyond(row: int) -> bool:
        index, difference = _index_and_difference(rules, row)
        k, radicand = rules.step, rules.step**2 + 4
        # α < 2 and γ < 2
        if difference + 2 * index + 2 >= WORD // 2:
            return True
        room = (1 << FRACTION_BITS) // (2 * k * (index + 1))
        return isqrt(4 * difference**2 * radicand) + 2 > room

    return bisect_left(range(WORD // 2 - 1), True, key=is_beyond)


def _index_and_difference(rules: PairRules, row: int) -> tuple[int, int]:
    """The index of a pair in its family and its difference, from its number among all pairs."""
    if rules.is_misere:
        return row, row * rules.step + rules.family(1).residue
    index, residue = divmod(row, rules.b)
    return index, index * rules.step + residue


def _block(
    rules: PairRules, start: int, count: int
) -> tuple[list[list[int]], Callable[[int], list[int]], int]:
    """The first pairs with their fractions, what so many blocks add, and how many blocks fit."""
    theta = _fixed(rules, 1, -rules.step, 2)
    rounds = max(BLOCK_ROWS // rules.b, 1)
    if rounds > VECTOR_ROWS:
        rounds -= rounds % VECTOR_ROWS
    size = min(count, rules.b * rounds)
    pairs = [
        _pair_and_fraction(theta, _gamma(rules, difference % rules.b), index, difference)
        for index, difference in (
            _index_and_difference(rules, row) for row in range(start, start + size)
        )
    ]
    # A block shorter than one round of the families is the whole table: it is not repeated.
    indices = size // rules.b if size < count else 0

    def step(blocks: int) -> list[int]:
        more = blocks * indices
        return _pair_and_fraction(theta, 0, more, more * rules.step)

    return [list(column) for column in zip(*pairs, strict=True)], step, count // size


def _on_cache_lines(rows: list[list[int]], numpy: ModuleType) -> NDArray[np.uint64]:
    """The rows from the start of a cache line on: reading across lines takes half as long again."""
    words_in_line = 8
    size = len(rows) * len(rows[0])
    room = numpy.empty(size + words_in_line, numpy.uint64)
    skipped = -(room.ctypes.data // 8) % words_in_line
    block: NDArray[np.uint64] = room[skipped : skipped + size].reshape(len(rows), -1)
    block[:] = rows
    return block


def _pair_and_fraction(theta: int, gamma: int, index: int, difference: int) -> list[int]:
    """The pair, and the fraction of nθ + γ as a high and a low word."""
    carried, fraction = divmod(index * theta + gamma, 1 << FRACTION_BITS)
    small = index + carried
    return [small, small + difference, *divmod(fraction, WORD)]


def _fixed(rules: PairRules, coefficient: int, rational: int, divisor: int) -> int:
    """(rational + coefficient·√D)/divisor rounded down to 128 bits after the point."""
    multiple = root(rules.step**2 + 4).multiple(coefficient << FRACTION_BITS)
    return int(multiple.floor(rational << FRACTION_BITS, divisor))


@lru_cache(maxsize=BLOCK_ROWS)
def _gamma(rules: PairRules, residue: int) -> int:
    """The constant γ = (shift + residue·α/b)/a of the family of that residue modulo b."""
    family = rules.family(residue)
    rational = family.residue * (2 - rules.step) + 2 * rules.b * family.shift
    return _fixed(rules, family.residue, rational, 2 * rules.step)


def _check_rows(game: Definition, rules: PairRules, count: int, start: int) -> None:
    given = (count, start)
    if not all(isinstance(n, SupportsIndex) and type(n) is not bool and n >= 0 for n in given):
        raise InputError("batch.rows", count=quotable(str(count)), start=quotable(str(start)))
    if count > LARGEST_COUNT:
        raise OutOfReach("batch.too_many", count=count, bound=LARGEST_COUNT)
    if min(count, rules.b) > LARGEST_ROUND:
        raise OutOfReach("batch.too_many", count=count, bound=LARGEST_ROUND)
    bound = reach(rules) if game.has_formulas else LARGEST_LISTED
    if start + count > bound:
        raise OutOfReach("batch.out_of_reach", game=game.name, last=start + count, bound=bound)


def _check_out(out: NDArray[Any], shape: tuple[int, ...], kind: str) -> None:
    fits = out.shape == shape and str(out.dtype) == kind
    if not (fits and out.flags.c_contiguous and out.flags.writeable):
        raise InputError("batch.out", shape=str(shape), kind=kind, given=f"{out.shape} {out.dtype}")


def _fast_module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as problem:
        raise InputError("batch.missing", module=problem.name or name) from problem
