"""The theorems of the thesis as formulas, each decided for all numbers at once.

J. Deslongchamps, Le jeu de Wythoff et ses généralisations (1999). The parameters (a, b) are those
of the third generalisation: (1, 1) is Wythoff's game, (a, 1) the first generalisation, (1, k) the
second. What the letters mean is said in :mod:`~marienbad.prover.logic.vocabulary`; a(n), b(n) and
a_i(n), b_i(n) are made of digits. The statements ``comparison`` and ``algebra`` say that they are
the integer parts ⌊nα + γ⌋, ``recurrence`` that they are the least numbers not yet used, and
``positions`` that they are the positions to leave: the three representations agree.

A statement whose formula is printed in the thesis and false names the correction.

>>> from marienbad.prover.logic.statements import statements
>>> for found in statements("difference", "unique_interpretation"):
...     print(found.parameters, found.formula, found.decide().counterexample)
(('a', 1), ('b', 1)) ∀x, y: R′(x) − x = R′(y) − y ⇒ x = y {'x': 1, 'y': 2}
(('a', 2), ('b', 1)) ∀x, y: R′(x) − x = R′(y) − y ⇒ x = y {'x': 2, 'y': 3}
(('a', 1), ('b', 1)) ∀n: n + a(n) = b(n) None
"""

from collections.abc import Callable

from marienbad.numeration.continued_fraction import fibonacci
from marienbad.prover.logic.formulas import (
    Abbreviation,
    Formula,
    Function,
    Relation,
    Term,
    every,
    exactly_one,
    exists,
    forall,
    some,
)
from marienbad.prover.logic.statements import statement
from marienbad.prover.logic.vocabulary import Vocabulary, m, n, r, u, v, w, x, y, z

WYTHOFF = ((1, 1),)
FIRST = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1))
MORE = ((1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 2))
ALL = (*FIRST, *MORE)
MISERE = FIRST[1:]


def pair(words: Vocabulary, one: Term, other: Term) -> Formula:
    """(one, other) is a pair (a_i(n), b_i(n))."""
    return some(
        exists(n, (one == words.small(i)(n)) & (other == words.large(i)(n))) for i in range(words.b)
    )


def in_one(one: Callable[[Term], Formula], other: Callable[[Term], Formula]) -> Formula:
    """Exactly one number satisfies one of two conditions, and none the other."""
    return (exactly_one(n, one) & ~exists(n, other(n))) | (
        ~exists(n, one(n)) & exactly_one(n, other)
    )


# 3.0 Numbers


@statement("th. 5", over=FIRST)
def q_representation(words: Vocabulary) -> Formula:
    """Every number has one q-representation: the word of r with kn = R′(r) − r."""
    shift, k = words.left_shift, words.k
    return forall(u, exactly_one(r, lambda r: words.is_q(r) & (k * u == shift(r) - r)))


@statement("th. 5", over=FIRST[:2], correction=3)
def unique_interpretation(words: Vocabulary) -> Formula:
    """Printed with t₀ ≤ a₁: different words always have different q-interpretations."""
    shift = words.left_shift
    return forall(x, y, (shift(x) - x == shift(y) - y).implies(x == y))


@statement("th. 8", over=WYTHOFF, correction=4)
def unique_with_two_ones(words: Vocabulary) -> Formula:
    """Printed with F₁ = F₂ = 1: different words have different sums of F₁, F₂, …, which are q_i."""
    return unique_interpretation(words)


@statement("3.0.2", over=(*FIRST, (2, 3)))
def comparison(words: Vocabulary) -> Formula:
    """u + w ≤ uα exactly if u = kw + v and not w + v ≤ wα; and w ≤ uα for all w ≤ u.

    With θ = α − 1 = 1/(k + θ), which is irrational, w ≤ uθ says wθ < u − kw. So the comparison
    of real numbers obeys this, and by induction on u + w only one relation does.
    """
    k, at_most = words.k, words.at_most
    euclid = at_most(u + w, u).iff(exists(v, (v + k * w == u) & ~at_most(w + v, w)))
    return forall(u, w, (w <= u).implies(at_most(w, u)) & (w >= 1).implies(euclid))


@statement("th. 4", over=FIRST)
def beatty(words: Vocabulary) -> Formula:
    """Every positive number is ⌊nα⌋ or ⌊nβ⌋ for one n ≥ 1, and never both."""
    a, b = words.small(), words.large()
    both = in_one(lambda n: (n >= 1) & (a(n) == x), lambda n: (n >= 1) & (b(n) == x))
    return forall(x, (x >= 1).implies(both))


# 3.1 Wythoff's game: identities


