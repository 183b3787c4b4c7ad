"""The checker that is proved in Coq, and games in which options may be forbidden."""

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from marienbad.checker import Certificate, check
from marienbad.cli import main
from tests.checker.block_forgeries import (
    EVERYTHING,
    RIGHT,
    WYTHOFF,
    block_text,
    changed_block,
)
from tests.checker.support import ACCEPTED, REJECTED, UNREADABLE, put
from tests.proofs.support import program, said

pytestmark = pytest.mark.slow


def told(text: str, folder: Path) -> tuple[int, list[str]]:
    """What the program says of a text, line by line."""
    (folder / "blocking.json").write_text(text, "utf-8")
    status, shown = said(folder, "blocking.json")
    return status, [line.strip() for line in shown.splitlines()]


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", RIGHT)
def test_the_statement_is_that_of_the_other_checker(game: str, tmp_path: Path) -> None:
    text = block_text(game)
    first = "blocking.json: accepted"
    lines = list(Certificate(text).statement().lines())
    assert told(text, tmp_path) == (ACCEPTED, [first, *lines])
    assert any(line.startswith(f"block: {game[-1]} (") for line in lines)


def test_a_game_without_a_way_to_move(tmp_path: Path) -> None:
    """A condition that says nothing of the position and never holds leaves no run to begin with."""

    def stop(data: dict[str, Any]) -> None:
        data["takes"] = [{"amounts": ["n"], "places": None, "where": [never]}]

    never = {"form": {}, "low": 1, "high": None}
    text = changed_block(RIGHT[0], stop)
    assert told(text, tmp_path) == (REJECTED, ["blocking.json: rejected: few 2"])
    data = json.loads(text) | {"positions": EVERYTHING}
    assert told(json.dumps(data), tmp_path)[0] == ACCEPTED
    assert check(json.dumps(data)).block == 2


@pytest.mark.parametrize(("base", "period"), [(8, 21), (2, 62)])
def test_weights_of_more_than_63_bits_are_told_of(base: int, period: int, tmp_path: Path) -> None:
    """All digits are free, and each has a phase; up to 3 are taken, and one of them forbidden."""
    phases = range(period)
    language = [[(phase - 1) % period] * base for phase in phases]
    numeration = {"name": "free", "language": language, "free": [*phases], "first": [1]}
    # a state for each phase and each remainder of four, after the dead one
    rows = [
        [1 + 4 * ((phase - 1) % period) + (base * rest + digit) % 4 for digit in range(base)]
        for phase, rest in product(phases, range(4))
    ]
    few = {"form": {"n": 1}, "low": None, "high": 3}
    text = json.dumps(
        {
            "format": "marienbad certificate 3",
            "game": "a game",
            "heaps": 1,
            "takes": [{"amounts": ["n"], "places": None, "where": [few]}],
            "block": 2,
            "numeration": numeration | {"recurrence": [[base]] * period},
            "positions": {"start": 1, "accepting": [1, 2], "table": [[0] * base, *rows]},
        }
    )
    lines = list(Certificate(text).check().lines())
    assert "positions to leave, the first by total: (0), (1), (4), (5), (8)" in "".join(lines)
    assert told(text, tmp_path) == (ACCEPTED, ["blocking.json: accepted", *lines])


def test_work_is_bounded(tmp_path: Path) -> None:
    """Where words end only after 64 digits, tallies grow before any of them can be refused."""
    period, states, random = 64, 20, Random(5)

    def number(phase: int, state: int) -> int:
        return 1 + phase % period * states + state

    def row(phase: int, state: int) -> list[int]:
        after = [random.randrange(states) for _ in range(4)]
        if state == 0:
            after[0] = 0  # zeros in front change nothing
        return [number(phase - 1, target) for target in after]

    rows = [row(phase, state) for phase in range(period) for state in range(states)]
    data = json.loads(block_text(RIGHT[3])) | {"game": "far", "block": 9}
    data["numeration"] |= {
        "language": [[(phase - 1) % period] * 2 for phase in range(period)],
        "free": [*range(period)],
        "recurrence": [[2]] * period,
    }
    accepting = [number(0, state) for state in range(0, states, 2)]
    data["positions"] = {"start": 1, "accepting": accepting, "table": [[0] * 4, *rows]}
    assert told(json.dumps(data), tmp_path) == (
        UNREADABLE,
        ["blocking.json: unreadable: work 200000000"],
    )


@pytest.mark.parametrize(("base", "status"), [(16, ACCEPTED), (64, UNREADABLE)])
def test_many_letters_are_too_much_work(base: int, status: int, tmp_path: Path) -> None:
    """Up to three are taken from x: those with x mod 4 < 2 are to be left, whatever the base."""
    row = [1 if x % 4 < 2 else 2 for x in range(base) for _ in range(base)]
    data = json.loads(block_text(RIGHT[0])) | {"game": "many letters"}
    data["numeration"] |= {"language": [[0] * base], "recurrence": [[base]]}
    few = {"form": {"n": 1}, "low": None, "high": 3}
    data["takes"] = [{"amounts": ["n"], "places": [0], "where": [few]}]
    data["positions"] = {"start": 1, "accepting": [1], "table": [[0] * base**2, row, row]}
    assert told(json.dumps(data), tmp_path)[0] == status


@pytest.mark.parametrize(
    ("lang", "words", "count"),
    [
        ("en", "proved in Coq accepts this file.", "forbid up to 2 of the positions"),
        ("fr", "prouvé en Coq accepte ce fichier.", "interdire au plus 2 des positions"),
    ],
)
def test_the_command_tells_how_many_may_be_forbidden(
    lang: str, words: str, count: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program()
    path = tmp_path / "blocking.json"
    path.write_text(block_text(RIGHT[3]), "utf-8")
    status = main(["--lang", lang, "check", "--verified", str(path)])
    text = " ".join(capsys.readouterr().out.split())
    assert (status, words in text, count in text) == (ACCEPTED, True, True), text


@pytest.mark.parametrize("rules", [WYTHOFF, f"{WYTHOFF}; block 2"])
def test_a_text_of_rules_must_forbid_as_many(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program()
    path = tmp_path / "blocking.json"
    path.write_text(changed_block(RIGHT[3], put("game", rules)), "utf-8")
    status = main(["check", "--verified", str(path)])
    captured = capsys.readouterr()
    text = " ".join((captured.out + captured.err).split())
    assert (status, "not those of a game of that name" in text) == (REJECTED, True), text
