"""Matches in which options may be forbidden: who acts when, machines, records, words typed."""

import io
import sys
from random import Random

import pytest

from marienbad.analysis import Game
from marienbad.cli import main
from marienbad.heaps import Block
from marienbad.play.coach import hint
from marienbad.play.grading import grade_match, tell_match
from marienbad.play.match import Match
from marienbad.play.notation import read_move, read_record, write_move, write_record
from marienbad.play.objection import objection
from marienbad.play.players import LEVELS, player
from marienbad.solver.reference import p_positions
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from tests.support import sample

WYTHOFF = "rules:heaps 2; take n from one; take n, n from two; block "


def played(match: Match, levels: tuple[str, str], seed: int) -> Match:
    source = Random(seed)
    seats = [player(level, match.game) for level in levels]
    while not match.is_over:
        chosen = seats[match.seat(match.ply)].choose(match.game, match.position, source)
        match = match.play(chosen)
    return match


def test_the_second_player_forbids_first_and_then_each_who_has_moved() -> None:
    match = Match(Game.named(WYTHOFF + "3"), (3, 4))
    assert match.turn == 1
    match = match.play(Block([(0, 4), (3, 3)]))
    assert match.turn == 0
    with pytest.raises(InputError, match="not a legal move"):
        match.play((3, 0))
    match = match.play((1, 0))
    assert match.turn == 0
    match = match.play(Block([]))
    assert match.turn == 1
    assert [match.seat(ply) for ply in range(6)] == [1, 0, 0, 1, 1, 0]
    assert match.data()["moves"] == [{"forbid": [[0, 4], [3, 3]]}, [1, 0], {"forbid": []}]


def test_who_cannot_move_has_lost() -> None:
    game = Game.named(WYTHOFF + "2")
    last = Match(game, (1, 1), moves=[Block([(0, 1)]), (1, 1)])
    assert (last.is_over, last.winner) == (True, 0)
    stuck = Match(game, (0, 1), moves=[Block([(0, 0)])])
    assert (stuck.is_over, stuck.winner) == (True, 1)


@pytest.mark.slow
@pytest.mark.sample
@pytest.mark.parametrize("block", [2, 3])
def test_the_perfect_player_wins_whatever_can_be_won(block: int) -> None:
    game = Game.named(f"{WYTHOFF}{block}")
    found = {*p_positions(game.definition, (8, 8))}
    starts = [(7, 6), (5, 5), (2, 5), (4, 6), (1, 4), (0, 2), (3, 7), (2, 2)]
    for seed, start in sample(enumerate(starts), 4, str(block)):
        winner = 1 if start in found else 0
        for level in LEVELS:
            levels = (level, "perfect") if winner else ("perfect", level)
            match = played(Match(game, start), levels, seed)
            assert match.winner == winner, (start, level, match)
            assert not any(
                grade.judgement == "thrown"
                for grade in grade_match(match)
                if grade.player == winner
            )
            assert read_record(write_record(match)) == match
            assert "Winner" in tell_match(match).render("en")


def test_what_is_forbidden_is_typed_and_written() -> None:
    game = Game.named(WYTHOFF + "3")
    begun = game.definition.ruleset.memory.begun((3, 5))
    for text in ("-", "-1,2", "-1,2+3,3", "3,3 1,2"):
        block = read_move(text, game, begun)
        assert isinstance(block, Block)
        assert read_move(write_move(block), game, begun) == block
    for text in ("", "--", "two", "-1,,2", "+", "!"):
        with pytest.raises(InputError, match="does not say what is forbidden"):
            read_move(text, game, begun)


def told(game: Game, heaps: tuple[int, int], *moves: tuple[int, ...]) -> str:
    *before, last = moves
    problem = objection(game, Match(game, heaps, moves=before).position, last)
    return "" if problem is None else Plain("en").line(problem)


def test_objections() -> None:
    game = Game.named(WYTHOFF + "2")
    assert told(game, (3, 5), Block([(3, 4)])) == ""
    assert "at most 1" in told(game, (3, 5), Block([(3, 4), (3, 3)]))
    assert "can leave" in told(game, (3, 5), Block([(0, 0)]))
    assert "may be forbidden" in told(game, (3, 5), (1, 0))
    assert told(game, (3, 5), Block([(3, 4)]), (0, 1)) == "To leave (3, 4) is forbidden"
    assert told(game, (3, 5), Block([(3, 4)]), (0, 2)) == ""
    assert "Only 3 tokens" in told(game, (3, 5), Block([(3, 4)]), (4, 0))


def test_hints_tell_what_to_forbid() -> None:
    game = Game.named(WYTHOFF + "2")
    begun = game.definition.ruleset.memory.begun((1, 3))
    told = [Plain("en").line(hint(game, begun, step).message) for step in (1, 2, 3)]
    assert told == [
        "You can win.",
        "Forbid what the other should leave.",
        "A winning move: forbid (1, 0).",
    ]
    lost = game.definition.ruleset.memory.begun((4, 5))
    assert "whatever you forbid" in Plain("en").line(hint(game, lost, 2).message)
    assert "forbid (0, 1)" in Plain("en").line(hint(game, lost, 3).message)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_match_is_played_on_the_command_line(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = "why\n-1,0\n0,1\nhelp\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(script))
    command = ["play", WYTHOFF + "2", "1,3", "--plain", "--two", "--lang", lang]
    assert main(command) == 0
    said = " ".join(capsys.readouterr().out.split())
    expected = {
        "en": ["Position (1, 3)", "second player to forbid", "must do so", "forbid the other"],
        "fr": ["(1, 3)", "second joueur d’interdire", "doit le faire", "interdire à l’autre"],
    }
    for words in expected[lang]:
        assert words in said
