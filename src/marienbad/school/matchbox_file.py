"""A machine of matchboxes as a file, to be trained further another day.

What the search says of a machine of matchboxes, as a sentence.
"""

from __future__ import annotations

import json
from typing import Any

from marienbad.analysis import Game
from marienbad.heaps import stored_position, write_position
from marienbad.school.graph import label_of
from marienbad.school.matchbox import (
    LARGEST_REWARD,
    MOST_BOXES,
    Faults,
    Machine,
    Rewards,
    checked_beads,
)
from marienbad.school.situations import Situations
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say

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


NAMED = 6
"""How many boxes are named in a sentence."""


def judgement(found: Faults) -> Message:
    """Whether it plays perfectly now, and if not, from which boxes it may let a win slip.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(judgement(Faults(3, ((2,), (4,))))).endswith("win slip from: 2, 4.")
    True
    """
    if found.is_perfect:
        return say("train.perfect", reached=found.reached)
    boxes: list[Message | str] = [label_of(position) for position in found.boxes[:NAMED]]
    more = len(found.boxes) - NAMED
    if more > 0:
        boxes.append(say("train.more", number=more))
    return say("train.faults", reached=found.reached, boxes=Listing(tuple(boxes), ""))
