"""A match as it is sent: its state and, while they are few, the moves that are legal now."""

from functools import lru_cache
from itertools import islice
from math import perm, prod
from typing import Any

import orjson

from marienbad.analysis import Game
from marienbad.games.data import move_data
from marienbad.games.declaration import Take
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.play.match import Match
from marienbad.web.encoding import encoded

MOST_LISTED = 480
"""How many moves are sent with a match at most: to list them takes a millisecond."""


def shown(match: Match, lang: str | None) -> dict[str, Any]:
    """The match as it is sent, with what a page needs to go on: the moves that may be played."""
    # apart: integers that the fast encoder does not know may stand in the start alone
    moves = [move if type(move) is tuple else move_data(move) for move in match.moves]
    data = match.data(lang, orjson.Fragment(encoded(moves)))
    return {**data, "legal": legal_moves(match)}


def legal_moves(match: Match) -> orjson.Fragment | None:
    """Every legal move as JSON, or ``None`` if there are too many to list at once."""
    if match.game.definition.family.reader is None:
        found = _of_family(match.game.name, match.position)
    else:
        found = _listed(match.game.definition, match.position)
    return None if found is None else orjson.Fragment(found)


@lru_cache(maxsize=256)
def _of_family(game: str, position: Position) -> bytes | None:
    """The moves of positions that many matches pass, remembered."""
    return _listed(Game.named(game).definition, position)


def _listed(definition: Definition, position: Position) -> bytes | None:
    if has_many(definition, position):
        return None
    found = [*islice(definition.moves(position), MOST_LISTED + 1)]
    if len(found) > MOST_LISTED:
        return None
    return bytes(memoryview(encoded([*map(move_data, found)])))  # the encoder's takes more room


def has_many(definition: Definition, position: Position) -> bool:
    """Whether listing the moves would look at too many amounts, as far as is seen at once.

    Conditions of a family leave an amount or two of many; those of written rules may leave none.

    >>> from marienbad.games.catalogue import define
    >>> has_many(define("nim"), (300, 200)), has_many(define("wythoff:a=2"), (100, 50))
    (True, False)
    """
    if definition.family.reader is None:
        plain = [take for take in definition.ruleset.takes if not take.where]
        return any(len(take.names) == 1 for take in plain) and sum(position) > MOST_LISTED
    return sum(amounts(take, position) for take in definition.ruleset.takes) > MOST_LISTED


def amounts(take: Take, position: Position) -> int:
    """At most how many amounts a take of written rules may try."""
    filled = sorted((heap for heap in position if heap), reverse=True)
    rest = 1 + max(position, default=0) // 2 if 2 in take.parts else 1
    return perm(len(filled), take.heaps) * prod(filled[: len(take.names)]) * rest
