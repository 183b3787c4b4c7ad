"""Boxes solved for the lab: in other processes, a bounded number at a time, and remembered."""

from __future__ import annotations

import asyncio
import gzip
import multiprocessing
import os
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import LifoQueue
from typing import Any

import orjson

from marienbad.analysis import Game
from marienbad.text.explanation import Message, say
from marienbad.web.http.errors import Refusal
from marienbad.web.workers.worker import READY, Question, Task, raise_children

BENCHES = 2
"""How many boxes are solved at the same time."""
QUEUE = 24
"""How many questions may be under way; more are refused, to be asked again."""
PATIENCE = 12.0
"""How long a question waits for a process that is still loading the compiled search."""
KEPT_OCTETS = 64 * 2**20
"""How much is remembered of answers."""

AGAIN = {"Retry-After": "1"}


class Bench:
    """One process for questions, begun with the first of them and again when it was lost."""

    def __init__(self) -> None:
        self._process: Any = None
        self._connection: Any = None
        self._is_ready = False

    def start(self) -> None:
        """Begin the process, where there is none; it takes seconds to be ready."""
        if self._process is not None and self._process.is_alive():
            return
        self.close()
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._is_ready = False
        self._process = context.Process(target=raise_children, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def ask(self, question: Question | Task) -> tuple[list[Any], int]:
        """The parts of the answer, and 0 unless the child was ended."""
        self.start()
        try:
            if not self._is_ready:
                if not self._connection.poll(PATIENCE):
                    raise Refusal(503, "lab.warming", AGAIN)
                self._is_ready = self._connection.recv() == READY
            self._connection.send(question)
            parts = []
            while not isinstance(part := self._connection.recv(), int):
                parts.append(part)
        except (EOFError, OSError):
            self.close()
            raise Refusal(503, "lab.busy", AGAIN) from None
        return parts, part

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
        self._process = None


class Laboratory:
    """Asks the benches, and remembers what they found."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(BENCHES, "lab")
        self._benches = [Bench() for _ in range(BENCHES)]
        self._idle: LifoQueue[Bench] = LifoQueue()
        self._has_begun = False
        self._waiting = 0
        self._known: OrderedDict[Question, bytes] = OrderedDict()
        self._octets = 0

    async def solve(self, question: Question) -> bytes:
        """The answer: a file, or for the page JSON, compressed; what takes too long is refused."""
        if question in self._known:
            self._known.move_to_end(question)
            return self._known[question]
        content: bytes = await self._wait(self._solve, question)
        self._keep(question, content)
        return content

    async def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function of a module, which is refused if it does not come in time."""
        return await self._wait(self._do, Task(function, arguments))

    async def _wait(self, work: Callable[[Any], Any], question: Question | Task) -> Any:
        if self._waiting >= QUEUE:
            raise Refusal(503, "lab.busy", AGAIN)
        self._begin()
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, work, question)
        finally:
            self._waiting -= 1

    def _begin(self) -> None:
        """Start all processes with the first question, so that the second need not wait."""
        if not self._has_begun:
            self._has_begun = True
            for bench in self._benches:
                bench.start()
                self._idle.put(bench)

    def _solve(self, question: Question) -> bytes:
        parts = self._ask(question, say("lab.greedy", size=question.size))
        return parts[0] if question.form != "map" else written(question, *parts)

    def _do(self, task: Task) -> Any:
        return self._ask(task, say("lab.too_long"))[0][0]

    def _ask(self, question: Question | Task, reproach: Message) -> list[Any]:
        bench = self._idle.get()
        try:
            parts, status = bench.ask(question)
        finally:
            self._idle.put(bench)
        if parts and isinstance(parts[0], Message):
            raise Refusal(422, parts[0])
        if not parts and os.WIFSIGNALED(status):
            raise Refusal(422, reproach)
        if not parts:
            raise RuntimeError(f"{question} ended with status {status}")
        return parts

    def _keep(self, question: Question, content: bytes) -> None:
        if question not in self._known:
            self._known[question] = content
            self._octets += len(content)
        while self._octets > KEPT_OCTETS:
            self._octets -= len(self._known.popitem(last=False)[1])

    def close(self) -> None:
        """End the processes."""
        for bench in self._benches:
            bench.close()
        self._threads.shutdown(cancel_futures=True)


def written(
    question: Question, packed: dict[str, Any], described: dict[str, Any] | None = None
) -> bytes:
    """The answer for the page; where there was no time to describe the table, it stands alone."""
    game, lang = Game.named(question.game), question.lang
    heaps = game.definition.ruleset.heaps or 1
    data = {
        "game": game.name,
        "title": game.title(lang),
        "rule": game.rule(lang),
        "misere": game.definition.is_misere,
        "sizes": [question.size] * heaps,
        "start": game.start,
        "kind": "grundy" if question.has_grundy else "outcomes",
        "bits": packed["bits"],
        "table": b64encode(packed["octets"]).decode("ascii"),
        "greatest": packed["greatest"],
        "count": packed["count"],
        **(described or {"description": None, "period": None}),
    }
    return gzip.compress(orjson.dumps(data), 1)
