"""The command ``conjecture``."""

from pathlib import Path

import pytest

from marienbad.cli import main

Capture = pytest.CaptureFixture[str]


def test_a_conjecture_is_tried(capsys: Capture) -> None:
    assert main(["conjecture", "nim", "1,3,5,7", "paquets", "--lang", "fr"]) == 0
    assert "Aucun contre-exemple parmi les 143 situations" in capsys.readouterr().out
    assert main(["conjecture", "marienbad", "1,1", "paired", "--up-to", "4"]) == 1
    out = capsys.readouterr().out
    assert "up to 2 rows of up to 4" in out
    assert "the empty position" in out


@pytest.mark.slow
def test_a_conjecture_is_proved(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "equal.json"
    assert main(["conjecture", "nim", "1,1", "x = y", "--prove", "--out", str(file)]) == 0
    assert "Proved for two heaps of every size" in capsys.readouterr().out
    assert main(["check", str(file)]) == 0
    assert main(["conjecture", "nim", "1,1", "x = 2*y", "--prove"]) == 1
    sure = ["conjecture", "wythoff", "1,1", "x * y == x * y", "--claim", "necessary", "--prove"]
    assert main(sure) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "The conjecture can only be tested." in out
    assert "up to 2 heaps of up to 20" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["1,3,5,7", "x =="], "Line 1, column 5: expected a number"),
        (
            ["1,3,5,7", "blah"],
            "Line 1, column 1: the name “blah” is not known here: expected a row",
        ),
        (["1,3,5,7", "x + blah"], "column 5: the name “blah” is not known here"),
        (["1,3,5,7", "blah", "--lang", "fr"], "le nom « blah » n’est pas connu ici"),
        (["1,3,5,7", "total"], "“total” is a number: expected a condition, such as x < 3."),
        (["1,3,5,7", "x == y", "--out", "file"], "expected --prove"),
        (["1,3,5,7", "x == y", "--up-to", "101"], "from 1 to 100"),
        pytest.param(["99,99,99", "x == y"], "expected a smaller start", marks=pytest.mark.verify),
    ],
)
def test_what_cannot_be_done_is_said(words: list[str], said: str, capsys: Capture) -> None:
    assert main(["conjecture", "nim", *words]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_the_last_take_is_a_word_where_the_game_remembers_it(capsys: Capture) -> None:
    for game, is_known in (("nim", False), ("takeaway", True)):
        assert main(["conjecture", game, "10", "blah"]) == 2
        assert ("last, total" in " ".join(capsys.readouterr().err.split())) is is_known
