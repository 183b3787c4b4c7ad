"""Values that nobody would send by mistake, and calls that are right, to put them into."""

from typing import Any

GAMES = (
    *("nim", "marienbad", "nim:misere", "wythoff", "wythoff:a=2", "wythoff:b=4"),
    *("wythoff:a=2,b=3,misere", f"wythoff:a={'9' * 1_000}", f"wythoff:b={'9' * 640}"),
    "rules:heaps 2; take n from one; take 1, 2 from two",
    "rules:heaps 1; take n from one where n in {1, 3, 4}; last loses",
)
NUMBERS = ("0", "1", "2", "7", "64", "999", "9" * 20, "9" * 640, "9" * 1_000)
TEXTS = (
    *("", " ", "\0", "a\0b", "\ud800", "\udfff\ud800", "-1", "1.5", "1e9", "0x10", "٣", "²", "NaN"),
    *("true", "null", "[]", "{}", "9" * 1_001, "9" * 5_000, "a" * 3_000, "é" * 1_500, "\u202e"),
    *("' OR 1=1--", "../../etc/passwd", "%00", "${7*7}", ",", "1,,2", "1," * 70, "1/2", "+1"),
    *("x\r\nSet-Cookie: a=b", "😀" * 300, "nim:" * 200, "rules:", "rules:heaps 9", "wythoff:a=0"),
    "rules:heaps 2; take n from one where " + "(" * 300,
    "rules:heaps 2; take n from one where n % 0 == " + "9" * 1_000,
)
MANGLED = ("%", "%z", "%u0041", "%C3", "%ff%fe", "%ED%A0%80", "%00", "&&=&", "=", "a=b=c", "+%2B")
RAW = {
    "@huge": "9" * 5_000,
    "@negative": "-" + "9" * 1_200,
    "@endless": "1e400",
    "@nan": "NaN",
    "@deep": "[" * 3_000 + "]" * 3_000,
    "@surrogate": '"\\ud800"',
    "@zero": '"\\u0000"',
    "@broken": '"\\x"',
}
"""Values that no writer of JSON would write."""
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, 1.5, -0.0, 1e308),
    *([], {}, [[]], [None], {"a": 1}, [0] * 65, [1] * 3_000, *RAW, *TEXTS),
)
HEADERS = (
    *({"Authorization": value} for value in ("", "Bearer", "Bearer x", "Basic YTpi", "Bearer é")),
    *({"Accept-Language": value} for value in ("fr", "q", ";q=9", "fr;q=x,en;q=-1", "é" * 90)),
    *({"Content-Type": value} for value in ("", "text/html", "application/json; charset=utf-16")),
    *({"Origin": value} for value in ("null", "http://evil.example", "é", "http://[")),
    *({"Host": value} for value in ("", "evil.example", "[::1", "a:b:c", "127.0.0.1:99999")),
    *({"If-None-Match": value} for value in ("*", '"', 'W/"x"')),
    *({"Accept-Encoding": value} for value in ("gzip", "gzip;q=0", "*", ",;q", "gzip;q=x")),
    *({"Cookie": value} for value in ("lang=fr; theme=dark", 'lang="' + "\\" * 5_000, "theme=é")),
    *({"Accept": "text/html"}, {"Accept": "text/html", "Accept-Encoding": "gzip"}),
    *({"Range": "bytes=5-2,-1"}, {"Cookie": "=;=;" * 50}),
    *({"Content-Encoding": "gzip"}, {"Expect": "100-continue"}),
    *({"X-Forwarded-For": "::1, é"}, {"Forwarded": "for=_x"}, {"X-HTTP-Method-Override": "PUT"}),
)
RECORD = """[Game "nim"]
[Start "3,4"]
[First "human"]
[Second "human"]
[Date "2026-01-01"]
[Result "*"]

1. 1:1 2:2
"""
MATCH = {
    "game": "nim",
    "position": [3, 4],
    "players": ["human", "perfect"],
    "moves": [[1, 0], [0, 2]],
}
BODIES: dict[str, Any] = {
    "/api/matches": {**MATCH, "help": "locked", "draw": True},
    "/api/review": MATCH,
    "/api/matches/{key}/rematch": {"request": True},
    "/api/matches/{key}/moves": {"take": [1, 0], "ply": 0},
    "/api/matches/{key}/undo": {"ply": 1},
    "/api/lab": {"rules": "heaps 2; take n from one", "size": 16, "kind": "grundy", "fit": True},
    "/api/lab/text": {"heaps": 2, "one": "set", "amounts": "1, 3", "last_loses": False},
    "/api/records": RECORD,
    "/api/rooms": {"game": "nim", "position": [3, 4], "opponent": "team", "begins": True},
    "/api/rooms/{code}/pupils": {"name": "Ben"},
    "/api/rooms/{code}/votes": {"take": [1, 0], "ply": 0},
    "/api/rooms/{code}/vote": {"seconds": 60, "hidden": True},
    "/api/rooms/{code}/vote/stop": {},
    "/api/rooms/{code}/moves": {"ply": 0, "lot": True, "take": [1, 0]},
    "/api/rooms/{code}/undo": {"ply": 1},
    "/api/rooms/{code}/board": {"game": "nim", "position": [3, 4], "opponent": "novice"},
    "/api/rooms/{code}/rounds": {"kind": "pairs", "game": "nim", "level": "club", "new": True},
    "/api/rooms/{code}/rounds/end": {},
    "/api/rooms/{code}/door": {"open": True},
    "/api/rooms/{code}/results": {},
    "/api/rooms/{code}/close": {},
}
