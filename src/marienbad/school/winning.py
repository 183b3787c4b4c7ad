"""The pupils' own table: every situation from a start, and all the moves that win from it."""

from __future__ import annotations

from collections.abc import Iterator

from marienbad.heaps import Position
from marienbad.school.labelling import changes, check_turns, up_to_order
from marienbad.school.situations import Situations
from marienbad.text.plain import Plain
from marienbad.text.sentences import Listing, Message, say
from marienbad.text.tabular import Column, Sheet
from marienbad.values import Record


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
