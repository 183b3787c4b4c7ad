"""The worked examples on Wythoff's family."""

import pytest

from marienbad.analysis import game
from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.surds import Surd
from marienbad.registry import theories_of
from marienbad.solver.reference import Search
from marienbad.theories.wythoff.common import PairTheory
from tests.theories.examples.support import assert_to_be_left, assert_winning_moves, numbers

FIGURE_3 = """
P . . . . . . P
P . . . . . P .
P . . . . P . .
P . . . P . . .
P . . P . . . .
P G P . . . . .
P P G . . . . .
G P P P P P P P
"""

FIGURE_4 = """
P P P P G P P P
P P P P P P P P
P P P G P P P P
P P P P P P P G
P P P P P G P P
P G P P P P P P
P P G P P P P P
G P P P P P P P
"""


@pytest.mark.parametrize("figure", [FIGURE_3, FIGURE_4])
def test_thesis_figures_3_and_4(figure: str) -> None:
    """The sources' G (gagnante) is our P, a position to leave, and their P (perdante) our N."""
    rows = [line.split() for line in figure.split("\n") if line]
    for y, row in enumerate(reversed(rows)):
        for x, letter in enumerate(row):
            if letter != ".":
                outcome = game("wythoff").analyse((x, y)).outcome
                assert outcome == {"G": "P", "P": "N"}[letter], (x, y)


TABLE_XV = numbers(
    "0 0 1 2 3 5 4 7 6 10 8 13 9 15 11 18 12 20 14 23 16 26 17 28 19 31 21 34 22 36 24 39 25 41 "
    "27 44 29 47 30 49 32 52 33 54 35 57 37 60 38 62 40 65 42 68 43 70 45 73 46 75 48 78 50 81 "
    "51 83 53 86 55 89 56 91 58 94 59 96 61 99 63 102"
)
TABLE_XVII = numbers(
    "0 0 1 3 2 6 4 10 5 13 7 17 8 20 9 23 11 27 12 30 14 34 15 37 16 40 18 44 19 47 21 51 22 54 "
    "24 58 25 61 26 64 28 68 29 71 31 75 32 78 33 81 35 85 36 88 38 92 39 95 41 99"
)
TABLE_XIX = [
    numbers("0 0 1 5 2 10 3 15 4 20 6 26 7 31 8 36 9 41 11 47 12 52 13 57 14 62"),
    numbers("0 1 1 6 2 11 4 17 5 22 6 27 7 32 8 37 10 43 11 48 12 53 13 58 15 64"),
    numbers("0 2 1 7 3 13 4 18 5 23 6 28 8 34 9 39 10 44 11 49 12 54 14 60 15 65"),
    numbers("0 3 2 9 3 14 4 19 5 24 7 30 8 35 9 40 10 45 12 51 13 56 14 61 15 66"),
]
TABLE_XX = [
    numbers(
        "0 0 1 7 2 14 3 21 4 28 5 35 6 42 8 50 9 57 10 64 11 71 12 78 13 85 15 93 16 100 17 107"
    ),
    numbers(
        "0 1 1 8 3 16 4 23 5 30 6 37 7 44 8 51 9 58 11 66 12 73 13 80 14 87 15 94 16 101 18 109"
    ),
    numbers(
        "0 2 2 10 3 17 4 24 5 31 6 38 7 45 9 53 10 60 11 67 12 74 13 81 14 88 15 95 17 103 18 110"
    ),
]
TABLE_XXI = numbers("2 2 0 1 3 5 4 7 6 10 8 13 9 15 11 18 12 20 14 23 16 26")
TABLE_XXII = numbers("0 1 2 5 3 8 4 11 6 15 7 18 9 22 10 25 12 29 13 32 14 35")


@pytest.mark.parametrize(
    ("name", "residue", "table"),
    [
        pytest.param("wythoff", 0, TABLE_XV, id="XV"),
        pytest.param("wythoff:a=2", 0, TABLE_XVII, id="XVII"),
        *(pytest.param("wythoff:b=4", i, TABLE_XIX[i], id=f"XIX-{i}") for i in range(4)),
        *(pytest.param("wythoff:a=2,b=3", i, TABLE_XX[i], id=f"XX-{i}") for i in range(3)),
        pytest.param("wythoff:misere", 0, TABLE_XXI, id="XXI"),
        pytest.param("wythoff:a=2,misere", 1, TABLE_XXII, id="XXII"),
    ],
)
def test_thesis_tables_of_pairs(name: str, residue: int, table: list[int]) -> None:
    pairs = list(zip(table[::2], table[1::2], strict=True))
    for theory in list(theories_of(define(name)).values())[:3]:
        assert isinstance(theory, PairTheory)
        for rank, position in enumerate(pairs):
            assert theory.solve(position).is_p
            pair = theory.pairs(position).pair(position[1] - position[0])
            assert pair == (residue, rank, *position)


