"""Attacks on what every request costs: reading it, answering it, and what is read on the way."""

from random import Random

from bench.attack.attacker import ALLOWANCE, Attacker, attack
from bench.attack.matches import LAST_HEAP, OwnMatch, heavy_record, long_record
from bench.attack.thinking import NEAR

MEBIBYTE = 2**20


@attack("records of digits", "a mebibyte of runs of 999 digits as a record", note=3)
async def records_of_digits(a: Attacker) -> None:
    run = b"7" * 999 + b" "
    record = (b'[Game "nim"]\n' + run * 1_040)[: MEBIBYTE - 1]
    async for _ in a.pace(5):
        a.fire("POST", "/api/records", record)
    answer = await a.wire.ask("POST", "/api/records", record)
    a.check(len(answer.body) < 4_096, f"{len(answer.body)} bytes of an error")


@attack("records of everything", "a mebibyte of lines, commas, headers, digits beyond ASCII")
async def records_of_everything(a: Attacker) -> None:
    head = b'[Game "nim"]\n[Start "'
    forms = (
        head + b"1," * 500_000,
        b"\n" * (MEBIBYTE - 1),
        b"[" * (MEBIBYTE - 1),
        b'[Game "' + b"rules:" + b"(" * 1_000_000 + b'"]\n',
        "٣".encode() * 500_000,
        b'[Game "nim"]\n[Start "5"]\n[First "' + b"human" * 200_000,
        long_record()[:-1].replace(b"\n", b" \n"),
        b"\r\n" * 500_000,
    )
    async for number in a.pace(8):
        a.fire("POST", "/api/records", forms[number % len(forms)])


