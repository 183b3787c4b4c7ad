"""A server process is started, stopped politely, or says in a sentence why it cannot be."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from bench.processes import free_port
from marienbad.cli.serve import HOST, PORT
from tests.support import PATIENCE
from tests.web.support import ServerProcess, Table, client_of, live

pytestmark = pytest.mark.slow

NO_HOSTS = ("https://other.example.org/", "*.x.org", "nim.example:", "192.0.2.777", "[nim]", "é.fr")


ATTEMPTS = """
import json, os, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from marienbad.cli import main
for options, environment in json.load(sys.stdin):
    os.environ.update(environment)
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        try:
            status = main(["serve", "--lang", "en", *options])
        except SystemExit as ended:
            status = ended.code
    print(json.dumps([status, out.getvalue(), err.getvalue()]))
"""
"""One process for all: what takes long is to import the server."""


def served(*attempts: tuple[str, ...], **environment: str) -> list[tuple[int, str, str]]:
    """The status of each attempt to serve, and what it printed on either stream."""
    process = subprocess.run(
        [sys.executable, "-c", ATTEMPTS],
        input=json.dumps([(options, environment) for options in attempts]),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, "")
    found = [tuple(json.loads(line)) for line in process.stdout.splitlines()]
    assert len(found) == len(attempts)
    return found


@pytest.mark.sample(1)
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


def test_the_log_is_json_lines_and_the_embedded_database_is_in_the_data_folder(
    tmp_path: Path,
) -> None:
    port = free_port()
    words = ["--lang", "fr", "serve", "--log", "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, "-m", "marienbad", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "new")},
    )
    assert process.stdout is not None
    address = f"http://localhost:{port}/"
    assert address in process.stdout.readline()
    httpx.get(f"{address}api/health", timeout=PATIENCE, trust_env=False)
    process.terminate()
    _, complaints = process.communicate(timeout=PATIENCE)
    assert (tmp_path / "new" / "marienbad" / "matches.db").exists()
    lines: list[dict[str, Any]] = [json.loads(line) for line in complaints.splitlines()]
    (request,) = [line for line in lines if line["event"] == "request"]
    assert (request["method"], request["path"], request["status"]) == ("GET", "/api/health", 200)


def test_a_server_that_others_can_reach_says_so_and_what_the_proxy_limits(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'matches.db'}"
    limits = ("--rate-limit", "100/min", "--connections", "9")
    with ServerProcess(database, "--host", "0.0.0.0", *limits) as server:
        assert server.process.stdout is not None
        said = server.process.stdout.readline()
        server.process.terminate()
        _, complaints = server.process.communicate(timeout=PATIENCE)
    assert "a class or a network that you trust" in said
    assert "deploy/" in said
    assert [line.split()[0] for line in complaints.splitlines()] == [*limits[::2]]
    for options in ((), ("--host", "0.0.0.0", "--proxy", "10.0.0.1")):
        with ServerProcess(database, *options) as server:
            server.process.terminate()
            assert server.process.communicate(timeout=PATIENCE) == ("", "")


def test_what_keeps_a_server_from_starting_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    good = f"sqlite:///{tmp_path / 'matches.db'}"
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        found = served(
            ("--port", "0"),
            ("--port", "0", "--database", f"sqlite:///{tmp_path / 'no' / 'such.db'}"),
            ("--port", port, "--database", good),
            ("--port", "0", "--database", "nonsense"),
            ("--port", "0", "--database", "mysql://host/name"),
            ("--port", "0", "--database", f"postgresql://nobody@/x?host={tmp_path}"),
            ("--port", "0", "--host", "no.such.host.invalid", "--database", good),
            ("--expire", "0"),
            ("--root-path", "marienbad"),
            ("--root-path", "/a/../b"),
            ("--root-path", "/marienbad/."),
            ("--contact", "nobody\nExpires: never"),
            *(("--allowed-host", host) for host in NO_HOSTS),
            XDG_DATA_HOME=str(file),
        )
    complaints = [complaint for _, _, complaint in found]
    for host, complaint in zip(NO_HOSTS, complaints[-len(NO_HOSTS) :], strict=True):
        assert f"“{host}” is not a host: expected a name" in complaint
    assert "cannot be kept in" in complaints[0]
    assert "file/marienbad”: Not a directory" in complaints[0]
    assert "such.db cannot be used" in complaints[1]
    for status, printed, complaint in found:
        assert (status, printed) == (2, "")
        assert len(complaint.splitlines()) <= 2, complaint
        assert "Traceback" not in complaint


def test_marienbad_alone_serves_on_any_free_port_and_needs_no_browser(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "BROWSER": "/bin/false"}
    with closing(socket.socket()) as taken, ExitStack() as stack:
        with suppress(OSError):  # where somebody else has the usual port, it is taken too
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind((HOST, PORT))
            taken.listen()
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
        process.terminate()
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0


def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['starlette'] = None;"
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
