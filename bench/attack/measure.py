"""One table of all attacks: what another's moves suffered, memory, disk, and the outcome.

Before each attack, on a server of its own, the moves of somebody at another address are measured
undisturbed, then during the attack. An attack has failed where the moves take at most
20 ms longer in the middle and 150 ms longer at the 99th percentile, none is refused, the server
needs at most 400 MiB of memory, nothing else that the attack looks for is found, and health and the
laboratory answer afterwards.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any

import orjson

from bench.attack import load_all, wire
from bench.attack.attacker import ATTACKS, Attack
from bench.attack.victim import ORDINARY, RULES, Measured, Victim
from bench.attack.wire import Wire
from bench.harness import duration, size
from bench.load import HOST
from bench.processes import DATABASES, MOST_MEMORY, Database, Running, databases, running

MIDDLE, LAST = 0.020, 0.150
"""How much longer a move may take than undisturbed: in the middle, and 99 of 100."""
QUIET = 1.5
WARM_UP = 0.5
PATIENCE = 600
SAMPLES = 0.2
QUESTION = {"rules": "heaps 2; take n from one; take 1, 1 from two", "size": 16}
NAME, WIDTHS = 24, (10, 4, 9, 9, 9, 9, 10, 10, 9)


def row(*cells: str) -> str:
    """A line of the table: the name to the left, numbers to the right."""
    name, *numbers, last = cells
    sized = [f"{name:<{NAME}}", *(f"{n:>{w}}" for n, w in zip(numbers, WIDTHS, strict=True))]
    return f"{'  '.join(sized)}  {last}".rstrip()


HEADING = row(
    *("attack", "on", "note", "p50", "before", "p99", "before"),
    *("server", "in all", "disk", "outcome"),
)


@dataclass(frozen=True)
class Outcome:
    """What an attack did."""

    attack: Attack
    kind: str
    before: Measured
    during: Measured
    memory: tuple[int, int]
    disk: int
    seen: dict[str, int]
    faults: list[str]
    remarks: list[str]

    @property
    def is_missed(self) -> bool:
        return bool(self.all_faults)

    @property
    def all_faults(self) -> list[str]:
        found = list(self.faults)
        if self.attack.is_met:
            if self.during.middle > self.before.middle + MIDDLE:
                found.append("p50")
            if self.during.last > self.before.last + LAST:
                found.append("p99")
            found += [f"{count} × {what}" for what, count in self.during.failures.items()]
        if self.memory[0] > MOST_MEMORY:
            found.append("memory")
        return found

    def __str__(self) -> str:
        seen = ", ".join(f"{count} × {status}" for status, count in self.seen.items())
        verdict = f"MISSED: {'; '.join(self.all_faults)}" if self.is_missed else "ok"
        times = (self.during.middle, self.before.middle, self.during.last, self.before.last)
        return row(
            self.attack.name,
            self.kind,
            str(self.attack.note or "new"),
            *(duration(seconds) if self.attack.is_met else "" for seconds in times),
            *(size(octets) for octets in (*self.memory, self.disk)),
            " · ".join(filter(None, (verdict, seen, *self.remarks))),
        )


def lines(
    kinds: Iterable[str] = DATABASES, names: Iterable[str] | None = None
) -> Iterator[Outcome]:
    """Every attack on servers with databases of each kind, or those of some names."""
    load_all()
    unknown = sorted(set(names or ()) - set(ATTACKS))
    if unknown:
        raise SystemExit(f"no attack {unknown[0]!r}: expected {', '.join(ATTACKS)}")
    for kind in kinds:
        with databases(kind) as source:
            for name in names or ATTACKS:
                if kind in ATTACKS[name].kinds:
                    yield measured(ATTACKS[name], source.new())


def measured(attack: Attack, database: Database) -> Outcome:
    """What an attack does to a server of its own."""
    log = database.folder / f"{attack.name}.log"
    with running(database.address, log, *attack.options) as server:
        return asyncio.run(_measured(attack, database, server))


async def _measured(attack: Attack, database: Database, server: Running) -> Outcome:
    victim = Victim(server.port, RULES if attack.meets == "rules" else ORDINARY)
    before = during = Measured()
    if attack.is_met:
        await _warm(server.port)
        await victim.play(WARM_UP)
        before = await victim.play(QUIET)
    disk = database.octets() + server.log.stat().st_size
    with Watch(server) as memory:
        process = await _begun(attack, database, server)
        if attack.is_met:
            during = await victim.play(attack.seconds)
        found = await _told(process)
    victim.leave()
    faults, seen = list(found["faults"]), found["seen"]
    failed = [status for status in seen if status.startswith("5") and status != "503"]
    faults += [f"{seen[status]} × {status} to the attacker" for status in failed]
    faults += await _aftermath(server.port) if attack.is_met else ()
    grown = database.octets() + server.log.stat().st_size - disk
    parts = (seen, faults, found["remarks"])
    return Outcome(attack, database.kind, before, during, memory.most, grown, *parts)


async def _warm(port: int) -> None:
    """Let the laboratory load what it needs, which is no part of an attack."""
    await Wire(port, HOST).ask("POST", "/api/lab", QUESTION)


async def _aftermath(port: int) -> list[str]:
    """What does not work any more."""
    client = Wire(port, HOST)
    fresh = {**QUESTION, "size": 24}
    found = {
        "the laboratory": await client.ask("POST", "/api/lab", fresh),
        "health": await client.ask("GET", "/api/health"),
    }
    return [f"{what} afterwards: {a.status}" for what, a in found.items() if a.status != 200]


async def _begun(attack: Attack, database: Database, server: Running) -> asyncio.subprocess.Process:
    """The attacker's process, when it begins."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.attack"),
        *(attack.name, str(server.port), database.address, str(server.id)),
        str(wire.PATIENCE),
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        limit=2**24,
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        await process.stdout.readline()
    return process


async def _told(process: asyncio.subprocess.Process) -> dict[str, Any]:
    """What the attacker tells when it has ended."""
    try:
        async with asyncio.timeout(PATIENCE):
            said, _ = await process.communicate()
        found: dict[str, Any] = orjson.loads(said)
    except (TimeoutError, orjson.JSONDecodeError):
        if process.returncode is None:
            process.kill()
            await process.wait()
        return {"seen": {}, "faults": ["the attacker did not come to an end"], "remarks": []}
    return found


class Watch:
    """Looks at the memory of a server all the time, and remembers the most."""

    def __init__(self, server: Running) -> None:
        self.most = (0, 0)
        self._server = server
        self._over = Event()
        self._thread = Thread(target=self._look, daemon=True)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(SAMPLES):
            own, every = self._server.memory()
            self.most = max(self.most[0], own), max(self.most[1], every)
