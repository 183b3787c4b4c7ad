"""Certificates checked by the program that is proved in Coq, where it is built.

``make proofs`` builds ``marienbad-verified`` from the folder ``proofs/``. Its theorem says that
what it accepts is true; what it has read, it prints. Here that is compared with what ``checker.py``
reads in the same file: two readers that share nothing would have to make the same mistake.
"""

import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import NamedTuple

from marienbad.checker import Certificate, Statement, Unreadable
from marienbad.text.problems import InputError

PROGRAM = "marienbad-verified"
MOST_SECONDS = 600
"""How long the program may take."""
ACCEPTED, REJECTED, UNREADABLE = range(3)


class Answer(NamedTuple):
    """What the program ended with, and what it said: the statement, or why there is none."""

    status: int
    lines: list[str]


def program() -> str | None:
    """The program, beside the interpreter or on the path; none if it is not built."""
    return which(PROGRAM, path=str(Path(sys.prefix) / "bin")) or which(PROGRAM)


def answer(name: str, text: str) -> Answer:
    """What the program says of the text of a file of this name."""
    command = program()
    if command is None:
        raise InputError("check.verified.missing")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        path.write_bytes(text.encode("utf-8"))
        try:
            process = subprocess.run(
                [command, path.name],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=MOST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise InputError("check.verified.late", name=name, seconds=MOST_SECONDS) from None
    said = process.stdout.decode("ascii", "replace").splitlines()
    words = ("accepted", "rejected", "unreadable")
    prefix = f"{path.name}: "
    if process.returncode not in range(3) or not said:
        raise InputError("check.verified.failed", name=name)
    first = said[0].removeprefix(prefix)
    if not first.startswith(words[process.returncode]):
        raise InputError("check.verified.failed", name=name)
    reason = first.partition(": ")[2]
    return Answer(process.returncode, [line.strip() for line in said[1:]] or [reason])


def statement(name: str, certificate: Certificate, said: Answer) -> Statement:
    """What is shown of a certificate that the program accepts, if both read the same."""
    found = certificate.statement()  # the checker in Python has read the file, and checks nothing
    for line in said.lines:
        if not line.startswith("positions ") and line not in found.lines():
            raise InputError("check.verified.different", name=name, about=line)
    return found


def unreadable(said: Answer) -> Unreadable:
    """Why the program cannot read a file."""
    key, _, about = said.lines[0].partition(" ")
    return Unreadable(key, about)
