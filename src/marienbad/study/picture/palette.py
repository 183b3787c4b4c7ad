"""Colours that everybody can tell apart: along each ramp the lightness only falls, or only rises.

So a picture can be read without colour vision, and printed in grey.
"""

from collections.abc import Sequence

from marienbad.drawing.shapes import Look

Colour = tuple[int, int, int]

PAPER: Colour = (253, 251, 245)
INK: Colour = (43, 37, 30)
FAINT: Colour = (226, 219, 204)
LEAVE: Colour = (169, 43, 34)

CROWD: tuple[Colour, ...] = ((210, 112, 63), (169, 43, 34), (109, 20, 22), (43, 5, 8))
"""From one position to leave in a point of a thinned map to as many as there are."""
HEAT: tuple[Colour, ...] = (
    (16, 32, 74), (46, 71, 118), (86, 108, 131), (139, 144, 131), (197, 182, 106), (248, 228, 88),
)  # fmt: skip
"""From the least Grundy value above 0 to the greatest."""


def ramp(anchors: Sequence[Colour], count: int) -> list[Colour]:
    """Return ``count`` colours, evenly spaced along the line through the anchors, ends included.

    >>> ramp([(0, 0, 0), (10, 20, 200)], 3)
    [(0, 0, 0), (5, 10, 100), (10, 20, 200)]
    """
    last, steps = len(anchors) - 1, max(count - 1, 1)
    colours = []
    for number in range(count):
        index, rest = divmod(number * last, steps)
        low, high = anchors[index], anchors[min(index + 1, last)]
        colours.append(mixed(low, high, rest, steps))
    return colours


def mixed(low: Colour, high: Colour, part: int, whole: int) -> Colour:
    """Return the colour at part/whole of the way, each component rounded to the nearest."""
    red, green, blue = (
        (2 * (a * (whole - part) + b * part) + whole) // (2 * whole)
        for a, b in zip(low, high, strict=True)
    )
    return red, green, blue


def written(colour: Colour) -> str:
    """The colour as shapes have it.

    >>> written(LEAVE)
    '#a92b22'
    """
    return f"#{bytes(colour).hex()}"


DARK_PAPER, DARK_INK, DARK_LEAVE = "#15120e", "#ece4d3", "#e2604f"
GROUND = Look(fill=written(PAPER), name="paper", dark=DARK_PAPER)
WORDS = Look(fill=written(INK), name="words", dark=DARK_INK)
RED = Look(fill=written(LEAVE), name="leave", dark=DARK_LEAVE)
EDGE = Look(stroke=written(INK), name="edge", dark="#b9ad97")
GRID = Look(stroke="#e2dbcc", name="grid", dark="#2e2820")
