"""Questions to the workers of a lane, and those of them that wait."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Container
from math import inf
from typing import Any

from marienbad.text.sentences import Message
from marienbad.web.http.answers import busy
from marienbad.web.workers.shares import Shares
from marienbad.web.workers.staff import Worker


class Question:
    """Something to be thought about, and whoever waits for the answer."""

    __slots__ = (
        "address",
        "attempts",
        "future",
        "parts",
        "reproach",
        "sent",
        "since",
        "told",
        "worker",
    )

    def __init__(
        self,
        address: str,
        sent: bytes,
        reproach: Message | None = None,
        told: Callable[[Any], None] = lambda _: None,
    ) -> None:
        self.address = address
        self.sent = sent
        self.reproach = reproach
        """The sentence if it takes too long, ``None`` for the usual one."""
        self.told = told
        """Called with what is said before the answer comes."""
        self.parts: list[Any] = []
        self.future: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self.attempts = 0
        self.since = 0.0
        """When it began to wait, or was given to a worker."""
        self.worker: Worker | None = None

    @property
    def is_answered(self) -> bool:
        future = self.future
        return future.done() and not future.cancelled() and future.exception() is None

    def refuse(self, problem: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(problem)


class Queue:
    """The questions that wait, those of each address in their order.

    Who has most left of his share comes first.
    """

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._of: dict[str, deque[Question]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def count(self, address: str) -> int:
        """How many questions of an address wait."""
        return len(self._of.get(address, ()))

    def put(self, question: Question, is_first: bool = False) -> None:
        question.since = time.monotonic()
        own = self._of.setdefault(question.address, deque())
        (own.appendleft if is_first else own.append)(question)

    def next(self, passed_over: Container[str]) -> Question | None:
        """The question that comes first, those of some addresses passed over."""
        addresses = [address for address in self._of if address not in passed_over]
        if not addresses:
            return None
        first = addresses[0]
        if len(addresses) > 1:
            first = max(addresses, key=self._shares.left)
        question = self._of[first].popleft()
        self._tidy(first)
        return question

    def take_back(self, question: Question) -> bool:
        """Whether the question has waited; it does no more."""
        own = self._of.get(question.address)
        if own is None or question not in own:
            return False
        own.remove(question)
        self._tidy(question.address)
        return True

    def refuse(self, before: float = inf) -> None:
        """No worker can be had for what waits since before then: say so, rather than go on."""
        for address, own in [*self._of.items()]:
            for question in own:
                if question.since < before:
                    question.refuse(busy())
            self._of[address] = deque(q for q in own if q.since >= before)
            self._tidy(address)

    def clear(self) -> None:
        self._of.clear()

    def _tidy(self, address: str) -> None:
        if not self._of[address]:
            del self._of[address]
