"""Drawings as data, and three writers: SVG, PDF by reportlab, PNG by Pillow.

:mod:`shapes` has what a drawing is made of, :mod:`pieces` matches, tokens and chess pieces. A
drawing is built once; each writer writes the same shapes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from marienbad.drawing.shapes import Drawing

SUFFIXES = (".svg", ".pdf", ".png")


def write(drawing: Drawing, path: Path) -> None:
    """Write a drawing to a file, in the form that its suffix names."""
    match path.suffix.lower():
        case ".pdf":
            from marienbad.drawing.pdf import pdf

            path.write_bytes(pdf([drawing]))
        case ".png":
            from marienbad.drawing.png import png

            path.write_bytes(png(drawing))
        case _:
            from marienbad.drawing.svg import svg

            path.write_text(svg(drawing), encoding="utf-8")
