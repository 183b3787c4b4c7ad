"""The picture of a position that goes with its link: 1200 by 630 points, as most who show it want.

>>> picture("match", (1, 3, 5, 7))[:4]
b'\\x89PNG'
"""

from marienbad.heaps import Position
from marienbad.numeration.integers import digits_of
from marienbad.web.site.canvas import Canvas
from marienbad.web.site.pieces import (
    DIGIT_HEIGHT,
    DIGIT_WIDTH,
    MATCH_HEIGHT,
    MATCH_WIDTH,
    PAPER,
    TOKEN_SIZE,
    draw_text,
    match_cells,
    token_cell,
)

WIDTH, HEIGHT = 1200, 630
MARGIN = 45
MOST_ROWS, LONGEST_ROW = 12, 48
"""More than this is written in digits."""
LONGEST_TEXT = 40
WIDEST = 2.2
"""Short rows of matches lie this much further apart than long ones."""
LARGEST_SCALE, LARGEST_DIGIT = 4.0, 24


def picture(kind: str, position: Position) -> bytes:
    """The position as matches or tokens; one that is too large, in digits."""
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    longest = max(position, default=0)
    if len(position) > MOST_ROWS or longest > LONGEST_ROW or longest == 0:
        _write(canvas, position)
    else:
        _draw(canvas, kind, position)
    return canvas.png()


def _draw(canvas: Canvas, kind: str, position: Position) -> None:
    is_match = kind == "match"
    width, height = (MATCH_WIDTH, MATCH_HEIGHT) if is_match else (TOKEN_SIZE, TOKEN_SIZE)
    across = (WIDTH - 2 * MARGIN) / (width * max(position))
    down = (HEIGHT - 2 * MARGIN) / (height * len(position))
    scale = min(across, down, LARGEST_SCALE)
    room = min(across, WIDEST * scale)
    cells = match_cells(scale, int(width * room)) if is_match else [token_cell(scale)]
    cell = cells[0]
    top = (HEIGHT - cell.height * len(position)) // 2
    for row, number in enumerate(position):
        left = (WIDTH - cell.width * number) // 2
        for place in range(number):
            lying = cells[(3 * row + place) % len(cells)]
            canvas.paste(lying, left + place * cell.width, top + row * cell.height)


def _write(canvas: Canvas, position: Position) -> None:
    text = "·".join(map(digits_of, position)) or "0"
    if len(text) > LONGEST_TEXT:
        half = LONGEST_TEXT // 2
        text = f"{text[:half]}…{text[-half:]}"
    size = min((WIDTH - 2 * MARGIN) // (DIGIT_WIDTH * len(text)), LARGEST_DIGIT)
    left = (WIDTH - size * (DIGIT_WIDTH * len(text) - 1)) // 2
    draw_text(canvas, text, left, (HEIGHT - size * DIGIT_HEIGHT) // 2, size)
