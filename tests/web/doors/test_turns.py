"""The loop is shared: who keeps it busy waits while others ask, and only then."""

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from marienbad.web.http.answers import Refusal
from marienbad.web.http.turns import CREDIT, OneByOne, Turns
from tests.support import PATIENCE, ManualClock

BUSY, OTHER = "192.0.2.1", "192.0.2.2"
COST = CREDIT / 2
"""How many seconds a costly request takes the loop."""
REQUESTS = 40


class Costly:
    """An application whose requests take the loop for a while, and that knows who was served."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.served: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = scope["client"][0]
        self.clock.advance(COST if host == BUSY else 0)  # the whole loop waits
        await asyncio.sleep(0)
        self.served.append(host)


def request(turns: Turns, host: str) -> asyncio.Task[None]:
    async def nothing() -> Message:
        raise AssertionError

    async def ignore(message: Message) -> None:
        raise AssertionError

    scope = {"type": "http", "client": (host, 1), "headers": [], "path": "/", "method": "GET"}
    return asyncio.create_task(turns(scope, nothing, ignore))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """A clock that whoever waits moves, instead of waiting."""
    manual, sleep = ManualClock(), asyncio.sleep

    async def advance(seconds: float) -> None:
        manual.advance(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", advance)
    return manual


def test_others_are_served_between_the_requests_of_one_who_asks_for_much(
    clock: ManualClock,
) -> None:
    async def ask() -> list[str]:
        app = Costly(clock)
        turns = Turns(app, clock)
        await request(turns, OTHER)
        many = [request(turns, BUSY) for _ in range(REQUESTS)]
        between = []
        for _ in range(3):
            before = len(app.served)
            await request(turns, OTHER)
            between.append(app.served[before:].count(BUSY))
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
        # the credit at first, and then one at a time
        assert between[0] <= 4
        assert max(between[1:]) <= 2
        return app.served

    assert asyncio.run(ask()).count(OTHER) == 4


def test_who_is_alone_is_served_at_once(clock: ManualClock) -> None:
    async def ask() -> int:
        app = Costly(clock)
        turns = Turns(app, clock)
        for _ in range(REQUESTS // 4):
            await request(turns, BUSY)
        return len(app.served)

    assert asyncio.run(ask()) == REQUESTS // 4
    assert clock() == pytest.approx(COST * (REQUESTS // 4))  # no time was spent waiting


def test_a_cancelled_request_ends_as_it_should() -> None:
    ended: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async def ask() -> None:
        task = request(Turns(app), BUSY)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(ask())
    assert ended == ["cancelled"]


def test_one_piece_of_work_of_an_address_at_a_time() -> None:
    async def ask() -> None:
        rows = OneByOne(waiting=1)
        under_way: list[str] = []
        free = asyncio.Event()

        async def work(host: str) -> None:
            async with rows.turn_of(host):
                under_way.append(host)
                await free.wait()

        tasks = [asyncio.create_task(work(host)) for host in (BUSY, BUSY, BUSY, OTHER)]
        with pytest.raises(Refusal, match=r"server\.busy"):
            await tasks[2]
        assert under_way == [BUSY, OTHER]
        free.set()
        await asyncio.gather(tasks[0], tasks[1], tasks[3])
        assert under_way == [BUSY, OTHER, BUSY]

    asyncio.run(ask())


def test_who_has_worked_rests_and_nobody_else_does() -> None:
    async def ask() -> None:
        rows = OneByOne(waiting=1, rest=1e9)
        done: list[str] = []

        async def work(host: str) -> None:
            async with rows.turn_of(host):
                await asyncio.sleep(0.001)
            done.append(host)

        await work(BUSY)
        again = asyncio.create_task(work(BUSY))
        await work(OTHER)
        assert done == [BUSY, OTHER]
        with pytest.raises(Refusal, match=r"server\.busy"):
            await work(BUSY)
        again.cancel()
        await asyncio.gather(again, return_exceptions=True)
        assert done == [BUSY, OTHER]

    asyncio.run(ask())
