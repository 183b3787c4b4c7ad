"""The ending of misère play, where its strategy differs from Nim's: at most one row is big.

A row is big if it has two matches or more. With at most one of them, one leaves an odd number of
rows of a single match; with two or more, Nim's theories decide. Pantaloni (2009) calls the
positions to leave *even configurations* (CP1) and (CP2); his (CP1) must also ask for a row of more
than one match, without which (1, 1) would count.
"""

from marienbad.heaps import Position
from marienbad.text.sentences import Block, Count, Items, Message, say
from marienbad.theories.theory import Change

NONE_ODD, NONE_EVEN = "nim.misere.rule.none_odd", "nim.misere.rule.none_even"
ONE_ODD, ONE_EVEN = "nim.misere.rule.one_odd", "nim.misere.rule.one_even"
SEVERAL = "nim.misere.rule.several"
CASES = (NONE_ODD, NONE_EVEN, ONE_ODD, ONE_EVEN, SEVERAL)
"""The cases of misère play, each the key of the sentence with its rule; the last is no ending."""


def is_ending(position: Position) -> bool:
    """Whether at most one row is big."""
    return sum(heap > 1 for heap in position) <= 1


def case_of(position: Position) -> str:
    """Which of the cases a position is in.

    >>> case_of((1, 1, 1, 9)), case_of((1, 3, 5, 7))
    ('nim.misere.rule.one_odd', 'nim.misere.rule.several')
    """
    if not is_ending(position):
        return SEVERAL
    is_odd = position.count(1) % 2 == 1
    if max(position, default=0) > 1:
        return ONE_ODD if is_odd else ONE_EVEN
    return NONE_ODD if is_odd else NONE_EVEN


def ending_rule() -> list[Block]:
    """What misère play changes, and how its ending is played."""
    return [say("nim.misere.rule"), Items(tuple(map(say, CASES)))]


def ending_changes(position: Position) -> list[Change]:
    """The winning changes when at most one row is big.

    >>> ending_changes((1, 1, 5))
    [Change(heap=2, left=1)]
    >>> ending_changes((1, 5))
    [Change(heap=1, left=0)]
    >>> ending_changes((1, 1, 1))
    []
    """
    singles = position.count(1)
    for heap, size in enumerate(position):
        if size > 1:
            return [Change(heap, 1 - singles % 2)]
    if singles % 2 == 1:
        return []
    return [Change(heap, 0) for heap, size in enumerate(position) if size == 1]


def explain_ending(position: Position) -> list[Message]:
    """The ending in words."""
    singles = position.count(1)
    ones = Count(singles, "row")
    large = next((heap for heap, size in enumerate(position) if size > 1), None)
    if large is not None and not singles:
        return [say("nim.misere.one_large_alone", row=large + 1), say("nim.misere.leave_one")]
    if large is not None:
        key = "nim.misere.one_large_odd" if singles % 2 else "nim.misere.one_large_even"
        return [say(key, row=large + 1, ones=ones), say("nim.misere.leave_odd")]
    if singles % 2:
        return [say("nim.misere.singles_odd", ones=ones)]
    if singles:
        return [say("nim.misere.singles_even", ones=ones), say("nim.misere.leave_odd")]
    return []
