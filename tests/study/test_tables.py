"""The tables: those that the thesis prints, and the order of the pairs."""

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import marienbad
from marienbad.games.catalogue import define
from marienbad.solver.reference import Search
from marienbad.study.tables import first_pairs, ordered_pairs, tabulate
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from tests.study.support import lines

# Tables XV, XVII, XIX, XX, XXI and XXII of the thesis, row by row


def numbers(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, line.split())) for line in text.strip().splitlines()]


def side_by_side(text: str) -> list[tuple[int, ...]]:
    """Rows n, a, b that the thesis sets in several blocks beside each other."""
    return sorted(
        row[start : start + 3] for row in numbers(text) for start in range(0, len(row), 3)
    )


PRINTED_PAIRS: dict[str, list[tuple[int, ...]]] = {
    "wythoff": side_by_side("""
        0 0 0   10 16 26  20 32 52  30 48 78
        1 1 2   11 17 28  21 33 54  31 50 81
        2 3 5   12 19 31  22 35 57  32 51 83
        3 4 7   13 21 34  23 37 60  33 53 86
        4 6 10  14 22 36  24 38 62  34 55 89
        5 8 13  15 24 39  25 40 65  35 56 91
        6 9 15  16 25 41  26 42 68  36 58 94
        7 11 18 17 27 44  27 43 70  37 59 96
        8 12 20 18 29 47  28 45 73  38 61 99
        9 14 23 19 30 49  29 46 75  39 63 102
    """),
    "wythoff:a=2": side_by_side("""
        0 0 0   10 14 34  20 28 68
        1 1 3   11 15 37  21 29 71
        2 2 6   12 16 40  22 31 75
        3 4 10  13 18 44  23 32 78
        4 5 13  14 19 47  24 33 81
        5 7 17  15 21 51  25 35 85
        6 8 20  16 22 54  26 36 88
        7 9 23  17 24 58  27 38 92
        8 11 27 18 25 61  28 39 95
        9 12 30 19 26 64  29 41 99
    """),
    "wythoff:b=4": numbers("""
        0 0 0 0 1 0 2 0 3
        1 1 5 1 6 1 7 2 9
        2 2 10 2 11 3 13 3 14
        3 3 15 4 17 4 18 4 19
        4 4 20 5 22 5 23 5 24
        5 6 26 6 27 6 28 7 30
        6 7 31 7 32 8 34 8 35
        7 8 36 8 37 9 39 9 40
        8 9 41 10 43 10 44 10 45
        9 11 47 11 48 11 49 12 51
        10 12 52 12 53 12 54 13 56
        11 13 57 13 58 14 60 14 61
        12 14 62 15 64 15 65 15 66
    """),
    "wythoff:a=2,b=3": numbers("""
        0 0 0 0 1 0 2
        1 1 7 1 8 2 10
        2 2 14 3 16 3 17
        3 3 21 4 23 4 24
        4 4 28 5 30 5 31
        5 5 35 6 37 6 38
        6 6 42 7 44 7 45
        7 8 50 8 51 9 53
        8 9 57 9 58 10 60
        9 10 64 11 66 11 67
        10 11 71 12 73 12 74
        11 12 78 13 80 13 81
        12 13 85 14 87 14 88
        13 15 93 15 94 15 95
        14 16 100 16 101 17 103
        15 17 107 18 109 18 110
    """),
    "wythoff:misere": numbers("""
        0 2 2
        1 0 1
        2 3 5
        3 4 7
        4 6 10
        5 8 13
        6 9 15
        7 11 18
        8 12 20
        9 14 23
        10 16 26
    """),
    "wythoff:a=2,misere": numbers("""
        0 0 1
        1 2 5
        2 3 8
        3 4 11
        4 6 15
        5 7 18
        6 9 22
        7 10 25
        8 12 29
        9 13 32
        10 14 35
    """),
}


