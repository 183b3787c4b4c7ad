"""What survives: moves when the server is killed, questions when its workers are, and memory.

The server is killed at a random moment while moves are played in several matches; what was
acknowledged must be there when it is back, and at most what was under way besides. Workers are
killed at random moments while others ask too; the next question must be answered.
"""

import asyncio
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench import web
from bench.attack.matches import Match, wish
from bench.attack.wire import Wire
from bench.harness import Line, whole
from bench.processes import (
    DATABASES,
    Database,
    Running,
    databases,
    descendants,
    free_port,
    running,
    start,
)

KILLS, WORKERS = 100, 1_000
MATCHES = 8
MOST_MOVES = 120
"""Before the server is killed, in all matches together."""
RULES = "rules:heaps 2; take n from one; take 1, 2 from two"


# The server is killed


@dataclass
class Survival:
    """How many moves were acknowledged, and how many of them were lost."""

    acknowledged: int = 0
    lost: int = 0


def killed(database: Database, number: int, seed: int = 1) -> Survival:
    """Kill the server so many times while moves are played."""
    random, port, found = Random(seed), free_port(), Survival()
    log = database.folder / "endurance.log"
    matches: list[Match] = []
    for _ in range(number):
        server = start(database.address, log, port=port)
        matches += asyncio.run(_round(server, matches[-MATCHES:], random, found))
    with running(database.address, log, port=port):
        found.lost += asyncio.run(_lost(matches))
    found.acknowledged = sum(len(match.data["moves"]) for match in matches)
    return found


def _wish(place: int) -> dict[str, Any]:
    return wish([5_000, 4_000], players=["human", "human" if place % 2 else "perfect"])


async def _lost(matches: Iterable[Match]) -> int:
    """How many of the acknowledged moves are not there."""
    lost = 0
    for match in matches:
        answer = await match.wire.ask("GET", match.path)
        moves, known = answer.data["moves"] if answer.status == 200 else [], match.data["moves"]
        # a move under way may have been committed, with the reply to it
        has_more = len(moves) > len(known) + 2
        missing = sum(known[ply : ply + 1] != moves[ply : ply + 1] for ply in range(len(known)))
        lost += len(moves) if has_more else missing
    return lost


async def _round(
    server: Running, before: list[Match], random: Random, found: Survival
) -> list[Match]:
    found.lost += await _lost(before)
    wires = [Wire(server.port, f"127.0.2.{place + 1}") for place in range(MATCHES)]
    matches = [
        await Match.begun(wire, _wish(place), await wire.open()) for place, wire in enumerate(wires)
    ]
    played = asyncio.Semaphore(0)

    async def play(match: Match) -> None:
        """Play until the server is gone."""
        with suppress(OSError):
            while (await match.move()).status == 200:
                played.release()
        match.leave()

    playing = [asyncio.create_task(play(match)) for match in matches]
    for _ in range(random.randint(1, MOST_MOVES)):
        await played.acquire()
    await asyncio.sleep(random.random() * 0.01)
    server.process.kill()
    await asyncio.gather(*playing)
    await asyncio.to_thread(server.wait)
    return matches


# Workers are killed


@dataclass
class Served:
    """How many workers were killed, and which questions were not answered afterwards."""

    killed: int = 0
    faults: list[str] = field(default_factory=list)


def workers_killed(database: Database, number: int, seed: int = 1) -> Served:
    """Kill so many of the server's processes while it is asked, and ask after each."""
    with running(database.address, database.folder / "workers.log") as server:
        return asyncio.run(_workers_killed(server, number, Random(seed)))


async def _workers_killed(server: Running, number: int, random: Random) -> Served:
    asker = Asker(Wire(server.port, "127.0.3.1"))
    others = [Asker(Wire(server.port, f"127.0.3.{place}")) for place in (2, 3, 4)]
    await asker.ask(0)
    found = Served()
    busy = [asyncio.create_task(other.go_on(place)) for place, other in enumerate(others)]
    for place in range(number):
        await asyncio.sleep(random.random() * 0.05)
        with suppress(ProcessLookupError, IndexError):
            os.kill(random.choice(descendants(server.id)), signal.SIGKILL)
            found.killed += 1
        status = await asker.ask(place)
        if status not in (200, 201):
            found.faults.append(f"{('map', 'analysis', 'reply')[place % 3]}: {status}")
    for task in busy:
        task.cancel()
    await asyncio.gather(*busy, return_exceptions=True)
    return found


class Asker:
    """Asks for maps, analyses and replies of the machine, no two of them alike."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._asked = 0

    async def ask(self, kind: int) -> int:
        """The status of a question: a map, an analysis or a reply of the machine."""
        self._asked += 1
        rules = f"{RULES}; take {self._asked + 2}, 1 from two"
        match kind % 3:
            case 0:
                body = {"rules": rules.removeprefix("rules:"), "size": 32}
                return (await self._wire.ask("POST", "/api/lab", body)).status
            case 1:
                query = f"game=nim&position=1,3,{self._asked},{self._asked + 5}"
                return (await self._wire.ask("GET", f"/api/analysis?{query}")).status
        body = {"game": rules, "position": [9, 9], "players": ["perfect", "human"]}
        return (await self._wire.ask("POST", "/api/matches", body)).status

    async def go_on(self, kind: int) -> None:
        """Ask again and again; what becomes of it is not looked at."""
        while True:
            await self.ask(kind)
            await asyncio.sleep(0.02)


# The table


def lines(
    kinds: Iterable[str] = DATABASES, only: Iterable[str] | None = None, number: int | None = None
) -> Iterator[Line]:
    """Everything, or some parts; so many times instead of as often as usual."""
    chosen = {*(only or ("memory", "kills", "workers"))}
    if "memory" in chosen:
        yield from web.endurance()
    for kind in kinds:
        with databases(kind) as new:
            if "kills" in chosen:
                times = number or KILLS
                found = killed(new(), times)
                kept = max(found.acknowledged - found.lost, 1)
                what = f"moves acknowledged before {times} kills, {kind}"
                yield Line(what, found.acknowledged, "of them kept", kept, 1, unit=whole)
            if "workers" in chosen:
                ended = workers_killed(new(), number or WORKERS)
                served, note = max(ended.killed - len(ended.faults), 1), ", ".join(ended.faults[:5])
                what, floor = f"workers killed, {kind}", "next question served"
                yield Line(what, ended.killed, floor, served, 1, note, unit=whole)
