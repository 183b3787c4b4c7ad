"""Real server processes: two on one database, raced, watched by many."""

import asyncio
import json
from contextlib import AsyncExitStack

import httpx2 as httpx
import pytest
from websockets.asyncio.client import connect as watch
from websockets.sync.client import connect

from tests.support import PATIENCE
from tests.web.support import ServerProcess, Table, client_of, how_many, live

pytestmark = pytest.mark.slow

Pair = tuple[ServerProcess, ServerProcess]


# Several processes


def test_a_move_through_one_process_reaches_the_watchers_of_another(pair: Pair) -> None:
    one, two = pair
    with client_of(one) as client:
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


@pytest.mark.sample
def test_two_moves_at_the_same_moment_one_is_played(pair: Pair) -> None:
    """Two clients at two processes race for the same ply."""
    asyncio.run(race(pair, how_many(100, in_verify=1000)))


async def race(servers: Pair, races: int) -> None:
    async with AsyncExitStack() as stack:
        with client_of(servers[0]) as client:
            table = Table.laid(client, "nim", position=[2 * races, 2 * races])
        rivals = [
            await stack.enter_async_context(
                httpx.AsyncClient(base_url=server.address, timeout=PATIENCE)
            )
            for server in servers
        ]

        async def send(rival: int, ply: int) -> int:
            """The answer to a move; what could not be decided in time is sent again."""
            take = [1, 0] if rival == 0 else [0, 1]
            status = 503
            while status == 503:
                answer = await rivals[rival].post(
                    f"{table.path}/moves",
                    json={"take": take, "ply": ply},
                    headers=table.token(ply % 2),
                )
                status = answer.status_code
            return status

        wins = []
        for ply in range(races):
            order = (0, 1) if ply % 2 else (1, 0)
            statuses = await asyncio.gather(*(send(rival, ply) for rival in order))
            assert sorted(statuses) == [200, 409]
            wins.append(order[statuses.index(200)])
        match = (await rivals[0].get(table.path)).json()
        assert match["moves"] == [[1, 0] if winner == 0 else [0, 1] for winner in wins]


# Many watchers


@pytest.mark.sample
def test_no_watcher_misses_a_change(shared_server: ServerProcess) -> None:
    asyncio.run(watch_many(shared_server, how_many(40, in_verify=200)))


async def watch_many(server: ServerProcess, watched: int) -> None:
    with client_of(server) as client:
        tables = [Table.laid(client, "nim", position=[9]) for _ in range(watched)]
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
