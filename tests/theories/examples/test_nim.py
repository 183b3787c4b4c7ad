"""The worked examples on Nim and Marienbad."""

from itertools import product

import pytest

from marienbad.analysis import game
from marienbad.heaps import leave
from marienbad.numeration.bases import digits, packets, value
from marienbad.theories.nim.bases import minimal_zero_sets, part_column
from marienbad.theories.nim.binary import column_sums, nim_sum
from marienbad.theories.nim.packets import broken_packets, created_packets
from tests.theories.examples.support import assert_to_be_left, assert_winning_moves, numbers


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
