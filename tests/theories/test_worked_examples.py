"""Every worked example and table of the five sources, put right where the sources err.

The number of an erratum is its number in the list of corrections. Sources: 000 Pantaloni,
001 Deslongchamps (the thesis), 002 Marienbad 1-3-5-7, 003 Hardy and Wright, 004 a program in C.
"""

from itertools import product

import pytest

from marienbad.analysis import game
from marienbad.games.catalogue import define
from marienbad.heaps import Move, Position, leave
from marienbad.numeration.bases import digits, packets, value
from marienbad.numeration.continued_fraction import (
    FIBONACCI,
    ContinuedFraction,
    Representation,
    zeckendorf,
)
from marienbad.numeration.surds import Surd
from marienbad.registry import theories_of
from marienbad.solver.reference import Search
from marienbad.theories.nim.bases import minimal_zero_sets, part_column
from marienbad.theories.nim.binary import column_sums, nim_sum
from marienbad.theories.nim.packets import broken_packets, created_packets
from marienbad.theories.wythoff.common import PairTheory


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def assert_winning_moves(name: str, position: Position, *moves: Move) -> None:
    """The moves win and no others do, in every theory and by the search."""
    for theory in game(name).theories:
        assert game(name).analyse(position, theory).winning_moves == moves, theory
        assert game(name).analyse(position, theory).outcome == "N"


def assert_to_be_left(name: str, position: Position) -> None:
    for theory in game(name).theories:
        analysis = game(name).analyse(position, theory)
        assert (analysis.outcome, analysis.winning_moves) == ("P", ()), (theory, position)


# ---- Nim and Marienbad ---------------------------------------------------------------------------


def test_000_decomposition() -> None:
    assert digits(13, 2) == (1, 1, 0, 1)
    assert packets(13) == (8, 4, 1)


def test_000_game() -> None:
    """The first player takes the row of four and can answer all six replies, two by two alike."""
    assert (0, 0, 0, 4) in game("marienbad").analyse((1, 2, 3, 4)).winning_moves
    assert column_sums((1, 2, 3)) == (2, 2)
    assert_to_be_left("marienbad", (1, 2, 3))
    answers = {
        (0, 2, 3): (2, 2),
        (1, 2, 2): (2, 2),
        (1, 1, 3): (1, 1, 1),
        (1, 2, 1): (1, 1, 1),
        (1, 0, 3): (1,),
        (1, 2, 0): (1,),
        (1, 2): (1,),
        (0, 2): (1,),
    }
    replies = {leave((1, 2, 3), move) for move in game("marienbad").moves((1, 2, 3))}
    assert replies == set(list(answers)[:6])
    for position, answer in answers.items():
        left = {
            tuple(sorted(heap for heap in leave(position, move) if heap))
            for move in game("marienbad").analyse(position).winning_moves
        }
        assert left == {answer}
        assert_to_be_left("marienbad", answer)


def test_000_even_configurations() -> None:
    # erratum 1: (CP1) also asks for a row of more than one match
    assert_winning_moves("marienbad", (1, 1), (0, 1), (1, 0))
    assert game("marienbad").analyse(()).outcome == "N"
    assert_to_be_left("marienbad", (1, 1, 1))
    assert_to_be_left("marienbad", (2, 2))


def test_000_row_of_90() -> None:
    # erratum 30: the second + stands over the 1 of weight 2, that is 𝓘⁺ = {1, 4}
    unpaired = 2**1 + 2**4 + 2**2
    assert digits(90, 2) == (1, 0, 1, 1, 0, 1, 0)
    assert packets(broken_packets(90, unpaired)) == (2**4, 2**1)
    assert packets(created_packets(90, unpaired)) == (2**2,)
    assert digits(76, 2) == (1, 0, 0, 1, 1, 0, 0)
    assert (90 - 76, 0, 0) in game("nim").analyse((90, 90, unpaired), "packets").winning_moves


