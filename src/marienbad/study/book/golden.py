"""Section 3.1.3 of the thesis: Wythoff's game by the golden ratio."""

from collections.abc import Iterator
from typing import Any

from marienbad.numeration.surds import Surd
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.family import Pair, is_to_leave, played, wythoff
from marienbad.study.book.golden_pairs import X, Y, large, pairs, small
from marienbad.study.book.numbers import GOLDEN
from marienbad.study.book.remainders import least_missing
from marienbad.study.book.steps import decimals, equation, step
from marienbad.text.mathematics import Floor, Fraction, FractionalPart, Number, Power, Symbol
from marienbad.text.relations import Relation, RelationSign
from marienbad.text.sentences import Equation

TAU = Symbol("τ")
SQUARE = Power(TAU, 2)
EDGE = Fraction(1, SQUARE)


def floor_of(n: int) -> int:
    """⌊nτ⌋, exactly."""
    return int(GOLDEN.times(n).floor())


def pair_of(n: int) -> Pair:
    """(⌊nτ⌋, ⌊nτ²⌋)."""
    return floor_of(n), floor_of(n) + n


def part_of(n: int) -> Surd:
    """What nτ has above its integer part."""
    return GOLDEN.times(n) - floor_of(n)


def has_small_part(x: int) -> bool:
    """{xτ} < 1/τ², by integers: (x + 1)τ < ⌊xτ⌋ + 2."""
    return GOLDEN.times(x + 1) < floor_of(x) + 2


@entry(
    "definition", "", "3.1.3", Choice("n", 17, 1, 10**9),
    uses=("integer_part",), theories=("algebra",),
)  # fmt: skip
def golden_ratio(n: int) -> Iterator[Step]:
    """τ = (1 + √5)/2, and τ² = τ + 1."""
    square = GOLDEN * GOLDEN
    inverse, inverse_square = GOLDEN.reciprocal(), square.reciprocal()
    yield step(
        "book_golden.golden_ratio.1",
        equation(SQUARE, TAU + 1),
        equation(Fraction(1, TAU), TAU - 1, decimals(inverse)),
        equation(EDGE, 2 - TAU, decimals(inverse_square)),
        holds=square == GOLDEN + 1
        and inverse == GOLDEN - 1
        and inverse_square == -GOLDEN + 2
        and inverse + inverse_square == Surd(1, 0, 1, 5),
    )
    yield step(
        "book_golden.golden_ratio.2",
        equation(Floor(n * TAU), Floor(decimals(GOLDEN.times(n))), floor_of(n)),
        equation(Floor(n * SQUARE), Floor(decimals(square.times(n))), floor_of(n) + n),
        holds=square.times(n).floor() == floor_of(n) + n,
        n=n,
    )


@entry(
    "theorem",
    "12",
    "3.1.3",
    Choice("n", 17, 1, 2000),
    decided=("recurrence", "algebra"),
    uses=("golden_ratio", "beatty_sequences", "wythoff_sequences"),
    theories=("algebra",),
)
def wythoff_by_algebra(n: int) -> Iterator[Step]:
    """a(n) = ⌊nτ⌋ and b(n) = ⌊nτ²⌋."""
    yield step(
        "book_golden.wythoff_by_algebra.1", holds=floor_of(n) + n == (GOLDEN + 1).times(n).floor()
    )
    yield step("book_golden.wythoff_by_algebra.2", holds=floor_of(n) > floor_of(n - 1))
    least = least_missing({number for i in range(n) for number in pair_of(i)})
    yield step(
        "book_golden.wythoff_by_algebra.3",
        holds=least == floor_of(n),
        n=n,
        least=least,
    )
    yield step(
        "book_golden.wythoff_by_algebra.4",
        equation(Floor(n * TAU), small(n)),
        equation(Floor(n * SQUARE), large(n)),
        holds=pair_of(n) == (small(n), large(n)),
        n=n,
    )


