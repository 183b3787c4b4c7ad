"""Attacks on memory and disk."""

import asyncio
import stat
from pathlib import Path
from random import Random

from bench.attack.attacker import ASIDE, COUNTED, Attacker, attack
from bench.attack.long_match import LongMatch, long_record
from bench.attack.wire import NOTHING
from marienbad.web.settings import DATABASE_NAME

LONGEST = [str(Random(heap).randrange(10**999, 10**1000)) for heap in range(64)]
"""64 heaps of 1,000 digits that cannot be compressed."""


@attack("largest records", "the largest record again and again", note=5, seconds=8.0)
async def largest_records(a: Attacker) -> None:
    record = long_record()
    async for _ in a.pace():
        a.fire("POST", "/api/records", record)


@attack("largest matches", "new matches of 64 heaps of 1,000 digits", note=6)
async def largest_matches(a: Attacker) -> None:
    body = {"game": "nim", "position": LONGEST, "players": ["human", "human"]}
    async for _ in a.pace():
        a.fire("POST", "/api/matches", body)


@attack("rematches", "the largest match begun again and again, with a request of 200 bytes")
async def rematches(a: Attacker) -> None:
    body = {"game": "nim", "position": LONGEST, "players": ["human", "human"]}
    match = (await a.wire.ask("POST", "/api/matches", body)).data
    async for _ in a.pace():
        a.fire("POST", f"/api/matches/{match['id']}/rematch", token=match["seats"][0])


@attack("moves without end", "moves that take a thousand digits from each heap, and back")
async def moves_without_end(a: Attacker) -> None:
    match = await LongMatch.made(a, 0)
    body = {"game": "moore:k=2", "position": LONGEST, "players": ["human", "human"]}
    answer = await a.wire.ask("POST", "/api/matches", body)
    async for number in a.pace():
        if answer.status == 201:
            seats, key = answer.data["seats"], answer.data["id"]
            move = {"take": ["9" * 990] + ["0"] * 63, "ply": number}
            a.fire("POST", f"/api/matches/{key}/moves", move, token=seats[number % 2])
        else:
            a.do(match.move())


@attack(
    "keys on disk", "files that others on the machine can read", note=10, kinds=("sqlite",), **ASIDE
)
async def keys_on_disk(a: Attacker) -> None:
    a.begin()
    folder = Path(a.database.removeprefix("sqlite:///")).parent
    for path in folder.glob(f"{DATABASE_NAME}*"):
        mode = stat.S_IMODE(path.stat().st_mode)
        a.check(not mode & 0o077, f"{path.name} is {mode:o}")


@attack(
    "database full",
    "new matches until the database has its size; those under way go on",
    note=6,
    meets="nobody",
    options=("--database-size", "10"),
    seconds=0.0,
)
async def database_full(a: Attacker) -> None:
    body = {"game": "nim", "position": LONGEST, "players": ["human", "human"]}
    own = (await a.wire.ask("POST", "/api/matches", {**body, "position": [9]})).data
    a.begin()
    answer = NOTHING
    for _ in range(400):
        answer = await a.wire.ask("POST", "/api/matches", body)
        if answer.status != 201:
            break
        await asyncio.sleep(0.05)
    a.check(
        answer.status == 503 and answer.key == "server.full", f"it was never full: {answer.status}"
    )
    move = {"take": [1], "ply": 0}
    path = f"/api/matches/{own['id']}/moves"
    await a.expect(a.wire.ask("POST", path, move, own["seats"][0]), "a move then", 200)


@attack(
    "matches of a day",
    "more new matches than an address may make in a day",
    note=6,
    meets="nobody",
    options=(*COUNTED, "--matches-a-day", "20"),
    seconds=0.0,
)
async def matches_of_a_day(a: Attacker) -> None:
    body = {"game": "nim", "position": [9], "players": ["human", "human"]}
    a.begin()
    answers = [await a.wire.ask("POST", "/api/matches", body) for _ in range(25)]
    made = [answer for answer in answers if answer.status == 201]
    again = f"/api/matches/{made[0].data['id']}/rematch"
    await a.expect(a.wire.ask("POST", again, token=made[0].data["seats"][0]), "a rematch", 429)
    a.check(len(made) == 20, f"{len(made)} matches instead of 20")
