"""The tables and figures of the thesis by number, with its own figures, misprints put right."""

import pytest

from marienbad.cli import main
from marienbad.games.catalogue import EXAMPLES, define
from marienbad.numeration.beatty import are_complementary
from marienbad.study.tables import tables_of, tabulate
from marienbad.study.thesis import FIGURES, MISPRINTED, TABLES, printed_table
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import Cell
from marienbad.text.tabular import FORMS
from marienbad.theories.wythoff.pairs import PairRules
from marienbad.theories.wythoff.sequences import Complement

TEXT = Plain("en").line


def rows(number: str) -> list[list[str]]:
    """The cells of a table of the thesis as text, blanks left out."""
    printed = printed_table(number)
    game = define(printed.game)
    sheet = tabulate(game, printed.kind, printed.rows, printed.base, printed.of)
    return [[TEXT(cell) for cell in row if cell is not None] for row in sheet.rows]


def printed(text: str) -> list[list[str]]:
    return [line.strip().split("  ") for line in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("III", """
            43  1  0  1  0  1  1
            27  0  1  1  0  1  1
            12  0  0  1  1  0  0
            43 ⊕ 27 ⊕ 12  1  1  1  1  0  0"""),
        ("IV", """
            23  1  0  1  1  1
            27  1  1  0  1  1
            12  0  1  1  0  0
            23 ⊕ 27 ⊕ 12  0  0  0  0  0"""),
        ("V", """
            43  1  0  1  0  1  1
            27  0  1  1  0  1  1
            12  0  0  1  1  0  0
            9  0  0  1  0  0  1
            5  0  0  0  1  0  1
            43 ⊕ 27 ⊕ 12 ⊕ 9 ⊕ 5  1  1  0  0  0  0"""),
        ("VII", """
            0  0  0  0
            1  2²ʲ  0  1
            2  2²ʲ⁺¹  1  0
            3  2²ʲ + 2²ʲ⁺¹  1  1"""),
        ("VIII", """
            43  2  2  3
            27  1  2  3
            12  0  3  0
            9  0  2  1
            5  0  1  1
            43 ⊕ 27 ⊕ 12 ⊕ 9 ⊕ 5  3  0  0"""),
    ],
)  # fmt: skip
def test_the_printed_positions_of_nim(number: str, text: str) -> None:
    assert rows(number) == printed(text)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("XII", """
            Rₚ(40)  2  0  2  0  40
            R′ₚ(40)  2  0  2  0  0  96
            R″ₚ(40)  2  0  2  16
            Rₚ(50)  1  0  1  0  2  50
            R′ₚ(50)  1  0  1  0  2  0  122
            R_q(40)  1  0  2  0  1  40
            R′_q(40)  1  0  2  0  1  0  96
            R_q(50)  1  1  1  2  0  50
            R′_q(50)  1  1  1  2  0  0  121"""),
        ("XVI", """
            R_F(16)  1  0  0  1  0  0  16
            R′_F(16)  1  0  0  1  0  0  0  26
            R_F(25)  1  0  0  0  1  0  1  25
            R_F(27)  1  0  0  1  0  0  1  27
            R′_F(27)  1  0  0  1  0  0  1  0  44
            R_F(36)  1  0  0  0  0  0  1  0  36
            R″_F(36)  1  0  0  0  0  0  1  22
            R_F(43)  1  0  0  1  0  0  0  1  43
            R_F(46)  1  0  0  1  0  1  0  1  46"""),
        ("XVIII", """
            Rₚ(26)  1  1  0  2  26
            R′ₚ(26)  1  1  0  2  0  64
            Rₚ(27)  1  1  1  0  27
            R″ₚ(27)  1  1  1  11
            R_q(11)  2  0  1  11"""),
    ],
)  # fmt: skip
def test_the_printed_shifts(number: str, text: str) -> None:
    found = {row[0]: row for row in rows(number) if row[0].startswith("R")}
    for name, *digits, value in printed(text):
        row = found[name]
        assert row[1 : 1 + len(digits)] == digits
        assert value in row[1 + len(digits) :]  # of a q-representation I_p and I_q are given
    if number == "XVIII":
        assert found["R_q(11)"][-2:] == ["15", "11"]


def test_the_printed_fibonacci_representations() -> None:
    assert rows("XIV") == printed("""
        34  21  13  8  5  3  2  1
        R_F(40)  1  0  0  0  1  0  0  1  40
        R_F(50)  1  0  1  0  0  1  0  0  50
        R_F(33)  1  0  1  0  1  0  1  33""")


