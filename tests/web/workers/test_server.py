"""The worker processes of a whole server: what they have loaded, and that none is left."""

import signal
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.processes import descendants
from marienbad.text.problems import InputError
from marienbad.web.workers import preload
from tests.support import PATIENCE, until
from tests.web.support import ServerProcess, client_of, is_gone, metric, queue_metric, workers_of

GREEDY = "heaps 4; take a, b, c, d from all where a * b * c * d % 7 != 3"
WYTHOFF = "heaps 2; take n from one; take n, n from two"

NEVER_COMPILED = """
import os, signal

def nice(by, nice=os.nice):
    if by == 19:
        signal.pause()
    return nice(by)

os.nice = nice
"""
"""What a process does before all else: the nicest one, which compiles, never does."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(f"sqlite:///{tmp_path / 'matches.db'}") as server:
        yield server


@pytest.mark.slow
def test_when_the_caller_hangs_up_the_work_is_ended(server: ServerProcess) -> None:
    body = f'{{"rules": "{GREEDY}", "size": 16, "kind": "grundy"}}'.encode("ascii")
    head = (
        f"POST /api/lab HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode("ascii")
    with client_of(server) as client:
        with closing(socket.create_connection(("127.0.0.1", server.port))) as caller:
            caller.sendall(head + body)
            until(lambda: queue_metric(client, "running", "search") == 1)
        until(lambda: queue_metric(client, "abandoned_total", "search") == 1)
        until(lambda: queue_metric(client, "running", "search") == 0)
        answer = client.post("/api/lab", json={"rules": "heaps 1; take n from one", "size": 8})
        assert answer.status_code == 200


@pytest.mark.slow
def test_the_first_map_waits_for_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(NEVER_COMPILED)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with (
        ServerProcess(f"sqlite:///{tmp_path / 'matches.db'}") as server,
        client_of(server) as client,
    ):
        for kind, found in (("outcomes", 1), ("grundy", 196)):
            answer = client.post("/api/lab", json={"rules": WYTHOFF, "size": 128, "kind": kind})
            assert answer.status_code == 200
            assert answer.json()["greatest"] == found
            assert answer.json()["description"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_is_left(server: ServerProcess, number: signal.Signals) -> None:
    with client_of(server) as client:
        client.get("/api/analysis?game=nim&position=1,3").raise_for_status()
        client.get("/api/lab").raise_for_status()
        until(lambda: len(workers_of(server)) >= 9)  # the fork server, and the workers
        assert metric(client, "marienbad_pool_workers") == 8
        family = descendants(server.process.pid)
    server.process.send_signal(number)
    server.process.communicate(timeout=PATIENCE)
    until(lambda: all(map(is_gone, family)))


@pytest.mark.slow
def test_health_says_what_is_true(shared_server: ServerProcess) -> None:
    with client_of(shared_server) as client:
        client.get("/api/analysis?game=nim&position=1,3").raise_for_status()
        health = client.get("/api/health")
        assert health.status_code == 200
        found = health.json()
        assert (found["status"], found["database"]) == ("ok", "ok")
        assert found["workers"] in ("ok", "starting")
        until(lambda: client.get("/api/health").json()["workers"] == "ok")


def test_one_game_cannot_keep_the_others_from_being_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []

    def refuse() -> None:
        raise InputError("errors.no_parameters", game="half")

    def fail() -> None:
        raise KeyError("half.game.title")

    uses = (refuse, fail, lambda: done.append("nim"))
    monkeypatch.setattr(preload, "uses", lambda: iter(uses))
    preload.warm_up()
    assert done == ["nim"]
    reported = capsys.readouterr().err
    assert "half.game.title" in reported
    assert "InputError" not in reported


@pytest.mark.slow
def test_only_what_a_game_does_not_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    preload.warm_up()
    assert capsys.readouterr().err == ""
