"""What clients send of positions, moves and matches."""

from dataclasses import dataclass, field
from typing import Annotated

from marienbad.heaps import Block, Call, Move, Position, Split, situated
from marienbad.play.objection import Help
from marienbad.text.problems import InputError
from marienbad.web.api.common import Forbidden, Heaps, Integer
from marienbad.web.api.routes import LARGEST, Body, Field, RuleText
from marienbad.web.sizes import LONGEST_MATCH

Ply = Annotated[int, Field(ge=0, le=LARGEST)]
SeatNumber = Annotated[int, Field(ge=0, le=1)]


@dataclass(frozen=True, kw_only=True)
class CallBody(Body):
    """A number that was called."""

    call: Integer

    @property
    def move(self) -> Move:
        """The move as the rules know it."""
        return Call(self.call)


@dataclass(frozen=True, kw_only=True)
class ForbiddingBody(Body):
    """What was forbidden: the positions that the other could not leave by his next move."""

    forbid: Forbidden

    @property
    def move(self) -> Move:
        """The move as the rules know it."""
        return Block(self.forbid)


@dataclass(frozen=True, kw_only=True)
class SplitBody(Body):
    """What was taken, and the whole position that was left: a heap was split."""

    take: Heaps
    leave: Heaps

    @property
    def move(self) -> Move:
        """The move as the rules know it."""
        return Split(self.take, self.leave)


@dataclass(frozen=True, kw_only=True)
class AtStart(Body):
    """A starting position; none: the usual one."""

    position: Heaps | None = None
    state: Integer | None = None

    @property
    def start(self) -> Position | None:
        """The position with its state; ``None``: none was named."""
        return None if self.position is None else situated(self.position, self.state or 0)


@dataclass(frozen=True, kw_only=True)
class NewMatch(AtStart):
    """The wish for a match; players in order of play, ``human`` or a level.

    ``moves`` were played already, from the position: a branch of another match, to play on from.
    ``help``: whether helps are ``open``, ``declared`` to the other player, or ``locked``; without
    it they are declared between people, else open. With ``draw`` the server draws who begins.
    """

    game: RuleText
    players: Annotated[
        list[Annotated[str, Field(max_length=32)]], Field(min_length=2, max_length=2)
    ]
    moves: Annotated[
        list[Heaps | CallBody | SplitBody | ForbiddingBody], Field(max_length=LONGEST_MATCH)
    ] = field(default_factory=list)
    help: Help | None = None
    draw: bool = False

    @property
    def played(self) -> list[Move]:
        """The moves as the rules know them."""
        return [tuple(move) if isinstance(move, list) else move.move for move in self.moves]


@dataclass(frozen=True, kw_only=True)
class NewMove(AtStart):
    """What is taken from each heap, or called, and the number of moves played before.

    Where options may be forbidden, ``forbid`` are the positions that the other may not leave by his
    next move, perhaps none. ``leave`` is the whole position that is left, where the rest of a heap
    is split. With the position that was seen, the move is refused where another stands there now.
    """

    ply: Ply
    take: Heaps | None = None
    call: Integer | None = None
    forbid: Forbidden | None = None
    leave: Heaps | None = None

    def __post_init__(self) -> None:
        if [self.take, self.call, self.forbid].count(None) != 2:
            raise InputError("server.take_or_call")

    @property
    def move(self) -> Move:
        """The move as the rules know it."""
        if self.call is not None:
            return Call(self.call)
        if self.forbid is not None:
            return Block(self.forbid)
        amounts = tuple(self.take or ())
        return amounts if self.leave is None else Split(amounts, self.leave)

    @property
    def seen(self) -> Position | None:
        """The position that was seen, if one was."""
        return self.start