EXAMPLES: list[tuple[str, Position, tuple[Position, ...]]] = [
    # 3.1.2, 3.1.3 (erratum 23: to ([16τ], [16τ²])) and 3.1.4 (erratum 24)
    ("wythoff", (27, 46), ((27, 44),)),
    ("wythoff", (27, 43), ((25, 41),)),
    ("wythoff", (36, 43), ((36, 22), (11, 18))),
    # 3.2.2, 3.2.3, 3.2.4 (erratum 26)
    ("wythoff:a=2", (26, 66), ((26, 64),)),
    ("wythoff:a=2", (26, 49), ((16, 40), (15, 37))),
    ("wythoff:a=2", (27, 66), ((27, 11), (26, 64))),
    # 3.3.2 (erratum 27: 49 < b₀,₁₁ = 57)
    ("wythoff:b=4", (13, 66), ((13, 58),)),
    ("wythoff:b=4", (13, 49), ((11, 47),)),
    ("wythoff:b=4", (14, 47), ((14, 3), (10, 43))),
    # 3.4.2 (erratum 28: 82 < b₀,₁₂ = 85; erratum 29: the third example is (17, 54))
    ("wythoff:a=2,b=3", (13, 83), ((13, 80),)),
    ("wythoff:a=2,b=3", (13, 82), ((12, 78),)),
    ("wythoff:a=2,b=3", (17, 54), ((17, 3), (7, 44))),
    ("wythoff:a=2,b=3", (17, 55), ((7, 45),)),
    # 4.1.2
    ("wythoff:a=2,misere", (9, 27), ((9, 22),)),
    ("wythoff:a=2,misere", (9, 13), ((3, 8), (2, 5))),
]
CORRECTED_RECIPES: list[tuple[str, Position, tuple[Position, ...]]] = [
    # erratum 6: only an x that ends with an even number of zeros is followed by its partner
    ("wythoff", (2, 3), ((2, 1), (1, 2))),
    # erratum 7: m = [(y − x)/a]
    ("wythoff", (3, 4), ((1, 2),)),
    ("wythoff:a=2", (2, 5), ((1, 3),)),
    ("wythoff:a=3", (1, 3), ((0, 0),)),
    # erratum 8: one less where R_q(m) ends with an odd number of zeros
    ("wythoff:a=2", (4, 8), ((2, 6),)),
    ("wythoff:a=3", (5, 14), ((3, 12),)),
    ("wythoff:a=4", (6, 22), ((4, 20),)),
    ("wythoff:a=5", (7, 32), ((5, 30),)),
    ("wythoff:a=6", (8, 44), ((6, 42),)),
    # erratum 10: b_{k,n−1} stands for b_{0,n}
    ("wythoff", (2, 2), ((2, 1), (1, 2), (0, 0))),
    # erratum 12: all of y but i is taken
    ("wythoff:a=2", (0, 3), ((0, 0),)),
    # erratum 13: r = r′a + i′
    ("wythoff:a=2", (1, 4), ((1, 3),)),
    # erratum 14: x = b_{εb−i,n}
    ("wythoff:b=2", (1, 2), ((1, 0), (0, 1))),
    # erratum 17: the even number of ones after c is not 0
    ("wythoff:a=3,misere", (2, 2), ((1, 0), (0, 1))),
    # erratum 18: the rule for a = 1 is not similar
    ("wythoff:misere", (2, 4), ((2, 2),)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "position", "targets"), EXAMPLES + CORRECTED_RECIPES)
def test_thesis_examples(name: str, position: Position, targets: tuple[Position, ...]) -> None:
    moves = [tuple(h - t for h, t in zip(position, left, strict=True)) for left in targets]
    assert_winning_moves(name, position, *moves)
    for left in targets:
        assert_to_be_left(name, left)


def test_the_judge_of_the_examples() -> None:
    search = Search(define("wythoff:a=2,b=3"))
    assert search.winning_moves((17, 55)) == ((10, 10),)
    assert search.winning_moves((17, 54)) == ((0, 51), (10, 10))


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("wythoff", (0, 0)),  # errata 5 and 11
        ("wythoff:a=2", (0, 0)),
        ("wythoff:b=4", (0, 0)),
        ("wythoff:b=2", (0, 1)),  # errata 9 and 19
        ("wythoff:a=2,b=3", (2, 14)),  # erratum 15: y₂ = x₂ + 2ab
        ("wythoff:misere", (2, 2)),  # errata 18 and 43
        ("wythoff:misere", (0, 1)),
        ("wythoff:a=3,misere", (0, 1)),
    ],
)
def test_thesis_positions_to_leave(name: str, position: Position) -> None:
    assert_to_be_left(name, position)


def test_thesis_4_1_2_finished_position() -> None:
    for name in ("wythoff:misere", "wythoff:a=2,misere"):
        for theory in game(name).theories:
            analysis = game(name).analyse((0, 0), theory)
            assert (analysis.outcome, analysis.winning_moves) == ("N", ())


def test_thesis_decimals() -> None:
    golden, silver = Surd(1, 1, 2, 5), ContinuedFraction((2,)).alpha

    def rounded(number: Surd, places: int) -> int:
        return (number.scaled(places + 1) + 5) // 10

    assert rounded((golden + 1).reciprocal(), 6) == 381966
    assert rounded(golden.times(27), 6) == 43686918
    assert rounded(golden.times(36), 6) == 58249224
    assert rounded(silver, 7) == 14142136
    assert rounded(silver + 2, 7) == 34142136
    assert (golden.times(16).floor(), (golden + 1).times(16).floor()) == (25, 41)
    assert (silver.times(11).floor(), (silver + 2).times(11).floor()) == (15, 37)
    assert (silver.times(8).floor(), (silver + 2).times(8).floor()) == (11, 27)
    assert (silver.times(19).floor(), (silver + 2).times(19).floor()) == (26, 64)
