"""The pairs to leave in Lucas–Wythoff, by the golden ratio φ = (1 + √5)/2 and residues modulo 5.

**Theorem.** In normal play the positions x ≤ y to leave are those with

    y ≡ 3x (mod 5)  and  φx ≤ y < φx + 5/φ;

in misère play they are the same, each heap 2 larger, and (0, 1).

Call a *point* a pair of whole numbers (x, y) with both properties, and e = y − φx its *excess*,
which lies between 0 and 5/φ.

*Differences.* With d = y − x the properties say x ≡ 3d (mod 5) and φd − 5 < x ≤ φd, since 1/φ =
φ − 1. So each d has exactly one point: x is the largest number up to φd that is ≡ 3d (mod 5). For
d = 1 it is (−2, −1), for every other d ≥ 0 it has x ≥ 0.

*Numbers.* Each number n belongs to exactly one point, once. Let b be the least number from φn on
that is ≡ 3n (mod 5), and e = b − φn < 5. If e < 5/φ, (n, b) is a point, and no other begins with n.
If (a, n) is a point with excess f, then b − a ≡ 3n − 2n = n (mod 5) and b − a = n + e + f/φ; so
e + f/φ is 0 or 5, being less than 10. It is 5 for n ≠ 0, which gives e = 5 − f/φ > 5 − 5/φ² =
5/φ: n does not begin a point too. If e > 5/φ, put a = b − n − 5: then n − φa = φ(5 − e) lies
between 0 and 5/φ, and (a, n) is a point.

*No move leads from a pair to another.* A heap or a difference would be in two points. The move of 1
and 2 leaves y − 2 ≡ 3x − 2, which is not 3(x − 1) modulo 5. Everything can be taken at once from
equal heaps, which leads from (2, 2) to (0, 0) in misère play, where it is no pair, and from a
difference of 1: in normal play it has no pair, in misère play (0, 0) is none.

*From any other position some move leads to a pair.* Write the heaps as they are in normal play, in
misère play 2 less. Let x < y and d = y − x, with the point (a, a + d). If a < x, take x − a from
both (in normal play with d = 1, where a = −2, take everything). Let a > x, and let p be
the partner of x. If p < y, reduce y to p. If p > y, then (x, p) is a point, of difference D > d,
with x > φD − 5 and a ≤ φd: so D − d < 5/φ is 1, 2 or 3, and 0 < a − x < 5 − φ(D − d). Since
a − x ≡ −3(D − d) (mod 5), only D − d = 1 and a = x + 2 are possible: (x, y + 1) and (x + 2, y + 2)
are points. If e is the excess of the first, that of the second is e + 1 − 2φ = e − √5, so that
e ≥ √5. Then (x − 1, y − 2) is a point too, with excess e − 3 + φ, and the move of 1 and 2 leads to
it. Equal heaps are reduced to (0, 0), in misère play to (2, 2), or from (1, 1) to (0, 1). ∎

V. E. Hoggatt, M. Bicknell-Johnson, R. Sarsfield, A generalization of Wythoff's game, Fibonacci
Quarterly 17 (1979), 198-211, is where the game comes from; the proof is ours.
"""

from collections.abc import Iterator
from itertools import count

from marienbad.games.definition import Definition
from marienbad.numeration.integers import fast, isqrt, plain
from marienbad.numeration.surds import Surd
from marienbad.text.mathematics import Approximation
from marienbad.text.sentences import Block, say
from marienbad.theories.theory import Counting

MODULUS = 5
MISERE_SHIFT = 2
"""By how much both heaps of a pair are larger in misère play."""


def shift_of(game: Definition) -> int:
    """How much both heaps of a pair are larger than in normal play."""
    return MISERE_SHIFT if game.is_misere else 0


