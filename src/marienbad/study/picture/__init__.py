"""Pictures of tables: the map of the positions to leave, and the heat map of the Grundy values.

The position (0, 0) is at the bottom left, x grows to the right and y upwards. A table may have any
size: beyond about a thousand positions in a direction a point stands for a block of them, and
a position to leave never vanishes. Three heaps are slices z = 0, …, 8 side by side.

>>> import numpy as np
>>> from marienbad.study import picture
>>> table = picture.Box((32, 32), is_p=np.eye(32, dtype=bool))
>>> picture.png(table)[1:4], picture.svg(table)[:4]
(b'PNG', '<svg')
"""

from __future__ import annotations

from marienbad.drawing import png as points
from marienbad.drawing import svg as vector
from marienbad.study.picture.chart import drawing_of, rows_of
from marienbad.study.picture.layout import PAPER_INDEX, layout_of
from marienbad.study.picture.palette import PAPER, written
from marienbad.study.picture.thinning import Box, Solved
from marienbad.text.sentences import Message

__all__ = ["Box", "Solved", "bare", "png", "svg"]


def svg(table: Solved, grundy: bool = False, lang: str = "en", title: Message | None = None) -> str:
    """The SVG of a table: the map of its positions to leave, or of its Grundy values.

    It has few elements, follows the reader's light or dark scheme, and says what it shows.

    >>> import numpy as np
    >>> 'lang="fr"' in svg(Box((8, 8), is_p=np.eye(8, dtype=bool)), lang="fr")
    True
    """
    return vector.svg(drawing_of(table, grundy, lang, title))


def png(
    table: Solved, grundy: bool = False, lang: str = "en", title: Message | None = None
) -> bytes:
    """The PNG of the same drawing; its words stand in the file, unseen."""
    drawing = drawing_of(table, grundy, lang, title)
    return points.png(drawing, ground=written(PAPER), is_smooth=False)


def bare(table: Solved, grundy: bool = False) -> bytes:
    """The PNG of the points alone: no axes, one pixel each, N-positions transparent.

    Slices of three or four heaps stand in the order of :func:`png`, one pixel apart.

    >>> import numpy as np
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
    return points.indexed(np.concatenate(lines)[:-1], layout.colours, clear=PAPER_INDEX)
