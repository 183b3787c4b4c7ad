"""What fills up is refused: new matches where the database or an address's day is full."""

import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path

import orjson
import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from marienbad.analysis import Game
from marienbad.games.catalogue import define
from marienbad.play.match import Match
from marienbad.play.notation import HEADERS, write_record
from marienbad.web.app import create_app
from marienbad.web.http.answers import Refusal
from marienbad.web.matches import cache
from marienbad.web.matches.cache import MatchCache, Quota, weight
from marienbad.web.matches.changes import Change, Outcome
from marienbad.web.matches.shown import MOST_LISTED, legal_moves
from marienbad.web.matches.store import Store
from marienbad.web.matches.watchers import Watchers
from marienbad.web.settings import Settings
from tests.web.support import Table, error_of

pytestmark = pytest.mark.slow


def refusal_of(quota: Quota) -> tuple[int, str] | None:
    try:
        quota.check()
    except Refusal as problem:
        return problem.status, problem.message.key
    return None


# Disk


def fill(store: Store, number: int) -> None:
    """Keep so many matches of 2,000 moves."""
    match = Match(Game.named("nim"), (10_000,)).after_all([(1,)] * 2000)
    for place in range(number):
        assert store.save([Change(None, match.kept_as(f"match{place}"))]) == [Outcome.DONE]


def test_a_full_database_takes_no_new_match_and_lets_the_others_go_on(database: str) -> None:
    settings = Settings(database)
    with TestClient(create_app(settings)) as client:
        table = Table.laid(client, "nim", position=[9])
    app = create_app(Settings(database, database_bytes=1, public_metrics=True))
    with TestClient(app) as client:
        assert client.portal is not None
        client.portal.call(app.state.services.matches.measure)
        body = {"game": "nim", "players": ["human", "human"]}
        full = (503, "server.full")
        assert error_of(client.post("/api/matches", json=body)) == full
        table.client = client
        assert table.play([1])["ply"] == 1
        assert error_of(client.post(f"{table.path}/rematch", headers=table.token(0))) == full
        record = client.get(f"{table.path}/record").text
        assert error_of(client.post("/api/records", content=record)) == full
        assert client.get("/api/health").status_code == 200
        assert "marienbad_database_bytes" in client.get("/metrics").text


@pytest.mark.parametrize(
    ("bound", "size", "disk", "is_full"),
    [
        (1000, 999, (cache.LEAST_FREE, 10 * cache.LEAST_FREE), False),
        (1000, 0, (cache.LEAST_FREE - 1, 100 * cache.LEAST_FREE), True),
        (1000, 0, (10, 100), False),
        (1000, 0, (4, 100), True),
        (1000, 1000, None, True),
        (None, 1000, None, False),
    ],
)
def test_a_full_database_or_disk_takes_no_new_match(
    bound: int | None, size: int, disk: tuple[int, int] | None, is_full: bool
) -> None:
    """Also where nothing is known of the disk."""
    space = Quota() if bound is None else Quota(database_bytes=bound)
    assert refusal_of(space) is None
    space.measure(size, disk)
    assert refusal_of(space) == ((503, "server.full") if is_full else None)


def test_what_was_deleted_is_room_again_in_sqlite(tmp_path: Path) -> None:
    with closing(Store(f"sqlite:///{tmp_path / 'matches.db'}")) as store:
        store.prepare()
        empty = store.size()
        fill(store, 20)
        assert store.size() > empty + 200_000
        with store.writer.begin() as connection:
            connection.execute(text("DELETE FROM moves"))
        with store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        assert store.size() < empty + 100_000
        assert store.disk() is not None


def test_the_log_of_sqlite_is_bounded(tmp_path: Path) -> None:
    with closing(Store(f"sqlite:///{tmp_path / 'matches.db'}")) as store:
        store.prepare()
        fill(store, 60)
        assert (tmp_path / "matches.db-wal").stat().st_size < 16 * 1024 * 1024


# Matches a day


def test_an_address_makes_a_number_of_matches_a_day() -> None:
    space = Quota(matches_a_day=3)
    for address in ("192.0.2.1", "192.0.2.2"):
        for _ in range(3):
            space.admit(address)
        with pytest.raises(Refusal) as refused:
            space.admit(address)
        assert (refused.value.status, refused.value.message.key) == (429, "server.matches_a_day")
    for _ in range(100):
        Quota().admit("192.0.2.1")


