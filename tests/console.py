"""Commands of the documentation's examples, run by forks of a process that has loaded marienbad.

Most of the time that a command takes is spent loading. A line that is one command of marienbad,
without anything that a shell would do, is run in a fork of a process that has done that once;
every other line is run by a shell. ``tests/cli`` starts the command as users do.
"""

import atexit
import json
import os
import re
import select
import shlex
import subprocess
import sys
import traceback
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from marienbad.solver.clock import clock
from tests.support import PATIENCE

LOADED = (
    "marienbad.cli",
    "marienbad.prover.discovery.search",
    "marienbad.prover.logic.statements",
    "marienbad.solver.table",
)
STARTING_PROCESSES = ("cluster", "serve", "sweep")
QUOTED = re.compile(r"'[^']*'|\"[^\"$`\\]*\"")
OF_A_SHELL = re.compile(r"[^\w\s,.:=/+@%-]")


def printed(command: str, directory: str) -> str:
    """What a command prints, on either stream."""
    words = words_of(command)
    with NamedTemporaryFile() as file:
        if words is None:
            _run_in_shell(command, directory, file)
        else:
            _run_in_fork(words, directory, file.name)
        file.seek(0)
        return file.read().decode()


def words_of(command: str) -> list[str] | None:
    """The arguments for marienbad, or nothing where a shell has to read the line.

    >>> words_of('marienbad analyse "rules:heaps 2; take n from one" 3,5')
    ['analyse', 'rules:heaps 2; take n from one', '3,5']
    >>> words_of("marienbad check proof.json | head -n 1")
    >>> words_of("marienbad serve --port 70000")
    """
    name, _, rest = command.partition(" ")
    if name != "marienbad" or OF_A_SHELL.search(QUOTED.sub("", rest)):
        return None
    words = shlex.split(rest)
    return None if words[0] in STARTING_PROCESSES else words


def _environment() -> dict[str, str]:
    return os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
    }


def _run_in_shell(command: str, directory: str, file: IO[bytes]) -> None:
    subprocess.run(
        ["/bin/sh", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=file,
        stderr=subprocess.STDOUT,
        cwd=directory,
        env=_environment(),
        timeout=PATIENCE,
        check=False,
    )


# The process that forks


@cache
def _loaded() -> subprocess.Popen[bytes]:
    """The process, begun with the first command."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.console"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[1],
        env=_environment(),
    )
    atexit.register(_end, process)
    return process


def _end(process: subprocess.Popen[bytes]) -> None:
    with process:  # closes its input, at which it ends, and waits for it
        pass


def _run_in_fork(words: list[str], directory: str, path: str) -> None:
    process = _loaded()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{json.dumps([words, directory, path])}\n".encode())
    process.stdin.flush()
    is_done, _, _ = select.select([process.stdout], [], [], PATIENCE)
    if not is_done:
        process.kill()
        raise TimeoutError(words)
    assert process.stdout.readline() == b"done\n"


def serve() -> None:
    """Run each command that standard input names, one after another, in forks."""
    for name in LOADED:
        import_module(name)
    clock.stop()  # no search runs out of time
    for line in sys.stdin.buffer:
        child = os.fork()
        if not child:
            _become(*json.loads(line))
        os.waitpid(child, 0)
        os.write(1, b"done\n")


def _become(words: list[str], directory: str, path: str) -> None:
    """Be the command, from its first line to its end."""
    status = 1
    try:
        os.chdir(directory)
        null, output = os.open(os.devnull, os.O_RDONLY), os.open(path, os.O_WRONLY | os.O_APPEND)
        for number, file in ((0, null), (1, output), (2, output)):
            os.dup2(file, number)
        sys.argv = ["marienbad", *words]
        from marienbad.__main__ import main

        status = main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001 - as the interpreter would
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    serve()
