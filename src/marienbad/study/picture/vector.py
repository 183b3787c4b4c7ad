"""The SVG of a picture: few elements, the reader's light or dark scheme, and its words.

The positions to leave are one path. Where that would be long, or there are shades, the points are
a bitmap inside the drawing; axes, numbers and words are always vectors.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING

from marienbad.study.picture.bitmap import encoded
from marienbad.study.picture.layout import FIRST_SHADE, PAPER_INDEX, Layout, Panel, layout_of
from marienbad.study.picture.raster import GRID_FROM, magnified, rows_of
from marienbad.study.picture.thinning import Solved
from marienbad.study.picture.wording import words_of
from marienbad.text.catalogue import template
from marienbad.text.hypertext import Hypertext
from marienbad.text.sentences import Message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FONT, LEFT, TOP, BELOW, RIGHT = 15, 64, 30, 44, 34
HEADING = 34
MOST_RUNS = 20_000
"""A path of more runs of cells would be longer than a bitmap."""
LEGEND_HEIGHT, BAR = 60, 16
NUMBERED_CELL = 20
"""The least size of a cell that has room for its Grundy value."""
STYLE = """\
.paper { fill: #fdfbf5 } .ink { stroke: #2b251e; fill: none } .faint { stroke: #e2dbcc }
.leave { fill: #a92b22 } .points { image-rendering: crisp-edges; image-rendering: pixelated }
text { fill: #2b251e; font-family: "Iowan Old Style", Palatino, Georgia, serif }
.title { font-style: italic; font-size: 1.3em } .name { font-style: italic }
.on-dark { fill: #fdfbf5 } .on-light { fill: #2b251e }
@media (prefers-color-scheme: dark) {
.paper { fill: #15120e } .ink { stroke: #b9ad97 } .faint { stroke: #2e2820 }
.leave { fill: #e2604f } .crowd { filter: invert(1) hue-rotate(180deg) }
text { fill: #ece4d3 }
}"""


def svg(table: Solved, grundy: bool = False, lang: str = "en", title: Message | None = None) -> str:
    """Return the SVG of a table: the map of its positions to leave, or of its Grundy values.

    >>> import numpy as np
    >>> from marienbad.study.picture.thinning import Box
    >>> drawing = svg(Box((8, 8), is_p=np.eye(8, dtype=bool)), lang="fr")
    >>> 'lang="fr"' in drawing, drawing.count("<rect")
    (True, 2)
    """
    layout = layout_of(table, grundy)
    escape = Hypertext(lang).prose
    heading, description = map(escape, words_of(table, layout, lang, title))
    rows = rows_of(layout)
    first = layout.panels[0]
    across, down = first.x.length + LEFT + RIGHT, first.y.length + TOP + BELOW
    width = max(across * layout.columns, LEFT + RIGHT + 9 * len(heading))
    bottom = HEADING + down * len(rows)
    scale = list(legend(layout, bottom, lang))
    height = bottom + (LEGEND_HEIGHT if scale else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        f'width="{width}" height="{height}" font-size="{FONT}" lang="{lang}"',
        'role="img" aria-labelledby="title description">',
        f'<title id="title">{heading}</title>',
        f'<desc id="description">{description}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        f'<text class="title" x="{LEFT}" y="{FONT * 2}">{heading}</text>',
    ]
    for number, row in enumerate(rows):
        for column, panel in enumerate(row):
            left, top = column * across + LEFT, HEADING + number * down + TOP
            parts += [f'<g transform="translate({left} {top})">', *drawn(panel, layout), "</g>"]
    return "\n".join([*parts, *scale, "</svg>"]) + "\n"


def drawn(panel: Panel, layout: Layout) -> Iterator[str]:
    """Return a panel around its upper left corner."""
    width, height = panel.x.length, panel.y.length
    path = None if layout.scale else cells(panel)
    if path is None:
        # of their real size, since some viewers blur what they stretch
        yield embedded(magnified(panel), layout, f'width="{width}" height="{height}"')
    else:
        yield f'<path class="leave" d="{path}"/>'
    if panel.values is not None and min(panel.x.cell, panel.y.cell) >= NUMBERED_CELL:
        yield from numbered(panel, layout)
    if min(panel.x.cell, panel.y.cell) >= GRID_FROM:
        lines = [f"M{x} 0v{height}" for x in range(panel.x.cell, width, panel.x.cell)]
        lines += [f"M0 {y}h{width}" for y in range(panel.y.cell, height, panel.y.cell)]
        yield f'<path class="faint" d="{"".join(lines)}"/>'
    yield f'<rect class="ink" width="{width}" height="{height}"/>'
    yield from axes(panel)


def cells(panel: Panel) -> str | None:
    """Return the outline of the marked cells, run by run; ``None`` where there are too many."""
    import numpy as np

    marked = (panel.shades != PAPER_INDEX).T[::-1]
    edges = np.diff(np.pad(marked, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    starts, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)
    if len(starts) > MOST_RUNS:
        return None
    x, y = panel.x.cell, panel.y.cell
    runs = zip(starts.tolist(), ends[:, 1].tolist(), strict=True)
    return "".join(
        f"M{start * x} {row * y}h{(end - start) * x}v{y}h-{(end - start) * x}z"
        for (row, start), end in runs
    )


def embedded(points: NDArray[np.uint8], layout: Layout, place: str) -> str:
    """Return a bitmap inside the drawing; where it counts positions, the paper shows through."""
    clear = None if layout.is_heat else PAPER_INDEX
    code = b64encode(encoded(points, layout.colours, clear)).decode("ascii")
    kind = "points" if layout.is_heat else "points crowd"
    return f'<image class="{kind}" {place} href="data:image/png;base64,{code}"/>'


def numbered(panel: Panel, layout: Layout) -> Iterator[str]:
    """Return the Grundy values in their cells, light on dark colours."""
    x, y, height = panel.x, panel.y, panel.y.length
    for left in range(x.points):
        for up in range(y.points):
            shade = int(panel.shades[left, up])
            kind = "on-dark" if sum(layout.colours[shade]) < 384 else "on-light"
            place = f'x="{x.middle(left)}" y="{height - 1 - y.middle(up)}" dy=".34em"'
            yield (
                f'<text class="{kind}" {place} font-size="11" text-anchor="middle">'
                f"{int(panel.values[left, up])}</text>"
            )


def axes(panel: Panel) -> Iterator[str]:
    """Return the ticks and the numbers along both axes, and their names."""
    width, height = panel.x.length, panel.y.length
    across = {number: panel.x.middle(number) for number in panel.x.numbers}
    numbers = panel.y.numbers if panel.y.size > 1 else ()
    upward = {number: height - panel.y.middle(number) for number in numbers}
    ticks = [f"M{x} {height}v6" for x in across.values()]
    ticks += [f"M0 {y}h-6" for y in upward.values()]
    yield f'<path class="ink" d="{"".join(ticks)}"/>'
    for number, x in across.items():
        yield f'<text x="{x}" y="{height + 22}" text-anchor="middle">{number}</text>'
    for number, y in upward.items():
        yield f'<text x="-10" y="{y}" dy=".34em" text-anchor="end">{number}</text>'
    yield f'<text class="name" x="{width + 12}" y="{height}">x</text>'
    if upward:
        yield '<text class="name" x="-4" y="-12" text-anchor="middle">y</text>'
    if panel.label:
        yield f'<text x="{width // 2}" y="-10" text-anchor="middle">{panel.label}</text>'


def legend(layout: Layout, top: int, lang: str) -> Iterator[str]:
    """Return a bar of the shades with the least number of each, and what they count."""
    import numpy as np

    if not layout.scale:
        return
    count = len(layout.scale)
    room = layout.panels[0].x.length * layout.columns
    long = min(room, 512 if layout.is_heat else 52 * count)
    label = template(f"picture.legend.{'heat' if layout.is_heat else 'leave'}", lang)
    yield f'<text x="{LEFT}" y="{top + 4}">{Hypertext(lang).prose(label)}</text>'
    bar = FIRST_SHADE + np.arange(long) * count // long
    yield embedded(
        np.tile(bar.astype(np.uint8), (BAR, 1)),
        layout,
        f'x="{LEFT}" y="{top + 12}" width="{long}" height="{BAR}"',
    )
    digits = len(str(layout.scale[-1])) + 2
    for number in range(0, count, max(1, -(-count * digits * FONT // 2 // max(long, 1)))):
        x = LEFT + number * long // count
        yield f'<text x="{x}" y="{top + 46}">{layout.scale[number]}</text>'
