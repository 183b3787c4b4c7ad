"""Commands run through real pipes, and what they print read again."""

import os
import re
import subprocess
import sys
from collections.abc import Callable

from marienbad.heaps import Position
from marienbad.play.match import Match
from marienbad.play.notation import read_record
from tests.support import PATIENCE

LANGUAGES = ("en", "fr")
Typist = Callable[[str | bytes], None]
"""Puts on the standard input what is typed there."""
ENVIRONMENT = os.environ | {"COLUMNS": "80", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
# Started in the background, a process would be deaf to an interruption.
START = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from marienbad.cli import main; sys.exit(main(sys.argv[1:]))"
)


def started(*words: str, stdin: int = subprocess.PIPE) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", START, *words],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=ENVIRONMENT,
    )


def ran(*words: str, text: str = "") -> str:
    """What a command prints that is given a text and must end well."""
    with started(*words) as process:
        out, err = process.communicate(text, timeout=PATIENCE)
    assert err == ""
    assert process.returncode == 0
    return out


def process(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "marienbad", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        env=os.environ | environment,
    )


def positions_in(out: str) -> list[Position]:
    found = re.findall(r"^Position \(([\d, ]*)\)", out, re.MULTILINE)
    return [tuple(map(int, text.split(", "))) for text in found]


def records_in(out: str) -> list[Match]:
    texts = re.findall(r"^\[Game .*\n(?:\[.*\n)+(?:\n(?:\d+\. .*\n)+)?", out, re.MULTILINE)
    return [read_record(text) for text in texts]
