"""Bitmaps of indexed colours: a PNG file, and figures of five by seven points."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from marienbad.study.picture.palette import Colour

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_COLOURS = 256

GLYPHS = {
    "0": "01110 10001 10001 10001 10001 10001 01110",
    "1": "00100 01100 00100 00100 00100 00100 01110",
    "2": "01110 10001 00001 00110 01000 10000 11111",
    "3": "01110 10001 00001 00110 00001 10001 01110",
    "4": "00010 00110 01010 10010 11111 00010 00010",
    "5": "11111 10000 11110 00001 00001 10001 01110",
    "6": "00110 01000 10000 11110 10001 10001 01110",
    "7": "11111 00001 00010 00010 00100 00100 00100",
    "8": "01110 10001 10001 01110 10001 10001 01110",
    "9": "01110 10001 10001 01111 00001 00010 01100",
    "x": "00000 00000 10001 01010 00100 01010 10001",
    "y": "00000 00000 10001 10001 01111 00001 01110",
    "z": "00000 00000 11111 00010 00100 01000 11111",
    "w": "00000 00000 10001 10001 10101 10101 01010",
    "=": "00000 00000 11111 00000 11111 00000 00000",
    ",": "00000 00000 00000 00000 00100 00100 01000",
    " ": "00000 00000 00000 00000 00000 00000 00000",
}
MAGNIFIED = 2
ADVANCE, HEIGHT = 6 * MAGNIFIED, 7 * MAGNIFIED
"""How far a glyph moves the pen, and how high it is, in pixels."""


def text_width(text: str) -> int:
    """Return the pixels that a line takes, without the gap after the last glyph.

    >>> text_width("65536")
    58
    """
    return ADVANCE * len(text) - MAGNIFIED


def write_text(canvas: NDArray[np.uint8], left: int, top: int, text: str, colour: int) -> None:
    """Draw a line of figures; it must fit on the canvas."""
    import numpy as np

    for number, sign in enumerate(text):
        rows = [[point == "1" for point in row] for row in GLYPHS[sign].split()]
        glyph = np.kron(np.array(rows), np.ones((MAGNIFIED, MAGNIFIED), dtype=bool))
        x = left + number * ADVANCE
        canvas[top : top + HEIGHT, x : x + glyph.shape[1]][glyph] = colour


def encoded(
    canvas: NDArray[np.uint8],
    colours: Sequence[Colour],
    clear: int | None = None,
    words: Mapping[str, str] | None = None,
) -> bytes:
    """Return the PNG file of a canvas whose points are numbers of colours, the top row first.

    The colour numbered ``clear`` is transparent; words such as Title are written into the file.

    >>> import numpy as np
    >>> encoded(np.zeros((1, 1), dtype=np.uint8), [(0, 0, 0)])[:8] == SIGNATURE
    True

    Reference: ISO/IEC 15948:2004, Portable Network Graphics.
    """
    import numpy as np

    if not 1 <= len(colours) <= MOST_COLOURS:
        raise ValueError(f"expected 1 to {MOST_COLOURS} colours, got {len(colours)}")
    height, width = canvas.shape
    lines = np.zeros((height, width + 1), dtype=np.uint8)  # each line begins with its filter, none
    lines[:, 1:] = canvas
    chunks = [
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        chunk(b"PLTE", bytes(part for colour in colours for part in colour)),
    ]
    if clear is not None:
        chunks.append(chunk(b"tRNS", bytes([255] * clear + [0])))
    for keyword, text in (words or {}).items():
        head = keyword.encode("latin-1") + b"\0\0\0\0\0"
        chunks.append(chunk(b"iTXt", head + text.encode("utf-8")))
    chunks += [chunk(b"IDAT", zlib.compress(lines.tobytes(), 6)), chunk(b"IEND", b"")]
    return SIGNATURE + b"".join(chunks)


def chunk(kind: bytes, content: bytes) -> bytes:
    """Return a chunk: its length, its kind, its content, and a checksum of both."""
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)
