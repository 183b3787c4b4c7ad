"""Players: the perfect one never errs, the machine of source 004 keeps its ways, levels differ."""

from functools import lru_cache
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.heaps import Move, Position, leave
from marienbad.play.coach import STEPS, hint
from marienbad.play.contest import LONGEST, contest
from marienbad.play.match import Match
from marienbad.play.objection import objection
from marienbad.play.players import GRADES, LEVELS, PLAYERS, considered_moves, player
from marienbad.solver.reference import Search
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError

SMALL_BOXES = {
    "nim": (3, 3, 4),
    "marienbad": (3, 3, 4),
    "wythoff": (8, 8),
    "wythoff:a=2": (7, 7),
    "wythoff:a=3": (6, 6),
    "wythoff:b=2": (8, 8),
    "wythoff:b=4": (8, 8),
    "wythoff:a=2,b=3": (8, 8),
    "wythoff:misere": (8, 8),
    "wythoff:a=2,misere": (7, 7),
    "wythoff:b=3,misere": (8, 8),
    "wythoff:a=2,b=3,misere": (8, 8),
}


@lru_cache
def search(name: str) -> Search:
    return Search(Game.named(name).definition)


# Perfect


class EveryChoice(Random):
    """A source of chance that remembers what it was asked to choose from."""

    def choice(self, seq):  # type: ignore[no-untyped-def]
        self.offered = list(seq)
        return seq[0]


def choices_of_perfect(game: Game, position: Position) -> list[Move]:
    """Every move that the perfect player may choose, whatever the seed."""
    chance = EveryChoice(1)
    player("perfect", game).choose(game, position, chance)
    offered: list[Move] = chance.offered
    return offered


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_BOXES)
def test_perfect_never_loses_what_can_be_won(name: str) -> None:
    """Every start of a box that the search calls won, every choice of perfect, every reply."""
    game = Game.named(name)
    safe: set[Position] = set()

    def walk(position: Position) -> None:
        """Perfect moves from here, and must win whatever the other player does."""
        if position in safe or game.is_over(position):
            return
        safe.add(position)
        for move in choices_of_perfect(game, position):
            left = leave(position, move)
            assert search(name).is_p(left), (position, move)
            if game.is_over(left):
                assert not game.definition.is_misere
            for reply in game.moves(left):
                walk(leave(left, reply))

    starts = [
        start
        for start in product(*(range(heap + 1) for heap in SMALL_BOXES[name]))
        if not search(name).is_p(start)
    ]
    assert len(starts) > 20
    for start in starts:
        walk(start)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_BOXES)
def test_perfect_resists_where_it_is_lost(name: str) -> None:
    game = Game.named(name)
    for position in product(*(range(heap + 1) for heap in SMALL_BOXES[name])):
        if search(name).is_p(position) and not game.is_over(position):
            legal = list(game.moves(position))

            def measure(move: Move, position: Position = position) -> tuple[bool, int, int]:
                """What ends the game, and so loses at once in misère play, comes last."""
                after = leave(position, move)
                return game.is_over(after), len(search(name).winning_moves(after)), sum(move)

            fewest = min(map(measure, legal))
            for move in choices_of_perfect(game, position):
                assert measure(move) == fewest


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["nim", "marienbad", "wythoff", "wythoff:a=2,b=3"]), st.data())
def test_perfect_keeps_a_huge_win_against_every_level(name: str, data: st.DataObject) -> None:
    game = Game.named(name)
    digits = st.integers(10**199, 10**300)
    position: Position = (data.draw(digits), data.draw(digits))
    other = player(data.draw(st.sampled_from(LEVELS)), game)
    chance = Random(data.draw(st.integers(0, 2**32)))
    if game.analyse(position).outcome == "P":
        position = leave(position, other.choose(game, position, chance))
    for _ in range(6):
        position = leave(position, player("perfect", game).choose(game, position, chance))
        assert game.analyse(position).outcome == "P"
        if game.is_over(position):
            return
        move = other.choose(game, position, chance)
        assert game.is_legal(position, move)
        position = leave(position, move)