def test_002_start() -> None:
    assert column_sums((1, 3, 5, 7)) == (2, 2, 4)
    assert_to_be_left("nim", (1, 3, 5, 7))
    assert_to_be_left("marienbad", (1, 3, 5, 7))


def test_002_mirrors() -> None:
    assert_to_be_left("nim", (4, 4))
    assert_winning_moves("nim", (2, 4), (0, 2))
    assert_to_be_left("nim", (2, 2))
    for size in range(1, 8):
        assert game("nim").analyse((size,)).outcome == "N"


def test_002_packets_of_7() -> None:
    # erratum 31: 7 is the sum of 2^p₀, 2^p₁, 2^p₂ although n₃ = 0, and p₁ = 1
    assert packets(7) == (2**2, 2**1, 2**0)


def test_002_figures_4_and_5() -> None:
    """A packet of 4 is broken and one of 2 created; the answer depends on the row it is made in."""
    position = (1, 3, 3, 7)
    unpaired = nim_sum(*position)
    assert packets(unpaired) == (4, 2)
    assert broken_packets(7, unpaired) == 4 + 2
    assert_winning_moves("nim", position, (0, 0, 0, 6))
    # the four ways to break a packet of 4: −4, −4 + 1, −4 + 2, −4 + 1 + 2
    for left in range(4):
        unpaired = 4 ^ left
        assert broken_packets(4, unpaired) == 4
        assert created_packets(4, unpaired) == left
        assert_winning_moves("nim", (4, left), (4 - left, 0))


def test_003_tables() -> None:
    assert column_sums((2, 2)) == (2, 0)
    assert column_sums((1, 2, 3)) == (2, 2)
    assert column_sums((2, 3, 6, 7)) == (2, 4, 2)
    assert nim_sum(1, 3, 4)
    for position in ((2, 2), (1, 2, 3)):
        assert_to_be_left("nim", position)
        assert_to_be_left("marienbad", position)
    assert_to_be_left("nim", (2, 3, 6, 7))


@pytest.mark.parametrize("count", range(6))
def test_003_rows_of_one_match(count: int) -> None:
    assert (game("nim").analyse((1,) * count).outcome == "P") is (count % 2 == 0)


def test_003_changed_row() -> None:
    row, odd = value((0, 1, 1, 1, 0, 1), 2), value((0, 0, 1, 0, 1, 0), 2)
    assert nim_sum(row, odd) == value((0, 1, 0, 1, 1, 1), 2) < row


def test_003_footnote() -> None:
    assert_winning_moves("nim", (1, 3, 9, 27), (0, 0, 0, 16))
    moves = ((0, 0, 0, 0, 2), (0, 0, 2, 0, 0), (2, 0, 0, 0, 0))
    assert_winning_moves("nim", (3, 5, 7, 8, 11), *moves)


def test_004_tables() -> None:
    position = (3, 5, 6, 7)
    assert nim_sum(*position) == value((1, 1, 1), 2)
    assert (0, 4 - 2 + 1, 0, 0) in game("nim").analyse(position).winning_moves
    # erratum 32: heap 1 of the second table is 2 = 010
    assert digits(2, 2) == (1, 0)
    assert_to_be_left("nim", (3, 2, 6, 7))
    assert_to_be_left("nim", (2, 3, 6, 7))


def test_004_start_of_the_program() -> None:
    # erratum 47: the start of the program has nim-sum 0, so that the machine begins by 12 → 11
    assert nim_sum(1, 3, 6, 8, 12) == 0
    assert nim_sum(1, 3, 6, 8, 11) != 0


def test_thesis_2_1_1_observations() -> None:
    assert_winning_moves("nim", (9,), (9,))
    assert_to_be_left("nim", (9, 9))
    assert_winning_moves("nim", (5, 9), (0, 4))
    assert (0, 0, 3) in game("nim").analyse((9, 9, 3)).winning_moves


