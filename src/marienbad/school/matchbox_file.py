"""A machine of matchboxes as a file, to be trained further another day."""

from __future__ import annotations

import json
from typing import Any

from marienbad.analysis import Game
from marienbad.heaps import stored_position, write_position
from marienbad.school.matchbox import (
    LARGEST_REWARD,
    MOST_BOXES,
    Machine,
    Rewards,
    checked_beads,
)
from marienbad.school.situations import Situations
from marienbad.text.problems import InputError

FORMAT, VERSION = "marienbad machine", 1
LONGEST = 2**24
LARGEST_NUMBER = 2**53 - 1


def written(machine: Machine) -> str:
    """The machine as JSON: the game, the rules of learning, and every box."""
    rewards = machine.rewards
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": machine.found.game.name,
            "start": write_position(machine.found.start),
            "seed": machine.seed,
            "played": machine.played,
            "beads": rewards.beads,
            "lose": rewards.lose,
            "win": rewards.win,
            "punishes_all": rewards.punishes_all,
            "boxes": {
                write_position(position): {
                    write_position(left): count for left, count in box.items()
                }
                for position, box in machine.beads.items()
            },
        },
        indent=1,
    )


def read(text: str, name: str) -> Machine:
    """The machine of a file; what is not as it should be is refused with the file's name."""
    try:
        data = json.loads(text)
        is_ours = data["format"] == FORMAT and data["version"] == VERSION
        if not is_ours or not _has_kinds(data):
            raise InputError("train.file", name=name)
        game = Game.named(data["game"])
        found = Situations(game, stored_position(data["start"]), MOST_BOXES)
        given = {
            stored_position(position): {
                stored_position(left): _number(count) for left, count in box.items()
            }
            for position, box in data["boxes"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError("train.file", name=name) from None
    rewards = Rewards(
        min(data["beads"], LARGEST_REWARD),
        min(data["lose"], LARGEST_REWARD),
        min(data["win"], LARGEST_REWARD),
        data["punishes_all"],
    )
    beads = checked_beads(found, given)
    return Machine(found, rewards, data["seed"], beads, data["played"])


def _has_kinds(data: dict[str, Any]) -> bool:
    """Whether the numbers are numbers, and the texts texts."""
    for key in ("seed", "played", "beads", "lose", "win"):
        _number(data[key])
    return (
        isinstance(data["punishes_all"], bool)
        and isinstance(data["game"], str)
        and isinstance(data["start"], str)
    )


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
        raise TypeError
    return value
