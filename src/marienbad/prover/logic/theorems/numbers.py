"""3.0: numbers, their representations, and the comparison with multiples of α."""

from marienbad.prover.logic.formulas import Formula
from marienbad.prover.logic.quantifiers import exactly_one, exists, forall
from marienbad.prover.logic.statements import FIRST, WYTHOFF, statement
from marienbad.prover.logic.theorems.representations import complements
from marienbad.prover.logic.vocabulary import Vocabulary, r, u, v, w, x, y


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


@statement("th. 4", over=FIRST)
def beatty(words: Vocabulary) -> Formula:
    """Every positive number is ⌊nα⌋ or ⌊nβ⌋ for one n ≥ 1, and never both."""
    return forall(x, complements(words, 0, 1))
