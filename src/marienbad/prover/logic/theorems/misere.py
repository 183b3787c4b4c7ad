"""4.1: misère play."""

from marienbad.prover.logic.formulas import Formula
from marienbad.prover.logic.quantifiers import exists, forall, in_exactly_one
from marienbad.prover.logic.statements import FIRST, MISERE, WYTHOFF, statement
from marienbad.prover.logic.theorems.recipes import complete_recipe, quotient
from marienbad.prover.logic.theorems.representations import is_integer_part, is_least_unused
from marienbad.prover.logic.vocabulary import Vocabulary, m, n, u, v, x, y


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
