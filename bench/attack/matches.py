"""Matches of the attacker's own: begun, or uploaded as records up to the largest there may be."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from bench.attack.wire import Answer, Connection, Wire

Heaps = Sequence[int | str]

HEAPS, SIZE, PLIES = 64, 79, 4_990
"""Of a match with almost as many plies as are allowed."""
LAST_HEAP = [0] * (HEAPS - 1) + [1]
"""A move that can still be made where a long record ends."""
LONGEST = [str(Random(heap).randrange(10**999, 10**1000)) for heap in range(HEAPS)]
"""64 heaps of 1,000 digits that cannot be compressed."""
DIGITS = 185
"""Of every amount, so that as many plies as are allowed fill the mebibyte of a record."""


def wish(position: Heaps, **more: Any) -> dict[str, Any]:
    """What is said to begin a match: of Nim between people, unless something else is."""
    return {"game": "nim", "position": position, "players": ["human", "human"], **more}


def record_of(start: Heaps, moves: Sequence[str]) -> bytes:
    """The record of a match of Nim that is not over."""
    turns = [" ".join(moves[ply : ply + 2]) for ply in range(0, len(moves), 2)]
    lines = [
        '[Game "nim"]',
        f'[Start "{",".join(map(str, start))}"]',
        '[First "human"]',
        '[Second "human"]',
        '[Date "2026-01-01"]',
        '[Result "*"]',
        "",
        *(f"{number}. {turn}" for number, turn in enumerate(turns, 1)),
    ]
    return ("\n".join(lines) + "\n").encode("ascii")


def long_record(plies: int = PLIES) -> bytes:
    """The longest match: every move takes one object, and some are left in the last heap."""
    every = (f"{heap + 1}:1" for heap in range(HEAPS) for _ in range(SIZE))
    return record_of([SIZE] * HEAPS, list(islice(every, plies)))


def heavy_record() -> bytes:
    """The heaviest match: as long, with as many digits as are allowed in its heaps and moves."""
    random = Random(HEAPS)
    amounts = (random.randrange(10 ** (DIGITS - 1), 10**DIGITS) for _ in range(PLIES))
    return record_of(LONGEST, [f"{ply % HEAPS + 1}:{take}" for ply, take in enumerate(amounts)])


class Refused(Exception):
    """A request that was not answered as it should be."""


@dataclass
class Match:
    """A match of which one client has the seats, as it was last answered."""

    wire: Wire
    data: dict[str, Any]
    seats: list[str]
    connection: Connection | None = None
    """Over which all is asked; without one, over a new one each time."""

    @classmethod
    async def begun(cls, wire: Wire, made: Any, connection: Connection | None = None) -> "Match":
        """A new match, by a record or a wish."""
        place = "/api/records" if isinstance(made, bytes) else "/api/matches"
        answer = await wire.ask("POST", place, made, over=connection)
        if answer.status != 201:
            raise Refused(f"new match {answer.status}")
        return cls(wire, answer.data, answer.data["seats"], connection)

    @property
    def path(self) -> str:
        return f"/api/matches/{self.data['id']}"

    @property
    def ply(self) -> int:
        return int(self.data["ply"])

    async def move(self, take: Heaps | None = None) -> Answer:
        """Play a move, or take one from the first heap that has one, by the seat at turn."""
        if take is None:
            heaps = self.data["position"]
            heap = next(heap for heap, size in enumerate(heaps) if size)
            take = [int(other == heap) for other in range(len(heaps))]
        return await self._post("moves", {"take": take, "ply": self.ply}, self.ply)

    async def undo(self) -> Answer:
        """Take the last move back."""
        return await self._post("undo", {"ply": self.ply}, self.ply - 1)

    async def _post(self, call: str, body: Any, ply: int) -> Answer:
        question = "POST", f"{self.path}/{call}", body, self.seats[ply % 2]
        answer = await self.wire.ask(*question, over=self.connection)
        if answer.status == 200:
            self.data = answer.data
        return answer

    def leave(self) -> None:
        if self.connection is not None:
            self.connection.close()
