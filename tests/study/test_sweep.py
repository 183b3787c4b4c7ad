"""Sweeps: every choice of numbers once, in any number of processes, and nothing asked twice."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import marienbad
from marienbad.cli import main
from marienbad.cli.arguments import speaker
from marienbad.cli.sweep import numbers
from marienbad.games.catalogue import FAMILIES
from marienbad.games.parameters import Parameter
from marienbad.study import verification
from marienbad.study.sweep import Journal, Solving, Verifying, sweep, variants
from marienbad.study.verification import Disagreement, Report
from marienbad.text.problems import InputError
from marienbad.theories.theory import Verdict
from tests.support import PATIENCE

BOUNDED = "rules:heaps 1; let k = 3; take n from one where n <= k"
GAMES = variants(BOUNDED, {"k": range(1, 9)})


@pytest.mark.parametrize(
    ("game", "ranges", "expected"),
    [
        ("wythoff", {"a": (1, 2)}, {"a=1": "wythoff", "a=2": "wythoff:a=2"}),
        ("wythoff:a=3,misere", {"a": (2,)}, {"a=2": "wythoff:a=2,misere"}),
        ("wythoff:a=3", {"b": (2,)}, {"b=2": "wythoff:a=3,b=2"}),
        (
            "rules:heaps 1; let k = 3, m = k + 1; take n from one where k <= n <= m",
            {"k": (0,), "m": (5,)},
            {"k=0,m=5": "rules:heaps 1; let k = 0, m = 5; take n from one where k <= n and n <= m"},
        ),
    ],
)
def test_variants(game: str, ranges: Mapping[str, tuple[int]], expected: dict[str, str]) -> None:
    assert variants(game, ranges) == expected


@pytest.mark.parametrize(
    ("game", "ranges", "told"),
    [
        ("nim", {"a": (1,)}, "nim has no number “a”"),
        ("wythoff", {"misere": (1,)}, "expected one of heaps, a, b"),
        (BOUNDED, {"n": (1,)}, "expected one of k"),
        ("wythoff", {"a": (0,)}, "a=0"),
        ("wythoff", {"a": range(1, 1000), "b": range(1, 1000)}, "998,001 games"),
        ("chess", {"a": (1,)}, "chess"),
    ],
)
def test_what_cannot_vary_is_named(game: str, ranges: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        variants(game, ranges)


@pytest.mark.parametrize(
    ("text", "expected"), [("4", [4]), ("1..3", [1, 2, 3]), (" 7,1..2,2", [7, 1, 2])]
)
def test_numbers(text: str, expected: list[int]) -> None:
    assert numbers(speaker("en"))(text) == expected


def test_answers_are_those_of_the_game() -> None:
    for answer in sweep(Solving((60,), grundy=True), GAMES):
        k = int(answer["game"].partition("k = ")[2].partition(";")[0])
        assert answer["to_leave"] == len(range(0, 60, k + 1))
        assert answer["first"][1] == [k + 1]
        assert answer["largest"] == k
    [found] = sweep(Verifying(bound=8, random=5), {"a=2": "wythoff:a=2"})
    assert (found["positions"], found["random"], found["disagreements"]) == (49, 5, 0)
    assert "algebra" in found["theories"]


def told(answers: Any) -> dict[str, list[Any]]:
    """The answers without their times."""
    return {a["game"]: [a[key] for key in sorted(a) if key != "milliseconds"] for a in answers}


def test_processes_find_the_same() -> None:
    assert told(sweep(Solving((99,)), GAMES, processes=2)) == told(sweep(Solving((99,)), GAMES))


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(question: Solving, game: str) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(Solving, "answer", answer)
    with pytest.raises(InputError, match="One of the processes was killed"):
        list(sweep(Solving((9,)), GAMES, processes=2))


def test_whoever_stops_does_not_wait(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    waited = tmp_path / "waited"

    def answer(question: Solving, game: str) -> tuple[dict[str, str], None]:
        if "k = 2" in game:
            time.sleep(PATIENCE)
            waited.touch()
        return {"game": game}, None

    monkeypatch.setattr(Solving, "answer", answer)
    answers = sweep(Solving((9,)), GAMES, processes=2)
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert not waited.exists()


KILLED = """
import sys
from marienbad.cli import main
from marienbad.study.sweep import Journal
lines, add = int(sys.argv.pop(1)), Journal.add

def add_and_wait(journal, *answer):
    add(journal, *answer)
    if (journal.folder / "answers.jsonl").read_bytes().count(b"\\n") >= lines:
        print("killed here", flush=True)
        sys.stdin.read()

