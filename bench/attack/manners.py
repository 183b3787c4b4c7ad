"""Who may do what: foreign pages, forged hosts, moves taken back, and what an answer gives away."""

import asyncio

from bench.attack.attacker import ADDRESS, ASIDE, Attacker, attack
from bench.attack.matches import OwnMatch, wish

EVIL = "evil.example"
POSITION, TAKE = (9, 9), (1, 0)
BODY = wish(POSITION)


@attack("foreign page", "a page of elsewhere makes matches on this machine", note=7, **ASIDE)
async def foreign_page(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, POSITION)
    path, body, token = f"{match.path}/moves", {"take": TAKE, "ply": 0}, match.seats[0]
    a.begin()
    for origin in (f"http://{EVIL}", "null", f"https://127.0.0.1.{EVIL}", "http://127.0.0.1:1"):
        headers = {"Origin": origin}
        ask = a.wire.ask("POST", "/api/matches", BODY, headers=headers)
        await a.expect(ask, f"a match from {origin}", 403)
        move = a.wire.ask("POST", path, body, token, headers=headers)
        await a.expect(move, f"a move from {origin}", 403)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        ask = a.wire.ask("POST", "/api/matches", BODY, headers={"Content-Type": kind})
        await a.expect(ask, f"a match as {kind}", 415)
    ask = a.wire.ask("POST", "/api/matches", BODY, headers={"Host": EVIL})
    await a.expect(ask, f"a match of {EVIL}", 400, 403, 421)


@attack("forged host", "another Host, with a slash that is too much", note=17, **ASIDE)
async def forged_host(a: Attacker) -> None:
    a.begin()
    for path in ("/lab/", "/api/games/", "/m/x/", "/static", "//evil.example/"):
        answer = await a.wire.ask("GET", path, headers={"Host": EVIL})
        where = answer.headers.get("location", "")
        a.check(EVIL not in where.partition("//")[2], f"{path} leads to {where}")


@attack("failures", "calls that were answered with 500 or 503", note=14, **ASIDE)
async def failures(a: Attacker) -> None:
    a.begin()
    for digits in (640, 1_000):
        long = "9" * digits
        for call in ("map?size=8", "drawing?position=26,66", "drawing?position=0,1&theory=table"):
            for game in (f"wythoff:a={long}", f"wythoff:b={long}", f"wythoff:a={long},b={long}"):
                ask = a.wire.ask("GET", f"/api/{call}&game={game}")
                await a.expect(ask, f"{call} with {digits} digits", 200, 422)
    for key in ("%00", "a%00b", "%ED%A0%80", "%ff", "x" * 5_000):
        for call in ("", "/hint", "/history", "/record"):
            ask = a.wire.ask("GET", f"/api/matches/{key}{call}")
            await a.expect(ask, f"match {key[:9]}{call}", 404, 422)


@attack("taking back", "a loss; twice for one click; on a board that changed", note=15, **ASIDE)
async def taking_back(a: Attacker) -> None:
    a.begin()
    match = await OwnMatch.begun(a.wire, [1], game="marienbad")
    await match.move([1])
    await a.expect(match.undo(), "a finished match taken back", 409)
    match = await OwnMatch.begun(a.wire, [40, 41], players=["human", "perfect"])
    for ply in (0, 2, 4):
        await match.move(TAKE, ply=ply)
    now, undo = match.ply, (f"{match.path}/undo", {"ply": match.ply}, match.seats[0])
    same = [a.wire.ask("POST", *undo) for _ in range(2)]
    statuses = sorted([answer.status for answer in await asyncio.gather(*same)])
    left = (await a.wire.ask("GET", match.path)).data["ply"]
    a.check(left == now - 2, f"one click, twice sent: {statuses}, from ply {now} to {left}")
    match = await OwnMatch.begun(a.wire, POSITION)
    answer = match.move(TAKE, position=[5, 5])
    await a.expect(answer, "a move on another board than it was seen", 409)


@attack(
    "what is given away",
    "tokens that a cache may keep; what is written to the log",
    note=17,
    **ASIDE,
)
async def given_away(a: Attacker) -> None:
    a.begin()
    answer = await a.wire.ask("POST", "/api/matches", BODY)
    kept = answer.headers.get("cache-control", "")
    a.check("no-store" in kept, f"a token with cache-control: {kept}")
    before = a.log_size()
    for _ in range(20):
        connection = await a.wire.open()
        await connection.send(a.wire.request("POST", "/api/matches", BODY)[:-5])
        await asyncio.sleep(0.02)
        connection.hang_up()
    await asyncio.sleep(0.5)
    grown = a.log_size() - before
    a.check(grown < 20 * 300, f"{grown} bytes of log for 20 aborted bodies")


@attack(
    "behind a proxy",
    "requests by a proxy on the same machine, from all addresses of a network",
    note=11,
    meets="nobody",
    seconds=0.0,
    options=("--proxy", ADDRESS, "--rate-limit", "60"),
)
async def behind_a_proxy(a: Attacker) -> None:
    a.begin()
    for number in range(100):
        headers = {"X-Forwarded-For": f"2001:db8::{number:x}"}
        await a.wire.ask("GET", "/api/families", headers=headers)
    refused = a.wire.seen[429]
    a.check(30 <= refused <= 40, f"{refused} of 100 requests of one network refused")
    for headers in (
        {"X-Forwarded-For": "2001:db8:1::1"},
        {"X-Forwarded-For": "127.0.0.1, 8.8.8.8"},
    ):
        await a.expect(a.wire.ask("GET", "/metrics", headers=headers), "metrics by a proxy", 403)


@attack("behind a proxy not named", "metrics by a proxy that nobody named", note=11, **ASIDE)
async def behind_a_proxy_not_named(a: Attacker) -> None:
    a.begin()
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        ask = a.wire.ask("GET", "/metrics", headers={name: "8.8.8.8"})
        await a.expect(ask, f"metrics with {name}", 403)
