"""The limits of the program itself: what an address may do at once, and connections in all."""

import asyncio
import subprocess
import sys

import pytest

from marienbad.web.http.answers import Refusal
from marienbad.web.http.limits import ADDRESSES, Allowance, OneByOne
from tests.support import PATIENCE, ManualClock

BUSY, OTHER = "192.0.2.1", "192.0.2.2"


def test_only_so_many_addresses_are_remembered() -> None:
    allowance = Allowance(1, a_second=1, clock=ManualClock())
    for number in range(ADDRESSES + 10):
        allowance.admits(str(number))
    assert len(allowance._left) == ADDRESSES


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


LIMITED = """
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from marienbad.web import server
for soft, hard, wished in ((256, 1024, 100), (356, 1024, 12_000), (300, 600, 12_000)):
    setrlimit(RLIMIT_NOFILE, (soft, hard))
    server.CONNECTIONS = wished
    print(server.connections_allowed(), getrlimit(RLIMIT_NOFILE)[0])
"""


@pytest.mark.slow
def test_descriptors_are_asked_for_or_fewer_connections_are_allowed() -> None:
    command = [sys.executable, "-c", LIMITED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.splitlines() == ["100 356", "768 1024", "344 600"]
