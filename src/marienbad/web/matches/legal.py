"""The legal moves that are sent with a match, as JSON, remembered."""

from itertools import islice
from math import perm, prod

import orjson

from marienbad.games.data import move_data
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.play.match import Match
from marienbad.web.encoding import encoded
from marienbad.web.keeping import Kept

MOST_SENT = 480
"""The most moves that are sent with a match."""
MOST_TRIED = 3_000
"""The most amounts of a user's rules that are tried to list its moves."""
REMEMBERED_BYTES = 8 * 1024 * 1024
OVERHEAD = 512


class LegalMoves:
    """The moves of the positions that were sent last."""

    def __init__(self, most_bytes: int = REMEMBERED_BYTES) -> None:
        self.known: Kept[tuple[str, Position], bytes | None] = Kept(most_bytes)

    def of(self, match: Match) -> orjson.Fragment | None:
        """Every legal move, or ``None`` where to list them would hold up others."""
        asked = (match.game.name, match.position)
        if asked in self.known:
            found = self.known.get(asked)
        else:
            found = listed(match)
            self.known.put(asked, found, weight(asked, found))
        return None if found is None else orjson.Fragment(found)


def listed(match: Match) -> bytes | None:
    """The moves, by the game of the match: to read its rules again may take long."""
    definition = match.game.definition
    if definition.family.reader and tries(definition, match.position) > MOST_TRIED:
        return None
    found = [*islice(definition.moves(match.position), MOST_SENT + 1)]
    if len(found) > MOST_SENT:  # of few positions there are many ways to forbid some
        return None
    moves = [move_data(move) for move in found]
    return bytes(memoryview(encoded(moves)))  # the encoder's own takes its whole buffer


def tries(definition: Definition, position: Position) -> int:
    """At most how many amounts are tried to list the moves, from each choice of heaps."""
    choices = sum(perm(len(position), take.heaps) for take in definition.ruleset.takes)
    return choices * prod(heap + 1 for heap in position)


def weight(asked: tuple[str, Position], found: bytes | None) -> int:
    """About how many bytes an entry takes."""
    name, position = asked
    numbers = sum(36 + heap.bit_length() // 7 for heap in position)
    return OVERHEAD + len(name) + numbers + len(found or b"")