Journal.add = add_and_wait
main(sys.argv[1:])
"""


@pytest.mark.slow
def test_killed_again_and_again_a_sweep_loses_nothing(tmp_path: Path) -> None:
    names = ["--let", "k=1..8", "--size", "300", "--processes", "1"]
    journal = tmp_path / "killed" / "answers.jsonl"
    words = ["sweep", "solve", BOUNDED, *names, "--out", str(journal.parent)]
    for lines in ("2", "5"):
        command = [sys.executable, "-c", KILLED, lines, *words]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"killed here\n"
            process.kill()
    with journal.open("a") as file:
        file.write('{"game": "rul')  # killed within a line
    before = journal.read_text().splitlines()[:-1]
    question = Solving((300,))
    answers = list(sweep(question, GAMES, journal=Journal(journal.parent, question)))
    assert journal.read_text().splitlines()[: len(before)] == before
    assert len(before) >= 5
    assert len(journal.read_text().splitlines()) == 9
    assert told(answers) == told(sweep(question, GAMES))


def test_a_folder_of_another_question_is_left_alone(tmp_path: Path) -> None:
    list(sweep(Solving((30,)), GAMES, journal=Journal(tmp_path, Solving((30,)))))
    written = (tmp_path / "answers.jsonl").read_bytes()
    for question in (Solving((31,)), Solving((30,), grundy=True), Verifying()):
        with pytest.raises(InputError, match="another question"):
            Journal(tmp_path, question)
    assert (tmp_path / "answers.jsonl").read_bytes() == written
    (tmp_path / "answers.jsonl").write_bytes(written + b"\xff\n")
    with pytest.raises(InputError, match="another question"):
        Journal(tmp_path, Solving((30,)))


def test_every_parameter_of_the_catalogue_is_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    main(["sweep", "--help"])
    shown = capsys.readouterr().out
    names = {p.name for family in FAMILIES for p in family.parameters if isinstance(p, Parameter)}
    assert {"a", "k"} <= names  # the others are texts, and no range goes through texts
    assert all(f"--{name} " in shown for name in names)


def test_the_command_writes_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sweep", "solve", "wythoff", "--a", "1..2", "--misere", "--size", "30"]
    words += ["--out", str(tmp_path / "w"), "--format", "csv", "--processes", "1"]
    assert main(words) == 0
    first = capsys.readouterr()
    assert main([*words, "--lang", "fr"]) == 0
    again = capsys.readouterr()
    assert "2 jeux sur 2 sont connus" in " ".join(again.err.split())
    assert "(0, 1), (1, 0), (2, 2)" in first.out
    [one, two] = json.loads((tmp_path / "w" / "answers.json").read_text())
    assert (one["numbers"], two["game"]) == ("a=1", "wythoff:a=2,misere")
    with (tmp_path / "w" / "answers.csv").open() as file:
        assert [row["to_leave"] for row in csv.DictReader(file)] == [
            str(one["to_leave"]),
            str(two["to_leave"]),
        ]
    found = (tmp_path / "w" / "a=2.csv").read_text().split()[1:]
    is_p = marienbad.game("wythoff:a=2,misere").solve((30, 30)).is_p
    assert len(found) == two["to_leave"] == is_p.sum()


def test_a_disagreement_is_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = Disagreement((1, 2), "table", "algebra", Verdict(True, ()), Verdict(False, ()))
    report = Report("wythoff", ("algebra",), 3, 0, 1, wrong, 5)
    monkeypatch.setattr(verification, "verify_game", lambda *_: report)
    assert main(["sweep", "verify", "wythoff", "--a", "1", "--bound", "2"]) == 1
    assert "algebra" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "wythoff", "--size", "9"],
        ["solve", "wythoff", "--a", "1..2"],
        ["solve", "wythoff", "--a", "2..1", "--size", "9"],
        ["solve", "wythoff", "--a", "1..2", "--size", "9", "--bound", "4"],
        ["solve", "wythoff", "--a", "1..2", "--size", "9", "--format", "png"],
        ["verify", "wythoff", "--a", "1..2", "--size", "9"],
        ["verify", "wythoff", "--let", "a"],
        ["verify", "wythoff", "--a", f"1..{10**9}"],
    ],
)
def test_a_sentence_for_what_makes_no_sense(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", *words]) == 2
    assert "Traceback" not in (told := capsys.readouterr().err)
    assert told.strip().endswith((".", "--help."))
