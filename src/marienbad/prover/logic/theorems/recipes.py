"""3.1 to 3.4: recipes that lead from a position (x, y), x ≤ y, to the position (u, v)."""

from marienbad.prover.logic.formulas import Abbreviation, Formula, Relation, Term
from marienbad.prover.logic.quantifiers import every, exists, forall, some
from marienbad.prover.logic.statements import ALL, FIRST, WYTHOFF, statement
from marienbad.prover.logic.vocabulary import Vocabulary, m, n, r, u, v, w, x, y

Rule = tuple[Formula, Formula]
"""A condition on (x, y), and what it says of the target (u, v)."""


def rules_lead(words: Vocabulary, goal: Relation, *rules: Rule) -> Formula:
    """Where a condition holds, a legal move leads to the target, and that is in the goal."""
    return every(
        condition.implies(exists(u, v, target & goal(u, v) & words.moves))
        for condition, target in rules
    )


def recipe(words: Vocabulary, *rules: Rule) -> Formula:
    """The rules lead to pairs."""
    return forall(x, y, (x <= y).implies(rules_lead(words, words.is_p, *rules)))


def complete_recipe(words: Vocabulary, *rules: Rule, is_misere: bool = False) -> Formula:
    """To every position that is not lost to the player who moves a rule applies, and leads."""
    goal = words.is_misere_p if is_misere else words.is_p
    lost = goal(x, y) | ((x == 0) & (y == 0)) if is_misere else goal(x, y)
    applies = some(condition for condition, _ in rules)
    leads = rules_lead(words, goal, *rules)
    return forall(x, y, ((x <= y) & ~lost).implies(applies & leads))


def quotient(number: Term, divisor: int, dividend: Term) -> Formula:
    """number = ⌊dividend/divisor⌋."""
    rest = dividend - divisor * number
    text = f"{number!r} = ⌊({dividend!r})/{divisor}⌋"
    return Abbreviation(text, (rest >= 0) & (rest < divisor))


def digit_recipe(words: Vocabulary, nearest: Formula) -> Formula:
    """To R″(x) or R′(x); where y < R′(x), to the pair with m = ⌊(y − x)/a⌋."""
    left, right, member = words.left_shift, words.right_shift, words.member(0)
    target = exists(m, quotient(m, words.a, y - x) & nearest & (v == u + words.a * m))
    return complete_recipe(
        words,
        (words.odd(x), (u == x) & (v == right(x))),
        (member(x) & (y > left(x)), (u == x) & (v == left(x))),
        (member(x) & (y < left(x)), target),
    )


@statement("3.1.4", over=WYTHOFF)
def fibonacci_recipe(words: Vocabulary) -> Formula:
    """The recipe as printed: where y < R′(x), u is R′(m) if that is even, and else one less."""
    member, value = words.member(0), words.left_shift(m)
    return digit_recipe(words, (member(value) & (u == value)) | (~member(value) & (u + 1 == value)))


def has_small_part(words: Vocabulary) -> Formula:
    """{xτ} < 1/τ², with integers: 1/τ² is 2 − τ, and so it says (x + 1)τ < ⌊xτ⌋ + 2."""
    small = ~words.at_most(words.small()(x) + 2, x + 1)
    return Abbreviation("{xτ} < 1/τ²", small)


@statement("3.1.3 (i)–(iii)", over=WYTHOFF)
def golden_recipe(words: Vocabulary) -> Formula:
    """The recipe by {xτ} and 1/τ², for every position but the pairs; a(x) is ⌊xτ⌋."""
    a, b, small = words.small(), words.large(), has_small_part(words)
    difference = exists(m, (x + m == y) & (u == a(m)) & (v == b(m)))
    return complete_recipe(
        words,
        (small, (u == x) & (v + x == a(x))),
        (~small & (y > a(x) + 1), (u == x) & (v == a(x) + 1)),
        (~small & (y < a(x) + 1), difference),
    )


@statement("3.1.3 (iv)", over=WYTHOFF)
def golden_pair(words: Vocabulary) -> Formula:
    """Where {xτ} > 1/τ² and y = ⌊xτ⌋ + 1, (x, y) is a pair."""
    lost = ~has_small_part(words) & (y == words.small()(x) + 1)
    return forall(x, y, lost.implies(words.is_p(x, y)))


@statement("3.2.4", over=FIRST)
def recipe_by_digits(words: Vocabulary) -> Formula:
    """The recipe as corrected: u is I_p(R_q(m)), or one less after an odd number of zeros."""
    odd, value = words.odd, words.read(m)
    return digit_recipe(words, (odd(value) & (u + 1 == value)) | (~odd(value) & (u == value)))


@statement("3.2.4", over=FIRST, correction=8)
def recipe_by_digits_printed(words: Vocabulary) -> Formula:
    """The recipe as printed: u = I_p(R_q(m)), whatever the zeros."""
    return digit_recipe(words, u == words.read(m))


def algebraic_recipe(words: Vocabulary, index: Formula) -> Formula:
    """Where x = b(n), to a(n); where x = a(n), to b(n), or if y < b(n), to (a(m), b(m))."""
    a, b = words.small(), words.large()
    positive = (n >= 1) & (x == b(n))
    return complete_recipe(
        words,
        (exists(n, positive), exists(n, positive & (u == x) & (v == a(n)))),
        (exists(n, (x == a(n)) & (y > b(n))), exists(n, (x == a(n)) & (u == x) & (v == b(n)))),
        (exists(n, (x == a(n)) & (y < b(n))), exists(m, index & (u == a(m)) & (v == b(m)))),
    )


