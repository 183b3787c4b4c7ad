"""The jobs that wait for a worker, and the CPU seconds that each address may use."""

import asyncio
import pickle
import time
from collections import deque
from collections.abc import Callable, Container
from typing import Any

from marienbad.text.sentences import Message, say
from marienbad.values import Record
from marienbad.web.http.answers import Refusal, busy
from marienbad.web.http.limits import Allowance
from marienbad.web.workers.forkserver import State, Worker

SAVED_MINUTES = 2
"""What an address does not use is saved for so long."""
MINUTE = 60


class Shares(Allowance):
    """CPU seconds a minute for each address. Work is paid for when it is done.

    >>> shares = Shares(30, clock=lambda: 0.0)
    >>> shares.spend("192.0.2.1", 20)
    >>> shares.left("192.0.2.1"), shares.left("192.0.2.2")
    (40.0, 60.0)
    """

    def __init__(self, a_minute: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_minute = a_minute
        self._rate = a_minute or MINUTE
        super().__init__(float(SAVED_MINUTES * self._rate), self._rate / MINUTE, clock)

    def check(self, address: str) -> None:
        """Refuse an address that has nothing left, and say when it may come again."""
        if self.a_minute is not None and (left := self.left(address)) < 0:
            wait = int(-left * MINUTE / self._rate) + 1
            raise Refusal(429, say("server.share", bound=self.a_minute), {"Retry-After": str(wait)})


class QueueLimits(Record):
    """What the jobs of one queue may use, and how many may wait."""

    name: str
    rank: int
    """Workers of this rank or a higher one take the jobs: the lower, the more urgent."""
    seconds: float = 2.0
    """CPU seconds for each part of the result."""
    longest: float = 30.0
    """Seconds of the clock for a job, and for its wait."""
    memory: int = 256 * 2**20
    """Bytes that a job may take beyond what its worker has."""
    needs: State = State.READY
    """What must be loaded before a job begins."""
    waiting: int = 128
    """The most jobs of one address that wait."""
    all_waiting: int = 512


class Job:
    """A call of a function by a worker, and the caller who waits for its result."""

    __slots__ = (
        "address",
        "attempts",
        "future",
        "limits",
        "message",
        "part",
        "progress",
        "timer",
        "too_long",
        "worker",
    )

    def __init__(
        self,
        address: str,
        limits: QueueLimits,
        call: tuple[Callable[..., Any], tuple[Any, ...]],
        too_long: Message,
        progress: Callable[[Any], None] | None = None,
    ) -> None:
        self.address = address
        self.limits = limits
        self.message = pickle.dumps((limits.seconds, limits.memory, *call))
        self.too_long = too_long
        """The refusal if it uses up its CPU seconds."""
        self.progress = progress
        """Called with what the function reports before its result."""
        self.part: tuple[Any] | None = None
        """The latest part of a result that comes in parts."""
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.timer: asyncio.TimerHandle | None = None
        self.attempts = 0
        self.worker: Worker | None = None

    def fail(self, problem: Exception) -> None:
        """Raise an error for the caller, unless there is a result."""
        if not self.future.done():
            self.future.set_exception(problem)

    def limit(self, action: Callable[[], None]) -> None:
        """Do something when the time of the job, or of its wait, is over."""
        self.stop_clock()
        self.timer = asyncio.get_running_loop().call_later(self.limits.longest, action)

    def stop_clock(self) -> None:
        if self.timer is not None:
            self.timer.cancel()


class Queue:
    """The waiting jobs of one kind, those of each address in order.

    The address that has most left of its share comes first.
    """

    def __init__(self, limits: QueueLimits, shares: Shares) -> None:
        self.limits = limits
        self._shares = shares
        self._of: dict[str, deque[Job]] = {}
        self.running = self.jobs = self.refused = self.abandoned = 0
        self.seconds = 0.0
        """CPU seconds that were used in all."""

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def check(self, address: str) -> None:
        """Refuse a job of an address that has used up its share, or if too many wait."""
        self._shares.check(address)
        own = len(self._of.get(address, ()))
        # an address with nothing waiting is not kept out by others
        if own and (own >= self.limits.waiting or len(self) >= self.limits.all_waiting):
            self.refused += 1
            raise busy()

    def put(self, job: Job, is_first: bool = False) -> None:
        job.limit(lambda: self.refuse(job))
        own = self._of.setdefault(job.address, deque())
        (own.appendleft if is_first else own.append)(job)

    def first_address(self, passed_over: Container[str]) -> str | None:
        """The address whose job comes first, some addresses passed over."""
        addresses = [address for address in self._of if address not in passed_over]
        return max(addresses, key=self._shares.left) if addresses else None

    def take(self, address: str) -> Job:
        """The next job of an address that has one."""
        job = self._of[address].popleft()
        self._tidy(address)
        job.stop_clock()
        return job

    def remove(self, job: Job) -> bool:
        """Whether the job was waiting; it no longer is."""
        own = self._of.get(job.address)
        if own is None or job not in own:
            return False
        own.remove(job)
        self._tidy(job.address)
        job.stop_clock()
        return True

    def refuse(self, job: Job) -> None:
        """No worker can be had for a waiting job."""
        if self.remove(job):
            job.fail(busy())

    def refuse_all(self) -> None:
        for own in [*self._of.values()]:
            for job in [*own]:
                self.refuse(job)

    def _tidy(self, address: str) -> None:
        if not self._of[address]:
            del self._of[address]
