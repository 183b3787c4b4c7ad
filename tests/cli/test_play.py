"""Playing, watching and reviewing on the command line, through real pipes."""

import io
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from marienbad.analysis import Game
from marienbad.cli import main
from marienbad.heaps import Position, leave
from marienbad.play.coach import suggestion
from marienbad.play.match import Match
from marienbad.play.record import read_record, write_record
from marienbad.play.session import Session
from tests.support import PATIENCE

LANGUAGES = ("en", "fr")
Typist = Callable[[str], None]
ENVIRONMENT = os.environ | {"COLUMNS": "80", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
# Started in the background, a process would be deaf to an interruption.
START = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from marienbad.cli import main; sys.exit(main(sys.argv[1:]))"
)


def started(*words: str, stdin: int = subprocess.PIPE) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", START, *words],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=ENVIRONMENT,
    )


def ran(*words: str, text: str = "") -> str:
    """What a command prints that is given a text and must end well."""
    with started(*words) as process:
        out, err = process.communicate(text, timeout=PATIENCE)
    assert err == ""
    assert process.returncode == 0
    return out


def positions_in(out: str) -> list[Position]:
    found = re.findall(r"^Position \(([\d, ]*)\)", out, re.MULTILINE)
    return [tuple(map(int, text.split(", "))) for text in found]


def records_in(out: str) -> list[Match]:
    texts = re.findall(r"^\[Game .*\n(?:\[.*\n)+(?:\n(?:\d+\. .*\n)+)?", out, re.MULTILINE)
    return [read_record(text) for text in texts]


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typist:
    def type_in(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))

    return type_in


# A match played to its end


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


@pytest.mark.slow
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
        assert game.analyse(position).outcome == "N"
        return ",".join(map(str, suggestion(game, position)))

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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "text", "winner"),
    [
        (["nim", "1"], "1\n", 0),
        (["nim", "1"], "1:1\n", 0),
        (["marienbad", "1"], "1\n", 1),
        (["marienbad", "2"], "1\n", 0),
        (["marienbad", "0"], "", 0),
        (["nim", "0,0"], "", 1),
        (["wythoff:b=2", "0,1"], "", 1),
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


@pytest.mark.slow
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


# What can be typed


def test_take_back_play_again_and_begin_again() -> None:
    lines = "4:1\nundo\nredo\nundo\nundo\n3:2\nredo\nnew\nundo\n"
    out = ran("play", "marienbad", "--seed", "3", text=lines)
    positions = positions_in(out)
    start, first, *_ = positions
    assert start == (1, 3, 5, 7)
    assert sum(first) < 15
    # undo, redo (the machine's answer included), undo; a second undo is refused; then 3:2.
    assert positions[2:5] == [start, first, start]
    assert positions[5][2] <= 3
    assert positions[6] == start
    assert out.count("There is no move to take back.") == 2
    assert out.count("There is no move to play again.") == 1


def test_the_machines_opening_is_not_taken_back() -> None:
    out = ran("play", "nim", "--first", "machine", text="undo\n")
    assert "There is no move to take back." in out
    assert records_in(out)[-1].ply == 1


def test_three_hints_and_the_reason() -> None:
    out = ran("play", "marienbad", "1,3,5,6", text="?\nhint\n?\n?\nwhy\nwhy packets\nwhy magic\n")
    hints = re.findall(r"^(You can win.*)$", out, re.MULTILINE)
    assert hints[0] == "You can win."
    assert hints[1].startswith("You can win: look at row ")
    assert hints[2].startswith("You can win: take ")
    assert hints[3] == hints[2]
    assert "add up each column" in " ".join(out.split())
    assert "packets of 1, 2, 4" in out
    assert "There is no theory 'magic' for marienbad: expected binary" in " ".join(out.split())


def test_help_asked_for_is_counted() -> None:
    out = ran("play", "nim", "3", text="?\nwhy\n3\n")
    assert "You have won. Hints and reasons asked for: 2." in out


def test_another_level() -> None:
    out = ran("play", text="level perfect\nlevel magic\nlevel\nniveau machine-004\n4:1\n")
    assert "You play against perfect (never errs)." in out
    assert "There is no player 'magic': expected naive" in out
    assert "cannot play marienbad: expected nim." in out
    assert records_in(out)[-1].players == ("human", "perfect")


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_languages_are_understood_in_both(lang: str) -> None:
    english = ran("play", "--seed", "1", "--lang", lang, text="hint\nundo\nlevel club\nrecord\nq\n")
    french = ran(
        "play",
        "--seed",
        "1",
        "--lang",
        lang,
        text="indice\nannuler\nniveau club\npartie\nquitter\n",
    )

    def answers(out: str) -> list[str]:
        return [line for line in out.splitlines() if not line.startswith("> ")]

    assert answers(english) == answers(french)
    assert len(answers(english)) > 15


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_names_what_can_be_typed(lang: str) -> None:
    out = ran("play", "--lang", lang, text={"en": "help\n", "fr": "aide\n"}[lang])
    words = {
        "en": ("hint", "why", "undo", "redo", "new", "level", "record", "help", "quit"),
        "fr": (
            "indice",
            "pourquoi",
            "annuler",
            "rejouer",
            "nouveau",
            "niveau",
            "partie",
            "quitter",
        ),
    }[lang]
    for word in words:
        assert re.search(rf"^{word}\b", out, re.MULTILINE), word


# What cannot be done


BAD = {
    "": ("Nothing was typed", "La ligne est vide"),
    "   ": ("Nothing was typed", "La ligne est vide"),
    "abc": ("'abc' is not a move", "«\u202fabc\u202f» n’est pas un coup"),
    "0,0,0,8": ("Only 7 matches in row 4.", "Seulement 7 allumettes dans la rangée 4."),
    "0,0,0,0": ("Choose the matches to take.", "Choisissez les allumettes à prendre."),
    "1,1,0,0": ("From one row only.", "Dans une seule rangée."),
    "1,1": ("is not a move", "n’est pas un coup"),
    "-1,0,0,0": ("is not a move", "n’est pas un coup"),
    "5:1": ("is not a move", "n’est pas un coup"),
    "1:": ("is not a move", "n’est pas un coup"),
    "1.5,0,0,0": ("is not a move", "n’est pas un coup"),
    "9" * 5000: ("is not a move", "n’est pas un coup"),
    "4:" + "9" * 5000: ("Only 7 matches", "Seulement 7 allumettes"),
    "\x1b[2J\x00": ("is not a move", "n’est pas un coup"),
    "² ٣ 𝟜": ("is not a move", "n’est pas un coup"),
}


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_input_is_answered_by_a_sentence_and_asked_again(lang: str) -> None:
    lines = "".join(f"{line}\n" for line in BAD)
    out = ran("play", "--lang", lang, text=lines + "record\n")
    answers = [" ".join(answer.split()) for answer in out.split("\n> ")[1:]]
    assert len(answers) == len(BAD) + 2
    for answer, (line, sentences) in zip(answers, BAD.items(), strict=False):
        assert " ".join(sentences[LANGUAGES.index(lang)].split()) in answer, line[:40]
        assert len(answer) < 500
    assert records_in(out)[-1].moves == ()
    assert len(positions_in(out)) == 1


def test_an_empty_heap_is_named() -> None:
    assert "Nothing is left in row 1." in ran("play", "nim", "0,3", text="1:1\n")


def test_bytes_that_are_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "marienbad", "play"],
        input=b"\xff\xfe\n4:1\n",
        capture_output=True,
        env=ENVIRONMENT,
        timeout=PATIENCE,
        check=True,
    )
    assert "is not a move" in done.stdout.decode()
    assert done.stderr == b""


