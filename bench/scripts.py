"""What the clients of the web server do: ask for nothing, for analyses, or play whole matches."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Any
from urllib.parse import urlencode

import orjson

from bench.load import Script, request, run

START = (1, 3, 5, 7)
MOVES = sum(START)
"""In the matches between two people every move takes one object."""
ROWS, LARGEST_ROW = 4, 99
LARGEST_HEAP = 999
GAMES = ("nim", "wythoff", "marienbad", "wythoff:a=2", "wythoff:b=2", "wythoff:a=2,b=3")


@dataclass(frozen=True)
class Seated:
    """A match that has been made, and the tokens of its seats."""

    id: str
    tokens: tuple[str | None, ...]

    def move(self, take: Iterable[int], ply: int) -> bytes:
        """The request that plays a move."""
        body = {"take": list(take), "ply": ply}
        return request("POST", f"/api/matches/{self.id}/moves", body, self.tokens[ply % 2])


def hello(times: int) -> Script:
    """Ask for nothing, so many times."""
    question = request("GET", "/hello")
    for _ in range(times):
        yield question


def analyses(positions: Iterator[bytes], times: int) -> Script:
    """Ask for so many analyses; each must come with its reasons."""
    for _, question in zip(range(times), positions, strict=False):
        body = yield question
        assert b'"explanation":[{"key"' in body, body


def ordinary_positions() -> Iterator[bytes]:
    """Requests for analyses, no two of them alike, the same in every run."""
    random = Random(1961)
    asked: set[tuple[Any, ...]] = set()
    languages = cycle(("fr", "en"))
    for game in cycle(GAMES):
        is_nim = not game.startswith("wythoff")
        count, largest = (ROWS, LARGEST_ROW) if is_nim else (2, LARGEST_HEAP)
        position = tuple(random.randint(1, largest) for _ in range(count))
        if (game, position) not in asked:
            asked.add((game, position))
            heaps = ",".join(map(str, position))
            query = urlencode({"game": game, "position": heaps, "lang": next(languages)})
            yield request("GET", f"/api/analysis?{query}")


def seat(port: int, players: tuple[str, str], number: int, clients: int) -> list[Seated]:
    """Make so many matches, before anything is measured."""
    found: list[Seated] = []
    question = request(
        "POST", "/api/matches", {"game": "marienbad", "position": START, "players": players}
    )

    def make(times: int) -> Script:
        for _ in range(times):
            match = orjson.loads((yield question))
            found.append(Seated(match["id"], tuple(match["seats"])))

    run(port, [make(number // clients) for _ in range(clients)])
    return found


def people(matches: Iterable[Seated], moves: int = MOVES) -> Script:
    """Play both sides of matches, one object a move; each answer must count the move."""
    for match in matches:
        for ply, question in enumerate(requests_of(match, moves)):
            body = yield question
            assert b'"ply":%d,' % (ply + 1) in body, body


def requests_of(match: Seated, moves: int) -> list[bytes]:
    """The first moves of a match in which every move takes one object."""
    heaps = [heap for heap, size in enumerate(START) for _ in range(size)]
    return [match.move(_one(heap), ply) for ply, heap in enumerate(heaps[:moves])]


def machine(matches: Iterable[Seated]) -> Script:
    """Play matches against the machine to their ends, one object a move."""
    for match in matches:
        ply, position = 0, list(START)
        while any(position):
            heap = next(heap for heap, size in enumerate(position) if size)
            found = orjson.loads((yield match.move(_one(heap), ply)))
            assert found["ply"] > ply, found
            ply, position = found["ply"], found["position"]


def _one(heap: int) -> list[int]:
    return [int(other == heap) for other in range(len(START))]
