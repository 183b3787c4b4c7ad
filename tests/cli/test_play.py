"""The command `play` through pipes and on a terminal: a match to its end, and how to leave it."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from random import Random
from types import SimpleNamespace

import pytest

from marienbad.analysis import Game
from marienbad.cli import main
from marienbad.heaps import Position
from marienbad.play.session import Session
from tests.cli.pipes import Typist, positions_in, ran, records_in, started
from tests.support import PATIENCE

pytestmark = pytest.mark.slow


def drive(process: "subprocess.Popen[str]", choose: Callable[[Position], str]) -> str:
    """Answer every prompt by a move chosen from the position that was printed last."""
    assert process.stdin is not None
    assert process.stdout is not None
    read = ""
    while letter := process.stdout.read(1):
        read += letter
        if read.endswith("\n> "):
            process.stdin.write(choose(positions_in(read)[-1]) + "\n")
            process.stdin.flush()
    return read


# A match played to its end


@pytest.mark.parametrize(
    ("lang", "ending"),
    [
        ("en", "You have won. And without any help."),
        ("fr", "Vous avez gagné. Et sans aucune aide."),
    ],
)
@pytest.mark.parametrize("words", [["marienbad", "1,3,5,6"], ["wythoff", "7,11"], ["nim"]])
def test_a_match_is_won_through_a_pipe(words: list[str], lang: str, ending: str) -> None:
    game = Game.named(words[0])

    def winning(position: Position) -> str:
        analysis = game.analyse(position)
        assert (analysis.outcome, analysis.suggestion is not None) == ("N", True)
        return ",".join(map(str, analysis.suggestion or ()))

    with started("play", *words, "--level", "club", "--lang", lang) as process:
        out = drive(process, winning)
        assert process.wait(PATIENCE) == 0
    assert ending in out
    assert "Traceback" not in out
    (match,) = records_in(out)
    assert match.players == ("human", "club")
    assert match.winner == 0
    assert positions_in(out)[-1] == match.position
    assert {"en": "kept the win", "fr": "a gardé le gain"}[lang] in out


@pytest.mark.parametrize(
    ("lang", "ending"), [("en", "The machine has won."), ("fr", "La machine a gagné.")]
)
def test_a_match_is_lost_through_a_pipe(lang: str, ending: str) -> None:
    def last_heap(position: Position) -> str:
        return f"{max(heap for heap, size in enumerate(position, start=1) if size)}:1"

    with started("play", "--level", "perfect", "--lang", lang) as process:
        out = drive(process, last_heap)
        assert process.wait(PATIENCE) == 0
    assert ending in out
    (match,) = records_in(out)
    assert match.start == (1, 3, 5, 7)
    assert match.winner == 1
    assert {"en": "already lost", "fr": "perdu d’avance"}[lang] in out


@pytest.mark.parametrize(
    ("words", "text", "winner"),
    [
        (["nim", "1"], "1\n", 0),
        (["nim", "1"], "1:1\n", 0),
        (["marienbad", "1"], "1\n", 1),
        (["marienbad", "2"], "1\n", 0),
        (
            ["wythoff", "1,2", "--first", "machine", "--level", "naive"],
            "1,1\n1:1\n2:1\n2:1\n",
            None,
        ),
        (["wythoff:a=2", "2,3"], "1:2+2:3\n", 0),
    ],
)
def test_who_wins(words: list[str], text: str, winner: int | None) -> None:
    out = ran("play", *words, "--plain", text=text)
    match = records_in(out)[-1]
    assert match.winner == winner or winner is None
    if winner == 0:
        assert "You have won." in out
    elif winner == 1:
        assert "The machine has won." in out


def test_the_machine_begins_where_it_is_told() -> None:
    out = ran("play", "marienbad", "1,3,5,6", "--first", "machine", "--level", "perfect")
    assert "The machine took " in out
    (match,) = records_in(out)
    assert match.players == ("perfect", "human")
    assert match.ply == 1
    assert match.game.analyse(match.position).outcome == "P"


def test_the_same_seed_meets_the_same_machine() -> None:
    words = ("play", "nim", "9,9,9,9", "--first", "machine")
    assert ran(*words, "--seed", "5") == ran(*words, "--seed", "5")
    assert len({ran(*words, "--seed", seed) for seed in "12345"}) > 1


def test_two_people_at_one_keyboard() -> None:
    out = ran("play", "nim", "2,1", "--two", text="level club\n1,0\n0,1\n1:1\n")
    (match,) = records_in(out)
    assert match.players == ("human", "human")
    assert match.moves == ((1, 0), (0, 1), (1, 0))
    assert "The second player’s turn." in out
    assert "Winner: human (first)." in out
    assert "no machine" in out


# Leaving


@pytest.mark.parametrize(
    ("lang", "goodbye"), [("en", "Until next time."), ("fr", "À la prochaine.")]
)
@pytest.mark.parametrize("last", ["", "quit\n", "4:1"])
def test_leaving_gives_the_record_so_far(lang: str, goodbye: str, last: str) -> None:
    out = ran("play", "--lang", lang, text="4:1\n" + last)
    assert out.endswith(f"{goodbye}\n")
    (match,) = records_in(out)
    assert match.moves[0] == (0, 0, 0, 1)


def test_nothing_is_recorded_where_nothing_was_played() -> None:
    assert records_in(ran("play")) == []


@pytest.mark.parametrize(
    ("lang", "goodbye"), [("en", "Until next time."), ("fr", "À la prochaine.")]
)
def test_an_interruption_ends_politely_with_the_record(lang: str, goodbye: str) -> None:
    with started("play", "--level", "perfect", "--lang", lang) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("4:1\n")
        process.stdin.flush()
        read = ""
        while len(positions_in(read)) < 2 or not read.endswith("\n> "):
            read += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err == ""
    assert out.endswith(f"{goodbye}\n")
    (match,) = records_in(out)
    assert match.ply == 2
    assert match.position == positions_in(read)[-1]


def at_a_terminal(text: str, *words: str) -> str:
    """What is printed to somebody who types the text at a terminal."""
    master, slave = pty.openpty()
    try:
        with started("play", *words, stdin=slave) as process:
            os.write(master, text.encode())
            out, err = process.communicate(timeout=PATIENCE)
        assert err == ""
        assert process.returncode == 0
        return out
    finally:
        os.close(master)
        os.close(slave)


# At a terminal


def test_at_a_terminal_one_can_play_on_after_the_end() -> None:
    out = at_a_terminal("1\n?\n1\nundo\n1\nnew\n1\nquit\n", "nim", "1")
    assert out.count("You have won.") == 3
    assert out.count("The game is over: “new” for another") == 5
    assert out.endswith("> Until next time.\n")


def test_the_end_of_input_at_a_terminal() -> None:
    assert at_a_terminal("\x04", "nim", "3").endswith("> \nUntil next time.\n")


@pytest.fixture
def sit_down(typed: Typist, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Make both streams a terminal, once they are those of the test."""

    def become_a_terminal() -> None:
        typed("quit\n")
        for stream in (sys.stdin, sys.stdout):
            monkeypatch.setattr(stream, "isatty", lambda: True)

    return become_a_terminal


def test_on_a_terminal_the_application_starts(
    sit_down: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sit_down()
    calls: list[tuple[object, ...]] = []

    def run(session: Session, lang: str) -> None:
        match = session.match
        calls.append((match.players, match.start, lang, session.random.random()))
        session.play((0, 1))

    monkeypatch.setitem(sys.modules, "marienbad.tui", SimpleNamespace(run=run))
    words = ["play", "nim", "2,3", "--level", "expert", "--first", "machine", "--seed", "7"]
    assert main([*words, "--lang", "fr"]) == 0
    assert calls == [(("expert", "human"), (2, 3), "fr", Random(7).random())]
    (match,) = records_in(capsys.readouterr().out)
    assert match.moves == ((0, 1),)
    assert main([*words, "--plain"]) == 0
    assert len(calls) == 1


def test_without_textual_the_plain_version_is_played(
    sit_down: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sit_down()
    monkeypatch.setitem(sys.modules, "marienbad.tui", None)
    assert main(["play"]) == 0
    out = capsys.readouterr().out
    assert "needs the extra “tui”" in out
    assert "Position (1, 3, 5, 7). Your turn." in out
