"""The PNG of a picture: panels, axes with numbers, a legend without words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marienbad.study.picture.bitmap import ADVANCE, HEIGHT, encoded, text_width, write_text
from marienbad.study.picture.layout import (
    FAINT_INDEX,
    FIRST_SHADE,
    INK_INDEX,
    PAPER_INDEX,
    Layout,
    Panel,
    layout_of,
)
from marienbad.study.picture.thinning import Solved
from marienbad.study.picture.wording import words_of
from marienbad.text.sentences import Message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Canvas = NDArray[np.uint8]

MARGIN, TICK, GAP = 12, 6, 4
GRID_FROM = 8
"""The least size of a cell, in pixels, that has lines around it."""
SWATCH, HEAT_BAR = 56, 512


def bare(table: Solved, grundy: bool = False) -> bytes:
    """Return the PNG of the points alone: no axes, one pixel each, N-positions transparent.

    Slices of three or four heaps stand in the order of :func:`png`, one pixel apart.

    >>> import numpy as np
    >>> from marienbad.study.picture.thinning import Box
    >>> image = bare(Box((32, 16), is_p=np.eye(32, 16, dtype=bool)))
    >>> int.from_bytes(image[16:20]), int.from_bytes(image[20:24])
    (32, 16)
    """
    import numpy as np

    layout, lines = layout_of(table, grundy), []
    for row in rows_of(layout):
        width = layout.columns * (row[0].x.points + 1) - 1
        line = np.full((row[0].y.points + 1, width), PAPER_INDEX, dtype=np.uint8)
        for number, panel in enumerate(row):
            left = number * (panel.x.points + 1)
            line[:-1, left : left + panel.x.points] = panel.shades.T[::-1]
        lines.append(line)
    return encoded(np.concatenate(lines)[:-1], layout.colours, clear=PAPER_INDEX)


def png(
    table: Solved, grundy: bool = False, lang: str = "en", title: Message | None = None
) -> bytes:
    """Return the PNG of a table, with axes and numbers; the words stand in the file, unseen.

    >>> import numpy as np
    >>> from marienbad.study.picture.thinning import Box
    >>> table = Box((3, 3), grundy=np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]]))
    >>> "Grundy values".encode() in png(table, grundy=True)
    True
    """
    import numpy as np

    layout = layout_of(table, grundy)
    panels = [[framed(panel) for panel in row] for row in rows_of(layout)]
    lines = [np.concatenate(row, axis=1) for row in panels]
    parts = [*lines, *legend(layout, max(line.shape[1] for line in lines))]
    width = max(part.shape[1] for part in parts)
    canvas = np.concatenate([_widened(part, width) for part in parts])
    canvas = np.pad(canvas, MARGIN, constant_values=PAPER_INDEX)
    heading, description = words_of(table, layout, lang, title)
    words = {"Title": heading, "Description": description}
    return encoded(canvas, layout.colours, words=words)


def rows_of(layout: Layout) -> list[tuple[Panel, ...]]:
    """Return the panels line by line.

    The first slice stands at the top left, as one reads.
    """
    panels, columns = layout.panels, layout.columns
    return [panels[start : start + columns] for start in range(0, len(panels), columns)]


def margins(panel: Panel) -> tuple[int, int, int]:
    """Return the room left of, above and below a panel: numbers may stand out by half."""
    digits = text_width(str(panel.y.numbers[-1])) if panel.y.size > 1 else 0
    left = max(digits, ADVANCE) + TICK + GAP + MARGIN
    return left, HEIGHT + 2 * GAP, TICK + 2 * GAP + HEIGHT + MARGIN


def framed(panel: Panel) -> Canvas:
    """Return a panel with its frame, its axes and its label."""
    import numpy as np

    left, above, below = margins(panel)
    width, height = panel.x.length + 2, panel.y.length + 2
    named = text_width(panel.label)
    start = left + max(2 * ADVANCE, (width - named) // 2)
    right = left + width + text_width(str(panel.x.numbers[-1])) // 2 + 2 * ADVANCE
    shape = (above + height + below, max(right, start + named + ADVANCE))
    canvas = np.full(shape, PAPER_INDEX, dtype=np.uint8)
    canvas[above : above + height, left : left + width] = INK_INDEX
    canvas[above + 1 : above + height - 1, left + 1 : left + width - 1] = ruled(panel)
    draw_numbers(canvas, panel, left, above + height - 1)
    write_text(canvas, left + width - 2 + ADVANCE, above + height - 1 - HEIGHT, "x", INK_INDEX)
    if panel.y.size > 1:
        write_text(canvas, left, 0, "y", INK_INDEX)
    write_text(canvas, start, 0, panel.label, INK_INDEX)
    return canvas


def draw_numbers(canvas: Canvas, panel: Panel, left: int, bottom: int) -> None:
    """Draw ticks and numbers along the axes that meet at a point."""
    for number in panel.x.numbers:
        x = left + 1 + panel.x.middle(number)
        canvas[bottom : bottom + TICK, x] = INK_INDEX
        start = x - text_width(str(number)) // 2
        write_text(canvas, start, bottom + TICK + GAP, str(number), INK_INDEX)
    for number in panel.y.numbers if panel.y.size > 1 else ():
        y = bottom - 1 - panel.y.middle(number)
        canvas[y, left - TICK : left] = INK_INDEX
        start = left - TICK - GAP - text_width(str(number))
        write_text(canvas, start, y - HEIGHT // 2, str(number), INK_INDEX)


def magnified(panel: Panel) -> Canvas:
    """Return the points of a panel, each as many pixels as its cell."""
    import numpy as np

    shades: Any = panel.shades.T[::-1]
    image: Canvas = np.repeat(np.repeat(shades, panel.y.cell, axis=0), panel.x.cell, axis=1)
    return image


def ruled(panel: Panel) -> Canvas:
    """Return the points of a panel, large cells with lines between them."""
    image = magnified(panel)
    if min(panel.x.cell, panel.y.cell) >= GRID_FROM:
        image[panel.y.cell :: panel.y.cell] = FAINT_INDEX
        image[:, panel.x.cell :: panel.x.cell] = FAINT_INDEX
    return image


def legend(layout: Layout, width: int) -> list[Canvas]:
    """Return a bar of the shades with the least number of each, where there is one to explain."""
    import numpy as np

    if not layout.scale:
        return []
    left, count = margins(layout.panels[0])[0], len(layout.scale)
    label = text_width(str(layout.scale[-1])) + ADVANCE
    room = HEAT_BAR if layout.is_heat else SWATCH * count
    room = max(min(room, width - left - label), label, count)
    canvas = np.full((3 * HEIGHT + GAP, left + room + label), PAPER_INDEX, dtype=np.uint8)
    canvas[:HEIGHT, left : left + room] = FIRST_SHADE + np.arange(room) * count // room
    for number in range(0, count, -(-count * label // room)):
        x = left + -(-number * room // count)
        canvas[HEIGHT : HEIGHT + TICK, x] = INK_INDEX
        write_text(canvas, x, HEIGHT + TICK + GAP, str(layout.scale[number]), INK_INDEX)
    return [canvas]


def _widened(part: Canvas, width: int) -> Canvas:
    import numpy as np

    return np.pad(part, ((0, 0), (0, width - part.shape[1])), constant_values=PAPER_INDEX)
