"""All that can follow from a start: each situation once, whatever the order of its heaps.

Labels of situations, to leave or not to leave: a wrong one is refuted by a move, or by all.

The pupils' own table: every situation from a start, and all the moves that win from it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Literal, TypeAlias

from marienbad.analysis import Game
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, Split
from marienbad.solver.reachable import Reachable
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Listing, Message, say
from marienbad.text.tabular import Column, Sheet
from marienbad.values import Record

MOST = 20_000
"""The most situations that are looked at."""
MOVES = 20
"""The most moves that are looked at, for each situation that there may be."""


class Situations:
    """The situations of a game from a start, by the rules alone, and what follows each of them.

    Positions that differ only in what does not matter, such as the order of rows, are one. Other
    starts may be named beside the first.

    >>> found = Situations(Game.named("nim"), (1, 3, 5, 7))
    >>> len(found), len(found.to_leave), found.start
    (143, 21, (1, 3, 5, 7))
    >>> len(Situations(Game.named("marienbad"), (1, 3, 5, 7)).to_leave)
    20
    """

    def __init__(
        self, game: Game, start: Position, most: int = MOST, others: Iterable[Position] = ()
    ) -> None:
        self.game = game
        self.most = most
        self.form = game.definition.ruleset.form
        self.start = self.form(game.position(start))
        self.following: Mapping[Position, tuple[Position, ...]] = self._explored(others)
        """What can be left from each situation, sorted; the situations stand from the end on."""

    def __len__(self) -> int:
        return len(self.following)

    def __contains__(self, position: object) -> bool:
        return position in self.following

    @cached_property
    def search(self) -> Reachable:
        """The search that decides them; it knows nothing but the rules."""
        return Reachable(self.game.definition)

    @cached_property
    def to_leave(self) -> frozenset[Position]:
        """The situations from which whoever is to play loses."""
        return frozenset(filter(self.search.is_p, self.following))

    def layers(self) -> list[tuple[Position, ...]]:
        """The situations by how many objects are left, the fewest first."""
        found: dict[int, list[Position]] = {}
        for position in self.following:
            found.setdefault(sum(position), []).append(position)
        return [tuple(found[total]) for total in sorted(found)]

    def _explored(self, others: Iterable[Position]) -> dict[Position, tuple[Position, ...]]:
        definition, form, looked_at = self.game.definition, self.form, 0
        found: dict[Position, tuple[Position, ...]] = {}
        waiting = deque([self.start, *map(form, others)])
        while waiting:
            position = waiting.popleft()
            if position in found:
                continue
            # a single heap may have more moves than could ever be listed
            moves = list(islice(definition.moves(position), MOVES * self.most + 1 - looked_at))
            after = {form(definition.after(position, move)) for move in moves}
            found[position] = tuple(sorted(after))
            looked_at += len(moves)
            waiting += after
            if len(found) > self.most or looked_at > MOVES * self.most:
                raise self._too_large(len({*found, *waiting}))
        return {position: found[position] for position in sorted(found, key=_place)}

    def _too_large(self, situations: int) -> OutOfReach:
        """The refusal after so many situations at least."""
        if situations > self.most:
            return OutOfReach("school.many_situations", position=self.start, most=self.most)
        return OutOfReach("school.many_moves", position=self.start, most=MOVES * self.most)


def _place(position: Position) -> tuple[int, int, Position]:
    return sum(position), len(position), position


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


class Line(Record):
    """A situation, whether it is to leave, and how it is won: what each winning move does."""

    position: Position
    is_to_leave: bool
    moves: tuple[str, ...]

    @property
    def total(self) -> int:
        return sum(self.position)


def lines(
    situations: Situations, total: int | None = None, only_to_leave: bool = False
) -> Iterator[Line]:
    """The situations from the end on: all, those of a total, or only those to leave.

    >>> from marienbad.analysis import Game
    >>> for line in lines(Situations(Game.named("nim"), (1, 1, 2)), total=3):
    ...     print(line.position, line.is_to_leave, line.moves)
    (1, 2) False ('2 → 1',)
    (1, 1, 1) False ('1 → 0',)
    """
    check_turns(situations.game.definition)
    for position in situations.following:
        is_to_leave = position in situations.to_leave
        if total not in (None, sum(position)) or (only_to_leave and not is_to_leave):
            continue
        yield Line(position, is_to_leave, winning(situations, position))


def winning(situations: Situations, position: Position) -> tuple[str, ...]:
    """All moves that win, up to order: what each does to the heaps that it touches.

    Where the rules tell several heaps apart, the position that it leaves is written instead.

    >>> from marienbad.analysis import Game
    >>> rules = Game.named("rules:heaps 1; take n from one where n < x")
    >>> winning(Situations(rules, (3,)), (3,))
    ('3 → 1',)
    """
    game = situations.game.definition
    moves = up_to_order(game, position, situations.search.winning_moves(position))
    if game.ruleset.tells_heaps_apart and len(position) > 1:
        return tuple(f"→ {Plain('en').line(game.after(position, move))}" for move in moves)
    return tuple(", ".join(one.text for one in changes(position, move)) for move in moves)


def counts(found: list[Line]) -> Message:
    """How many situations there are and how many of them are to leave."""
    has_empty = sum(not any(line.position) for line in found) == 1
    to_leave = sum(line.is_to_leave for line in found)
    return say(
        "labels.counts.empty" if has_empty else "labels.counts",
        situations=len(found),
        leave=to_leave,
    )


def sheet(situations: Situations, found: list[Line]) -> Sheet:
    """The lines as a table for readers and for programs."""
    game = situations.game.definition
    caption = "labels.caption.apart" if game.ruleset.tells_heaps_apart else "labels.caption"
    columns = ("total", "situation", "outcome", "winning_moves")
    return Sheet(
        game.name,
        "winning-moves",
        say(caption, game=game.title, start=situations.start),
        tuple(Column(name, say(f"labels.column.{name}")) for name in columns),
        [
            (
                line.total,
                line.position,
                say("labels.to_leave" if line.is_to_leave else "labels.not_to_leave"),
                Listing(line.moves, ";"),
            )
            for line in found
        ],
    )
