"""Section 3.3 of the thesis: Wythoff's game with b."""

from collections.abc import Iterator

from marienbad.study.book import by_algebra, by_digits, by_recurrence
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.family import is_to_leave
from marienbad.study.book.remainders import Family, positive, positive_remainder, remainder
from marienbad.text.sentences import say

HERE = "book_second"
B, R = Choice("b", 4, 1, 6), Choice("r", 1, 0, 5)
MORE_B, POSITIVE = Choice("b", 4, 2, 6), Choice("r", 1, 1, 5)
X, Y = Choice("x", 14, 0, 40), Choice("y", 47, 0, 60)


@entry("definition", "", "3.3.1", B, Choice("x", 5, 0, 20), Choice("y", 9, 0, 20))
def game_with_b(b: int, x: int, y: int) -> Iterator[Step]:
    """What a move is, and where the play ends."""
    return by_recurrence.rules(f"{HERE}.game_with_b", 1, b, x, y)


@entry("definition", "", "3.3.2", B, R, Choice("n", 6, 0, 20), theories=("recurrence",))
def pairs_with_b(b: int, r: int, n: int) -> Iterator[Step]:
    """The pairs of each family, one after another."""
    yield from remainder(HERE, r, b)
    yield from by_recurrence.definition(f"{HERE}.pairs_with_b", Family.of(1, b, r), n)


@entry(
    *("lemma", "3", "3.3.2", B, R, Choice("n", 6, 1, 60)),
    decided=("gaps",),
    uses=("pairs_with_b",),
    theories=("recurrence",),
)
def gaps_with_b(b: int, r: int, n: int) -> Iterator[Step]:
    """Smaller members grow by 1 or 2, larger ones by 2 at least."""
    yield from remainder(HERE, r, b)
    yield from by_recurrence.gaps(f"{HERE}.gaps_with_b", Family.of(1, b, r), n)


@entry(
    *("corollary", "3", "3.3.2", B, R, Choice("n", 6, 1, 60)),
    decided=("larger",),
    uses=("pairs_with_b", "gaps_with_b"),
)
def larger_with_b(b: int, r: int, n: int) -> Iterator[Step]:
    """The larger members of the opposite family are ahead of the smaller ones."""
    yield from remainder(HERE, r, b)
    yield from by_recurrence.larger(f"{HERE}.larger_with_b", Family.of(1, b, r), n)


@entry(
    *("lemma", "4", "3.3.2", B, R, Choice("x", 14, 0, 60)),
    decided=("complementary",),
    refuted=("complementary_from_one",),
    correction=9,
    uses=("upper_complementary", "pairs_with_b", "gaps_with_b", "larger_with_b"),
    theories=("recurrence",),
)
def complementary_with_b(b: int, r: int, x: int) -> Iterator[Step]:
    """Every number is in one pair of each class."""
    yield from remainder(HERE, r, b)
    yield from by_recurrence.complementary(f"{HERE}.complementary_with_b", Family.of(1, b, r), x)


@entry(
    *("theorem", "17", "3.3.2", B, X, Y),
    decided=("positions",),
    uses=("two_properties", "game_with_b", "pairs_with_b", "complementary_with_b"),
    theories=("recurrence",),
)
def positions_with_b(b: int, x: int, y: int) -> Iterator[Step]:
    """The pairs by recurrence are the positions to leave."""
    return by_recurrence.positions(f"{HERE}.positions_with_b", 1, b, x, y)


@entry(
    *("recipe", "", "3.3.2", B, X, Y),
    decided=("recipe_by_recurrence",),
    refuted=("recipe_without_rest_zero",),
    correction=10,
    uses=("pairs_with_b", "positions_with_b"),
    theories=("recurrence",),
)
def recipe_with_b(b: int, x: int, y: int) -> Iterator[Step]:
    """How to move by the table of pairs."""
    fails = min(filter(_is_called_lost, _small_positions()), key=sum) == (2, 2)
    examples = {(13, 66): (13, 58), (13, 49): (11, 47), (14, 47): (14, 3)}
    right = all(left in by_recurrence.only_left(1, 4, one) for one, left in examples.items())
    return by_recurrence.recipe(f"{HERE}.recipe_with_b", 1, b, x, y, fails, right)


def _small_positions() -> list[tuple[int, int]]:
    return [(x, y) for y in range(6) for x in range(y + 1)]


def _is_called_lost(position: tuple[int, int]) -> bool:
    """Whether the printed recipe calls a position of Wythoff's game lost, and it is not."""
    family = Family(1, 1, 0)
    return family.place(position[0])[0] == "large" and not is_to_leave(family.game, position)


@entry(
    "definition",
    "",
    "3.3.3",
    B,
    R,
    Choice("n", 6, 0, 20),
    uses=("continued_fraction",),
    theories=("algebra",),
)
def slopes_with_b(b: int, r: int, n: int) -> Iterator[Step]:
    """The lines whose integer parts are the pairs."""
    yield from remainder(HERE, r, b)
    yield from by_algebra.slopes(f"{HERE}.slopes_with_b", Family.of(1, b, r), n)


@entry(
    "theorem",
    "",
    "3.3.3",
    B,
    R,
    Choice("z", 14, 1, 100),
    uses=("upper_complementary", "slopes_with_b"),
    why="reals",
)
def fraenkel_conditions(b: int, r: int, z: int) -> Iterator[Step]:
    """When the integer parts on two lines are complementary."""
    yield from remainder(HERE, r, b)
    yield from by_algebra.fraenkel(f"{HERE}.fraenkel_conditions", Family.of(1, b, r), z)


