"""Copies of databases: made while servers go on, put back, moved from one kind to the other."""

import os
import shutil
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import select, text
from starlette.testclient import TestClient

from bench.processes import new_database
from marienbad.analysis import Game
from marienbad.cli import main
from marienbad.play.match import Match
from marienbad.play.objection import Accord
from marienbad.web.app import create_app
from marienbad.web.matches.backup import back_up, migrate
from marienbad.web.matches.changes import Change, Outcome
from marienbad.web.matches.engine import address_parts
from marienbad.web.matches.migrations import version_of, versions
from marienbad.web.matches.schema import METADATA
from marienbad.web.matches.store import Store
from marienbad.web.settings import Settings
from tests.support import PATIENCE, until
from tests.web.support import (
    KINDS,
    ServerProcess,
    Table,
    client_of,
    empty_database,
)
from tests.web.support import command as sql

pytestmark = pytest.mark.slow

Rows = dict[str, list[tuple[object, ...]]]


def rows_of(database: str) -> Rows:
    """Everything that is in a database."""
    with closing(Store(database)) as store, store.engine.connect() as connection:
        return {
            table.name: sorted(tuple(row) for row in connection.execute(select(table)))
            for table in METADATA.sorted_tables
        }


def filled(database: str, number: int = 30) -> str:
    """The database with some matches, of which something was agreed, and a seat taken."""
    with closing(Store(database)) as store:
        store.prepare()
        begun = Match(Game.named("wythoff:a=2"), (10**40, 7), ("human", "club"), "1961-06-25")
        begun = begun.agreeing(Accord("locked", helps=(1, 0), is_drawn=True, next="another"))
        matches = [begun.after_all([(1, 0)] * n).kept_as(f"match{n}", n) for n in range(number)]
        outcomes = store.save([Change(None, match) for match in matches])
        assert outcomes == [Outcome.DONE] * number
        store.sit({"match0": 2})
    return database


