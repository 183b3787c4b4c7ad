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

from marienbad.games.definition import Definition
from marienbad.numeration.integers import fast, isqrt, plain

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