@entry(
    "remark",
    "",
    "3.1.3",
    Choice("x", 27, 0, 10**9),
    why="irrationals",
    uses=("golden_ratio", "integer_part"),
    theories=("algebra",),
)
def never_on_the_edge(x: int) -> Iterator[Step]:
    """{xτ} is never 1/τ², and integers tell on which side it lies."""
    part, whole = FractionalPart(x * TAU), floor_of(x)
    yield step(
        "book_golden.never_on_the_edge.1",
        holds=GOLDEN.times(x + 1) != Surd(whole + 2, 0, 1, 5),
        part=FractionalPart("x" * TAU),
        edge=EDGE,
    )
    is_small = has_small_part(x)
    sign: RelationSign = "<" if is_small else ">"
    edge = (GOLDEN + 1).reciprocal()
    yield step(
        "book_golden.never_on_the_edge.2",
        Equation(Relation(sign, Number(x + 1) * TAU, Number(whole) + 2)),
        Equation(Relation(sign, part, EDGE)),
        holds=is_small == (part_of(x) < edge),
        part=FractionalPart("x" * TAU),
        edge=EDGE,
        value=decimals(part_of(x)),
        limit=decimals(edge),
        x=x,
    )


@entry(
    "recipe",
    "(i)–(iv)",
    "3.1.3",
    X,
    Y,
    correction=36,
    decided=("golden_recipe", "golden_pair"),
    refuted=("step_of_algebra",),
    uses=("wythoff_by_algebra", "never_on_the_edge", "wythoff_by_recurrence"),
    theories=("algebra",),
)
def golden_recipe(x: int, y: int) -> Iterator[Step]:
    """How to play with τ alone."""
    x, y = min(x, y), max(x, y)
    game, whole = wythoff(1), floor_of(x)
    words: dict[str, Any] = {"part": FractionalPart("x" * TAU), "edge": EDGE, "square": SQUARE}
    yield step("book_golden.golden_recipe.1", **words)
    yield step(
        "book_golden.golden_recipe.2",
        holds=not has_small_part(x) or pair_of(2 * x - whole) == (whole - x, x),
        **words,
    )
    yield step(
        "book_golden.golden_recipe.3",
        holds=has_small_part(x) or pair_of(whole + 1 - x) == (x, whole + 1),
        **words,
    )
    yield step(
        "book_golden.golden_recipe.4", holds=has_small_part(x) or y > whole or floor_of(y - x) < x
    )
    case, left = goal(x, y)
    yield step(
        f"book_golden.golden_recipe.5_{case}",
        holds=is_to_leave(game, left),
        x=x,
        y=y,
        whole=whole,
        left=left,
        difference=y - x,
        here=FractionalPart(x * TAU),
        value=decimals(part_of(x)),
        edge=EDGE,
    )
    yield from played(game, (x, y), left)
    yield from _as_printed()


def _as_printed() -> Iterator[Step]:
    """Where the lines of the thesis fail, whatever the position."""
    yield step(
        "book_golden.golden_recipe.6",
        equation(Floor(3 * TAU) + 1, floor_of(3) + 1),
        equation(Floor(3 * SQUARE), floor_of(3) + 3),
        holds=floor_of(3) + 1 != floor_of(3) + 3 and pairs(3)[2] == (3, floor_of(3) + 1),
    )
    yield step(
        "book_golden.golden_recipe.7",
        holds=(floor_of(27), floor_of(16)) == (43, 25) and pairs(16)[16] == (25, 41),
    )


def goal(x: int, y: int) -> tuple[str, Pair]:
    """Which of the four rules applies to a position x ≤ y, and where it leads."""
    whole = floor_of(x)
    if (x, y) == (0, 0) or (not has_small_part(x) and y == whole + 1):
        return "pair", (x, y)
    if has_small_part(x):
        return "large", (x, whole - x)
    if y > whole + 1:
        return "above", (x, whole + 1)
    return "below", pair_of(y - x)
