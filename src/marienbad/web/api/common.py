"""What calls share: positions and moves in responses, errors, and what a question is about."""

from collections.abc import Iterable
from typing import Annotated, Literal, NotRequired, TypedDict, cast

from marienbad.analysis import Game
from marienbad.games.data import move_data, move_fields, position_data
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.play.match import told_data
from marienbad.text.explanation import Explanation
from marienbad.text.sentences import Block
from marienbad.web.api.routes import Exact, Field
from marienbad.web.sizes import MOST_FORBIDDEN, MOST_HEAPS, bounded_position

WIDTH = 100
"""Of texts, in characters."""

Integer = Annotated[int, Exact()]
Heaps = Annotated[list[Integer], Field(max_length=MOST_HEAPS)]
Forbidden = Annotated[list[Heaps], Field(max_length=MOST_FORBIDDEN)]
Shown = Annotated[int | str, Exact()]
ShownHeaps = list[Shown]
Pair = tuple[int, ...]


class ErrorText(TypedDict):
    """The key of a sentence, and the sentence in the reader's language.

    Of a mistake in a text of rules also the place, both numbers from 1; of one in a lesson the
    field, or the number of the task.
    """

    key: str
    message: str
    line: NotRequired[int | None]
    column: NotRequired[int | None]
    field: NotRequired[str | None]
    task: NotRequired[int | None]


class Error(TypedDict):
    """What went wrong."""

    error: ErrorText


class Named(TypedDict):
    """A name, and the word for it."""

    name: str
    title: str


class EntryLink(TypedDict):
    """What a link to a statement says: its name, what and where it is, what it says."""

    name: str
    what: str
    title: str


class Text(TypedDict):
    """Some sentences, as plain text and as HTML."""

    text: str
    html: str


# Moves


class ShownCall(TypedDict):
    """A number that is called."""

    call: Shown


class ShownSplit(TypedDict):
    """What is taken, and the whole position that is left: a heap is split."""

    take: ShownHeaps
    leave: ShownHeaps


class Saying(TypedDict):
    """What a position says besides its heaps: what a move does, a sentence in each language.

    ``forbidden`` are the positions that may not be left.
    """

    act: Literal["take", "call", "choose", "forbid"]
    text: dict[str, str]
    forbidden: list[ShownHeaps]


class Told(TypedDict):
    """What the position says, if it has a state."""

    situation: NotRequired[Saying]


class ShownForbidding(TypedDict):
    """The positions that the other may not leave by his next move; nothing is taken."""

    forbid: list[ShownHeaps]


ShownMove = ShownHeaps | ShownCall | ShownSplit | ShownForbidding


class Taken(TypedDict):
    """A move; ``call`` or ``forbid`` replaces ``take`` if nothing is taken."""

    take: ShownHeaps | None
    call: NotRequired[Shown]
    forbid: NotRequired[list[ShownHeaps]]


class MoveFields(Taken):
    """A move; ``leave`` is the whole position that is left if a heap is split."""

    leave: NotRequired[ShownHeaps]


# Positions, each with its state where it has one


class AtPosition(TypedDict):
    """A position."""

    position: ShownHeaps
    state: NotRequired[Shown]


class FromStart(TypedDict):
    """A starting position."""

    start: ShownHeaps
    start_state: NotRequired[Shown]


class Left(TypedDict):
    """What is left."""

    left: ShownHeaps
    left_state: NotRequired[Shown]


class Leave(TypedDict):
    """What a move leaves."""

    leave: ShownHeaps | None
    leave_state: NotRequired[Shown]


def at_position(position: Position) -> AtPosition:
    """A position as data."""
    return cast(AtPosition, position_data(position))


def from_start(position: Position) -> FromStart:
    """A starting position as data."""
    return cast(FromStart, position_data(position, "start"))


def left_data(position: Position) -> Left:
    """What is left as data."""
    return cast(Left, position_data(position, "left"))


def leave_data(position: Position | None) -> Leave:
    """What a move leaves as data; ``None`` if there is nothing to say of it."""
    return {"leave": None} if position is None else cast(Leave, position_data(position, "leave"))


def told(game: Definition, position: Position) -> Told:
    """What a position says, if it has a state."""
    return cast(Told, told_data(game, position))


def shown_move(move: Move) -> ShownMove:
    """A move in a list of moves."""
    return cast(ShownMove, move_data(move))


def taken(move: Move | None) -> MoveFields:
    """A move as fields of an object."""
    return cast(MoveFields, move_fields(move))


def texts(blocks: Iterable[Block] | Explanation, lang: str) -> Text:
    """Sentences as plain text and as HTML."""
    words = blocks if isinstance(blocks, Explanation) else Explanation(tuple(blocks))
    return {"text": words.render(lang, WIDTH), "html": words.html(lang)}


# What a question is about


def subject(game: str, position: str) -> tuple[Game, Position]:
    """The game and the position that a question names."""
    known = Game.named(game)
    return known, known.position(bounded_position(position))