def identity(left: Term, right: Term) -> Formula:
    """Both are equal for every n ≥ 1."""
    return forall(n, (n >= 1).implies(left == right))


@statement("3.1.2 (1)", over=WYTHOFF)
def difference(words: Vocabulary) -> Formula:
    """The difference of the n-th pair is n."""
    a, b = words.small(), words.large()
    return forall(n, n + a(n) == b(n))


@statement("3.1.2 (2)", over=WYTHOFF)
def large_by_small(words: Vocabulary) -> Formula:
    """The large number is one more than the small number of the pair a(n)."""
    a, b = words.small(), words.large()
    return identity(b(n), a(a(n)) + 1)


@statement("3.1.2 (3)", over=WYTHOFF)
def large_at_small(words: Vocabulary) -> Formula:
    """The sum of a pair is one more than the large number of the pair a(n)."""
    a, b = words.small(), words.large()
    return identity(a(n) + b(n), b(a(n)) + 1)


@statement("3.1.2 (4)", over=WYTHOFF)
def exchange(words: Vocabulary) -> Formula:
    """The small number of the pair b(n) is one more than the large number of the pair a(n)."""
    a, b = words.small(), words.large()
    return identity(a(b(n)), b(a(n)) + 1)


@statement("3.1.2 (5)", over=WYTHOFF)
def small_at_large(words: Vocabulary) -> Formula:
    """The sum of a pair is the small number of the pair b(n)."""
    a, b = words.small(), words.large()
    return identity(a(n) + b(n), a(b(n)))


@statement("3.1.2 (6)", over=WYTHOFF)
def large_twice(words: Vocabulary) -> Formula:
    """b twice exceeds a, b, a by 2."""
    a, b = words.small(), words.large()
    return identity(b(b(n)), a(b(a(n))) + 2)


@statement("3.1.2 (7)", over=WYTHOFF)
def exchange_twice(words: Vocabulary) -> Formula:
    """a after b twice exceeds b twice after a by 3."""
    a, b = words.small(), words.large()
    return identity(a(b(b(n))), b(b(a(n))) + 3)


def iterated(function: Function, times: int, term: Term | int) -> Term | int:
    """The function applied several times."""
    for _ in range(times):
        term = function(term)
    return term


@statement("3.1.2 (8)", over=WYTHOFF, r=(1, 2, 3, 4))
def large_iterated(words: Vocabulary, r: int) -> Formula:
    """b r times exceeds a, b r − 1 times, a by the Fibonacci number F(2r − 1)."""
    a, b = words.small(), words.large()
    return identity(b(iterated(b, r - 1, n)), a(iterated(b, r - 1, a(n))) + fibonacci(2 * r - 1))


@statement("3.1.2 (9)", over=WYTHOFF, r=(1, 2, 3, 4))
def exchange_iterated(words: Vocabulary, r: int) -> Formula:
    """a after b r times exceeds b r times after a by F(2r)."""
    a, b = words.small(), words.large()
    return identity(a(iterated(b, r, n)), b(iterated(b, r - 1, a(n))) + fibonacci(2 * r))


@statement("3.1.2 (10)", over=WYTHOFF, r=(1, 2, 3, 4))
def fibonacci_numbers(words: Vocabulary, r: int) -> Formula:
    """b applied r times to 1 is F(2r + 1)."""
    b = words.large()
    return b(iterated(b, r - 1, 1)) == fibonacci(2 * r + 1)


@statement("3.1.2 (8)", over=WYTHOFF, correction=34)
def step_of_iteration(words: Vocabulary) -> Formula:
    """Printed for r = 1: bʳa_n = bʳ⁻¹a_n."""
    a, b = words.small(), words.large()
    return identity(b(a(n)), a(n))


@statement("th. 10", over=WYTHOFF)
def followers(words: Vocabulary) -> Formula:
    """The two terms after a pair in its Fibonacci sequence are a pair."""
    return forall(x, y, pair(words, x, y).implies(pair(words, x + y, x + 2 * y)))


@statement("th. 11", over=WYTHOFF)
def primitive(words: Vocabulary) -> Formula:
    """No pair is followed by (a_n, b_n) exactly when n is some a_m."""
    a, b = words.small(), words.large()
    generated = exists(m, (m >= 1) & (a(m) + b(m) == a(n)) & (a(m) + 2 * b(m) == b(n)))
    return forall(n, (n >= 1).implies((~generated).iff(exists(m, n == a(m)))))


@statement("cor. 2", over=WYTHOFF)
def determinant(words: Vocabulary) -> Formula:
    """The determinant of the n-th primitive pair over (1, 2) is n − 1."""
    a, b = words.small(), words.large()
    return identity(2 * a(a(n)) - b(a(n)), n - 1)


