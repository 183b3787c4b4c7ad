"""Whole processes: the command that a person types, against Python doing nothing.

The command is the script installed beside this interpreter; the medians are of many processes,
started in turns. The first, not measured, may write the compiled modules, as an installation does.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.harness import Action, Line, in_turns

COMMAND = str(Path(sys.executable).with_name("marienbad"))


def lines() -> Iterator[Line]:
    nothing = _run(sys.executable, "-c", "pass")
    for what, command, aim in (
        ("python -c 'import marienbad'", (sys.executable, "-c", "import marienbad"), None),
        ("marienbad analyse wythoff 26,66", (COMMAND, "analyse", "wythoff", "26,66"), 5),
        ("marienbad analyse marienbad 1,3,5,7", (COMMAND, "analyse", "marienbad", "1,3,5,7"), None),
    ):
        seconds, floor = in_turns(_run(*command), nothing, repeats=21)
        yield Line(what, seconds, "python -c pass", floor, aim)


def _run(*command: str) -> Action:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return partial(subprocess.run, command, stdout=subprocess.DEVNULL, check=True, env=environment)
