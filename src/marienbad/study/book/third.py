"""Section 3.4 of the thesis: Wythoff's game with a and b."""

from collections.abc import Iterator

from marienbad.study.book import by_algebra, by_digits, by_recurrence
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.family import is_to_leave
from marienbad.study.book.remainders import Family, positive, positive_remainder, remainder
from marienbad.text.sentences import say

HERE = "book_third"
A, B, R = Choice("a", 2, 1, 5), Choice("b", 3, 1, 5), Choice("r", 1, 0, 4)
MORE_B, POSITIVE = Choice("b", 3, 2, 5), Choice("r", 1, 1, 4)
X, Y = Choice("x", 13, 0, 40), Choice("y", 83, 0, 90)


@entry("definition", "", "3.4.1", A, B, Choice("x", 5, 0, 20), Choice("y", 9, 0, 20))
def game_with_ab(a: int, b: int, x: int, y: int) -> Iterator[Step]:
    """What a move is, and where the play ends."""
    return by_recurrence.rules(f"{HERE}.game_with_ab", a, b, x, y)


@entry("definition", "", "3.4.2", A, B, R, Choice("n", 6, 0, 20), theories=("recurrence",))
def pairs_with_ab(a: int, b: int, r: int, n: int) -> Iterator[Step]:
    """The pairs of each family, one after another."""
    yield from remainder(HERE, r, b)
    yield from by_recurrence.definition(f"{HERE}.pairs_with_ab", Family.of(a, b, r), n)


@entry(
    *("lemma", "8", "3.4.2", A, B, R, Choice("n", 6, 1, 60)),
    decided=("gaps",),
    uses=("pairs_with_ab",),
    theories=("recurrence",),
)
def gaps_with_ab(a: int, b: int, r: int, n: int) -> Iterator[Step]:
    """Smaller members grow by 1 or 2, larger ones by 2 at least."""
    yield from remainder(HERE, r, b)
    yield from by_recurrence.gaps(f"{HERE}.gaps_with_ab", Family.of(a, b, r), n)


@entry(
    *("corollary", "4", "3.4.2", A, B, R, Choice("n", 6, 1, 60)),
    decided=("larger",),
    uses=("pairs_with_ab", "gaps_with_ab"),
)
def larger_with_ab(a: int, b: int, r: int, n: int) -> Iterator[Step]:
    """The larger members of the opposite family are ahead of the smaller ones."""
    yield from remainder(HERE, r, b)
    yield from by_recurrence.larger(f"{HERE}.larger_with_ab", Family.of(a, b, r), n)


@entry(
    *("lemma", "9", "3.4.2", A, B, R, Choice("x", 13, 0, 60)),
    decided=("complementary",),
    refuted=("complementary_from_one",),
    correction=9,
    uses=("upper_complementary", "pairs_with_ab", "gaps_with_ab", "larger_with_ab"),
    theories=("recurrence",),
)
def complementary_with_ab(a: int, b: int, r: int, x: int) -> Iterator[Step]:
    """Every number is in one pair of each class."""
    yield from remainder(HERE, r, b)
    yield from by_recurrence.complementary(f"{HERE}.complementary_with_ab", Family.of(a, b, r), x)


@entry(
    *("theorem", "20", "3.4.2", A, B, X, Y),
    decided=("positions",),
    uses=("two_properties", "game_with_ab", "pairs_with_ab", "complementary_with_ab"),
    theories=("recurrence",),
)
def positions_with_ab(a: int, b: int, x: int, y: int) -> Iterator[Step]:
    """The pairs by recurrence are the positions to leave."""
    return by_recurrence.positions(f"{HERE}.positions_with_ab", a, b, x, y)


