"""Write a drawing as SVG."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from marienbad.drawing.shapes import (
    INK,
    Box,
    Curve,
    Disc,
    Drawing,
    Group,
    Image,
    Line,
    Look,
    Polygon,
    Shape,
    Text,
)

INVERTED = "crowd"
"""The class of images that are inverted in a dark scheme."""


def svg(drawing: Drawing) -> str:
    """The drawing as a document of its own.

    >>> print(svg(Drawing(8, 8, (Box(1, 1, 3, 3), Box(4, 4, 3, 3)), "Two squares")), end="")
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="8" height="8" role="img" \
font-family="sans-serif">
    <title id="title">Two squares</title>
    <path d="M1 1h3v3h-3zM4 4h3v3h-3z" fill="none" stroke="#000000" stroke-width="0.6"/>
    </svg>
    """
    width, height = _n(drawing.width), _n(drawing.height)
    shown = drawing.shown or (width, height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{shown[0]}" height="{shown[1]}"{_language(drawing.lang)} role="img" '
        f'{_labels(drawing)}font-family="{escape(drawing.font)}">'
    )
    parts = [
        head,
        f'<title id="title">{escape(drawing.title, quote=False)}</title>',
    ]
    if drawing.description:
        description = escape(drawing.description, quote=False)
        parts.append(f'<desc id="description">{description}</desc>')
    parts += [*_style(drawing.shapes), *_written(drawing.shapes), "</svg>"]
    return "\n".join(parts) + "\n"


def _language(lang: str) -> str:
    return f' lang="{lang}" xml:lang="{lang}"' if lang else ""


def _labels(drawing: Drawing) -> str:
    return 'aria-labelledby="title description" ' if drawing.description else ""


def _style(shapes: Iterable[Shape]) -> Iterator[str]:
    """The colours of a dark scheme, where there are any."""
    flat = [*_flat(shapes)]
    looks = dict.fromkeys(shape.look for shape in flat if not isinstance(shape, Image))
    rules = []
    for look in looks:
        if look.dark is not None:
            opacity = "" if look.dark_opacity is None else f"; opacity: {look.dark_opacity}"
            rules.append(f".{look.name} {{ {_side(look)}: {look.dark}{opacity} }}")
    if any(isinstance(shape, Image) and shape.is_inverted for shape in flat):
        rules.append(f".{INVERTED} {{ filter: invert(1) hue-rotate(180deg) }}")
    if rules:
        dark = "\n".join(dict.fromkeys(rules))
        yield f"<style>@media (prefers-color-scheme: dark) {{\n{dark}\n}}</style>"


def _side(look: Look) -> str:
    """The side that the dark colour replaces."""
    return "stroke" if look.fill is None else "fill"


def _flat(shapes: Iterable[Shape]) -> Iterator[Line | Box | Disc | Polygon | Curve | Text | Image]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _flat(shape.shapes)
        else:
            yield shape


def _written(shapes: Iterable[Shape]) -> Iterator[str]:
    """The shapes; outlines of the same look that follow each other are one path."""
    for look, alike in groupby(shapes, key=_outline_look):
        if look is not None:
            path = "".join(map(_path, alike))
            yield f'<path d="{path}"{_attributes(look)}/>'
            continue
        for shape in alike:
            if isinstance(shape, Group):
                yield from _group(shape)
            elif isinstance(shape, Text):
                yield _text(shape)
            else:
                assert isinstance(shape, Image)
                yield _image(shape)


def _outline_look(shape: Shape) -> Look | None:
    return None if isinstance(shape, Group | Text | Image) else shape.look


def _attributes(look: Look) -> str:
    found = {"class": look.name or None, "fill": look.fill or "none", "stroke": look.stroke}
    if look.stroke is not None:
        found["stroke-width"] = _n(look.width) if look.width != 1 else None
        found["stroke-dasharray"] = " ".join(map(_n, look.dashes)) or None
        found["stroke-linecap"] = "round" if look.is_round else None
    found["opacity"] = _n(look.opacity) if look.opacity != 1 else None
    return "".join(f' {name}="{value}"' for name, value in found.items() if value is not None)


def _path(shape: Shape) -> str:
    if isinstance(shape, Line):
        return f"M{_n(shape.x)} {_n(shape.y)}L{_n(shape.to_x)} {_n(shape.to_y)}"
    if isinstance(shape, Box):
        across, down = _n(shape.width), _n(shape.height)
        return f"M{_n(shape.x)} {_n(shape.y)}h{across}v{down}h-{across}z"
    if isinstance(shape, Disc):
        r, d = _n(shape.radius), _n(2 * shape.radius)
        half = f"a{r} {r} 0 1 0 "
        return f"M{_n(shape.x - shape.radius)} {_n(shape.y)}{half}{d} 0{half}-{d} 0z"
    assert isinstance(shape, Polygon | Curve)
    (x, y), *others = shape.points
    rest = " ".join(f"{_n(a)} {_n(b)}" for a, b in others)
    if isinstance(shape, Polygon):
        return f"M{_n(x)} {_n(y)}L{rest}z"
    return f"M{_n(x)} {_n(y)}{'Q' if len(others) == 2 else 'C'}{rest}"


def _text(text: Text) -> str:
    look = text.look
    found = {
        "class": look.name or None,
        "x": _n(text.x),
        "y": _n(text.y),
        "font-size": _n(text.size),
        "textLength": _n(text.width) if text.width else None,
        "lengthAdjust": "spacingAndGlyphs" if text.width else None,
        "text-anchor": None if text.anchor == "start" else text.anchor,
        "font-weight": "bold" if text.is_bold else None,
        "font-style": "italic" if text.is_italic else None,
        "fill": None if look.fill == INK else look.fill,
        "opacity": _n(look.opacity) if look.opacity != 1 else None,
    }
    attributes = "".join(f' {name}="{v}"' for name, v in found.items() if v is not None)
    return f"<text{attributes}>{escape(text.text, quote=False)}</text>"


def _image(image: Image) -> str:
    from marienbad.drawing.png import indexed

    code = b64encode(indexed(image.points, image.colours, image.clear)).decode("ascii")
    name = f' class="{INVERTED}"' if image.is_inverted else ""
    place = f'x="{_n(image.x)}" y="{_n(image.y)}"'
    size = f'width="{_n(image.width)}" height="{_n(image.height)}"'
    return (
        f'<image{name} {place} {size} image-rendering="pixelated" '
        f'href="data:image/png;base64,{code}"/>'
    )


def _group(group: Group) -> Iterator[str]:
    data = "".join(f' data-{name}="{escape(value)}"' for name, value in group.data)
    title = f"<title>{escape(group.title, quote=False)}</title>" if group.title else ""
    yield f"<g{data}>{title}{''.join(_written(group.shapes))}</g>"


def _n(number: float) -> str:
    """A number with at most two decimals.

    >>> _n(3.0), _n(10.256), _n(-0.001)
    ('3', '10.26', '0')
    """
    if isinstance(number, int):
        return str(number)
    written = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written