TABLE_I = """
0 1 2 3 4 5 6 7 8 9
1 0 3 2 5 4 7 6 9 8
2 3 0 1 6 7 4 5 10 11
3 2 1 0 7 6 5 4 11 10
4 5 6 7 0 1 2 3 12 13
5 4 7 6 1 0 3 2 13 12
6 7 4 5 2 3 0 1 14 15
7 6 5 4 3 2 1 0 15 14
8 9 10 11 12 13 14 15 0 1
9 8 11 10 13 12 15 14 1 0
"""


def test_thesis_tables_i_and_ii() -> None:
    table = numbers(TABLE_I)
    assert [nim_sum(row, column) for row in range(10) for column in range(10)] == table
    # property (c): each entry is the least number that is neither left of it nor above it
    for row, column in product(range(10), repeat=2):
        before = {nim_sum(p, column) for p in range(row)} | {nim_sum(row, q) for q in range(column)}
        assert table[10 * row + column] == min(set(range(20)) - before)


def test_thesis_tables_iii_and_iv() -> None:
    # erratum 21: these are three heaps
    assert digits(nim_sum(43, 27, 12), 2) == (1, 1, 1, 1, 0, 0)
    assert_winning_moves("nim", (43, 27, 12), (2**5 - 2**4 + 2**3 - 2**2, 0, 0))
    assert nim_sum(23, 27) == 12
    assert_to_be_left("nim", (23, 27, 12))


def test_thesis_tables_v_and_vi() -> None:
    assert digits(nim_sum(43, 27, 12, 9, 5), 2) == (1, 1, 0, 0, 0, 0)
    assert nim_sum(27, 27, 12, 9, 5) == 0
    for theory in game("nim").theories[:-1]:
        analysis = game("nim").analyse((43, 27, 12, 9, 5), theory)
        assert analysis.winning_moves == ((2**5 - 2**4, 0, 0, 0, 0),)
        assert game("nim").analyse((27, 27, 12, 9, 5), theory).outcome == "P"


def test_thesis_tables_vii_and_x() -> None:
    for base, width in ((4, 2), (8, 3)):
        for digit in range(base):
            bits = digits(digit, 2)
            padded = (0,) * (width - len(bits)) + bits
            assert digits(base + digit, 2) == (1, *padded)


def test_thesis_tables_viii_and_ix() -> None:
    # erratum 20: 27 = 123 in base 4, and the position to leave is (27, 27, 12, 9, 5)
    assert digits(43, 4) == (2, 2, 3)
    assert digits(27, 4) == (1, 2, 3)
    assert part_column((2, 1, 0, 0, 0), 4)[1] == (1, 2)
    columns = list(zip((1, 2, 3), (1, 2, 3), (0, 3, 0), (0, 2, 1), (0, 1, 1), strict=True))
    partitions = [part_column(column, 4) for column in columns]
    assert [rest for _, rest in partitions] == [()] * 3
    assert [sorted(sets) for sets, _ in partitions] == [
        [(0,), (0,), (0,), (1, 1)],
        [(1, 2, 3), (2, 2)],
        [(0,), (1, 1), (3, 3)],
    ]
    assert nim_sum(26, 27, 12, 9, 5) == 1


def test_thesis_2_1_5_minimal_sets() -> None:
    assert set(minimal_zero_sets(4)) == {(0,), (1, 1), (2, 2), (3, 3), (1, 2, 3)}
    more = "123 145 167 246 257 347 356 1247 1256 1346 1357 2345 2367 4567"
    of_different = {tuple(map(int, word)) for word in more.split()}
    pairs = {(digit, digit) for digit in range(1, 8)}
    assert set(minimal_zero_sets(8)) == {(0,)} | pairs | of_different


@pytest.mark.parametrize("theory", ["base4", "base8", "base16"])
def test_thesis_2_1_5_units_count(theory: str) -> None:
    # erratum 2: the column of the units counts
    assert game("nim").analyse((1,), theory).winning_moves == ((1,),)


# ---- Representations -----------------------------------------------------------------------------

SILVER = ContinuedFraction((2,))


