"""Beyond the thesis: misère play with b > 1 (docs/theories/misere.md).

The pairs are read from the automaton that was proved for the game. A_r(n) and B_r(n) are the pair
of the difference b + r for n = 0, r for n = 1, and b(a(n − 1) + 1) + r from n = 2 on; that there is
exactly one for each n is decided when the functions are made.
"""

from functools import lru_cache

from marienbad.games.catalogue import define
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.games.library import proved
from marienbad.prover.logic.deciding import function
from marienbad.prover.logic.formulas import Formula, Function, Relation
from marienbad.prover.logic.quantifiers import every, exists, forall, some
from marienbad.prover.logic.statements import MORE, statement
from marienbad.prover.logic.theorems.representations import is_least_unused
from marienbad.prover.logic.vocabulary import Vocabulary, indexed, m, n, x, y

SECOND = tuple(pair for pair in MORE if pair[0] == 1)


@lru_cache(maxsize=32)
def to_leave(words: Vocabulary) -> Relation:
    """P(x, y): the automaton that was proved."""
    game = define(f"wythoff:a={words.a},b={words.b},misere")
    return Relation("P", Automaton.of(proved(game)))


@lru_cache(maxsize=32)
def families(words: Vocabulary) -> tuple[list[Function], list[Function]]:
    """The functions A_r and B_r, for r = 0, …, b − 1."""
    pair, b, k = to_leave(words)(x, y), words.b, words.k
    small, large = [], []
    for r in range(b):
        later = (n >= 2) & (y + k == x + k * n + b + r)
        numbered = ((n == 0) & (y == x + b + r)) | ((n == 1) & (y == x + r)) | later
        small.append(function(indexed("A", r), words.system, exists(y, numbered & pair), n, x))
        large.append(function(indexed("B", r), words.system, exists(x, numbered & pair), n, y))
    return small, large


@statement("misère, b > 1", over=MORE)
def misere_families(words: Vocabulary) -> Formula:
    """A_r(n) is 0, 1, and then the least number that is not among the earlier A_r and B_−r."""
    small, large = families(words)

    def rule(r: int) -> Formula:
        least = is_least_unused(small[r], large[-r])
        first = ((n == 0) & (x == 0)) | ((n == 1) & (x == 1))
        return (small[r](n) == x).iff(first | ((n >= 2) & least))

    return forall(n, x, every(map(rule, range(words.b))))


@statement("misère, b > 1", over=MORE)
def misere_families_share(words: Vocabulary) -> Formula:
    """Every number is an A_r(n) or a B_−r(n); both at once is only 1, for r = 0."""
    small, large = families(words)

    def rule(r: int) -> Formula:
        is_small, is_large = exists(n, x == small[r](n)), exists(n, x == large[-r](n))
        both = is_small & is_large
        return (is_small | is_large) & (both.implies(x == 1) if r == 0 else ~both)

    return forall(x, every(map(rule, range(words.b))))


@statement("misère, b > 1", over=MORE)
def misere_families_pairs(words: Vocabulary) -> Formula:
    """The positions to leave with x ≤ y are exactly the pairs A_r(n), B_r(n)."""
    small, large = families(words)
    pairs = ((x == a(n)) & (y == b(n)) for a, b in zip(small, large, strict=True))
    return forall(
        x, y, (to_leave(words)(x, y) & (x <= y)).iff(some(exists(n, pair) for pair in pairs))
    )


@statement("misère, a = 1, b > 1", over=SECOND)
def misere_families_near(words: Vocabulary) -> Formula:
    """For a = 1 the pairs with n > 2b are those of normal play, but for a chain of neighbours.

    Where A_−r(n) is not a_−r(n), a pair m of the other list has changed, and the two are the larger
    members of that pair in normal and in misère play; and each such m gives one such n.
    """
    small, large = families(words)

    def rule(r: int) -> Formula:
        s = words.opposite(r)
        changed = exists(
            m,
            (m >= 2)
            & (small[r](m) != words.small(r)(m))
            & (words.small(s)(n) == large[r](m))
            & (small[s](n) == words.large(r)(m)),
        )
        return (small[s](n) != words.small(s)(n)).iff(changed)

    return forall(n, (n > 2 * words.b).implies(every(map(rule, range(words.b)))))


@statement("misère, a = 1, b > 1", over=SECOND)
def misere_families_neighbours(words: Vocabulary) -> Formula:
    """For a = 1, A_r(n) is a_r(n), one less or one more, from n = 2 on."""
    small, _ = families(words)

    def rule(r: int) -> Formula:
        misere, normal = small[r](n), words.small(r)(n)
        return (misere <= normal + 1) & (normal <= misere + 1)

    return forall(n, (n >= 2).implies(every(map(rule, range(words.b)))))
