"""The icons of the page, for home screens and launchers: three matches on paper.

They are kept in ``static/icons``; ``python -m marienbad.web.site.icons`` draws them again.
"""

from pathlib import Path

from marienbad.web.site.canvas import Canvas
from marienbad.web.site.pieces import HEAD, INK, MATCH_HEIGHT, PAPER, draw_match

ICONS = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512, "icon-touch.png": 180}
MATCHES = ((-0.22, 0.0, -4.0), (0.0, 0.0, 2.0), (0.22, -0.06, 6.0))
"""Each a part of the size from the middle, and turned by degrees."""
HIGH, HIGH_SAFE = 0.72, 0.54
"""How high the matches stand; a launcher may cut off what is outside the middle."""


def icons() -> dict[str, bytes]:
    """The icons by name, as PNG."""
    return {name: icon(size, "maskable" in name) for name, size in ICONS.items()}


def icon(size: int, is_safe: bool = False) -> bytes:
    """The icon of a size.

    >>> icon(32)[:4]
    b'\\x89PNG'
    """
    canvas = Canvas(size, size, PAPER)
    high = HIGH_SAFE if is_safe else HIGH
    scale = high * size / MATCH_HEIGHT
    for number, (aside, up, turn) in enumerate(MATCHES):
        x = size / 2 + aside * size * high / HIGH
        y = size * ((1 - high) / 2 + up)
        draw_match(canvas, x, y, scale, turn, HEAD if number == len(MATCHES) - 1 else INK)
    return canvas.png()


if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "static" / "icons"
    folder.mkdir(exist_ok=True)
    for name, content in icons().items():
        (folder / name).write_bytes(content)