@attack("long numbers", "numbers of 120,000 digits, deep lists and huge lists in a body")
async def long_numbers(a: Attacker) -> None:
    forms = (
        b'{"take": [' + b"9" * 130_000 + b'], "ply": 0}',
        b'{"game": "nim", "players": ["human", "human"], "position": [-' + b"9" * 130_000 + b"]}",
        b"[" * 130_000,
        b'{"a":' * 25_000,
        b'{"take": [' + b"1," * 65_000 + b'1], "ply": 0}',
        b'{"take": ["' + b"9" * 130_000 + b'"], "ply": 0}',
        b'{"game": "' + b"\\u0000" * 21_000 + b'", "players": ["human", "human"]}',
        b'{"take": [1e99999999], "ply": 1.5e300}',
    )
    headers = {"Content-Type": "application/json"}
    async for number in a.pace():
        path = ("/api/matches", "/api/lab")[number // len(forms) % 2]
        a.fire("POST", path, forms[number % len(forms)], headers=headers)


@attack("strange headers", "ranges, languages, encodings and conditions without end")
async def strange_headers(a: Attacker) -> None:
    many = (
        {"Range": "bytes=" + ",".join(f"{2 * n}-{2 * n}" for n in range(5_000))},
        {"Range": "bytes=0-," * 3_000 + "0-"},
        {"Accept-Language": ",".join(f"a{n};q=0.{n}" for n in range(3_000))},
        {"Accept-Encoding": "gzip;q=0," * 3_000},
        {"If-None-Match": ",".join(f'"{n}"' for n in range(4_000))},
        {"If-Modified-Since": "Mon, 01 Jan " + "9" * 30_000},
        {"Cookie": ";".join(f"a{n}=b" for n in range(4_000))},
        {"Cookie": 'lang="' + "\\" * 60_000 + '"'},
        {"X-Forwarded-For": ",".join(["1.2.3.4"] * 4_000)},
        {"Content-Type": "multipart/form-data; boundary=" + "a" * 30_000},
    )
    paths = ("/static/app.js", "/", "/api/games", "/api/analysis?game=nim&position=1,2")
    async for number in a.pace():
        a.fire("GET", paths[number % len(paths)], headers=many[number % len(many)])


@attack("strange addresses", "queries of 60 kB: parameters, percent signs, equal names, paths")
async def strange_addresses(a: Attacker) -> None:
    forms = (
        "/api/analysis?" + "a&" * 30_000,
        "/api/analysis?game=nim&position=1,2&" + "position=1&" * 5_000,
        "/api/analysis?game=" + "%25" * 20_000,
        "/api/analysis?game=" + "%F0%9F%98%80" * 5_000 + "&position=1",
        "/api/analysis?game=nim&position=" + "," * 60_000,
        "/api/analysis?game=nim&position=" + "%00" * 15_000,
        "/static/" + "../" * 15_000,
        "/m/" + "a" * 60_000,
        "/api/matches/" + "%ff" * 15_000,
        "/" * 60_000,
    )
    async for number in a.pace():
        a.fire("GET", forms[number % len(forms)])


@attack("burst of known maps", "the largest map, known already, sent 1,200 times without gzip")
async def burst_of_known_maps(a: Attacker) -> None:
    question = {
        "rules": "heaps 2; take n from one; take n, n from two",
        "size": 512,
        "kind": "grundy",
    }
    answer = await a.wire.ask("POST", "/api/lab", question)
    a.remarks.append(f"{len(answer.body)} bytes each")
    a.begin()
    await a.burst(a.wire.request("POST", "/api/lab", question) for _ in range(ALLOWANCE))


@attack("long match read", "the largest match asked for, 1,200 times at once")
async def long_match_read(a: Attacker) -> None:
    match = await OwnMatch.uploaded(a.wire, long_record())
    calls = ("", "/record", "?lang=fr", "/hint?step=1")
    paths = [match.path + calls[number % len(calls)] for number in range(ALLOWANCE)]
    a.begin()
    await a.burst(a.wire.request("GET", path) for path in paths)


@attack("heavy match read", "one's heaviest match over 40 connections, no pause", seconds=6.0)
async def heavy_match_read(a: Attacker) -> None:
    match = await OwnMatch.uploaded(a.wire, heavy_record())
    question = a.wire.request("GET", match.path)
    answer = await a.wire.send(question)
    a.remarks.append(f"{len(answer.body)} bytes each")
    await a.insist(40, question)


@attack("long match to and fro", "a move of the largest match, taken back, again and again")
async def long_match_to_and_fro(a: Attacker) -> None:
    match = await OwnMatch.uploaded(a.wire, long_record())

    async def to_and_fro() -> None:
        while True:
            await match.move(LAST_HEAP)
            await match.undo()

    a.begin()
    a.do(to_and_fro())
    async for _ in a.pace():
        a.fire("GET", f"{match.path}?lang=fr")


@attack("same move at once", "one move of a match sent by 20 connections at the same moment")
async def same_move_at_once(a: Attacker) -> None:
    players = ["human", "perfect"]
    match = await OwnMatch.begun(a.wire, [150, 140], game=f"rules:{NEAR}", players=players)
    async for number in a.pace(1):
        for heap in range(20):
            a.do(match.move([1 + heap, 0], ply=2 * number))


@attack("static files", "scripts and pages, 1,200 at once")
async def static_files(a: Attacker) -> None:
    paths = ("/static/app.js", "/", "/lab", "/static/style/base.css", "/openapi.json", "/metrics")
    a.begin()
    await a.burst(a.wire.request("GET", paths[n % len(paths)]) for n in range(ALLOWANCE))


@attack("unknown places", "methods and paths that there are not, and matches that there are not")
async def unknown_places(a: Attacker) -> None:
    random = Random(3)

    def request(number: int) -> bytes:
        name = random.randbytes(12).hex()
        method = ("GET", "PUT", "DELETE", "OPTIONS", "PATCH", "POST")[number % 6]
        place = (f"/{name}", f"/api/matches/{name}", f"/static/{name}", f"/m/{name}%C3%A9")
        return a.wire.request(method, place[number % 4])

    requests = [request(number) for number in range(ALLOWANCE)]
    a.begin()
    await a.burst(requests)
