"""Attacks by way of what the page shows: tiles, values, pictures, shells, pressed answers."""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from bench.attack.attacker import ALLOWANCE, Attacker, attack
from bench.attack.matches import OwnMatch, long_record
from bench.attack.thinking import costly
from marienbad.web.thoughts.planes import KEPT, PREFIX

GZIP = {"Accept-Encoding": "gzip"}
PAGE = {"Accept": "text/html", **GZIP}
WORKERS = 3
LARGEST_PLANE = 32 * 2**20
"""What each worker may be writing besides what is kept."""


def tile(rules: str, kind: str = "outcomes", level: int = 0, **more: object) -> str:
    """The address of a tile."""
    rest = "".join(f"&{name}={value}" for name, value in more.items())
    return f"/api/lab/tile?rules={quote(rules)}&kind={kind}&level={level}{rest}"


def planes_of(process: int) -> Iterator[Path]:
    """The folder of planes that a server holds."""
    for link in Path(f"/proc/{process}/fd").iterdir():
        target = link.readlink()
        if target.name.startswith(PREFIX):
            yield target


@attack("tiles of many rules", "the largest planes, no two of the same rules", meets="rules")
async def tiles_of_many_rules(a: Attacker) -> None:
    async for number in a.pace():
        simple = f"heaps 2; take n from one; take {number + 1}, 1 from two"
        place = (tile(simple, level=6), tile(simple, "grundy", 4), tile(costly(number), "grundy"))
        a.fire("GET", place[number % 3])
    (folder,) = planes_of(a.process)
    kept = sum(entry.stat().st_size for entry in os.scandir(folder))
    a.remarks.append(f"{kept // 2**20} MiB of planes")
    a.check(kept <= KEPT + WORKERS * LARGEST_PLANE, "planes without end")


@attack("tiles hung up", "tiles of costly rules, hung up after a moment", meets="rules")
async def tiles_hung_up(a: Attacker) -> None:
    async for number in a.pace():
        a.do(a.hit("GET", tile(costly(number), "grundy"), after=number % 5 / 10))


@attack("burst of tiles", "one plane in many tiles, 1,200 at once, without gzip")
async def burst_of_tiles(a: Attacker) -> None:
    rules = "heaps 2; take n from one; take n, n from two"
    await a.wire.ask("GET", tile(rules, "grundy", column=15, row=15))
    places = [tile(rules, "grundy", column=n % 16, row=n // 16 % 16) for n in range(ALLOWANCE)]
    a.begin()
    await a.burst(a.wire.request("GET", place) for place in places)


@attack("values of moves", "what every move is worth, and replies, just below the limits")
async def values_of_moves(a: Attacker) -> None:
    async for number in a.pace():
        heaps = f"{7 + number % 2},7,7,7,7,{4 + number % 3}"
        many = ",".join(str(40 + (number + heap) % 7) for heap in range(64))
        paths = (
            f"/api/moves?game=marienbad&position={heaps}&values=true",
            f"/api/moves?game=nim&position={many}&values=true",
            f"/api/reply?game=nim&position={many}&player=club",
        )
        a.fire("GET", paths[number % 3], headers=GZIP)


@attack("pictures", "pictures of positions, no two alike, 1,200 at once")
async def pictures(a: Attacker) -> None:
    games = ("nim", "marienbad", "wythoff")
    paths = [
        f"/og.png?game={games[n % 3]}&position={1 + n % 48},{1 + n // 48}" for n in range(ALLOWANCE)
    ]
    a.begin()
    await a.burst(a.wire.request("GET", path) for path in paths)


@attack("shells and errors", "pages of matches, embedded boards, errors as pages, 1,200 at once")
async def shells_and_errors(a: Attacker) -> None:
    match = await OwnMatch.uploaded(a.wire, long_record())
    long = quote("9," * 20_000)
    paths = (
        match.path.replace("/api/matches", "/m"),
        "/m/nothing",
        f"/embed?game=nim&position={long}",
        f"/{'x' * 20_000}",
        "/sw.js",
        "/manifest.webmanifest?lang=fr",
    )
    a.begin()
    await a.burst(
        a.wire.request("GET", paths[n % len(paths)], headers=PAGE) for n in range(ALLOWANCE)
    )


@attack("long match pressed", "the largest match, pressed for each of 1,200 requests at once")
async def long_match_pressed(a: Attacker) -> None:
    match = await OwnMatch.uploaded(a.wire, long_record())
    a.begin()
    await a.burst(a.wire.request("GET", match.path, headers=GZIP) for _ in range(ALLOWANCE))
