"""Attacks on those who think: questions that are as costly as they may be."""

import asyncio
from random import Random
from urllib.parse import quote

from bench.attack.attacker import ALLOWANCE, Attacker, attack
from bench.attack.matches import PLIES, OwnMatch, long_record, wish

LONG = "9" * 1_000
FOUR = quote("rules:heaps 4; take a, b, c, d from all where a + b + c + d > 0")
COSTLY = "heaps 2; take n from one; take c, d from two where c * d % 7 != 3 and gcd(c, d) < 9"

NEAR = "heaps 2; take n from one; take c, d from two where abs(c - d) < 9"
"""Rules that may be played with as many as the search reaches."""


def analysis(game: str, position: str, **more: str) -> str:
    """The path of an analysis."""
    rest = "".join(f"&{name}={quote(value)}" for name, value in more.items())
    return f"/api/analysis?game={quote(game)}&position={position}{rest}"


def costly(number: int) -> str:
    """Rules that cost much and that nobody has asked for yet."""
    return f"{COSTLY}; take {number + 100}, 1 from two"


@attack("lab torn", "maps that take just as long as they may", note=1, seconds=8.0)
async def lab_torn(a: Attacker) -> None:
    async def steer(number: int) -> None:
        size, step = 120, 24
        while True:
            query = f"rules={quote(costly(number))}&format=csv&kind=grundy&size={size}"
            answer = await a.wire.ask("GET", f"/api/lab/file?{query}")
            if answer.status == 200:
                step = 2
            size = min(max(size + (step if answer.status == 200 else -step), 16), 512)
            await asyncio.sleep(0.05)

    a.begin()
    for number in range(4):
        a.do(steer(number))
    await a.rest()


@attack("analyses hung up", "Wythoff with a and b of 1,000 digits, hung up, one a second", note=2)
async def analyses_hung_up(a: Attacker) -> None:
    path = analysis(f"wythoff:a={LONG},b={LONG}", "99999,161802")
    a.begin()
    for _ in range(10):
        a.do(a.hit("GET", path, after=0.1))
    async for _ in a.pace(1):
        a.do(a.hit("GET", path, after=0.1))


@attack("analyses waited for", "the same, waited for, the allowance", note=2)
async def analyses_waited_for(a: Attacker) -> None:
    async for number in a.pace():
        long = str(10**999 + number)
        a.fire("GET", analysis(f"wythoff:a={long},b={LONG}", "99999,161802"))


@attack("long heaps", "Nim with 64 heaps of 1,000 digits by base4", note=2)
async def long_heaps(a: Attacker) -> None:
    random = Random(1)
    async for number in a.pace():
        heaps = ",".join(str(random.randrange(10**999, 10**1000)) for _ in range(63))
        theory = ("base4", "base8", "base16", "binary", "packets")[number % 5]
        a.fire("GET", analysis("nim", f"{heaps},{number}", theory=theory, format="html"))


@attack("moves of rules", "/api/moves of four amounts from four heaps", note=3)
async def moves_of_rules(a: Attacker) -> None:
    async for number in a.pace():
        a.fire("GET", f"/api/moves?game={FOUR}&position=5,5,5,{4 + number % 2}")


@attack("laboratory full", "the laboratory asked again and again", note=9, meets="rules")
async def laboratory_full(a: Attacker) -> None:
    a.begin()
    for number in range(24):
        a.fire("POST", "/api/lab", {"rules": costly(number), "size": 128, "kind": "grundy"})
    async for number in a.pace():
        question = {"rules": costly(100 + number), "size": 128, "kind": "grundy"}
        a.fire("POST", "/api/lab", question)


@attack("laboratory hung up", "questions hung up at random moments: workers end all the time")
async def laboratory_hung_up(a: Attacker) -> None:
    random = Random(2)
    async for number in a.pace():
        question = {"rules": costly(number), "size": 128, "kind": "grundy"}
        a.do(a.hit("POST", "/api/lab", question, after=random.random() * 0.4))


@attack("burst of maps", "the allowance of a minute at once: maps of rules, no two alike")
async def burst_of_maps(a: Attacker) -> None:
    questions = ({"rules": costly(n), "size": 96, "kind": "grundy"} for n in range(ALLOWANCE))
    a.begin()
    await a.burst(a.wire.request("POST", "/api/lab", question) for question in questions)


@attack("burst of analyses", "the allowance of a minute at once: analyses just below the limit")
async def burst_of_analyses(a: Attacker) -> None:
    paths = (analysis("wythoff:a=3,b=5", f"{10**900 + n},{10**901}") for n in range(ALLOWANCE))
    a.begin()
    await a.burst(a.wire.request("GET", path) for path in paths)


@attack("searched positions", "the table theory where the search just may be used", meets="rules")
async def searched_positions(a: Attacker) -> None:
    async for number in a.pace():
        heaps = f"{150 + number % 50},{150 + number % 37}"
        a.fire("GET", analysis(f"rules:{costly(number)}", heaps, lang="fr"))


