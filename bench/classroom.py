"""A class of forty beside two hundred matches: how soon a vote is on the projector, none lost.

In each of the matches a move is played every second, and somebody watches. First the pupils vote
one after another, each when the vote before was seen; then all at the same moment. The floor is
what a lesson can bear: 200 ms.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from statistics import median
from typing import Any

import httpx2 as httpx
import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from bench.harness import Line, whole
from bench.load import HOST, PATIENCE, Script, percentile_99, request, run
from bench.scripts import Seated

PUPILS = 40
MATCHES = 200
ROWS = (30, 30, 30, 30)
ROUNDS = 4
BEARABLE = 0.2
CHOICES = ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])


def lines(port: int) -> Iterator[Line]:
    """What is measured of a class at a server."""
    matches = _seated(port)
    # in a process of their own: the clients of the class must not wait for those of the matches
    context = get_context("spawn")
    over, rate = context.Event(), context.Value("d")
    playing = context.Process(target=_play, args=(port, matches, over, rate))
    playing.start()
    try:
        waits, bursts, due, received = uvloop.run(_lesson(port, matches))
    finally:
        over.set()
        playing.join(PATIENCE)
    floor = "what a class can bear"
    note = f"beside {MATCHES} matches, {rate.value:.0f} moves a second"
    yield Line("a vote on the projector", median(waits), floor, BEARABLE, 1, note)
    yield Line("a vote on the projector, 99th percentile", percentile_99(waits), floor, BEARABLE, 1)
    yield Line(f"{PUPILS} votes at once on the projector", median(bursts), floor, BEARABLE)
    what = f"votes due to {PUPILS + 1} sockets of a class"
    yield Line(what, due, "votes that came", received, 1, unit=whole)


def _seated(port: int) -> list[Seated]:
    """Matches that last longer than the lesson."""
    found: list[Seated] = []
    wish = {"game": "nim", "position": ROWS, "players": ("human", "human")}

    def make() -> Script:
        for _ in range(MATCHES):
            match = orjson.loads((yield request("POST", "/api/matches", wish)))
            found.append(Seated(match["id"], tuple(match["seats"])))

    run(port, [make()])
    return found


class Room:
    """A room of the server that is measured."""

    def __init__(self, client: httpx.AsyncClient, opened: dict[str, str]) -> None:
        self.client = client
        self.opened = opened
        self.path = f"/api/rooms/{opened['code']}"

    async def post(self, path: str, body: Any, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.client.post(self.path + path, json=body, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def vote(self, pupil: str, choice: int) -> None:
        await self.post("/votes", {"take": CHOICES[choice % len(CHOICES)], "ply": 0}, pupil)


async def _lesson(port: int, matches: list[Seated]) -> tuple[list[float], list[float], int, int]:
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=PATIENCE, trust_env=False)
        )
        board = {"game": "marienbad", "opponent": "novice"}
        room = Room(client, (await client.post("/api/rooms", json=board)).json())
        pupils = [
            (await room.post("/pupils", {"name": f"Pupil {number}"}))["token"]
            for number in range(PUPILS)
        ]
        watched = [
            await stack.enter_async_context(_socket(port, f"/api/matches/{match.id}/live"))
            for match in matches
        ]
        reading = [asyncio.create_task(_read(socket)) for socket in watched]
        sockets = []
        for token in (room.opened["projector"], *pupils):
            socket = await stack.enter_async_context(_socket(port, f"{room.path}/live"))
            await socket.send(orjson.dumps({"token": token}).decode())
            sockets.append(socket)
        found = await _votes(room, pupils, sockets)
        for task in reading:
            task.cancel()
        await room.post("/close", {}, room.opened["token"])
    return found


def _socket(port: int, path: str) -> connect:
    return connect(
        f"ws://{HOST}:{port}{path}",
        compression=None,
        open_timeout=PATIENCE,
        ping_interval=None,
        max_queue=None,
    )


async def _read(socket: ClientConnection) -> None:
    """Whoever watches a match reads what he is sent."""
    async for _ in socket:
        pass


def _play(port: int, matches: list[Seated], over: Event, rate: Any) -> None:
    """Play, every match in its turn, until the lesson is over or the rows are."""
    began, count = time.perf_counter(), 0

    def on() -> Script:
        nonlocal count
        for ply in range(sum(ROWS)):
            row = ply // ROWS[0]
            for match in matches:
                if over.is_set():
                    return
                yield match.move([int(row == other) for other in range(len(ROWS))], ply)
                count += 1
                # one client for all: whoever is late makes up for it
                time.sleep(max(0.0, began + count / MATCHES - time.perf_counter()))

    run(port, [on()])
    rate.value = count / (time.perf_counter() - began)


async def _votes(
    room: Room, pupils: list[str], sockets: list[ClientConnection]
) -> tuple[list[float], list[float], int, int]:
    """The waits of votes one by one and of all at once; how many were due to all, and came."""
    teacher, (projector, *others) = room.opened["token"], sockets
    waits, bursts, due, received = list[float](), list[float](), 0, 0
    for _ in range(ROUNDS):
        await room.post("/vote", {}, teacher)
        await _seen(projector, 0)
        for number, pupil in enumerate(pupils):
            began = time.perf_counter()
            voting = asyncio.create_task(room.vote(pupil, number))
            received += await _seen(projector, number + 1)
            waits.append(time.perf_counter() - began)
            await voting
        received += PUPILS * sum(await asyncio.gather(*(_seen(one, PUPILS) for one in others)))
        await room.post("/vote", {}, teacher)
        await _seen(projector, 0)
        began = time.perf_counter()
        together = asyncio.gather(*(room.vote(pupil, 0) for pupil in pupils))
        received += PUPILS * await _seen(projector, PUPILS)
        bursts.append(time.perf_counter() - began)
        await together
        received += PUPILS * sum(await asyncio.gather(*(_seen(one, PUPILS) for one in others)))
        due += 2 * PUPILS * len(sockets)
    return waits, bursts, due, received


async def _seen(socket: ClientConnection, count: int) -> int:
    """Read until so many votes are told of."""
    while True:
        vote = orjson.loads(await socket.recv()).get("vote")
        if vote is not None and vote["count"] == count:
            return 1
