"""The workers of a Dask cluster: they are given jobs, whatever becomes of them.

Each worker has as many jobs as it has threads. One that leaves has its jobs given to others; one
that has kept a job for long while others have nothing to do, because it is frozen or slow, has it
done by another too, and the first answer counts. Those that come are used. Where nobody is left,
the command says so and waits, but not for ever.
"""

from __future__ import annotations

import logging
import re
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pkgutil import resolve_name
from queue import Empty, SimpleQueue
from socket import create_connection
from threading import Semaphore, Thread
from typing import Any

from marienbad.text.problems import InputError
from marienbad.text.sentences import Message, say
from marienbad.values import Record

SECONDS = 10
"""How long a scheduler may take to answer."""
PATIENCE = 60
"""How long a command usually waits where there are no workers."""
TICK = 0.5
"""Seconds between two looks at who is there."""
LONG, LONGER = 20, 5
"""A job is late after so many seconds, and so many times the longest that one has taken."""
MOST_LOSSES = 6
"""So many workers may fail with the same job."""
ANSWERS = 4
"""So many answers are fetched at a time: they may be large."""
_ON_WORKERS = "marienbad.solver.cluster.workers:Job"
Notice = Callable[[Message], None]


class Job(Record):
    """A function and what it is called with, on a worker."""

    name: Any
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Work(ABC):
    """What there is to do: asked for a job whenever a worker is free."""

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """Whether nothing is left, not even under way."""

    @abstractmethod
    def next_for(self, worker: str) -> Job | None:
        """The job that suits a worker best, if one can be done now."""

    @abstractmethod
    def lost(self, job: Job) -> None:
        """Offer a job again: nobody is at it any more."""

    def again(self, job: Job, worker: str) -> Job | None:
        """A job that is under way, for a further worker."""
        return job

    def failed(self, job: Job, problem: BaseException) -> None:
        """Make of an error on a worker what is to be made of it."""
        raise problem

    def left(self, worker: str) -> None:  # noqa: B027 (most have nothing to do)
        """Do without whatever a worker had."""


@dataclass
class Assignment:
    """A job that a worker has."""

    job: Job
    worker: str
    future: Any
    began: float
    is_done: bool = False
    """Whether only its answer is still to come."""


