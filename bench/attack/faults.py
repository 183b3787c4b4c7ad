"""Faults of the database while others play: full, locked, gone, newer than the program."""

import asyncio
import resource
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import psycopg

from bench.attack.attacker import ASIDE, Attacker, attack
from bench.attack.matches import OwnMatch
from bench.processes import free_port, serve_command

FULL = 64 * 1024
"""To this size a file may still grow when the disk is full."""
POSITION, TAKE = (900, 900), (1, 0)


@attack("disk full", "no file can grow any more", note=12, kinds=("sqlite",), **ASIDE)
async def disk_full(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, POSITION)
    log = a.log_size()
    before = resource.prlimit(a.process, resource.RLIMIT_FSIZE)
    a.begin()
    resource.prlimit(a.process, resource.RLIMIT_FSIZE, (FULL, before[1]))
    statuses = {(await match.move(TAKE)).status for _ in range(20)}
    health = (await a.wire.ask("GET", "/api/health")).status
    resource.prlimit(a.process, resource.RLIMIT_FSIZE, before)
    a.check(statuses == {503}, f"moves: {sorted(statuses)}")
    a.check(health == 503, f"health while no write succeeds: {health}")
    grown = a.log_size() - log
    a.check(0 < grown < 8_192, f"{grown} bytes of log for 20 refused writes")
    await a.expect(match.move(TAKE), "a move when there is room again", 200)
    await a.expect(a.wire.ask("GET", "/api/health"), "health afterwards", 200)


@attack("locked file", "another program locks the file", note=13, kinds=("sqlite",), **ASIDE)
async def locked_file(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, POSITION)
    with closing(sqlite3.connect(a.database.removeprefix("sqlite:///"))) as other:
        a.begin()
        other.execute("BEGIN IMMEDIATE")
        a.do(match.move(TAKE))
        longest = 0.0
        for _ in range(40):
            began = time.perf_counter()
            await a.expect(a.wire.ask("GET", "/api/games"), "games", 200)
            longest = max(longest, time.perf_counter() - began)
            await asyncio.sleep(0.02)
        other.rollback()
    a.remarks.append(f"others waited {longest * 1000:.0f} ms")
    a.check(longest < 0.5, "a lock stops the server")


@attack("locked row", "a row of one match is locked", note=13, kinds=("postgresql",))
async def locked_row(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, POSITION)
    with closing(psycopg.connect(a.database)) as other:
        key = match.path.rpartition("/")[2]
        other.execute("SELECT * FROM matches WHERE id = %s FOR UPDATE", (key,))
        async for _ in a.pace():
            a.do(match.move(TAKE))
        other.rollback()


@attack(
    "database gone", "all connections are ended", note=12, meets="nobody", kinds=("postgresql",)
)
async def database_gone(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, POSITION)
    with closing(psycopg.connect(a.database, autocommit=True)) as other:
        async for number in a.pace():
            if number % 10 == 0:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            await a.expect(match.move(TAKE), "a move", 200, 503)
    answer = await a.expect(a.wire.ask("GET", match.path), "the match afterwards", 200)
    known, found = match.ply, answer.data["ply"]
    a.check(known <= found <= known + 1, f"{known} moves acknowledged, {found} found")
    await a.expect(a.wire.ask("GET", "/api/health"), "health afterwards", 200)


@attack(
    "newer database",
    "a schema that this program does not know",
    note=16,
    kinds=("sqlite",),
    **ASIDE,
)
async def newer_database(a: Attacker) -> None:
    a.begin()
    old = Path(a.database.removeprefix("sqlite:///"))
    new = old.parent / "newer.db"
    with closing(sqlite3.connect(old)) as source, closing(sqlite3.connect(new)) as copy:
        source.backup(copy)
        copy.execute("UPDATE alembic_version SET version_num = 'v9999'")
        copy.commit()
    status, said = await started(f"sqlite:///{new}")
    a.check(status == 2 and "Traceback" not in said, f"status {status}: {said[-200:]}")


@attack("password in an address", "an address that cannot be used", note=17, **ASIDE)
async def password_in_an_address(a: Attacker) -> None:
    a.begin()
    for address in ("mysql://user:hidden@host/name", "postgresql://user:hidden@127.0.0.1:1/name"):
        _, said = await started(address)
        a.check("hidden" not in said, f"the password is told: {said[-200:]}")


async def started(database: str) -> tuple[int, str]:
    """The status of a server that should not start, and what it says."""
    process = await asyncio.create_subprocess_exec(
        *serve_command(free_port(), database),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(10):
            said, _ = await process.communicate()
    except TimeoutError:
        process.terminate()
        said, _ = await process.communicate()
        return -1, "it has started"
    return process.returncode or 0, said.decode("utf-8")
