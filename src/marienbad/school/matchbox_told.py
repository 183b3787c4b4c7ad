"""What the search says of a machine of matchboxes, as a sentence."""

from marienbad.school.graph import label_of
from marienbad.school.matchbox import Faults
from marienbad.text.sentences import Listing, Message, say

NAMED = 6
"""How many boxes are named in a sentence."""


def judgement(found: Faults) -> Message:
    """Whether it plays perfectly now, and if not, from which boxes it may let a win slip.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(judgement(Faults(3, ((2,), (4,))))).endswith("win slip from: 2, 4.")
    True
    """
    if found.is_perfect:
        return say("train.perfect", reached=found.reached)
    boxes: list[Message | str] = [label_of(position) for position in found.boxes[:NAMED]]
    more = len(found.boxes) - NAMED
    if more > 0:
        boxes.append(say("train.more", number=more))
    return say("train.faults", reached=found.reached, boxes=Listing(tuple(boxes), ""))
