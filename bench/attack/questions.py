"""Attacks by questions: each as costly, as long or as strange as it may be; tables of them."""

from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import quote

from bench.attack.attacker import AT_ONCE, Assault, Attack, Attacker
from bench.attack.matches import LAST_HEAP, LONGEST, Match, heavy_record, long_record, wish

Request = tuple[Any, ...]
"""Method, path, and where there are: body, token, headers."""

LONG = "9" * 1_000
FOUR = quote("rules:heaps 4; take a, b, c, d from all where a + b + c + d > 0")
COSTLY = "heaps 2; take n from one; take c, d from two where c * d % 7 != 3 and gcd(c, d) < 9"
NEAR = "rules:heaps 2; take n from one; take c, d from two where abs(c - d) < 9"
"""Rules that may be played with as many as the search reaches."""
DIAGONAL = "heaps 2; take n from one; take n, n from two"
GZIP = {"Accept-Encoding": "gzip"}
JSON = {"Content-Type": "application/json"}
PAGE = {"Accept": "text/html", **GZIP}
GAMES = ("nim", "marienbad", "wythoff")
LEVELS = ("novice", "club", "expert", "perfect")


def get(path: str, **headers: str) -> Request:
    return "GET", path, None, None, headers


def post(path: str, body: Any = None, token: str | None = None, **headers: str) -> Request:
    return "POST", path, body, token, headers


def analysis(game: str, position: str, **more: str) -> Request:
    rest = "".join(f"&{name}={quote(value)}" for name, value in more.items())
    return get(f"/api/analysis?game={quote(game)}&position={position}{rest}")


def costly(number: int) -> str:
    """Rules that cost much and that nobody has asked for yet."""
    return f"{COSTLY}; take {number + 100}, 1 from two"


def lab(number: int) -> Request:
    return post("/api/lab", {"rules": costly(number), "size": 96, "kind": "grundy"})


def tile(rules: str, column: int = 0, row: int = 0) -> Request:
    place = f"kind=grundy&level=0&column={column}&row={row}"
    return get(f"/api/lab/tile?rules={quote(rules)}&{place}")


def random_heaps(number: int) -> str:
    random = Random(number)
    return ",".join(str(random.randrange(10**999, 10**1000)) for _ in range(63))


def nested(number: int) -> Request:
    """Rules as deep and as long as they may be, asked in three ways."""
    deep = (
        f"heaps 2; take n from one where {'(' * 900}n{')' * 900} > 0",
        f"heaps 2; take n from one where {'not ' * 900}n > 0",
        f"heaps 2; take n from one where n in {{{', '.join(map(str, range(900)))}}}",
        f"heaps 2; take n from one where {'n * ' * 900}n > 0",
        f"heaps 2; take n from one where n * {LONG} * {LONG} * {LONG[:900]} > 0",
        "; ".join(["heaps 2", *["take n from one"] * 240]),
        f"heaps 8; take {', '.join('abcdefgh')} from all where a < b < c < d < e < f < g < h",
    )
    rules = deep[number % len(deep)]
    heaps = ",".join(["9"] * (8 if rules.startswith("heaps 8") else 2))
    ways = (
        post("/api/lab", {"rules": rules, "size": 64, "fit": True}),
        analysis(f"rules:{rules}", heaps),
        get(f"/api/moves?game={quote('rules:' + rules)}&position={heaps}"),
    )
    return ways[number % 3]


def unnamed(number: int) -> Request:
    """A game that nobody has named before."""
    call = ("analysis", "drawing", "moves", "check")[number % 4]
    game = f"wythoff:a={10**990 + number},b={10**990 + number * 3}"
    take = "&take=1,0" if call == "check" else ""
    return get(f"/api/{call}?game={quote(game)}&position=26,66{take}")


def unknown(number: int) -> Request:
    name = Random(number).randbytes(12).hex()
    method = ("GET", "PUT", "DELETE", "OPTIONS", "PATCH", "POST")[number % 6]
    places = (f"/{name}", f"/api/matches/{name}", f"/static/{name}", f"/m/{name}%C3%A9")
    return method, places[number % 4]


