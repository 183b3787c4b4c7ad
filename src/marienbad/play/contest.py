"""Matches between players that are not human.

>>> match = next(contest(Game.named("nim"), (3, 5, 7), ("perfect", "naive"), games=1, seed=1))
>>> match.winner
0
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from marienbad.analysis import Game
from marienbad.heaps import Position
from marienbad.play.match import Match
from marienbad.play.players import player

LONGEST = 10_000
"""A match that goes on for longer is left unfinished: huge heaps can be emptied one by one."""


def contest(
    game: Game,
    start: Position | None,
    players: tuple[str, str],
    games: int,
    seed: int,
    date: str = "",
) -> Iterator[Match]:
    """Play a number of matches one after another; the same seed gives the same matches."""
    random = Random(seed)
    seats = [player(name, game) for name in players]
    for _ in range(games):
        match = Match(game, start, players, date)
        while match.turn is not None and match.ply < LONGEST:
            match = match.after(seats[match.turn].choose(game, match.position, random))
        yield match