@entry(
    *("recipe", "", "3.4.2", A, B, X, Y),
    decided=("recipe_by_recurrence",),
    refuted=("recipe_from_nothing", "recipe_with_wrong_rest", "recipe_one_too_far"),
    correction=12,
    uses=("pairs_with_ab", "positions_with_ab"),
    theories=("recurrence",),
)
def recipe_with_ab(a: int, b: int, x: int, y: int) -> Iterator[Step]:
    """How to move by the table of pairs."""
    left = [by_recurrence.only_left(2, 3, (17, large)) for large in (54, 55)]
    right = (17, 3) in left[0] and left[1] == {(7, 45)} and Family(2, 3, 0).pair(12) == (13, 85)
    return by_recurrence.recipe(f"{HERE}.recipe_with_ab", a, b, x, y, _fails_as_printed(), right)


def _fails_as_printed() -> bool:
    """Whether the three printed lines take what is not there, or nothing, where one could win."""
    two, even = Family(2, 1, 0), Family(1, 2, 1)
    from_nothing = two.k * 1 > 1 and not is_to_leave(two.game, (0, 1))
    r, n = (4 - 1) // two.k, 1  # y − x = 3 = rab + 1: the rest i of the difference is 0
    wrong_rest = (two.a * r + 0 - two.a * n) * two.b == 0 and not is_to_leave(two.game, (1, 4))
    n = even.place(1)[1] + 1
    too_far = (even.a * n + 0 + 1) * even.b == 4 and not is_to_leave(even.game, (1, 2))
    return from_nothing and wrong_rest and too_far


@entry(
    "definition",
    "",
    "3.4.3",
    A,
    B,
    R,
    Choice("n", 6, 0, 20),
    uses=("continued_fraction",),
    theories=("algebra",),
)
def slopes_with_ab(a: int, b: int, r: int, n: int) -> Iterator[Step]:
    """The lines whose integer parts are the pairs."""
    yield from remainder(HERE, r, b)
    yield from by_algebra.slopes(f"{HERE}.slopes_with_ab", Family.of(a, b, r), n)


@entry(
    *("lemma", "10", "3.4.3", A, B, R, Choice("x", 13, 1, 100)),
    decided=("algebra", "complementary"),
    uses=("slopes_with_ab", "fraenkel_conditions"),
    theories=("algebra",),
)
def conditions_with_ab(a: int, b: int, r: int, x: int) -> Iterator[Step]:
    """The integer parts are complementary."""
    yield from remainder(HERE, r, b)
    yield from by_algebra.conditions(f"{HERE}.conditions_with_ab", Family.of(a, b, r), x)


@entry(
    *("theorem", "21", "3.4.3", A, B, R, Choice("n", 11, 1, 60)),
    decided=("algebra",),
    uses=("gaps_with_ab", "positions_with_ab", "slopes_with_ab", "conditions_with_ab"),
    theories=("algebra",),
)
def algebra_with_ab(a: int, b: int, r: int, n: int) -> Iterator[Step]:
    """The integer parts are the positions to leave."""
    yield from remainder(HERE, r, b)
    yield from by_algebra.algebra(f"{HERE}.algebra_with_ab", Family.of(a, b, r), n)


@entry(
    *("proposition", "", "3.4.3", A, B, R, Choice("x", 14, 1, 100)),
    source="marienbad",
    decided=("algebra", "complementary"),
    uses=("slopes_with_ab", "conditions_with_ab", "algebra_with_ab"),
    theories=("algebra",),
)
def place_with_ab(a: int, b: int, r: int, x: int) -> Iterator[Step]:
    """In which pair a number stands."""
    yield from remainder(HERE, r, b)
    yield from by_algebra.place(f"{HERE}.place_with_ab", Family.of(a, b, r), x)


@entry(
    *("lemma", "11", "3.4.4", A, B, Choice("x", 36, 1, 2000)),
    decided=("enumeration", "complementary_digits"),
    uses=("every_second_numerator", "p_numeration", "shifts"),
    refuted=("constant_difference",),
    correction=15,
    theories=("arithmetic",),
)
def zeros_with_ab(a: int, b: int, x: int) -> Iterator[Step]:
    """Numbers that end with an even number of zeros, and their shifts."""
    yield from by_digits.zeros(f"{HERE}.zeros_with_ab", a, b, x)
    yield Step(say(f"{HERE}.zeros_with_ab.5"))


