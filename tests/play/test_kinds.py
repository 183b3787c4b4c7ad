"""Matches whose positions say more than heaps: who plays, who wins, what is kept of them."""

from random import Random

import pytest

from marienbad.analysis import Game
from marienbad.heaps import Call, Situation, Split, state_of
from marienbad.play.contest import contest
from marienbad.play.grading import grade_match
from marienbad.play.match import Match
from marienbad.play.notation import read_move, read_record, write_move, write_record
from marienbad.solver.reachable import Reachable
from marienbad.text.problems import InputError

FIBONACCI = Game.named("fibonacci")
SPITE = Game.named("spite")
ORDER = Game.named("order:AAB,take=1-3")
KAYLES = Game.named("kayles")
BY_HEAP = Game.named("rules:heaps 2; call heap; take n from one")
STARTS = [
    (FIBONACCI, (13,)),
    (FIBONACCI, Situation((12,), 2)),
    (SPITE, (3, 5)),
    (SPITE, Situation((3, 5), 2)),
    (ORDER, (11,)),
    (ORDER, Situation((11,), 2)),
    (KAYLES, (7,)),
    (KAYLES, (3, 4)),
    (BY_HEAP, (3, 4)),
    (BY_HEAP, Situation((3, 4), 2)),
]


@pytest.mark.parametrize(("game", "start"), STARTS, ids=str)
def test_whoever_can_win_and_never_errs_wins(game: Game, start: tuple[int, ...]) -> None:
    is_first = not Reachable(game.definition).is_p(start)
    players = ("perfect", "naive") if is_first else ("naive", "perfect")
    for match in contest(game, start, players, games=4, seed=1):
        assert match.winner == (0 if is_first else 1)
        assert read_record(write_record(match)) == match
        grades = grade_match(match)
        assert [grade.player for grade in grades] == [match.seat(ply) for ply in range(match.ply)]
        assert all(grade.leader == match.winner for grade in grades)


@pytest.mark.parametrize(("game", "start"), STARTS, ids=str)
def test_who_plays_is_who_the_moves_say(game: Game, start: tuple[int, ...]) -> None:
    random, definition = Random(2), game.definition
    match, seat = Match(game, start), 0
    while not match.is_over:
        assert match.turn == seat
        before = match.position
        move = definition.ruleset.random_move(before, random)
        assert definition.is_legal(before, move)
        assert read_move(write_move(move), game, before) == move
        match = match.play(move)
        seat = seat if definition.plays_on(before) else 1 - seat
    assert match.back_to(match.ply - 1).play(match.moves[-1]).winner == match.winner
    data = match.data()
    order = data["order"]
    seats = [order[ply % len(order)] for ply in range(2 * len(order))]
    assert seats == [match.seat(ply) for ply in range(2 * len(order))]
    states = [state_of(position) for position in match.positions()]
    assert data.get("states", [0] * len(states)) == states
    assert match.after_all(match.moves).states == match.states
    begins = "AAB"[state_of(start)] if game is ORDER else None
    assert data.get("parties", (begins,))[0] == begins
    assert match.back_to(0).position == match.start


def test_calls_and_choices_by_a_number_alone() -> None:
    assert read_move("3", SPITE, (3, 5)) == Call(3)
    assert read_move("2", SPITE, Situation((3, 5), 3)) == (0, 3)
    assert read_move("3", BY_HEAP, Situation((3, 5), 2)) == (0, 3)
    assert read_move("1:2/1/4", KAYLES, (7, 3)) == Split((2, 0), (4, 1, 3))


@pytest.mark.parametrize(
    ("game", "start", "move"),
    [
        (SPITE, (3, 5), (0, 2)),
        (SPITE, (3, 5), Call(6)),
        (SPITE, (3, 5), Call(0)),
        (SPITE, Situation((3, 5), 4), (0, 3)),
        (SPITE, Situation((3, 5), 4), Call(1)),
        (FIBONACCI, (13,), (13,)),
        (FIBONACCI, Situation((12,), 2), (5,)),
        (FIBONACCI, (13,), Call(1)),
        (KAYLES, (7,), (3,)),
        (KAYLES, (7,), Split((2,), (1, 3))),
        (KAYLES, (7,), Split((2,), (0, 5))),
        (ORDER, (11,), Split((1,), (5, 5))),
    ],
)
def test_what_the_rules_do_not_allow(game: Game, start: tuple[int, ...], move: object) -> None:
    with pytest.raises(InputError, match="expected"):
        Match(game, start).play(move)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "position", "state"),
    [(SPITE, (3, 5), 6), (ORDER, (11,), 3), (KAYLES, (7,), 1), (FIBONACCI, (7,), -1)],
)
def test_states_that_cannot_be(game: Game, position: tuple[int, ...], state: int) -> None:
    with pytest.raises(InputError, match="expected"):
        game.analyse(position, state=state)