# Naive


@pytest.mark.parametrize(
    ("name", "position", "possible"),
    [
        ("nim", (2, 0, 3), {(1, 0, 0), (0, 0, 1)}),
        ("marienbad", (1, 3), {(1, 0), (0, 1)}),
        ("wythoff", (3, 5), {(1, 0), (0, 1)}),
        ("wythoff:b=2", (3, 5), {(2, 0), (0, 2), (1, 1)}),
        ("wythoff:b=4", (3, 5), {(1, 1)}),
        ("wythoff:b=4", (0, 9), {(0, 4)}),
        ("wythoff:a=2,b=3", (4, 4), {(1, 1)}),
        ("wythoff:a=2", (0, 4), {(0, 1)}),
    ],
)
def test_naive_takes_as_little_as_it_can(
    name: str, position: Position, possible: set[Move]
) -> None:
    game = Game.named(name)
    chosen = {player("naive", game).choose(game, position, Random(seed)) for seed in range(40)}
    assert chosen == possible
    assert sum(chosen.pop()) == min(sum(move) for move in game.moves(position))


# The machine of source 004


NIM = Game.named("nim")


def machine(position: Position) -> Move:
    return player("machine-004", NIM).choose(NIM, position, Random(1))


def test_its_first_move_takes_one_from_the_last_heap() -> None:
    assert machine((1, 3, 6, 8, 12)) == (0, 0, 0, 0, 1)


def test_it_takes_from_the_first_heap_with_the_highest_odd_digit() -> None:
    assert machine((3, 5, 6, 7)) == (0, 3, 0, 0)


def test_it_wins_by_the_first_heap_that_can() -> None:
    for position in product(range(4), range(5), range(6)):
        winning = search("nim").winning_moves(position)
        if winning:
            assert machine(position) == max(winning)  # the first heap stands first in the tuple
        elif any(position):
            move = machine(position)
            last = max(heap for heap, size in enumerate(position) if size)
            assert (sum(move), move[last]) == (1, 1), position


def test_erratum_47_it_can_lose_against_one_match_at_a_time() -> None:
    for seed in range(10):
        (match,) = contest(NIM, (0, 0, 0, 1, 1), ("machine-004", "naive"), 1, seed)
        assert match.moves[0] == (0, 0, 0, 0, 1)
        assert match.winner == 1


def test_erratum_47_from_its_own_start_it_wins_whatever_the_other_takes() -> None:
    seen: set[Position] = set()

    def naive_to_move(position: Position) -> None:
        if position in seen:
            return
        seen.add(position)
        for heap, size in enumerate(position):
            if size:
                one = tuple(int(other == heap) for other in range(len(position)))
                left = leave(position, one)
                assert any(left), "the naive player took the last match"
                after = leave(left, machine(left))
                if any(after):
                    naive_to_move(after)

    naive_to_move(leave((1, 3, 6, 8, 12), machine((1, 3, 6, 8, 12))))
    assert len(seen) > 100


def test_erratum_48_it_takes_from_the_last_heap_and_not_from_the_largest() -> None:
    match = Match(NIM, (0, 1, 1, 3, 3), ("machine-004", "naive"))
    match = match.play(machine(match.position))
    assert match.position == (0, 1, 1, 3, 2)
    match = match.play((0, 1, 0, 0, 0))
    assert match.position == (0, 0, 1, 3, 2)
    match = match.play(machine(match.position))
    assert match.position == (0, 0, 1, 3, 1)


def test_erratum_49_a_match_ends_when_the_other_takes_the_last() -> None:
    (match,) = contest(NIM, (0, 0, 0, 1, 1), ("machine-004", "naive"), 1, 1)
    assert match.ply == 2
    assert match.position == (0, 0, 0, 0, 0)


def test_erratum_50_the_last_heap_need_not_be_the_largest() -> None:
    assert machine((0, 0, 0, 2, 0)) == (0, 0, 0, 2, 0)
    assert machine((9, 0, 0, 0, 1)) == (8, 0, 0, 0, 0)


