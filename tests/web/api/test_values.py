"""What every move is worth over HTTP, against a recursion that shares nothing with the library."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from starlette.testclient import TestClient

from tests.web.support import error_of, get

SLOW = "rules:heaps 3; take n from one where n in {1, 3, 4}; take 2, 2 from two; last loses"
Heaps = tuple[int, ...]


def takes(game: str, heaps: Heaps) -> Iterator[Heaps]:
    """Every move, written out again from the rules: of one heap, in Wythoff of both alike."""
    for heap, size in enumerate(heaps):
        for amount in range(1, size + 1):
            yield tuple(amount if other == heap else 0 for other in range(len(heaps)))
    if game.startswith("wythoff"):
        yield from ((amount, amount) for amount in range(1, min(heaps) + 1))


@cache
def judged(game: str, heaps: Heaps) -> tuple[bool, int]:
    """Whether the player to move wins, and how many moves are left until the end."""
    after = [judged(game, left(heaps, take)) for take in takes(game, heaps)]
    if not after:
        return game in {"marienbad", "wythoff:misere"}, 0
    lost = [length for wins, length in after if not wins]
    return bool(lost), 1 + (min(lost) if lost else max(length for _, length in after))


def left(heaps: Heaps, take: Heaps) -> Heaps:
    return tuple(size - amount for size, amount in zip(heaps, take, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["nim", "marienbad", "wythoff", "wythoff:misere"])
def test_every_move_is_worth_what_a_recursion_finds(client: TestClient, game: str) -> None:
    sizes = (6, 7) if game.startswith("wythoff") else (2, 3, 4)
    for heaps in product(*(range(size) for size in sizes)):
        found = get(
            client, "/api/moves", game=game, position=",".join(map(str, heaps)), values="true"
        )
        assert len(found["moves"]) == len(found["values"]) == len(list(takes(game, heaps)))
        for take, value in zip(found["moves"], found["values"], strict=True):
            other_wins, length = judged(game, left(heaps, tuple(take)))
            assert value == {"wins": not other_wins, "length": 1 + length}, (heaps, take)


def test_the_lengths_are_left_out_where_they_are_far(client: TestClient) -> None:
    found = get(client, "/api/moves", game="nim", position="500,900,1100", values="true")
    assert len(found["values"]) == 2500
    assert {tuple(value) for value in found["values"]} == {("wins",)}
    winning = [
        take for take, value in zip(found["moves"], found["values"], strict=True) if value["wins"]
    ]
    assert winning == [[0, 0, 1100 - (500 ^ 900)]]
    assert get(client, "/api/moves", game="nim", position="3001", values="true")["values"] is None
    assert "values" not in get(client, "/api/moves", game="nim", position="3")


def test_what_would_take_long_is_refused(client: TestClient) -> None:
    asked = {"game": SLOW, "position": "999,999,999", "values": "true"}
    status, key = error_of(client.get("/api/moves", params=asked))
    assert (status, key.startswith("errors.table")) == (422, True), key
    status, key = error_of(client.get("/api/moves", params={**asked, "values": "perhaps"}))
    assert (status, key) == (422, "server.one_of")