@attack("weak machines", "replies of every level in matches of costly rules")
async def weak_machines(a: Attacker) -> None:
    levels = ("novice", "club", "expert", "perfect")

    async def play(number: int) -> None:
        rules = f"rules:{NEAR}; take {number + 100}, 1 from two"
        players = [levels[number % 4], "human"]
        body = wish([150, 140], game=rules, players=players)
        answer = await a.wire.ask("POST", "/api/matches", body)
        if answer.status == 201:
            match = OwnMatch.of(a.wire, answer)
            for ply in range(1, 9, 2):
                await match.move([1, 0], ply=ply)

    async for number in a.pace(5):
        a.do(play(number))


@attack("hints of huge heaps", "hints and replies with 64 heaps of 1,000 digits")
async def hints_of_huge_heaps(a: Attacker) -> None:
    position = [str(10**999 + 7**heap) for heap in range(64)]
    pair = [str(10**998), str(10**999)]
    bodies = (
        wish(position, players=["human", "perfect"]),
        wish(pair, game=f"wythoff:a={LONG}", players=["human", "expert"]),
    )
    answers = [await a.wire.ask("POST", "/api/matches", body) for body in bodies]
    found = [OwnMatch.of(a.wire, answer) for answer in answers if answer.status == 201]
    async for number in a.pace():
        match = found[number % len(found)]
        a.fire("GET", f"{match.path}/hint?step={number % 3 + 1}")


@attack("games without end", "every request names a game that nobody has named before")
async def games_without_end(a: Attacker) -> None:
    calls = ("analysis", "drawing", "moves", "check")

    def path(number: int) -> str:
        game = f"wythoff:a={10**990 + number},b={10**990 + number * 3}"
        take = "&take=1,0" if calls[number % 4] == "check" else ""
        return f"/api/{calls[number % 4]}?game={quote(game)}&position=26,66{take}"

    a.begin()
    await a.burst(a.wire.request("GET", path(number)) for number in range(ALLOWANCE))


@attack("nested rules", "rules as deep and as long as they may be")
async def nested_rules(a: Attacker) -> None:
    deep = (
        f"heaps 2; take n from one where {'(' * 900}n{')' * 900} > 0",
        f"heaps 2; take n from one where {'not ' * 900}n > 0",
        f"heaps 2; take n from one where {'-' * 2000}n < 0",
        f"heaps 2; take n from one where n in {{{', '.join(map(str, range(900)))}}}",
        f"heaps 2; take n from one where n {'+ 1 ' * 900} > 0",
        f"heaps 2; take n from one where {'n * ' * 900}n > 0",
        f"heaps 2; take n from one where n * {LONG} * {LONG} * {LONG[:900]} > 0",
        f"heaps 2; take n from one where {'abs(' * 500}n{')' * 500} > 0",
        "; ".join(["heaps 2", *["take n from one"] * 240]),
        f"heaps 8; take {', '.join('abcdefgh')} from all where a < b < c < d < e < f < g < h",
    )
    async for number in a.pace():
        rules = deep[number % len(deep)]
        heaps = ",".join(["9"] * (8 if rules.startswith("heaps 8") else 2))
        if number % 3 == 0:
            a.fire("POST", "/api/lab", {"rules": rules, "size": 64, "fit": True})
        elif number % 3 == 1:
            a.fire("GET", analysis(f"rules:{rules}", heaps))
        else:
            a.fire("GET", f"/api/moves?game={quote('rules:' + rules)}&position={heaps}")


@attack("tables and chances", "tables, maps, drawings and chances with the longest parameters")
async def tables_and_chances(a: Attacker) -> None:
    long = quote(f"wythoff:a={LONG},b={LONG}")
    heaps = ",".join([LONG] * 64)
    paths = (
        f"/api/table?game={long}&rows=2000",
        f"/api/table?game={long}&kind=convergents&rows=2000",
        f"/api/table?game=wythoff&kind=representations&of={heaps}&rows=2000&format=latex",
        "/api/table?game=nim&kind=nim-sum&rows=2000&base=2",
        f"/api/map?game={long}&size=64",
        f"/api/drawing?game={long}&position={LONG},{LONG}",
        f"/api/chance?game=nim&size={LONG}&heaps=64",
        f"/api/chance?game=marienbad&size={LONG[:90]}&heaps=64",
        f"/api/chance?game={long}&size={LONG}",
        f"/api/chance?game={quote('rules:' + COSTLY)}&size=150",
    )
    async for number in a.pace():
        a.fire("GET", paths[number % len(paths)])


@attack("histories", "histories of matches as long as they are still judged")
async def histories(a: Attacker) -> None:
    records = map(long_record, (PLIES, 900, 600, 300))
    matches = [await OwnMatch.uploaded(a.wire, record) for record in records]
    async for number in a.pace():
        a.fire("GET", f"{matches[number % len(matches)].path}/history?lang=fr")
