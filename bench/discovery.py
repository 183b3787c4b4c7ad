"""Strategies discovered and proved, as whole processes: ``marienbad discover GAME``."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.harness import Line, size

COMMAND = str(Path(sys.executable).with_name("marienbad"))
HEAPS = "rules:heaps 2; take n from one; "
GAMES = (
    *("nim", "marienbad", "wythoff", "wythoff:a=2", "wythoff:a=3"),
    *("wythoff:misere", "wythoff:a=2,misere", "wythoff:a=3,misere"),
    *("wythoff:b=2", "wythoff:b=3"),
    *(f"wythoff:b={b},misere" for b in range(2, 7)),
    "wythoff:a=2,b=2,misere",
    "rules:heaps 2; take n from one where n <= 3",
    "rules:heaps 2; take n from one where n % 2 == 1",
    HEAPS + "take n, m from two where m == 2 * n",
    HEAPS + "take c, d from x, y where c - d in {0, 1}",
    HEAPS + "take c, d from x, y where c - d in {0, 1, 2}",
    HEAPS + "take c, d from two where c - d in {-2, 0, 2}",
    HEAPS + "take n, n from two; take 1, 3 from two",
)
PLASTIC = HEAPS + "take n, n from two where n != 2"
AIM, PLASTIC_AIM, MEMORY = 30.0, 60.0, 2.0 * 2**30
"""Seconds for a game of the list, and for the cubic one; bytes."""
LONGEST = 48
"""Letters of a rule that are shown."""


def lines() -> Iterator[Line]:
    """What must be found."""
    octets = 0
    for name, aim in (*((name, AIM) for name in GAMES), (PLASTIC, PLASTIC_AIM)):
        seconds, memory, _ = _discover(name)
        octets = max(octets, memory)
        yield Line(_shown(name), seconds, "the aim", aim, 1)
    yield Line("largest memory of a discovery", octets, "the aim", MEMORY, 1, unit=size)


def misere() -> Iterator[Line]:
    """The games with b > 1 in misère play, ab ≤ 12: found or not, in ten minutes each."""
    for b in range(2, 13):
        for a in range(1, 12 // b + 1):
            name = f"wythoff:a={a},b={b},misere"
            seconds, _, is_found = _discover(name, "--seconds", "600")
            note = "proved" if is_found else "not found"
            yield Line(_shown(name), seconds, "what is allowed", 600.0, note=note)


def _shown(name: str) -> str:
    name = name.removeprefix("rules:heaps 2; ")
    return f"discover {name if len(name) <= LONGEST else name[: LONGEST - 1] + '…'}"


def _discover(name: str, *options: str) -> tuple[float, int, bool]:
    """The seconds of a whole process, its largest memory in bytes, and whether it proved."""
    began = time.perf_counter()
    process = subprocess.Popen([COMMAND, "discover", name, *options], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode and not options:
        raise RuntimeError(f"nothing was proved of {name}")
    return time.perf_counter() - began, usage.ru_maxrss * 1024, process.returncode == 0
