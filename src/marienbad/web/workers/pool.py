"""The worker pool of a server: processes that do its jobs, and queues by what a job costs.

Every worker has a rank. It takes jobs of its own rank first, then more urgent ones: so a move of a
match waits for no long job, and long jobs leave no worker idle. The higher the rank, the nicer the
process is to others.
"""

import asyncio
import pickle
from collections.abc import AsyncGenerator, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from functools import partial
from math import ceil
from operator import attrgetter
from signal import SIGPROF
from typing import Any

from starlette.requests import Request

from marienbad.analysis import Game
from marienbad.text.sentences import Message, say
from marienbad.web.http.addresses import client_of
from marienbad.web.http.answers import Refusal, busy
from marienbad.web.http.metrics import Metrics
from marienbad.web.lru import Counters
from marienbad.web.workers.forkserver import ForkServer, State, Worker
from marienbad.web.workers.queue import Job, Queue, QueueLimits, Shares
from marienbad.web.workers.worker import Kind

REPLY = QueueLimits("reply", rank=0)
"""What a match needs: the machine's moves, hints, beginnings."""
SHORT = QueueLimits("short", rank=1)
STUDY = QueueLimits("study", rank=2)
SEARCH = QueueLimits(
    "search",
    rank=2,
    seconds=3.0,
    memory=640 * 2**20,
    needs=State.COMPILING,
    waiting=24,
    all_waiting=96,
)
PROOF = QueueLimits("proof", 3, seconds=8.0, waiting=8, all_waiting=64)
DISCOVERY = QueueLimits(
    "discovery",
    rank=3,
    seconds=60.0,
    longest=150.0,
    memory=2**30,
    needs=State.LOADED,
    waiting=4,
    all_waiting=16,
)
QUEUES = (REPLY, SHORT, STUDY, SEARCH, PROOF, DISCOVERY)
RANKS = (0, 0, 1, 1, 2, 2, 3, 3)
"""Of the workers."""
NICENESS = (0, 2, 10, 15)
"""By rank."""
ATTEMPTS = 5
"""How often a job is tried that loses its worker by no fault of its own."""
REPLACEMENT = 0.02
"""CPU seconds that it takes to replace a worker."""
EXAMPLE = 3
"""The size of heaps that a refusal names: they are solved within every limit, however many."""
OK, STARTING, NOT_OK = "ok", "starting", "not ok"
HEALTH, PING_SECONDS = "health", 5.0
"""The caller that asks whether workers answer, and how long they may take."""
HUNG_UP = 499
"""What the log and the metrics show of a request that nobody waited for."""
UNHEARD_SECONDS = 0.1
"""After this time the server listens whether the caller hangs up: most jobs are done by then."""
QUIET_SECONDS = 5.0
"""A stream that has nothing to report says so after this time."""
COUNTS = {
    "jobs": "Jobs that were asked for.",
    "refused": "Jobs that were refused because too many waited.",
    "abandoned": "Jobs whose caller hung up.",
    "seconds": "CPU seconds used by workers.",
}


class Quiet(Enum):
    """Why a stream reports nothing: the job waits for a worker, or the worker is at work."""

    WAITING = auto()
    WORKING = auto()


class Slot:
    """A place for one worker."""

    def __init__(self, rank: int) -> None:
        self.rank = rank
        self.worker: Worker | None = None
        self.given: asyncio.Future[Job | None] | None = None
        """The next job, or ``None`` to have a fresh worker, while it is free."""

    def give(self, job: Job | None) -> None:
        assert self.given is not None
        self.given.set_result(job)
        self.given = None


