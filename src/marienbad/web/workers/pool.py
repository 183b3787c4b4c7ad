"""Thinking apart from serving: functions called in processes that can be ended.

A process is forked for every call, from one in which everything is loaded and compiled already
(:mod:`marienbad.web.workers.__main__`): it begins warm, and whatever happens to it, the next call
finds things as they were.
"""

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

from marienbad.text.sentences import Message, say
from marienbad.web.http.answers import Refusal
from marienbad.web.workers.worker import Refused, call, is_there

AT_ONCE = 2
"""How many functions are called at the same time."""
QUEUE = 24
"""How many calls may be under way; more are refused, to be sent again later."""
SECONDS = 2.0
"""How long a call may take that says nothing else: a move of the machine, an analysis."""

AGAIN = {"Retry-After": "1"}
LOST = 255
"""The status of a worker whose end nobody saw: the process that it was forked from is gone."""


class Pool:
    """Calls functions of modules in processes of their own, a bounded number at a time."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["marienbad.web.workers.__main__"])
        self._threads = ThreadPoolExecutor(AT_ONCE, "pool")
        self._workers: set[BaseProcess] = set()
        self._first: Future[tuple[list[Any], int]] | None = None
        self._waiting = 0

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function, which is refused if it does not come in time."""
        return (await self.parts(SECONDS, say("lab.too_long"), function, *arguments))[0]

    async def parts(
        self, seconds: float, reproach: Message, function: Callable[..., Any], *arguments: Any
    ) -> list[Any]:
        """What a function yields, each part in its time; refused if not even one came.

        An error that it raises about what it was given is refused too.
        """
        if self._waiting >= QUEUE:
            raise Refusal(503, "lab.busy", AGAIN)
        self._waiting += 1
        try:
            await self._warmed()
            found, status = await asyncio.get_running_loop().run_in_executor(
                self._threads, self._call, seconds, function, arguments
            )
        finally:
            self._waiting -= 1
        if found and isinstance(found[-1], Refused):
            raise Refusal(422, found[-1].message)
        if not found and status in (LOST, -signal.SIGALRM):
            raise Refusal(503, "lab.busy", AGAIN)
        if not found and status < 0:
            raise Refusal(422, reproach)
        if not found:
            raise RuntimeError(f"{function.__name__}{arguments} ended with status {status}")
        return found

    async def _warmed(self) -> None:
        """Wait until the first worker was there: those after it begin at once.

        However long the search is being compiled, nothing is refused for it.
        """
        self.warm()
        assert self._first is not None
        _, status = await asyncio.shield(asyncio.wrap_future(self._first))
        if status == LOST:
            self._first = None

    def warm(self) -> None:
        """Begin to load what workers need, where nobody has yet; others are answered meanwhile."""
        if self._first is None:
            self._first = Future()
            # no thread of the pool: a server must be able to end while the search is compiled
            Thread(target=self._begin, args=(self._first,), daemon=True).start()

    def _begin(self, first: Future[tuple[list[Any], int]]) -> None:
        first.set_result(self._call(SECONDS, is_there, ()))

    def _call(
        self, seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> tuple[list[Any], int]:
        """What a worker sent, and its status: 0 unless it failed, below 0 where it was ended."""
        receiving, sending = self._context.Pipe(duplex=False)
        worker = self._context.Process(
            target=call, args=(sending, seconds, function, arguments), daemon=True
        )
        found: list[Any] = []
        with receiving:
            try:
                with sending:
                    worker.start()
            except (EOFError, OSError):
                return [], LOST
            self._workers.add(worker)
            with suppress(EOFError):
                while True:
                    found.append(receiving.recv())
        if not found:  # else nobody waits until the worker is gone
            worker.join()
        self._workers.discard(worker)
        return found, worker.exitcode or 0

    def close(self) -> None:
        for worker in tuple(self._workers):
            worker.kill()
        self._threads.shutdown(cancel_futures=True)
