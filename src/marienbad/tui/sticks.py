"""How matches and tokens are drawn with characters, large where there is room, small where not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

State = Literal["standing", "pointed", "chosen", "taken", "gone"]


@dataclass(frozen=True, slots=True)
class Drawing:
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


def _match(cell: int, stick: int) -> Drawing:
    wood = tuple("┃" * stick)
    return Drawing(
        cell,
        standing=(" ", "●", *wood),
        pointed=(" ", "○", *wood),
        chosen=("●", *wood, " "),
        taken=(" ", " ", *"┊" * stick),
        gone=(" ", *" " * stick, "·"),
    )


def _small(cell: int, standing: str, pointed: str, chosen: str, taken: str) -> Drawing:
    """An object of one sign, raised by a line."""
    return Drawing(cell, (" ", standing), (" ", pointed), (chosen, " "), (" ", taken), (" ", "·"))


def _tiny(standing: str, pointed: str, chosen: str, taken: str) -> Drawing:
    """An object of one sign, on a single line."""
    return Drawing(1, (standing,), (pointed,), (chosen,), (taken,), ("·",))


DRAWINGS = {
    "match": (
        _match(5, 4),
        _match(4, 3),
        _match(3, 2),
        _match(2, 2),
        _small(2, "╿", "│", "╿", "┊"),
        _tiny("╿", "│", "╹", "┊"),
    ),
    "token": (
        Drawing(
            5,
            standing=("    ", "▟██▙", "▜██▛", "    "),
            pointed=("    ", "╭──╮", "╰──╯", "    "),
            chosen=("▟██▙", "▜██▛", "    ", "    "),
            taken=("    ", "    ", " ┄┄ ", "    "),
            gone=("    ", "    ", " ·  ", "    "),
        ),
        Drawing(
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
"""The drawings of each object, the largest first."""


def choose_drawing(noun: str, sizes: Sequence[int], room: int, height: int) -> Drawing:
    """The largest drawing with which all heaps that can be drawn at all fit; else the smallest.

    >>> choose_drawing("match", (1, 3, 5, 7), 60, 16).height
    4
    >>> choose_drawing("match", (1, 3, 5, 70), 60, 8).cell
    2
    """
    drawings = DRAWINGS.get(noun, DRAWINGS["token"])
    drawable = [size for size in sizes if size * drawings[-1].cell <= room]
    widest = max(drawable, default=0)
    for drawing in drawings:
        if drawing.height * len(sizes) <= height and widest * drawing.cell <= room:
            return drawing
    return drawings[-1]


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
