"""Chapters 1 and 2, and the shorter texts: positions to leave and others; Nim and Marienbad."""

from collections.abc import Sequence

from marienbad.prover.logic.formulas import Formula, Relation, Term, variables
from marienbad.prover.logic.quantifiers import exactly_one, exists, forall
from marienbad.prover.logic.statements import ALL, NIM, statement
from marienbad.prover.logic.vocabulary import HEAPS, NimWords, Vocabulary, reaches

n, p, q, u, v, w, x, y, z = variables("n p q u v w x y z")


@statement("th. 1", over=ALL)
def parting(words: Vocabulary) -> Formula:
    """Every position is to be left, or a move leads from it to one that is; and never both."""
    reached = exists(u, v, words.is_p(u, v) & words.moves)
    one_of_both = (words.is_p(x, y) | reached) & ~(words.is_p(x, y) & reached)
    return forall(x, y, one_of_both)


# The nim-sum


@statement("2.1.2", over=NIM, kind="definition")
def one_nim_sum(words: NimWords) -> Formula:
    """Any two numbers have exactly one nim-sum."""
    return forall(x, y, exactly_one(z, lambda z: words.nim_sum(x, y, z)))


@statement("2.1.2 (1)", over=NIM)
def commutative(words: NimWords) -> Formula:
    """The nim-sum is commutative."""
    return forall(x, y, z, words.nim_sum(x, y, z).implies(words.nim_sum(y, x, z)))


@statement("2.1.2 (2)", over=NIM)
def associative(words: NimWords) -> Formula:
    """The nim-sum is associative."""
    added = words.nim_sum
    left = added(x, y, u) & added(u, z, w)
    return forall(x, y, z, w, exists(u, left).iff(exists(v, added(y, z, v) & added(x, v, w))))


@statement("2.1.2 (3)", over=NIM)
def neutral(words: NimWords) -> Formula:
    """0 is neutral."""
    return forall(x, words.nim_sum(0, x, x))


@statement("2.1.2 (4)", over=NIM)
def own_inverse(words: NimWords) -> Formula:
    """Every number is its own inverse."""
    return forall(x, words.nim_sum(x, x, 0))


@statement("2.1.2 (a)", over=NIM)
def nothing_added(words: NimWords) -> Formula:
    """The nim-sum of 0 and 0 is 0."""
    return words.nim_sum(0, 0, 0)


def stands_before(words: NimWords, number: Term) -> Formula:
    """The number stands in table I above or to the left of x ⊕ y."""
    above = exists(p, (p < x) & words.nim_sum(p, y, number))
    return above | exists(q, (q < y) & words.nim_sum(x, q, number))


@statement("2.1.2 (b)", over=NIM)
def differs_from_before(words: NimWords) -> Formula:
    """The nim-sum differs from all those of a smaller summand."""
    return forall(x, y, z, words.nim_sum(x, y, z).implies(~stands_before(words, z)))


@statement("2.1.2 (c)", over=NIM)
def all_smaller_before(words: NimWords) -> Formula:
    """Every number below x ⊕ y is a nim-sum with a smaller summand."""
    below = exists(z, words.nim_sum(x, y, z) & (w < z))
    return forall(x, y, w, below.implies(stands_before(words, w)))


@statement("2.1.2", over=NIM)
def least_not_before(words: NimWords) -> Formula:
    """x ⊕ y is the least number that stands neither above nor to the left of it in table I."""
    least = ~stands_before(words, z) & forall(w, (w < z).implies(stands_before(words, w)))
    return forall(x, y, z, words.nim_sum(x, y, z).iff(least))


# Nim


def are_to_leave(relation: Relation, heaps: Sequence[Term]) -> Formula:
    """The positions in the relation are those from which no move leads into it."""
    return forall(*heaps, relation(*heaps).iff(~reaches(relation, heaps)))


@statement("2.1.1", over=NIM)
def equal_heaps(words: NimWords) -> Formula:
    """Two heaps have the nim-sum 0 exactly if they are equal."""
    return forall(x, y, words.zero(2)(x, y).iff(x == y))


@statement("2.1.1", over=NIM)
def two_made_equal(words: NimWords) -> Formula:
    """Who makes two of three heaps equal does not leave a position to leave."""
    return forall(x, z, (z >= 1).implies(~words.zero(3)(x, x, z)))


@statement("th. 2", over=NIM)
def three_heaps(words: NimWords) -> Formula:
    """Of three heaps, those with nim-sum 0 are the positions to leave."""
    return are_to_leave(words.zero(3), (x, y, z))


