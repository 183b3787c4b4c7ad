"""Kinds of positions to practise on: of each, positions of a difficulty are drawn by lot."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Literal

from marienbad.analysis import Game
from marienbad.heaps import Position
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say
from marienbad.values import Record

EASIEST, HARDEST = 1, 5
TRIES = 2_000
Draw = Callable[[Random, int], Position]
Wanted = Literal["winnable", "to leave", "any"]


class Kind(Record):
    """A kind of positions: of which game, and how one of a difficulty is drawn.

    Its title is the text ``school.kind.NAME``.
    """

    name: str
    game: str
    draw: Draw
    games: tuple[str, ...] = ()
    """The games of the difficulties, where they are not the same."""

    @property
    def title(self) -> Message:
        return say(f"school.kind.{self.name}")

    def game_of(self, difficulty: int) -> str:
        return self.games[difficulty - 1] if self.games else self.game


class Drawn(Record):
    """A position of a kind: where it is from, and the name of its game."""

    kind: str
    game: str
    position: Position


def drawn(kind: str, difficulty: int, random: Random, wanted: Wanted = "winnable") -> Drawn:
    """A position by lot: one that whoever is to play can win, one to leave, or any.

    >>> drawn("mirror", 1, Random(1))
    Drawn(kind='mirror', game='nim', position=(2, 1))
    >>> drawn("queen", 2, Random(2), "to leave")
    Drawn(kind='queen', game='wythoff', position=(3, 5))
    """
    known = kind_of(kind)
    name = known.game_of(check_difficulty(difficulty))
    game = Game.named(name)
    for _ in range(TRIES):
        position = known.draw(random, difficulty)
        outcome = {"winnable": "N", "to leave": "P"}.get(wanted)
        if game.is_over(position) or outcome not in (None, game.analyse(position).outcome):
            continue
        return Drawn(kind, name, position)
    raise AssertionError(f"no position of {kind} {difficulty} is {wanted}")


def check_difficulty(number: int) -> int:
    """The difficulty, where there is such a one."""
    if not EASIEST <= number <= HARDEST:
        raise InputError("school.difficulty", number=number, least=EASIEST, most=HARDEST)
    return number


def kind_of(name: str) -> Kind:
    """The kind of that name."""
    known = KINDS.get(name)
    if known is None:
        raise InputError("school.kind_unknown", name=name, known=Listing((*KINDS,), "or"))
    return known


def _mirror(random: Random, difficulty: int) -> Position:
    """Two rows, later also two pairs of rows, of which some are equal."""
    most = 2 + 2 * difficulty
    first, second = random.randint(1, most), random.randint(1, most)
    if difficulty < 3:
        return first, second if random.random() < 0.6 else first
    rows = [first, first, second, random.choice([second, random.randint(1, most)])]
    random.shuffle(rows)
    return tuple(rows)


def _ending(random: Random, difficulty: int) -> Position:
    """Rows of one match, and mostly one that is longer."""
    ones = [1] * random.randint(1, 2 + difficulty)
    longer = [random.randint(2, 2 + 2 * difficulty)] if random.random() < 0.8 else []
    rows = ones + longer
    random.shuffle(rows)
    return tuple(rows)


def _rows(fewest: int, most: int, *longest: int) -> Draw:
    """Rows by lot: from ``fewest`` to ``most`` of them, the longest by the difficulty."""

    def draw(random: Random, difficulty: int) -> Position:
        longest_row = longest[difficulty - 1]
        rows = random.randint(fewest, min(most, fewest + (difficulty + 1) // 2))
        return tuple(random.randint(1, longest_row) for _ in range(rows))

    return draw


_ALL = (
    Kind("mirror", "nim", _mirror),
    Kind("ending", "marienbad", _ending),
    Kind("packets", "nim", _rows(3, 5, 5, 6, 7, 9, 12)),
    Kind("marienbad", "marienbad", _rows(3, 4, 3, 5, 7, 9, 15)),
    Kind("nim", "nim", _rows(3, 5, 7, 10, 15, 31, 63)),
    Kind(
        "race",
        "subtraction:1.2.3",
        _rows(1, 1, 12, 15, 20, 30, 50),
        (
            "subtraction:1.2",
            "subtraction:1.2.3",
            "subtraction:1.2.3",
            "subtraction:1.2.3.4",
            "subtraction:1.2.3.4.5.6",
        ),
    ),
    Kind("queen", "wythoff", _rows(2, 2, 7, 10, 15, 20, 31)),
    Kind(
        "families",
        "wythoff:a=2",
        _rows(2, 2, 10, 12, 16, 20, 30),
        ("wythoff:a=2", "wythoff:b=2", "wythoff:misere", "wythoff:a=2,b=2", "wythoff:a=3,misere"),
    ),
    Kind(
        "sums",
        "subtraction:1.2.3",
        _rows(2, 3, 6, 9, 9, 12, 20),
        ("subtraction:1.2", "subtraction:1.2.3", "subtraction:1.3.4", "kayles", "kayles"),
    ),
)
KINDS = {kind.name: kind for kind in _ALL}
