"""Why a choice may not be played, read from the declaration of the moves."""

from marienbad.analysis import Game
from marienbad.games.declaration import HEAP_NAMES, Congruence, Take
from marienbad.heaps import Move, Position
from marienbad.text.explanation import Message, say


def objection(game: Game, position: Position, move: Move) -> Message | None:
    """What stands against the move, or ``None`` where it is legal.

    >>> from marienbad.text.plain import Plain
    >>> for name, move in [("nim", (1, 1)), ("wythoff", (1, 2)), ("wythoff:a=2", (1, 3))]:
    ...     print(Plain("en").line(objection(Game.named(name), (5, 5), move)))
    From one row only
    From both heaps: the same number
    From both heaps: a difference of at most 1
    """
    if not any(move):
        return say(f"tui.reason.nothing.{game.definition.nouns[1]}")
    if game.is_legal(position, move):
        return None
    taken = [amount for amount in move if amount]
    takes = game.definition.ruleset.takes
    if all(take.heaps == 1 for take in takes) and len(taken) > 1:
        return say(f"tui.reason.one.{game.definition.nouns[0]}")
    candidates = [take for take in takes if take.heaps == len(taken)]
    return _objection(candidates[0], position, taken) if candidates else say("tui.reason.rules")


def _objection(take: Take, position: Position, taken: list[int]) -> Message:
    values = dict(zip(HEAP_NAMES, position, strict=False))
    for name, amount in zip(take.amounts, taken, strict=True):
        if isinstance(name, str) and values.setdefault(name, amount) != amount:
            return say("tui.reason.same")
    failing = [condition for condition in take.where if not condition.holds(values)]
    if not failing:
        return say("tui.reason.rules")
    condition = failing[0]
    factors = sorted(factor for _, factor in condition.form.coefficients)
    if factors not in ([1], [-1, 1]):
        return say("tui.reason.rules")
    of = "amount" if factors == [1] else "difference"
    if isinstance(condition, Congruence):
        return say(f"tui.reason.{of}_multiple", number=condition.modulus)
    if condition.high is None:
        return say("tui.reason.rules")
    return say(f"tui.reason.{of}_bound", number=condition.high)
