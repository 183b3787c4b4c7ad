"""How matches and tokens are drawn with characters, large where there is room, small where not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

State = Literal["standing", "pointed", "chosen", "taken", "gone"]


@dataclass(frozen=True, slots=True)
class Glyph:
    """One object in its states, line by line: hollow when pointed at, raised when chosen.

    The states differ in shape, so that no colour is needed to tell them apart.
    """

    cell: int
    standing: tuple[str, ...]
    pointed: tuple[str, ...]
    chosen: tuple[str, ...]
    taken: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def height(self) -> int:
        return len(self.standing)

    @property
    def label_line(self) -> int:
        """The line on which the name and the number of the heap stand."""
        return self.height // 2

    def line(self, state: State, line: int) -> str:
        """One line of the object, as wide as its cell."""
        lines: tuple[str, ...] = getattr(self, state)
        return f"{lines[line]:^{self.cell}}"


def _match(cell: int, stick: int) -> Glyph:
    wood = tuple("┃" * stick)
    return Glyph(
        cell,
        standing=(" ", "●", *wood),
        pointed=(" ", "○", *wood),
        chosen=("●", *wood, " "),
        taken=(" ", " ", *"┊" * stick),
        gone=(" ", *" " * stick, "·"),
    )


def _small(cell: int, standing: str, pointed: str, chosen: str, taken: str) -> Glyph:
    """An object of one sign, raised by a line."""
    return Glyph(cell, (" ", standing), (" ", pointed), (chosen, " "), (" ", taken), (" ", "·"))


def _tiny(standing: str, pointed: str, chosen: str, taken: str) -> Glyph:
    """An object of one sign, on a single line."""
    return Glyph(1, (standing,), (pointed,), (chosen,), (taken,), ("·",))


GLYPHS = {
    "match": (
        _match(5, 4),
        _match(4, 3),
        _match(3, 2),
        _match(2, 2),
        _small(2, "╿", "│", "╿", "┊"),
        _tiny("╿", "│", "╹", "┊"),
    ),
    "token": (
        Glyph(
            5,
            standing=("    ", "▟██▙", "▜██▛", "    "),
            pointed=("    ", "╭──╮", "╰──╯", "    "),
            chosen=("▟██▙", "▜██▛", "    ", "    "),
            taken=("    ", "    ", " ┄┄ ", "    "),
            gone=("    ", "    ", " ·  ", "    "),
        ),
        Glyph(
            3,
            standing=("   ", "▗▄▖", "▝▀▘"),
            pointed=("   ", "╭─╮", "╰─╯"),
            chosen=("▗▄▖", "▝▀▘", "   "),
            taken=("   ", "   ", " ┄ "),
            gone=("   ", "   ", " · "),
        ),
        _small(2, "●", "○", "●", "◌"),
        _tiny("●", "◍", "○", "◌"),
    ),
}
"""The glyphs of each object, the largest first."""


def choose_glyph(noun: str, sizes: Sequence[int], room: int, height: int) -> Glyph:
    """The largest glyph with which all heaps that can be drawn at all fit; else the smallest.

    >>> choose_glyph("match", (1, 3, 5, 7), 60, 16).height
    4
    >>> choose_glyph("match", (1, 3, 5, 70), 60, 8).cell
    2
    """
    glyphs = GLYPHS.get(noun, GLYPHS["token"])
    drawable = [size for size in sizes if size * glyphs[-1].cell <= room]
    widest = max(drawable, default=0)
    for glyph in glyphs:
        if glyph.height * len(sizes) <= height and widest * glyph.cell <= room:
            return glyph
    return glyphs[-1]


def state_of(index: int, left: int, pointed: int, chosen: int, last: int) -> State:
    """The state of one object of a heap, counted from the left.

    >>> [state_of(index, left=4, pointed=2, chosen=1, last=2) for index in (1, 2, 3, 4, 6)]
    ['standing', 'pointed', 'chosen', 'taken', 'gone']
    """
    if index < left - max(pointed, chosen):
        return "standing"
    if index < left:
        return "pointed" if index < left - chosen else "chosen"
    return "taken" if index < left + last else "gone"