@statement("cor. 2", over=WYTHOFF, correction=35)
def step_of_determinant(words: Vocabulary) -> Formula:
    """Printed: 2a_{a_n} − (a_n − a_{a_n}) = n − 1."""
    a = words.small()
    return identity(2 * a(a(n)) - (a(n) - a(a(n))), n - 1)


@statement("prop. 1", over=WYTHOFF)
def one_pair(words: Vocabulary) -> Formula:
    """Every positive number is in exactly one pair (x, R′(x)) where x is even."""
    shift, even = words.left_shift, words.even
    both = in_one(lambda n: even(n) & (x == n), lambda n: even(n) & (x == shift(n)))
    return forall(x, (x >= 1).implies(both))


@statement("prop. 1", over=WYTHOFF, correction=6)
def one_pair_of_any(words: Vocabulary) -> Formula:
    """Printed without the even number of zeros: a number is in one pair (x, R′(x)) only."""
    shift = words.left_shift

    def contains(first: Term) -> Formula:
        return (first == z) | (shift(first) == z)

    return forall(z, (z >= 1).implies(forall(x, y, (contains(x) & contains(y)).implies(x == y))))


@statement("prop. 2", over=WYTHOFF)
def every_difference(words: Vocabulary) -> Formula:
    """Every positive z is the difference of a pair."""
    return forall(z, (z >= 1).implies(exists(x, words.even(x) & (words.left_shift(x) - x == z))))


def differences_increase(words: Vocabulary, condition: Callable[[Term], Formula]) -> Formula:
    """Of two pairs (x, R′(x)), the larger one has the larger difference."""
    shift = words.left_shift
    larger = shift(x) - x < shift(y) - y
    return forall(x, y, ((x < y) & condition(x) & condition(y)).implies(larger))


@statement("prop. 3", over=WYTHOFF)
def increasing_differences(words: Vocabulary) -> Formula:
    """Of two pairs with an even number of zeros the larger has the larger difference."""
    return differences_increase(words, words.even)


@statement("prop. 3", over=WYTHOFF, correction=6)
def increasing_differences_of_any(words: Vocabulary) -> Formula:
    """Printed without the even number of zeros: the larger pair has the larger difference."""
    return differences_increase(words, lambda x: x >= 1)


@statement("th. 13", over=WYTHOFF, correction=6)
def every_shift(words: Vocabulary) -> Formula:
    """Printed without the even number of zeros: every (x, R′(x)) is a pair."""
    return forall(x, pair(words, x, words.left_shift(x)))


@statement("3.1.3", over=WYTHOFF, correction=36)
def step_of_algebra(words: Vocabulary) -> Formula:
    """Printed in the proof of (ii), where x is some a_n: ⌊xτ⌋ + 1 = ⌊xτ²⌋."""
    a, b = words.small(), words.large()
    return forall(x, exists(n, (n >= 1) & (x == a(n))).implies(a(x) + 1 == b(x)))


# 3.1 to 3.4: three representations


def used(words: Vocabulary, i: int, number: Term) -> Formula:
    """The number is among the a_i(m) and b_j(m), j = εb − i, with m < n."""
    a, b = words.small(i), words.large(words.opposite(i))
    return exists(m, (m < n) & ((number == a(m)) | (number == b(m))))


@statement("th. 12, 15, 18, 21", over=ALL)
def recurrence(words: Vocabulary) -> Formula:
    """a_i(n) is the least number that is not among the earlier ones, and a_i(0) = 0."""
    return forall(
        n,
        x,
        every(
            (words.small(i)(n) == x).iff(
                ~used(words, i, x) & forall(z, (z < x).implies(used(words, i, z)))
            )
            for i in range(words.b)
        ),
    )


def is_integer_part(words: Vocabulary, term: Term, i: int, offset: int) -> Formula:
    """term = ⌊nα + (offset + iα)/k⌋, by the comparison with multiples of α."""

    def is_below(integer: Term) -> Formula:
        compared = exists(v, (v + offset == words.k * integer) & words.at_most(v, words.k * n + i))
        return (words.k * integer < offset) | compared

    multiple = "α" if i == 1 else f"{i}α"
    rest = f"({offset} + {multiple})" if offset else multiple
    added = f" + {rest}/{words.k}" if i else ""
    return Abbreviation(f"{term!r} = ⌊nα{added}⌋", is_below(term) & ~is_below(term + 1))


