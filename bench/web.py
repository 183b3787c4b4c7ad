"""The web server under 64 clients that ask as fast as they are answered.

The floor is a call that does nothing, of the same process and behind the same guards; all kinds of
requests take turns. Analyses are of ordinary positions, no two alike, with the explanation in
French or English. Moves are those of whole matches of Marienbad, each answered when it is
committed; against the machine, its reply is committed with the move. PostgreSQL is a new one with
its own settings: it waits for the disk.

Over sockets come every move of a thousand matches at once, and every vote of a class. A vote of a
class of forty must be on the projector within what a lesson can bear, 200 ms, and none may be lost,
while moves are played in two hundred matches that are watched. First the pupils vote one after
another, each when the vote before was seen; then all at the same moment.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import AsyncExitStack
from itertools import islice
from multiprocessing import get_context
from statistics import median
from typing import Any

import httpx2 as httpx
import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from bench.harness import Line, size, whole
from bench.load import (
    HOST,
    MOVES,
    PATIENCE,
    Load,
    Script,
    Seated,
    analyses,
    hello,
    machine,
    ordinary_positions,
    people,
    percentile_99,
    run,
    seat,
)
from bench.processes import Running, databases, postgresql_programs
from bench.serving import server

CLIENTS = 64
ROUNDS = 7
HELLOS, ANALYSES = 24, 12
AIMS = {"analysis": 0.5, "move on SQLite": 0.45, "move on PostgreSQL": 0.35}
"""The least share of the requests a second that the floor reaches."""
SHORT_RUN, LONG_RUN = (2_000, 5_000, 10_000), (10_000, 50_000, 100_000)
FLAT = 1.1
"""Memory may grow by this factor between the first and the last count of a run."""
MATCHES, FIRST_MOVES, FEW_CLIENTS = 1_000, 4, 20
AT_ONCE = 50
PUPILS, LESSONS = 40, 4
PLAYED = 200
"""Matches that are played beside a class."""
BEARABLE = 0.2
CHOICES = ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])

Measurement = Callable[[], Load]


def lines() -> Iterator[Line]:
    with databases("sqlite") as new:
        with server(new()) as served:
            positions = ordinary_positions()

            def analyse() -> Load:
                return run(served.port, [analyses(positions, ANALYSES) for _ in range(CLIENTS)])

            yield from _shares(served.port, {"analysis": analyse, **_moves(served.port, "SQLite")})
        with server(new()) as served:
            yield from _memory(served, SHORT_RUN)
            yield watched_matches(served.port)
            yield from classroom(served.port)
    if postgresql_programs() is not None:
        with databases("postgresql") as new, server(new()) as served:
            yield from _shares(served.port, _moves(served.port, "PostgreSQL"))


def endurance() -> Iterator[Line]:
    """The long run of moves, after which the memory must be as it was."""
    with databases("sqlite") as new, server(new()) as served:
        yield from _memory(served, LONG_RUN)


def _moves(port: int, database: str) -> dict[str, Measurement]:
    """Moves on a database: between two people, and against a machine that thinks."""

    def measured(other: str, script: Callable[[list[Seated]], Script]) -> Measurement:
        def measure() -> Load:
            matches = seat(port, ("human", other), CLIENTS, CLIENTS)
            return run(port, [script([match]) for match in matches])

        return measure

    against = f"move against novice on {database}"
    return {f"move on {database}": measured("human", people), against: measured("novice", machine)}


def _shares(port: int, measurements: dict[str, Measurement]) -> Iterator[Line]:
    """The time of a request and the 99th percentile, against those of the floor just before."""
    loads = defaultdict[str, list[tuple[Load, Load]]](list)
    for _ in range(ROUNDS + 1):
        for what, measure in measurements.items():
            floor = run(port, [hello(HELLOS) for _ in range(CLIENTS)])
            loads[what].append((measure(), floor))
    for what, (_, *rounds) in loads.items():  # the first round warms up
        own, floors = zip(*rounds, strict=True)
        each, floor_each = (median(load.each for load in some) for some in (own, floors))
        last, floor_last = (
            percentile_99([wait for load in some for wait in load.waits]) for some in (own, floors)
        )
        aim = round(1 / AIMS[what] - 0.005, 2) if what in AIMS else None
        note = f"{1 / each:.0f} a second, {floor_each / each:.2f} of hello"
        yield Line(what, each, "hello", floor_each, aim, note)
        yield Line(f"{what}, 99th percentile", last, "hello, 99th percentile", floor_last)


def _memory(served: Running, counts: tuple[int, ...]) -> Iterator[Line]:
    """The memory of the server after so many moves, against that after the first of the counts."""
    counted: list[tuple[int, int]] = []
    played = 0
    for count in counts:
        number = (count - played) // MOVES // CLIENTS * CLIENTS
        matches = seat(served.port, ("human", "human"), number, CLIENTS)
        run(served.port, [people(islice(matches, n, None, CLIENTS)) for n in range(CLIENTS)])
        played += number * MOVES
        counted.append((played, served.memory()))
    (first, before), *later = counted
    for number, memory in later:
        what, floor = f"memory after {number} moves", f"memory after {first} moves"
        yield Line(what, memory, floor, before, FLAT, unit=size)


def socket(port: int, path: str) -> connect:
    """A socket that reads all that it is sent."""
    return connect(
        f"ws://{HOST}:{port}{path}",
        compression=None,
        open_timeout=PATIENCE,
        ping_interval=None,
        max_queue=None,
    )


# Matches


def watched_matches(port: int) -> Line:
    """Whether everybody who watches a match is sent every move of it, in order."""
    seated = seat(port, ("human", "human"), MATCHES, FEW_CLIENTS)
    due = MATCHES * (FIRST_MOVES + 1)
    received, seconds = uvloop.run(_watch(port, seated))
    what = f"messages due to {MATCHES} live matches at once"
    note = f"{MATCHES * FIRST_MOVES / seconds:.0f} a second"
    return Line(what, due, "messages that came in order", received, 1, note, unit=whole)


async def _watch(port: int, seated: list[Seated]) -> tuple[int, float]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def opened(match: Seated) -> ClientConnection:
        async with gate:
            return await socket(port, f"/api/matches/{match.id}/live")

    async with asyncio.timeout(PATIENCE):
        sockets = await asyncio.gather(*map(opened, seated))
        # everybody is there and has seen the match before the first move
        received = sum(await asyncio.gather(*(_in_order(one, (0,)) for one in sockets)))
        watching = asyncio.gather(*(_in_order(one, range(1, FIRST_MOVES + 1)) for one in sockets))
        began = time.perf_counter()
        scripts = [people(seated[n::FEW_CLIENTS], FIRST_MOVES) for n in range(FEW_CLIENTS)]
        await asyncio.to_thread(run, port, scripts)
        received += sum(await watching)
        seconds = time.perf_counter() - began
        await asyncio.gather(*(one.close() for one in sockets))
    return received, seconds


async def _in_order(watcher: ClientConnection, plies: Iterable[int]) -> int:
    """How many of the messages came that tell of these plies, in their order."""
    return sum([orjson.loads(await watcher.recv())["ply"] == ply for ply in plies])


# A class


def classroom(port: int) -> Iterator[Line]:
    """How soon votes are on the projector, and whether all come."""
    seated = seat(port, ("human", "human"), PLAYED, FEW_CLIENTS)
    # in a process of their own: the clients of the class must not wait for those of the matches
    playing = get_context("spawn").Process(target=_play, args=(port, seated), daemon=True)
    playing.start()
    try:
        waits, bursts, due, received = uvloop.run(_lesson(port, seated))
    finally:
        playing.terminate()
        playing.join(PATIENCE)
    floor, note = "what a class can bear", f"beside {PLAYED} matches"
    yield Line("a vote on the projector", median(waits), floor, BEARABLE, 1, note)
    yield Line("a vote on the projector, 99th percentile", percentile_99(waits), floor, BEARABLE, 1)
    yield Line(f"{PUPILS} votes at once on the projector", median(bursts), floor, BEARABLE)
    what = f"votes due to {PUPILS + 1} sockets of a class"
    yield Line(what, due, "votes that came", received, 1, unit=whole)


def _play(port: int, seated: list[Seated]) -> None:
    """Play one match after another, some hundred moves a second."""

    def slowly() -> Iterator[Seated]:
        for match in seated:
            yield match
            time.sleep(0.05)

    run(port, [people(slowly())])


async def _lesson(port: int, seated: list[Seated]) -> tuple[list[float], list[float], int, int]:
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=PATIENCE, trust_env=False)
        )
        room = Room(client)
        await room.open()
        joined = [await room.post("/pupils", {"name": f"Pupil {n}"}) for n in range(PUPILS)]
        pupils = [one["token"] for one in joined]
        for match in seated:
            await stack.enter_async_context(socket(port, f"/api/matches/{match.id}/live"))
        sockets = []
        for token in (room.projector, *pupils):
            one = await stack.enter_async_context(socket(port, f"{room.path}/live"))
            await one.send(orjson.dumps({"token": token}).decode())
            sockets.append(one)
        found = await _votes(room, pupils, sockets)
        await room.post("/close", {}, room.teacher)
    return found


class Room:
    """A room of the server that is measured."""

    path, teacher, projector = "/api/rooms", "", ""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def open(self) -> None:
        opened = await self.post("", {"game": "marienbad", "opponent": "novice"})
        self.path = f"/api/rooms/{opened['code']}"
        self.teacher, self.projector = opened["token"], opened["projector"]

    async def vote(self, pupil: str, choice: int) -> None:
        await self.post("/votes", {"take": CHOICES[choice % len(CHOICES)], "ply": 0}, pupil)

    async def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.client.post(self.path + path, json=body, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()


async def _votes(
    room: Room, pupils: list[str], sockets: list[ClientConnection]
) -> tuple[list[float], list[float], int, int]:
    """The waits of votes one by one and of all at once; how many were due to all, and came."""
    projector, *others = sockets
    waits, bursts, received = list[float](), list[float](), 0

    async def everybody() -> int:
        return PUPILS * sum(await asyncio.gather(*(_seen(one, PUPILS) for one in others)))

    for _ in range(LESSONS):
        await room.post("/vote", {}, room.teacher)
        await _seen(projector, 0)
        for number, pupil in enumerate(pupils):
            began = time.perf_counter()
            voting = asyncio.create_task(room.vote(pupil, number))
            received += await _seen(projector, number + 1)
            waits.append(time.perf_counter() - began)
            await voting
        received += await everybody()
        await room.post("/vote", {}, room.teacher)
        await _seen(projector, 0)
        began = time.perf_counter()
        together = asyncio.gather(*(room.vote(pupil, 0) for pupil in pupils))
        received += PUPILS * await _seen(projector, PUPILS)
        bursts.append(time.perf_counter() - began)
        await together
        received += await everybody()
    return waits, bursts, LESSONS * 2 * PUPILS * len(sockets), received


async def _seen(one: ClientConnection, count: int) -> int:
    """Read until so many votes are told of."""
    while True:
        vote = orjson.loads(await one.recv()).get("vote")
        if vote is not None and vote["count"] == count:
            return 1
