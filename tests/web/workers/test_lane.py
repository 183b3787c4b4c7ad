"""A lane of workers: limits, ends, and the shares of addresses."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from marienbad.web.http.answers import Refusal
from marienbad.web.workers import lane as lane_module
from marienbad.web.workers import staff
from marienbad.web.workers.lane import ATTEMPTS, NOT_OK, OK, STARTING, Lane, Manner, NotHere
from marienbad.web.workers.question import Question
from marienbad.web.workers.shares import Shares
from marienbad.web.workers.staff import Nursery
from tests.support import PATIENCE, ManualClock
from tests.web.support import is_gone
from tests.web.workers import tasks

pytestmark = pytest.mark.slow

KILLS = 150
ONE, OTHER = "192.0.2.1", "192.0.2.2"
NEVER_READY = ["tail", "-f", "/dev/null"]
"""The command of a nursery that does nothing, for ever."""


@asynccontextmanager
async def open_lane(
    workers: int = 2, shares: Shares | None = None, **manner: Any
) -> AsyncIterator[Lane]:
    """A lane, as long as it is needed; workers that do not answer are looked for all the time.

    Nothing is late by itself: a test lets time pass where it must.
    """
    nursery = Nursery()
    patient = {"seconds": PATIENCE, "longest": PATIENCE, "loading": PATIENCE, **manner}
    lane = Lane(Manner("test", workers, **patient), nursery, shares or Shares(None))
    looking = asyncio.create_task(look_after(lane))
    try:
        async with asyncio.timeout(PATIENCE):
            yield lane
    finally:
        looking.cancel()
        lane.close()
        await nursery.close()


async def look_after(lane: Lane) -> None:
    while True:
        await asyncio.sleep(0.05)
        lane.end_late()


async def answer(lane: Lane, function: Callable[..., Any], *arguments: Any) -> Any:
    return (await lane.ask(ONE, function, arguments).future)[-1]


def pids(lane: Lane) -> set[int]:
    """The processes that are there; 0 would be all that the tests have started."""
    return {worker.pid for worker in lane._workers if worker.pid}


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.005)


async def end_by_lateness(lane: Lane, question: Question) -> None:
    """Let so much time pass, whenever a worker has the question, that the worker is ended."""
    while not question.future.done():
        if question.worker is not None:
            question.since -= 2 * lane.manner.longest
        await asyncio.sleep(0.005)


# Limits and ends


def test_what_a_worker_may_answer() -> None:
    async def run() -> None:
        async with open_lane() as lane:
            assert await answer(lane, tasks.double, 21) == 42
            assert await lane.ask(ONE, tasks.parts, ()).future == [1, 2]
            with pytest.raises(Refusal) as refused:
                await answer(lane, tasks.refuse)
            assert (refused.value.status, refused.value.message.key) == (422, "errors.heap")
            with pytest.raises(NotHere):
                await answer(lane, tasks.search)
            with pytest.raises(RuntimeError, match="ZeroDivisionError"):
                await answer(lane, tasks.fail)
            assert await answer(lane, tasks.double, 4) == 8

    asyncio.run(run())


def test_a_question_has_so_much_time_and_memory() -> None:
    async def run() -> None:
        async with open_lane(memory=2**28) as lane:
            for task, given, seconds, key in (
                (tasks.work_for_ever, (), 0.1, "server.takes_too_long"),
                (tasks.large, (2**30,), PATIENCE, "server.memory"),
            ):
                with pytest.raises(Refusal) as refused:
                    await lane.ask(ONE, task, given, seconds).future
                assert (refused.value.status, refused.value.message.key) == (422, key)
                assert await answer(lane, tasks.double, 2) == 4
            # what was sent in time stands
            assert await lane.ask(ONE, tasks.part_and_work, (), 0.1).future == [1]

    asyncio.run(run())


def test_an_answer_without_the_room_to_send_it_is_refused(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def run() -> None:
        async with open_lane(workers=1, memory=2**27) as lane:
            for task in (tasks.say, tasks.say_in_parts):
                with pytest.raises(Refusal) as refused:
                    await answer(lane, task, 100 * 2**20)
                assert (refused.value.status, refused.value.message.key) == (422, "server.memory")
            assert await answer(lane, tasks.double, 2) == 4

    asyncio.run(run())
    assert "Traceback" not in capfd.readouterr().err


def test_a_worker_that_has_grown_is_replaced() -> None:
    async def run() -> None:
        async with open_lane(workers=1) as lane:
            first = await answer(lane, tasks.pid)
            assert await answer(lane, tasks.pid) == first
            assert await answer(lane, tasks.large, 2**27) == 2**27
            assert await answer(lane, tasks.pid) != first

    asyncio.run(run())


def test_a_worker_that_does_not_answer_is_replaced() -> None:
    async def run() -> None:
        async with open_lane(workers=1) as lane:
            first = await answer(lane, tasks.pid)
            os.kill(first, signal.SIGSTOP)
            question = lane.ask(ONE, tasks.pid, ())
            question.since -= 2 * lane.manner.longest
            assert await question.future != [first]
            assert is_gone(first)
            waiting = lane.ask(ONE, tasks.wait, ())
            await end_by_lateness(lane, waiting)
            assert waiting.attempts == ATTEMPTS
            with pytest.raises(Refusal) as refused:
                waiting.future.result()
            assert refused.value.status == 503
            assert await answer(lane, tasks.double, 2) == 4

    asyncio.run(run())


def test_what_waits_for_a_worker_does_not_wait_for_ever() -> None:
    async def run() -> None:
        async with open_lane(workers=1) as lane:
            await answer(lane, tasks.pid)
            running = lane.ask(ONE, tasks.wait, ())
            late, new = lane.ask(ONE, tasks.double, (2,)), lane.ask(ONE, tasks.double, (3,))
            assert lane._first_birth is not None
            lane._first_birth -= 2 * lane.manner.longest
            late.since -= 2 * lane.manner.longest
            with pytest.raises(Refusal) as refused:
                await late.future
            assert (refused.value.status, refused.value.message.key) == (503, "server.busy")
            assert refused.value.headers is not None
            assert int(refused.value.headers["Retry-After"]) > 0
            assert not running.future.done()
            lane.forget(running)
            assert await new.future == [6]

    asyncio.run(run())


def test_what_waits_for_a_nursery_does_not_wait_for_ever() -> None:
    async def run() -> None:
        async with open_lane() as lane:
            lane._nursery._command = NEVER_READY
            question = lane.ask(ONE, tasks.double, (2,))
            question.since -= 2 * lane.manner.loading
            with pytest.raises(Refusal) as refused:
                await question.future
            assert (refused.value.status, refused.value.message.key) == (503, "server.busy")
            assert lane.waiting == 0

    asyncio.run(run())


def test_a_nursery_that_does_not_get_ready_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(staff, "READY_SECONDS", 0.2)
        async with open_lane() as lane:
            monkeypatch.setattr(lane._nursery, "_command", NEVER_READY)
            question = lane.ask(ONE, tasks.double, (2,))
            monkeypatch.undo()  # the next gets ready, and has all its time
            assert lane._nursery._process is not None
            first = lane._nursery._process.pid
            assert await question.future == [4]
            await until(lambda: is_gone(first))

    asyncio.run(run())


def test_an_answer_cut_short_is_asked_for_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_lane() as lane:
            attempts = tmp_path / "attempts"
            with pytest.raises(Refusal) as refused:
                await answer(lane, tasks.tear, str(attempts))
            assert (refused.value.status, len(attempts.read_text())) == (503, ATTEMPTS)
            assert refused.value.headers is not None
            assert int(refused.value.headers["Retry-After"]) > 0
            assert await answer(lane, tasks.double, 2) == 4

    asyncio.run(run())


def test_after_any_kill_the_next_question_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lane_module, "PING_SECONDS", PATIENCE)

    async def run() -> None:
        chance = random.Random(1961)
        async with open_lane() as lane:
            found = {await answer(lane, tasks.pid)}
            for number in range(KILLS):
                seconds = chance.choice((0.0, 0.001, 0.004))
                question = lane.ask(ONE, tasks.work, (seconds,))
                await asyncio.sleep(chance.choice((0, 0, 0.0005, 0.002)))
                for pid in pids(lane):
                    if chance.random() < 0.5:
                        with suppress(ProcessLookupError):
                            os.kill(pid, chance.choice((signal.SIGKILL, signal.SIGTERM)))
                if number % 40 == 7:
                    assert lane._nursery._process is not None
                    lane._nursery._process.kill()
                found.add((await question.future)[0])
            assert len(found) > KILLS // 4
            assert await lane.state() == OK

    asyncio.run(run())


def test_what_nobody_waits_for_is_ended() -> None:
    async def run() -> None:
        async with open_lane(workers=1) as lane:
            first = await answer(lane, tasks.pid)
            running, waiting = lane.ask(ONE, tasks.wait, ()), lane.ask(ONE, tasks.wait, ())
            assert (lane.running, lane.waiting) == (1, 1)
            lane.forget(waiting)
            assert (lane.running, lane.waiting) == (1, 0)
            lane.forget(running)
            await until(lambda: is_gone(first))
            assert await answer(lane, tasks.double, 2) == 4

    asyncio.run(run())


# Whether all is well


def test_a_lane_says_whether_it_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: set[int] = set()

    async def run() -> None:
        async with open_lane() as lane:

            async def wait(pings: list[asyncio.Future[Any]], timeout: float) -> None:
                """As long as any worker may answer that is not stopped."""
                await until(lambda: all(ping.done() or is_stopped(ping) for ping in pings))

            def is_stopped(ping: asyncio.Future[Any]) -> bool:
                questions = lane._workers.items()
                return any(w.pid in stopped for w, q in questions if q and q.future is ping)

            monkeypatch.setattr(lane_module, "wait", wait)
            assert await lane.state() == OK  # nobody has asked for anything
            question = lane.ask(ONE, tasks.pid, ())
            assert await lane.state() == STARTING
            (first,) = await question.future
            assert await lane.state() == OK
            stopped.add(first)
            os.kill(first, signal.SIGSTOP)
            assert await lane.state() == OK  # by the other, or when it was replaced
            await until(lambda: len(pids(lane) - stopped) == 2)
            for pid in pids(lane) - stopped:
                stopped.add(pid)
                os.kill(pid, signal.SIGSTOP)
            assert await lane.state() == OK
            await until(lambda: all(map(is_gone, stopped)))

    asyncio.run(run())


def test_where_no_process_can_be_started_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(sys, "executable", "/bin/false")
        async with open_lane() as lane:
            monkeypatch.undo()
            with pytest.raises(Refusal) as refused:
                await answer(lane, tasks.pid)
            assert refused.value.status == 503
            assert await lane.state() == NOT_OK

    asyncio.run(run())


# Shares


def test_one_address_leaves_a_worker_to_others() -> None:
    async def run() -> None:
        async with open_lane() as lane:
            await answer(lane, tasks.pid)
            await until(lambda: lane.workers == 2)
            crowd = [lane.ask(ONE, tasks.wait, ()) for _ in range(5)]
            assert (lane.running, lane.waiting) == (1, 4)
            assert await lane.ask(OTHER, tasks.double, (2,)).future == [4]
            assert not any(question.future.done() for question in crowd)

    asyncio.run(run())


def test_who_has_used_less_comes_first() -> None:
    async def run() -> None:
        # no time passes, in which what was used would be forgiven
        async with open_lane(workers=1, shares=Shares(None, ManualClock())) as lane:
            await answer(lane, tasks.pid)
            order: list[str] = []
            questions = [lane.ask(ONE, tasks.pid, ()) for _ in range(5)]
            questions.append(lane.ask(OTHER, tasks.pid, ()))
            for question in questions:
                question.future.add_done_callback(
                    lambda _, question=question: order.append(question.address)  # type: ignore[misc]
                )
            await asyncio.gather(*(question.future for question in questions))
            # only what was under way already is finished before
            assert order == [ONE, OTHER, ONE, ONE, ONE, ONE]

    asyncio.run(run())


def test_a_queue_that_is_full_is_full_for_one_address() -> None:
    async def run() -> None:
        async with open_lane(workers=1, waiting=2) as lane:
            await answer(lane, tasks.pid)
            for _ in range(3):
                lane.ask(ONE, tasks.wait, ())
            with pytest.raises(Refusal) as refused:
                lane.ask(ONE, tasks.wait, ())
            assert (refused.value.status, refused.value.message.key) == (503, "server.busy")
            lane.ask(OTHER, tasks.wait, ())
            assert lane.waiting == 3

    asyncio.run(run())


def test_an_address_that_has_used_up_its_seconds_comes_again_later() -> None:
    async def run() -> None:
        clock = ManualClock()
        async with open_lane(shares=Shares(1, clock)) as lane:
            lane._shares.spend(ONE, 2.5)
            with pytest.raises(Refusal) as refused:
                lane.ask(ONE, tasks.pid, ())
            assert (refused.value.status, refused.value.message.key) == (429, "server.share")
            assert refused.value.headers == {"Retry-After": "31"}
            lane._shares.spend(OTHER, 2)  # all that it has, so that any work is too much
            await lane.ask(OTHER, tasks.pid, ()).future
            with pytest.raises(Refusal):
                lane.ask(OTHER, tasks.pid, ())
            clock.advance(31)
            await lane.ask(ONE, tasks.pid, ()).future

    asyncio.run(run())