def times_phi(number: int) -> int:
    """Return ⌊nφ⌋ for n ≥ 0.

    >>> [times_phi(n) for n in range(8)]
    [0, 1, 3, 4, 6, 8, 9, 11]
    """
    number = fast(number)
    return plain((number + isqrt(5 * number * number)) // 2)


def smaller(difference: int, shift: int = 0) -> int | None:
    """Return the smaller heap of the pair with a difference; ``None`` for 1 in normal play.

    >>> [smaller(d) for d in range(8)], [smaller(d, shift=2) for d in range(4)]
    ([0, None, 1, 4, 2, 5, 8, 11], [2, 0, 3, 6])
    """
    most = times_phi(difference)
    found = most - (most - 3 * difference) % MODULUS + shift
    return found if found >= 0 else None


def candidate(number: int) -> int:
    """Return the least number from φn on that is ≡ 3n (mod 5).

    >>> [candidate(n) for n in range(6)]
    [0, 3, 6, 9, 7, 10]
    """
    least = times_phi(number) + (number > 0)
    return least + (3 * number - least) % MODULUS


def is_partner(number: int, above: int) -> bool:
    """Whether the candidate of n is its partner: b < φn + 5/φ, that is b + 5 < φ(n + 5).

    >>> [n for n in range(12) if is_partner(n, candidate(n))]
    [0, 1, 2, 4, 5, 8, 9, 11]
    """
    return above + MODULUS <= times_phi(number + MODULUS)


def partner(number: int, shift: int = 0) -> int:
    """Return the other heap of the pair with a heap.

    >>> [partner(n) for n in range(8)], [partner(n, shift=2) for n in range(6)]
    ([0, 3, 6, 1, 7, 10, 2, 4], [1, 0, 2, 5, 8, 3])
    """
    if number < shift:  # (0, 1) in misère play
        return 1 - number
    own = number - shift
    above = candidate(own)
    return (above if is_partner(own, above) else above - own - MODULUS) + shift


def ordered_pairs(game: Definition, below: int | None = None) -> Iterator[tuple[int, int]]:
    """Return the pairs to leave x ≤ y, ordered by x, without end or below a bound.

    >>> from itertools import islice
    >>> from marienbad.games.catalogue import define
    >>> list(islice(ordered_pairs(define("lucas")), 6))
    [(0, 0), (1, 3), (2, 6), (4, 7), (5, 10), (8, 14)]
    >>> list(ordered_pairs(define("lucas:misere"), 10))
    [(0, 1), (2, 2), (3, 5), (4, 8), (6, 9)]
    """
    shift = shift_of(game)
    for x in count() if below is None else range(below):
        y = partner(x, shift)
        if x <= y and (below is None or y < below):
            yield x, y


def lost_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the pairs to leave below the size, each in both orders.

    The larger heap of the pair of difference d, less 2 in misère play, is one of the five numbers
    up to φ²d. With m the size, less 2 in misère play, it is below m for all d < m/φ² =
    m(3 − √5)/2, and perhaps for two more.

    >>> from marienbad.games.catalogue import define
    >>> lost_starts(define("lucas"), 8), lost_starts(define("lucas:misere"), 9)
    (7, 7)
    """
    shift = shift_of(game)
    rest = size - shift
    surely = (3 * rest - isqrt(5 * rest * rest) - 1) // 2 + 1 if rest > 0 else 0
    pairs = surely + sum(
        small + difference < size
        for difference in range(surely, surely + 2)
        if (small := smaller(difference, shift)) is not None
    )
    if shift == 0 and surely > 1:  # no pair has the difference 1
        pairs -= 1
    return plain(2 * pairs - (rest > 0))


def delicate_numbers(_game: Definition, most: int) -> list[int]:
    """Return the Lucas numbers up to a bound: their multiples by φ are nearest to whole numbers.

    >>> from marienbad.games.catalogue import define
    >>> delicate_numbers(define("lucas"), 10)
    [1, 3, 4, 7]
    """
    numbers, following = [1], 3
    while following <= most:
        numbers.append(following)
        following += numbers[-2]
    return numbers


PLACES = 6


def empty_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the lost starts with an empty heap: (0, 0), in misère play (0, 1) and (1, 0).

    >>> from marienbad.games.catalogue import define
    >>> empty_starts(define("lucas"), 7), empty_starts(define("lucas:misere"), 7)
    (1, 2)
    """
    if game.is_misere:
        return 2 * (size > 1)
    return 1


def in_words(game: Definition, _size: int, _heaps: int = 2) -> list[Block]:
    """Say how the lost starts are counted, and what N times their share tends to: 2/φ² = 3 − √5."""
    limit = Approximation(Surd(3, -1, 1, 5).scaled(PLACES), PLACES)
    key = "chance.lucas.pairs_misere" if game.is_misere else "chance.lucas.pairs"
    return [say(key), say("chance.lucas.growth", limit=limit)]


COUNTING = Counting(ordered_pairs, lost_starts, empty_starts, in_words, delicate_numbers)