@entry(
    *("lemma", "5", "3.3.3", B, R, Choice("x", 14, 1, 100)),
    decided=("algebra", "complementary"),
    uses=("slopes_with_b", "fraenkel_conditions"),
    theories=("algebra",),
)
def conditions_with_b(b: int, r: int, x: int) -> Iterator[Step]:
    """The integer parts are complementary."""
    yield from remainder(HERE, r, b)
    yield from by_algebra.conditions(f"{HERE}.conditions_with_b", Family.of(1, b, r), x)
    yield Step(say(f"{HERE}.conditions_with_b.7"))


@entry(
    *("theorem", "18", "3.3.3", B, R, Choice("n", 11, 1, 60)),
    decided=("algebra",),
    refuted=("from_one_to_k",),
    correction=11,
    uses=("gaps_with_b", "positions_with_b", "slopes_with_b", "conditions_with_b"),
    theories=("algebra",),
)
def algebra_with_b(b: int, r: int, n: int) -> Iterator[Step]:
    """The integer parts are the positions to leave."""
    yield from remainder(HERE, r, b)
    yield from by_algebra.algebra(f"{HERE}.algebra_with_b", Family.of(1, b, r), n)
    first = by_algebra.Lines(Family(1, b, 0))
    missing = (0, 0) not in {(first.small(m), first.large(m)) for m in range(1, n + 1)}
    yield Step(say(f"{HERE}.algebra_with_b.5"), holds=missing)


@entry(
    *("proposition", "", "3.3.3", B, R, Choice("x", 14, 1, 100)),
    source="marienbad",
    decided=("algebra", "complementary"),
    uses=("slopes_with_b", "conditions_with_b", "algebra_with_b"),
    theories=("algebra",),
)
def place_with_b(b: int, r: int, x: int) -> Iterator[Step]:
    """In which pair a number stands."""
    yield from remainder(HERE, r, b)
    yield from by_algebra.place(f"{HERE}.place_with_b", Family.of(1, b, r), x)


@entry(
    *("lemma", "6", "3.3.4", B, Choice("x", 36, 1, 2000)),
    decided=("enumeration", "complementary_digits"),
    uses=("every_second_numerator", "p_numeration", "shifts"),
    theories=("arithmetic",),
)
def zeros_with_b(b: int, x: int) -> Iterator[Step]:
    """Numbers that end with an even number of zeros, and their shifts."""
    yield from by_digits.zeros(f"{HERE}.zeros_with_b", 1, b, x)
    yield Step(say(f"{HERE}.zeros_with_b.5"))


@entry(
    *("definition", "", "3.3.4", MORE_B, POSITIVE, Choice("x", 72, 0, 150)),
    decided=("forms_of_large",),
    uses=("zeros_with_b",),
    theories=("arithmetic",),
)
def forms_with_b(b: int, r: int, x: int) -> Iterator[Step]:
    """The forms of the small numbers, and how their partners are written."""
    yield from positive_remainder(HERE, r, b)
    yield from by_digits.forms(f"{HERE}.forms_with_b", Family(1, b, positive(r, b)), x)


@entry(
    *("lemma", "7", "3.3.4", MORE_B, POSITIVE, Choice("x", 36, 0, 2000)),
    decided=("enumeration", "complementary_digits", "forms_of_large"),
    uses=("zeros_with_b", "forms_with_b"),
    theories=("arithmetic",),
)
def digits_with_b(b: int, r: int, x: int) -> Iterator[Step]:
    """The forms are complementary, and the partners have the right differences."""
    yield from positive_remainder(HERE, r, b)
    yield from by_digits.members(f"{HERE}.digits_with_b", Family(1, b, positive(r, b)), x)
    yield Step(say(f"{HERE}.digits_with_b.7"))


@entry(
    *("theorem", "19", "3.3.4", B, R, Choice("n", 11, 1, 60)),
    decided=("arithmetic", "enumeration", "recurrence"),
    uses=("gaps_with_b", "positions_with_b", "zeros_with_b", "digits_with_b"),
    theories=("arithmetic",),
)
def arithmetic_with_b(b: int, r: int, n: int) -> Iterator[Step]:
    """The pairs by their digits are the positions to leave."""
    yield from remainder(HERE, r, b)
    yield from by_digits.arithmetic(f"{HERE}.arithmetic_with_b", Family.of(1, b, r), n)


@entry(
    *("proposition", "", "3.3.4", B, R, Choice("n", 11, 0, 2000)),
    source="marienbad",
    decided=("read_q_word", "read_q_word_of_rest"),
    uses=("q_numeration", "zeros_with_b", "forms_with_b", "digits_with_b", "arithmetic_with_b"),
    theories=("arithmetic",),
)
def reading_with_b(b: int, r: int, n: int) -> Iterator[Step]:
    """From the number of a pair to its digits."""
    yield from remainder(HERE, r, b)
    yield from by_digits.reading(f"{HERE}.reading_with_b", Family.of(1, b, r), n)


@entry(
    *("recipe", "", "3.3.4", B, X, Y),
    source="marienbad",
    decided=("recipe_by_digits", "recipe_by_all_digits"),
    uses=("positions_with_b", "arithmetic_with_b", "reading_with_b"),
    theories=("arithmetic",),
)
def digit_recipe_with_b(b: int, x: int, y: int) -> Iterator[Step]:
    """How to move by digits."""
    return by_digits.digit_recipe(f"{HERE}.digit_recipe_with_b", 1, b, x, y)
