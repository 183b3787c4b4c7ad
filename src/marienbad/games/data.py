"""Positions and moves as data for JSON; integers above 2⁵³ − 1 are decimal strings.

>>> from marienbad.heaps import Situation
>>> position_data(Situation((20,), 3)), position_data((3, 5))
({'position': [20], 'state': 3}, {'position': [3, 5]})
>>> move_data((0, 2)), move_data(Call(3)), move_data(Split((2,), (3, 5)))
([0, 2], {'call': 3}, {'take': [2], 'leave': [3, 5]})
>>> move_data(Block([(1, 2), (3, 5)]))
{'forbid': [[1, 2], [3, 5]]}
"""

from typing import Any

from marienbad.games.definition import Definition
from marienbad.heaps import Block, Call, Move, Position, Split, state_of
from marienbad.text.data import json_integer, json_integers


def position_data(position: Position, name: str = "position") -> dict[str, Any]:
    """Return the heaps under a name, and the state beside them where there is one.

    >>> from marienbad.heaps import Situation
    >>> position_data(Situation((20,), 3), "start")
    {'start': [20], 'start_state': 3}
    """
    number, prefix = state_of(position), "" if name == "position" else f"{name}_"
    state = {f"{prefix}state": json_integer(number)} if number else {}
    return {name: json_integers(position), **state}


def move_data(move: Move) -> Any:
    """Return a move as it stands in a list of moves: what is taken, or an object that says more."""
    if isinstance(move, Call):
        return {"call": json_integer(move.number)}
    if isinstance(move, Block):
        return {"forbid": [*map(json_integers, move.forbidden)]}
    if isinstance(move, Split):
        return {"take": json_integers(move), "leave": json_integers(move.leave)}
    return json_integers(move)


def move_fields(move: Move | None) -> dict[str, Any]:
    """Return a move as fields of an object: ``take``, which is ``None`` where nothing is taken.

    >>> move_fields((0, 2)), move_fields(Call(3)), move_fields(None)
    ({'take': [0, 2]}, {'take': None, 'call': 3}, {'take': None})
    """
    if move is None:
        return {"take": None}
    data = move_data(move)
    return {"take": None, **data} if isinstance(data, dict) else {"take": data}


def step_data(game: Definition, position: Position, move: Move) -> dict[str, Any]:
    """Return a move from a position as an object: what is said, or what is taken and left."""
    if isinstance(move, Call | Block):
        data: dict[str, Any] = move_data(move)
        return data
    left = game.after(position, move)
    return {"take": json_integers(move), "leave": json_integers(left)}