@pytest.mark.parametrize("name", ["marienbad", "wythoff", "wythoff:a=2,misere"])
def test_it_plays_nim_only(name: str) -> None:
    with pytest.raises(
        InputError,
        match=f"machine-004 cannot play {name}: expected naive, novice",
    ):
        player("machine-004", Game.named(name))


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(InputError, match=r"“human”: expected naive, .*machine-004"):
        player("human", NIM)


# Levels


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_BOXES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_legal_matches_to_the_end(name: str, level: str) -> None:
    game = Game.named(name)
    for match in contest(game, SMALL_BOXES[name], (level, "novice"), games=2, seed=3):
        assert match.is_over


@pytest.mark.parametrize("level", GRADES)
def test_a_graded_level_sees_the_end_within_its_sight(level: str) -> None:
    game = Game.named("nim")
    wins = sum(player(level, game).choose(game, (5, 0), Random(s)) == (5, 0) for s in range(200))
    _, one_error_in = GRADES[level]
    assert wins >= 200 * (one_error_in - 1) // one_error_in - 25
    errors = 200 - wins
    assert errors > 0


@pytest.mark.slow
def test_the_same_seed_gives_the_same_matches() -> None:
    def played(seed: int) -> list[tuple[Move, ...]]:
        return [m.moves for m in contest(NIM, (3, 5, 6, 7), ("novice", "naive"), 5, seed)]

    assert played(1) == played(1)
    assert played(1) != played(2)
    assert len(set(played(1))) > 1


@pytest.mark.slow
def test_a_match_that_would_never_end_is_left() -> None:
    (match,) = contest(NIM, (10**100, 10**100), ("naive", "naive"), 1, 1)
    assert match.ply == LONGEST
    assert match.winner is None


def test_huge_heaps_are_not_looked_through() -> None:
    game = Game.named("wythoff:a=2")
    moves = considered_moves(game, (10**50, 10**50), Random(1))
    assert 30 < len(moves) <= 64
    assert len(set(moves)) == len(moves)
    assert all(game.is_legal((10**50, 10**50), move) for move in moves)


STARTS = {"nim": (4, 6, 7, 8), "marienbad": (3, 5, 6, 7), "wythoff": (9, 13)}


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LEVELS)))
def test_a_level_beats_the_one_below(name: str, weaker: str, stronger: str) -> None:
    """Both begin as often, from starts at random: the stronger wins three in five or more."""
    game, chance = Game.named(name), Random(1961)
    games = wins = 0
    for _ in range(12):
        start = tuple(max(1, heap - chance.randrange(4)) for heap in STARTS[name])
        for seat, players in enumerate(((stronger, weaker), (weaker, stronger))):
            (match,) = contest(game, start, players, 1, chance.randrange(2**32))
            games += 1
            wins += match.winner == seat
    assert 5 * wins >= 3 * games, f"{wins} of {games}"


def test_the_players_of_the_contract() -> None:
    assert LEVELS == ("naive", "novice", "club", "expert", "perfect")
    assert (*LEVELS, "machine-004") == PLAYERS


# The coach


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_BOXES)
def test_a_suggestion_wins_where_one_can_win(name: str) -> None:
    game = Game.named(name)
    for position in product(*(range(heap + 1) for heap in SMALL_BOXES[name])):
        if game.is_over(position):
            continue
        move = hint(game, position, STEPS).move
        assert move is not None
        assert objection(game, position, move) is None
        if not search(name).is_p(position):
            assert search(name).is_p(leave(position, move))


def test_a_hint_tells_more_at_each_step() -> None:
    game = Game.named("marienbad")
    steps = range(1, STEPS + 1)
    said = [Plain("fr").line(hint(game, (1, 3, 5, 6), step).message) for step in steps]
    assert said[0] == "Vous pouvez gagner."
    assert said[1].startswith("Regardez la rangée")
    assert said[2].startswith("Un coup gagnant\u202f: prenez")
