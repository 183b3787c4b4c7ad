"""One table of all attacks: what another's moves suffered, memory, disk, and the outcome.

Before each attack, on a server of its own, the moves of somebody at another address are measured
undisturbed, then during the attack. They are begun at a steady rate, whatever becomes of those
before. An attack has failed where the moves take at most 20 ms longer in the middle and 150 ms
longer at the 99th percentile, none is refused, the server needs at most 400 MiB of memory, nothing
else that the attack looks for is found, and health and the laboratory answer afterwards.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from bench.attack import connections, questions, wire
from bench.attack.attacker import Attack, Attacker
from bench.attack.matches import Match, Refused, wish
from bench.attack.wire import Wire
from bench.harness import ROOT, columns, duration, size
from bench.load import HOST, percentile_99
from bench.processes import DATABASES, MOST_MEMORY, Database, Running, databases, running
from bench.proxies import proxy

ATTACKS = {attack.name: attack for attack in (*questions.ATTACKS, *connections.ATTACKS)}
COUNTED, BEHIND = ("--proxy", "127.255.255.254"), ("--proxy", HOST)
"""Where a proxy is named, this machine's addresses are counted as all others are."""
MIDDLE, LAST = 0.020, 0.150
"""How much longer a move may take than undisturbed: in the middle, and 99 of 100."""
QUIET, WARM_UP = 1.5, 0.5
LONGEST = 600
QUESTION = {"rules": "heaps 2; take n from one; take 1, 1 from two", "size": 16}
WIDTHS = (24, 10, 6, 9, 9, 9, 9, 10, 9)
ROW = partial(columns, widths=WIDTHS, texts=(0,))
HEADING = ROW(["attack", "on", "by", "p50", "before", "p99", "before", "memory", "disk", "outcome"])
POLITENESS = 10
"""The attacker is elsewhere: here it should take little from the server."""
RATE, RULES_RATE = 50, 10
"""Moves a second; those of rules take a search each."""
PATIENCE = 20.0
MOST_PLAYERS = 200
ORDINARY = tuple({"game": "marienbad", "players": ["human", who]} for who in ("human", "perfect"))
BY_RULES = "rules:heaps 2; take n from one; take 1, 2 from two"
RULES = (wish([12, 12], game=BY_RULES, players=["human", "perfect"]),)


@dataclass
class Measured:
    """How long the moves took, and what went wrong instead."""

    waits: list[float] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)

    @property
    def middle(self) -> float:
        return median(self.waits) if self.waits else PATIENCE

    @property
    def last(self) -> float:
        """The time within which 99 of 100 came."""
        return percentile_99(self.waits) if len(self.waits) > 1 else PATIENCE


class Victim:
    """Somebody who plays at a steady rate, from forty addresses: no limit of one is met."""

    def __init__(self, port: int, is_secure: bool, wishes: tuple[dict[str, Any], ...]) -> None:
        self._wires = cycle(Wire(port, f"127.0.3.{n}", is_secure=is_secure) for n in range(1, 41))
        self._wishes: Iterator[dict[str, Any]] = cycle(wishes)
        self._rate = RULES_RATE if wishes is RULES else RATE
        self._resting: list[Match] = []
        self._playing = 0

    async def play(self, seconds: float) -> Measured:
        """Play for some seconds, and wait for what was begun in them."""
        measured = Measured()
        began = time.perf_counter()
        tasks = []
        for number in range(round(seconds * self._rate)):
            await asyncio.sleep(max(0.0, began + number / self._rate - time.perf_counter()))
            tasks.append(asyncio.create_task(self._play(measured)))
        await asyncio.gather(*tasks)
        return measured

    async def _play(self, measured: Measured) -> None:
        if not self._resting and self._playing >= MOST_PLAYERS:
            measured.waits.append(PATIENCE)
            measured.failures["not even begun"] += 1
            return
        match = self._resting.pop(0) if self._resting else None
        self._playing += 1
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                self._resting.append(await self._go_on(match))
            measured.waits.append(time.perf_counter() - began)
        except (OSError, TimeoutError, Refused) as problem:
            measured.failures[str(problem) or type(problem).__name__] += 1
            measured.waits.append(PATIENCE)
            self._leave([match])
        finally:
            self._playing -= 1

    async def _go_on(self, match: Match | None) -> Match:
        """Play a move, or begin a new match where there is none or it is over."""
        if match is None or match.data["over"]:
            self._leave([match])
            wire = match.wire if match else next(self._wires)
            return await Match.begun(wire, next(self._wishes), await wire.open())
        answer = await match.move()
        if answer.status != 200:
            raise Refused(f"move {answer.status}")
        return match

    def leave(self) -> None:
        self._leave(self._resting)

    def _leave(self, matches: Iterable[Match | None]) -> None:
        for match in filter(None, matches):
            match.leave()