class Workers:
    """The workers of a scheduler, and what each of them is at."""

    def __init__(
        self, client: Any, address: str, patience: float = PATIENCE, notice: Notice | None = None
    ) -> None:
        self.client, self.address, self.patience, self.notice = client, address, patience, notice
        self.workers: dict[str, int] = {}
        """The workers that are there, and how many jobs each can have; 0 while it is resting."""
        self._assignments: dict[str, Assignment] = {}
        self._greetings: dict[str, Any] = {}
        self._welcome: set[str] = set()
        self._arrivals: SimpleQueue[tuple[str, Any, BaseException | None]] = SimpleQueue()
        self._losses: Counter[Any] = Counter()
        self._longest = self._looked = 0.0
        self._fetching = Semaphore(ANSWERS)
        self._alone_since: float | None = None
        self._is_told = False

    def finished(self, work: Work) -> Iterator[tuple[Job, str, Any]]:
        """The jobs as they are done, each with the worker that did it and its answer."""
        while not work.is_done:
            self._look(work)
            self._hand_out(work)
            try:
                key, answer, problem = self._arrivals.get(timeout=TICK)
            except Empty:
                continue
            assignment = self._assignments.pop(key, None)
            if assignment is None:  # a worker is free, or another was first, or it was given up
                continue
            if problem is None:
                self._longest = max(self._longest, time.monotonic() - assignment.began)
                self._give_up(
                    [o for o in self._assignments.values() if o.job.name == assignment.job.name]
                )
                yield assignment.job, assignment.worker, answer
            elif isinstance(problem, CancelledError) or _is_of_dask(problem):
                self._lose(work, assignment)
            else:
                work.failed(assignment.job, problem)
                self._count_loss(assignment.job)

    def gathered(self) -> tuple[int, int]:
        """How many threads there are, once there are some, and how much memory for each."""
        while not any(self.workers.values()):
            self._look(None)
            time.sleep(TICK / 5)
        known = self._asked("identity", n_workers=-1)["workers"]
        room = min(
            (known[worker]["memory_limit"] or 2**62) // (2 * max(known[worker]["nthreads"], 1))
            for worker in self.workers
            if worker in known
        )
        return sum(self.workers.values()), room

    def is_late(self, worker: str) -> bool:
        """Whether a worker has kept a job for long: perhaps it is frozen."""
        now = time.monotonic()
        mine = (e for e in self._assignments.values() if e.worker == worker)
        return any(now - assignment.began > self._patience_with(1) for assignment in mine)

    # Who is there

    def _look(self, work: Work | None) -> None:
        """Find out who has come and who has gone, from time to time."""
        now = time.monotonic()
        if self.client.status != "running":
            raise CancelledError
        if now - self._looked < TICK and self.workers and not self._greetings:
            return
        self._looked = now
        here = self._asked("ncores", workers=None)
        active = self._asked("ncores_running", workers=None)
        for worker in self._welcome - set(here):
            self._welcome.discard(worker)
            if work is not None:
                work.left(worker)
                assignments = [e for e in self._assignments.values() if e.worker == worker]
                self._give_up(assignments)
                for assignment in assignments:
                    self._lose(work, assignment)
        for worker in set(here) - self._welcome:
            self._greet(worker)
        for worker in set(self._greetings) - set(here):
            self._greetings.pop(worker).release()
        self.workers = {worker: active.get(worker, 0) for worker in self._welcome}
        self._wait_for_others(now)

    def _asked(self, what: str, **words: Any) -> Any:
        """What the scheduler answers, within some seconds."""
        question = getattr(self.client.scheduler, what)
        try:
            return self.client.sync(question, **words, callback_timeout=SECONDS)
        except OSError:
            raise CancelledError from None

    def _greet(self, worker: str) -> None:
        """Welcome a worker once it has found marienbad: without it, a job would be its death."""
        greeting = self._greetings.get(worker)
        if greeting is None:
            self._greetings[worker] = self.client.submit(
                resolve_name, _ON_WORKERS, workers=[worker], pure=False, priority=100
            )
        elif greeting.status == "error":
            raise greeting.exception()
        elif greeting.status == "finished":
            self._greetings.pop(worker).release()
            self._welcome.add(worker)
            if self.client.direct_to_workers is None:  # else all answers go through the scheduler
                self.client.direct_to_workers = _is_reachable(worker)

    def _wait_for_others(self, now: float) -> None:
        """Where nobody is there, say so, and give up after a while."""
        if self._welcome:
            self._alone_since, self._is_told = None, False
            return
        self._alone_since = now if self._alone_since is None else self._alone_since
        if now - self._alone_since >= self.patience:
            raise InputError("cluster.no_workers", address=self.address)
        # Those that have come just now are not welcome yet.
        if now - self._alone_since > 2 * TICK and not self._is_told and self.notice:
            seconds = int(self.patience)
            self.notice(say("cluster.waiting", address=self.address, seconds=seconds))
            self._is_told = True

    # Who does what

    def _hand_out(self, work: Work) -> None:
        """Give jobs to all who are free, and late ones a second time to whoever has nothing."""
        load = Counter(assignment.worker for assignment in self._assignments.values())
        done = Counter(
            assignment.worker for assignment in self._assignments.values() if assignment.is_done
        )
        for worker, threads in self.workers.items():
            # While answers are fetched it can go on, but not leave them lying about.
            for _ in range(threads - load[worker] + min(done[worker], threads)):
                if load[worker] and self.is_late(worker):
                    break
                job = work.next_for(worker) or self._late_job(work, worker)
                if job is None:
                    break
                self._send(job, worker)

    def _late_job(self, work: Work, worker: str) -> Job | None:
        """A job that others have had for long, each further one for twice as long."""
        now = time.monotonic()
        under_way: dict[Any, list[Assignment]] = {}
        for assignment in self._assignments.values():
            under_way.setdefault(assignment.job.name, []).append(assignment)
        for assignments in under_way.values():
            latest = max(assignment.began for assignment in assignments)
            is_free = all(assignment.worker != worker for assignment in assignments)
            if is_free and now - latest > self._patience_with(len(assignments)):
                return work.again(assignments[0].job, worker)
        return None

    def _patience_with(self, count: int) -> float:
        """Seconds until a job is late that so many workers are at."""
        return max(LONG, LONGER * self._longest) * 2.0 ** (count - 1)

    def _send(self, job: Job, worker: str) -> None:
        future = self.client.submit(
            job.function, *job.arguments, workers=[worker], allow_other_workers=False, pure=False
        )
        self._assignments[future.key] = Assignment(job, worker, future, time.monotonic())
        future.add_done_callback(self._arrived)

    def _arrived(self, future: Any) -> None:
        """Fetch an answer, beside the rest: it may never come from a worker that is frozen."""
        assignment = self._assignments.get(future.key)
        if assignment is not None:
            assignment.is_done = True
            self._arrivals.put(("", None, None))  # its worker is free
            Thread(target=self._fetch, args=(future,), daemon=True).start()

    def _fetch(self, future: Any) -> None:
        with self._fetching:
            try:
                self._arrivals.put((future.key, future.result(), None))
            except BaseException as problem:  # noqa: BLE001 (all are judged where they are taken up)
                self._arrivals.put((future.key, None, problem))

    def _give_up(self, assignments: Iterable[Assignment]) -> None:
        """Wait no longer for some of the assignments."""
        for assignment in assignments:
            del self._assignments[assignment.future.key]
            assignment.future.release()

    def _lose(self, work: Work, assignment: Assignment) -> None:
        """Offer a job again, unless another worker is at it or it has been the end of several."""
        self._count_loss(assignment.job)
        if all(other.job.name != assignment.job.name for other in self._assignments.values()):
            work.lost(assignment.job)

    def _count_loss(self, job: Job) -> None:
        self._losses[job.name] += 1
        if self._losses[job.name] >= MOST_LOSSES:
            raise InputError("cluster.killed", address=self.address)


