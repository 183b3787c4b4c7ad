"""The attacker, at an address of its own: what every attack is given."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.attack.wire import NOTHING, Answer, Connection, Wire

ADDRESS = "127.0.0.2"
ALLOWANCE = 1_200
"""Requests a minute; what was not used is saved, so that they may also come at once."""
RATE = ALLOWANCE // 60
CONNECTIONS, AT_ONCE = 100, 8
"""Over which a burst comes, and how many requests wait for their answers on each."""
COUNTED = ("--proxy", "127.255.255.254")
"""Where a proxy is named, this machine's addresses are counted as all others are."""
SECONDS = 3.0

Assault = Callable[["Attacker"], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Attack:
    """An attack: its name, the number that it has in the notes, and what it does."""

    name: str
    note: int | None
    about: str
    assault: Assault
    seconds: float = SECONDS
    options: tuple[str, ...] = COUNTED
    """What the server is started with."""
    meets: str = "ordinary"
    """Whom it meets: who plays ordinary matches or those of rules; nobody where all must wait."""
    kinds: tuple[str, ...] = ("sqlite", "postgresql")
    """The databases that it is an attack on."""

    @property
    def is_met(self) -> bool:
        """Whether somebody plays meanwhile."""
        return self.meets != "nobody"


ATTACKS: dict[str, Attack] = {}
ASIDE: dict[str, Any] = {"meets": "nobody", "seconds": 0.0, "options": ()}
"""Of an attack that is no burden: it takes as long as it takes, and nobody else is measured."""


def attack(
    name: str, about: str, note: int | None = None, **more: Any
) -> Callable[[Assault], Assault]:
    """Enter an attack into the list."""

    def enter(assault: Assault) -> Assault:
        assert name not in ATTACKS
        ATTACKS[name] = Attack(name, note, about, assault, **more)
        return assault

    return enter


@dataclass
class Attacker:
    """What an attack can do, and what it found."""

    port: int
    database: str
    process: int
    seconds: float
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    _began: float = 0.0

    def __post_init__(self) -> None:
        self.wire = Wire(self.port, ADDRESS)
        self._tasks: set[asyncio.Task[Any]] = set()

    # Time

    def begin(self) -> None:
        """Everything is prepared: from now on the victim's moves are measured."""
        print("begun", flush=True)
        self._began = time.perf_counter()

    @property
    def left(self) -> float:
        return max(0.0, self._began + self.seconds - time.perf_counter())

    async def pace(self, rate: float = RATE) -> AsyncIterator[int]:
        """The numbers from 0 on, so many a second, until the time is over."""
        if not self._began:
            self.begin()
        number = 0
        while self.left:
            yield number
            number += 1
            await asyncio.sleep(max(0.0, self._began + number / rate - time.perf_counter()))

    async def rest(self) -> None:
        """Wait until the time is over."""
        if not self._began:
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

    def fire(self, method: str, path: str, body: Any = None, **more: Any) -> None:
        """Send a request, and count the answer whenever it comes."""
        self.do(self.wire.ask(method, path, body, **more))

    async def hit(self, method: str, path: str, body: Any = None, after: float = 0.0) -> None:
        """Send a request and hang up after some seconds."""
        connection = await self.wire.open()
        await connection.send(self.wire.request(method, path, body))
        await asyncio.sleep(after)
        connection.hang_up()

    async def burst(self, requests: Iterable[bytes]) -> None:
        """Send the allowance of a minute at once."""
        waiting = list(requests)[:ALLOWANCE]

        async def send(part: list[bytes]) -> None:
            connection = await self.wire.open()
            for first in range(0, len(part), AT_ONCE):
                some = part[first : first + AT_ONCE]
                await connection.send(b"".join(some))
                for _ in some:
                    self.wire.seen[(await connection.answer()).status] += 1

        for number in range(CONNECTIONS):
            self.do(send(waiting[number::CONNECTIONS]))
        await self.rest()

    async def insist(self, connections: int, question: bytes) -> None:
        """Send a request over and over on each of some connections, as soon as it is answered."""

        async def ask() -> None:
            while True:
                with suppress(OSError):
                    connection = await self.wire.open()
                    answer = None
                    while answer is not NOTHING:
                        answer = await connection.ask(question)
                        self.wire.seen[answer.status] += 1
                    connection.close()
                await asyncio.sleep(0.01)  # refused: not so fast that nothing else is done here

        for _ in range(connections):
            self.do(ask())
        await self.rest()

    async def connect(self, number: int, opening: bytes = b"") -> list[Connection]:
        """Open so many connections, as far as the server lets."""
        found = []
        for _ in range(number):
            try:
                async with asyncio.timeout(1):
                    connection = await self.wire.open()
                    if opening:
                        await connection.send(opening)
            except (OSError, TimeoutError):
                continue
            found.append(connection)
        return found

    # What is found

    def log_size(self) -> int:
        """The bytes that the server has written to its log."""
        return Path(f"/proc/{self.process}/fd/2").stat().st_size

    def check(self, is_right: bool, fault: str) -> None:
        """Note a fault unless all is well."""
        if not is_right:
            self.faults.append(fault)

    async def expect(self, answer: Awaitable[Answer], what: str, *statuses: int) -> Answer:
        """Note a fault where an answer has another status."""
        found = await answer
        self.check(found.status in statuses, f"{what}: {found.status}")
        return found

    async def run(self, assault: Assault) -> dict[str, Any]:
        """Attack, and tell what was seen."""
        await assault(self)
        await self.rest()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        seen = {str(status): count for status, count in sorted(self.wire.seen.items())}
        return {"seen": seen, "faults": self.faults, "remarks": self.remarks}
