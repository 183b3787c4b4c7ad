"""3.1 to 3.4: recurrence, algebra and digits make the same pairs, the positions to leave."""

from marienbad.prover.logic.formulas import Abbreviation, Formula, Function, Term
from marienbad.prover.logic.quantifiers import every, exists, forall, in_exactly_one, some
from marienbad.prover.logic.statements import ALL, FIRST, MORE, statement
from marienbad.prover.logic.vocabulary import Vocabulary, m, n, u, v, x, y, z


def is_least_unused(a: Function, b: Function) -> Formula:
    """x is the least number that is not among the a(m) and b(m) with m < n."""

    def is_used(number: Term) -> Formula:
        return exists(m, (m < n) & ((number == a(m)) | (number == b(m))))

    return ~is_used(x) & forall(z, (z < x).implies(is_used(z)))


@statement("th. 12, 15, 18, 21", over=ALL)
def recurrence(words: Vocabulary) -> Formula:
    """a_i(n) is the least number that is not among the earlier ones, and a_i(0) = 0."""

    def rule(i: int) -> Formula:
        a, b = words.small(i), words.large(words.opposite(i))
        return (a(n) == x).iff(is_least_unused(a, b))

    return forall(n, x, every(map(rule, range(words.b))))


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

    def rule(i: int) -> Formula:
        return is_integer_part(words, words.small(i)(n), i, words.b * (words.a - 1) if i else 0)

    return forall(n, every(map(rule, range(words.b))))


@statement("th. 13, 17 (3.2.4), 19, 22", over=ALL, kind="definition")
def arithmetic(words: Vocabulary) -> Formula:
    """x is in X_i and y is y_i(x) exactly if they are a pair (a_i(n), b_i(n))."""

    def rule(i: int) -> Formula:
        pair = exists(n, (x == words.small(i)(n)) & (y == words.large(i)(n)))
        return (words.member(i)(x) & (y == words.partner(i)(x))).iff(pair)

    return forall(x, y, every(map(rule, range(words.b))))


@statement("th. 9, 14, 17 (3.3.2), 20", over=ALL)
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


@statement("th. 17 (3.2.4)", over=FIRST, kind="definition")
def shifted_pair(words: Vocabulary) -> Formula:
    """R_p(⌊nβ⌋) is R_p(⌊nα⌋) with a zero appended."""
    return forall(n, words.large()(n) == words.left_shift(words.small()(n)))


@statement("3.3.4, 3.4.4", over=MORE, kind="lemma")
def read_q_word_of_rest(words: Vocabulary) -> Formula:
    """For i > 0 R_q(n) read with the weights p is a_i(n) if it is in X_i and ends low, or one less.

    Low means with a digit that is at most b − i.
    """
    value = words.read(n)

    def rule(i: int) -> Formula:
        a = words.small(i)
        same = words.ends_low(i)(value) & words.member(i)(value)
        return same.implies(a(n) == value) & (~same).implies(a(n) == value + 1)

    return forall(n, every(map(rule, range(1, words.b))))


@statement("lem. 3, 8", over=ALL)
def gaps(words: Vocabulary) -> Formula:
    """a_i grows by 1 or 2, b_i by 2 at least."""

    def rule(i: int) -> Formula:
        small, large = (f(n + 1) - f(n) for f in (words.small(i), words.large(i)))
        return (small >= 1) & (small <= 2) & (large >= 2)

    return forall(n, every(map(rule, range(words.b))))


@statement("cor. 3, 4", over=ALL)
def larger(words: Vocabulary) -> Formula:
    """b_j(n) > a_i(n) for j = εb − i and n ≥ 1."""
    above = (words.large(words.opposite(i))(n) > words.small(i)(n) for i in range(words.b))
    return forall(n, (n >= 1).implies(every(above)))


def complements(words: Vocabulary, i: int, first: int) -> Formula:
    """Every x ≥ 1 − ε is a_i(n) or b_j(n), j = εb − i, for one n ≥ first, and never both."""
    a, b = words.small(i), words.large(words.opposite(i))
    both = in_exactly_one(
        n, lambda n: (n >= first) & (a(n) == x), lambda n: (n >= first) & (b(n) == x)
    )
    return (x >= (0 if i else 1)).implies(both)


@statement("lem. 4, 5, 9, 10", over=ALL)
def complementary(words: Vocabulary) -> Formula:
    """The sequences are complementary from n = 1 − ε on."""
    return forall(x, every(complements(words, i, 0 if i else 1) for i in range(words.b)))


@statement("lem. 4, 9", over=MORE[:2], correction=9, kind="reading")
def complementary_from_one(words: Vocabulary) -> Formula:
    """With the indices n = 1, 2, … alone: they are complementary from n = 1 on, not from 1 − ε."""
    return forall(x, every(complements(words, i, 1) for i in range(words.b)))


def next_member(words: Vocabulary, i: int) -> Formula:
    """x < z are in X_i, and no number between them is."""
    member = words.member(i)
    return member(x) & member(z) & (x < z) & ~exists(y, (x < y) & (y < z) & member(y))


@statement("lem. 6, 7, 11, 12", over=ALL)
def enumeration(words: Vocabulary) -> Formula:
    """From one x in X_i to the next y_i(x) − x grows by k, from i at 0: X_i is a_i(0), a_i(1), …"""

    def rule(i: int) -> Formula:
        partner = words.partner(i)
        grows = next_member(words, i).implies(partner(z) - z == partner(x) - x + words.k)
        return grows & words.member(i)(0) & (partner(0) == i)

    return forall(x, z, every(map(rule, range(words.b))))


@statement("lem. 6, 7, 11, 12", over=ALL)
def complementary_digits(words: Vocabulary) -> Formula:
    """Every x ≥ 1 − ε is in X_i or is y_j of one number in X_j, j = εb − i, and never both."""

    def shared(i: int) -> Formula:
        j, first = words.opposite(i), 0 if i else 1
        return (x >= first).implies(
            in_exactly_one(
                n,
                lambda n: words.member(i)(n) & (x == n),
                lambda n: (n >= first) & words.member(j)(n) & (x == words.partner(j)(n)),
            )
        )

    return forall(x, every(shared(i) for i in range(words.b)))


@statement("lem. 7, 12", over=MORE, kind="line")
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


@statement("1.1", over=MORE[:2], correction=19, kind="reading")
def last_token(words: Vocabulary) -> Formula:
    """Who takes the last token wins, whatever 3.3.1 says: where no move is left, no token is."""
    return forall(x, y, (~exists(u, v, words.moves)).implies((x == 0) & (y == 0)))
