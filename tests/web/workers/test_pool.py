"""The worker pool, with real processes: limits, ends, shares, ranks and progress."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from marienbad.web.http.answers import Refusal
from marienbad.web.http.metrics import Metrics
from marienbad.web.workers import forkserver, pool
from marienbad.web.workers.forkserver import State
from marienbad.web.workers.pool import ATTEMPTS, NOT_OK, OK, STARTING, Pool, Quiet
from marienbad.web.workers.queue import Job, QueueLimits
from tests.support import PATIENCE, ManualClock
from tests.web.support import is_gone
from tests.web.workers import tasks

pytestmark = pytest.mark.slow

KILLS = 150
ONE, OTHER = "192.0.2.1", "192.0.2.2"
NEVER_READY = ["tail", "-f", "/dev/null"]
"""The command of a fork server that does nothing, for ever."""
TEST = QueueLimits("test", rank=0)


class Caller:
    """A request of which nothing is read but its address, and that it hangs up."""

    def __init__(self) -> None:
        self.scope = {"client": (ONE, 1)}
        self.client = type("Client", (), {"host": ONE})()
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


@asynccontextmanager
async def opened(
    ranks: tuple[int, ...] = (0, 0), queues: tuple[QueueLimits, ...] = (TEST,), **limits: Any
) -> AsyncIterator[Pool]:
    """A pool whose jobs have all the time, unless a test says otherwise."""
    patient = {"seconds": PATIENCE, "longest": PATIENCE, **limits}
    found = Pool(None, Metrics(), ranks=ranks, queues=[one.having(**patient) for one in queues])
    found.open()
    try:
        async with asyncio.timeout(PATIENCE):
            yield found
    finally:
        await found.close()


def run_it(test: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await test()

    asyncio.run(run())


def put(
    found: Pool,
    function: Callable[..., Any],
    *arguments: Any,
    by: str = ONE,
    to: QueueLimits = TEST,
) -> Job:
    return found.put(by, function, arguments, to)


async def result(found: Pool, function: Callable[..., Any], *arguments: Any) -> Any:
    return await found.run(ONE, function, *arguments, limits=TEST)


async def refusal(found: Pool, function: Callable[..., Any], *arguments: Any) -> tuple[int, str]:
    with pytest.raises(Refusal) as refused:
        await result(found, function, *arguments)
    if refused.value.status == 503:
        assert int((refused.value.headers or {})["Retry-After"]) > 0
    return refused.value.status, refused.value.message.key


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.005)


def forks_of(found: Pool) -> forkserver.ForkServer:
    assert found._forks is not None
    return found._forks


def is_running(job: Job) -> Callable[[], bool]:
    return lambda: job.worker is not None


# Limits and ends


def test_what_a_worker_may_answer() -> None:
    async def run() -> None:
        async with opened() as found:
            assert await result(found, tasks.double, 21) == 42
            assert await result(found, tasks.parts) == 2
            assert await refusal(found, tasks.refuse) == (422, "errors.heap")
            with pytest.raises(RuntimeError, match="ZeroDivisionError"):
                await result(found, tasks.fail)
            assert await result(found, tasks.double, 4) == 8

    run_it(run)


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_long_jobs_and_answers_pass_the_pipe_in_pieces(loop: str) -> None:
    octets = 8 * 2**20
    new_loop = None if loop == "asyncio" else pytest.importorskip(loop).new_event_loop

    async def run() -> None:
        async with opened(ranks=(0,)) as found:
            for _ in range(3):
                assert await result(found, tasks.say, octets) == bytes(octets)
                assert await result(found, len, bytes(octets)) == octets
            assert found.ends == 0

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(run())


def test_a_job_has_so_much_time_on_the_processor() -> None:
    async def run() -> None:
        async with opened(seconds=0.1) as found:
            assert await refusal(found, tasks.work_for_ever) == (422, "server.takes_too_long")
            assert await result(found, tasks.part_and_work) == 1  # what was sent in time stands
            assert await result(found, tasks.double, 2) == 4

    run_it(run)


def test_a_job_has_so_much_memory(capfd: pytest.CaptureFixture[str]) -> None:
    async def run() -> None:
        async with opened(ranks=(0,), memory=2**27) as found:
            for task, octets in (
                (tasks.large, 2**30),
                (tasks.say, 100 * 2**20),
                (tasks.say_in_parts, 100 * 2**20),
            ):
                assert await refusal(found, task, octets) == (422, "server.memory")
                assert await result(found, tasks.double, 2) == 4

    run_it(run)
    assert "Traceback" not in capfd.readouterr().err


def test_a_refusal_names_the_limit_and_a_size_that_works() -> None:
    async def run() -> None:
        async with opened(seconds=0.1, memory=2**27) as found:
            for task, given, values in (
                (tasks.work_for_ever, (), {"seconds": 1, "heap": 3}),
                (tasks.large, (2**30,), {"memory": 128, "heap": 3}),
            ):
                with pytest.raises(Refusal) as refused:
                    await result(found, task, *given)
                assert refused.value.message.values == values

    run_it(run)


def test_a_worker_that_has_grown_is_replaced() -> None:
    async def run() -> None:
        async with opened(ranks=(0,)) as found:
            first = await result(found, tasks.pid)
            assert await result(found, tasks.pid) == first
            assert await result(found, tasks.large, 2**27) == 2**27
            assert await result(found, tasks.pid) != first

    run_it(run)


def test_a_job_has_so_much_time_by_the_clock() -> None:
    async def run() -> None:
        async with opened(ranks=(0,)) as found:
            first = await result(found, tasks.pid)
            os.kill(first, signal.SIGSTOP)  # it does not answer, whatever it is asked
            job = put(found, tasks.pid)
            await until(is_running(job))
            assert job.worker is not None
            job.worker.kill_late()
            with pytest.raises(Refusal) as refused:
                await job.future
            assert refused.value.status == 503
            await until(lambda: is_gone(first))
            assert await result(found, tasks.double, 2) == 4

    run_it(run)


def test_a_job_waits_for_a_worker_but_not_for_ever() -> None:
    async def run() -> None:
        async with opened(ranks=(0,)) as found:
            await result(found, tasks.pid)
            running, late, new = (
                put(found, tasks.wait),
                put(found, tasks.pid),
                put(found, tasks.pid),
            )
            found.queues["test"].refuse(late)  # as its timer does
            with pytest.raises(Refusal) as refused:
                await late.future
            assert (refused.value.status, refused.value.message.key) == (503, "server.busy")
            assert not running.future.done()
            found.forget(running)
            await new.future

    run_it(run)


def test_an_answer_cut_short_is_asked_for_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened() as found:
            attempts = tmp_path / "attempts"
            assert await refusal(found, tasks.tear, str(attempts)) == (503, "server.busy")
            assert len(attempts.read_text()) == ATTEMPTS
            assert await result(found, tasks.double, 2) == 4

    run_it(run)


def test_after_any_kill_the_next_job_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PING_SECONDS", PATIENCE)

    async def run() -> None:
        chance = random.Random(1961)
        async with opened(queues=(TEST, pool.REPLY)) as found:
            seen = {await result(found, tasks.pid)}
            for number in range(KILLS):
                job = put(found, tasks.work, chance.choice((0.0, 0.001, 0.004)))
                await asyncio.sleep(chance.choice((0, 0, 0.0005, 0.002)))
                for process in [*seen]:
                    if chance.random() < 0.5:
                        with suppress(ProcessLookupError):
                            os.kill(process, chance.choice((signal.SIGKILL, signal.SIGTERM)))
                        seen.discard(process)
                if number % 40 == 7:
                    process_of(found).kill()
                while True:
                    with suppress(Refusal):
                        seen.add(await job.future)
                        break
                    job = put(found, tasks.pid)
            assert await found.state() == OK

    run_it(run)


def process_of(found: Pool) -> Any:
    process = forks_of(found)._process
    assert process is not None
    return process


def test_what_nobody_waits_for_is_ended() -> None:
    async def run() -> None:
        async with opened(ranks=(0,)) as found:
            first = await result(found, tasks.pid)
            running, waiting = put(found, tasks.wait), put(found, tasks.wait)
            queue = found.queues["test"]
            await until(is_running(running))
            assert (queue.running, len(queue)) == (1, 1)
            found.forget(waiting)
            assert (queue.running, len(queue)) == (1, 0)
            found.forget(running)
            await until(lambda: is_gone(first))
            assert await result(found, tasks.double, 2) == 4
            assert (queue.abandoned, queue.running) == (2, 0)

    run_it(run)


def test_when_the_caller_hangs_up_the_worker_is_ended() -> None:
    async def run() -> None:
        async with opened(ranks=(0,)) as found:
            first = await result(found, tasks.pid)
            caller: Any = Caller()
            asking = asyncio.create_task(found.run(caller, tasks.wait, limits=TEST))
            await until(lambda: found.queues["test"].running == 1)
            caller.gone.set()
            with pytest.raises(Refusal) as refused:
                await asking
            assert refused.value.status == pool.HUNG_UP
            await until(lambda: is_gone(first))

    run_it(run)


# Progress


def test_progress_is_streamed_before_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "QUIET_SECONDS", PATIENCE)

    async def run() -> None:
        async with opened() as found:
            caller: Any = Caller()
            seen = [one async for one in found.stream(caller, tasks.reports, 5, limits=TEST)]
            assert seen == [0, 1, 2, 3, 4]
            assert await result(found, tasks.reports, 2) == "done"

    run_it(run)


def test_a_quiet_stream_says_whether_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "QUIET_SECONDS", 0.01)

    async def run() -> None:
        callers: tuple[Any, ...] = (Caller(), Caller())
        async with opened(ranks=(0,)) as found:
            one, other = (
                found.stream(caller, tasks.report_and_wait, limits=TEST) for caller in callers
            )
            process = None
            while not isinstance(process, int):
                process = await anext(one)
            assert await anext(one) == Quiet.WORKING
            assert await anext(other) == Quiet.WAITING
            await other.aclose()
            await one.aclose()
            await until(lambda: is_gone(process))

    run_it(run)


# The fork server


def test_a_fork_server_that_does_not_get_ready_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(forkserver, "READY_SECONDS", 0.2)
        async with opened() as found:
            monkeypatch.setattr(forks_of(found), "_command", NEVER_READY)
            job = put(found, tasks.double, 2)
            await until(lambda: forks_of(found)._process is not None)
            monkeypatch.undo()  # the next gets ready, and has all its time
            first = process_of(found).pid
            assert await job.future == 4
            await until(lambda: is_gone(first))

    run_it(run)


def test_if_no_process_can_be_started_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(sys, "executable", "/bin/false")
        async with opened() as found:
            monkeypatch.undo()
            assert await refusal(found, tasks.pid) == (503, "server.busy")
            assert await found.state() == NOT_OK

    run_it(run)


def test_the_pool_says_whether_it_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with opened(queues=(pool.REPLY,)) as found:
            assert await found.state() == OK  # nobody has asked for anything
            job = put(found, tasks.pid, to=pool.REPLY)
            assert await found.state() == STARTING
            first = await job.future
            assert await found.state() == OK
            os.kill(first, signal.SIGSTOP)
            monkeypatch.setattr(pool, "PING_SECONDS", 2.0)
            states = [await found.state() for _ in range(2)]
            assert states[-1] == OK  # by another worker

    run_it(run)


def test_workers_have_the_search_as_soon_as_it_is_loaded() -> None:
    searching = TEST.having(name="search", needs=State.LOADED)

    async def run() -> None:
        async with opened(queues=(TEST, searching)) as found:
            assert not await result(found, tasks.has_search)
            assert await found.run(ONE, tasks.has_search, limits=searching)
            assert await result(found, tasks.has_search)

    run_it(run)


# Shares and ranks


def test_one_address_leaves_a_worker_to_others() -> None:
    async def run() -> None:
        async with opened() as found:
            await result(found, tasks.pid)
            crowd = [put(found, tasks.wait) for _ in range(5)]
            await until(is_running(crowd[0]))
            queue = found.queues["test"]
            assert (queue.running, len(queue)) == (1, 4)
            assert await put(found, tasks.double, 2, by=OTHER).future == 4
            assert not any(job.future.done() for job in crowd)

    run_it(run)


def test_the_address_that_has_used_less_comes_first() -> None:
    async def run() -> None:
        async with opened(ranks=(0,)) as found:
            # no time passes, in which what was used would be forgiven
            found.shares._clock = ManualClock()
            await result(found, tasks.pid)
            order: list[str] = []

            def note(address: str, _: object) -> None:
                order.append(address)

            jobs = [put(found, tasks.pid) for _ in range(5)]
            jobs.append(put(found, tasks.pid, by=OTHER))
            for job in jobs:
                job.future.add_done_callback(partial(note, job.address))
            await asyncio.gather(*(job.future for job in jobs))
            assert order.index(OTHER) <= 1

    run_it(run)


def test_an_address_that_has_used_its_share_is_refused() -> None:
    async def run() -> None:
        async with opened() as found:
            found.shares.a_minute = 1
            put(found, tasks.double, 2)
            found.shares.spend(ONE, 10_000)
            with pytest.raises(Refusal) as refused:
                put(found, tasks.double, 2)
            assert refused.value.status == 429
            assert await put(found, tasks.double, 3, by=OTHER).future == 6

    run_it(run)


def test_work_is_paid_for_also_if_it_is_ended() -> None:
    async def run() -> None:
        async with opened(ranks=(0,), seconds=0.2) as found:
            await result(found, tasks.pid)
            before = found.queues["test"].seconds
            await refusal(found, tasks.work_for_ever)
            assert found.queues["test"].seconds - before >= 0.2

    run_it(run)


def test_so_many_jobs_may_wait() -> None:
    async def run() -> None:
        async with opened(ranks=(0,), waiting=2, all_waiting=3) as found:
            await result(found, tasks.pid)
            jobs = [put(found, tasks.wait) for _ in range(3)]
            with pytest.raises(Refusal) as refused:
                put(found, tasks.wait)
            assert refused.value.status == 503
            jobs.append(put(found, tasks.wait, by=OTHER))
            with pytest.raises(Refusal):
                put(found, tasks.wait, by=OTHER)
            put(found, tasks.wait, by="192.0.2.3")  # nobody is kept out by others
            assert found.queues["test"].refused == 2

    run_it(run)


@pytest.fixture
def ranked() -> tuple[QueueLimits, ...]:
    return tuple(QueueLimits(f"rank{rank}", rank) for rank in range(4))


def test_urgent_jobs_wait_for_no_long_ones(ranked: tuple[QueueLimits, ...]) -> None:
    urgent, short, _, long = ranked

    async def run() -> None:
        async with opened(pool.RANKS, ranked) as found:
            crowd = [
                put(found, tasks.wait, by=f"198.51.100.{number}", to=queue)
                for number in range(8)
                for queue in (short, long)
                for _ in range(5)
            ]
            long_ones = found.queues[long.name]
            await until(lambda: long_ones.running + found.queues[short.name].running == 6)
            assert long_ones.running == 2
            assert await found.run(ONE, tasks.double, 2, limits=urgent) == 4
            assert not any(job.future.done() for job in crowd)

    run_it(run)


def test_free_workers_take_more_urgent_jobs_and_are_nicer(ranked: tuple[QueueLimits, ...]) -> None:
    urgent, *_, long = ranked

    async def run() -> None:
        async with opened((3, 3), ranked) as found:
            nice = await found.run(ONE, tasks.niceness, limits=urgent)
            assert nice == await found.run(ONE, tasks.niceness, limits=long) >= 15

    run_it(run)
