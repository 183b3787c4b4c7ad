"""In words: the positions known by heart, and where a game meets them."""

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.text.mathematics import Symbol, Tuple
from marienbad.text.relations import eq
from marienbad.text.sentences import Listing, Message, Value, say
from marienbad.theories.nim.by_heart import MOST_KNOWN, TWO_TO_FIVE, known_parts
from marienbad.theories.theory import Change

NEXT_FAMILY = Tuple((1, 2 * Symbol("n"), 2 * Symbol("n") + 1))
SEVEN_FAMILY = Tuple((Symbol("n"), 7 - Symbol("n"), 7))
"""Two families known by heart, as they are written for every n."""


def by_heart_case(game: Definition) -> str:
    """The key of the sentence with the families."""
    return "nim.by_heart.rule_misere" if game.is_misere else "nim.by_heart.rule"


def by_heart_rule(game: Definition) -> Message:
    """The families, one or more of which one can leave without counting."""
    key = by_heart_case(game)
    return say(key, next=NEXT_FAMILY, seven=SEVEN_FAMILY, four=TWO_TO_FIVE)


def recognised(game: Definition, position: Position, changes: tuple[Change, ...]) -> list[Message]:
    """Whether a position to leave, or what a winning change leaves, is known by heart."""
    if len(position) > MOST_KNOWN:
        return []
    for change in changes or (None,):
        left = position if change is None else change.applied(position)
        parts = known_parts(left)
        if parts:
            break
    else:
        return []
    values: dict[str, Value] = {"position": left, "parts": Listing([*map(named, parts)], ";")}
    if change is None:
        known = say("nim.by_heart.known", **values)
    else:
        known = say("nim.by_heart.leaves", row=change.heap + 1, left=change.left, **values)
    if len(parts) == 1 and len(parts[0]) > 2:
        return [known]
    key = "nim.by_heart.answer_misere" if game.is_misere else "nim.by_heart.answer"
    return [known, say(key)]


def named(part: Position) -> Message:
    """The family known by heart to which a part of a position belongs."""
    if len(part) == 2:
        return say("nim.by_heart.equal", size=part[0])
    if part == TWO_TO_FIVE:
        return say("nim.by_heart.two_to_five")
    if part[0] == 1:
        return say("nim.by_heart.family", family=NEXT_FAMILY, n=eq("n", part[1] // 2))
    return say("nim.by_heart.family", family=SEVEN_FAMILY, n=eq("n", part[0]))