HEAVY = quote(f"wythoff:a={LONG},b={LONG}")
TABLES = (
    f"/api/table?game={HEAVY}&rows=2000",
    f"/api/table?game={HEAVY}&kind=convergents&rows=2000",
    f"/api/table?game=wythoff&kind=representations&of={','.join([LONG] * 64)}&rows=2000",
    "/api/table?game=nim&kind=nim-sum&rows=2000&base=2",
    f"/api/map?game={HEAVY}&size=64",
    f"/api/drawing?game={HEAVY}&position={LONG},{LONG}",
    f"/api/chance?game=nim&size={LONG}&heaps=64",
    f"/api/chance?game=marienbad&size={LONG[:90]}&heaps=64",
    f"/api/chance?game={quote('rules:' + COSTLY)}&size=150",
)
HEAD = b'[Game "nim"]\n[Start "'
RECORDS = (
    (b'[Game "nim"]\n' + (b"7" * 999 + b" ") * 1_040)[: 2**20 - 1],
    HEAD + b"1," * 500_000,
    b"\n" * (2**20 - 1),
    b'[Game "' + b"rules:" + b"(" * 1_000_000 + b'"]\n',
    "٣".encode() * 500_000,
    b'[Game "nim"]\n[Start "5"]\n[First "' + b"human" * 200_000,
    long_record()[:-1].replace(b"\n", b" \n"),
)
BODIES = (
    b'{"take": [' + b"9" * 130_000 + b'], "ply": 0}',
    b'{"game": "nim", "players": ["human", "human"], "position": [-' + b"9" * 130_000 + b"]}",
    b"[" * 130_000,
    b'{"a":' * 25_000,
    b'{"take": [' + b"1," * 65_000 + b'1], "ply": 0}',
    b'{"game": "' + b"\\u0000" * 21_000 + b'", "players": ["human", "human"]}',
)
HEADERS = (
    {"Range": "bytes=" + ",".join(f"{2 * n}-{2 * n}" for n in range(5_000))},
    {"Accept-Language": ",".join(f"a{n};q=0.{n}" for n in range(3_000))},
    {"Accept-Encoding": "gzip;q=0," * 3_000},
    {"If-None-Match": ",".join(f'"{n}"' for n in range(4_000))},
    {"If-Modified-Since": "Mon, 01 Jan " + "9" * 30_000},
    {"Cookie": 'lang="' + "\\" * 60_000 + '"'},
    {"X-Forwarded-For": ",".join(["1.2.3.4"] * 4_000)},
)
ADDRESSES = (
    "/api/analysis?" + "a&" * 30_000,
    "/api/analysis?game=nim&position=1,2&" + "position=1&" * 5_000,
    "/api/analysis?game=" + "%F0%9F%98%80" * 5_000 + "&position=1",
    "/api/analysis?game=nim&position=" + "," * 60_000,
    "/static/" + "../" * 15_000,
    "/m/" + "a" * 60_000,
    "/api/matches/" + "%ff" * 15_000,
)
FILES = ("/static/app.js", "/", "/lab", "/static/style/base.css", "/openapi.json", "/api/games")
SHELLS = (
    "/m/nothing",
    f"/embed?game=nim&position={quote('9,' * 20_000)}",
    f"/{'x' * 20_000}",
    "/sw.js",
)
BRANCH = wish([9_999] + [5] * 11, moves=[[1] + [0] * 11] * 4_900)
PACED: dict[str, Callable[[int], Request]] = {
    "analyses": lambda n: analysis(f"wythoff:a={10**999 + n},b={LONG}", "99999,161802"),
    "long heaps": lambda n: analysis("nim", f"{random_heaps(n)},{n}", theory="base4"),
    "moves of rules": lambda n: get(f"/api/moves?game={FOUR}&position=5,5,5,{4 + n % 2}"),
    "values of moves": lambda n: get(
        f"/api/moves?game=nim&values=true&position={','.join([str(40 + n % 7)] * 64)}"
    ),
    "searched positions": lambda n: analysis(f"rules:{costly(n)}", f"{150 + n % 50},150"),
    "laboratory full": lab,
    "nested rules": nested,
    "tables and chances": lambda n: get(TABLES[n % len(TABLES)]),
    "tiles of many rules": lambda n: tile(costly(n)),
    "weak machines": lambda n: post(
        "/api/matches", wish([150, 140], game=NEAR, players=[LEVELS[n % 4], "human"])
    ),
    "largest matches": lambda _: post("/api/matches", wish(LONGEST)),
    "largest branches": lambda n: post(("/api/matches", "/api/review")[n % 2], BRANCH),
    "strange records": lambda n: post("/api/records", RECORDS[n % len(RECORDS)]),
    "long numbers": lambda n: post(
        ("/api/matches", "/api/lab")[n // len(BODIES) % 2], BODIES[n % len(BODIES)], **JSON
    ),
    "strange headers": lambda n: get(FILES[n % len(FILES)], **HEADERS[n % len(HEADERS)]),
    "strange addresses": lambda n: get(ADDRESSES[n % len(ADDRESSES)]),
}
"""Requests by number, a number a second."""
HUNG_UP: dict[str, Callable[[int], Request]] = {
    "analyses hung up": PACED["analyses"],
    "laboratory hung up": lab,
    "tiles hung up": lambda n: tile(costly(n)),
}
"""The same, and the connection is broken off after a moment."""
BURSTS: dict[str, Callable[[int], Request]] = {
    "burst of analyses": lambda n: analysis("wythoff:a=3,b=5", f"{10**900 + n},{10**901}"),
    "burst of maps": lab,
    "burst of known maps": lambda _: post("/api/lab", {"rules": DIAGONAL, "size": 512}),
    "burst of tiles": lambda n: tile(DIAGONAL, n % 16, n // 16 % 16),
    "games without end": unnamed,
    "pictures": lambda n: get(f"/og.png?game={GAMES[n % 3]}&position={1 + n % 48},{1 + n // 48}"),
    "files": lambda n: get(FILES[n % len(FILES)], **GZIP),
    "shells and errors": lambda n: get(SHELLS[n % len(SHELLS)], **PAGE),
    "unknown places": unknown,
}
"""More at once than an address may ask: through the proxy."""
OF_MATCH: dict[str, tuple[Any, Callable[[int, Match], Request]]] = {
    "largest records": (long_record(), lambda _n, _m: post("/api/records", long_record())),
    "histories": (long_record(900), lambda _, m: get(f"{m.path}/history?lang=fr")),
    "hints of huge heaps": (
        wish([str(10**999 + 7**heap) for heap in range(64)], players=["human", "perfect"]),
        lambda n, m: get(f"{m.path}/hint?step={n % 3 + 1}"),
    ),
    "rematches": (wish(LONGEST), lambda _, m: post(f"{m.path}/rematch", token=m.seats[0])),
    "helps": (wish([9, 9]), lambda n, m: post(f"{m.path}/help", token=m.seats[n % 2])),
    "moves without end": (
        wish(LONGEST),
        lambda n, m: post(
            f"{m.path}/moves", {"take": ["9" * 990] + ["0"] * 63, "ply": n}, m.seats[n % 2]
        ),
    ),
    "moves to and fro": (
        long_record(),
        lambda n, m: post(
            f"{m.path}/{('moves', 'undo')[n % 2]}",
            {"ply": m.ply + n % 2, **({} if n % 2 else {"take": LAST_HEAP})},
            m.seats[m.ply % 2],
        ),
    ),
    "long match read": (
        long_record(),
        lambda n, m: get(m.path + ("", "/record", "?lang=fr")[n % 3], **GZIP),
    ),
    "heavy match read": (heavy_record(), lambda _, m: get(m.path)),
}
"""Requests about a match that is made before, by a record or a wish."""
READ_AT_ONCE = ("long match read", "heavy match read")
NEED_SEARCH = ("laboratory full", "searched positions", "tiles of many rules", "tiles hung up")
"""They meet somebody who needs the search too."""


def questions(make: Callable[[int], Request], is_hung_up: bool = False) -> Assault:
    """Requests at a steady rate."""

    async def assault(a: Attacker) -> None:
        async for number in a.pace():
            sent = a.wire.request(*make(number))
            a.do(a.hit(sent, number % 5 / 10) if is_hung_up else a.wire.send(sent))

    return assault


def burst(make: Callable[[int], Request]) -> Assault:
    """Many requests at once."""

    async def assault(a: Attacker) -> None:
        await a.burst(a.wire.request(*make(number)) for number in range(AT_ONCE))

    return assault


def about_match(made: Any, make: Callable[[int, Match], Request], is_burst: bool) -> Assault:
    """Requests about a match of the attacker's own."""

    async def assault(a: Attacker) -> None:
        match = await Match.begun(a.wire, made)
        await (burst if is_burst else questions)(lambda number: make(number, match))(a)

    return assault


ASSAULTS = {
    **{name: questions(make) for name, make in PACED.items()},
    **{name: questions(make, is_hung_up=True) for name, make in HUNG_UP.items()},
    **{name: burst(make) for name, make in BURSTS.items()},
    **{name: about_match(*row, name in READ_AT_ONCE) for name, row in OF_MATCH.items()},
}
ATTACKS = [
    Attack(
        name,
        assault,
        by_proxy=name in BURSTS or name in READ_AT_ONCE,
        meets_rules=name in NEED_SEARCH,
    )
    for name, assault in ASSAULTS.items()
]