@statement("3.2.3", over=FIRST)
def recipe_by_algebra(words: Vocabulary) -> Formula:
    """The recipe as corrected: where x = a(n) and y < b(n), m = ⌊(y − x)/a⌋."""
    return algebraic_recipe(words, quotient(m, words.a, y - x))


@statement("3.2.3", over=FIRST, correction=7)
def recipe_by_algebra_printed(words: Vocabulary) -> Formula:
    """The recipe as printed: m = ⌊(y − x)/α⌋."""
    not_above = (m == 0) | ~words.at_most(w, m)
    index = exists(w, (x + w == y) & not_above & words.at_most(w, m + 1))
    return algebraic_recipe(words, index)


@statement("3.1.2, 3.2.2", over=FIRST[:2], correction=5, kind="reading")
def recipe_at_nothing(words: Vocabulary) -> Formula:
    """The recipe for (0, 0) too, which its proof leaves out: where x = b(n), go to (x, a(n))."""
    a, b = words.small(), words.large()
    target = exists(n, (x == b(n)) & (u == x) & (v == a(n)))
    return recipe(words, (exists(n, x == b(n)), target))


def is_large(words: Vocabulary, i: int, first: int) -> Formula:
    """x = b_j(n), j = εb − i, for some n ≥ first."""
    return exists(n, (n >= first) & (x == words.large(words.opposite(i))(n)))


@statement("3.3.2, 3.4.2", over=ALL)
def recipe_by_recurrence(words: Vocabulary) -> Formula:
    """The recipe as corrected, for each i = (y − x) mod b, with r = ⌊(y − x)/k⌋."""
    rules = []
    for i in range(words.b):
        a, b, j = words.small(i), words.large(i), words.opposite(i)
        leaves, first = (y - x).congruent(i, words.b), 0 if i else 1
        rules += [
            (
                leaves & exists(n, (x == a(n)) & (y > b(n))),
                exists(n, (x == a(n)) & (u == x) & (v == b(n))),
            ),
            (
                leaves & exists(n, (x == a(n)) & (y < b(n))),
                exists(r, quotient(r, words.k, y - x) & (u == a(r)) & (v == b(r))),
            ),
            (
                leaves & is_large(words, i, first),
                exists(
                    n, (n >= first) & (x == words.large(j)(n)) & (u == x) & (v == words.small(j)(n))
                ),
            ),
        ]
    return complete_recipe(words, *rules)


@statement("3.3.4, 3.4.4", over=((1, 2), (1, 3), (2, 2)), kind="lemma")
def recipe_by_all_digits(words: Vocabulary) -> Formula:
    """Our recipe by digits: where x is not in X_i, to the number whose partner it is."""
    rules: list[Rule] = []
    for i in range(words.b):
        a, member, partner, j = words.small(i), words.member(i), words.partner(i), words.opposite(i)
        leaves = (y - x).congruent(i, words.b)
        origin = words.member(j)(v) & (words.partner(j)(v) == x)
        nearest = exists(m, quotient(m, words.k, y - x) & (u == a(m)) & (v == u + words.k * m + i))
        rules += [
            (leaves & ~member(x), (u == x) & origin),
            (leaves & member(x) & (y > partner(x)), (u == x) & (v == partner(x))),
            (leaves & member(x) & (y < partner(x)), nearest),
        ]
    return complete_recipe(words, *rules)


@statement("3.3.2", over=((1, 1), (1, 2)), correction=10)
def recipe_without_rest_zero(words: Vocabulary) -> Formula:
    """The recipe as printed: x = b_{k−i}(n − 1), not defined for i = 0; all else is lost."""
    leaves = [(y - x).congruent(i, words.b) for i in range(words.b)]
    covered = [
        leaves[i] & exists(n, (x == words.small(i)(n)) & (y != words.large(i)(n)))
        for i in range(words.b)
    ] + [leaves[i] & is_large(words, i, 0) for i in range(1, words.b)]
    return forall(x, y, ((x <= y) & ~some(covered)).implies(words.is_p(x, y)))


def take(words: Vocabulary, unknown: tuple[Term, ...], condition: Formula, amount: Term) -> Formula:
    """Where numbers satisfy the condition, the amount, which depends on them, is taken from y."""
    target = exists(*unknown, condition & (u == x) & (v + amount == y))
    return recipe(words, (exists(*unknown, condition), target))


@statement("3.4.2", over=((2, 1), (2, 2)), correction=12)
def recipe_from_nothing(words: Vocabulary) -> Formula:
    """The recipe as printed: where x = 0 and y = rb + i, r > 0, take rab."""
    rests = some(y == words.b * r + i for i in range(words.b))
    return take(words, (r,), (x == 0) & (r >= 1) & rests, words.k * r)


@statement("3.4.2", over=((2, 1),), correction=13)
def recipe_with_wrong_rest(words: Vocabulary) -> Formula:
    """Printed for x = a_i(n) > 0, y > b_i(n), y − x = rab + wb + i: take (ra + i − an)b."""
    a, b, i = words.a, words.b, 0
    condition = (x >= 1) & (x == words.small(i)(n)) & (y > words.large(i)(n)) & (w < a)
    rest = y - x == words.k * r + b * w + i
    return take(words, (n, r, w), condition & rest, b * (a * r + i - a * n))


@statement("3.4.2", over=((1, 2), (2, 2)), correction=14)
def recipe_one_too_far(words: Vocabulary) -> Formula:
    """Printed for x = b_{b−i}(n − 1), y − x = rb + i: take (an + r + ε)b."""
    a, b, i = words.a, words.b, 1
    condition = (x == words.large(b - i)(n)) & (y - x == b * r + i)
    return take(words, (n, r), condition, b * (a * (n + 1) + r + 1))
