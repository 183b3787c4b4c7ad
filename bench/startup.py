"""Whole processes: the command that a person types, against Python doing nothing.

The command is the script installed beside this interpreter; the medians are of many processes,
started in turns. The first, not measured, may write the compiled modules, as an installation does.
What is asked first in a fresh installation is measured against a second: with an empty folder for
what numba compiles, as pip leaves it, and with all compiled ahead, as ``make install`` does it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from statistics import median
from tempfile import TemporaryDirectory

from bench.harness import COMMAND, Action, Line, elapsed, in_turns

FIRST = {
    "outcomes of Wythoff": ("wythoff",),
    "outcomes of Euclid": ("euclid",),
    "Grundy values of Wythoff": ("wythoff", "--grundy"),
    "Grundy values of wythoff:a=2": ("wythoff:a=2", "--grundy"),
}


def lines() -> Iterator[Line]:
    nothing = _run(sys.executable, "-c", "pass")
    for what, command, aim in (
        ("python -c 'import marienbad'", (sys.executable, "-c", "import marienbad"), None),
        ("marienbad analyse wythoff 26,66", (COMMAND, "analyse", "wythoff", "26,66"), 3),
        ("marienbad analyse marienbad 1,3,5,7", (COMMAND, "analyse", "marienbad", "1,3,5,7"), 3),
    ):
        seconds, floor = in_turns(_run(*command), nothing, repeats=21)
        yield Line(what, seconds, "python -c pass", floor, aim)
    with TemporaryDirectory() as folder:
        for what, words in FIRST.items():
            solve = (COMMAND, "solve", *words, "--size", "1024", "--out", f"{folder}/table.npz")
            seconds = median(elapsed(_fresh(*solve)) for _ in range(3))
            yield Line(f"first {what}, 1024²", seconds, "a second", 1.0, 3)
            seconds = median(elapsed(_run(*solve)) for _ in range(3))
            yield Line("the same, compiled ahead", seconds, "a second", 1.0, 3)


def _run(*command: str, **variables: str) -> Action:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return partial(
        subprocess.run, command, capture_output=True, check=True, env=environment | variables
    )


def _fresh(*command: str) -> Action:
    """The command on a machine that has compiled nothing."""

    def run() -> None:
        with TemporaryDirectory() as folder:
            _run(*command, NUMBA_CACHE_DIR=folder)()

    return run
