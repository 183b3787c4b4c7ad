"""The drawing of a table: panels with their axes, a legend, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from marienbad.drawing.shapes import SERIF, Box, Drawing, Image, Line, Look, Shape, Text
from marienbad.study.picture.layout import FIRST_SHADE, PAPER_INDEX, Layout, Panel, layout_of
from marienbad.study.picture.palette import EDGE, GRID, GROUND, PAPER, RED, WORDS, written
from marienbad.study.picture.thinning import Solved, plane_of, whole
from marienbad.text.catalogue import template
from marienbad.text.plain import Plain
from marienbad.text.sentences import Listing, Message, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FONT, LEFT, TOP, BELOW, RIGHT = 13.5, 64, 30, 44, 34
HEADING = 34
MOST_RUNS = 20_000
"""A path of more runs of cells would be longer than a bitmap."""
LEGEND_HEIGHT, BAR = 60, 16
NUMBERED_CELL = 20
"""The least size of a cell that has room for its Grundy value."""
GRID_FROM = 8
"""The least size of a cell, in pixels, that has lines around it."""
SHIFT = 0.34
"""How far below a middle a text stands, of its size, whose middle is there."""
ON_DARK = Look(fill=written(PAPER), name="on-dark")
ON_LIGHT = Look(fill=WORDS.fill, name="on-light")
SPOKEN, CORNER = 12, 64
"""The most positions to leave that are named, and the corner of the first panel they are from."""


def drawing_of(
    table: Solved, grundy: bool = False, lang: str = "en", title: Message | None = None
) -> Drawing:
    """The map of the positions to leave of a table, or of its Grundy values."""
    layout = layout_of(table, grundy)
    heading, description = words_of(table, layout, lang, title)
    rows = rows_of(layout)
    first = layout.panels[0]
    across, down = first.x.length + LEFT + RIGHT, first.y.length + TOP + BELOW
    width = max(across * layout.columns, LEFT + RIGHT + 9 * len(heading))
    bottom = HEADING + down * len(rows)
    scale = list(legend(layout, bottom, lang))
    height = bottom + (LEGEND_HEIGHT if scale else 0)
    shapes: list[Shape] = [
        Box(0, 0, width, height, GROUND),
        Text(LEFT, FONT * 2, heading, FONT * 1.3, look=WORDS, is_italic=True),
    ]
    for number, row in enumerate(rows):
        for column, panel in enumerate(row):
            left, top = column * across + LEFT, HEADING + number * down + TOP
            shapes += [shape.moved(left, top) for shape in drawn(panel, layout)]
    shapes += scale
    return Drawing(width, height, tuple(shapes), heading, description, lang, SERIF)


def rows_of(layout: Layout) -> list[tuple[Panel, ...]]:
    """The panels line by line; the first slice stands at the top left, as one reads."""
    panels, columns = layout.panels, layout.columns
    return [panels[start : start + columns] for start in range(0, len(panels), columns)]


def drawn(panel: Panel, layout: Layout) -> Iterator[Shape]:
    """A panel around its upper left corner."""
    width, height = panel.x.length, panel.y.length
    boxes = None if layout.scale else cells(panel)
    if boxes is None:
        # of their real size, since some viewers blur what they stretch
        yield bitmap(magnified(panel), layout, 0, 0, width, height)
    else:
        yield from boxes
    if panel.values is not None and min(panel.x.cell, panel.y.cell) >= NUMBERED_CELL:
        yield from numbered(panel, layout)
    if min(panel.x.cell, panel.y.cell) >= GRID_FROM:
        for x in range(panel.x.cell, width, panel.x.cell):
            yield Line(x, 0, x, height, GRID)
        for y in range(panel.y.cell, height, panel.y.cell):
            yield Line(0, y, width, y, GRID)
    yield Box(0, 0, width, height, EDGE)
    yield from axes_drawn(panel)


def cells(panel: Panel) -> list[Box] | None:
    """The marked cells, run by run; ``None`` where there are too many."""
    import numpy as np

    marked = (panel.shades != PAPER_INDEX).T[::-1]
    edges = np.diff(np.pad(marked, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    starts, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)
    if len(starts) > MOST_RUNS:
        return None
    x, y = panel.x.cell, panel.y.cell
    runs = zip(starts.tolist(), ends[:, 1].tolist(), strict=True)
    return [Box(start * x, row * y, (end - start) * x, y, RED) for (row, start), end in runs]


def magnified(panel: Panel) -> NDArray[np.uint8]:
    """The points of a panel, each as many pixels as its cell."""
    import numpy as np

    shades: Any = panel.shades.T[::-1]
    image: NDArray[np.uint8] = np.repeat(
        np.repeat(shades, panel.y.cell, axis=0), panel.x.cell, axis=1
    )
    return image


def bitmap(
    points: NDArray[np.uint8], layout: Layout, x: int, y: int, width: int, height: int
) -> Image:
    """A bitmap inside the drawing; where it counts positions, the paper shows through."""
    clear = None if layout.is_heat else PAPER_INDEX
    return Image(x, y, width, height, points, layout.colours, clear, not layout.is_heat)


def numbered(panel: Panel, layout: Layout) -> Iterator[Text]:
    """The Grundy values in their cells, light on dark colours."""
    x, y, height = panel.x, panel.y, panel.y.length
    for left in range(x.points):
        for up in range(y.points):
            colour = layout.colours[int(panel.shades[left, up])]
            look = ON_DARK if sum(colour) < 384 else ON_LIGHT
            place = x.middle(left), height - 1 - y.middle(up) + SHIFT * 11
            value = str(int(panel.values[left, up]))
            yield Text(*place, value, 11, look=look, anchor="middle")


def axes_drawn(panel: Panel) -> Iterator[Shape]:
    """The ticks and the numbers along both axes, and their names."""
    width, height = panel.x.length, panel.y.length
    across = {number: panel.x.middle(number) for number in panel.x.numbers}
    numbers = panel.y.numbers if panel.y.size > 1 else ()
    upward = {number: height - panel.y.middle(number) for number in numbers}
    yield from (Line(x, height, x, height + 6, EDGE) for x in across.values())
    yield from (Line(0, y, -6, y, EDGE) for y in upward.values())
    for number, x in across.items():
        yield Text(x, height + 22, str(number), FONT, look=WORDS, anchor="middle")
    for number, y in upward.items():
        yield Text(-10, y + SHIFT * FONT, str(number), FONT, look=WORDS, anchor="end")
    yield Text(width + 12, height, "x", FONT, look=WORDS, is_italic=True)
    if upward:
        yield Text(-4, -12, "y", FONT, look=WORDS, anchor="middle", is_italic=True)
    if panel.label:
        yield Text(width // 2, -10, panel.label, FONT, look=WORDS, anchor="middle")


def legend(layout: Layout, top: int, lang: str) -> Iterator[Shape]:
    """A bar of the shades with the least number of each, and what they count."""
    import numpy as np

    if not layout.scale:
        return
    count = len(layout.scale)
    room = layout.panels[0].x.length * layout.columns
    long = min(room, 512 if layout.is_heat else 52 * count)
    label = template(f"picture.legend.{'heat' if layout.is_heat else 'leave'}", lang)
    yield Text(LEFT, top + 4, label, FONT, look=WORDS)
    shades = FIRST_SHADE + np.arange(long) * count // long
    bar = np.tile(shades.astype(np.uint8), (BAR, 1))
    yield bitmap(bar, layout, LEFT, top + 12, long, BAR)
    digits = len(str(layout.scale[-1])) + 2
    step = max(1, -(-count * digits * 15 // 2 // max(long, 1)))
    for number in range(0, count, step):
        x = LEFT + number * long // count
        yield Text(x, top + 46, str(layout.scale[number]), FONT, look=WORDS)


def words_of(table: Solved, layout: Layout, lang: str, title: Message | None) -> tuple[str, str]:
    """Return the heading and the description in a language."""
    plain = Plain(lang)
    shown = [axes(table), *meaning(table, layout)]
    return plain.line(heading(layout, title)), " ".join(map(plain.line, shown))


def heading(layout: Layout, title: Message | None) -> Message:
    kind = "heat" if layout.is_heat else "leave"
    if title is None:
        return say(f"picture.title.{kind}")
    return say(f"picture.title.{kind}_of", game=title)


def axes(table: Solved) -> Message:
    sizes = table.sizes
    if len(sizes) == 1:
        return say("picture.axis", x=sizes[0] - 1)
    return say("picture.axes", x=sizes[0] - 1, y=sizes[1] - 1)


def meaning(table: Solved, layout: Layout) -> list[Message]:
    """Return what the points stand for, and the first positions to leave."""
    messages = []
    if len(layout.panels) > 1:
        messages.append(say("picture.slices"))
    if layout.is_thinned:
        x, y = layout.panels[0].x, layout.panels[0].y
        key = "heat" if layout.is_heat else "leave"
        messages.append(say(f"picture.thinned.{key}", x=x.block, y=y.block))
    if layout.is_heat:
        messages.append(say("picture.heat", most=layout.greatest))
    elif first := first_positions(table):
        messages.append(say("picture.first", positions=Listing(first, "")))
    return messages


def first_positions(table: Solved) -> list[tuple[int, ...]]:
    """Return the first positions to leave, by their largest heap; further heaps are empty."""
    import numpy as np

    sizes = table.sizes
    place = (0,) * len(sizes[2:])
    plane = plane_of(table, place, False)
    corner = whole(plane.corner(CORNER))
    found = [tuple(map(int, position)) for position in np.argwhere(corner)]
    first = sorted(found, key=lambda position: (max(position), position))[:SPOKEN]
    return [position[1:] if len(sizes) == 1 else (*position, *place) for position in first]
