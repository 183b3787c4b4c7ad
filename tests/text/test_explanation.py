"""Explanations as plain text, HTML, LaTeX and data."""

import json
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

import marienbad
from marienbad.study.book.entry import entries
from marienbad.study.book.explanation import explanation_of, recorded
from marienbad.text.explanation import Explanation
from marienbad.text.mathematics import Floor, Number, Subscript, Symbol
from marienbad.text.plain import display_width
from marienbad.text.relations import eq
from marienbad.text.sentences import Count, Equation, Marked, Table, Value, say

HOSTILE = '<b>&"\\{x}_%$#~^'
TABLE = Table(
    columns=(say("words.row.label", number=1), 4, 2, 1),
    rows=(
        ("trois", 0, 1, Marked(1, "odd")),
        ("quatre", None, Marked(10, "chosen"), 0),
        ("日本", 1, 2, 1),
    ),
    caption=say("words.over.misere"),
    footer_rows=1,
)
EXPLANATION = Explanation(
    (
        say("words.over.normal"),
        say("words.move.each", count=HOSTILE),
        TABLE,
        Equation(eq(Subscript("a", 27), Floor(27 * Symbol("τ")), 43)),
    )
)


def test_plain_text() -> None:
    assert EXPLANATION.render("en") == (
        "The game is over: whoever should play now cannot, and has lost.\n"
        f"{HOSTILE} from each heap\n"
        "\n"
        "The game is over: whoever should play now cannot, and has won.\n"
        "  row 1   4   2   1\n"
        "  ──────────────────\n"
        "  trois   0   1   1*\n"
        "  quatre     10←  0\n"
        "  ──────────────────\n"
        "  日本    1   2   1\n"
        "  * odd number   ← left by the suggested move\n"
        "\n"
        "    a₂₇ = ⌊27τ⌋ = 43"
    )


def test_columns_are_aligned_by_what_the_eye_sees() -> None:
    table = Table(("x", "n"), (("é", 1), ("日本", 2), ("e\u0301a", 300)))
    lines = Explanation((table,)).render().splitlines()
    assert {display_width(line) for line in lines} == {display_width(lines[0])}


@pytest.mark.parametrize("width", [20, 40, 80])
def test_sentences_are_wrapped_but_positions_stay_whole(width: int) -> None:
    message = say("words.move.leaving", move=say("words.over.normal"), position=(26, 66))
    lines = Explanation((message,)).render("fr", width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert any("(26, 66)" in line for line in lines)


def test_a_wide_table_is_set_closer() -> None:
    table = Table((0,) * 30, ((1,) * 30,))
    assert max(map(len, Explanation((table,)).render(width=80).splitlines())) <= 80


def test_a_table_that_is_too_wide_breaks_its_words_and_no_number() -> None:
    words = "every position is to leave or not, and never both"
    rows = (("partition", words, 12345), ("x", "y", 6))
    table = Table(("name", "what it says", "n"), rows, footer_rows=1)
    assert Explanation((table,)).render("en", 42).splitlines() == [
        "  name      what it says              n",
        "  ─────────────────────────────────────",
        "  partition every position is to 12,345",
        "              leave or not, and",
        "              never both",
        "  ─────────────────────────────────────",
        "  x         y                         6",
    ]
    numbers = Table((10**9,) * 9, ((10**9,) * 9,))
    assert Explanation((numbers,)).render(width=40) == Explanation((numbers,)).render(width=80)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_book_fits_into_the_usual_width(lang: str) -> None:
    told = (
        explanation_of(entry, entry.read_numbers(()), recorded(entry)).render(lang)
        for entry in entries().values()
    )
    assert not [line for text in told for line in text.splitlines() if display_width(line) > 80]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_html_is_well_formed_and_escaped(lang: str) -> None:
    root = ET.fromstring(EXPLANATION.html(lang))
    assert root.tag == "section"
    assert root.attrib == {"class": "explanation", "lang": lang}
    assert root.find(".//b") is None
    sentence = root.find("p[@data-key='words.move.each']")
    assert sentence is not None
    assert sentence.text is not None
    assert HOSTILE in sentence.text
    cell = root.find(".//td[@class='mark-odd']")
    assert cell is not None
    assert "".join(cell.itertext()) == "1*"
    assert len(root.findall(".//tfoot/tr")) == 1
    assert len(root.findall(".//tbody/tr")) == 2
    assert root.find("math[@display='block']") is not None


def test_latex_is_escaped() -> None:
    latex = EXPLANATION.latex("en")
    assert (
        r"\textless{}b\textgreater{}\&''\textbackslash{}\{x\}\_\%\$\#\textasciitilde{}"
        r"\textasciicircum{} from each heap"
    ) in latex
    assert r"1$^{*}$ \\" in latex
    assert latex.count(r"\hline") == 4
    assert r"a_{27} = \left\lfloor 27\tau \right\rfloor  = 43" in latex


def test_latex_cells_are_never_options_of_the_row_before() -> None:
    latex = Explanation((Table(("a",), (("[1ex]",), ("*",))),)).latex()
    assert "\n[" not in latex
    assert "\n*" not in latex


def test_french_typography_in_latex() -> None:
    latex = Explanation((say("words.over.normal"),)).latex("fr")
    assert latex.startswith(r"La partie est finie\,: qui")


def test_data_is_json_with_exact_integers() -> None:
    huge = 2**53
    table = Table(("n", Number(2)), ((huge - 1, Marked(-huge, "odd")), (None, "x")))
    data = Explanation((say("words.over.misere"), table, Equation(Number(7)))).data("fr")
    assert json.loads(json.dumps(data)) == data
    assert data[0] == {
        "key": "words.over.misere",
        "text": "La partie est finie\u202f: "
        "qui devrait jouer maintenant ne le peut plus et a gagné.",
    }
    assert data[1]["key"] == "table"
    assert data[1]["columns"] == ["n", "2"]
    assert data[1]["rows"] == [
        [huge - 1, {"value": str(-huge), "mark": "odd"}],
        [None, "x"],
    ]
    assert data[2] == {"key": "equation", "text": "7"}


def test_the_caption_names_the_table() -> None:
    assert EXPLANATION.data()[2]["key"] == "words.over.misere"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((), "()"),
        ((5,), "(5)"),
        ((12_345, 6), "(12345, 6)"),
        ((10**40, 6), "(1000000000…0000000000 (41 digits), 6)"),
        (Marked(3, "odd"), "3*"),
        (say("words.yes"), "yes"),
        (Count(1, "row"), "1 row"),
        ("\x1b[31m", "\ufffd[31m"),
    ],
)
def test_values_in_sentences(value: Value, text: str) -> None:
    rendered = Explanation((say("words.move.each", count=value),)).render()
    assert rendered == f"{text} from each heap"


def test_a_position_of_very_many_heaps_is_cut() -> None:
    rendered = Explanation((say("words.move.each", count=(1,) * 10**6),)).render()
    assert len(rendered) < 400


def test_nothing_heavy_is_imported_before_something_is_rendered() -> None:
    # A bare package in its place shows what these modules import, not what marienbad does.
    code = (
        "import sys, types; package = types.ModuleType('marienbad');"
        f"package.__path__ = {marienbad.__path__!r}; sys.modules['marienbad'] = package;"
        "import marienbad.text.explanation, marienbad.text.mathematics, marienbad.text.problems;"
        "print({'gettext', 'dataclasses', 'string', 'decimal'} & sys.modules.keys())"
    )
    printed = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    assert printed.stdout == "set()\n"
