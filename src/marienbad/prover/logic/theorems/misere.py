"""4.1: misère play; and beyond the thesis, misère play with b > 1 (docs/theories/misere.md).

With b > 1 the pairs are read from the automaton that was proved for the game. A_r(n) and B_r(n) are
the pair of the difference b + r for n = 0, r for n = 1, and b(a(n − 1) + 1) + r from n = 2 on; that
there is exactly one for each n is decided when the functions are made.
"""

from functools import lru_cache

from marienbad.games.catalogue import define
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.games.library import proved
from marienbad.prover.logic.deciding import function
from marienbad.prover.logic.formulas import Formula, Function, Relation
from marienbad.prover.logic.quantifiers import every, exists, forall, in_exactly_one, some
from marienbad.prover.logic.statements import FIRST, MISERE, MORE, WYTHOFF, statement
from marienbad.prover.logic.theorems.recipes import complete_recipe, quotient
from marienbad.prover.logic.theorems.representations import is_integer_part, is_least_unused
from marienbad.prover.logic.vocabulary import Vocabulary, indexed, m, n, u, v, x, y


@statement("th. 23", over=FIRST)
def misere_recurrence(words: Vocabulary) -> Formula:
    """A(n) is the least number that is not among the earlier A and B; for a = 1 from n = 1 on."""
    a, first = words.misere_small, 1 if words.a == 1 else 0
    least = is_least_unused(a, words.misere_large)
    return forall(n, x, (n >= first).implies((a(n) == x).iff(least)))


@statement("th. 23", over=FIRST)
def misere_positions(words: Vocabulary) -> Formula:
    """(x, y) is a pair exactly if it is not (0, 0) and no legal move leads from it to a pair."""
    win = ((x == 0) & (y == 0)) | exists(u, v, words.is_misere_p(u, v) & words.moves)
    return forall(x, y, words.is_misere_p(x, y).iff(~win))


@statement("th. 24", over=WYTHOFF, correction=43, kind="line")
def misere_increasing(words: Vocabulary) -> Formula:
    """Printed in the proof for a = 1: the sequence is increasing."""
    a = words.misere_small
    return forall(n, a(n) < a(n + 1))


@statement("4.1.2", over=FIRST)
def misere_recipe(words: Vocabulary) -> Formula:
    """The recipe as printed; m = ⌊(y − x − ε)/a⌋, where ε is 0 for a = 1 and else 1."""
    a, b, epsilon = words.misere_small, words.misere_large, 0 if words.a == 1 else 1
    inside = exists(n, (x == a(n)) & (x < y) & (y < b(n)))
    nearest = exists(m, quotient(m, words.a, y - x - epsilon) & (u == a(m)) & (v == b(m)))
    return complete_recipe(
        words,
        (exists(n, (x == a(n)) & (y > b(n))), exists(n, (x == a(n)) & (u == x) & (v == b(n)))),
        (exists(n, (x == a(n)) & (x == y)), (u == a(0)) & (v == b(0))),
        (inside, nearest),
        (exists(n, x == b(n)), exists(n, (x == b(n)) & (u == x) & (v == a(n)))),
        is_misere=True,
    )


def digit_rules(words: Vocabulary, least: int) -> Formula:
    """f and its inverse where R_p(x) ends as B″ or A″ say; R_q(m) where y < f(x)."""
    is_small, is_large = words.misere_member(x), words.misere_other(least)(x)
    follow, back = words.misere_partner, words.right_shift(x)
    inverse = (words.ends_in_two(x) & (v == back + 1)) | (~words.ends_in_two(x) & (v == back))
    read, same = words.read(m), words.misere_word(False)(words.read(m))
    nearest = ((same & (u == read)) | (~same & (u == read + 1))) & (v == u + words.a * m + 1)
    return complete_recipe(
        words,
        (is_large, (u == x) & inverse),
        (is_small & (y > follow(x)), (u == x) & (v == follow(x))),
        (is_small & (x == y), (u == 0) & (v == 1)),
        (
            is_small & (x < y) & (y < follow(x)),
            exists(m, quotient(m, words.a, y - x - 1) & nearest),
        ),
        is_misere=True,
    )


@statement("4.1.4", over=MISERE[:3])
def misere_recipe_by_digits(words: Vocabulary) -> Formula:
    """The recipe as corrected: two ones at least where its first rule says 'c1…1 (pair)'."""
    return digit_rules(words, 2)


@statement("4.1.4", over=MISERE[1:3], correction=17)
def misere_recipe_printed(words: Vocabulary) -> Formula:
    """The recipe as printed: no ones as well where its first rule says 'c1…1 (pair)'."""
    return digit_rules(words, 0)


@statement("th. 24", over=MISERE)
def misere_algebra(words: Vocabulary) -> Formula:
    """A(n) = ⌊nα + 1/α⌋, where 1/α = (a − 2 + α)/a."""
    return forall(n, is_integer_part(words, words.misere_small(n), 1, words.a - 2))


@statement("4.1.3", over=MISERE)
def misere_complementary(words: Vocabulary) -> Formula:
    """Every number is A(n) or B(n) for one n, and never both."""
    a, b = words.misere_small, words.misere_large
    return forall(x, in_exactly_one(n, lambda n: a(n) == x, lambda n: b(n) == x))


@statement("propr. 1", over=MISERE)
def misere_q_word(words: Vocabulary) -> Formula:
    """A(n) is I_p(R_q(n)) or one more, as the last digits of R_q(n) say."""
    a, read = words.misere_small, words.read
    same, more = words.misere_word(False)(read(n)), words.misere_word(True)(read(n))
    right = same.implies(a(n) == read(n)) & more.implies(a(n) == read(n) + 1)
    return forall(n, (same | more) & right)


def misere_digits(words: Vocabulary, least: int) -> Formula:
    a, b = words.misere_small, words.misere_large
    return forall(
        x,
        words.misere_member(x).iff(exists(n, x == a(n)))
        & words.misere_other(least)(x).iff(exists(n, x == b(n))),
    )


@statement("propr. 2", over=MISERE)
def misere_endings(words: Vocabulary) -> Formula:
    """A″ and B″ are all A(n) and all B(n): two ones at least where (v) says 'c1…1 (pair)'."""
    return misere_digits(words, 2)


@statement("propr. 2", over=MISERE[1:3], correction=17)
def misere_endings_printed(words: Vocabulary) -> Formula:
    """The same as printed: no ones as well where (v) says 'c1…1 (pair)'."""
    return misere_digits(words, 0)


@statement("propr. 3", over=MISERE, kind="definition")
def misere_partners(words: Vocabulary) -> Formula:
    """f makes B(n) of the digits of A(n)."""
    a, b = words.misere_small, words.misere_large
    return forall(n, words.misere_partner(a(n)) == b(n))


@statement("4.1.4", over=WYTHOFF, correction=18, kind="reading")
def misere_like_others(words: Vocabulary) -> Formula:
    """'Similar' for a = 1 read as 'the same': x in A″ and f(x) are a pair."""
    partner = words.misere_partner
    return forall(
        x, y, (words.misere_member(x) & (y == partner(x))).implies(words.is_misere_p(x, y))
    )


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
