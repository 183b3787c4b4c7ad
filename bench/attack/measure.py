"""One table of all attacks: what another's moves suffered, memory, disk, and the outcome.

Before each attack, on a server of its own, the moves of somebody at another address are measured
undisturbed, then during the attack. They are begun at a steady rate, whatever becomes of those
before. An attack has failed where the moves take at most 20 ms longer in the middle and 150 ms
longer at the 99th percentile, none is refused, the server needs at most 400 MiB of memory, nothing
else that the attack looks for is found, and health and the laboratory answer afterwards.
"""

import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from bench.attack import connections, questions, wire
from bench.attack.attacker import Attack
from bench.attack.wire import Answer, Connection, Wire
from bench.harness import duration, size
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
NAME, WIDTHS = 24, (10, 6, 9, 9, 9, 9, 10, 9)
RATE, RULES_RATE = 50, 10
"""Moves a second; those of rules take a search each."""
PATIENCE = 20.0
MOST_PLAYERS = 200
ORDINARY = (
    {"game": "marienbad", "players": ["human", "human"]},
    {"game": "marienbad", "players": ["human", "perfect"]},
)
RULES = (
    {
        "game": "rules:heaps 2; take n from one; take 1, 2 from two",
        "position": [12, 12],
        "players": ["human", "perfect"],
    },
)


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


class Player:
    """Plays match after match, a move whenever asked to."""

    def __init__(self, wire: Wire, wish: dict[str, Any]) -> None:
        self._wire = wire
        self._wish = wish
        self._connection: Connection | None = None
        self._match: dict[str, Any] = {"over": True}
        self._seats: list[str | None] = []

    async def go_on(self) -> None:
        """Play a move, or begin a new match where the last is over."""
        await (self._begin() if self._match["over"] else self._move())

    async def _begin(self) -> None:
        self.leave()
        self._connection = await self._wire.open()
        answer = await self._ask("/api/matches", self._wish, None)
        if answer.status != 201:
            raise Failed(f"new match {answer.status}")
        self._match = answer.data
        self._seats = self._match["seats"]

    async def _move(self) -> None:
        """Take one from the first heap that has one."""
        position, ply = self._match["position"], self._match["ply"]
        heap = next(heap for heap, size in enumerate(position) if size)
        take = [int(other == heap) for other in range(len(position))]
        path = f"/api/matches/{self._match['id']}/moves"
        answer = await self._ask(path, {"take": take, "ply": ply}, self._seats[ply % 2])
        if answer.status != 200:
            raise Failed(f"move {answer.status}")
        self._match = answer.data

    def leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def _ask(self, path: str, body: Any, token: str | None) -> Answer:
        assert self._connection is not None
        return await self._connection.ask(self._wire.request("POST", path, body, token))


class Failed(Exception):
    """A request of the victim that was not answered as it should be."""


class Victim:
    """Somebody who plays at a steady rate, from forty addresses: no limit of one is met."""

    def __init__(self, port: int, is_secure: bool, wishes: tuple[dict[str, Any], ...]) -> None:
        self._wires = cycle(Wire(port, f"127.0.3.{n}", is_secure=is_secure) for n in range(1, 41))
        self._wishes: Iterator[dict[str, Any]] = cycle(wishes)
        self._rate = RULES_RATE if wishes is RULES else RATE
        self._resting: list[Player] = []
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
        player = self._resting.pop(0) if self._resting else self._new()
        self._playing += 1
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                await player.go_on()
            measured.waits.append(time.perf_counter() - began)
            self._resting.append(player)
        except (OSError, TimeoutError, Failed) as problem:
            measured.failures[str(problem) or type(problem).__name__] += 1
            measured.waits.append(PATIENCE)
            player.leave()
        finally:
            self._playing -= 1

    def _new(self) -> Player:
        return Player(next(self._wires), next(self._wishes))

    def leave(self) -> None:
        for player in self._resting:
            player.leave()


def row(*cells: str) -> str:
    """A line of the table: the name to the left, numbers to the right."""
    name, *numbers, last = cells
    sized = [f"{name:<{NAME}}", *(f"{n:>{w}}" for n, w in zip(numbers, WIDTHS, strict=True))]
    return f"{'  '.join(sized)}  {last}".rstrip()


HEADING = row(
    *("attack", "on", "by", "p50", "before", "p99", "before"),
    *("memory", "disk", "outcome"),
)


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
        return row(
            self.attack.name,
            self.kind,
            "nginx" if self.attack.by_proxy else "",
            *(duration(seconds) for seconds in times),
            *(size(octets) for octets in (self.memory, self.disk)),
            " · ".join(filter(None, (verdict, seen, *self.remarks))),
        )


def lines(
    kinds: Iterable[str] = DATABASES, names: Iterable[str] | None = None
) -> Iterator[Outcome]:
    """Every attack on servers with databases of each kind, or those of some names."""
    unknown = sorted(set(names or ()) - set(ATTACKS))
    if unknown:
        raise SystemExit(f"no attack {unknown[0]!r}: expected {', '.join(ATTACKS)}")
    for kind in kinds:
        with databases(kind) as source:
            for name in names or ATTACKS:
                yield measured(ATTACKS[name], source.new())


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
        *(sys.executable, "-m", "bench.attack"),
        *(attack.name, str(port), str(attack.by_proxy), str(wire.PATIENCE)),
        cwd=Path(__file__).parents[2],
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