@dataclass(frozen=True)
class Outcome:
    """What an attack did."""

    attack: Attack
    kind: str
    before: Measured
    during: Measured
    memory: int
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
        if self.during.middle > self.before.middle + MIDDLE:
            found.append("p50")
        if self.during.last > self.before.last + LAST:
            found.append("p99")
        found += [f"{count} × {what}" for what, count in self.during.failures.items()]
        if self.memory > MOST_MEMORY:
            found.append("memory")
        return found

    def __str__(self) -> str:
        seen = ", ".join(f"{count} × {status}" for status, count in self.seen.items())
        verdict = f"MISSED: {'; '.join(self.all_faults)}" if self.is_missed else "ok"
        times = (self.during.middle, self.before.middle, self.during.last, self.before.last)
        cells = [self.attack.name, self.kind, "nginx" if self.attack.by_proxy else ""]
        cells += [*map(duration, times), size(self.memory), size(self.disk)]
        return ROW([*cells, " · ".join(filter(None, (verdict, seen, *self.remarks)))])


def lines(
    kinds: Iterable[str] = DATABASES, names: Iterable[str] | None = None
) -> Iterator[Outcome]:
    """Every attack on servers with databases of each kind, or those of some names."""
    unknown = sorted(set(names or ()) - set(ATTACKS))
    if unknown:
        raise SystemExit(f"no attack {unknown[0]!r}: expected {', '.join(ATTACKS)}")
    for kind in kinds:
        with databases(kind) as new:
            for name in names or ATTACKS:
                yield measured(ATTACKS[name], new())


def measured(attack: Attack, database: Database) -> Outcome:
    """What an attack does to a server of its own, with nginx before it or without."""
    log = database.folder / f"{attack.name}.log"
    options = BEHIND if attack.by_proxy else COUNTED
    with running(database.address, log, *options) as server, ExitStack() as stack:
        port = server.port
        if attack.by_proxy:
            folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            port = stack.enter_context(proxy("nginx", server.port, Path(folder))).port
        return asyncio.run(_measured(attack, database, server, port))


async def _measured(attack: Attack, database: Database, server: Running, port: int) -> Outcome:
    victim = Victim(port, attack.by_proxy, RULES if attack.meets_rules else ORDINARY)
    # the laboratory loads what it needs, which is no part of an attack
    await Wire(server.port, HOST).ask("POST", "/api/lab", QUESTION)
    await victim.play(WARM_UP)
    before = await victim.play(QUIET)
    disk = database.octets() + server.log.stat().st_size
    process = await _begun(attack, port)
    during = await victim.play(attack.seconds)
    found = await _told(process)
    victim.leave()
    faults, seen = list(found["faults"]), found["seen"]
    failed = [status for status in ("500", "502", "504") if status in seen]
    faults += [f"{seen[status]} × {status} to the attacker" for status in failed]
    faults += await _aftermath(server.port)
    grown = database.octets() + server.log.stat().st_size - disk
    parts = (server.peak(), grown, seen, faults, found["remarks"])
    return Outcome(attack, database.kind, before, during, *parts)


async def _aftermath(port: int) -> list[str]:
    """What does not work any more."""
    client = Wire(port, HOST)
    fresh = {**QUESTION, "size": 24}
    found = {
        "the laboratory": await client.ask("POST", "/api/lab", fresh),
        "health": await client.ask("GET", "/api/health"),
    }
    return [f"{what} afterwards: {a.status}" for what, a in found.items() if a.status != 200]


async def _begun(attack: Attack, port: int) -> asyncio.subprocess.Process:
    """The attacker's process, when it begins."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.attack.measure"),
        *(attack.name, str(port), str(attack.by_proxy), str(wire.PATIENCE)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        limit=2**24,
    )
    assert process.stdout is not None
    async with asyncio.timeout(LONGEST):
        await process.stdout.readline()
    return process


async def _told(process: asyncio.subprocess.Process) -> dict[str, Any]:
    """What the attacker tells when it has ended."""
    try:
        async with asyncio.timeout(LONGEST):
            said, _ = await process.communicate()
        found: dict[str, Any] = orjson.loads(said)
    except (TimeoutError, orjson.JSONDecodeError):
        if process.returncode is None:
            process.kill()
            await process.wait()
        return {"seen": {}, "faults": ["the attacker did not come to an end"], "remarks": []}
    return found


def main(name: str, port: str, is_secure: str, patience: str) -> None:
    """Attack, and print what was seen as JSON, after a line when it begins."""
    wire.PATIENCE = float(patience)
    attack = ATTACKS[name]
    os.nice(POLITENESS)
    attacker = Attacker(int(port), is_secure == "True", attack.seconds)
    print(orjson.dumps(asyncio.run(attacker.run(attack.assault))).decode("utf-8"))


if __name__ == "__main__":
    main(*sys.argv[1:])
