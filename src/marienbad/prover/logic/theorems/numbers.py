"""3.0: numbers, their representations, and the comparison with multiples of α."""

from marienbad.prover.logic.formulas import Abbreviation, Formula, Term
from marienbad.prover.logic.quantifiers import exactly_one, exists, forall, some
from marienbad.prover.logic.statements import FIRST, WYTHOFF, statement
from marienbad.prover.logic.theorems.representations import complements
from marienbad.prover.logic.vocabulary import Vocabulary, r, u, v, w, x, y, z


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