def test_thesis_table_xi() -> None:
    rows = SILVER.convergents(9)
    assert [p for _, p, _ in rows] == numbers("1 1 3 7 17 41 99 239 577")
    assert [q for _, _, q in rows] == numbers("0 1 2 5 12 29 70 169 408")


def test_thesis_table_xii() -> None:
    forty, fifty = SILVER.p_representation(40), SILVER.p_representation(50)
    assert tuple(forty) == (2, 0, 2, 0)
    assert SILVER.p_value(forty.left_shift()) == 96
    assert SILVER.p_value(forty.right_shift()) == 16
    assert tuple(fifty) == (1, 0, 1, 0, 2)
    assert SILVER.p_value(fifty.left_shift()) == 122
    forty, fifty = SILVER.q_representation(40), SILVER.q_representation(50)
    assert tuple(forty) == (1, 0, 2, 0, 1)
    assert SILVER.q_value(forty.left_shift()) == 96
    assert tuple(fifty) == (1, 1, 1, 2, 0)
    assert SILVER.q_value(fifty.left_shift()) == 121


def test_thesis_after_table_xii() -> None:
    # erratum 22: (1, 0, 1, 0, 2, 0) represents 122
    assert tuple(SILVER.p_representation(122)) == (1, 0, 1, 0, 2, 0)
    assert tuple(SILVER.p_representation(121)) == (1, 0, 1, 0, 1, 2)


def test_thesis_theorems_5_and_8() -> None:
    # erratum 3: the last q-digit is below a₁, so that 2 = 1·q₁ and not 2·q₀
    assert tuple(SILVER.q_representation(2)) == (1, 0)
    # erratum 4: Fibonacci representations begin with F₂ = 1, F₃ = 2
    assert tuple(zeckendorf(1)) == (1,)
    assert tuple(zeckendorf(2)) == (1, 0)


def test_thesis_table_xiii() -> None:
    rows = FIBONACCI.convergents(12)
    assert [p for _, p, _ in rows] == numbers("1 1 2 3 5 8 13 21 34 55 89 144")
    assert [q for _, _, q in rows] == numbers("0 1 1 2 3 5 8 13 21 34 55 89")


# erratum 25: the row of 25 is R′(16) − 1, and the columns are F^8, …, F^0
@pytest.mark.parametrize(
    ("number", "representation"),
    [
        (40, "10001001"),
        (50, "10100100"),
        (33, "1010101"),
        (16, "100100"),
        (26, "1001000"),
        (25, "1000101"),
        (27, "1001001"),
        (44, "10010010"),
        (36, "10000010"),
        (22, "1000001"),
        (43, "10010001"),
        (46, "10010101"),
    ],
)
def test_thesis_tables_xiv_and_xvi(number: int, representation: str) -> None:
    assert tuple(zeckendorf(number)) == tuple(map(int, representation))


def test_thesis_table_xvi_shifts() -> None:
    assert FIBONACCI.p_value(zeckendorf(16).left_shift()) == 26
    assert FIBONACCI.p_value(zeckendorf(16).right_shift()) == 10
    assert FIBONACCI.p_value(zeckendorf(27).left_shift()) == 44
    assert FIBONACCI.p_value(zeckendorf(36).right_shift()) == 22
    # erratum 24: it is R(27), R(27) and R(36) whose zeros decide, not R(43)
    assert [zeckendorf(n).trailing_zeros % 2 for n in (27, 36, 43)] == [0, 1, 0]


def test_thesis_table_xviii() -> None:
    assert tuple(SILVER.p_representation(26)) == (1, 1, 0, 2)
    # erratum 26: the partner of 26 is 64
    assert SILVER.p_value(SILVER.p_representation(26).left_shift()) == 64
    assert tuple(SILVER.q_representation(11)) == (2, 0, 1)
    assert SILVER.p_value(Representation((2, 0, 1))) == 15
    assert tuple(SILVER.p_representation(27)) == (1, 1, 1, 0)
    assert SILVER.p_value(SILVER.p_representation(27).right_shift()) == 11


# ---- Wythoff's family ----------------------------------------------------------------------------

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
