"""The field for exact numbers: how much to take from the heap pointed at, or a whole move."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from marienbad.analysis import Game
from marienbad.games.memory import CallNumber
from marienbad.heaps import Block, Call, Move, Position, read_heap, state_of, take_from, write_taken
from marienbad.numeration.integers import digits_of
from marienbad.play.match import left_after
from marienbad.play.notation import read_move
from marienbad.play.session import Session
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message, say

WRITTEN_WITH = "0123456789:,+/- "
LONGEST_ENTRY = 10_000_000


class Entry(Input):
    """A field that leaves every key alone with which no move is written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.point(-1)", show=False),
        Binding("down", "app.point(1)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="entry", compact=True, max_length=LONGEST_ENTRY, select_on_focus=False)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Say that letters are not typed here: they are the keys of the application."""
        return character is not None and character in WRITTEN_WITH

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()


def read_entry(text: str, game: Game, position: Position, heap: int) -> Move:
    """Read an amount to take from a heap, or a whole move in either notation.

    >>> [read_entry(text, Game.named("nim"), (1, 3), 1) for text in ("2", "1,0", "2:3")]
    [(0, 2), (1, 0), (0, 3)]
    """
    memory = game.definition.ruleset.memory
    if memory.has_calls or (memory.is_to_forbid(position) and ("-" in text or "," in text)):
        move = read_move(text, game, position)
        left_after(game, position, move)
        return move
    if ":" in text or "," in text:
        return read_move(text, game, position)
    amount = read_heap(text)
    if amount > position[heap]:
        raise InputError("tui.too_many", number=amount, left=position[heap])
    return take_from(position, heap, amount)


def written_entry(session: Session, heap: int) -> str:
    """What is typed for what is chosen: a call, the heap of a called number, or an amount."""
    choice, amount = session.choice, session.amounts[heap] if session.amounts else 0
    if isinstance(choice, Call):
        return digits_of(choice.number)
    if isinstance(choice, Block) and session.forbidden:
        return write_taken(choice)
    is_called = isinstance(session.match.game.definition.ruleset.memory, CallNumber)
    if is_called and state_of(session.position):
        return str(heap + 1) if amount else ""
    return digits_of(amount) if amount else ""


def entry_label(session: Session, heap: int) -> Message:
    """What is to be typed."""
    game = session.match.game
    memory, noun = game.definition.ruleset.memory, game.nouns[0]
    if memory.has_calls and not state_of(session.position):
        return say("tui.entry.call")
    if isinstance(memory, CallNumber):
        return say(f"tui.entry.{noun}")
    return say("tui.entry", heap=say(f"words.{noun}.label", number=heap + 1))
