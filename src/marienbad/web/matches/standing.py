"""A match as it stands: immutable, so that what is shown is always something that was committed.

>>> standing = Standing.new("a", Game.named("nim"), (1, 2), ("human", "human"), "1961-06-25")
>>> standing.after((1, 0)).position, standing.after((1, 0)).turn
((0, 2), 1)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from marienbad.analysis import Game, json_integers
from marienbad.heaps import Move, Position, leave
from marienbad.play.match import HUMAN, Match
from marienbad.play.record import RESULTS, UNFINISHED


@dataclass(frozen=True)
class Standing:
    """A match after some moves; ``revision`` counts its changes, moves taken back included."""

    id: str
    revision: int
    game: Game
    start: Position
    players: tuple[str, str]
    date: str
    moves: tuple[Move, ...]
    position: Position

    @classmethod
    def new(
        cls, key: str, game: Game, start: Position, players: tuple[str, str], date: str
    ) -> "Standing":
        """A match of which nothing has been played."""
        return cls(key, 0, game, start, players, date, (), start)

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @cached_property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self.game.definition.is_over(self.position)

    @property
    def turn(self) -> int | None:
        """Whose turn it is: 0 for the player who began, 1 for the other, ``None`` at the end."""
        return None if self.is_over else self.ply % 2

    @property
    def is_machines_turn(self) -> bool:
        """Whether a machine must move now."""
        return self.players[self.ply % 2] != HUMAN and not self.is_over

    def after(self, move: Move) -> "Standing":
        """The match after a legal move; the revision is that of the change it is part of."""
        return replace(self, moves=(*self.moves, move), position=leave(self.position, move))

    def back_to(self, ply: int) -> "Standing":
        """The match as it stood after so many moves."""
        taken = zip(*self.moves[ply:], strict=True)
        position = self.position
        if ply < self.ply:
            position = tuple(a + sum(b) for a, b in zip(position, taken, strict=True))
        return replace(self, moves=self.moves[:ply], position=position)

    def revised(self, before: "Standing") -> "Standing":
        """The match as the next revision of another."""
        return replace(self, revision=before.revision + 1)

    def replayed(self) -> Match:
        """The match to be graded, recorded or told."""
        return Match(self.game, self.start, self.players, self.date, self.moves)

    def data(self, lang: str | None = None) -> dict[str, Any]:
        """One object for JSON, with the words of the game where a language is asked for."""
        is_over = self.is_over
        parity = self.ply % 2
        winner = (parity if self.game.definition.is_misere else 1 - parity) if is_over else None
        data = {
            "id": self.id,
            "game": self.game.name,
            "start": json_integers(self.start),
            "position": json_integers(self.position),
            "ply": self.ply,
            "turn": None if is_over else parity,
            "over": is_over,
            "winner": winner,
            "moves": [json_integers(move) for move in self.moves],
            "players": self.players,
            "date": self.date,
            "result": UNFINISHED if winner is None else RESULTS[winner],
        }
        if lang is not None:
            data |= {"title": self.game.title(lang), "rule": self.game.rule(lang)}
        return data


def replay(standing: Standing, moves: Sequence[Move]) -> Standing:
    """The match after all these moves."""
    position = standing.start
    if moves:
        taken = zip(*moves, strict=True)
        position = tuple(heap - sum(some) for heap, some in zip(position, taken, strict=True))
    return replace(standing, moves=tuple(moves), position=position)
