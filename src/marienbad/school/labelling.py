"""Labels of situations, to leave or not to leave: a wrong one is refuted by a move, or by all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, Split
from marienbad.solver.reachable import Reachable
from marienbad.text.problems import InputError
from marienbad.values import Record

Label: TypeAlias = Literal["leave", "not"]


class Change(Record):
    """What a move makes of a heap: a smaller one, or two.

    >>> Change(7, (1,)).text, Change(5, (1, 2)).text
    ('7 → 1', '5 → 1 + 2')
    """

    heap: int
    left: Position

    @property
    def text(self) -> str:
        return f"{self.heap} → {' + '.join(map(str, self.left))}"


class Answer(Record):
    """Whether a label is right; where it is not, the moves that show it.

    A situation that is said to be to leave is refuted by each move that wins from it, one that is
    said not to be by all its moves together, since none of them wins.
    """

    is_right: bool
    is_over: bool
    """Whether no move is left: then the ending of the game alone decides."""
    moves: tuple[Move, ...] = ()


def check_turns(game: Definition) -> None:
    """Refuse a game in which a player may leave a position to himself.

    >>> from marienbad.games.catalogue import define
    >>> check_turns(define("order:AAB"))
    Traceback (most recent call last):
    marienbad.text.problems.InputError: In order:AAB,take=1-3 the players do not simply ...
    """
    if game.ruleset.memory.kind not in (None, "last"):
        raise InputError("labels.turns", game=game.name)


def answered(search: Reachable, position: Position, label: Label) -> Answer:
    """Judge a label by the rules alone.

    >>> from marienbad.games.catalogue import define
    >>> answered(Reachable(define("nim")), (1, 1, 1), "leave")
    Answer(is_right=False, is_over=False, moves=((0, 0, 1),))
    >>> answered(Reachable(define("marienbad")), (), "leave")
    Answer(is_right=False, is_over=True, moves=())
    """
    game = search.game
    check_turns(game)
    position = game.ruleset.form(position)
    is_over = game.is_over(position)
    if (label == "leave") == search.is_p(position):
        return Answer(True, is_over)
    against = search.winning_moves(position) if label == "leave" else sorted(game.moves(position))
    return Answer(False, is_over, up_to_order(game, position, against))


def up_to_order(game: Definition, position: Position, moves: Iterable[Move]) -> tuple[Move, ...]:
    """One of all moves that do the same to equal heaps; where heaps are told apart, all of them.

    >>> from marienbad.games.catalogue import define
    >>> up_to_order(define("nim"), (2, 2, 3), [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
    ((1, 0, 0), (0, 0, 1))
    """
    if game.ruleset.tells_heaps_apart:
        return tuple(moves)
    found: dict[tuple[Change, ...], Move] = {}
    for move in moves:
        found.setdefault(changes(position, move), move)
    return tuple(found.values())


def changes(position: Position, move: Move) -> tuple[Change, ...]:
    """What a move does to the heaps, the smallest first.

    >>> [change.text for change in changes((3, 5), (1, 1))]
    ['3 → 2', '5 → 4']
    """
    found = []
    for place, (heap, taken) in enumerate(zip(position, move, strict=True)):
        if taken:
            parts = move.leave[place : place + 2] if isinstance(move, Split) else None
            found.append(Change(heap, parts or (heap - taken,)))
    return tuple(sorted(found, key=lambda change: (change.heap, change.left)))