@pytest.mark.parametrize("name", PRINTED_PAIRS)
def test_the_printed_pairs(name: str) -> None:
    printed = PRINTED_PAIRS[name]
    assert list(tabulate(define(name), "pairs", len(printed)).rows) == printed


def test_the_heads_of_the_pairs() -> None:
    def heads(name: str) -> list[str]:
        columns = tabulate(define(name)).columns
        return [column.name for column in columns]

    assert heads("wythoff") == ["n", "a", "b"]
    assert heads("wythoff:b=2") == ["n", "a0", "b0", "a1", "b1"]
    assert heads("wythoff:b=50") == ["n", "i", "a", "b"]
    assert heads("wythoff:b=2,misere") == ["n", "a0", "b0", "a1", "b1"]


def test_many_families_stand_one_below_another() -> None:
    rows = list(tabulate(define("wythoff:b=50"), rows=52).rows)
    assert rows[0] == (0, 0, 0, 0)
    assert rows[49] == (0, 49, 0, 49)
    assert rows[50] == (1, 0, 1, 51)


# The order of the pairs


GAMES = [
    "nim", "marienbad", "wythoff", "wythoff:a=3", "wythoff:b=3", "wythoff:a=2,b=2",
    "wythoff:a=3,b=2", "wythoff:misere", "wythoff:a=3,misere", "wythoff:b=2,misere",
    "wythoff:a=2,b=3,misere",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_first_pairs_are_those_of_the_search(name: str) -> None:
    search, listed = Search(define(name)), first_pairs(define(name), 12)
    small, large = listed[-1][0], max(y for _, y in listed)
    rows = range(small + 1)
    found = [(x, y) for x in rows for y in range(x, large + 1) if search.is_p((x, y))]
    assert listed == found[:12]


@given(st.integers(1, 9), st.integers(1, 9), st.booleans())
def test_the_order_by_difference_is_the_order_by_heaps(a: int, b: int, is_misere: bool) -> None:
    ending = ",misere" if is_misere else ""
    pairs = list(islice(ordered_pairs(define(f"wythoff:a={a},b={b}{ending}")), 200))
    assert pairs == sorted(pairs)
    assert len(set(pairs)) == 200


def test_the_public_list() -> None:
    game = marienbad.game("marienbad")
    assert game.p_positions(limit=4) == [(0, 1), (2, 2), (3, 3), (4, 4)]
    assert marienbad.game("wythoff").p_positions(limit=0) == []
    assert len(marienbad.game("wythoff").p_positions()) == 40


def test_huge_parameters() -> None:
    huge = 10**40
    assert first_pairs(define(f"wythoff:b={huge}"), 3) == [(0, 0), (0, 1), (0, 2)]
    assert first_pairs(define(f"wythoff:a={huge}"), 3) == [(0, 0), (1, huge + 1), (2, 2 * huge + 2)]


@pytest.mark.parametrize("limit", [-1, 1_000_001, 2.5, True])
def test_a_limit_out_of_range(limit: int) -> None:
    with pytest.raises(InputError, match=re.escape(repr(limit))):
        first_pairs(define("wythoff"), limit)


@pytest.mark.slow
def test_a_table_ends_where_the_search_finds_no_more() -> None:
    game = define("rules:heaps 2; take n from y; take n from x where n in {1, 2}")
    sheet = tabulate(game, rows=6)
    assert list(sheet.rows) == [(0, 0, 0), (1, 1, 1), (2, 2, 2)]
    assert sheet.caption.key == "table.seen_ordered_pairs"  # (3, 0) is to be left too


@pytest.mark.slow
def test_a_table_made_by_search_says_how_far_it_looks() -> None:
    """(0, 64) is to be left too."""
    sheet = tabulate(define("rules:heaps 2; take n from one where x + y >= 70"), rows=65)
    assert list(sheet.rows)[63:] == [(63, 0, 63), (64, 1, 1)]
    for lang in ("en", "fr"):
        assert "4x + 64" in Plain(lang).line(sheet.caption)
    assert tabulate(define("nim"), "pairs").caption.key == "table.pairs"


def test_misere_play_with_b_has_pairs_without_end() -> None:
    assert first_pairs(define("wythoff:b=2,misere"), 1000)[-1] == (706, 1705)
    assert first_pairs(define(f"wythoff:b={10**30},misere"), 1) == [(0, 10**30)]


# Tables I and II, XI and XIII, XII and XIV


NIM_SUMS = numbers("""
    0 0 1 2 3 4 5 6 7 8 9
    1 1 0 3 2 5 4 7 6 9 8
    2 2 3 0 1 6 7 4 5 10 11
    3 3 2 1 0 7 6 5 4 11 10
    4 4 5 6 7 0 1 2 3 12 13
    5 5 4 7 6 1 0 3 2 13 12
    6 6 7 4 5 2 3 0 1 14 15
    7 7 6 5 4 3 2 1 0 15 14
    8 8 9 10 11 12 13 14 15 0 1
    9 9 8 11 10 13 12 15 14 1 0
""")


def test_the_printed_nim_sums() -> None:
    assert list(tabulate(define("nim")).rows) == NIM_SUMS


@pytest.mark.slow
def test_the_printed_nim_sums_in_binary() -> None:
    body = [line.split(",") for line in lines("marienbad", "csv", base=2)[1:]]
    assert body == [[f"{number:04b}" for number in row] for row in NIM_SUMS]


def test_nim_sums_by_antidiagonals() -> None:
    sequence = [line.split()[1] for line in lines("nim", "bfile", rows=5)]
    assert list(map(int, sequence)) == [0, 1, 1, 2, 0, 2, 3, 3, 3, 3, 4, 2, 0, 2, 4]


@pytest.mark.parametrize(
    ("name", "p", "q"),
    [
        ("wythoff:a=2", [1, 1, 3, 7, 17, 41, 99, 239, 577], [0, 1, 2, 5, 12, 29, 70, 169, 408]),
        (
            "wythoff",
            [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144],
            [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89],
        ),
    ],
)
def test_the_printed_convergents(name: str, p: list[int], q: list[int]) -> None:
    rows = tabulate(define(name), "convergents", rows=len(p)).rows
    assert [row[:3] for row in rows] == list(zip(range(-1, len(p) - 1), p, q, strict=True))
    flat = [line.split()[1] for line in lines(name, "bfile", kind="convergents", rows=3)]
    assert flat == [str(number) for pair in zip(p[1:3], q[1:3], strict=True) for number in pair]


def test_the_printed_representations() -> None:
    rows = list(tabulate(define("wythoff:a=2"), "representations", of=(40, 50)).rows)
    assert rows == [
        (None, 41, 17, 7, 3, 1, None, None, 29, 12, 5, 2, 1, None, None),
        (40, None, 2, 0, 2, 0, 96, 16, 1, 0, 2, 0, 1, 96, 16),
        (50, 1, 0, 1, 0, 2, 122, 20, 1, 1, 1, 2, 0, 121, None),
    ]


def test_the_printed_fibonacci_representations() -> None:
    rows = list(tabulate(define("wythoff"), "representations", of=(40, 50, 33)).rows)
    assert [row[1:9] for row in rows] == [
        (34, 21, 13, 8, 5, 3, 2, 1),
        (1, 0, 0, 0, 1, 0, 0, 1),
        (1, 0, 1, 0, 0, 1, 0, 0),
        (None, 1, 0, 1, 0, 1, 0, 1),
    ]


def test_representations_as_a_b_file() -> None:
    zeckendorf = lines("wythoff", "bfile", kind="representations", rows=9)
    digits = ("0", "1", "10", "100", "101", "1000", "1001", "1010", "10000")
    assert zeckendorf == [f"{n} {number}" for n, number in enumerate(digits)]
    with pytest.raises(InputError, match="b-file"):
        lines("wythoff:a=10", "bfile", kind="representations")