def test_matches_of_an_address_are_counted_however_they_are_made(database: str) -> None:
    with TestClient(create_app(Settings(database, matches_a_day=2))) as client:
        table = Table.laid(client, "nim", position=[3])
        record = client.get(f"{table.path}/record").text
        kind = {"Content-Type": "text/plain"}
        assert client.post("/api/records", content=record, headers=kind).status_code == 201
        refused = (429, "server.matches_a_day")
        body = {"game": "nim", "players": ["human", "human"]}
        assert error_of(client.post("/api/matches", json=body)) == refused
        assert error_of(client.post(f"{table.path}/rematch", headers=table.token(0))) == refused
        assert table.play([1])["ply"] == 1


# Memory


@contextmanager
def remembering(database: str) -> Iterator[MatchCache]:
    with closing(Store(database)) as store:
        store.prepare()
        yield MatchCache(store, Watchers())


def test_matches_are_remembered_up_to_a_number_of_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.named("nim")
    long = Match(game, (9,) * 64).after_all([(1, *(0,) * 63)] * 9)
    monkeypatch.setattr(cache, "REMEMBERED_BYTES", 10 * weight(long))
    with remembering(f"sqlite:///{tmp_path / 'matches.db'}") as matches:
        for number in range(30):
            matches._remember(long.kept_as(f"match{number}"))
            matches._remember(long.kept_as("same", number))
        assert matches.remembered.size == 10 * weight(long)
        assert len(matches.remembered) == 10
        assert matches.remembered.get("same") == long
        over = Match(game, (1,), moves=((1,),))
        for number in range(30):
            matches._remember(over.kept_as(f"match{number}"))
        assert list(matches.remembered) == ["same"]
        assert matches.remembered.size == weight(long)


@lru_cache
def heaviest() -> Match:
    """A match as heavy as any that somebody may upload."""
    start = (10**999,) * 64
    return Match(Game.named("nim"), start).after_all([(1, *(0,) * 63)] * 4990).ending(False)


def test_the_heaviest_match_comes_from_the_database_without_its_start_at_every_move(
    database: str,
) -> None:
    with closing(Store(database)) as store:
        store.prepare()
        match = heaviest().kept_as("heavy")
        assert store.save([Change(None, match)]) == [Outcome.DONE]
        tracemalloc.start()
        try:
            found = store.load("heavy")
            assert found is not None
            assert found.match() == match
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most < 60 * 1024 * 1024  # 4,990 times the start are 320 MB


def test_the_heaviest_match_drives_out_no_other(database: str) -> None:
    app = create_app(Settings(database))
    matches = app.state.services.matches
    with TestClient(app) as client:
        table = Table.laid(client, "nim", position=[9])
        record = write_record(heaviest())
        answer = client.post("/api/records", content=record)
        assert answer.status_code == 201, answer.text
        path = f"/api/matches/{answer.json()['id']}"
        with ThreadPoolExecutor(4) as callers:
            answers = list(callers.map(client.get, [path, f"{path}/record"] * 2))
        assert [answer.status_code for answer in answers] == [200] * 4
        assert len(answers[0].json()["moves"]) == 4990
        headers = len(HEADERS)
        assert answers[1].text.splitlines()[headers:] == record.splitlines()[headers:]
        assert list(matches.remembered) == [table.match["id"]]


def test_legal_moves_are_sent_while_they_are_few() -> None:
    game = Game.named("nim")
    for size in (1, 20, MOST_LISTED - 2):
        legal = [list(move) for move in game.moves((size, 2))]
        assert orjson.loads(orjson.dumps(legal_moves(Match(game, (size, 2))))) == legal
    assert legal_moves(Match(game, (MOST_LISTED, 2))) is None
    assert legal_moves(Match(game, (10**40,))) is None
    rules = Game.named("rules:heaps 3; take n, m, k from three where n * n == m")
    assert legal_moves(Match(rules, (500, 500, 500))) is None


def test_rules_that_somebody_wrote_are_read_by_a_worker(database: str) -> None:
    rules = "rules:heaps 2; take n from one where n % 2 == 1"
    with TestClient(create_app(Settings(database))) as client:
        table = Table.laid(client, rules, position=[3, 4])
    with TestClient(create_app(Settings(database))) as client:
        define.cache_clear()
        table.client = client
        assert table.now() == table.match
        assert table.play([1, 0])["legal"] == [[1, 0], [0, 1], [0, 3]]
        assert define.cache_info().misses == 0
