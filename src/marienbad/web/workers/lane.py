"""A lane: the questions of one kind, and the workers that answer them."""

import signal
import time
from asyncio import wait
from collections.abc import Callable
from math import ceil
from typing import Any

from marienbad.text.sentences import Message, say
from marienbad.values import Record
from marienbad.web.http.answers import Refusal, busy
from marienbad.web.keeping import Tally
from marienbad.web.workers.question import Question, Queue
from marienbad.web.workers.shares import Shares
from marienbad.web.workers.staff import Nursery, Worker
from marienbad.web.workers.worker import Kind, is_there, message

ATTEMPTS = 5
"""How often a question is asked that loses its worker by no fault of its own."""
EXAMPLE = 3
"""The size of heaps that a refusal names: they are solved within every limit, however many."""
REPLACEMENT = 0.02
"""CPU seconds that it takes to replace a worker."""
OK, STARTING, NOT_OK = "ok", "starting", "not ok"
PING, PING_SECONDS = message((2.0, is_there, ())), 5.0
HEALTH = "health"
"""Who asks whether a worker is there."""


class Manner(Record):
    """How the workers of a lane work, and how much may wait for them."""

    name: str
    workers: int
    seconds: float = 2.0
    """CPU seconds for each part of an answer."""
    longest: float = 30.0
    """Seconds after which a worker that has not answered is ended, whatever it does, and after
    which a question that no worker has taken is refused."""
    loading: float = 30.0
    """Seconds that a question may wait before there was any worker."""
    memory: int = 256 * 2**20
    """How many octets a worker may take beyond what all of them share."""
    niceness: int = 0
    waiting: int = 128
    """How many questions of one address may wait."""
    all_waiting: int = 512


class NotHere(Exception):
    """The question is worth the compiled search, which the workers of this lane have not."""


