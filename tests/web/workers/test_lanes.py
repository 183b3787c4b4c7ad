"""The lanes of a server: none waits for another, what nobody waits for is ended, none is left."""

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bench.processes import descendants
from marienbad.web.http.metrics import Metrics
from marienbad.web.workers.lanes import SEARCH, Lanes
from tests.support import PATIENCE, until
from tests.web.support import ServerProcess, client_of, is_gone, lane_metric, searchers
from tests.web.workers import tasks

pytestmark = pytest.mark.slow

GREEDY = "heaps 4; take a, b, c, d from all where a * b * c * d % 7 != 3"

NEVER_LOADED = """
import signal, sys
if "search" in sys.orig_argv:
    signal.pause()
"""
"""What a process does before all else: the one that loads or compiles the search does nothing."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(f"sqlite:///{tmp_path / 'matches.db'}") as server:
        yield server


def test_a_reply_waits_for_no_analysis() -> None:
    async def run() -> None:
        lanes = Lanes(None, Metrics())
        lanes.open()
        crowd = [
            lanes.short.ask(f"192.0.2.{number}", tasks.wait, ())
            for number in range(4)
            for _ in range(20)
        ]
        async with asyncio.timeout(PATIENCE):
            assert await lanes.reply.ask("192.0.2.9", tasks.double, (2,)).future == [4]
        assert not any(question.future.done() for question in crowd)
        await lanes.close()

    asyncio.run(run())


def test_a_study_waits_for_no_proof_and_there_is_one_proof_at_a_time() -> None:
    async def run() -> None:
        lanes = Lanes(None, Metrics())
        lanes.open()
        proofs = [lanes.proof.ask(f"192.0.2.{number % 2}", tasks.wait, ()) for number in range(6)]
        async with asyncio.timeout(PATIENCE):
            while not lanes.proof.running:
                await asyncio.sleep(0.01)
            for address in ("192.0.2.1", "192.0.2.9"):
                assert await lanes.study.ask(address, tasks.double, (2,)).future == [4]
            assert (lanes.proof.running, lanes.proof.waiting) == (1, 5)
            # whoever has nothing under way is the next
            other = lanes.proof.ask("192.0.2.9", tasks.double, (3,))
            lanes.shares.spend("192.0.2.0", 1)
            lanes.shares.spend("192.0.2.1", 1)
            lanes.proof.forget(next(proof for proof in proofs if proof.worker is not None))
            assert await other.future == [6]
        await lanes.close()

    asyncio.run(run())


def test_when_the_caller_hangs_up_the_work_is_ended(server: ServerProcess) -> None:
    body = f'{{"rules": "{GREEDY}", "size": 12, "kind": "grundy"}}'.encode("ascii")
    head = (
        f"POST /api/lab HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode("ascii")
    with client_of(server) as client:
        client.get("/api/lab").raise_for_status()
        until(lambda: lane_metric(client, "workers", "search") == SEARCH.workers)
        _, *workers = searchers(server)
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)  # whatever they are asked is never done
        with closing(socket.create_connection(("127.0.0.1", server.port))) as caller:
            caller.sendall(head + body)
            until(lambda: lane_metric(client, "running", "search") == 1)
        until(lambda: lane_metric(client, "abandoned_total", "search") == 1)
        until(lambda: any(map(is_gone, workers)))
        until(lambda: lane_metric(client, "running", "search") == 0)
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGCONT)
        answer = client.post("/api/lab", json={"rules": "heaps 1; take n from one", "size": 8})
        assert answer.status_code == 200


def test_the_first_map_waits_for_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(NEVER_LOADED)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with (
        ServerProcess(f"sqlite:///{tmp_path / 'matches.db'}") as server,
        client_of(server) as client,
    ):
        wish = {"rules": "heaps 2; take n from one; take n, n from two", "size": 128}
        for kind, found in (("outcomes", 1), ("grundy", 196)):
            answer = client.post("/api/lab", json={**wish, "kind": kind})
            assert answer.status_code == 200
            assert answer.json()["greatest"] == found
            assert answer.json()["description"]
        assert lane_metric(client, "asked_total", "search") == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_is_left(server: ServerProcess, number: signal.Signals) -> None:
    with client_of(server) as client:
        client.get("/api/analysis?game=nim&position=1,3").raise_for_status()
        client.get("/api/lab").raise_for_status()
        until(lambda: lane_metric(client, "workers", "study") == 2)
        family = descendants(server.process.pid)
    assert len(family) >= 8  # two nurseries, and the light workers
    server.process.send_signal(number)
    server.process.communicate(timeout=PATIENCE)
    until(lambda: all(map(is_gone, family)))


def test_health_says_what_is_true(shared_server: ServerProcess) -> None:
    with client_of(shared_server) as client:
        client.get("/api/analysis?game=nim&position=1,3").raise_for_status()
        health = client.get("/api/health")
        assert health.status_code == 200
        found = health.json()
        assert (found["status"], found["database"]) == ("ok", "ok")
        assert found["workers"] in ("ok", "starting")
        until(lambda: client.get("/api/health").json()["workers"] == "ok")
