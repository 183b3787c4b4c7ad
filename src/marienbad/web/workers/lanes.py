"""The lanes of one server: a match's needs, short questions, studies, proofs, the compiled search,
and strategies that are looked for.

No lane waits for another, and the less a lane's work is urgent, the nicer its processes are to the
others. A question begins in the lane of its kind; where it turns out to be worth the compiled
search, it goes on to the lane whose workers have loaded it.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from enum import Enum, auto
from operator import attrgetter
from typing import Any

from starlette.requests import Request

from marienbad.analysis import Game
from marienbad.text.sentences import Message
from marienbad.web.http.addresses import client_of
from marienbad.web.http.answers import Refusal
from marienbad.web.http.metrics import Metrics
from marienbad.web.workers.lane import NOT_OK, OK, STARTING, Lane, Manner, NotHere
from marienbad.web.workers.question import Question
from marienbad.web.workers.shares import Shares
from marienbad.web.workers.staff import Nursery

REPLY = Manner("reply", workers=2)
SHORT = Manner("short", workers=2, niceness=2)
STUDY = Manner("study", workers=2, niceness=10)
PROOF = Manner("proof", workers=1, seconds=8.0, niceness=10, waiting=8, all_waiting=64)
SEARCH = Manner(
    "search",
    workers=3,
    loading=120.0,  # so long it may take to compile the search
    niceness=10,
    memory=640 * 2**20,
    waiting=24,
    all_waiting=96,
)
DISCOVERY = Manner(
    "discovery",
    workers=2,  # of which one address has one at a time
    seconds=60.0,
    longest=150.0,
    loading=150.0,
    niceness=15,
    memory=2**30,
    waiting=4,
    all_waiting=16,
)

HUNG_UP = 499
"""What the log and the metrics show of a request that nobody waited for."""
UNHEARD_SECONDS = 0.1
"""For so long nobody listens whether the caller hangs up: most questions are answered by then."""
LOOK_SECONDS = 0.5
QUIET_SECONDS = 5.0
"""Whoever follows something is told so often that it goes on."""
COUNTS = {
    "asked": "Questions that were asked.",
    "refused": "Questions that were refused because too many waited.",
    "abandoned": "Questions that nobody waited for any more.",
    "ends": "Workers that have ended, each replaced by another.",
}


class Quiet(Enum):
    """Why nothing is told: others are before it, or it is being made ready or thought about."""

    WAITING = auto()
    WORKING = auto()


class Lanes:
    """Everything that thinks for one server."""

    def __init__(
        self, cpu_share: int | None, metrics: Metrics, begins_with_workers: bool = False
    ) -> None:
        self.shares = Shares(cpu_share)
        self._begins_with_workers = begins_with_workers
        light, warm = Nursery(*["warm"] * begins_with_workers), Nursery("warm", "search")
        self._nurseries = (light, warm)
        self.reply, self.short, self.study, self.proof = (
            Lane(manner, light, self.shares) for manner in (REPLY, SHORT, STUDY, PROOF)
        )
        self.search, self.discovery = (
            Lane(manner, warm, self.shares) for manner in (SEARCH, DISCOVERY)
        )
        self._all = (
            self.reply,
            self.short,
            self.study,
            self.proof,
            self.search,
            self.discovery,
        )
        self._watch(metrics)

    def open(self) -> None:
        """Begin; workers come when they are first needed, or those for short work at once."""
        for lane in self._all:
            lane.open()
        if self._begins_with_workers:
            for lane in (self.reply, self.short, self.study):
                lane.fill()

    async def run(self) -> None:
        """End workers that do not answer and refuse what waits, as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for lane in self._all:
                lane.end_late()

    async def close(self) -> None:
        """End every process."""
        for lane in self._all:
            lane.close()
        for nursery in self._nurseries:
            await nursery.close()

    async def ask(
        self,
        request: Request,
        lane: Lane,
        function: Callable[..., Any],
        *arguments: Any,
        seconds: float | None = None,
        reproach: Message | None = None,
        at_first: Callable[..., Any] | None = None,
    ) -> list[Any]:
        """The parts of what a function answers, thought by a worker of a lane.

        The address that asks pays for it. When it hangs up, nothing is thought any further. Another
        function may answer while the compiled search is being loaded, or even compiled.
        """
        client = client_of(request)
        parts = (client, function, arguments, seconds, reproach)
        with suppress(NotHere):
            return await attended(request, lane, lane.ask(*parts))
        if at_first is not None and not self.search.workers:
            self.search.fill()
            with suppress(NotHere, Refusal):  # whatever the reason: the search may do better
                asked = lane.ask(client, at_first, arguments, seconds, reproach)
                return await attended(request, lane, asked)
        return await attended(request, self.search, self.search.ask(*parts))

    async def follow(
        self,
        request: Request,
        lane: Lane,
        function: Callable[..., Any],
        *arguments: Any,
        reproach: Message | None = None,
    ) -> AsyncGenerator[Any, None]:
        """What a function tells while it thinks, or ``Quiet`` where that is nothing for a while.

        At its end comes an error where it was refused. When whoever asks hangs up, or does not want
        to hear more, nothing is thought any further.
        """
        told: asyncio.Queue[Any] = asyncio.Queue()
        client = client_of(request)
        question = lane.ask(client, function, arguments, None, reproach, told.put_nowait)
        question.future.add_done_callback(lambda _: told.put_nowait(question))  # nothing follows
        listening = asyncio.create_task(hang_up(request, question))
        try:
            while (found := await _next(told)) is not question:
                is_before = question.worker is None and lane.running > 0
                yield (Quiet.WAITING if is_before else Quiet.WORKING) if found is None else found
            question.future.result()
        finally:
            listening.cancel()
            question.refuse(Refusal(HUNG_UP, "server.gone"))
            question.future.exception()  # somebody has heard of it
            lane.forget(question)

    async def read_rules(self, game: str, address: str) -> Game:
        """A game whose rules somebody wrote, read by a worker."""
        read: Game = (await self.reply.ask(address, Game.named, (game,)).future)[0]
        return read

    async def state(self) -> str:
        """Whether every lane answers."""
        states = await asyncio.gather(*(lane.state() for lane in self._all))
        return next((state for state in (NOT_OK, STARTING) if state in states), OK)

    def _watch(self, metrics: Metrics) -> None:
        """Show the lanes to whoever runs the server."""

        def watch(name: str, about: str, read: Callable[[Lane], float], is_counter: bool) -> None:
            def each() -> dict[str, float]:
                return {lane.manner.name: read(lane) for lane in self._all}

            metrics.watch(f"marienbad_lane_{name}", about, each, is_counter, "lane")

        watch("waiting", "Questions that wait.", lambda lane: lane.waiting, False)
        watch("running", "Questions that are thought about.", lambda lane: lane.running, False)
        watch("workers", "Workers that are there.", lambda lane: lane.workers, False)
        watch("cpu_seconds", "CPU seconds used by workers.", lambda lane: lane.seconds, True)
        for name, about in COUNTS.items():
            watch(name, about, attrgetter(name), True)


async def _next(told: asyncio.Queue[Any]) -> Any:
    """What is told next; ``None`` where that takes long."""
    try:
        async with asyncio.timeout(QUIET_SECONDS):
            return await told.get()
    except TimeoutError:
        return None


async def attended(request: Request, lane: Lane, question: Question) -> list[Any]:
    """The answer, as long as somebody waits for it."""
    loop = asyncio.get_running_loop()
    listening: list[asyncio.Task[None]] = []

    def listen() -> None:
        listening.append(loop.create_task(hang_up(request, question)))

    timer = loop.call_later(UNHEARD_SECONDS, listen)
    try:
        return await question.future
    except BaseException:
        lane.forget(question)
        raise
    finally:
        timer.cancel()
        for task in listening:
            task.cancel()


async def hang_up(request: Request, question: Question) -> None:
    """Give the question up when the caller is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    question.refuse(Refusal(HUNG_UP, "server.gone"))