@statement("cor. 1", over=NIM)
def third_heap(words: NimWords) -> Formula:
    """Two heaps and their nim-sum are a position to leave."""
    return forall(x, y, z, words.nim_sum(x, y, z).implies(words.zero(3)(x, y, z)))


@statement("2.1.3", over=NIM)
def one_heap_can_fall(words: NimWords) -> Formula:
    """Where the nim-sum is not 0, some heap is larger than the nim-sum of the two others."""

    def falls(heap: Term, one: Term, other: Term) -> Formula:
        return exists(w, words.nim_sum(one, other, w) & (w < heap))

    some_falls = falls(x, y, z) | falls(y, x, z) | falls(z, x, y)
    return forall(x, y, z, (~words.zero(3)(x, y, z)).implies(some_falls))


@statement("th. 3", over=NIM, n=(1, 2, 3, 4, 5))
def any_heaps(words: NimWords, n: int) -> Formula:
    """Of n heaps, those with nim-sum 0 are the positions to leave."""
    return are_to_leave(words.zero(n), HEAPS[:n])


@statement("2.1.5", over=NIM, base=(4, 8, 16))
def minimal_sets(words: NimWords) -> Formula:
    """Three heaps whose columns part into minimal zero sets are the positions to leave."""
    return are_to_leave(words.parted(3), (x, y, z))


@statement("2.1.5", over=NIM, correction=2, base=(4, 8))
def without_units(words: NimWords) -> Formula:
    """Printed for base 8 with j = 1, …, m: the column of the units is left out."""
    return are_to_leave(words.parted(3, is_last_free=True), (x, y, z))


# Marienbad and what is known by heart


def no_move_within(relation: Relation, heaps: Sequence[Term]) -> Formula:
    """No move leads from a position in the relation to another."""
    return forall(*heaps, relation(*heaps).implies(~reaches(relation, heaps)))


@statement("Pantaloni, 1", over=NIM, n=(2, 3, 4))
def even_breaks(words: NimWords, n: int) -> Formula:
    """No move leads from an even configuration to another; (CP₁) asks for a row of two too."""
    return no_move_within(words.even(n), HEAPS[:n])


@statement("Pantaloni, 1", over=NIM, correction=1, n=(2, 3))
def even_breaks_printed(words: NimWords, n: int) -> Formula:
    """The same as printed: (CP₁) without asking for a row of two."""
    return no_move_within(words.even(n, is_printed=True), HEAPS[:n])


@statement("Pantaloni, 2", over=NIM, n=(2, 3, 4))
def odd_mends(words: NimWords, n: int) -> Formula:
    """From every other position with a match a move leads to an even configuration."""
    even, names = words.even(n), HEAPS[:n]
    is_left = sum(names[1:], names[0]) >= 1
    return forall(*names, (~even(*names) & is_left).implies(reaches(even, names)))


@statement("Marienbad 1-3-5-7, 3.2", over=NIM)
def largest_power(words: NimWords) -> Formula:
    """Exactly one power of two is at most n and more than half of it."""
    return forall(
        n, (n >= 1).implies(exactly_one(x, lambda x: words.power(x) & (x <= n) & (2 * x > n)))
    )


@statement("Marienbad 1-3-5-7, 2", over=NIM)
def mirror(words: NimWords) -> Formula:
    """Rows that are equal two by two are a position to leave."""
    return forall(x, y, words.zero(4)(x, x, y, y))


@statement("Hardy & Wright", over=NIM)
def even_and_next(words: NimWords) -> Formula:
    """(1, 2n, 2n + 1) is to be left, (1, 2n + 1, 2n + 2) is not."""
    zero = words.zero(3)
    return forall(n, zero(1, 2 * n, 2 * n + 1) & ~zero(1, 2 * n + 1, 2 * n + 2))


@statement("Hardy & Wright", over=NIM)
def parts_of_seven(words: NimWords) -> Formula:
    """(n, 7 − n, 7) is to be left."""
    return forall(n, u, (n + u == 7).implies(words.zero(3)(n, u, 7)))


@statement("Hardy & Wright", over=NIM)
def two_to_five(words: NimWords) -> Formula:
    """(2, 3, 4, 5) is to be left."""
    return words.zero(4)(2, 3, 4, 5)


@statement("Hardy & Wright", over=NIM)
def put_together(words: NimWords) -> Formula:
    """Two positions to leave make one: of two heaps and of three."""
    both = words.zero(2)(u, v) & words.zero(3)(x, y, z)
    return forall(x, y, z, u, v, both.implies(words.zero(5)(x, y, z, u, v)))
