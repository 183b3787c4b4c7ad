"""``marienbad lesson``: lists, shows, and checks what a teacher wrote."""

import json
from pathlib import Path

import pytest

from marienbad.cli import main
from marienbad.school.lesson import PATH
from tests.cli.pipes import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_lesson_is_listed_and_shown(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "list", "--lang", lang]) == 0
    listed = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[2:]]
    assert listed == [[str(number), name] for number, name in enumerate(PATH, 1)]
    for name in PATH:
        assert main(["lesson", "show", name, "--lang", lang]) == 0
        shown = capsys.readouterr().out
        assert all(len(line) <= 80 for line in shown.splitlines()), shown


def test_the_example_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "example"]) == 0
    file = tmp_path / "mine.json"
    file.write_text(capsys.readouterr().out, "utf-8")
    assert main(["lesson", "check", str(file)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "the lesson is right, with 6 tasks." in told
    assert "choose who begins and win 3,3 nim the machine begins" in told
    assert "is 5,5,1 to leave? nim not to leave" in told
    assert "cut 5,6 into packets nim 4 + 1, 4 + 2" in told


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (b'{"lesson": 1,\n "name" "x"}', "something else was expected in line 2 at column 9."),
        (b"\xff\xfe", "The file is not a text: expected UTF-8."),
        (b" " * 70_000, "The lesson is too long: expected at most 64 kB."),
        ("é".encode() * 40_000, "The lesson is too long: expected at most 64 kB."),
        (b"[]", "In the lesson: An object was expected"),
        (json.dumps({"lesson": 1}).encode(), "In the lesson: “name” is missing."),
    ],
)
def test_what_is_wrong_is_said(
    written: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.json"
    file.write_bytes(written)
    assert main(["lesson", "check", str(file), "--lang", "en"]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert told in said
    assert "wrong.json: " in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["show"], "Which lesson? expected its name after “show”"),
        (["check"], "Which lesson? expected a file after “check”"),
        (["list", "mirror"], "“list” asks for no lesson: expected nothing after it"),
        (["show", "chess"], "There is no lesson “chess”: expected mirror, nothing"),
        (["check", "no-such-file"], "There is no file “no-such-file”."),
        (["teach"], "“teach” is unknown: expected one of list, show, check, example"),
    ],
)
def test_what_cannot_be_understood(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lesson", *words, "--lang", "en"]) == 2
    assert told.lower() in capsys.readouterr().err.lower()
