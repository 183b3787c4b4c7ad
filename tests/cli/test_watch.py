"""Machines against each other on the command line."""

import re
from pathlib import Path

import pytest

from marienbad.heaps import leave
from marienbad.play.notation import read_record
from tests.cli.pipes import positions_in, ran

pytestmark = pytest.mark.slow

SOURCE_004 = """\
Nim
Take one or more matches from a single row; whoever takes the last match wins.
Players: the article’s program against naive; seed 1.

Position (1, 3, 6, 8, 12).  | ||| |||||| |||||||| ||||||||||||
1. the article’s program (first) takes 1 match from row 5.
Position (1, 3, 6, 8, 11).  | ||| |||||| |||||||| |||||||||||
2. naive (second) takes 1 match from row 2.
Position (1, 2, 6, 8, 11).  | || |||||| |||||||| |||||||||||
3. the article’s program (first) takes 6 matches from row 3.
Position (1, 2, 0, 8, 11).  | || · |||||||| |||||||||||
4. naive (second) takes 1 match from row 1.
Position (0, 2, 0, 8, 11).  · || · |||||||| |||||||||||
5. the article’s program (first) takes 1 match from row 5.
Position (0, 2, 0, 8, 10).  · || · |||||||| ||||||||||
6. naive (second) takes 1 match from row 4.
Position (0, 2, 0, 7, 10).  · || · ||||||| ||||||||||
7. the article’s program (first) takes 5 matches from row 5.
Position (0, 2, 0, 7, 5).  · || · ||||||| |||||
8. naive (second) takes 1 match from row 2.
Position (0, 1, 0, 7, 5).  · | · ||||||| |||||
9. the article’s program (first) takes 3 matches from row 4.
Position (0, 1, 0, 4, 5).  · | · |||| |||||
10. naive (second) takes 1 match from row 4.
Position (0, 1, 0, 3, 5).  · | · ||| |||||
11. the article’s program (first) takes 3 matches from row 5.
Position (0, 1, 0, 3, 2).  · | · ||| ||
12. naive (second) takes 1 match from row 4.
Position (0, 1, 0, 2, 2).  · | · || ||
13. the article’s program (first) takes 1 match from row 2.
Position (0, 0, 0, 2, 2).  · · · || ||
14. naive (second) takes 1 match from row 5.
Position (0, 0, 0, 2, 1).  · · · || |
15. the article’s program (first) takes 1 match from row 4.
Position (0, 0, 0, 1, 1).  · · · | |
16. naive (second) takes 1 match from row 5.
Position (0, 0, 0, 1, 0).  · · · | ·
17. the article’s program (first) takes 1 match from row 4.
Position (0, 0, 0, 0, 0).  · · · · ·

Winner: the article’s program (first).
"""
"""The program of source 004, with a fixed seed."""


def test_the_program_of_the_source() -> None:
    words = ["nim", "1,3,6,8,12", "--first", "machine-004", "--second", "naive", "--seed", "1"]
    assert ran("watch", *words) == SOURCE_004


def test_every_line_of_a_match_is_true() -> None:
    positions = positions_in(SOURCE_004)
    taken = re.findall(
        r"^(\d+)\. (.+) \((?:first|second)\) takes (\d+) match(?:es)? from row (\d)",
        SOURCE_004,
        re.MULTILINE,
    )
    assert len(positions) == len(taken) + 1
    for ply, (number, name, amount, row) in enumerate(taken):
        assert (int(number), name) == (ply + 1, ("the article’s program", "naive")[ply % 2])
        move = tuple(int(amount) if heap == int(row) else 0 for heap in range(1, 6))
        assert leave(positions[ply], move) == positions[ply + 1]
    assert positions[1] == (1, 3, 6, 8, 11)
    assert positions[-1] == (0, 0, 0, 0, 0)


def wins_in(out: str) -> list[int]:
    return [int(wins) for wins in re.findall(r"^  .*\) +(\d+)$", out, re.MULTILINE)]


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
    assert "perfect against naive; seed " in out
    assert wins_in(out) == [30, 0]


def test_the_mean_length_is_exact() -> None:
    assert "2 games, 3.0 moves on average." in ran(
        "watch", "nim", "1,1,1", "--games", "2", "--first", "naive"
    )


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


def test_a_match_without_end_is_left_unfinished() -> None:
    out = ran("watch", "nim", f"{10**60},{10**60}", "--first", "naive", "--games", "2")
    assert wins_in(out) == [0, 0]
    assert re.search(r"^  unfinished +2$", out, re.MULTILINE)
