"""Databases that fail: locked, full, gone. Who is refused, and what an operator sees of it."""

import json
import logging
import resource
import shutil
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from bench.processes import new_database
from marienbad.text.problems import InputError
from marienbad.web.app import create_app
from marienbad.web.matches import access, engine
from marienbad.web.settings import Settings
from tests.support import PATIENCE, ManualClock
from tests.web.patience import USUAL_TIMEOUTS
from tests.web.support import (
    ServerProcess,
    Table,
    client_of,
    drop_database,
    error_of,
    metric,
)

pytestmark = pytest.mark.slow

UNAVAILABLE = (503, "server.unavailable")


def said(records: list[logging.LogRecord], event: str) -> list[dict[str, Any]]:
    """The facts of the lines of the log about an event."""
    return [vars(record)["facts"] for record in records if record.getMessage() == event]


@contextmanager
def locked(database: str, table: Table) -> Iterator[None]:
    """Another program holds the match, or in SQLite the whole database."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
        return
    with psycopg.connect(database) as connection:
        lock = "SELECT 1 FROM matches WHERE id = %s FOR UPDATE"
        connection.execute(lock, [table.match["id"]])
        yield


# Locks


def test_whoever_waits_for_a_lock_holds_up_nobody(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", PATIENCE)
    monkeypatch.setattr(access, "LOCKED_SECONDS", PATIENCE)
    with (
        TestClient(create_app(Settings(database))) as client,
        ThreadPoolExecutor(1) as another,
    ):
        waiting, other = (Table.laid(client, "nim", position=[30]) for _ in range(2))
        with locked(database, waiting):
            answer = another.submit(waiting.move, [1])
            for _ in range(10):
                assert other.now() == other.match
                if not database.startswith("sqlite"):
                    other.play([1])
            assert not answer.done()
        assert answer.result(PATIENCE).json()["ply"] == 1
        assert waiting.now()["ply"] == 1
        # nothing was lost or turned round meanwhile
        assert other.play([1]) == other.now()


def test_a_lock_that_stays_is_an_error_of_its_match(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(access, "QUIET_SECONDS", PATIENCE)
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.05)
    with TestClient(create_app(Settings(database))) as client:
        table = Table.laid(client, "nim", position=[30])
        with locked(database, table), monkeypatch.context() as impatient:
            impatient.setattr(access, "LOCKED_SECONDS", 0.05)
            assert [error_of(table.move([1])) for _ in range(3)] == [UNAVAILABLE] * 3
            if not database.startswith("sqlite"):
                assert client.get("/api/health").status_code == 200
        assert len(said(caplog.records, "database failed")) == 1
        assert table.play([1])["ply"] == 1


def test_postgresql_ends_what_takes_too_long(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "TIMEOUTS", USUAL_TIMEOUTS)
    store = create_app(Settings(new_database(postgresql))).state.services.matches.store
    with store.engine.connect() as connection:
        for name, milliseconds in (
            ("statement_timeout", engine.STATEMENT_MILLISECONDS),
            ("lock_timeout", engine.LOCK_MILLISECONDS),
        ):
            shown = connection.exec_driver_sql(f"SHOW {name}").scalar()
            assert shown == f"{milliseconds // 1000}s"
    store.close()


def test_too_many_changes_at_once_are_refused(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(create_app(Settings(database))) as client:
        table = Table.laid(client, "nim", position=[30])
        monkeypatch.setattr(access, "MOST_WAITING", 0)
        assert error_of(table.move([1])) == UNAVAILABLE
        monkeypatch.undo()
        assert table.play([1])["ply"] == 1


# Full, and gone


def test_a_full_disk_is_seen_and_over_when_there_is_room_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'matches.db'}"
    with ServerProcess(database) as server, client_of(server) as client:
        table = Table.laid(client, "nim", position=[1000])
        assert client.get("/api/health").status_code == 200
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
        for _ in range(20):
            assert error_of(table.move([1])) == UNAVAILABLE
        assert error_of(client.get("/api/health")) == UNAVAILABLE
        assert table.now()["ply"] == 0
        assert metric(client, "marienbad_database_errors_total") >= 20
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        assert table.play([1])["ply"] == 1
        assert client.get("/api/health").status_code == 200
        server.process.terminate()
        _, log = server.process.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["event"] for line in lines].count("database failed") == 1


def test_a_database_that_is_gone_is_a_line_of_the_log(
    postgresql: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = new_database(postgresql)
    with TestClient(create_app(Settings(database))) as client:
        table = Table.laid(client, "nim", position=[3, 4])
        drop_database(postgresql, database)
        for _ in range(10):
            for answer in (client.get(table.path), table.move([1, 0]), client.get("/api/health")):
                assert error_of(answer) == UNAVAILABLE
                assert answer.headers["retry-after"]
        failures = said(caplog.records, "database failed")
        assert 1 <= len(failures) <= 4
        assert len({failure["kind"] for failure in failures}) == len(failures)


@pytest.mark.parametrize("fate", ["deleted", "replaced", "corrupt"])
def test_a_file_that_is_gone_or_broken_is_not_ok(
    tmp_path: Path, fate: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "QUIET_SECONDS", 0.0)
    file = tmp_path / "matches.db"
    app = create_app(Settings(f"sqlite:///{file}"))
    with TestClient(app) as client:
        tables = [
            Table.laid(client, "nim", position=[3]) for _ in range(300 if fate == "corrupt" else 1)
        ]
        assert client.get("/api/health").status_code == 200
        if fate == "deleted":
            file.unlink()
        elif fate == "replaced":
            shutil.copy(file, tmp_path / "other.db")
            (tmp_path / "other.db").replace(file)
        else:
            with closing(sqlite3.connect(file)) as other:
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                other.execute("UPDATE clock SET wall = wall + 0")  # what was read is read anew
                other.commit()
            with file.open("r+b") as broken:
                broken.seek(file.stat().st_size // 2)
                broken.write(b"\xff" * file.stat().st_size)
            for table in tables:
                app.state.services.matches.remembered.drop(table.match["id"])
            answers = [error_of(client.get(table.path)) for table in tables]
            assert UNAVAILABLE in answers
        assert [error_of(client.get("/api/health")) for _ in range(3)] == [UNAVAILABLE] * 3
        assert len(said(caplog.records, "database failed")) == 1
        assert said(caplog.records, "database well again") == []


def test_broken_data_are_not_well_again_by_themselves(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "TRIAL_SECONDS", 0.0)
    monkeypatch.setattr(access, "RECENT_SECONDS", 0.0)
    monkeypatch.setattr(access, "QUIET_SECONDS", 0.0)
    database = new_database(postgresql)
    for code, is_lasting in (("53100", False), ("XX001", True)):
        with TestClient(create_app(Settings(database))) as client:
            assert client.get("/api/health").status_code == 200
            with psycopg.connect(database, autocommit=True) as other:
                other.execute(
                    "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS "
                    f"$$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END $$"
                )
                other.execute(
                    "CREATE TRIGGER failing BEFORE UPDATE ON clock EXECUTE FUNCTION fail()"
                )
                assert error_of(client.get("/api/health")) == UNAVAILABLE
                other.execute("DROP FUNCTION fail CASCADE")
            assert client.get("/api/health").status_code == (503 if is_lasting else 200)


def test_a_fault_is_said_once_and_so_is_its_end(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()
    monkeypatch.setattr(time, "monotonic", clock)
    found = access.Errors()
    for _ in range(3):
        clock.advance(access.QUIET_SECONDS)
        found.note(sqlite3.OperationalError("disk is full\nand more"))
    clock.advance(access.QUIET_SECONDS - 1)
    found.answered()
    assert said(caplog.records, "database well again") == []
    clock.advance(1)
    found.answered()
    found.answered()
    kind = {"kind": "OperationalError"}
    assert said(caplog.records, "database failed") == [{**kind, "reason": "disk is full"}]
    well_again = {**kind, "failures": 3, "seconds": 2 * access.QUIET_SECONDS}
    assert said(caplog.records, "database well again") == [well_again]
    found.note(sqlite3.OperationalError("disk is full"))
    assert len(said(caplog.records, "database failed")) == 2
    assert found.count == 4


# What cannot be, and what nobody else may read


@pytest.mark.parametrize("key", ["%00", "a%00b", "%F0%9F%8E%B2", "x" * 33, "%27", "a.b"])
def test_what_cannot_be_a_match_is_none(client: TestClient, key: str) -> None:
    table = Table.laid(client, "nim", position=[3])
    for path in ("", "/hint", "/history", "/record"):
        assert error_of(client.get(f"/api/matches/{key}{path}"))[0] == 404
    body = {"take": [1], "ply": 0}
    answer = client.post(f"/api/matches/{key}/moves", json=body, headers=table.token(0))
    assert answer.status_code == 404


def test_one_process_at_a_time_runs_on_a_file(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "matches.db")

    def server(name: str) -> TestClient:
        return TestClient(create_app(Settings(f"sqlite:///{tmp_path / name}")))

    for first, second in (("matches.db", "link.db"), ("link.db", "matches.db")):
        with server(first):
            for name in (first, second):
                with pytest.raises(InputError, match="Another process uses"), server(name):
                    pass


def test_the_files_with_the_key_are_nobody_elses(tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    with closing(sqlite3.connect(file)) as before:
        before.execute("PRAGMA journal_mode = WAL")
        before.execute("CREATE TABLE other (value)")
        files = [file.with_name(file.name + end) for end in ("", "-wal", "-shm")]
        for name in files:
            name.chmod(0o644)
        with TestClient(create_app(Settings(f"sqlite:///{file}"))) as client:
            assert client.get("/api/health").status_code == 200
            assert [oct(name.stat().st_mode & 0o777) for name in files] == ["0o600"] * 3
    with TestClient(create_app(Settings(f"sqlite:///{tmp_path / 'new.db'}"))):
        modes = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.glob("new.db*")}
        assert modes == dict.fromkeys(("new.db", "new.db-wal", "new.db-shm", "new.db-lock"), 0)
