"""A thousand live matches at once: everybody who watches one must be sent every move of it."""

import asyncio
import time

import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from bench.load import HOST, PATIENCE, run
from bench.scripts import Seated, people, seat

MATCHES = 1_000
MOVES = 4
CLIENTS = 20
AT_ONCE = 50


def messages(port: int) -> tuple[int, int, float]:
    """How many messages were due, how many came in order, and the seconds that the moves took."""
    matches = seat(port, ("human", "human"), MATCHES, CLIENTS)
    received, seconds = uvloop.run(_watch(port, matches))
    return MATCHES * (MOVES + 1), received, seconds


async def _watch(port: int, matches: list[Seated]) -> tuple[int, float]:
    gate = asyncio.Semaphore(AT_ONCE)
    async with asyncio.timeout(PATIENCE):
        sockets = await asyncio.gather(*(_open(port, match, gate) for match in matches))
        # everybody is there and has seen the match before the first move
        received = sum(await asyncio.gather(*(_see(socket, (0,)) for socket in sockets)))
        watching = asyncio.gather(*(_see(socket, range(1, MOVES + 1)) for socket in sockets))
        began = time.perf_counter()
        scripts = [people(matches[n::CLIENTS], MOVES) for n in range(CLIENTS)]
        await asyncio.to_thread(run, port, scripts)
        received += sum(await watching)
        seconds = time.perf_counter() - began
        await asyncio.gather(*(socket.close() for socket in sockets))
    return received, seconds


async def _open(port: int, match: Seated, gate: asyncio.Semaphore) -> ClientConnection:
    async with gate:
        return await connect(
            f"ws://{HOST}:{port}/api/matches/{match.id}/live",
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )


async def _see(socket: ClientConnection, plies: tuple[int, ...] | range) -> int:
    """How many of the messages came that tell of these plies, in their order."""
    seen = 0
    for ply in plies:
        seen += orjson.loads(await socket.recv())["ply"] == ply
    return seen
