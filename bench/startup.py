"""Whole processes: the command that a person types, against Python doing nothing."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from bench.harness import Action, Line, in_turns


def lines() -> Iterator[Line]:
    nothing = _run("-c", "pass")
    for arguments, aim in (
        (("-c", "import marienbad"), None),
        (("-m", "marienbad", "analyse", "wythoff", "26,66"), 5),
        (("-m", "marienbad", "analyse", "marienbad", "1,3,5,7", "--lang", "fr"), None),
    ):
        seconds, floor = in_turns(_run(*arguments), nothing, repeats=21)
        yield Line(" ".join(("python", *arguments)), seconds, "python -c pass", floor, aim)


def _run(*arguments: str) -> Action:
    return partial(subprocess.run, [sys.executable, *arguments], capture_output=True, check=True)
