"""A PostgreSQL of our own, as long as it is needed: for the measurements and for the tests."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

PATIENCE = 120


def postgresql_programs() -> Path | None:
    """Where initdb and pg_ctl are, if they are."""
    found = [Path(path).parent for path in filter(None, [shutil.which("pg_ctl")])]
    found += [path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))]
    return found[-1] if found else None


@contextmanager
def postgresql(programs: Path, *settings: str) -> Iterator[str]:
    """The folder of the socket of a new PostgreSQL; its user is ``marienbad``."""
    with TemporaryDirectory(prefix="marienbad-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data = folder / "data"
        _run(programs / "initdb", "-D", data, "-U", "marienbad", "-A", "trust", "-N", cwd=folder)
        control = (programs / "pg_ctl", "-w", "-D", data)
        options = " ".join([f"-k {folder} -h ''", *(f"-c {setting}" for setting in settings)])
        _run(*control, "-o", options, "-l", folder / "log", "start", cwd=folder)
        try:
            yield name
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
