"""3.0 and 3.1: numbers, their representations, comparison with multiples of α; Wythoff's pairs."""

from collections.abc import Callable

from marienbad.numeration.continued_fraction import fibonacci
from marienbad.prover.logic.formulas import Abbreviation, Formula, Function, Term
from marienbad.prover.logic.quantifiers import exactly_one, exists, forall, in_exactly_one, some
from marienbad.prover.logic.statements import FIRST, WYTHOFF, statement
from marienbad.prover.logic.theorems.representations import complements
from marienbad.prover.logic.vocabulary import Vocabulary, m, n, r, u, v, w, x, y, z


@statement("th. 5 (1), 8", over=FIRST)
def division(words: Vocabulary) -> Formula:
    """x ≥ 1 is s times the largest numerator w and r < w, s ≤ k; for s = k a digit 0 follows."""
    shift, k = words.left_shift, words.k
    largest = exactly_one(w, lambda w: words.weight(w) & (w <= x) & (x < shift(w)))
    digits = some(
        (x == digit * w + r) & (r < w if digit < k else shift(r) < w) for digit in range(1, k + 1)
    )
    divided = exists(w, r, words.weight(w) & (x < shift(w)) & digits)
    return forall(x, (x >= 1).implies(largest & divided))


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
    """Printed with F₁ = F₂ = 1: different words have different sums; also 3 = F₁ + F₃ = F₄."""
    return unique_interpretation(words)


@statement("3.0.2", over=(*FIRST, (2, 3)), kind="lemma")
def comparison(words: Vocabulary) -> Formula:
    """u + w ≤ uα exactly if u = kw + v and not w + v ≤ wα; and w ≤ uα for all w ≤ u.

    With θ = α − 1 = 1/(k + θ), which is irrational, w ≤ uθ says wθ < u − kw. So the comparison
    of real numbers obeys this, and by induction on u + w only one relation does.
    """
    k, at_most = words.k, words.at_most
    euclid = at_most(u + w, u).iff(exists(v, (v + k * w == u) & ~at_most(w + v, w)))
    return forall(u, w, (w <= u).implies(at_most(w, u)) & (w >= 1).implies(euclid))


@statement("lem. 1", over=FIRST)
def largest_below(words: Vocabulary) -> Formula:
    """The word k0k0… is one less than the next numerator, and no other number is one less."""
    return forall(x, (x >= 1).implies(words.full(x).iff(words.weight(x + 1))))


def exceeds(words: Vocabulary, more: Term, less: Term, one: Term, other: Term) -> Formula:
    """(more − less)α > one − other."""
    above = exists(u, v, (u >= 1) & (less + u == more) & (other + v == one) & words.at_most(v, u))
    below = exists(u, v, (more + u == less) & (one + v == other) & ~words.at_most(v, u))
    return ((more >= less) & (one < other)) | above | below


def is_nearer(words: Vocabulary, b: Term, a: Term, q: Term, p: Term) -> Formula:
    """|bα − a| < |qα − p|, where b + q ≥ 1: by the signs of the two, as α is irrational."""
    first, second = words.at_most(a, b), words.at_most(p, q)
    together = words.at_most(p + a, q + b)
    meaning = some(
        [
            second & first & exceeds(words, q, b, p, a),
            second & ~first & together,
            ~second & first & ~together,
            ~second & ~first & exceeds(words, b, q, a, p),
        ]
    )
    return Abbreviation(f"{b!r}α is nearer to {a!r} than {q!r}α to {p!r}", meaning)


def convergent(words: Vocabulary, p: Term, q: Term) -> Formula:
    """p is a numerator p_i, i ≥ 0, and q the denominator q_i: kq = p_{i+1} − p_i."""
    return words.weight(p) & (words.k * q == words.left_shift(p) - p)


@statement("th. 6", over=FIRST[:3])
def alternating_distances(words: Vocabulary) -> Formula:
    """qα − p is positive after an even number of zeros; two convergents later it is no larger."""
    shift = words.left_shift
    later = shift(shift(x))
    same_side = words.at_most(x, y).iff(words.at_most(later, z))
    side = words.at_most(x, y).iff(words.even(x))
    both = convergent(words, x, y) & (words.k * z == shift(later) - later)
    ordered = side & same_side & ~is_nearer(words, y, x, z, later)
    return forall(x, y, z, both.implies(ordered))


@statement("th. 7", over=FIRST[:3])
def best_approximation(words: Vocabulary) -> Formula:
    """No w/z with 1 ≤ z < q_{i+1} comes nearer than p_i/q_i, which is x/y."""
    after = words.left_shift(words.left_shift(x)) - words.left_shift(x)
    below = (z >= 1) & (words.k * z < after)
    nearer = is_nearer(words, z, w, y, x)
    return forall(x, y, z, w, (convergent(words, x, y) & below).implies(~nearer))


