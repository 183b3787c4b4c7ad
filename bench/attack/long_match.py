"""The largest match that a record can bring: 64 heaps and almost as many plies as are allowed."""

from dataclasses import dataclass
from itertools import islice
from typing import Any

from bench.attack.attacker import Attacker
from bench.attack.wire import Answer

HEAPS, SIZE, PLIES = 64, 79, 4_990


def long_record(plies: int = PLIES, size: int = SIZE) -> bytes:
    """The record of a match of Nim in which every move takes one object."""
    every = (f"{heap + 1}:1" for heap in range(HEAPS) for _ in range(size))
    moves = list(islice(every, plies))
    start = ",".join([str(size)] * HEAPS)
    lines = [
        '[Game "nim"]',
        f'[Start "{start}"]',
        '[First "human"]',
        '[Second "human"]',
        '[Date "2026-01-01"]',
        '[Result "*"]',
        "",
        *(f"{turn + 1}. {' '.join(moves[2 * turn : 2 * turn + 2])}" for turn in range(plies // 2)),
    ]
    return ("\n".join(lines) + "\n").encode("ascii")


@dataclass
class LongMatch:
    """A match of which the attacker has both seats, and that goes to and fro."""

    attacker: Attacker
    id: str
    seats: list[str]
    ply: int

    @classmethod
    async def made(cls, attacker: Attacker, plies: int = PLIES) -> "LongMatch":
        answer = await attacker.wire.ask("POST", "/api/records", long_record(plies))
        assert answer.status == 201, answer
        match = answer.data
        return cls(attacker, match["id"], match["seats"], match["ply"])

    @property
    def path(self) -> str:
        return f"/api/matches/{self.id}"

    async def move(self) -> Answer:
        """Take one from the last heap, which the record leaves alone."""
        take = [0] * (HEAPS - 1) + [1]
        return await self._post("moves", {"take": take, "ply": self.ply}, self.seats[self.ply % 2])

    async def undo(self) -> Answer:
        """Take the last move back."""
        return await self._post("undo", {"ply": self.ply}, self.seats[(self.ply - 1) % 2])

    async def _post(self, call: str, body: Any, token: str) -> Answer:
        answer = await self.attacker.wire.ask("POST", f"{self.path}/{call}", body, token)
        if answer.status == 200:
            self.ply = answer.data["ply"]
        return answer
