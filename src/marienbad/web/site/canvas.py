"""Pictures in points, as PNG: what crawlers and home screens want, drawn without any library.

Shapes are polygons with smooth edges: each row of points is looked at four times, and along the row
exactly.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import ceil, cos, floor, pi, sin
from struct import pack

Colour = tuple[int, int, int]
Points = Sequence[tuple[float, float]]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
LOOKS = 4
ROUND = 32
"""The corners of an ellipse."""


def colour(text: str) -> Colour:
    """A colour as styles write it.

    >>> colour("#a9221b")
    (169, 34, 27)
    """
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


class Canvas:
    """Rows of points in colour."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width, self.height = width, height
        self.rows = [bytearray(bytes(ground) * width) for _ in range(height)]

    def fill(self, points: Points, ink: Colour) -> None:
        """Paint a polygon; what lies outside the canvas is left out."""
        ends = [points[-1], *points[:-1]]
        edges = [(*a, *b) for a, b in zip(ends, points, strict=True) if a[1] != b[1]]
        top = max(0, floor(min(y for _, y in points)))
        bottom = min(self.height, ceil(max(y for _, y in points)))
        for row in range(top, bottom):
            spans = [*self._spans(row, edges)]
            lefts, rights = zip(*spans, strict=True) if spans else ((0.0,), (0.0,))
            inner = range(ceil(max(lefts)), floor(min(rights)) if len(spans) == LOOKS else 0)
            self._paint(row, inner, ink)
            self._mix(row, spans, inner, ink)

    def _spans(self, row: int, edges: Sequence[tuple[float, ...]]) -> Iterator[tuple[float, float]]:
        """What lies inside at each look at a row, from where to where."""
        for look in range(LOOKS):
            y = row + (look + 0.5) / LOOKS
            crossed = sorted(
                ax + (y - ay) * (bx - ax) / (by - ay)
                for ax, ay, bx, by in edges
                if (ay <= y) != (by <= y)
            )
            for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                if left < self.width and right > 0:
                    yield max(0.0, left), min(float(self.width), right)

    def _paint(self, row: int, inner: range, ink: Colour) -> None:
        """Paint the points that lie wholly inside."""
        if inner:
            self.rows[row][3 * inner.start : 3 * inner.stop] = bytes(ink) * len(inner)

    def _mix(
        self, row: int, spans: Iterable[tuple[float, float]], inner: range, ink: Colour
    ) -> None:
        """Paint the points at the edges, each by as much as of it lies inside."""
        covered: dict[int, float] = {}
        for left, right in spans:
            first, last = floor(left), ceil(right)
            before = range(first, min(last, inner.start) if inner else last)
            after = range(max(first, inner.stop), last) if inner else range(0)
            for x in chain(before, after):
                part = min(right, x + 1) - max(left, x)
                covered[x] = covered.get(x, 0.0) + part / LOOKS
        points = self.rows[row]
        for x, part in covered.items():
            for channel, value in enumerate(ink, 3 * x):
                points[channel] += round((value - points[channel]) * part)

    def paste(self, other: "Canvas", left: int, top: int) -> None:
        """Lay another picture upon this one, inside its edges."""
        for row, points in enumerate(other.rows, top):
            self.rows[row][3 * left : 3 * (left + other.width)] = points

    def png(self) -> bytes:
        """The picture as a file.

        >>> Canvas(1, 1, (0, 0, 0)).png()[:8] == SIGNATURE
        True
        """
        header = pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        data = zlib.compress(b"".join(b"\0" + bytes(row) for row in self.rows), 6)
        parts = ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
        return SIGNATURE + b"".join(_part(name, content) for name, content in parts)


def _part(name: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content))


def rectangle(left: float, top: float, width: float, height: float) -> Points:
    """Its corners."""
    right, bottom = left + width, top + height
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def ellipse(x: float, y: float, across: float, down: float) -> Points:
    """A polygon so close to an ellipse with this middle and these radii that nobody sees it."""
    angles = [2 * pi * number / ROUND for number in range(ROUND)]
    return [(x + across * cos(angle), y + down * sin(angle)) for angle in angles]


def placed(
    points: Points, scale: float, x: float, y: float, turn: float = 0.0, about: float = 0.0
) -> Points:
    """The points turned by degrees about a height of their own, made larger, and moved."""
    angle = turn * pi / 180
    cosine, sine = cos(angle), sin(angle)
    return [
        (
            x + scale * (a * cosine - (b - about) * sine),
            y + scale * (a * sine + (b - about) * cosine + about),
        )
        for a, b in points
    ]
