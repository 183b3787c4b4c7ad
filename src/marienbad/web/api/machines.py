"""Calls for the machine of matchboxes that learns: it comes with the question, and goes back with
the answer; nothing of it is kept here.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Literal, TypedDict

from marienbad.analysis import Game
from marienbad.heaps import Move, Position
from marienbad.school import matchbox
from marienbad.school.graph import label_of
from marienbad.school.matchbox import LARGEST_REWARD, MOST_BEADS, Machine, Played, Rewards
from marienbad.school.matchbox_file import judgement
from marienbad.school.situations import Situations
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.web.api.common import (
    AtPosition,
    FromStart,
    Leave,
    ShownMove,
    at_position,
    from_start,
    leave_data,
    shown_move,
    subject,
)
from marienbad.web.api.routes import (
    LARGEST,
    STUDY,
    Body,
    Field,
    ReaderLanguage,
    RuleText,
    Seed,
    post,
)
from marienbad.web.sizes import LONGEST_POSITION, MACHINE_BOXES, MACHINE_GAMES, bounded_position

LONGEST_PATH = 1_000
SECONDS = 1.0
"""CPU seconds after which no further game begins."""

Written = Annotated[str, Field(max_length=LONGEST_POSITION)]
Count = Annotated[int, Field(ge=0, le=MOST_BEADS)]
Box = Annotated[list[Count], Field(max_length=MACHINE_BOXES)]
Reward = Annotated[int, Field(ge=0, le=LARGEST_REWARD)]


@dataclass(frozen=True, kw_only=True)
class MachineWish(Body):
    """A machine: its game and start, its rules of learning, and its beads; without them, a new one.

    The beads stand in the order in which the boxes and their colours are answered. ``judge`` says
    whether the search is to say what it has learned.
    """

    game: RuleText
    position: Written
    boxes: Annotated[list[Box], Field(max_length=MACHINE_BOXES)] | None = None
    seed: Seed = 1
    played: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    beads: Annotated[int, Field(ge=1, le=LARGEST_REWARD)] = 3
    lose: Reward = 1
    win: Reward = 0
    punish: Literal["last", "all"] = "last"
    first: Literal["machine", "opponent", "turns"] = "machine"
    judge: bool = False


@dataclass(frozen=True, kw_only=True)
class Training(MachineWish):
    """Games to play, against a level or against `itself`."""

    against: Annotated[str, Field(max_length=32)] = "novice"
    games: Annotated[int, Field(ge=0, le=MACHINE_GAMES)] = 0


@dataclass(frozen=True, kw_only=True)
class Draw(MachineWish):
    """A bead to draw for a position, which follows from the start by so many moves."""

    heaps: Written
    ply: Annotated[int, Field(ge=0, le=LARGEST)] = 0


@dataclass(frozen=True, kw_only=True)
class PlayedGame(MachineWish):
    """A game that somebody has played against the machine: every position from the start on."""

    path: Annotated[list[Written], Field(min_length=1, max_length=LONGEST_PATH)]
    began: bool
    gave_up: bool = False


class Colour(TypedDict):
    """A move, the situation that it leaves, and the beads for it."""

    label: str
    move: ShownMove
    beads: int


class MachineBox(AtPosition):
    """A situation with its beads."""

    label: str
    colours: list[Colour]


class LastGame(TypedDict):
    """The labels of the situations of a game, whether the machine began, gave up, has won."""

    path: list[str]
    began: bool
    gave_up: bool
    won: bool


class MachineShown(FromStart):
    """A machine after some games: all its boxes, who has won, and the last game.

    There may be fewer games than were asked for: what is left can be asked for again.
    """

    game: str
    played: int
    won: list[bool]
    last: LastGame | None
    boxes: list[MachineBox]
    judgement: str | None
    perfect: bool | None


class Drawn(Leave):
    """The bead that was drawn: its box and colour by number, the move and what it leaves.

    `null` all of them but the box where it is empty: then the machine gives up.
    """

    box: int
    colour: int | None
    move: ShownMove | None
    over: bool


@post("/api/machine", tag="school", queue=STUDY)
def train(wish: Training, lang: ReaderLanguage = "") -> MachineShown:
    """A machine of matchboxes, new or as it is sent, after some games.

    Games that do not fit into one question are left to the next: `played` says how many there were.
    """
    machine = _machine(wish)
    games = list(_played(machine, wish)) if wish.games else []
    return _shown(machine, games, wish, lang)


@post("/api/machine/move", tag="school")
def draw(wish: Draw) -> Drawn:
    """The bead that a machine draws for a position."""
    machine = _machine(wish)
    heaps = machine.found.game.position(bounded_position(wish.heaps))
    position = machine.found.form(heaps)
    if position not in machine.beads:
        raise InputError("train.no_box", position=heaps)
    left = machine.draw(position, machine.chance(wish.ply))
    box = [*machine.beads].index(position)
    if left is None:
        return {"box": box, "over": False, "colour": None, "move": None, "leave": None}
    move = _move_to(machine, heaps, left)
    return {
        "box": box,
        "over": not machine.found.following[left],
        "colour": [*machine.beads[position]].index(left),
        "move": shown_move(move),
        **leave_data(machine.found.game.definition.after(heaps, move)),
    }


@post("/api/machine/learn", tag="school")
def learn(wish: PlayedGame, lang: ReaderLanguage = "") -> MachineShown:
    """A machine after a game that somebody has played against it."""
    machine = _machine(wish)
    found, path = machine.found, _path(machine, wish.path)
    is_turn = ((len(path) - 1) % 2 == 0) == wish.began
    is_empty = not any(machine.beads.get(path[-1], {}).values())
    if found.following[path[-1]] and not (wish.gave_up and is_turn and is_empty):
        raise InputError("train.unfinished", position=path[-1])
    gave_up = wish.gave_up and bool(found.following[path[-1]])
    game = matchbox.finished(machine, path, wish.began, gave_up)
    machine.learn(game)
    return _shown(machine, [game], wish, lang)


def _machine(wish: MachineWish) -> Machine:
    game, heaps = subject(wish.game, wish.position)
    found = Situations(game, heaps, MACHINE_BOXES + 1)
    if not found.following[found.start]:
        raise InputError("train.over", position=heaps)
    rewards = Rewards(wish.beads, wish.lose, wish.win, wish.punish == "all")
    boxes = wish.boxes
    beads = None if boxes is None else matchbox.checked_beads(found, _named(found, boxes))
    return Machine(found, rewards, wish.seed, beads, wish.played)


def _named(
    found: Situations, boxes: Sequence[Sequence[int]]
) -> dict[Position, dict[Position, int]]:
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


def _played(machine: Machine, wish: Training) -> Iterator[Played]:
    """Games that the machine plays and learns from, until the time is used up."""
    end = time.process_time() + SECONDS
    for game in matchbox.trained(machine, wish.against, wish.games, wish.first):
        yield game
        if time.process_time() > end:
            return


def _move_to(machine: Machine, heaps: Position, left: Position) -> Move:
    """A move from heaps in their own order that leaves a situation."""
    definition, form = machine.found.game.definition, machine.found.form
    moves = definition.moves(heaps)
    return next(move for move in moves if form(definition.after(heaps, move)) == left)


def _shown(machine: Machine, games: list[Played], wish: MachineWish, lang: str) -> MachineShown:
    found = machine.found
    judged = matchbox.faults(machine, wish.first) if wish.judge else None
    return {
        "game": found.game.name,
        **from_start(found.start),
        "played": machine.played,
        "won": [game.won for game in games],
        "last": _last(games[-1]) if games else None,
        "boxes": [
            {
                **at_position(position),
                "label": label_of(position),
                "colours": _colours(found.game, machine, position),
            }
            for position in machine.beads
        ],
        "judgement": Plain(lang).line(judgement(judged)) if judged else None,
        "perfect": judged.is_perfect if judged else None,
    }


def _last(game: Played) -> LastGame:
    return {
        "path": [*map(label_of, game.path)],
        "began": game.began,
        "gave_up": game.gave_up,
        "won": game.won,
    }


def _colours(game: Game, machine: Machine, position: Position) -> list[Colour]:
    """The colours of a box, each with the first move that leaves its situation."""
    form, moves = machine.found.form, dict[Position, Move]()
    for move in game.definition.moves(position):
        moves.setdefault(form(game.definition.after(position, move)), move)
    return [
        {"label": label_of(left), "move": shown_move(moves[left]), "beads": count}
        for left, count in machine.beads[position].items()
    ]