def _is_reachable(worker: str) -> bool:
    """Whether a worker can be spoken to from here, and not from its scheduler alone."""
    distributed: Any = import_module("distributed")
    try:
        create_connection(distributed.comm.get_address_host_port(worker), 1).close()
    except OSError:
        return False
    return True


def _is_of_dask(problem: BaseException) -> bool:
    """Whether an error tells of a worker and not of the job."""
    distributed: Any = import_module("distributed")
    return isinstance(problem, distributed.KilledWorker | distributed.comm.CommClosedError)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler, whose failures are sentences."""
    try:
        dask: Any = import_module("dask")
        distributed: Any = import_module("distributed")
    except ImportError as problem:
        raise InputError("cluster.missing", module=problem.name or "distributed") from problem
    _check_address(address)
    with dask.config.set({"distributed.comm.timeouts.connect": SECONDS}), _silence():
        try:
            client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
        except OSError:
            raise InputError("cluster.unreachable", address=address, seconds=SECONDS) from None
        try:
            yield client
        except CancelledError:
            raise InputError("cluster.lost", address=address) from None
        except ImportError as problem:
            raise InputError("cluster.workers_lack", module=problem.name or "?") from None
        finally:
            client.close(timeout=SECONDS)


@contextmanager
def _silence() -> Iterator[None]:
    """Keep Dask from writing down, with tracebacks, what a sentence is going to say."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    levels = {logging.getLogger(name): logging.getLogger(name).level for name in names}
    for logger in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)


def _check_address(address: str) -> None:
    """Refuse what Dask would wait for without end.

    >>> _check_address("tcp://localhost")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “tcp://localhost” is not the address of a scheduler: ...
    """
    found = re.fullmatch(
        r"(?:tcp|tls)://[^\s/:]+:(\d{1,5})|(?:tcp|tls)://\[[\da-f:]+\]:(\d{1,5})", address
    )
    if not found or not 1 <= int(found[1] or found[2]) < 2**16:
        raise InputError("cluster.address", address=address)
