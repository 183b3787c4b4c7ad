"""A machine of matchboxes that comes with the question, and goes back with the answer."""

import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from marienbad.analysis import Game
from marienbad.games.data import move_data, position_data
from marienbad.heaps import Move, Position
from marienbad.school.graph import label_of
from marienbad.school.matchbox import (
    Machine,
    Played,
    Rewards,
    checked_beads,
    faults,
    finished,
    trained,
)
from marienbad.school.matchbox_file import judgement
from marienbad.school.situations import Situations
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.web.encoding import encoded
from marienbad.web.sizes import MACHINE_BOXES, bounded_position
from marienbad.web.thoughts.subject import subject

Wish = dict[str, Any]
SECONDS = 1.0
"""CPU seconds after which no further game begins."""


def train(wish: Wish, lang: str) -> bytes:
    """The machine after some games: as many as were asked for, or as fit into a second."""
    machine = _machine(wish)
    games = list(_played(machine, wish)) if wish["games"] else []
    return encoded(_shown(machine, games, wish, lang))


def draw(wish: Wish) -> bytes:
    """The bead that the machine draws for a position, and a move for it that is legal there."""
    machine = _machine(wish)
    heaps = machine.found.game.position(bounded_position(wish["heaps"]))
    position = machine.found.form(heaps)
    if position not in machine.beads:
        raise InputError("train.no_box", position=heaps)
    left = machine.draw(position, machine.chance(wish["ply"]))
    answer: dict[str, Any] = {"box": [*machine.beads].index(position), "over": False}
    if left is None:
        return encoded({**answer, "colour": None, "move": None, "leave": None})
    move = _move_to(machine, heaps, left)
    after = machine.found.game.definition.after(heaps, move)
    return encoded(
        {
            **answer,
            "colour": [*machine.beads[position]].index(left),
            "move": move_data(move),
            **position_data(after, "leave"),
            "over": not machine.found.following[left],
        }
    )


def learn(wish: Wish, lang: str) -> bytes:
    """The machine after a game that somebody has played against it."""
    machine = _machine(wish)
    found, path = machine.found, _path(machine, wish["path"])
    gave_up = wish["gave_up"]
    is_turn = ((len(path) - 1) % 2 == 0) == wish["began"]
    is_empty = not any(machine.beads.get(path[-1], {}).values())
    if found.following[path[-1]] and not (gave_up and is_turn and is_empty):
        raise InputError("train.unfinished", position=path[-1])
    game = finished(machine, path, wish["began"], gave_up and bool(found.following[path[-1]]))
    machine.learn(game)
    return encoded(_shown(machine, [game], wish, lang))


def _machine(wish: Wish) -> Machine:
    game, heaps = subject(wish["game"], wish["position"])
    found = Situations(game, heaps, MACHINE_BOXES + 1)
    if not found.following[found.start]:
        raise InputError("train.over", position=heaps)
    rewards = Rewards(wish["beads"], wish["lose"], wish["win"], wish["punish"] == "all")
    beads = None if wish["boxes"] is None else checked_beads(found, _named(found, wish["boxes"]))
    return Machine(found, rewards, wish["seed"], beads, wish["played"])


def _named(found: Situations, boxes: list[list[int]]) -> dict[Position, dict[Position, int]]:
    """The beads by their situations; what does not fit is left out, and refused then."""
    expected = [(position, after) for position, after in found.following.items() if after]
    if [len(box) for box in boxes] != [len(after) for _, after in expected]:
        return {}
    return {
        position: dict(zip(after, box, strict=True))
        for (position, after), box in zip(expected, boxes, strict=True)
    }


def _path(machine: Machine, written: list[str]) -> list[Position]:
    """The situations of a game, each left by a move from the one before."""
    found = machine.found
    path = [found.form(found.game.position(bounded_position(text))) for text in written]
    is_played = path[0] == found.start and all(
        after in found.following[one] for one, after in pairwise(path)
    )
    if not is_played:
        raise InputError("train.path", position=found.start)
    return path


def _played(machine: Machine, wish: Wish) -> Iterator[Played]:
    """Games that the machine plays and learns from, until the time is used up."""
    end = time.process_time() + SECONDS
    for game in trained(machine, wish["against"], wish["games"], wish["first"]):
        yield game
        if time.process_time() > end:
            return


def _move_to(machine: Machine, heaps: Position, left: Position) -> Move:
    """A move from heaps in their own order that leaves a situation."""
    definition, form = machine.found.game.definition, machine.found.form
    moves = definition.moves(heaps)
    return next(move for move in moves if form(definition.after(heaps, move)) == left)


def _shown(machine: Machine, games: list[Played], wish: Wish, lang: str) -> dict[str, Any]:
    found = machine.found
    judged = faults(machine, wish["first"]) if wish["judge"] else None
    return {
        "game": found.game.name,
        **position_data(found.start, "start"),
        "played": machine.played,
        "won": [game.won for game in games],
        "last": _last(games[-1]) if games else None,
        "boxes": [
            {
                **position_data(position),
                "label": label_of(position),
                "colours": _colours(found.game, machine, position),
            }
            for position in machine.beads
        ],
        "judgement": judged and Plain(lang).line(judgement(judged)),
        "perfect": judged and judged.is_perfect,
    }


def _last(game: Played) -> dict[str, Any]:
    return {
        "path": [label_of(position) for position in game.path],
        "began": game.began,
        "gave_up": game.gave_up,
        "won": game.won,
    }


def _colours(game: Game, machine: Machine, position: Position) -> list[dict[str, Any]]:
    """The colours of a box, each with the first move that leaves its situation."""
    form, moves = machine.found.form, dict[Position, Move]()
    for move in game.definition.moves(position):
        moves.setdefault(form(game.definition.after(position, move)), move)
    return [
        {"label": label_of(left), "move": move_data(moves[left]), "beads": count}
        for left, count in machine.beads[position].items()
    ]
