"""The attacker, at an address of its own: what every attack is given."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bench.attack.wire import Connection, Wire

ADDRESS = "127.0.0.2"
RATE = 20
"""Requests a second that an attack by questions sends."""
AT_ONCE, CONNECTIONS, PIPELINED = 1_200, 100, 8
"""Requests of a burst, the connections over which it comes, and how many wait on each."""

Assault = Callable[["Attacker"], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Attack:
    """An attack: its name, and what it does."""

    name: str
    assault: Assault
    seconds: float = 3.0
    by_proxy: bool = False
    """Whether it comes through the nginx of ``deploy/``."""
    meets_rules: bool = False
    """Whether the other plays by rules of a text, which need a search."""


@dataclass
class Attacker:
    """What an attack can do, and what it found."""

    port: int
    is_secure: bool
    seconds: float
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    _began: float = 0.0

    def __post_init__(self) -> None:
        self.wire = Wire(self.port, ADDRESS, is_secure=self.is_secure)
        self._tasks: set[asyncio.Task[Any]] = set()

    # Time

    def begin(self) -> None:
        """Everything is prepared: from now on the victim's moves are measured."""
        if not self._began:
            print("begun", flush=True)
            self._began = time.perf_counter()

    @property
    def left(self) -> float:
        return max(0.0, self._began + self.seconds - time.perf_counter())

    async def pace(self, rate: float = RATE) -> AsyncIterator[int]:
        """The numbers from 0 on, so many a second, until the time is over."""
        self.begin()
        number = 0
        while self.left:
            yield number
            number += 1
            await asyncio.sleep(max(0.0, self._began + number / rate - time.perf_counter()))

    async def rest(self) -> None:
        """Wait until the time is over."""
        self.begin()
        await asyncio.sleep(self.left)

    # Requests

    def do(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something besides, as long as the attack lasts."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        """Refused connections are part of an attack; what else goes wrong is a fault of its own."""
        self._tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        self.check(problem is None or isinstance(problem, OSError), repr(problem))

    async def hit(self, request: bytes, after: float) -> None:
        """Send a request and hang up after some seconds."""
        connection = await self.wire.open()
        await connection.send(request)
        await asyncio.sleep(after)
        connection.hang_up()

    async def burst(self, requests: Iterable[bytes]) -> None:
        """Send all requests at once, over some connections."""
        waiting = list(requests)
        self.begin()

        async def send(part: list[bytes]) -> None:
            connection = await self.wire.open()
            for first in range(0, len(part), PIPELINED):
                some = part[first : first + PIPELINED]
                await connection.send(b"".join(some))
                for _ in some:
                    self.wire.seen[(await connection.answer()).status] += 1

        for number in range(CONNECTIONS):
            self.do(send(waiting[number::CONNECTIONS]))
        await self.rest()

    async def connect(self, number: int, opening: bytes = b"") -> list[Connection]:
        """Open so many connections, as far as the server lets."""

        async def open_one() -> Connection | None:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(5):
                    connection = await self.wire.open()
                    await connection.send(opening)
                    return connection
            return None

        found = await asyncio.gather(*(open_one() for _ in range(number)))
        return [connection for connection in found if connection is not None]

    # What is found

    def check(self, is_right: bool, fault: str) -> None:
        """Note a fault unless all is well."""
        if not is_right:
            self.faults.append(fault)

    async def run(self, assault: Assault) -> dict[str, Any]:
        """Attack, and tell what was seen."""
        await assault(self)
        await self.rest()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        seen = {str(status): count for status, count in sorted(self.wire.seen.items())}
        return {"seen": seen, "faults": self.faults, "remarks": self.remarks}
