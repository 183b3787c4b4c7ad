"""Attacks by what two players do with each other: who is there, helps, rematches, branches."""

import asyncio
import json
from contextlib import suppress

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from bench.attack.attacker import Attacker, attack
from bench.attack.matches import OwnMatch, wish
from bench.attack.sockets import watch

VISITORS = 150
PLIES = 4_900


@attack("company", "150 sockets that say who they are, one of which comes and goes", seconds=5.0)
async def company(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, [9, 9])
    told = 0

    async def attend(socket: ClientConnection | None, token: str | None, seconds: float) -> None:
        nonlocal told
        with suppress(WebSocketException, TimeoutError):
            async with asyncio.timeout(seconds):
                while socket is not None:
                    await socket.send(json.dumps({"token": token}))
                    async for _ in socket:
                        told += 1
        if socket is not None:
            await socket.close()

    visitors = [await watch(a, match.path) for _ in range(VISITORS)]
    for visitor in visitors:
        a.do(attend(visitor, None, a.seconds))
    async for number in a.pace(5):
        a.do(attend(await watch(a, match.path), match.seats[number % 2], 0.3))
    a.remarks.append(f"{told} messages")


@attack("companies", "every socket at a match of its own: as many matches tell of company")
async def companies(a: Attacker) -> None:
    async def attend() -> None:
        match = await OwnMatch.begun(a.wire, [9, 9])
        socket = await watch(a, match.path)
        if socket is not None:
            with suppress(WebSocketException):
                await socket.send(json.dumps({"token": match.seats[0]}))
                async for _ in socket:
                    pass

    async for _ in a.pace():
        a.do(attend())


@attack("helps and rematches", "helps declared and the same match asked for again, the allowance")
async def helps_and_rematches(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, [9, 9])
    async for number in a.pace():
        seat = match.seats[number % 2]
        call, body = (("help", None), ("rematch", {"request": True}))[number // 2 % 2]
        a.fire("POST", f"{match.path}/{call}", body, token=seat)


@attack("largest branches", "matches begun with as many moves as fit, and judged, the allowance")
async def largest_branches(a: Attacker) -> None:
    branch = wish([9_999] + [5] * 11, moves=[[1] + [0] * 11] * PLIES)
    async for number in a.pace():
        a.fire("POST", ("/api/matches", "/api/review")[number % 2], branch)
