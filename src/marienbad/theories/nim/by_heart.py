"""Positions that an experienced player knows by heart, and where a game meets them.

Against a beginner one may play at random until such a position can be left. In Marienbad they are
positions to leave too, as long as one row has more than one match.

G. H. Hardy, E. M. Wright, An Introduction to the Theory of Numbers, § 9.8, footnote.
"""

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.text.mathematics import Symbol, Tuple
from marienbad.text.relations import eq
from marienbad.text.sentences import Listing, Message, Value, say
from marienbad.theories.theory import Change

TWO_TO_FIVE: Position = (2, 3, 4, 5)
"""A position to leave: 2 ⊕ 3 = 1 = 4 ⊕ 5."""


def even_and_next(n: int) -> Position:
    """(1, 2n, 2n + 1), a position to leave: 2n and 2n + 1 differ in their last binary digit alone.

    >>> [even_and_next(n) for n in (1, 2, 3)]
    [(1, 2, 3), (1, 4, 5), (1, 6, 7)]
    """
    return 1, 2 * n, 2 * n + 1


def odd_and_next(n: int) -> Position:
    """(1, 2n + 1, 2n + 2), never a position to leave: the two differ in further binary digits.

    >>> [odd_and_next(n) for n in (0, 1, 2)]
    [(1, 1, 2), (1, 3, 4), (1, 5, 6)]
    """
    return 1, 2 * n + 1, 2 * n + 2


def parts_of_seven(n: int) -> Position:
    """(n, 7 − n, 7) for n = 0, …, 7, a position to leave: n and 7 − n share no binary digit.

    >>> [parts_of_seven(n) for n in (1, 2, 3)]
    [(1, 6, 7), (2, 5, 7), (3, 4, 7)]
    """
    if not 0 <= n <= 7:
        raise ValueError(f"expected a number from 0 to 7, got {n}")
    return n, 7 - n, 7


def union(first: Position, second: Position) -> Position:
    """The heaps of two positions together: a position to leave in Nim if both are.

    One answers every move in the part where it was made. In Marienbad both parts must have a row
    of more than one match: (1) is to be left there, (1, 1) is not.

    >>> union((1, 2, 3), (4, 4))
    (1, 2, 3, 4, 4)
    """
    return first + second


def is_known_by_heart(position: Position) -> bool:
    """Whether a position, in any order, belongs to one of the three families to leave.

    >>> (
    ...     is_known_by_heart((13, 1, 12)),
    ...     is_known_by_heart((5, 4, 3, 2)),
    ...     is_known_by_heart((1, 3, 4)),
    ... )
    (True, True, False)
    """
    heaps = sorted(position)
    if len(heaps) != 3:
        return tuple(heaps) == TWO_TO_FIVE
    if heaps[2] == 7 and heaps[0] + heaps[1] == 7:
        return True
    if 1 not in heaps:
        return False
    heaps.remove(1)
    return heaps[0] % 2 == 0 and heaps[1] == heaps[0] + 1


MOST_KNOWN = 12
"""The most rows of which one sees at once that they fall into known parts."""


def known_parts(position: Position) -> tuple[Position, ...]:
    """The parts known by heart into which a position falls, or none where it does not.

    A part is two equal rows or belongs to one of the three families to leave. The largest row
    must be in one of at most three of them, so that little has to be tried.

    >>> known_parts((5, 3, 5, 3)), known_parts((7, 1, 3, 2, 6, 1)), known_parts((1, 3, 5, 7))
    (((5, 5), (3, 3)), ((1, 6, 7), (1, 2, 3)), ())
    """
    rows = sorted(filter(None, position))
    return _parts_of(rows, set()) or () if len(rows) <= MOST_KNOWN else ()


def _parts_of(rows: list[int], failed: set[Position]) -> tuple[Position, ...] | None:
    """The parts of rows in order; ``None`` where they do not fall into known parts.

    What has failed before is not tried again.
    """
    if not rows:
        return ()
    if tuple(rows) in failed:
        return None
    largest = rows[-1]
    candidates: list[Position] = [(largest, largest)]
    if largest % 2:
        candidates.append(even_and_next(largest // 2))
    if largest == 7:
        candidates += [parts_of_seven(n) for n in (2, 3)]
    if largest == 5:
        candidates.append(TWO_TO_FIVE)
    for part in candidates:
        others = _without(rows, part)
        more = None if others is None else _parts_of(others, failed)
        if more is not None:
            return (part, *more)
    failed.add(tuple(rows))
    return None


def _without(rows: list[int], part: Position) -> list[int] | None:
    """The other rows; ``None`` where the part is not among them."""
    others = rows.copy()
    for row in part:
        if row not in others:
            return None
        others.remove(row)
    return others


NEXT_FAMILY = Tuple((1, 2 * Symbol("n"), 2 * Symbol("n") + 1))
SEVEN_FAMILY = Tuple((Symbol("n"), 7 - Symbol("n"), 7))
"""Two families known by heart, as they are written for every n."""


def by_heart_rule(game: Definition) -> Message:
    """The families, one or more of which one can leave without counting."""
    key = "nim.by_heart.rule_misere" if game.is_misere else "nim.by_heart.rule"
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