class Lane:
    """Hands the questions of many addresses to a few workers.

    An address that has a question under way gets a second worker only where another stays free: so
    nobody waits for the questions of one address alone.
    """

    def __init__(self, manner: Manner, nursery: Nursery, shares: Shares) -> None:
        self.manner = manner
        self._nursery = nursery
        self._shares = shares
        self._waiting = Queue(shares)
        self._workers: dict[Worker, Question | None] = {}
        self._idle: list[Worker] = []
        self._running = Tally()
        self._first_birth: float | None = None
        self._is_closed = False
        self.asked = self.refused = self.abandoned = self.ends = 0
        self.seconds = 0.0
        """CPU seconds that were used in all."""

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def running(self) -> int:
        return self._running.total()

    @property
    def workers(self) -> int:
        """How many workers are there, at work or not."""
        return sum(1 for worker in self._workers if worker.pid)

    @property
    def _room(self) -> dict[str, int]:
        """What the refusal names of a question that needs too much memory."""
        return {"memory": self.manner.memory // 2**20, "heap": EXAMPLE}

    # Questions

    def ask(
        self,
        address: str,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        seconds: float | None = None,
        reproach: Message | None = None,
        told: Callable[[Any], None] = lambda _: None,
    ) -> Question:
        """Let a function be called; the parts of its answer are the result of the future.

        Refused where the address has used up its share, or where too much waits already.
        """
        self._shares.check(address)
        own, manner = self._waiting.count(address), self.manner
        # whoever has nothing waiting is not kept out by others
        if own and (own >= manner.waiting or self.waiting >= manner.all_waiting):
            self.refused += 1
            raise busy()
        seconds = seconds or manner.seconds
        reproach = reproach or say("server.takes_too_long", seconds=ceil(seconds), heap=EXAMPLE)
        sent = message((seconds, function, arguments))
        question = Question(address, sent, reproach, told)
        self.asked += 1
        self._waiting.put(question)
        self.move_on()
        return question

    def forget(self, question: Question) -> None:
        """Nobody waits for the answer any more: the question is taken back, or its work ended."""
        question.future.cancel()
        if question.worker is not None:
            self.abandoned += 1
            question.worker.end()
        elif self._waiting.take_back(question):
            self.abandoned += 1

    def move_on(self) -> None:
        """Give the next questions to workers that have nothing to do; have workers for all."""
        while self._idle and (question := self._next()) is not None:
            self._give(self._idle.pop(), question)
        if self._nursery.is_resting:
            self._waiting.refuse()
        else:
            self.fill()

    def _next(self) -> Question | None:
        """The next question that may have a worker."""
        return self._waiting.next(passed_over=() if len(self._idle) > 1 else self._running)

    def _give(self, worker: Worker, question: Question) -> None:
        self._workers[worker] = question
        question.worker = worker
        question.attempts += 1
        question.since = time.monotonic()
        self._running[question.address] += 1
        worker.send(question.sent)

    def fill(self) -> None:
        """Have as many workers as there should be."""
        manner = self.manner
        is_possible = not (self._is_closed or self._nursery.is_resting)
        while is_possible and len(self._workers) < manner.workers:
            worker = self._nursery.hatch(self, manner.niceness, manner.memory)
            self._workers[worker] = None

    def open(self) -> None:
        """Begin, with nothing left of what was before."""
        self._first_birth, self._is_closed = None, False
        for left in (self._waiting, self._workers, self._idle, self._running):
            left.clear()

    def close(self) -> None:
        self._is_closed = True

    # Workers

    def born(self, worker: Worker) -> None:
        if self._first_birth is None:
            self._first_birth = time.monotonic()
        self._idle.append(worker)
        self.move_on()

    def heard(self, worker: Worker, kind: Kind, found: Any, seconds: float, is_old: bool) -> None:
        question = self._workers.get(worker)
        if question is None:
            return  # it was being ended
        self._charge(question, seconds)
        if kind == Kind.TOLD:
            question.told(found)
            return
        if kind == Kind.PART:
            question.parts.append(found)
            return
        self._release(worker, question)
        if is_old:
            worker.end()
        else:
            self._idle.append(worker)
        self.move_on()  # before the answer is written: the worker need not wait for that
        if question.future.done():
            return
        if kind == Kind.DONE:
            question.future.set_result(question.parts or [found])
        elif kind == Kind.SEARCH:
            question.future.set_exception(NotHere())
        elif kind == Kind.REFUSED:
            sentence, place = found
            question.future.set_exception(Refusal(422, sentence, place=place))
        elif kind == Kind.TOO_LARGE:
            question.future.set_exception(Refusal(422, say("server.memory", **self._room)))
        else:
            question.future.set_exception(RuntimeError(found))

    def ended(self, worker: Worker, status: int, seconds: float) -> None:
        question = self._workers.pop(worker, None)
        if worker in self._idle:
            self._idle.remove(worker)
        self.ends += 1
        if question is not None:
            self._charge(question, seconds + REPLACEMENT)
            self._release(worker, question)
            self._bereave(question, status)
        self.move_on()

    def _charge(self, question: Question, seconds: float) -> None:
        self.seconds += seconds
        self._shares.spend(question.address, seconds)

    def _release(self, worker: Worker, question: Question) -> None:
        if worker in self._workers:
            self._workers[worker] = None
        question.worker = None
        self._running.lower(question.address)

    def _bereave(self, question: Question, status: int) -> None:
        """What becomes of a question that has lost its worker."""
        if question.future.done():
            return
        if question.parts:
            question.future.set_result(question.parts)
        elif status == -signal.SIGPROF:
            reproach = question.reproach or busy().message
            question.future.set_exception(Refusal(422, reproach))
        elif question.attempts < ATTEMPTS:
            self._waiting.put(question, is_first=True)
        else:
            question.future.set_exception(busy())

    # Whether all is well

    def end_late(self) -> None:
        """End the workers that have not answered for too long, refuse what has waited so long."""
        now = time.monotonic()
        bound = now - self.manner.longest
        for worker, question in [*self._workers.items()]:
            if question is not None and question.since < bound:
                worker.end()
        if self._first_birth is None:
            self._waiting.refuse(now - self.manner.loading)
        elif self._first_birth < bound:  # before, there was no time yet for what had to wait
            self._waiting.refuse(bound)

    async def state(self) -> str:
        """``ok`` where a worker is at work or answers, ``starting`` before there was any."""
        if self._nursery.failures:
            return NOT_OK
        if self._first_birth is None:
            return STARTING if self._workers else OK  # nobody has needed it yet
        for _ in range(2):  # who does not answer is replaced, and asked again
            if not self._idle and self._is_busy:
                return OK  # who is at work for too long is ended
            pings = [self._ping(worker) for worker in [*self._idle]] or [self._ping()]
            await wait([ping.future for ping in pings], timeout=PING_SECONDS)
            is_answered = any(ping.is_answered for ping in pings)
            for ping in pings:
                self.forget(ping)
            if is_answered:
                return OK
        return NOT_OK

    @property
    def _is_busy(self) -> bool:
        """Whether a worker is at work that somebody waits for."""
        questions = (question for question in self._workers.values() if question is not None)
        return any(not q.future.done() and q.address != HEALTH for q in questions)

    def _ping(self, worker: Worker | None = None) -> Question:
        """Ask a worker whether it is there, or the next that will be."""
        question = Question(HEALTH, PING)
        if worker is None:
            self._waiting.put(question)
            self.move_on()
        else:
            self._idle.remove(worker)
            self._give(worker, question)
        return question
