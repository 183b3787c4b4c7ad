"""Real server processes: two on one database, killed in mid-game, raced, watched by many."""

import asyncio
import json
import threading
from contextlib import ExitStack
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.asyncio.client import connect as watch
from websockets.sync.client import connect

from tests.support import PATIENCE
from tests.web.support import ServerProcess, Table, client_of, free_port, live

pytestmark = pytest.mark.slow

KILLS = 10
"""On each kind of database."""
RACES = 1000
CLIENTS = 6
WATCHED = 200


# Several processes


def test_a_move_through_one_process_reaches_the_watchers_of_another(database: str) -> None:
    with ServerProcess(database) as one, ServerProcess(database) as two, client_of(one) as client:
        table = Table.laid(client, "nim", position=[40, 40])
        with (
            connect(live(two, table), open_timeout=PATIENCE) as far,
            connect(live(one, table), open_timeout=PATIENCE) as near,
        ):
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
    """Two clients at two processes race for the same ply."""
    asyncio.run(race(database))


async def race(database: str) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(ServerProcess(database)) for _ in range(2)]
        with client_of(servers[0]) as client:
            table = Table.laid(client, "nim", position=[2 * RACES, 2 * RACES])
        rivals = [
            httpx.AsyncClient(base_url=servers[i].address, timeout=PATIENCE) for i in range(2)
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
        sockets = await asyncio.gather(
            *(watch(live(server, table), open_timeout=PATIENCE) for table in tables)
        )
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
