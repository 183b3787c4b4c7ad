"""Matches: what enters them, what is taken back, when they are over and who has won."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.games.catalogue import EXAMPLES
from marienbad.heaps import Move, Position, leave
from marienbad.play.match import Match
from marienbad.play.notation import example, read_move, write_move
from marienbad.text.problems import InputError

GAMES = (
    "nim",
    "marienbad",
    "wythoff",
    "wythoff:a=3",
    "wythoff:b=2",
    "wythoff:a=2,b=3",
    "wythoff:misere",
    "wythoff:a=2,b=3,misere",
)


def random_match(name: str, start: Position, plies: int, seed: int) -> Match:
    """A match of at most so many moves at random."""
    random = Random(seed)
    match = Match(Game.named(name), start)
    while not match.is_over and match.ply < plies:
        match = match.play(match.game.definition.ruleset.random_move(match.position, random))
    return match


@st.composite
def matches(draw: st.DrawFn, largest: int = 12) -> Match:
    name = draw(st.sampled_from(GAMES))
    heaps = 2 if name.startswith("wythoff") else draw(st.integers(0, 6))
    start = draw(st.lists(st.integers(0, largest), min_size=heaps, max_size=heaps))
    return random_match(name, tuple(start), draw(st.integers(0, 30)), draw(st.integers(0, 2**32)))


# Moves


@given(matches())
def test_replaying_gives_the_position(match: Match) -> None:
    position = match.start
    positions = [position]
    for move in match.moves:
        assert match.game.is_legal(position, move)
        position = leave(position, move)
        positions.append(position)
    assert list(match.positions()) == positions
    assert match.position == position
    assert match.ply == len(match.moves)


@given(matches(), st.integers(0, 40))
def test_going_back_gives_what_was(match: Match, count: int) -> None:
    ply = max(0, match.ply - count)
    back = match.back_to(ply)
    assert back == Match(match.game, match.start, match.players, match.date, match.moves[:ply])
    assert back.position == list(match.positions())[ply]
    for move in match.moves[ply:]:
        back = back.play(move)
    assert back == match
    assert (back.position, back.turn, back.winner) == (match.position, match.turn, match.winner)


def test_a_match_never_changes() -> None:
    match = Match(Game.named("nim"), (3, 3), ("human", "club"), "1961-06-25", [(1, 0)])
    before = (match.players, match.moves, match.position, match.key, match.revision)
    kept = match.kept_as("name", 7)
    others = (match.play((0, 1)), match.back_to(0), match.against("naive"), match.again(""), kept)
    assert (match.players, match.moves, match.position, match.key, match.revision) == before
    assert [other.players[1] for other in others] == ["club", "club", "naive", "club", "club"]
    assert (kept.key, kept.revision, kept.play((0, 1)).revision) == ("name", 7, 7)
    assert match.again("", is_swapped=True).players == ("club", "human")


@pytest.mark.parametrize(
    ("ply", "seats", "last"),
    [(0, (0, 1), None), (1, (1,), None), (1, (0,), 0), (2, (0,), 0), (2, (1,), 1), (3, (0, 1), 2)],
)
def test_where_an_undo_goes_back_to(ply: int, seats: tuple[int, ...], last: int | None) -> None:
    match = Match(Game.named("nim"), (3,), moves=[(1,)] * ply)
    assert match.last_move_of(seats) == last


@pytest.mark.parametrize(
    ("name", "start", "move"),
    [
        ("nim", (3, 5), (0, 0)),
        ("nim", (3, 5), (4, 0)),
        ("nim", (3, 5), (1, 1)),
        ("nim", (3, 5), (1,)),
        ("nim", (3, 5), (1, 0, 0)),
        ("nim", (3, 5), (-1, 0)),
        ("nim", (0, 5), (1, 0)),
        ("nim", (), ()),
        ("wythoff", (3, 5), (1, 2)),
        ("wythoff", (3, 5), (4, 4)),
        ("wythoff:a=2", (3, 5), (1, 3)),
        ("wythoff:b=2", (3, 5), (0, 1)),
        ("wythoff:a=2,b=3", (9, 9), (1, 2)),
        ("wythoff:a=2,b=3", (9, 9), (1, 7)),
    ],
)
def test_an_illegal_move_never_enters(name: str, start: Position, move: Move) -> None:
    match = Match(Game.named(name), start)
    with pytest.raises(InputError, match="not a legal move"):
        match.play(move)
    assert match.moves == ()
    assert match.position == start
    with pytest.raises(InputError):
        Match(Game.named(name), start, moves=[move])


@pytest.mark.parametrize(("name", "start"), [("wythoff", (1, 2, 3)), ("nim", (1, -2))])
def test_a_start_that_is_no_position(name: str, start: Position) -> None:
    with pytest.raises(InputError):
        Match(Game.named(name), start)


def test_without_a_start_there_is_the_usual_one() -> None:
    assert Match(Game.named("marienbad")).start == (1, 3, 5, 7)


# The end


@pytest.mark.parametrize(
    ("name", "start", "winner"),
    [
        ("nim", (), 1),
        ("nim", (0, 0), 1),
        ("marienbad", (), 0),
        ("marienbad", (0,), 0),
        ("wythoff", (0, 0), 1),
        ("wythoff:misere", (0, 0), 0),
        ("wythoff:b=4", (0, 3), 1),
        ("wythoff:b=4,misere", (3, 0), 0),
        ("wythoff:a=2,b=3", (0, 2), 1),
    ],
)
def test_a_start_that_is_already_over(name: str, start: Position, winner: int) -> None:
    match = Match(Game.named(name), start)
    assert match.is_over
    assert match.turn is None
    assert match.winner == winner


def test_play_stops_with_tokens_left_where_no_multiple_fits() -> None:
    match = Match(Game.named("wythoff:b=4"), (2, 5), moves=[(2, 2)])
    assert match.position == (0, 3)
    assert match.is_over
    assert match.winner == 0
    # The same tokens, one more of them: a multiple of 4 is left.
    assert not Match(Game.named("wythoff:b=4"), (0, 4)).is_over


@given(matches())
def test_the_last_to_move_wins_or_in_misere_loses(match: Match) -> None:
    if not match.is_over:
        assert match.winner is None
        assert match.turn == match.ply % 2
        assert next(match.game.moves(match.position), None) is not None
        return
    assert not list(match.game.moves(match.position))
    last_to_move = (match.ply - 1) % 2
    is_misere = "misere" in match.game.name or match.game.name == "marienbad"
    assert match.winner == (1 - last_to_move if is_misere else last_to_move)


@pytest.mark.parametrize("name", ["nim", "marienbad"])
def test_nim_ends_with_every_heap_empty(name: str) -> None:
    for seed in range(20):
        match = random_match(name, (1, 3, 5, 7), 99, seed)
        assert match.position == (0, 0, 0, 0)


def test_equal_matches_are_equal() -> None:
    game = Game.named("nim")
    match = Match(game, (1, 2), ("human", "club"), moves=[(1, 0)])
    assert match == Match(game, (1, 2), ("human", "club"), moves=[(1, 0)])
    assert match != Match(game, (1, 2), ("club", "human"), moves=[(1, 0)])
    assert match != Match(game, (1, 2), ("human", "club"))
    assert match != "1:1"


# Notation


@given(matches(largest=10**100))
def test_a_move_is_read_as_it_was_written(match: Match) -> None:
    for position, move in zip(match.positions(), match.moves, strict=False):
        assert read_move(write_move(move), match.game, position) == move
        assert read_move(",".join(map(str, move)), match.game, position) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "1",
        "1,2,3",
        "x,1",
        "1:0",
        "1:",
        ":1",
        "1:1+1:1",
        "1:1+",
        "-1,0",
        "1;0",
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is not a move: expected .* each row"):
        read_move(text, Game.named("nim"), (5, 5))


@pytest.mark.parametrize("heap", [0, 3])
def test_a_row_that_is_not_there_is_named(heap: int) -> None:
    with pytest.raises(InputError, match=f"There is no row {heap}: the game has 2 rows"):
        read_move(f"{heap}:1", Game.named("nim"), (5, 5))


@pytest.mark.parametrize("name", [*EXAMPLES, "rules:heaps 2; take 2 from one; take 1, 1 from two"])
def test_an_example_of_a_move_is_a_legal_move(name: str) -> None:
    game = Game.named(name)
    for position in {game.start, (7, 18), (1, 0), (1, 1), (9, 9), (0, 10**2000)}:
        if len(position) == (game.heaps or len(position)) and not game.is_over(position):
            for written in example(game, position).values():
                assert game.is_legal(position, read_move(str(written), game, position))


def test_where_no_move_is_left_an_example_shows_the_form() -> None:
    assert example(Game.named("euclid"), (0, 4)) == {"each": "0,1", "short": "2:1"}
    assert example(Game.named("nim"), ()) == {"each": "1", "short": "1:1"}


def test_an_example_stays_short() -> None:
    game = Game.named("euclid")
    assert all(len(str(text)) < 100 for text in example(game, (10**2000, 3 * 10**2000)).values())
    assert example(Game.named("nim"), (1,) * 5000)["short"] == "64:1"
