"""The history of the tables, forth and back, and what a database from elsewhere is told."""

from contextlib import closing
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from marienbad.text.problems import InputError
from marienbad.web.matches.migrations import bring_up_to_date, go_back, version_of, versions
from marienbad.web.matches.schema import METADATA
from marienbad.web.matches.store import Store

OLD = 1_700_000_000
"""When the matches of 0.1.0 were played last."""
MATCH = ("id", "game", "start", "revision", "changed", "is_over")
MATCHES = (
    ("old", "nim", "3,4", 2, OLD, 0),
    ("new", "wythoff:a=2", "2,3", 1, OLD + 1000, 0),
    ("over", "marienbad", "1", 1, OLD + 500, 1),
)
MOVE = ("match_id", "ply", "take")
MOVES = (("old", 0, "1,0"), ("old", 1, "0,1"), ("new", 0, "1,1"), ("over", 0, "1"))


def rows(store: Store, question: str) -> list[tuple[Any, ...]]:
    with store.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(question))]


def as_0_1_0_left_it(store: Store) -> None:
    """The tables of 0.1.0, with matches in them."""
    with store.writer.begin() as connection:
        bring_up_to_date(connection)
        go_back(connection, "0001")
        connection.execute(
            text(
                "INSERT INTO matches (id, game, start, first, second, date, revision, changed,"
                " is_over) VALUES (:id, :game, :start, 'human', 'human', '2023-11-14',"
                " :revision, :changed, :is_over)"
            ),
            [dict(zip(MATCH, match, strict=True)) for match in MATCHES],
        )
        connection.execute(
            text("INSERT INTO moves (match_id, ply, take) VALUES (:match_id, :ply, :take)"),
            [dict(zip(MOVE, move, strict=True)) for move in MOVES],
        )
        connection.execute(
            text("INSERT INTO secrets (name, value) VALUES ('seats', :value)"),
            {"value": b"s" * 32},
        )


def test_the_migrations_make_the_tables_that_the_code_means(database: str) -> None:
    with closing(Store(database)) as store:
        store.prepare()
        store.prepare()
        with store.engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, METADATA) == []
            assert version_of(connection) == versions()[-1]


def test_forth_from_0_1_0_and_back_with_every_match(database: str) -> None:
    with closing(Store(database)) as store:
        as_0_1_0_left_it(store)
        played = rows(store, "SELECT * FROM moves ORDER BY 1, 2")
        assert rows(store, "SELECT * FROM alembic_version") == [("0001",)]
        store.prepare()
        assert store.secret == b"s" * 32
        found = store.load("old")
        assert found is not None
        old = found.match()
        assert (old.position, old.revision, old.moves) == ((2, 3), 2, ((1, 0), (0, 1)))
        # nothing is older than the youngest match, and nothing of before is deleted at once
        assert store.expire(1, False) == store.expire(1, True) == []
        with store.writer.begin() as connection:
            go_back(connection, "0001")
        assert rows(store, "SELECT * FROM alembic_version") == [("0001",)]
        assert rows(store, "SELECT * FROM moves ORDER BY 1, 2") == played
        assert rows(store, "SELECT value FROM secrets") == [(b"s" * 32,)]
        again = rows(store, "SELECT id, revision, is_over FROM matches ORDER BY id")
        assert again == [("new", 1, 0), ("old", 2, 0), ("over", 1, 1)]
        store.prepare()
        found = store.load("old")
        assert found is not None
        assert found.match() == old


def test_a_newer_database_is_told_in_a_sentence(database: str) -> None:
    with closing(Store(database)) as store:
        store.prepare()
        with store.writer.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(InputError, match="9999") as refused:
            store.prepare()
        assert refused.value.message.key == "server.newer_database"
        with pytest.raises(InputError), store.writer.begin() as connection:
            go_back(connection, "0001")


def test_a_form_that_never_was_is_no_form_to_go_back_to(database: str) -> None:
    with closing(Store(database)) as store:
        store.prepare()
        with pytest.raises(InputError, match="0000"), store.writer.begin() as connection:
            go_back(connection, "0000")
        assert store.revision("none") is None