@statement("th. 12, 15, 18, 21", over=ALL)
def algebra(words: Vocabulary) -> Formula:
    """a_i(n) = ⌊nα + γ(i)⌋, where γ(i) = (εb(a − 1) + iα)/(ab)."""
    offsets = [words.b * (words.a - 1) if i else 0 for i in range(words.b)]
    return forall(
        n,
        every(
            is_integer_part(words, words.small(i)(n), i, offset) for i, offset in enumerate(offsets)
        ),
    )


@statement("th. 13, 17, 19, 22", over=ALL)
def arithmetic(words: Vocabulary) -> Formula:
    """x is in X_i and y is y_i(x) exactly if they are a pair (a_i(n), b_i(n))."""
    return forall(
        x,
        y,
        every(
            (words.member(i)(x) & (y == words.partner(i)(x))).iff(
                exists(n, (x == words.small(i)(n)) & (y == words.large(i)(n)))
            )
            for i in range(words.b)
        ),
    )


@statement("th. 9, 14, 17, 20", over=ALL)
def positions(words: Vocabulary) -> Formula:
    """(x, y) is a pair, in some order, exactly if no legal move leads from it to a pair."""
    move = exists(u, v, words.is_p(u, v) & words.moves)
    return forall(x, y, words.is_p(x, y).iff(~move))


@statement("th. 16", over=FIRST)
def read_q_word(words: Vocabulary) -> Formula:
    """R_q(n) read with the weights p is ⌊nα⌋ after an even number of zeros, else one more."""
    a, read = words.small(), words.read
    even, odd = words.even(read(n)), words.odd(read(n))
    right = even.implies(a(n) == read(n)) & odd.implies(a(n) + 1 == read(n))
    return forall(n, (n >= 1).implies((even | odd) & right))


@statement("th. 17 (3.2.4)", over=FIRST)
def shifted_pair(words: Vocabulary) -> Formula:
    """R_p(⌊nβ⌋) is R_p(⌊nα⌋) with a zero appended."""
    return forall(n, words.large()(n) == words.left_shift(words.small()(n)))


@statement("lem. 3, 8", over=ALL)
def gaps(words: Vocabulary) -> Formula:
    """a_i grows by 1 or 2, b_i by 2 at least."""

    def growth(function: Function) -> Term:
        return function(n + 1) - function(n)

    return forall(
        n,
        every(
            (growth(words.small(i)) >= 1)
            & (growth(words.small(i)) <= 2)
            & (growth(words.large(i)) >= 2)
            for i in range(words.b)
        ),
    )


@statement("cor. 3, 4", over=ALL)
def larger(words: Vocabulary) -> Formula:
    """b_j(n) > a_i(n) for j = εb − i and n ≥ 1."""
    above = (words.large(words.opposite(i))(n) > words.small(i)(n) for i in range(words.b))
    return forall(n, (n >= 1).implies(every(above)))


def complements(words: Vocabulary, i: int, first: int) -> Formula:
    """Every x ≥ 1 − ε is a_i(n) or b_j(n), j = εb − i, for one n ≥ first, and never both."""
    a, b = words.small(i), words.large(words.opposite(i))
    both = in_one(lambda n: (n >= first) & (a(n) == x), lambda n: (n >= first) & (b(n) == x))
    return (x >= (0 if i else 1)).implies(both)


@statement("lem. 4, 5, 9, 10", over=ALL)
def complementary(words: Vocabulary) -> Formula:
    """The sequences are complementary from n = 1 − ε on."""
    return forall(x, every(complements(words, i, 0 if i else 1) for i in range(words.b)))


@statement("lem. 4, 9", over=MORE[:2], correction=9)
def complementary_from_one(words: Vocabulary) -> Formula:
    """Printed: the sequences are complementary from n = 1 on."""
    return forall(x, every(complements(words, i, 1) for i in range(words.b)))


def next_member(words: Vocabulary, i: int) -> Formula:
    """x < z are in X_i, and no number between them is."""
    member = words.member(i)
    return member(x) & member(z) & (x < z) & ~exists(y, (x < y) & (y < z) & member(y))


@statement("lem. 6, 7, 11, 12", over=ALL)
def enumeration(words: Vocabulary) -> Formula:
    """From one x in X_i to the next y_i(x) − x grows by k, from i at 0: X_i is a_i(0), a_i(1), …"""
    return forall(
        x,
        z,
        every(
            next_member(words, i).implies(
                words.partner(i)(z) - z == words.partner(i)(x) - x + words.k
            )
            & words.member(i)(0)
            & (words.partner(i)(0) == i)
            for i in range(words.b)
        ),
    )