def command(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    status = main(["--lang", "en", *map(str, words)])
    shown = capsys.readouterr()
    return status, shown.out + shown.err


@pytest.fixture(params=KINDS)
def another(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of another empty database."""
    return empty_database(request, tmp_path / "another.db")


def is_present(database: str) -> bool:
    """Whether a server is known to run: on PostgreSQL by a lock, when it listens for changes."""
    if database.startswith("sqlite"):
        return True
    with closing(Store(database)) as store, store.engine.connect() as connection:
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
        return bool(connection.execute(text(held)).scalar())


# There and back


def test_a_copy_holds_everything_and_fills_either_kind(
    database: str, another: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows_of(filled(database))
    copy = tmp_path / "copy.db"
    copy.write_text("an older one")
    copy.chmod(0o644)
    status, told = command(capsys, "backup", copy, "--database", database)
    assert (status, "30 matches" in told) == (0, True), told
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    status, told = command(capsys, "restore", copy, "--database", another)
    assert (status, "30 matches" in told) == (0, True), told
    assert rows_of(another) == before
    # what is there is not overwritten unasked, and what came after is gone when it is
    with closing(Store(another)) as store:
        store.prepare()
        late = Match(Game.named("nim"), (3,)).kept_as("late")
        assert store.save([Change(None, late)]) == [Outcome.DONE]
    status, told = command(capsys, "restore", copy, "--database", another)
    assert (status, "31 matches" in told, "--replace" in told) == (2, True, True), told
    assert len(rows_of(another)["matches"]) == 31
    assert command(capsys, "restore", copy, "--database", another, "--replace")[0] == 0
    assert rows_of(another) == before


def test_a_copy_is_of_one_moment_while_the_server_goes_on(database: str, tmp_path: Path) -> None:
    with TestClient(create_app(Settings(database))) as client:
        table = Table.laid(client, "nim", position=[10**6])
        ended = threading.Event()
        played = threading.Semaphore(0)

        def play() -> None:
            while not ended.is_set():
                table.play([1])
                played.release()

        player = threading.Thread(target=play)
        player.start()
        copies = [tmp_path / f"{number}.db" for number in range(3)]
        with closing(Store(database)) as store:
            for copy in copies:
                for _ in range(20):
                    assert played.acquire(timeout=PATIENCE)
                assert back_up(store, copy, lambda done, total: None) == 1
        ended.set()
        player.join(PATIENCE)
        for copy in copies:
            with closing(Store(f"sqlite:///{copy}")) as store:
                found = store.load(table.match["id"])
            assert found is not None
            match = found.match()
            assert match.revision == match.ply >= 20
            assert [list(move) for move in match.moves] == table.match["moves"][: match.ply]


def test_a_copy_is_not_written_over_a_database_in_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "matches.db", tmp_path / "other.db"
    database = filled(f"sqlite:///{file}")
    filled(f"sqlite:///{other}", 3)
    (tmp_path / "link.db").symlink_to(file)
    (tmp_path / "twin.db").hardlink_to(file)
    before = rows_of(database)
    for name in ("matches.db", "link.db", "twin.db", "matches.db-lock"):
        status, told = command(capsys, "backup", tmp_path / name, "--database", database)
        assert (status, name in told, "expected another file" in told) == (2, True, True), told
    with TestClient(create_app(Settings(f"sqlite:///{other}"))):
        for log in ("-wal", "-shm"):  # one of a server that has not written yet
            (tmp_path / f"other.db{log}").unlink(missing_ok=True)
        status, told = command(capsys, "backup", other, "--database", database)
        assert (status, "expected another file" in told) == (2, True), told
    (tmp_path / "other.db-wal").touch()
    assert command(capsys, "backup", other, "--database", database)[0] == 2
    (tmp_path / "other.db-wal").unlink()
    assert command(capsys, "backup", other, "--database", database)[0] == 0
    assert rows_of(database) == before


def test_a_missing_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = filled(f"sqlite:///{tmp_path / 'matches.db'}", 1)
    missing = tmp_path / "missing"
    status, told = command(capsys, "backup", missing / "copy.db", "--database", database)
    assert (status, f"“{missing}”" in told) == (2, True), told


def test_a_folder_in_the_place_of_the_copy_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = filled(f"sqlite:///{tmp_path / 'matches.db'}", 1)
    (tmp_path / "copies").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ("copies", "."):
        status, told = command(capsys, "backup", name, "--database", database)
        assert (status, f"“{name}”" in told, ".copies." in told) == (2, True, False), told


def test_a_database_is_not_replaced_under_a_server(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    filled(database)
    assert command(capsys, "backup", copy, "--database", database)[0] == 0
    with TestClient(create_app(Settings(database))) as client:
        table = Table.laid(client, "nim", position=[3])
        until(lambda: is_present(database))
        for words in (["restore", copy, "--replace"], ["serve", "--migrate-to", "0001"]):
            status, told = command(capsys, *words, "--database", database)
            assert (status, "server runs" in told) == (2, True), told
        assert table.play([1])["ply"] == 1
    assert command(capsys, "restore", copy, "--replace", "--database", database)[0] == 0
    # the seats of the copy are signed by the key of the copy
    with TestClient(create_app(Settings(database))) as client:
        assert client.get("/api/matches/match3").json()["ply"] == 3
        assert client.get(table.path).status_code == 404


# What cannot be restored


def damaged(copy: Path, kind: str) -> None:
    if kind == "text":
        copy.write_text("no database at all")
    elif kind == "cut":
        os.truncate(copy, copy.stat().st_size // 2)
    elif kind == "empty":
        copy.write_bytes(b"")
    else:
        statements = {
            "newer": ["UPDATE alembic_version SET version_num = '9999'"],
            "stray": ["PRAGMA foreign_keys = OFF", "DELETE FROM matches WHERE id = 'match3'"],
            "other": ["DROP TABLE moves", "DROP TABLE alembic_version"],
        }
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            for statement in statements[kind]:
                connection.execute(statement)


@pytest.mark.parametrize("kind", ["text", "cut", "empty", "newer", "stray", "other"])
def test_a_bad_file_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    database = filled(f"sqlite:///{tmp_path / 'matches.db'}")
    copy = tmp_path / "copy.db"
    assert command(capsys, "backup", copy, "--database", database)[0] == 0
    before = rows_of(database)
    damaged(copy, kind)
    status, told = command(capsys, "restore", copy, "--replace", "--database", database)
    assert (status, "expected" in told, "Traceback" in told) == (2, True, False), told
    assert rows_of(database) == before


@pytest.mark.parametrize(
    "words",
    [
        ("restore", "missing.db", "--database", "sqlite:///some.db"),
        ("backup", "copy.db", "--database", "sqlite:///missing.db"),
        ("backup", "copy.db", "--database", "mysql://me:secret@host/name"),
        ("backup", "copy.db", "--database", "postgresql://me:secret@127.0.0.1:1/name"),
        ("backup", "no/such/folder/copy.db", "--database", "sqlite:///some.db"),
        ("serve", "--migrate-to", "0000", "--database", "sqlite:///some.db"),
        ("backup", "copy.db", "--database", "sqlite:///some.db", "--database-password-file", "x"),
    ],
)
def test_what_cannot_be_is_a_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: Sequence[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    filled("sqlite:///some.db", 1)
    status, told = command(capsys, *words)
    assert (status, len(told.splitlines())) == (2, 1), told
    assert "secret" not in told
    assert not (tmp_path / "missing.db").exists()


# Back to the first form


def test_back_to_0_1_0_and_forth_again(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(database)
    before = rows_of(database)
    words = ("serve", "--migrate-to", "0001", "--database", database)
    assert command(capsys, *words) == (0, "The database now has the form 0001.\n")
    copy = tmp_path / "old.db"
    with closing(Store(database)) as store:
        with store.engine.connect() as connection:
            assert version_of(connection) == "0001"
            assert len(connection.execute(text("SELECT * FROM moves")).all()) == 435
        # a copy of the old form stays one, and is brought up to date when it is restored
        assert back_up(store, copy, lambda done, total: None) == 30
    if database.startswith("sqlite"):
        # so is the file of the old server itself, copied while none ran
        shutil.copy(database.removeprefix("sqlite:///"), copy)
    with closing(Store(database)) as store:
        store.prepare()
        assert store.load("match9") is not None
    with closing(Store(database)) as store:
        migrate(store, versions()[-1])
    status, told = command(capsys, "restore", copy, "--replace", "--database", database)
    assert status == 0, told
    after = rows_of(database)
    assert after["moves"] == before["moves"]
    assert after["secrets"] == before["secrets"]
    assert [row[0] for row in after["matches"]] == [row[0] for row in before["matches"]]


# Passwords


def test_a_password_comes_from_a_file_or_the_environment(
    postgresql: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    password = "p/a:s@s %"
    rules = Path(postgresql) / "data" / "pg_hba.conf"
    rules.write_text(f"local all guarded scram-sha-256\n{rules.read_text()}")
    database = new_database(postgresql)
    name = str(address_parts(database).database)
    for statement in (
        "SELECT pg_reload_conf()",
        f"CREATE ROLE guarded LOGIN PASSWORD '{password}'",
        f"ALTER DATABASE {name} OWNER TO guarded",
    ):
        sql(postgresql, statement)
    address = f"postgresql://guarded@/{name}?host={postgresql}"
    file = tmp_path / "password"
    words = ("serve", "--migrate-to", versions()[-1])
    named = (*words, "--database", address)

    def is_refused(*more: str | Path) -> bool:
        status, told = command(capsys, *named, *more)
        assert password not in told
        assert quote(password) not in told
        return status == 2 and "cannot be used" in told

    assert is_refused()
    file.write_text("wrong\n")
    assert is_refused("--database-password-file", file)
    file.write_text(f"{password}\n")
    assert command(capsys, *named, "--database-password-file", file)[0] == 0
    with monkeypatch.context() as environment:
        environment.setenv("PGPASSWORD", password)
        assert command(capsys, *named)[0] == 0
    with monkeypatch.context() as environment:
        environment.setenv("MARIENBAD_DATABASE", address.replace("@", f":{quote(password, '')}@"))
        assert command(capsys, *words)[0] == 0
    with (
        ServerProcess(address, "--database-password-file", str(file)) as server,
        client_of(server) as client,
    ):
        assert Table.laid(client, "nim", position=[3]).play([1])["ply"] == 1
