"""Somebody else who plays meanwhile: so many moves a second, and how long each took.

The moves are begun at a steady rate, whatever becomes of those before, so that a server that stands
still delays all that fall into the time. Half of the matches are between people, half against the
perfect machine; every match has a connection of its own, and to begin one counts as a move.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from statistics import median
from typing import Any

from bench.attack.wire import Answer, Connection, Wire
from bench.load import HOST, percentile_99

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
    """One address that plays at a steady rate."""

    def __init__(self, port: int, wishes: tuple[dict[str, Any], ...] = ORDINARY) -> None:
        self._wire = Wire(port, HOST)
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
        player = self._resting.pop(0) if self._resting else Player(self._wire, next(self._wishes))
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

    def leave(self) -> None:
        for player in self._resting:
            player.leave()