def test_a_table_of_the_thesis_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    for number in TABLES:
        main(["table", "--thesis", number])
        told = " ".join(capsys.readouterr().out.split())
        assert told.startswith(f"Table {number} of the thesis. ")
        assert ("The thesis" in told) is (number in MISPRINTED)
    main(["table", "wythoff", "--kind", "pairs", "--rows", "40"])
    assert capsys.readouterr().out.startswith("Table XV of the thesis. ")
    for words in (["--thesis", "IX", "--rows", "4"], ["--thesis", "VII", "--rows", "4"]):
        main(["table", *words])  # nothing is cut
        assert capsys.readouterr().out.startswith(f"Table {words[1]} of the thesis. ")


def test_what_was_changed_is_not_called_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--thesis", "VIII", "--of", "43,27"], ["wythoff", "--thesis", "xix"]):
        main(["table", *words])
        number = words[words.index("--thesis") + 1].upper()
        told = f"Table {number} of the thesis, changed as asked. "
        assert capsys.readouterr().out.startswith(told)
    for number in FIGURES:
        main(["board", "--thesis", number])
        assert capsys.readouterr().out.startswith(f"Figure {number} of the thesis. ")
    main(["board", "--thesis", "3", "--size", "9"])
    assert capsys.readouterr().out.startswith("Figure 3 of the thesis, changed as asked. ")


def test_the_printed_fibonacci_numbers() -> None:
    columns = [*zip(*tabulate(define("wythoff"), "convergents", 12).rows, strict=True)]
    fibonacci: tuple[Cell, ...] = (None, 0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55)
    assert columns[3] == columns[1]
    assert columns[4] == fibonacci


def test_the_printed_zero_sets_of_base_8() -> None:
    found = [TEXT(row[2] or "") for row in tabulate(define("nim"), "zero-sets", base=8).rows]
    assert len(found) == 22
    assert found[-7:] == [
        "{1, 2, 4, 7}", "{1, 2, 5, 6}", "{1, 3, 4, 6}", "{1, 3, 5, 7}", "{2, 3, 4, 5}",
        "{2, 3, 6, 7}", "{4, 5, 6, 7}",
    ]  # fmt: skip


def test_every_number_of_the_thesis(capsys: pytest.CaptureFixture[str]) -> None:
    for number in TABLES:
        assert main(["table", "--thesis", number.lower(), "--lang", "fr"]) == 0
    for number in FIGURES:
        assert main(["board", "--thesis", number, "--format", "svg"]) == 0
    assert capsys.readouterr().out.count("<svg") == 4
    assert main(["table", "--thesis", "XXIII"]) == 2
    assert "XXI, XXII" in capsys.readouterr().err
    assert main(["table"]) == 2


def test_other_options_change_a_table_of_the_thesis(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "wythoff:a=3", "--thesis", "XVII", "--rows", "2", "--format", "csv"]) == 0
    assert capsys.readouterr().out.split() == ["n,a,b", "0,0,0", "1,1,4"]
    assert main(["table", "--thesis", "III", "--base", "8", "--of", "9,8", "--format", "csv"]) == 0
    assert capsys.readouterr().out.split("\n")[1] == "9,1,1"


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_table_in_every_form(name: str) -> None:
    game = define(name)
    for kind in tables_of(game):
        for form in FORMS:
            sheet = tabulate(game, kind.name, min(kind.usual_rows, 12))
            if form == "bfile" and sheet.sequence is None:
                continue
            assert sheet.render(form, "fr")


@pytest.mark.parametrize("name", ["wythoff", "wythoff:a=3", "wythoff:b=5", "wythoff:a=3,b=4",
                                  "wythoff:misere", "wythoff:a=4,misere"])  # fmt: skip
def test_the_sequences_are_complementary(name: str) -> None:
    rules = PairRules.of(define(name))
    for residue in range(rules.b):
        found = Complement(rules, residue)
        assert found.holds
        assert are_complementary(found.low, found.high, 500, found.first)
        start = found.low.term(found.first) - 2 * found.first + 1
        assert (found.sum.u, found.sum.v, found.sum.w) == (start, 0, 1)


@pytest.mark.parametrize(
    ("name", "kind", "of"),
    [
        ("nim", "properties", (1, 2)),
        ("nim", "properties", (1, 2, 10**6)),
        ("nim", "moves", (10**9,)),
        ("nim", "representations", (1 << 200,)),
        ("wythoff", "identities", (0,)),
        ("wythoff", "identities", (1, 10**4)),
        ("wythoff:a=2", "array", ()),
        ("wythoff:b=2,misere", "beatty", ()),
        ("wythoff", "shifts", (10**60,)),
    ],
)
def test_what_a_table_refuses(name: str, kind: str, of: tuple[int, ...]) -> None:
    with pytest.raises(InputError):
        tabulate(define(name), kind, of=of)
