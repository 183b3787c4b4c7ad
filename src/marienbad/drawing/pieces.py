"""Matches, tokens, chess pieces and stars as shapes."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Literal, TypeAlias

from marienbad.drawing.shapes import GREY, INK, Disc, Line, Look, Point, Polygon, Shape

Piece: TypeAlias = Literal["rook", "queen"]
STICK, HEAD = 0.1, 0.17
"""How thick a match and its head are, of its length."""
CROWN: tuple[Point, ...] = (
    (-13, 12), (-21, -9), (-10, 0), (-10, -14), (-3, -1), (0, -17), (3, -1), (10, -14), (10, 0),
    (21, -9), (13, 12),
)  # fmt: skip
PEARLS: tuple[Point, ...] = ((-21, -12), (-10, -17), (0, -20), (10, -17), (21, -12))
TOWER: tuple[Point, ...] = (
    (-17, -20), (-10, -20), (-10, -14), (-4, -14), (-4, -20), (4, -20), (4, -14), (10, -14),
    (10, -20), (17, -20), (17, -9), (11, -4), (11, 10), (-11, 10), (-11, -4), (-17, -9),
)  # fmt: skip


def matches(places: Iterable[Point], length: float) -> list[Shape]:
    """Matches that stand upright, their heads at the places: all sticks, then all heads."""
    heads = [*places]
    stick, head = Look(stroke=GREY, width=length * STICK), Look(fill=INK)
    sticks: list[Shape] = [Line(x, y, x, y + length, stick) for x, y in heads]
    return sticks + [Disc(x, y, length * HEAD / 2, head) for x, y in heads]


def piece(name: Piece, x: float, y: float, scale: float, look: Look) -> list[Shape]:
    """A rook or a queen around a point; at scale 1 about 44 units wide and high."""
    if name == "queen":
        parts = [CROWN, _box(-15, 15, 15, 21), *(_ellipse(a, b, 3, 3) for a, b in PEARLS)]
    else:
        parts = [TOWER, _box(-15, 12, 15, 15), _box(-19, 16, 19, 22)]
    return [Polygon(placed(points, x, y, scale), look) for points in parts]


def star(x: float, y: float, radius: float, look: Look) -> Polygon:
    """A star with five points, which marks the end of the game."""
    corners = [(radius * (1 if i % 2 == 0 else 0.4), i * pi / 5) for i in range(10)]
    return Polygon(tuple((x + r * sin(angle), y - r * cos(angle)) for r, angle in corners), look)


def placed(
    points: Iterable[Point], x: float, y: float, scale: float = 1.0, turn: float = 0.0
) -> tuple[Point, ...]:
    """The points turned by degrees about their origin, made larger, and moved."""
    cosine, sine = cos(turn * pi / 180), sin(turn * pi / 180)
    return tuple(
        (x + scale * (a * cosine - b * sine), y + scale * (a * sine + b * cosine))
        for a, b in points
    )


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


# As the page draws them, in colour

WOOD, GRAIN, RED, GLEAM = "#dcbd8f", "#c7a473", "#b3261e", "#cc6660"
IVORY, EDGE = "#f6efdf", "#8d8168"
MATCH_WIDTH, MATCH_HEIGHT, TOKEN_SIZE = 24, 104, 44


def coloured_match(
    x: float, y: float, scale: float, turn: float, head: str = RED
) -> Iterable[Shape]:
    """A match whose middle is at the point, turned by degrees."""
    half = MATCH_HEIGHT / 2
    parts = [
        (_box(-2.7, 14 - half, 2.7, 98 - half), WOOD),
        (_box(0.9, 16 - half, 2.4, 97 - half), GRAIN),
        (_ellipse(0, 14.5 - half, 4.6, 8.2), head),
    ]
    if head == RED:
        parts.append((_ellipse(-1.5, 11 - half, 1.1, 2.6), GLEAM))
    for points, colour in parts:
        yield Polygon(placed(points, x, y, scale, turn), Look(fill=colour))


def coloured_token(x: float, y: float, scale: float) -> Iterable[Shape]:
    """A token around a point."""
    for number, radius in enumerate((18.0, 16.8, 14.0, 13.2, 8.5, 7.7)):
        yield Disc(x, y, scale * radius, Look(fill=EDGE if number % 2 == 0 else IVORY))


def _ellipse(x: float, y: float, across: float, down: float) -> tuple[Point, ...]:
    angles = [2 * pi * number / 32 for number in range(32)]
    return tuple((x + across * cos(angle), y + down * sin(angle)) for angle in angles)
