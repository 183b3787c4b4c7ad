"""Records reviewed on the command line."""

import re
from pathlib import Path

import pytest

from marienbad.analysis import Game
from marienbad.cli import main
from marienbad.play.match import Match
from marienbad.play.notation import write_record
from tests.cli.pipes import LANGUAGES, ran


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match(Game.named("nim"), (1, 2), ("Alice", "Bob"), moves=[(1, 0), (0, 2)])
    file = tmp_path / "match.txt"
    file.write_text(write_record(match), "utf-8")
    return file


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        ("en", ["threw the win away", "The decisive mistake is move 1", "Winner: Bob (second)."]),
        ("fr", ["a laissé échapper le gain", "La faute décisive", "Gagnant\u202f: Bob (second)."]),
    ],
)
def test_a_record_is_reviewed(record: Path, lang: str, sentences: list[str]) -> None:
    out = ran("review", str(record), "--lang", lang)
    assert ran("review", "-", "--lang", lang, text=record.read_text("utf-8")) == out
    for sentence in sentences:
        assert sentence in out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("old", "new", "line", "named"),
    [
        ("1. 1:1 2:2", "1. 1:1 2:3", 8, "(0, 3)"),
        ("1. 1:1 2:2", "1. 1:1 junk", 8, "junk"),
        ('"nim"', '"chess"', 1, "chess"),
        ('"second"', '"first"', 6, "first"),
        ("1. 1:1 2:2", "", 6, "second"),
    ],
)
def test_a_broken_record_is_refused(
    record: Path,
    old: str,
    new: str,
    line: int,
    named: str,
    lang: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record.write_text(record.read_text("utf-8").replace(old, new), "utf-8")
    assert main(["review", str(record), "--lang", lang]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert {"en": f"line {line}: ", "fr": f"ligne {line}\u202f: "}[lang] in printed.err
    assert named in printed.err


@pytest.mark.parametrize("data", [b"", b"\x00\xff" * 1000, b"[Game", b"\n" * 100])
def test_what_is_no_record(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "junk"
    file.write_bytes(data)
    assert main(["review", str(file)]) == 2
    assert "line 1: expected [Game" in capsys.readouterr().err


def test_a_record_too_long_or_not_there(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(record.with_name("none"))]) == 2
    assert "There is no file" in capsys.readouterr().err
    assert main(["review", str(record.parent)]) == 2
    monkeypatch.setattr("marienbad.cli.review.LONGEST_RECORD", 20)
    assert main(["review", str(record)]) == 2
    assert "too long: expected at most 20 characters" in capsys.readouterr().err


@pytest.mark.slow
def test_what_was_played_can_be_reviewed() -> None:
    played = ran("play", "nim", "3,4,5", "--level", "naive", text="1:2\n")
    text = re.search(r"(?s)\[Game.*?\n\n.*?\n", played)
    assert text is not None
    assert "To move: human (first)." in ran("review", "-", text=text[0])
