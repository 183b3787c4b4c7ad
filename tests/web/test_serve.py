"""A server process is started, stopped politely, or says in a sentence why it cannot be."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from bench.processes import free_port
from tests.support import PATIENCE
from tests.web.support import ServerProcess, Table, client_of, live

pytestmark = pytest.mark.slow

NO_HOSTS = ("https://other.example.org/", "*.x.org", "nim.example:", "192.0.2.777", "[nim]", "é.fr")


def run_serve(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "marienbad", "serve", "--lang", "en", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_polite_stop(tmp_path: Path, number: signal.Signals) -> None:
    with ServerProcess(f"sqlite:///{tmp_path / 'matches.db'}") as server:
        with client_of(server) as client, ExitStack() as stack:
            table = Table.laid(client, "nim", position=[5])
            spectator = stack.enter_context(connect(live(server, table), open_timeout=PATIENCE))
            spectator.recv(PATIENCE)
            server.process.send_signal(number)
            _, complaints = server.process.communicate(timeout=PATIENCE)
        assert (server.process.returncode, complaints) == (0, "")
    with closing(socket.socket()) as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", server.port))


def test_the_log_is_json_lines(tmp_path: Path) -> None:
    with ServerProcess(f"sqlite:///{tmp_path / 'matches.db'}", "--log") as server:
        with client_of(server) as client:
            client.get("/api/health")
        server.process.terminate()
        _, complaints = server.process.communicate(timeout=PATIENCE)
    lines: list[dict[str, Any]] = [json.loads(line) for line in complaints.splitlines()]
    (request,) = [line for line in lines if line["event"] == "request"]
    assert (request["method"], request["path"], request["status"]) == ("GET", "/api/health", 200)


def test_the_embedded_database_is_made_in_the_data_folder(tmp_path: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "marienbad", "--lang", "fr", "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "new")},
    )
    assert process.stdout is not None
    assert f"http://localhost:{port}/" in process.stdout.readline()
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert (tmp_path / "new" / "marienbad" / "matches.db").exists()


def test_what_keeps_a_server_from_starting_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    good = f"sqlite:///{tmp_path / 'matches.db'}"
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        attempts = [
            run_serve("--port", port, "--database", good),
            run_serve("--port", "0", XDG_DATA_HOME=str(file)),
            run_serve("--port", "0", "--database", f"sqlite:///{tmp_path / 'no' / 'such.db'}"),
            run_serve("--port", "0", "--database", "nonsense"),
            run_serve("--port", "0", "--database", "mysql://host/name"),
            run_serve("--port", "0", "--database", f"postgresql://nobody@/x?host={tmp_path}"),
            run_serve("--port", "0", "--host", "no.such.host.invalid", "--database", good),
            run_serve("--rate-limit", "fast"),
            run_serve("--expire", "0"),
            run_serve("--root-path", "marienbad"),
            run_serve("--root-path", "/a/../b"),
            run_serve("--root-path", "/marienbad/."),
            run_serve("--contact", "nobody\nExpires: never"),
        ]
    for host in NO_HOSTS:
        attempts.append(run_serve("--allowed-host", host))
        assert f"“{host}” is not a host: expected a name" in attempts[-1].stderr
    assert "cannot be kept in" in attempts[1].stderr
    assert "file/marienbad”: Not a directory" in attempts[1].stderr
    assert "such.db cannot be used" in attempts[2].stderr
    for attempt in attempts:
        assert (attempt.returncode, attempt.stdout) == (2, "")
        assert len(attempt.stderr.splitlines()) <= 2, attempt.stderr
        assert "Traceback" not in attempt.stderr


def test_marienbad_alone_serves_on_any_free_port_and_needs_no_browser(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "BROWSER": "/bin/false"}
    with ExitStack() as stack:
        processes = []
        for _ in range(2):
            process = subprocess.Popen(
                [sys.executable, "-m", "marienbad"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=environment,
            )
            stack.callback(process.kill)
            assert process.stdout is not None
            (address,) = re.findall(r"http://localhost:\d+/", process.stdout.readline())
            assert httpx.get(address, timeout=PATIENCE, trust_env=False).status_code == 200
            processes.append(process)
        for process in processes:
            process.terminate()
            process.communicate(timeout=PATIENCE)
            assert process.returncode == 0


def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['fastapi'] = None;"
        "from marienbad.cli import main; sys.exit(main(['serve', '--lang', 'en']))"
    )
    process = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert process.returncode == 2
    assert "marienbad[web]" in process.stderr
    assert "Traceback" not in process.stderr
