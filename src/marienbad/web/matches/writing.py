"""The moves of matches as JSON: of a match that goes on, only the new ones are written."""

from typing import Any

import orjson

from marienbad.games.data import move_data
from marienbad.heaps import Move
from marienbad.play.match import Match, shared_moves
from marienbad.web.encoding import encoded
from marienbad.web.keeping import Kept

REMEMBERED_BYTES = 32 * 1024 * 1024
WORTH_REMEMBERING = 64
"""Fewer moves are written sooner than found."""
OVERHEAD = 64
"""What a written move takes in memory beside its text, about."""
SHORTEST_NUMBER, BYTES_OF_NUMBER = 4, 40
"""A number that is no shared one has that many characters at least, and takes that much memory,
half a byte for each of its digits apart."""

Pieces = list[bytes]


class WrittenMoves:
    """The moves of the matches that were sent last, each written once."""

    def __init__(self, most_bytes: int = REMEMBERED_BYTES) -> None:
        self.known: Kept[str, tuple[tuple[Move, ...], Pieces]] = Kept(most_bytes)

    def of(self, match: Match) -> orjson.Fragment:
        """The moves of the match, to be put into an answer as they are."""
        if not match.key or len(match.moves) < WORTH_REMEMBERING:
            return fragment([encoded(_shown(move)) for move in match.moves])
        before, pieces = self.known.get(match.key) or ((), [])
        shared = shared_moves(before, match.moves)
        pieces = [*pieces[:shared], *map(written, match.moves[shared:])]
        self.known.put(match.key, (match.moves, pieces), memory_of(pieces, len(match.start)))
        return fragment(pieces)


def memory_of(pieces: Pieces, heaps: int) -> int:
    """At most how many bytes written moves take, together with the moves themselves."""
    length = sum(map(len, pieces))
    numbers = min(heaps * len(pieces), length // SHORTEST_NUMBER)
    return (OVERHEAD + 8 * heaps) * len(pieces) + BYTES_OF_NUMBER * numbers + 3 * length // 2


def written(move: Move) -> bytes:
    """A move as JSON, to be kept: what the encoder returns takes its whole buffer, 16 kB."""
    return bytes(memoryview(encoded(_shown(move))))


def _shown(move: Move) -> Any:
    return move if type(move) is tuple else move_data(move)


def fragment(pieces: Pieces) -> orjson.Fragment:
    return orjson.Fragment(b"[" + b",".join(pieces) + b"]")
