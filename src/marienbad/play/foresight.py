"""What a player sees who knows no theory and looks a number of moves ahead."""

from __future__ import annotations

from itertools import islice

from marienbad.analysis import Game
from marienbad.games.expressions import Formula
from marienbad.heaps import Position

WIDTH = 256
"""A position with more moves than this is too much to look at."""

MOVES = 20_000
"""How many moves one look takes in."""
TRIED = 6
"""As many amounts that are tried count for one move, where formulas tell which may be taken."""


class Foresight:
    """One look ahead, which remembers what it has seen.

    >>> foresight = Foresight(Game.named("nim"))
    >>> foresight.outlook((3,), 1), foresight.outlook((2, 2), 2)
    (True, None)
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._seen: dict[tuple[Position, int], bool | None] = {}
        self._left = MOVES
        takes = game.definition.ruleset.takes
        tested = [take for take in takes if any(isinstance(c, Formula) for c in take.where)]
        self._names = max((len(take.names) for take in tested), default=0)
        """How many amounts are tried together."""

    def outlook(self, position: Position, depth: int) -> bool | None:
        """Whether the player to move wins, as far as these moves show; else ``None``."""
        key = self.game.definition.ruleset.form(position), depth
        if key not in self._seen:
            self._seen[key] = None  # beyond that nothing more is seen
            if self._left > 0:
                self._seen[key] = self._look(position, depth)
        return self._seen[key]

    def _look(self, position: Position, depth: int) -> bool | None:
        moves = list(islice(self.game.definition.moves(position), WIDTH + 1))
        self._left -= len(moves)
        if self._names:
            self._left -= 1 + max(position, default=0) ** self._names // TRIED
        if not moves:
            return not self.game.definition.is_p_at_end(position)
        if depth <= 0 or len(moves) > WIDTH:
            return None
        wins: bool | None = False
        definition = self.game.definition
        hoped = definition.plays_on(position)
        for move in moves:
            seen = self.outlook(definition.after(position, move), depth - 1)
            if seen is hoped:
                return True
            if seen is None:
                wins = None
        return wins
