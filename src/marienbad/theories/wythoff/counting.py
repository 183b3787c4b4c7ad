"""Wythoff's family as a whole: the pairs in order, and how many starts are lost."""

from collections.abc import Iterator
from itertools import chain, count, islice, takewhile

from marienbad.games.definition import Definition
from marienbad.numeration.integers import isqrt, plain
from marienbad.numeration.surds import root
from marienbad.text.mathematics import Approximation
from marienbad.text.sentences import Block, say
from marienbad.theories.theory import Counting
from marienbad.theories.wythoff import misere_pairs
from marienbad.theories.wythoff.pairs import PairRules, TwoHeaps, slope, surd_written


def ordered_pairs(game: Definition, below: int | None = None) -> Iterator[TwoHeaps]:
    """Return every position to leave with two heaps x ≤ y, ordered by x, then y, without end.

    With a bound only heaps below it are given. A row may have more pairs than can be counted: the
    first that is not below ends them all.

    This is the order by the difference N = y − x. The smaller heap of the pair
    of difference N is ⌊Nα/k + s⌋, where s is 0 if N ≡ 0 (mod k) and (a − 1)/a otherwise. The next
    difference is N + 1, or N + (a − 1)b + 1 from the last family back to the first, where s falls
    by (a − 1)/a = (a − 1)b/k: since α > 1 the value grows all the same. So x never falls, and where
    it stays y = x + N grows. Misère play has one family, or Wythoff's pairs after (0, 1), (2, 2).
    """
    if not game.has_formulas:
        return misere_pairs.ordered_pairs(game, below)
    pairs = pairs_by_difference(game)
    ordered = chain(sorted(islice(pairs, 2)), pairs)
    return takewhile(lambda pair: below is None or pair[1] < below, ordered)


def pairs_by_difference(game: Definition) -> Iterator[TwoHeaps]:
    """Return the pairs of Wythoff's family by growing difference, which is their numbering.

    >>> from itertools import islice
    >>> from marienbad.games.catalogue import define
    >>> list(islice(pairs_by_difference(define("wythoff:misere")), 4))
    [(2, 2), (0, 1), (3, 5), (4, 7)]
    """
    rules = PairRules.of(game)
    first, other = rules.family(0), rules.family(1)
    k, b, radicand = rules.step, rules.b, rules.step**2 + 4

    def pair(difference: int, shift: int) -> TwoHeaps:
        # the exact floor of thesis 3.4.3; isqrt of so small a number is quicker than any recurrence
        rational = difference * (2 - k) + 2 * b * shift
        small = plain((rational + isqrt(difference * difference * radicand)) // (2 * k))
        return small, small + difference

    yield from (exception.members for exception in rules.exceptions)
    for start in count(first.residue + k * len(rules.exceptions), k):
        yield pair(start, first.shift)
        for difference in range(start + 1, start + b):
            yield pair(difference, other.shift)


def lost_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the pairs to leave below the size, each in both orders, by the inverse of its formula.

    The larger heap of the pair of difference N is ⌊Nβ/k + s/a⌋ with β = α + k: it is below the size
    exactly when N < (size − s/a)·k/β, and k/β = (k + 2 − √(k² + 4))/2. Here s is 0 if N ≡ 0 (mod k)
    and a − 1 otherwise; in misère play, where N ≡ 1 (mod a), it is a − 2.

    >>> from marienbad.games.catalogue import define
    >>> lost_starts(define("wythoff"), 8), lost_starts(define("wythoff:misere"), 8)
    (7, 7)
    """
    if not game.has_formulas:
        return misere_pairs.lost_starts(game, size)
    rules = PairRules.of(game)
    a, b, k = rules.a, rules.b, rules.step

    def largest_difference(shift: int) -> int:
        scaled = a * size - shift
        return plain(root(k * k + 4).multiple(-scaled).floor(scaled * (k + 2), 2 * a))

    if rules.is_misere and a > 1:
        return 2 * ((largest_difference(a - 2) - 1) // a + 1)
    first_family = largest_difference(0) // k + 1
    if rules.is_misere:
        # Wythoff's pairs, with (2, 2) and (0, 1) in the place of (0, 0) and (1, 2)
        return 2 * max(first_family - 2, 0) + (size > 2) + 2 * (size > 1)
    rounds, rest = divmod(largest_difference(a - 1), k)
    others = rounds * (b - 1) + min(rest, b - 1)
    return 2 * (first_family + others) - 1


def delicate_numbers(game: Definition, most: int) -> list[int]:
    """Return the numerators and denominators of the convergents p/q of α, up to a bound.

    >>> from marienbad.games.catalogue import define
    >>> delicate_numbers(define("wythoff"), 4)
    [1, 1, 2, 1, 3, 2, 5, 3]
    """
    step = PairRules.of(game).step
    # p and q both grow as r_i = k·r_{i−1} + r_{i−2}, from p_{−1} = p₀ = 1 and q_{−1} = 0, q₀ = 1.
    p, q, numbers = (1, 1), (0, 1), [1, 1]
    while p[1] < most:
        p, q = (p[1], step * p[1] + p[0]), (q[1], step * q[1] + q[0])
        numbers += [p[1], q[1]]
    return numbers


PLACES = 6


def empty_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the lost starts (0, y) and (x, 0).

    Normal play leaves (0, 0), …, (0, b − 1); misère play (0, 1), and with b > 1 (0, b) to
    (0, 2b − 1).

    >>> from marienbad.games.catalogue import define
    >>> empty_starts(define("wythoff:b=3"), 9), empty_starts(define("wythoff:misere"), 9)
    (5, 2)
    """
    rules = PairRules.of(game)
    if rules.is_misere:
        return 2 * min(max(size - rules.b, 0), rules.b)
    return 1 + 2 * (min(rules.b, size) - 1)


def in_words(game: Definition, _size: int, _heaps: int = 2) -> list[Block]:
    """Say how the pairs below a size are counted, and what the share tends to: 2b/β over N."""
    rules = PairRules.of(game)
    a, b, k = rules.a, rules.b, rules.step
    beta = slope(k) + k
    shown = surd_written(beta)
    if rules.is_misere and a == 2:
        counted = [say("chance.wythoff.misere_odd", beta=shown)]
    elif rules.is_misere and a > 1:
        counted = [say("chance.wythoff.misere", a=a, shift=a - 2, beta=shown)]
    elif b > 1 and a == 1:
        counted = [say("chance.wythoff.families_alone", k=k, beta=shown)]
    elif b > 1:
        counted = [say("chance.wythoff.families", k=k, b=b, shift=a - 1, a=a, beta=shown)]
    else:
        counted = [say("chance.wythoff.alone", beta=shown)]
    if rules.is_misere and a == 1:
        counted.append(say("chance.wythoff.exceptions"))
    limit = beta.reciprocal().times(2 * b)
    share = Approximation(limit.scaled(PLACES), PLACES)
    return [*counted, say("chance.wythoff.growth", double=2 * b, limit=share)]


COUNTING = Counting(ordered_pairs, lost_starts, empty_starts, in_words, delicate_numbers)