@entry(
    *("definition", "", "3.4.4", A, MORE_B, POSITIVE, Choice("x", 96, 0, 150)),
    decided=("forms_of_large",),
    uses=("zeros_with_ab",),
    theories=("arithmetic",),
)
def forms_with_ab(a: int, b: int, r: int, x: int) -> Iterator[Step]:
    """The forms of the small numbers, and how their partners are written."""
    yield from positive_remainder(HERE, r, b)
    yield from by_digits.forms(f"{HERE}.forms_with_ab", Family(a, b, positive(r, b)), x)
    yield Step(say(f"{HERE}.forms_with_ab.4"))


@entry(
    *("lemma", "12", "3.4.4", A, MORE_B, POSITIVE, Choice("x", 36, 0, 2000)),
    decided=("enumeration", "complementary_digits", "forms_of_large"),
    uses=("zeros_with_ab", "forms_with_ab"),
    theories=("arithmetic",),
)
def digits_with_ab(a: int, b: int, r: int, x: int) -> Iterator[Step]:
    """The forms are complementary, and the partners have the right differences."""
    yield from positive_remainder(HERE, r, b)
    yield from by_digits.members(f"{HERE}.digits_with_ab", Family(a, b, positive(r, b)), x)
    yield Step(say(f"{HERE}.digits_with_ab.7"))


@entry(
    *("theorem", "22", "3.4.4", A, B, R, Choice("n", 11, 1, 60)),
    decided=("arithmetic", "enumeration", "recurrence"),
    uses=("gaps_with_ab", "positions_with_ab", "zeros_with_ab", "digits_with_ab"),
    theories=("arithmetic",),
)
def arithmetic_with_ab(a: int, b: int, r: int, n: int) -> Iterator[Step]:
    """The pairs by their digits are the positions to leave."""
    yield from remainder(HERE, r, b)
    yield from by_digits.arithmetic(f"{HERE}.arithmetic_with_ab", Family.of(a, b, r), n)


@entry(
    *("proposition", "", "3.4.4", A, B, R, Choice("n", 11, 0, 2000)),
    source="marienbad",
    decided=("read_q_word", "read_q_word_of_rest"),
    uses=("q_numeration", "zeros_with_ab", "forms_with_ab", "digits_with_ab", "arithmetic_with_ab"),
    theories=("arithmetic",),
)
def reading_with_ab(a: int, b: int, r: int, n: int) -> Iterator[Step]:
    """From the number of a pair to its digits."""
    yield from remainder(HERE, r, b)
    yield from by_digits.reading(f"{HERE}.reading_with_ab", Family.of(a, b, r), n)


@entry(
    *("recipe", "", "3.4.4", A, B, X, Y),
    source="marienbad",
    decided=("recipe_by_digits", "recipe_by_all_digits"),
    uses=("positions_with_ab", "arithmetic_with_ab", "reading_with_ab"),
    theories=("arithmetic",),
)
def digit_recipe_with_ab(a: int, b: int, x: int, y: int) -> Iterator[Step]:
    """How to move by digits."""
    return by_digits.digit_recipe(f"{HERE}.digit_recipe_with_ab", a, b, x, y)


@entry(
    *("remark", "", "3.1.1, 3.4.1", A, B, Choice("n", 8, 2, 10)),
    uses=("to_leave", "game_with_ab"),
    why="method",
)
def board_with_ab(a: int, b: int, n: int) -> Iterator[Step]:
    """Figure 3's construction on a board, for every a and b."""
    return by_recurrence.board(f"{HERE}.board_with_ab", a, b, n)
