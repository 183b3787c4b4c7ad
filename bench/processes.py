"""``marienbad serve`` as a process of its own, and databases, as long as they are needed."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from marienbad.web.settings import DATABASE_NAME, embedded_database

PROGRAM = [sys.executable, "-m", "marienbad"]
PATIENCE = 300
DATABASES = ("sqlite", "postgresql")
MOST_MEMORY = 400 * 2**20
"""What a server may need, whatever is done to it."""


@dataclass(frozen=True)
class Database:
    """A database: what ``--database`` calls it, and the folder in which it lies."""

    kind: str
    address: str
    folder: Path

    def octets(self) -> int:
        """What it takes of the disk."""
        if self.kind == "postgresql":
            with closing(psycopg.connect(self.address, autocommit=True)) as connection:
                size = "SELECT pg_database_size(current_database())"
                return int((connection.execute(size).fetchone() or (0,))[0])
        return sum(path.stat().st_size for path in self.folder.glob(f"{DATABASE_NAME}*"))


@contextmanager
def databases(kind: str) -> Iterator[Callable[[], Database]]:
    """A maker of new empty databases of a kind, as long as they are needed."""
    with ExitStack() as stack:
        if kind == "sqlite":
            base = stack.enter_context(folder_of_processes())
        elif programs := postgresql_programs():
            base = Path(stack.enter_context(postgresql(programs)))
        else:
            raise SystemExit("PostgreSQL is missing: expected initdb and pg_ctl")

        def new() -> Database:
            if kind == "postgresql":
                return Database(kind, new_database(str(base)), base)
            folder = base / os.urandom(6).hex()
            folder.mkdir()
            return Database(kind, embedded_database(folder), folder)

        yield new


@contextmanager
def folder_of_processes() -> Iterator[Path]:
    """A folder that goes even if a process still writes into it."""
    with TemporaryDirectory(prefix="marienbad-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def new_database(folder: str) -> str:
    """The address of an empty database of the PostgreSQL with its socket in a folder."""
    name = f"bench_{os.urandom(6).hex()}"
    with closing(psycopg.connect(address_of(folder), autocommit=True)) as server:
        server.execute(f"CREATE DATABASE {name}".encode("ascii"))
    return address_of(folder, name)


def postgresql_programs() -> Path | None:
    """Where initdb and pg_ctl are, if they are."""
    found = [Path(path).parent for path in filter(None, [shutil.which("pg_ctl")])]
    found += [path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))]
    return found[-1] if found else None


@contextmanager
def postgresql(programs: Path, *settings: str) -> Iterator[str]:
    """The folder of the socket of a new PostgreSQL; its user is ``marienbad``."""
    with folder_of_processes() as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data = folder / "data"
        _run(programs / "initdb", "-D", data, "-U", "marienbad", "-A", "trust", "-N", cwd=folder)
        control = (programs / "pg_ctl", "-w", "-D", data)
        options = " ".join([f"-k {folder} -h ''", *(f"-c {setting}" for setting in settings)])
        _run(*control, "-o", options, "-l", folder / "log", "start", cwd=folder)
        try:
            yield str(folder)
        finally:
            _run(*control, "-m", "immediate", "stop", cwd=folder)


def address_of(folder: str, database: str = "postgres") -> str:
    """What ``--database`` calls it."""
    return f"postgresql://marienbad@/{database}?host={folder}"


def _run(*command: str | Path, cwd: Path) -> None:
    """Run a program as a user that PostgreSQL accepts, which root is not."""
    somebody = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
    subprocess.run(
        [*somebody, *command], cwd=cwd, stdout=subprocess.DEVNULL, timeout=PATIENCE, check=True
    )


@dataclass(frozen=True)
class Running:
    """A server process that listens."""

    port: int
    process: "subprocess.Popen[str]"
    log: Path

    @property
    def id(self) -> int:
        return self.process.pid

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the process has ended."""
        self.process.wait(seconds)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def memory(self) -> int:
        """The bytes in memory of the server, without its workers; what is shared counts in part."""
        rolled = Path(f"/proc/{self.id}/smaps_rollup").read_text("ascii")
        return 1024 * int(rolled.partition("\nPss:")[2].split()[0])

    def peak(self) -> int:
        """The most bytes that the server has had in memory."""
        status = Path(f"/proc/{self.id}/status").read_text("ascii")
        return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def serve_arguments(port: int, database: str, *options: str) -> list[str]:
    """What follows the program's name."""
    return ["--lang", "en", "serve", "--port", str(port), "--database", database, *options]


def start(
    database: str,
    log: Path,
    *options: str,
    port: int | None = None,
    program: Sequence[str] | None = None,
) -> Running:
    """Start a server, of the program or another one, and wait until it listens."""
    number = port or free_port()
    command = [*(program or PROGRAM), *serve_arguments(number, database, *options)]
    with log.open("ab") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    if str(number) not in line:
        process.wait(PATIENCE)
        raise SystemExit(f"the server did not start: {line}{log.read_text('utf-8')}")
    return Running(number, process, log)


@contextmanager
def running(database: str, log: Path, *options: str, **more: Any) -> Iterator[Running]:
    """A server on a database, started as by :func:`start`, as long as it is needed."""
    server = start(database, log, *options, **more)
    try:
        yield server
    finally:
        stop(server)


def stop(server: Running) -> None:
    """Ask a server to stop, and end it where it does not."""
    server.process.terminate()
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.wait()


def free_port() -> int:
    """A port on which nobody listens; the system gives it to no connection by itself."""
    while True:
        port = SystemRandom().randrange(10_000, 32_000)
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.bind(("", port))
            return port


def descendants(process: int) -> list[int]:
    """The processes that came from one, those before others that came from them."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text("ascii").split():
                found += [int(child), *descendants(int(child))]
    return found
