"""Attacks on memory and disk."""

import stat
from pathlib import Path

from bench.attack.attacker import ASIDE, Attacker, attack
from bench.attack.long_match import LongMatch, long_record
from marienbad.web.settings import DATABASE_NAME

LONG = "9" * 1_000


@attack("largest records", "the largest record again and again", note=5, seconds=8.0)
async def largest_records(a: Attacker) -> None:
    record = long_record()
    async for _ in a.pace():
        a.fire("POST", "/api/records", record)


@attack("largest matches", "new matches of 64 heaps of 1,000 digits", note=6)
async def largest_matches(a: Attacker) -> None:
    body = {"game": "nim", "position": [LONG] * 64, "players": ["human", "human"]}
    async for _ in a.pace():
        a.fire("POST", "/api/matches", body)


@attack("rematches", "the largest match begun again and again, with a request of 200 bytes")
async def rematches(a: Attacker) -> None:
    body = {"game": "nim", "position": [LONG] * 64, "players": ["human", "human"]}
    match = (await a.wire.ask("POST", "/api/matches", body)).data
    async for _ in a.pace():
        a.fire("POST", f"/api/matches/{match['id']}/rematch", token=match["seats"][0])


@attack("moves without end", "moves that take a thousand digits from each heap, and back")
async def moves_without_end(a: Attacker) -> None:
    match = await LongMatch.made(a, 0)
    body = {"game": "moore:k=2", "position": [LONG] * 64, "players": ["human", "human"]}
    answer = await a.wire.ask("POST", "/api/matches", body)
    async for number in a.pace():
        if answer.status == 201:
            seats, key = answer.data["seats"], answer.data["id"]
            move = {"take": [LONG[:990]] + ["0"] * 63, "ply": number}
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