@statement("lem. 6, 7, 11, 12", over=ALL)
def complementary_digits(words: Vocabulary) -> Formula:
    """Every x ≥ 1 − ε is in X_i or is y_j of one number in X_j, j = εb − i, and never both."""

    def shared(i: int) -> Formula:
        j, first = words.opposite(i), 0 if i else 1
        return (x >= first).implies(
            in_one(
                lambda n: words.member(i)(n) & (x == n),
                lambda n: (n >= first) & words.member(j)(n) & (x == words.partner(j)(n)),
            )
        )

    return forall(x, every(shared(i) for i in range(words.b)))


@statement("lem. 7, 12", over=MORE)
def forms_of_large(words: Vocabulary) -> Formula:
    """What is not of the forms (a) to (e) has one of the four forms listed in the proof."""
    forms = (words.other(i)(x).iff(~words.member(i)(x)) for i in range(1, words.b))
    return forall(x, every(forms))


@statement("lem. 11", over=((2, 3),), correction=15)
def constant_difference(words: Vocabulary) -> Formula:
    """Printed: y_n = x_n + ab."""
    return forall(x, words.even(x).implies(words.left_shift(x) == x + words.k))


@statement("th. 18", over=MORE[:2], correction=11)
def from_one_to_k(words: Vocabulary) -> Formula:
    """Printed with i = 1, …, k; i = k makes the pairs (a_0(n + 1), b_0(n + 1))."""

    def listed(i: int) -> Formula:
        i, more = (0, 1) if i == words.k else (i, 0)
        return exists(n, (x == words.small(i)(n + more)) & (y == words.large(i)(n + more)))

    pairs = some(listed(i) for i in range(1, words.k + 1))
    return forall(x, y, (x <= y).implies(words.is_p(x, y).iff(pairs)))


@statement("1.1", over=MORE[:2], correction=19)
def last_token(words: Vocabulary) -> Formula:
    """Printed: who takes the last token wins; so where no move is left, no token is."""
    return forall(x, y, (~exists(u, v, words.moves)).implies((x == 0) & (y == 0)))


# Recipes: from a position (x, y), x ≤ y, to the position (u, v)


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
    """To R″(x) or R′(x); where y < R′(x), to a pair told by m = ⌊(y − x)/a⌋."""
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
        (
            exists(n, (x == a(n)) & (y < b(n))),
            exists(m, index & (u == a(m)) & (v == b(m))),
        ),
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


@statement("3.1.2, 3.2.2", over=FIRST[:2], correction=5)
def recipe_at_nothing(words: Vocabulary) -> Formula:
    """The recipe as printed, without n ≥ 1: where x = b(n), go to (x, a(n))."""
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
                    n,
                    (n >= first) & (x == words.large(j)(n)) & (u == x) & (v == words.small(j)(n)),
                ),
            ),
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


# 4.1 Misère play


@statement("th. 23", over=FIRST)
def misere_recurrence(words: Vocabulary) -> Formula:
    """A(n) is the least number that is not among the earlier A and B; for a = 1 from n = 1 on."""
    a, b = words.misere_small, words.misere_large

    def is_used(number: Term) -> Formula:
        return exists(m, (m < n) & ((number == a(m)) | (number == b(m))))

    least = ~is_used(x) & forall(z, (z < x).implies(is_used(z)))
    first = 1 if words.a == 1 else 0
    return forall(n, x, (n >= first).implies((a(n) == x).iff(least)))


@statement("th. 23", over=FIRST)
def misere_positions(words: Vocabulary) -> Formula:
    """(x, y) is a pair exactly if it is not (0, 0) and no legal move leads from it to a pair."""
    win = ((x == 0) & (y == 0)) | exists(u, v, words.is_misere_p(u, v) & words.moves)
    return forall(x, y, words.is_misere_p(x, y).iff(~win))


@statement("th. 24", over=WYTHOFF, correction=43)
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
    is_small, is_large, follow = (
        words.misere_member(x),
        words.misere_other(least)(x),
        words.misere_partner,
    )
    back = words.right_shift(x)
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


@statement("propr. 3", over=MISERE)
def misere_partners(words: Vocabulary) -> Formula:
    """f makes B(n) of the digits of A(n)."""
    a, b = words.misere_small, words.misere_large
    return forall(n, words.misere_partner(a(n)) == b(n))


@statement("4.1.4", over=WYTHOFF, correction=18)
def misere_like_others(words: Vocabulary) -> Formula:
    """Propriétés 2 and 3 taken over for a = 1: x in A″ and f(x) are a pair."""
    partner = words.misere_partner
    return forall(
        x, y, (words.misere_member(x) & (y == partner(x))).implies(words.is_misere_p(x, y))
    )
