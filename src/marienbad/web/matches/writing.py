"""The moves of matches as JSON: of a match that goes on, only the new ones are written."""

from collections import OrderedDict

import orjson

from marienbad.heaps import Move
from marienbad.play.match import Match
from marienbad.web.encoding import encoded

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
        self.most_bytes = most_bytes
        self.size = 0
        self._known: OrderedDict[str, tuple[tuple[Move, ...], Pieces, int]] = OrderedDict()

    def of(self, match: Match) -> orjson.Fragment:
        """The moves of the match, to be put into an answer as they are."""
        if not match.key or len(match.moves) < WORTH_REMEMBERING:
            return fragment([*map(encoded, match.moves)])
        before, pieces, size = self._known.pop(match.key, ((), [], 0))
        self.size -= size
        kept = common(before, match.moves)
        pieces = [*pieces[:kept], *map(written, match.moves[kept:])]
        size = memory_of(pieces, len(match.start))
        self._known[match.key] = (match.moves, pieces, size)
        self.size += size
        while self.size > self.most_bytes:
            _, (_, _, size) = self._known.popitem(last=False)
            self.size -= size
        return fragment(pieces)


def memory_of(pieces: Pieces, heaps: int) -> int:
    """At most how many bytes written moves take, together with the moves themselves."""
    length = sum(map(len, pieces))
    numbers = min(heaps * len(pieces), length // SHORTEST_NUMBER)
    return (OVERHEAD + 8 * heaps) * len(pieces) + BYTES_OF_NUMBER * numbers + 3 * length // 2


def written(move: Move) -> bytes:
    """A move as JSON, to be kept: what the encoder returns takes its whole buffer, 16 kB."""
    return bytes(memoryview(encoded(move)))


def common(before: tuple[Move, ...], after: tuple[Move, ...]) -> int:
    """How many moves two matches begin with alike.

    >>> common(((1, 0), (0, 1)), ((1, 0), (0, 2), (1, 1)))
    1
    """
    shorter = min(len(before), len(after))
    if before[:shorter] == after[:shorter]:
        return shorter
    pairs = enumerate(zip(before, after, strict=False))
    return next(ply for ply, (one, other) in pairs if one != other)


def fragment(pieces: Pieces) -> orjson.Fragment:
    return orjson.Fragment(b"[" + b",".join(pieces) + b"]")
