"""The picture of a position that goes with its link, as PNG, and the icons of the page.

The picture of a link is 1200 by 630 points, as most who show it want. The icons, three matches on
paper, are kept in ``static/icons``; ``python -m marienbad.web.api.pictures`` draws them again.

>>> picture("match", (1, 3, 5, 7))[:4]
b'\\x89PNG'
"""

from pathlib import Path
from typing import Annotated

from marienbad.analysis import Game
from marienbad.drawing.pieces import (
    MATCH_HEIGHT,
    MATCH_WIDTH,
    RED,
    TOKEN_SIZE,
    coloured_match,
    coloured_token,
)
from marienbad.drawing.png import png
from marienbad.drawing.shapes import Drawing, Look, Shape, Text
from marienbad.heaps import Position
from marienbad.numeration.integers import digits_of
from marienbad.web.api.games import FIRST_GAME
from marienbad.web.api.routes import Field, File, GameName, get
from marienbad.web.sizes import LONGEST_POSITION, bounded_position

PAPER, INK = "#faf7f0", "#2b2622"
WIDTH, HEIGHT, MARGIN = 1200, 630, 45
MOST_ROWS, LONGEST_ROW = 12, 48
"""More than this is written in digits."""
LONGEST_TEXT = 40
WIDEST = 2.2
"""Short rows of matches lie this much further apart than long ones."""
LARGEST_SCALE, LARGEST_DIGIT = 4.0, 170
TURNS = (-2.0, 1.4, -0.7, 2.2, 0.3)
"""By how many degrees one match after another lies askew."""

ICONS = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512, "icon-touch.png": 180}
ICON_MATCHES = ((-0.22, 0.0, -4.0), (0.0, 0.0, 2.0), (0.22, -0.06, 6.0))
"""Each a part of the size from the middle, and turned by degrees."""
HIGH, HIGH_SAFE = 0.72, 0.54
"""How high the matches stand; a launcher may cut off what is outside the middle."""


def picture(kind: str, position: Position) -> bytes:
    """The position as matches or tokens; one that is too large, in digits."""
    longest = max(position, default=0)
    is_large = len(position) > MOST_ROWS or longest > LONGEST_ROW or longest == 0
    shapes = [_text(position)] if is_large else _rows(kind, position)
    return png(Drawing(WIDTH, HEIGHT, tuple(shapes)), PAPER)


def _rows(kind: str, position: Position) -> list[Shape]:
    is_match = kind == "match"
    width, height = (MATCH_WIDTH, MATCH_HEIGHT) if is_match else (TOKEN_SIZE, TOKEN_SIZE)
    across = (WIDTH - 2 * MARGIN) / (width * max(position))
    down = (HEIGHT - 2 * MARGIN) / (height * len(position))
    scale = min(across, down, LARGEST_SCALE)
    pitch = width * (min(across, WIDEST * scale) if is_match else scale)
    top = (HEIGHT - height * scale * (len(position) - 1)) / 2
    shapes: list[Shape] = []
    for row, number in enumerate(position):
        left, y = (WIDTH - pitch * (number - 1)) / 2, top + row * height * scale
        for place in range(number):
            x = left + place * pitch
            if is_match:
                shapes += coloured_match(x, y, scale, TURNS[(3 * row + place) % len(TURNS)])
            else:
                shapes += coloured_token(x, y, scale)
    return shapes


def _text(position: Position) -> Text:
    text = " · ".join(map(digits_of, position)) or "0"
    if len(text) > LONGEST_TEXT:
        half = LONGEST_TEXT // 2
        text = f"{text[:half]}…{text[-half:]}"
    size = min((WIDTH - 2 * MARGIN) / (0.62 * len(text)), LARGEST_DIGIT)
    return Text(
        WIDTH / 2, HEIGHT / 2 + 0.35 * size, text, size, look=Look(fill=INK), anchor="middle"
    )


@get("/og.png", tag="boards", files=("image/png",), kept=4 * 1024**2)
def link_picture(
    game: GameName = FIRST_GAME,
    position: Annotated[str | None, Field(max_length=LONGEST_POSITION)] = None,
) -> File:
    """A position, drawn as matches or tokens, 1200 by 630; without one, the start of the game."""
    known = Game.named(game)
    heaps = known.start if position is None else known.position(bounded_position(position))
    drawn = picture(known.definition.nouns[1], heaps)
    return File(drawn, "image/png", {"Cache-Control": "public, max-age=86400"})


def icons() -> dict[str, bytes]:
    """The icons by name, as PNG."""
    return {name: icon(size, "maskable" in name) for name, size in ICONS.items()}


def icon(size: int, is_safe: bool = False) -> bytes:
    """The icon of a size."""
    high = HIGH_SAFE if is_safe else HIGH
    shapes: list[Shape] = []
    for number, (aside, up, turn) in enumerate(ICON_MATCHES):
        x, y = size / 2 + aside * size * high / HIGH, size * (0.5 + up)
        head = RED if number == len(ICON_MATCHES) - 1 else INK
        shapes += coloured_match(x, y, high * size / MATCH_HEIGHT, turn, head)
    return png(Drawing(size, size, tuple(shapes)), PAPER)


if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "static" / "icons"
    folder.mkdir(exist_ok=True)
    for name, content in icons().items():
        (folder / name).write_bytes(content)
