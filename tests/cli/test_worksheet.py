"""``marienbad worksheet``: files, and what is said of them."""

import json
from pathlib import Path

import pytest

from marienbad.cli import main

OWN = {
    "lesson": 1,
    "name": "mine",
    "game": "nim",
    "title": {"en": "Zwillinge"},
    "aim": {"en": "Leave two equal rows."},
    "help": {"en": "Look at the other row."},
    "learned": {"en": "Two equal rows are to be left."},
    "tasks": [{"play": "2,5"}, {"judge": "3,3"}],
}


def test_pages_of_a_lesson_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lesson, out = tmp_path / "mine.json", tmp_path / "sheet.svg"
    lesson.write_text(json.dumps(OWN), "utf-8")
    assert main(["worksheet", "--lesson", str(lesson), "--out", str(out)]) == 0
    assert capsys.readouterr().out.replace("\n", " ").count("1 page") == 2
    sheet, answers = (tmp_path / f"sheet-{number}.svg" for number in ("001", "002"))
    assert ">Zwillinge</text>" in sheet.read_text("utf-8")
    assert "Take 3 matches from row 2" in answers.read_text("utf-8").replace("\xa0", " ")
    assert not out.exists()


def test_a_sheet_in_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "fiche.PDF"
    words = ["worksheet", "wythoff", "4,5", "3,5", "--out", str(out), "--lang", "fr"]
    assert main(words) == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert capsys.readouterr().out.split()[-2:] == ["2", "pages."]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nim", "--out", "sheet.doc"], "“sheet.doc” does not say in which format"),
        (["--out", "sheet.pdf"], "It is not clear where the exercises come from"),
        (["--lesson", "mirrors", "--out", "sheet.pdf"], "“mirrors”"),
        (["--lesson", "gone.json", "--out", "sheet.pdf"], "There is no file “gone.json”."),
        (
            ["nim", "--out", "gone/sheet.pdf"],
            "There is no folder “gone” for the file “gone/sheet.pdf”",
        ),
        (["nim", "--variants", "99", "--out", "sheet.pdf"], "99"),
    ],
)
def test_what_is_wrong_is_said(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worksheet", *words]) == 2
    assert sentence in capsys.readouterr().err
    assert not Path("sheet.pdf").exists()