def test_a_line_without_end_is_refused_and_the_next_is_read(
    typed: Typist, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("marienbad.cli.conversation.LONGEST_LINE", 100)
    typed("1" * 1050 + "\n1:1\n" + "2" * 99 + "\n")
    assert main(["play", "marienbad", "1,3,5,7"]) == 0
    out = capsys.readouterr().out
    assert "The line is too long: expected at most 100 characters." in out
    assert out.count("too long") == 1
    assert records_in(out)[-1].moves[0] == (1, 0, 0, 0)


def test_huge_heaps_are_played() -> None:
    heaps = f"{'7' * 200},{'3' * 200}"
    out = ran("play", "wythoff", heaps, "--level", "perfect", text=f"1:{'5' * 200}\n2:1\n")
    (match,) = records_in(out)
    assert match.start == (int("7" * 200), int("3" * 200))
    assert match.ply == 4
    assert len(max(out.split("[Game")[0].splitlines(), key=len)) < 200


# Leaving


@pytest.mark.slow
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


# At a terminal


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


def test_at_a_terminal_one_can_play_on_after_the_end() -> None:
    out = at_a_terminal("1\n?\n1\nundo\n1\nnew\n1\nquit\n", "nim", "1")
    assert out.count("You have won.") == 3
    assert out.count("The game is over: 'new' for another") == 5
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
    assert "needs the extra 'tui'" in out
    assert "Position (1, 3, 5, 7). Your turn." in out


# Watching


SOURCE_004 = """\
Nim
Take one or more matches from a single row; whoever takes the last match wins.
machine-004 against naive, seed 1.

Position (1, 3, 6, 8, 12).  | ||| |||||| |||||||| ||||||||||||
1. machine-004 (first) takes 1 match from row 5.
Position (1, 3, 6, 8, 11).  | ||| |||||| |||||||| |||||||||||
2. naive (second) takes 1 match from row 2.
Position (1, 2, 6, 8, 11).  | || |||||| |||||||| |||||||||||
3. machine-004 (first) takes 6 matches from row 3.
Position (1, 2, 0, 8, 11).  | || · |||||||| |||||||||||
4. naive (second) takes 1 match from row 1.
Position (0, 2, 0, 8, 11).  · || · |||||||| |||||||||||
5. machine-004 (first) takes 1 match from row 5.
Position (0, 2, 0, 8, 10).  · || · |||||||| ||||||||||
6. naive (second) takes 1 match from row 4.
Position (0, 2, 0, 7, 10).  · || · ||||||| ||||||||||
7. machine-004 (first) takes 5 matches from row 5.
Position (0, 2, 0, 7, 5).  · || · ||||||| |||||
8. naive (second) takes 1 match from row 2.
Position (0, 1, 0, 7, 5).  · | · ||||||| |||||
9. machine-004 (first) takes 3 matches from row 4.
Position (0, 1, 0, 4, 5).  · | · |||| |||||
10. naive (second) takes 1 match from row 4.
Position (0, 1, 0, 3, 5).  · | · ||| |||||
11. machine-004 (first) takes 3 matches from row 5.
Position (0, 1, 0, 3, 2).  · | · ||| ||
12. naive (second) takes 1 match from row 4.
Position (0, 1, 0, 2, 2).  · | · || ||
13. machine-004 (first) takes 1 match from row 2.
Position (0, 0, 0, 2, 2).  · · · || ||
14. naive (second) takes 1 match from row 5.
Position (0, 0, 0, 2, 1).  · · · || |
15. machine-004 (first) takes 1 match from row 4.
Position (0, 0, 0, 1, 1).  · · · | |
16. naive (second) takes 1 match from row 5.
Position (0, 0, 0, 1, 0).  · · · | ·
17. machine-004 (first) takes 1 match from row 4.
Position (0, 0, 0, 0, 0).  · · · · ·

Winner: machine-004 (first).
"""
"""The program of source 004, with a fixed seed."""


def test_the_program_of_the_source() -> None:
    words = ["nim", "1,3,6,8,12", "--first", "machine-004", "--second", "naive", "--seed", "1"]
    assert ran("watch", *words) == SOURCE_004


def test_every_line_of_a_match_is_true() -> None:
    positions = positions_in(SOURCE_004)
    taken = re.findall(
        r"^(\d+)\. (\S+) .* takes (\d+) match(?:es)? from row (\d)", SOURCE_004, re.MULTILINE
    )
    assert len(positions) == len(taken) + 1
    for ply, (number, name, amount, row) in enumerate(taken):
        assert (int(number), name) == (ply + 1, ("machine-004", "naive")[ply % 2])
        move = tuple(int(amount) if heap == int(row) else 0 for heap in range(1, 6))
        assert leave(positions[ply], move) == positions[ply + 1]
    assert positions[1] == (1, 3, 6, 8, 11)
    assert positions[-1] == (0, 0, 0, 0, 0)


def wins_in(out: str) -> list[int]:
    return [int(wins) for wins in re.findall(r"^  .*\) +(\d+)$", out, re.MULTILINE)]


@pytest.mark.slow
def test_of_many_games_the_wins_are_counted() -> None:
    words = ("watch", "wythoff", "5,8", "--first", "novice", "--second", "naive", "--seed", "1")
    out = ran(*words, "--games", "40")
    wins = wins_in(out)
    assert sum(wins) == 40
    assert wins[0] > wins[1] > 0
    assert re.search(r"^40 games, \d+\.\d moves on average\.$", out, re.MULTILINE)
    french = ran(*words, "--games", "40", "--lang", "fr")
    assert wins_in(french) == wins
    assert re.search(r"^40 parties, \d+,\d coups en moyenne\.$", french, re.MULTILINE)


def test_perfect_against_naive_is_what_one_watches_usually() -> None:
    out = ran("watch", "marienbad", "1,3,5,6", "--games", "30")
    assert "perfect against naive, seed " in out
    assert wins_in(out) == [30, 0]


def test_the_mean_length_is_exact() -> None:
    assert "2 games, 3.0 moves on average." in ran(
        "watch", "nim", "1,1,1", "--games", "2", "--first", "naive"
    )


@pytest.mark.slow
def test_a_drawn_seed_repeats_the_match() -> None:
    words = ("watch", "nim", "9,9,9", "--first", "novice")
    out = ran(*words)
    seed = re.search(r"seed (\d+)\.", out)
    assert seed is not None
    assert ran(*words, "--seed", seed[1]) == out
    assert ran(*words) != out


def test_the_record_is_written(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    out = ran("watch", "wythoff:a=2,b=3", "20,31", "--seed", "4", "--out", str(file))
    match = read_record(file.read_text("utf-8"))
    assert list(match.positions()) == positions_in(out)
    assert match.players == ("perfect", "naive")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", match.date)


@pytest.mark.slow
def test_a_match_without_end_is_left_unfinished() -> None:
    out = ran("watch", "nim", f"{10**60},{10**60}", "--first", "naive", "--games", "2")
    assert wins_in(out) == [0, 0]
    assert re.search(r"^  unfinished +2$", out, re.MULTILINE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_over_at_its_start(lang: str) -> None:
    out = ran("watch", "marienbad", "0,0", "--lang", lang)
    assert positions_in(out) == [(0, 0)]
    assert "perfect" in out.splitlines()[-1]


# Reviewing


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


def test_what_was_played_can_be_reviewed() -> None:
    played = ran("play", "nim", "3,4,5", "--level", "naive", text="1:2\n")
    text = re.search(r"(?s)\[Game.*?\n\n.*?\n", played)
    assert text is not None
    assert "To move: human (first)." in ran("review", "-", text=text[0])
