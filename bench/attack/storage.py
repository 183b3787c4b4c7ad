"""Attacks on memory and disk."""

import asyncio
import stat
from pathlib import Path

from bench.attack.attacker import ASIDE, COUNTED, Attacker, attack
from bench.attack.matches import LONGEST, OwnMatch, long_record, wish
from bench.attack.wire import NOTHING
from marienbad.web.settings import DATABASE_NAME


@attack("largest records", "the largest record again and again", note=5, seconds=8.0)
async def largest_records(a: Attacker) -> None:
    record = long_record()
    async for _ in a.pace():
        a.fire("POST", "/api/records", record)


@attack("largest matches", "new matches of 64 heaps of 1,000 digits", note=6)
async def largest_matches(a: Attacker) -> None:
    async for _ in a.pace():
        a.fire("POST", "/api/matches", wish(LONGEST))


@attack("rematches", "the largest match begun again and again, with a request of 200 bytes")
async def rematches(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, LONGEST)
    async for _ in a.pace():
        a.fire("POST", f"{match.path}/rematch", token=match.seats[0])


@attack("moves without end", "moves that take almost a thousand digits from a heap")
async def moves_without_end(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, LONGEST)
    take = ["9" * 990] + ["0"] * (len(LONGEST) - 1)
    async for number in a.pace():
        a.do(match.move(take, ply=number))


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
    own = await OwnMatch.begun(a.wire, [9])
    a.begin()
    answer = NOTHING
    for _ in range(400):
        answer = await a.wire.ask("POST", "/api/matches", wish(LONGEST))
        if answer.status != 201:
            break
        await asyncio.sleep(0.05)
    a.check(
        answer.status == 503 and answer.key == "server.full", f"it was never full: {answer.status}"
    )
    await a.expect(own.move([1]), "a move then", 200)


@attack(
    "matches of a day",
    "more new matches than an address may make in a day",
    note=6,
    meets="nobody",
    options=(*COUNTED, "--matches-a-day", "20"),
    seconds=0.0,
)
async def matches_of_a_day(a: Attacker) -> None:
    a.begin()
    answers = [await a.wire.ask("POST", "/api/matches", wish([9])) for _ in range(25)]
    made = [OwnMatch.of(a.wire, answer) for answer in answers if answer.status == 201]
    again = a.wire.ask("POST", f"{made[0].path}/rematch", token=made[0].seats[0])
    await a.expect(again, "a rematch", 429)
    a.check(len(made) == 20, f"{len(made)} matches instead of 20")
