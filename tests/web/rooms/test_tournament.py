"""The tournament: everybody plays everybody once, and each in every round at most once."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from marienbad.web.rooms.classroom import Classroom, Pairing, Pupil, Round
from marienbad.web.rooms.playing import MACHINE, count_results, pair_up, remove_pupil, rounds_of


@given(st.integers(2, 60))
def test_everybody_plays_everybody_once(count: int) -> None:
    roster = range(1, count + 1)
    met = Counter[frozenset[int]]()
    for number in range(1, rounds_of(count) + 1):
        pairs = pair_up(roster, number)
        sitting = [one for pair in pairs for one in pair]
        assert len(sitting) == len({*sitting}) == count - count % 2
        met.update(map(frozenset, pairs))
    assert met == Counter(map(frozenset, combinations(roster, 2)))


def test_a_match_counts_once_and_for_those_who_are_there() -> None:
    games = (Pairing(match="a", players=(1, 2)), Pairing(match="b", players=(3, 9)))
    room = Classroom(
        code="BCDFG",
        key="key",
        match="m",
        pupils={number: Pupil(name=str(number), team=0) for number in (1, 2, 3)},
        round=Round(kind="pairs", number=1, rounds=3, games=games),
    )
    assert count_results(room, {}) is room
    once = count_results(room, {"a": 1, "b": 1, "strange": 0})
    points = {number: (pupil.played, pupil.won) for number, pupil in once.pupils.items()}
    assert points == {1: (1, 0), 2: (1, 1), 3: (1, 0)}
    assert count_results(once, {"a": 1, "b": 1}) is once


def test_who_is_taken_out_has_lost_the_game_that_he_plays_and_no_other() -> None:
    games = (
        Pairing(match="a", players=(1, 2)),
        Pairing(match="b", players=(3, 4), winner=0),
        Pairing(match="c", players=(MACHINE, 5)),
    )
    room = Classroom(
        code="BCDFG",
        key="key",
        match="m",
        pupils={number: Pupil(name=str(number), team=0) for number in range(1, 7)},
        round=Round(kind="pairs", number=1, rounds=5, games=games),
    )
    for number in (1, 3, 5, 6):
        room = remove_pupil(room, number)
    assert room.round is not None
    assert [game.winner for game in room.round.games] == [1, 0, 0]
    points = {number: (pupil.played, pupil.won) for number, pupil in room.pupils.items()}
    assert points == {2: (1, 1), 4: (0, 0)}
