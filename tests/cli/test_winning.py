"""Every situation from a start with all its winning moves, on the command line."""

import csv
import json
from pathlib import Path

import pytest

from marienbad.cli import main

START = ["solve", "nim", "--moves", "1,3,5,7"]


def test_the_table_is_printed_with_its_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*START, "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert len([line for line in printed.splitlines() if " to leave" in line]) == 143
    assert "(1, 2, 3)     to leave" in printed
    assert printed.endswith("Situations: 143, the empty one counted. To leave: 21.\n")
    assert main([*START, "--misere", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.endswith("À laisser\u202f: 20.\n")


@pytest.mark.parametrize(
    ("name", "form", "beginning"),
    [("t.csv", "csv", "total,situation"), ("t.tex", "latex", "% \\usepackage"),
     ("t.md", "markdown", "Nim, from"), ("t.json", "json", '{"game": "nim"')],
)  # fmt: skip
def test_it_is_written_into_a_file(
    tmp_path: Path, name: str, form: str, beginning: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert main([*START, "--out", str(path), "--lang", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("To leave: 21.")
    text = path.read_text("utf-8")
    assert text.startswith(beginning)
    if form == "csv":
        rows = list(csv.DictReader(text.splitlines()))
        assert len(rows) == 143
        assert rows[-1]["situation"] == "(1, 3, 5, 7)"
        assert sum(row["outcome"] == "to leave" for row in rows) == 21
        assert all((row["outcome"] == "to leave") == (not row["winning_moves"]) for row in rows)
    if form == "json":
        assert len(json.loads(text)["rows"]) == 143
    capsys.readouterr()
    assert main([*START, "--format", form, "--lang", "en"]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["solve", "nim"], "--moves"),
        ([*START, "--size", "9"], "--size"),
        ([*START, "--grundy"], "--grundy"),
        ([*START, "--heaps", "3"], "--heaps"),
        ([*START, "--out", "t.png"], "t.png"),
        ([*START, "--format", "npz"], "npz"),
        ([*START, "--out", "nowhere/t.csv"], "nowhere"),
        (["solve", "nim", "--moves", "1,x"], "“x”"),
        (["solve", "wythoff", "--moves", "1,2,3"], "(1, 2, 3)"),
        pytest.param(
            ["solve", "nim", "--moves", "99,99,99"], "20,000 situations", marks=pytest.mark.slow
        ),
        pytest.param(["solve", "nim", "--moves", "9" * 50], "situations", marks=pytest.mark.verify),
        (["solve", "order:AAB", "--moves", "9"], "take turns"),
    ],
)
def test_what_cannot_be_tabulated_is_said(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--lang", "en"]) == 2
    assert named in capsys.readouterr().err