@statement("th. 4", over=FIRST)
def beatty(words: Vocabulary) -> Formula:
    """Every positive number is ⌊nα⌋ or ⌊nβ⌋ for one n ≥ 1, and never both."""
    return forall(x, complements(words, 0, 1))


def identity(left: Term, right: Term) -> Formula:
    """Both are equal for every n ≥ 1."""
    return forall(n, (n >= 1).implies(left == right))


@statement("3.1.2 (1)", over=WYTHOFF, kind="definition")
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


@statement("3.1.2 (8)", over=WYTHOFF, correction=34, kind="line")
def step_of_iteration(words: Vocabulary) -> Formula:
    """Printed for r = 1: bʳa_n = bʳ⁻¹a_n."""
    a, b = words.small(), words.large()
    return identity(b(a(n)), a(n))


@statement("th. 10", over=WYTHOFF)
def followers(words: Vocabulary) -> Formula:
    """The two terms after a pair in its Fibonacci sequence are a pair."""
    return forall(x, y, words.pair(x, y).implies(words.pair(x + y, x + 2 * y)))


@statement("th. 11", over=WYTHOFF)
def primitive(words: Vocabulary) -> Formula:
    """No pair is followed by (a_n, b_n) exactly when n is some a_m."""
    a, b = words.small(), words.large()
    generated = exists(m, (m >= 1) & (a(m) + b(m) == a(n)) & (a(m) + 2 * b(m) == b(n)))
    return forall(n, (n >= 1).implies((~generated).iff(exists(m, n == a(m)))))


@statement("cor. 2", over=WYTHOFF)
def covered(words: Vocabulary) -> Formula:
    """A number is in one primitive pair, or in one pair that follows an earlier one."""
    a, b = words.small(), words.large()

    def is_in(index: Function) -> Formula:
        return in_exactly_one(n, lambda n: x == a(index(n)), lambda n: x == b(index(n)))

    def is_not_in(index: Function) -> Formula:
        return ~exists(n, (x == a(index(n))) | (x == b(index(n))))

    apart = (is_in(a) & is_not_in(b)) | (is_in(b) & is_not_in(a))
    return forall(x, (x >= 1).implies(apart & (b(x) > x)))


@statement("cor. 2", over=WYTHOFF)
def determinant(words: Vocabulary) -> Formula:
    """The determinant of the n-th primitive pair over (1, 2) is n − 1."""
    a, b = words.small(), words.large()
    return identity(2 * a(a(n)) - b(a(n)), n - 1)


@statement("cor. 2", over=WYTHOFF, correction=35, kind="line")
def step_of_determinant(words: Vocabulary) -> Formula:
    """Printed: 2a_{a_n} − (a_n − a_{a_n}) = n − 1."""
    a = words.small()
    return identity(2 * a(a(n)) - (a(n) - a(a(n))), n - 1)


@statement("prop. 1", over=WYTHOFF)
def one_pair(words: Vocabulary) -> Formula:
    """Every positive number is in exactly one pair (x, R′(x)) where x is even."""
    shift, even = words.left_shift, words.even
    both = in_exactly_one(n, lambda n: even(n) & (x == n), lambda n: even(n) & (x == shift(n)))
    return forall(x, (x >= 1).implies(both))


@statement("prop. 1", over=WYTHOFF, correction=6, kind="reading")
def one_pair_of_any(words: Vocabulary) -> Formula:
    """Without the even number of zeros that 3.1.4 asks for: a number is in one (x, R′(x)) only."""
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


@statement("prop. 3", over=WYTHOFF, correction=6, kind="reading")
def increasing_differences_of_any(words: Vocabulary) -> Formula:
    """Without the even number of zeros that 3.1.4 asks for: the larger has a larger difference."""
    return differences_increase(words, lambda x: x >= 1)


@statement("th. 13", over=WYTHOFF, correction=6, kind="reading")
def every_shift(words: Vocabulary) -> Formula:
    """Without the even number of zeros that 3.1.4 asks for: every (x, R′(x)) is a pair."""
    return forall(x, words.pair(x, words.left_shift(x)))


@statement("3.1.3", over=WYTHOFF, correction=36, kind="line")
def step_of_algebra(words: Vocabulary) -> Formula:
    """Printed in the proof of (ii), where x is some a_n: ⌊xτ⌋ + 1 = ⌊xτ²⌋."""
    a, b = words.small(), words.large()
    return forall(x, exists(n, (n >= 1) & (x == a(n))).implies(a(x) + 1 == b(x)))
