"""``marienbad drill``: asked, answered, counted and kept, through real pipes."""

import json
import re
import signal
from pathlib import Path

import pytest

from marienbad.__main__ import INTERRUPTED
from marienbad.cli import main
from marienbad.school.drill import Drill
from marienbad.school.questions import heap_values, partner
from marienbad.theories.nim.binary import nim_sum
from tests.cli.pipes import Typist, ran, started
from tests.support import PATIENCE

pytestmark = pytest.mark.slow


def test_moves_are_asked_refuted_and_asked_again() -> None:
    drill = Drill("mirror", "move", 1, seed=4)
    question = drill.next()
    assert question.position == (1, 3)
    lines = "1:1\n4:4\n1:9\nnine\n\nquit\n"
    out = ran("drill", "--difficulty", "1", "--seed", "4", text=lines)
    assert "Find a winning move.\n> 1:1\nNo. The other player takes 3 matches from row 2" in out
    assert "There is no row 4: the game has 2 rows." in out
    assert "Only 4 matches in row 1" in out
    assert "“nine” is not a move" in out
    assert "Type what you take from each row" in out
    assert re.search(r"\n0 of 1 right; median time \d+\.\d s\.\n$", out)


def test_right_answers_of_every_form_count_and_are_drawn_by_tens() -> None:
    for kind, form in (("nim", "value"), ("queen", "pair"), ("sums", "judge"), ("race", "move")):
        drill, lines = Drill(kind, form, seed=7), []
        for _ in range(12):
            question = drill.next()
            game, position = question.game, question.position
            if form == "value":
                lines.append(str(nim_sum(*heap_values(game, position) or ())))
            elif form == "pair":
                lines.append(str(partner(game, *position)))
            elif form == "judge":
                lines.append("yes" if game.analyse(position).outcome == "P" else "n")
            else:
                lines.append(",".join(map(str, game.analyse(position).winning_moves[0])))
            drill.take(question, is_right=True)
        words = ("drill", "--kind", kind, "--form", form, "--seed", "7", "--count", "12")
        out = ran(*words, text="\n".join(lines))
        assert out.count("\nRight") == 12, (kind, form)
        assert re.search(r"^12 of 12 right; median time \d+\.\d s\.$", out, re.MULTILINE)
        assert re.search(r"^   1–10  ##########  10 of 10 +\d+\.\d s$", out, re.MULTILINE)
        assert re.search(r"^  11–12  ##            2 of 2 +\d+\.\d s$", out, re.MULTILINE)


def test_in_french_with_the_reason_which_counts_as_missed() -> None:
    words = ("--lang", "fr", "drill", "--form", "judge", "--kind", "ending", "--seed", "1")
    out = ran(*words, text="peut-être\n?\npourquoi\noui\n")
    assert "«\u202fpeut-être\u202f» n’est pas une réponse" in out
    assert "Tapez oui ou non." in out
    assert "La raison a été montrée" in out
    assert re.search(r"sur 2 justes\u202f; temps médian \d+,\d s\.", out)


def test_what_is_kept_goes_on_another_day(tmp_path: Path) -> None:
    file = tmp_path / "drills.json"
    words = ("drill", "--kind", "nim", "--form", "value", "--difficulty", "2", "--keep", str(file))
    first = ran(*words, "--seed", "1", text="9999\n")
    assert "”: 1 to come back." in " ".join(first.split())
    kept = json.loads(file.read_text())
    assert (kept["number"], len(kept["returning"]), len(kept["sessions"])) == (1, 1, 1)
    again = ran(*words, "--seed", "2", text="9999\n0\n")
    assert "Question 2, once more" in again
    kept = json.loads(file.read_text())
    assert [one["asked"] for one in kept["sessions"]] == [1, 2]
    ran(*words, text="")
    assert json.loads(file.read_text()) == kept, "nothing was answered"


def test_an_interruption_tells_the_result_and_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "drills.json"
    words = ("drill", "--form", "value", "--keep", str(file), "--seed", "3")
    with started(*words) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("9999\n")
        process.stdin.flush()
        seen = ""
        while "Question 2" not in seen:
            seen += process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == INTERRUPTED
    assert err == ""
    assert "0 of 1 right" in out
    assert json.loads(file.read_text())["number"] == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--difficulty", "6"), "“6” is not a difficulty: expected a number from 1 to 5, or auto"),
        (
            ("--kind", "nim", "--form", "pair"),
            "“pair” cannot be asked of positions of the kind nim",
        ),
        (("--count", "0"), "“0” is not a whole number from 1 to 10,000"),
        (("--keep", "/"), "“/” is not the path of a file"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["drill", *words]) == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


def test_a_file_of_something_else_is_left_as_it_is(
    tmp_path: Path, typed: Typist, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("a letter")
    typed("1:1\n")
    assert main(["drill", "--keep", str(file)]) == 2
    assert "is not a file of drills" in capsys.readouterr().err
    assert file.read_text() == "a letter"
