"""What a picture is called and what it shows, for those who cannot see it."""

from __future__ import annotations

from marienbad.study.picture.layout import Layout
from marienbad.study.picture.thinning import Solved, plane_of, whole
from marienbad.text.plain import Plain
from marienbad.text.sentences import Listing, Message, say

SPOKEN, CORNER = 12, 64
"""The most positions to leave that are named, and the corner of the first panel they are from."""


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
