"""The tables: those that the thesis prints, every form of writing, and what is refused."""

import csv
import io
import json
import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import marienbad
from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.family import Family
from marienbad.solver.reference import Search
from marienbad.study.tables import first_pairs, ordered_pairs, tabulate
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message
from marienbad.text.tabular import FORMS, Column, Sheet, written

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
    assert heads("wythoff:b=2,misere") == ["n", "x", "y"]


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
    ending = ",misere" if is_misere and b == 1 else ""
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


@pytest.mark.slow
def test_misere_play_with_b_is_known_as_far_as_the_search_reaches() -> None:
    with pytest.raises(OutOfReach):
        first_pairs(define("wythoff:b=2,misere"), 1000)
    with pytest.raises(OutOfReach):
        first_pairs(define(f"wythoff:b={10**30},misere"), 1)


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


def lines(name: str, form: str, **options: object) -> list[str]:
    return list(written(tabulate(define(name), **options), form, "en"))  # type: ignore[arg-type]


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
    assert list(rows) == list(zip(range(-1, len(p) - 1), p, q, strict=True))
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


# The forms


def test_a_b_file_of_pairs_is_flat() -> None:
    assert lines("wythoff", "bfile", rows=3) == ["0 0", "1 0", "2 1", "3 2", "4 3", "5 5"]
    assert lines("wythoff:misere", "bfile", rows=2) == ["0 0", "1 1", "2 2", "3 2"]


def test_csv_and_json_hold_the_same_numbers() -> None:
    read = list(csv.reader(io.StringIO("\n".join(lines("wythoff:b=2", "csv")))))
    document = json.loads("\n".join(lines("wythoff:b=2", "json")))
    assert document["game"] == "wythoff:b=2"
    assert document["kind"] == "pairs"
    assert document["columns"] == read[0]
    assert [[str(number) for number in row] for row in document["rows"]] == read[1:]


def test_json_keeps_large_integers_exact() -> None:
    document = json.loads("\n".join(lines("wythoff", "json", kind="convergents", rows=100)))
    p = document["rows"][-1][1]
    assert isinstance(p, str)
    assert int(p) == list(tabulate(define("wythoff"), "convergents", 100).rows)[-1][1]
    assert document["rows"][9] == [8, 55, 34]


def test_csv_and_latex_write_every_digit() -> None:
    p = list(tabulate(define("wythoff"), "convergents", 400).rows)[-1][1]
    assert isinstance(p, int)
    assert len(str(p)) > 80
    for form in ("csv", "latex"):
        assert str(p) in "\n".join(lines("wythoff", form, kind="convergents", rows=400))


def test_quoted_fields() -> None:
    rows: list[tuple[str | None]] = [(None,), ("y",), ('a "pair", x',)]
    sheet = Sheet("nim", "none", Message("words.yes", {}), (Column("a,b", "x"),), rows)
    found = list(written(sheet, "csv", "en"))
    assert found == ['"a,b"', '""', "y", '"a ""pair"", x"']
    assert list(csv.reader(found)) == [["a,b"], [""], ["y"], ['a "pair", x']]


@pytest.mark.parametrize("rows", [3, 60])
def test_latex_is_balanced(rows: int) -> None:
    source = "\n".join(lines("wythoff:b=3", "latex", rows=rows))
    opened = re.findall(r"\\begin\{(\w+)\}", source)
    assert opened == ["center", "tabular" if rows == 3 else "longtable"]
    assert sorted(opened) == sorted(re.findall(r"\\end\{(\w+)\}", source))
    assert source.count("{") == source.count("}")
    assert len(re.findall(r"^\$\d+\$ & .* \\\\$", source, re.MULTILINE)) == rows


def test_text_is_aligned() -> None:
    body = lines("wythoff", "text", rows=12)[1:]
    assert body[0].split() == ["n", "aₙ", "bₙ"]
    assert len({len(line) for line in body}) == 1


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", ["pairs", "convergents", "representations"])
def test_every_kind_in_every_form(
    kind: str, form: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["table", "wythoff:a=2", "--kind", kind, "--rows", "5", "--format", form]
    assert main([*command, "--lang", lang]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith("\n")
    caption = {"en": "Positions to leave", "fr": "Positions à laisser\u202f: "}[lang]
    if kind == "pairs" and form in ("text", "latex"):
        assert caption.replace("\u202f", "\\," if form == "latex" else "\u202f") in printed


# What is refused


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["nim", "--kind", "convergents"], "expected nim-sum, pairs"),
        (["wythoff", "--kind", "nim-sum"], "expected pairs, convergents, representations"),
        (["wythoff", "--base", "2"], "base 2"),
        (["wythoff", "--of", "3,4"], "'pairs'"),
        (["wythoff", "--kind", "representations", "--of", "3,x"], "'x'"),
        (["wythoff", "--kind", "representations", "--of", "9" * 200], "100 digits"),
        (["wythoff", "--rows", "0"], "0"),
        (["nim", "--rows", "1001"], "1 to 1000"),
        (["wythoff", "--kind", "convergents", "--rows", "10000000"], "1 to 14,142"),
        (["wythoff", "--format", "pdf"], "pdf"),
        (["wythoff", "--rows", "200001"], "at most 200,000 rows"),
        (["chess"], "chess"),
    ],
)
def test_bad_input(words: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", *words, "--lang", "en"]) == 2
    captured = capsys.readouterr()
    assert named in captured.err
    assert captured.out == ""


def test_a_form_that_does_not_exist() -> None:
    with pytest.raises(InputError, match="pdf"):
        written(tabulate(define("nim")), "pdf", "en")


def test_a_family_without_tables_says_so() -> None:
    game = define("nim")
    fields = {name: getattr(game.family, name) for name in Family.__annotations__}
    family = Family(**{**fields, "tables": ()})
    parts = {name: getattr(game, name) for name in Definition.__annotations__}
    with pytest.raises(InputError, match="There are no tables of nim: expected"):
        tabulate(Definition(**{**parts, "family": family}))
