"""Why a choice may not be played, read from the declaration of the moves.

What the two players of a match have agreed, and what one of them still asks the other.
"""

from typing import Any, Literal

from marienbad.analysis import Game
from marienbad.games.declaration import HEAP_NAMES, Congruence, Take
from marienbad.games.expressions import Formula
from marienbad.games.memory import CallHeap
from marienbad.heaps import Block, Call, Move, Position, Split, leave, state_of
from marienbad.text.sentences import Count, Message, say
from marienbad.theories.wording import heap_name
from marienbad.values import Record


def objection(game: Game, position: Position, move: Move) -> Message | None:
    """What stands against the move, or ``None`` where it is legal.

    >>> from marienbad.text.plain import Plain
    >>> for name, move in [("nim", (1, 1)), ("nim", (0, 6)), ("wythoff", (1, 2))]:
    ...     print(Plain("en").line(objection(Game.named(name), (5, 5), move)))
    From one row only
    Only 5 matches in row 2
    From both heaps: the same number
    """
    if game.definition.is_legal(position, move):
        return None
    heap_noun, object_noun = game.nouns
    memory = game.definition.ruleset.memory
    if memory.has_calls:
        return _against_call(game, position, move)
    if isinstance(move, (Call, Block, Split)) or memory.is_to_forbid(position):
        return _against_block(game, position)
    if game.definition.ruleset.may_take(position, move):
        return say("play.objection.forbidden", position=leave(position, move))
    if not any(move):
        return say(f"play.objection.nothing.{object_noun}")
    for heap, (size, taken) in enumerate(zip(position, move, strict=True)):
        if taken > size:
            key = "play.objection.too_many" if size else "play.objection.empty"
            name = heap_name(game.definition, heap)
            return say(key, count=Count(size, object_noun), heap=name)
    amounts = [amount for amount in move if amount]
    takes = game.definition.ruleset.takes
    if all(take.heaps == 1 for take in takes) and len(amounts) > 1:
        return say(f"play.objection.one.{heap_noun}")
    candidates = [take for take in takes if take.heaps == len(amounts)]
    if len(candidates) != 1 or len(position) > 2 or candidates[0].places is not None:
        return say("play.objection.rules")
    return _failing(candidates[0], position, amounts)


def _against_call(game: Game, position: Position, move: Move) -> Message:
    """What stands against a call, or against the answer to one."""
    memory, state = game.definition.ruleset.memory, state_of(position)
    if not state:
        is_heap = isinstance(memory, CallHeap)
        return say(f"play.objection.heap.{game.nouns[0]}" if is_heap else "play.objection.number")
    if isinstance(move, Call):
        return say("play.objection.call")
    if isinstance(memory, CallHeap):
        return say("play.objection.called_heap", heap=heap_name(game.definition, state - 1))
    return say("play.objection.called", count=Count(state, game.nouns[1]))


def _against_block(game: Game, position: Position) -> Message:
    """What stands against what is no take, or against a take before something is forbidden."""
    memory = game.definition.ruleset.memory
    if memory.is_to_forbid(position):
        return say("play.objection.block", most=memory.block - 1)
    return say("play.objection.rules")


def _failing(take: Take, position: Position, taken: list[int]) -> Message:
    """The condition of the take that the amounts do not meet."""
    values = dict(zip(HEAP_NAMES, position, strict=False))
    for name, amount in zip(take.amounts, taken, strict=True):
        if isinstance(name, str) and values.setdefault(name, amount) != amount:
            return say("play.objection.same")
    failing = next((condition for condition in take.where if not condition.holds(values)), None)
    if failing is None or isinstance(failing, Formula):
        return say("play.objection.rules")
    factors = sorted(factor for _, factor in failing.form.coefficients)
    if factors not in ([1], [-1, 1]):
        return say("play.objection.rules")
    of = "amount" if factors == [1] else "difference"
    if isinstance(failing, Congruence):
        return say(f"play.objection.{of}_multiple", number=failing.modulus)
    if failing.high is None or failing.low not in (None, -failing.high):
        return say("play.objection.rules")
    return say(f"play.objection.{of}_bound", number=failing.high)


Help = Literal["open", "declared", "locked"]


class Accord(Record):
    """How helps are handled, who has used how many, how it was settled who begins, what is next."""

    help: Help = "open"
    """``open``: nobody is told; ``declared``: each help is told to the other; ``locked``: none."""
    helps: tuple[int, int] = (0, 0)
    """How many helps each seat has declared."""
    is_drawn: bool = False
    """Whether who begins was drawn by lot."""
    rematch: int | None = None
    """The seat that asks for the same match again, until it is answered."""
    next: str = ""
    """The name of the match that both have agreed to play after this one."""
    is_of_class: bool = False
    """Whether it belongs to the room of a class: what is played there counts, and goes with it."""

    def helped(self, seat: int) -> "Accord":
        """The accord after one more help of a seat.

        >>> Accord("declared").helped(1).helps
        (0, 1)
        """
        first, second = self.helps
        return self.having(helps=(first + (seat == 0), second + (seat == 1)))

    def again(self) -> "Accord":
        """What holds in the next match too."""
        return Accord(self.help, is_drawn=self.is_drawn)

    def data(self) -> dict[str, Any]:
        """The part of a match's JSON that tells of it."""
        return {
            "help": self.help,
            "helps": self.helps,
            "drawn": self.is_drawn,
            "rematch_request": self.rematch,
            "next": self.next or None,
        }
