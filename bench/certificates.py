"""The certificate of every proof, as whole processes: ``marienbad check``, against its aim.

Where the checker that is proved in Coq is built, it has to accept them too.

All proofs that are kept and games that were discovered, the last being Wythoff's without the move
(2, 2); it takes minutes, and is named in ``make verify``.
"""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.harness import Line
from bench.prover import COMMAND
from marienbad.prover.automata.diagram import read
from marienbad.prover.certificates import verified
from marienbad.prover.games import library

AIM = 60.0
"""Seconds, in plain Python."""
DISCOVERED = (
    "take c, d from x, y where c - d in {0, 1}",
    "take c, d from x, y where c - d in {0, 1, 2}",
    "take c, d from two where c - d in {-2, 0, 2}",
    "take n, n from two where n != 2",
)
VALUES = (("nim", 9), ("nimhoff:h=5", 3), ("lucas", 1), ("wythoff", 1), ("wythoff:a=3", 3))
"""Games and a Grundy value of theirs."""


def lines() -> Iterator[Line]:
    kept = sorted(Path(library.FOLDER).glob("*.json"))
    names = [name for name, _ in (read(file.read_text("utf-8")) for file in kept)]
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "certificate.json")
        for name in names:
            yield _line(name, "prove", path)
        for rule in DISCOVERED:
            yield _line(f"rules:heaps 2; take n from one; {rule}", "discover", path)
        for name, value in VALUES:
            yield _line(name, "prove", path, value)


def _line(name: str, command: str, path: str, value: int = 0) -> Line:
    made = [COMMAND, command, name, "--value", str(value), "--out", path]
    subprocess.run(made, stdout=subprocess.DEVNULL, check=True)
    began = time.perf_counter()
    subprocess.run([COMMAND, "check", path], stdout=subprocess.DEVNULL, check=True)
    seconds = time.perf_counter() - began
    if program := verified.program():
        subprocess.run([program, path], stdout=subprocess.DEVNULL, check=True)
    octets = Path(path).stat().st_size
    shown = name.removeprefix("rules:heaps 2; take n from one; ")
    shown += f", value {value}" if value else ""
    return Line(f"check {shown}", seconds, "the aim", AIM, 1, f"{octets // 1000} kB")