class Pool:
    """Runs functions in worker processes.

    An address with a running job gets a second worker only if another stays free: nobody waits for
    the jobs of one address alone.
    """

    def __init__(
        self,
        cpu_share: int | None,
        metrics: Metrics | None = None,
        begins_with_workers: bool = False,
        ranks: Collection[int] = RANKS,
        queues: Collection[QueueLimits] | None = None,
    ) -> None:
        self.shares = Shares(cpu_share)
        self._begins_with_workers = begins_with_workers
        self._ranks = ranks
        self.queues = {limits.name: Queue(limits, self.shares) for limits in queues or QUEUES}
        self._forks: ForkServer | None = None
        self._slots: list[Slot] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._threads: ThreadPoolExecutor | None = None
        self._running = Counters()
        self.ends = 0
        if metrics is not None:
            self._show(metrics)

    # Its life

    def open(self) -> None:
        """Begin; workers come when they are first needed, or at once."""
        self._forks = ForkServer(self._begins_with_workers, self._has_changed)
        if self._begins_with_workers:
            self._start()
            self._forks.load_search()

    def _start(self) -> None:
        if not self._tasks:
            self._threads = ThreadPoolExecutor(len(self._ranks), "worker")
            self._slots = [Slot(rank) for rank in sorted(self._ranks)]
            self._tasks = [asyncio.create_task(self._keep(slot)) for slot in self._slots]

    async def close(self) -> None:
        """End every process."""
        for queue in self.queues.values():
            queue.refuse_all()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks, self._slots = [], []
        self._running.clear()
        if self._forks is not None:
            await self._forks.close()
        if self._threads is not None:
            self._threads.shutdown(wait=False)

    def load_search(self) -> None:
        """Have the compiled search loaded before it is needed."""
        assert self._forks is not None
        self._forks.load_search()

    @property
    def workers(self) -> int:
        return 0 if self._forks is None else self._forks.workers

    # Jobs

    async def run(
        self,
        caller: Request | str,
        function: Callable[..., Any],
        *arguments: Any,
        limits: QueueLimits = SHORT,
        too_long: Message | None = None,
    ) -> Any:
        """The result of a function that a worker calls.

        The caller is a request, or an address alone. It pays for the job, and if it hangs up the
        job is ended. Of a result in parts the last is returned that came in time.
        """
        job = self.put(caller, function, arguments, limits, too_long)
        if isinstance(caller, str):
            return await self._attend(job)
        listening: list[asyncio.Task[None]] = []
        loop = asyncio.get_running_loop()

        def listen() -> None:
            listening.append(loop.create_task(hang_up(caller, job)))

        timer = loop.call_later(UNHEARD_SECONDS, listen)
        try:
            return await self._attend(job)
        finally:
            timer.cancel()
            for task in listening:
                task.cancel()

    async def _attend(self, job: Job) -> Any:
        try:
            return await job.future
        except BaseException:
            self.forget(job)
            raise

    async def stream(
        self,
        caller: Request,
        function: Callable[..., Any],
        *arguments: Any,
        limits: QueueLimits = SHORT,
        too_long: Message | None = None,
    ) -> AsyncGenerator[Any, None]:
        """What a function reports while a worker calls it, or ``Quiet`` if that is nothing.

        An error comes at its end if the job is refused. If the caller hangs up, it is ended.
        """
        reports: asyncio.Queue[Any] = asyncio.Queue()
        job = self.put(caller, function, arguments, limits, too_long, reports.put_nowait)
        job.future.add_done_callback(lambda _: reports.put_nowait(job))  # nothing follows
        listening = asyncio.create_task(hang_up(caller, job))
        try:
            while (report := await _next(reports)) is not job:
                is_before = job.worker is None and self.queues[limits.name].running > 0
                yield (Quiet.WAITING if is_before else Quiet.WORKING) if report is None else report
            job.future.result()
        finally:
            listening.cancel()
            job.fail(Refusal(HUNG_UP, "server.gone"))
            job.future.exception()  # somebody has heard of it
            self.forget(job)

    async def read_rules(self, game: str, address: str) -> Game:
        """A game whose rules a user wrote, read by a worker."""
        read: Game = await self.run(address, Game.named, game, limits=REPLY)
        return read

    def put(
        self,
        caller: Request | str,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        limits: QueueLimits,
        too_long: Message | None = None,
        progress: Callable[[Any], None] | None = None,
    ) -> Job:
        """Let a job wait for a worker; refused if its address has used up its share."""
        address = caller if isinstance(caller, str) else client_of(caller)
        queue = self.queues[limits.name]
        limits = queue.limits
        queue.check(address)
        if too_long is None:
            too_long = say("server.takes_too_long", seconds=ceil(limits.seconds), heap=EXAMPLE)
        job = Job(address, limits, (function, arguments), too_long, progress)
        queue.jobs += 1
        queue.put(job)
        self._start()
        if limits.needs > State.READY:
            self.load_search()
        self._assign()
        return job

    def forget(self, job: Job) -> None:
        """Nobody waits for the result any more: take the job back, or end its worker."""
        job.future.cancel()
        queue = self.queues[job.limits.name]
        if job.worker is not None:
            queue.abandoned += 1
            job.worker.kill()
        elif queue.remove(job):
            queue.abandoned += 1

    # Workers

    async def _keep(self, slot: Slot) -> None:
        """Keep a worker in a slot, and have it do one job after another."""
        assert self._forks is not None
        while True:
            slot.worker = worker = await self._forks.fork(NICENESS[slot.rank])
            worker.ended.add_done_callback(partial(self._recall, slot, worker))
            try:
                while not worker.is_spent and (job := await self._job_for(slot)) is not None:
                    await self._do(worker, job)
            finally:
                slot.worker = None
                worker.kill()
                worker.close()
                self.ends += 1

    async def _job_for(self, slot: Slot) -> Job | None:
        given: asyncio.Future[Job | None] = asyncio.get_running_loop().create_future()
        slot.given = given
        self._assign()
        try:
            return await given
        finally:
            slot.given = None

    def _recall(self, slot: Slot, worker: Worker | None, _: object = None) -> None:
        """Have a fresh worker in the place of one that is free."""
        if slot.given is not None and slot.worker is worker:
            slot.give(None)

    def _assign(self) -> None:
        """Give waiting jobs to free workers, those of the lowest rank first."""
        free = [slot for slot in self._slots if slot.given is not None]
        for slot in [*free]:
            job = self._job(slot, free)
            if job is not None:
                free.remove(slot)
                self._running[job.address] += 1
                self.queues[job.limits.name].running += 1
                slot.give(job)

    def _job(self, slot: Slot, free: Collection[Slot]) -> Job | None:
        """The next job for a worker."""
        assert self._forks is not None
        state = max(self._forks.state, State.READY)
        for rank in (slot.rank, *range(slot.rank)):
            is_last = sum(other.rank >= rank for other in free) == 1
            passed_over = self._running if is_last else ()
            found: list[tuple[float, str, str]] = [
                (self.shares.left(address), queue.limits.name, address)
                for queue in self.queues.values()
                if queue.limits.rank == rank and queue.limits.needs <= state
                if (address := queue.first_address(passed_over)) is not None
            ]
            if found:
                _, name, address = max(found)
                return self.queues[name].take(address)
        return None

    def _has_changed(self) -> None:
        """More is loaded, or the fork server has failed."""
        assert self._forks is not None
        if self._forks.is_resting:
            for queue in self.queues.values():
                queue.refuse_all()
        if self._forks.state == State.LOADED:
            for slot in self._slots:
                if slot.worker is not None and not slot.worker.has_search:
                    self._recall(slot, slot.worker)
        self._assign()

    async def _do(self, worker: Worker, job: Job) -> None:
        """Have a worker do a job."""
        assert self._forks is not None
        queue = self.queues[job.limits.name]
        job.worker = worker
        job.attempts += 1
        job.limit(worker.kill_late)
        try:
            if job.future.done():
                return
            kind, found = await self._result(worker, job, queue)
            if kind is None:
                exit_code, seconds = await worker.ended
                self._charge(queue, job, max(seconds - worker.seconds, 0.0) + REPLACEMENT)
                self._bereave(worker, job, exit_code)
            else:
                settle(job, kind, found)
        finally:
            job.stop_clock()
            job.worker = None
            queue.running -= 1
            self._running.lower(job.address)
            if self._forks.state == State.LOADED and not worker.has_search:
                worker.is_spent = True

    async def _result(self, worker: Worker, job: Job, queue: Queue) -> tuple[Kind | None, Any]:
        """What a worker answers; no kind if it ends before it has answered."""
        assert self._threads is not None
        try:
            message = await worker.ask(job.message, self._threads)
            while True:
                kind, found, seconds, is_spent = message
                worker.seconds += seconds
                self._charge(queue, job, seconds)
                if kind == Kind.PROGRESS and job.progress is not None:
                    job.progress(found)
                elif kind == Kind.PART:
                    job.part = (found,)
                elif kind != Kind.PROGRESS:
                    worker.is_spent |= is_spent
                    return kind, found
                message = await worker.hear(self._threads)
        except (EOFError, OSError, pickle.UnpicklingError):
            worker.kill()
            return None, None

    def _charge(self, queue: Queue, job: Job, seconds: float) -> None:
        queue.seconds += seconds
        self.shares.spend(job.address, seconds)

    def _bereave(self, worker: Worker, job: Job, exit_code: int) -> None:
        """What becomes of a job that has lost its worker."""
        if job.future.done():
            return
        if exit_code == -SIGPROF and job.part is not None:
            job.future.set_result(job.part[0])
        elif exit_code == -SIGPROF:
            job.fail(Refusal(422, job.too_long))
        elif worker.is_late or job.attempts >= ATTEMPTS:
            job.fail(busy())
        else:
            self.queues[job.limits.name].put(job, is_first=True)

    # Health and metrics

    async def state(self) -> str:
        """``ok`` if a worker is at work or answers, ``starting`` before there is any."""
        assert self._forks is not None
        if self._forks.failures:
            return NOT_OK
        if self._forks.state == State.STARTING:
            return STARTING if self._tasks else OK  # no worker was needed yet
        for _ in range(2):  # a worker that does not answer is replaced, and another asked
            if not any(slot.given for slot in self._slots) and len(self._running) > 1:
                return OK  # all are at work, and ended if they take too long
            try:
                async with asyncio.timeout(PING_SECONDS):
                    if await self.run(HEALTH, is_there, limits=REPLY):
                        return OK
            except (TimeoutError, Refusal):
                continue
        return NOT_OK

    def _show(self, metrics: Metrics) -> None:
        """Show the pool to the operator of the server."""

        def watch(name: str, about: str, read: Callable[[Queue], float], is_counter: bool) -> None:
            def each() -> dict[str, float]:
                return {name: read(queue) for name, queue in self.queues.items()}

            metrics.watch(f"marienbad_pool_{name}", about, each, is_counter, "queue")

        watch("waiting", "Jobs that wait.", len, False)
        watch("running", "Jobs that workers do.", attrgetter("running"), False)
        for name, about in COUNTS.items():
            watch("cpu_seconds" if name == "seconds" else name, about, attrgetter(name), True)
        metrics.watch("marienbad_pool_workers", "Workers that are there.", lambda: self.workers)
        about = "Workers that have ended, each replaced by another."
        metrics.watch("marienbad_pool_ends", about, lambda: self.ends, True)


def settle(job: Job, kind: Kind, found: Any) -> None:
    """Give the caller what a worker has answered."""
    if job.future.done():
        return
    if kind == Kind.DONE:
        job.future.set_result(found if job.part is None else job.part[0])
    elif kind == Kind.REFUSED:
        sentence, place = found
        job.fail(Refusal(422, sentence, place=place))
    elif kind == Kind.TOO_LARGE:
        memory = job.limits.memory // 2**20
        job.fail(Refusal(422, say("server.memory", memory=memory, heap=EXAMPLE)))
    else:
        job.fail(RuntimeError(found))


def is_there() -> bool:
    """The least that a worker can be asked for."""
    return True


async def _next(reports: asyncio.Queue[Any]) -> Any:
    """The next report; ``None`` if it takes long."""
    try:
        async with asyncio.timeout(QUIET_SECONDS):
            return await reports.get()
    except TimeoutError:
        return None


async def hang_up(request: Request, job: Job) -> None:
    """Give the job up when the caller is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    job.fail(Refusal(HUNG_UP, "server.gone"))
