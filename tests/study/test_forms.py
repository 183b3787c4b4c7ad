"""Tables in every form of writing, and those that are refused."""

import csv
import io
import json
import re

import pytest

from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.study.tables import tabulate
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message
from marienbad.text.tabular import FORMS, Column, Sheet, written
from tests.study.support import lines

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
    assert document["rows"][9][:3] == [8, 55, 34]


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
        (["wythoff", "--of", "3,4"], "“pairs”"),
        (["wythoff", "--kind", "representations", "--of", "3,x"], "“x”"),
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


def test_a_game_without_tables_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marienbad.study.tables.tables_of", lambda _: ())
    with pytest.raises(InputError, match="There are no tables of nim: expected"):
        tabulate(define("nim"))
