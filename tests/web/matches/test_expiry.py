"""Old matches are forgotten, by the time that the database has seen."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import func, select

from bench.processes import new_database
from marienbad.analysis import Game
from marienbad.play.match import Match
from marienbad.web.matches import store as tables
from marienbad.web.matches.changes import Change, Outcome
from marienbad.web.matches.schema import MOVES
from marienbad.web.matches.store import DAY, Store


@contextmanager
def opened(database: str) -> Iterator[Store]:
    """The database, as a server that has just started has it."""
    with closing(Store(database)) as store:
        store.prepare()
        yield store


def keep(store: Store, key: str, heap: int, *moves: tuple[int, ...]) -> None:
    match = Match(Game.named("nim"), (heap,), moves=moves).kept_as(key)
    assert store.save([Change(None, match)]) == [Outcome.DONE]


def loaded(store: Store, key: str) -> Match:
    found = store.load(key)
    assert found is not None
    return found.match()


class Clock:
    """A clock of the machine that can be set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shift = 0.0
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.shift)

    def run(self, store: Store, days: float) -> None:
        """Let days pass while the server runs."""
        assert store._ticked is not None
        store._ticked -= days * DAY
        self.shift += days * DAY
        store.tick()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_old_matches_expire_finished_and_unfinished_ones_apart(database: str, clock: Clock) -> None:
    with opened(database) as store:
        keep(store, "finished", 2, (2,))
        keep(store, "unfinished", 2, (1,))
        for is_over in (True, False):
            assert len(store.expire(1, is_over)) == 0
        clock.run(store, 2)
        keep(store, "young", 2)
        assert len(store.expire(3, False)) == 0
        assert len(store.expire(1, False)) == 1
        assert [store.revision(key) for key in ("finished", "unfinished", "young")] == [0, None, 0]
        assert len(store.expire(1, True)) == 1
        assert store.revision("finished") is None
        with store.engine.connect() as connection:
            assert connection.execute(select(func.count()).select_from(MOVES)).scalar() == 0


def test_a_match_that_is_played_on_lives_on(database: str, clock: Clock) -> None:
    with opened(database) as store:
        keep(store, "match", 5)
        clock.run(store, 2)
        before = loaded(store, "match")
        after = before.after((1,)).kept_as("match", 1)
        assert store.save([Change(before, after)]) == [Outcome.DONE]
        assert len(store.expire(1, False)) == 0
        assert loaded(store, "match") == after


@pytest.mark.parametrize("days", [100, 36_500])
def test_a_clock_that_jumps_deletes_nothing(database: str, clock: Clock, days: int) -> None:
    with opened(database) as store:
        keep(store, "before", 2, (2,))
        clock.shift += days * DAY
        store.tick()
        keep(store, "ahead", 2, (2,))
        assert len(store.expire(2, True)) == 0
        clock.shift -= days * DAY
        store.tick()
        clock.shift -= days * DAY
        store.tick()
        keep(store, "behind", 2, (2,))
        clock.shift += days * DAY
        store.tick()
        assert len(store.expire(3, True)) == 0
    with opened(database) as store:
        assert len(store.expire(3, True)) == 0
        clock.run(store, 4)
        assert len(store.expire(3, True)) == 3


def test_a_server_that_was_off_for_a_year_deletes_nothing_at_once(
    database: str, clock: Clock
) -> None:
    with opened(database) as store:
        keep(store, "match", 2, (2,))
    clock.shift += 365 * DAY
    with opened(database) as store:
        assert len(store.expire(2, True)) == 0
        # and one that is on for an hour a day counts the days
        assert len(store.expire(1, True)) == 0
    for _ in range(2):
        clock.shift += DAY
        with opened(database) as store:
            pass
    with opened(database) as store:
        assert len(store.expire(2, True)) == 1


@pytest.mark.database
def test_two_servers_do_not_make_the_time_pass_twice(postgresql: str, clock: Clock) -> None:
    database = new_database(postgresql)
    with opened(database) as one, opened(database) as two:
        keep(one, "match", 2, (2,))
        for _ in range(6):
            for store in (one, two):
                clock.run(store, 0.25)
        assert len(one.expire(4, True)) == 0
        assert len(one.expire(2, True)) == 1


def test_few_moves_are_deleted_at_once(
    database: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOVES_AT_ONCE", 25)
    with opened(database) as store:
        for number in range(5):
            keep(store, f"match{number}", 10, *[(1,)] * 10)
        clock.run(store, 2)
        assert [len(store.expire(1, True)) for _ in range(3)] == [3, 2, 0]
