"""Real server processes: two on one PostgreSQL, killed in mid-game, raced, and stopped politely."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.asyncio.client import connect as watch
from websockets.sync.client import connect

from tests.support import PATIENCE
from tests.web.support import ServerProcess, Table, free_port, new_database

pytestmark = pytest.mark.slow

KILLS = 10
"""On each kind of database."""
RACES = 1000
CLIENTS = 6
WATCHED = 200


def client_of(server: ServerProcess) -> httpx.Client:
    return httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False)


def live(server: ServerProcess, table: Table) -> str:
    return f"ws://127.0.0.1:{server.port}{table.path}/live"


# Several processes


def test_a_move_through_one_process_reaches_the_watchers_of_another(postgresql: str) -> None:
    database = new_database(postgresql)
    with ServerProcess(database) as one, ServerProcess(database) as two, client_of(one) as client:
        table = Table.laid(client, "nim", position=[40, 40])
        with connect(live(two, table), proxy=None) as far, connect(live(one, table)) as near:
            assert json.loads(far.recv(PATIENCE)) == json.loads(near.recv(PATIENCE)) == table.match
            for _ in range(10):
                table.play([1, 0])
                table.play([0, 1])
                for spectator in (near, far):
                    while (seen := json.loads(spectator.recv(PATIENCE)))["ply"] < table.match[
                        "ply"
                    ]:
                        assert seen["moves"] == table.match["moves"][: seen["ply"]]
                    assert seen == table.match
            with client_of(two) as elsewhere:
                undone = elsewhere.post(f"{table.path}/undo", headers=table.token(1)).json()
            assert json.loads(near.recv(PATIENCE)) == undone


def test_two_moves_at_the_same_moment_one_is_played(database: str) -> None:
    """Two clients, where the database allows it at two processes, race for the same ply."""
    asyncio.run(race(database))


async def race(database: str) -> None:
    with ExitStack() as stack:
        number = 1 if database.startswith("sqlite") else 2
        servers = [stack.enter_context(ServerProcess(database)) for _ in range(number)]
        with client_of(servers[0]) as client:
            table = Table.laid(client, "nim", position=[2 * RACES, 2 * RACES])
        rivals = [
            httpx.AsyncClient(base_url=servers[i % number].address, timeout=PATIENCE)
            for i in range(2)
        ]

        async def send(rival: int, ply: int) -> int:
            take = [1, 0] if rival == 0 else [0, 1]
            answer = await rivals[rival].post(
                f"{table.path}/moves",
                json={"take": take, "ply": ply},
                headers=table.token(ply % 2),
            )
            return answer.status_code

        wins = []
        for ply in range(RACES):
            order = (0, 1) if ply % 2 else (1, 0)
            statuses = await asyncio.gather(*(send(rival, ply) for rival in order))
            assert sorted(statuses) == [200, 409]
            wins.append(order[statuses.index(200)])
        match = (await rivals[0].get(table.path)).json()
        assert match["moves"] == [[1, 0] if winner == 0 else [0, 1] for winner in wins]
        for rival in rivals:
            await rival.aclose()


# A power cut


def test_every_acknowledged_move_survives_kill_9(database: str) -> None:
    port = free_port()
    tables: list[Table] = []
    for kill in range(KILLS + 1):
        with ServerProcess(database, port=port) as server, client_of(server) as client:
            for table in tables:
                acknowledged = table.match
                table.match = match = client.get(table.path).json()
                # one move may have been committed whose answer was cut off
                assert acknowledged["ply"] <= match["ply"] <= acknowledged["ply"] + 1
                assert match["moves"][: acknowledged["ply"]] == acknowledged["moves"]
            if kill == 0:
                start = [10**6, 10**6]
                tables = [Table.laid(client, "nim", position=start) for _ in range(CLIENTS)]
            if kill < KILLS:
                # after one move more each time, so that it does not always meet the same moment
                kill_after(CLIENTS + kill, server, tables)


def kill_after(moves: int, server: ServerProcess, tables: list[Table]) -> None:
    """Play at all tables at the same time, and kill the server after a number of moves."""
    played = threading.Semaphore(0)
    threads = [threading.Thread(target=stream, args=(server, table, played)) for table in tables]
    for thread in threads:
        thread.start()
    for _ in range(moves):
        assert played.acquire(timeout=PATIENCE)
    server.kill()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def stream(server: ServerProcess, table: Table, played: threading.Semaphore) -> None:
    """Play until the server is gone; ``table.match`` is then the last that was acknowledged."""
    with client_of(server) as client:
        table.client = client
        try:
            while True:
                table.play([1, 0] if table.match["ply"] % 2 else [0, 1])
                played.release()
        except httpx.TransportError:
            return


# Many watchers


def test_no_watcher_misses_a_change(tmp_path: Path) -> None:
    asyncio.run(watch_many(f"sqlite:///{tmp_path / 'matches.db'}"))


async def watch_many(database: str) -> None:
    with ServerProcess(database) as server, client_of(server) as client:
        tables = [Table.laid(client, "nim", position=[9]) for _ in range(WATCHED)]
        sockets = await asyncio.gather(*(watch(live(server, table)) for table in tables))
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as player:
            for ply in range(5):
                answers = await asyncio.gather(
                    *(
                        player.post(
                            f"{table.path}/moves",
                            json={"take": [1], "ply": ply},
                            headers=table.token(ply % 2),
                        )
                        for table in tables
                    )
                )
                assert {answer.status_code for answer in answers} == {200}
        for connection in sockets:
            seen = [json.loads(await connection.recv())["ply"] for _ in range(6)]
            assert seen == list(range(6))
            await connection.close()


# Starting and stopping


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
            spectator = stack.enter_context(connect(live(server, table)))
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
        ]
    assert "cannot be kept in" in attempts[1].stderr
    assert "file/marienbad': Not a directory" in attempts[1].stderr
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
