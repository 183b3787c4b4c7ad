"""Where everything stands in a picture: panels with their axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marienbad.study.picture.palette import CROWD, FAINT, HEAT, INK, LEAVE, PAPER, Colour, ramp
from marienbad.study.picture.thinning import Solved, counts, means, places, plane_of
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_POINTS = 1024
"""The most points of a map in each direction; several maps share them."""
COMFORTABLE = 768
FIGURE = 12
"""The room for a figure along an axis, in pixels."""
LARGEST_CELL, SHORTEST_SIDE = 32, 48
MOST_NUMBERS = 9
FIRST_SHADE = 3
PAPER_INDEX, INK_INDEX, FAINT_INDEX = range(FIRST_SHADE)
FEW_SHADES, HEAT_SHADES = 4, 253


class Axis(Record):
    """One side of a panel: its positions, ``block`` of them to a point of ``cell`` pixels."""

    name: str
    size: int
    block: int
    cell: int

    @property
    def points(self) -> int:
        return -(-self.size // self.block)

    @property
    def length(self) -> int:
        """The length in pixels."""
        return self.points * self.cell

    def middle(self, position: int) -> int:
        """Return the pixel of a position."""
        return position // self.block * self.cell + self.cell // 2

    @property
    def numbers(self) -> range:
        """The positions whose numbers are written.

        >>> list(Axis("x", 200, 1, 3).numbers)
        [0, 50, 100, 150]
        """
        wide = FIGURE * (len(str(self.size)) + 2)
        most = min(MOST_NUMBERS, max(1, self.length // wide))
        return range(0, self.size, round_step(self.size, most))


def round_step(size: int, most: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, … that makes at most ``most`` steps.

    >>> [round_step(size, 9) for size in (8, 32, 200, 65536)]
    [1, 5, 50, 10000]
    """
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if -(-size // step) <= most:
                return step
        power *= 10


class Panel(Record):
    """A map of two heaps: the number of the colour of each point [x, y], and the axes."""

    label: str
    x: Axis
    y: Axis
    shades: Any
    values: Any = None
    """The Grundy values, where every position has a point of its own."""


class Layout(Record):
    """The panels of a picture, its colours, and what the shades mean."""

    panels: tuple[Panel, ...]
    colours: tuple[Colour, ...]
    scale: tuple[int, ...]
    """The least count, or value, of each shade that a legend explains; empty where none is due."""
    is_heat: bool
    greatest: int = 1
    """The greatest value of a heat map, which no mean need reach."""

    @property
    def columns(self) -> int:
        return next(side for side in (1, 2, 3) if side * side >= len(self.panels) or side == 3)

    @property
    def is_thinned(self) -> bool:
        return self.panels[0].x.block * self.panels[0].y.block > 1


def axes_of(sizes: tuple[int, ...], panels: int) -> tuple[Axis, Axis]:
    """Return the axes of a panel: square cells, but a side of few positions stays visible.

    >>> [(axis.block, axis.points, axis.cell) for axis in axes_of((65536, 2048), 1)]
    [(64, 1024, 1), (2, 1024, 1)]
    """
    share = 1 if panels == 1 else 2 if panels <= 4 else 3
    sides = (sizes[0], sizes[1] if len(sizes) > 1 else 1)
    blocks = [block_of(size, MOST_POINTS // share) for size in sides]
    points = [-(-size // block) for size, block in zip(sides, blocks, strict=True)]
    most = max(points)
    least = 2 if 2 * most <= MOST_POINTS // share else 1
    cell = min(LARGEST_CELL, max(COMFORTABLE // share // most, least))
    x, y = (
        Axis(name, size, block, max(cell, SHORTEST_SIDE // count))
        for name, size, block, count in zip("xy", sides, blocks, points, strict=True)
    )
    return x, y


def block_of(size: int, most: int) -> int:
    """Return the least power of two that leaves at most ``most`` blocks."""
    return 1 << (-(-size // most) - 1).bit_length()


def layout_of(table: Solved, grundy: bool) -> Layout:
    """Return the picture of a table: its positions to leave, or its Grundy values."""
    sizes = tuple(table.sizes)
    shown = list(places(sizes))
    x, y = axes_of(sizes, len(shown))
    return (heat if grundy else marks)(table, shown, x, y)


def marks(table: Solved, shown: list[tuple[int, ...]], x: Axis, y: Axis) -> Layout:
    """Return the map of the positions to leave; a shade stands for twice as many as the last."""
    import numpy as np

    blocks = (x.block, y.block) if len(table.sizes) > 1 else (1, x.block)
    found = [counts(plane_of(table, place, False), blocks) for place in shown]
    shades = max(int(count.max(initial=0)) for count in found).bit_length()
    powers = [1 << number for number in range(shades)]
    # few shades need not begin as faintly as many
    colours = ramp(CROWD[shades <= FEW_SHADES :], shades) if shades > 1 else [LEAVE]
    panels = []
    for place, count in zip(shown, found, strict=True):
        level = np.searchsorted(powers, count, side="right")
        index = np.where(level > 0, level + FIRST_SHADE - 1, PAPER_INDEX).astype(np.uint8)
        panels.append(Panel(label_of(place), x, y, _upright(index, table)))
    scale = tuple(powers) if shades > 1 else ()
    return Layout(tuple(panels), (PAPER, INK, FAINT, *colours), scale, False)


def heat(table: Solved, shown: list[tuple[int, ...]], x: Axis, y: Axis) -> Layout:
    """Return the map of the Grundy values; where one is 0 the point is left white."""
    import numpy as np

    blocks = (x.block, y.block) if len(table.sizes) > 1 else (1, x.block)
    planes = [plane_of(table, place, True) for place in shown]
    found = [means(plane, blocks) for plane in planes]
    most = max(int(values.max()) for values, _, _ in found)
    shades = min(most, HEAT_SHADES)
    panels = []
    for place, (values, zeros, _) in zip(shown, found, strict=True):
        level = (np.maximum(values, 1) - 1) * shades // max(most, 1)
        index = np.where(zeros, PAPER_INDEX, level + FIRST_SHADE).astype(np.uint8)
        single = None if x.block * y.block > 1 else _upright(values, table)
        panels.append(Panel(label_of(place), x, y, _upright(index, table), single))
    # the least value of a shade: the first v with (v − 1)·shades ≥ shade·most
    scale = tuple(-(-shade * most // shades) + 1 for shade in range(shades))
    colours = (PAPER, INK, FAINT, *ramp(HEAT, shades))
    return Layout(tuple(panels), colours, scale, True, max(greatest for _, _, greatest in found))


def label_of(place: tuple[int, ...]) -> str:
    """Return the sizes of the further heaps.

    >>> label_of((2, 0))
    'z = 2, w = 0'
    """
    return ", ".join(f"{name} = {size}" for name, size in zip("zw", place, strict=False))


def _upright(index: NDArray[Any], table: Solved) -> NDArray[Any]:
    """Return the points by x, then y; a single heap was read along y."""
    return index.T if len(table.sizes) == 1 else index
