"""All that can follow from a start: each situation once, whatever the order of its heaps."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice

from marienbad.analysis import Game
from marienbad.heaps import Position
from marienbad.solver.reachable import Reachable
from marienbad.text.problems import OutOfReach

MOST = 20_000
"""The most situations that are looked at."""
MOVES = 20
"""The most moves that are looked at, for each situation that there may be."""


class Situations:
    """The situations of a game from a start, by the rules alone, and what follows each of them.

    Positions that differ only in what does not matter, such as the order of rows, are one. Other
    starts may be named beside the first.

    >>> found = Situations(Game.named("nim"), (1, 3, 5, 7))
    >>> len(found), len(found.to_leave), found.start
    (143, 21, (1, 3, 5, 7))
    >>> len(Situations(Game.named("marienbad"), (1, 3, 5, 7)).to_leave)
    20
    """

    def __init__(
        self, game: Game, start: Position, most: int = MOST, others: Iterable[Position] = ()
    ) -> None:
        self.game = game
        self.most = most
        self.form = game.definition.ruleset.form
        self.start = self.form(game.position(start))
        self.following: Mapping[Position, tuple[Position, ...]] = self._explored(others)
        """What can be left from each situation, sorted; the situations stand from the end on."""

    def __len__(self) -> int:
        return len(self.following)

    def __contains__(self, position: object) -> bool:
        return position in self.following

    @cached_property
    def search(self) -> Reachable:
        """The search that decides them; it knows nothing but the rules."""
        return Reachable(self.game.definition)

    @cached_property
    def to_leave(self) -> frozenset[Position]:
        """The situations from which whoever is to play loses."""
        return frozenset(filter(self.search.is_p, self.following))

    def layers(self) -> list[tuple[Position, ...]]:
        """The situations by how many objects are left, the fewest first."""
        found: dict[int, list[Position]] = {}
        for position in self.following:
            found.setdefault(sum(position), []).append(position)
        return [tuple(found[total]) for total in sorted(found)]

    def _explored(self, others: Iterable[Position]) -> dict[Position, tuple[Position, ...]]:
        definition, form, looked_at = self.game.definition, self.form, 0
        found: dict[Position, tuple[Position, ...]] = {}
        waiting = deque([self.start, *map(form, others)])
        while waiting:
            position = waiting.popleft()
            if position in found:
                continue
            # a single heap may have more moves than could ever be listed
            moves = list(islice(definition.moves(position), MOVES * self.most + 1 - looked_at))
            after = {form(definition.after(position, move)) for move in moves}
            found[position] = tuple(sorted(after))
            looked_at += len(moves)
            waiting += after
            if len(found) > self.most or looked_at > MOVES * self.most:
                raise self._too_large(len({*found, *waiting}))
        return {position: found[position] for position in sorted(found, key=_place)}

    def _too_large(self, situations: int) -> OutOfReach:
        """The refusal after so many situations at least."""
        if situations > self.most:
            return OutOfReach("school.many_situations", position=self.start, most=self.most)
        return OutOfReach("school.many_moves", position=self.start, most=MOVES * self.most)


def _place(position: Position) -> tuple[int, int, Position]:
    return sum(position), len(position), position
