"""Positions drawn with strokes, the numbers beside them."""

from collections.abc import Iterator

from marienbad.analysis import Game
from marienbad.cli.arguments import speaker
from marienbad.heaps import Position
from marienbad.text.numbers import short_integer_text
from marienbad.text.plain import display_width

LARGEST_DRAWN = 24
MOST_ROWS = 32


def drawn_rows(game: Game, position: Position, lang: str) -> Iterator[str]:
    """A line for each heap: its name, its number, and a stroke for each object where they are few.

    >>> print(*drawn_rows(Game.named("nim"), (1, 12), "en"), sep="\\n")
    row 1   1  |
    row 2  12  | | | | | | | | | | | |
    """
    speak = speaker(lang)
    noun, _ = game.nouns
    heaps = position[:MOST_ROWS]
    labels = [speak(f"words.{noun}.label", number=number) for number in range(1, len(heaps) + 1)]
    numbers = [short_integer_text(heap, lang) for heap in heaps]
    label_width = max(map(display_width, labels), default=0)
    number_width = max(map(display_width, numbers), default=0)
    for label, number, heap in zip(labels, numbers, heaps, strict=True):
        strokes = " ".join("|" * heap) if heap <= LARGEST_DRAWN else ""
        yield f"{label:<{label_width}}  {number:>{number_width}}  {strokes}".rstrip()
    if len(position) > MOST_ROWS:
        yield "…"


def drawn_in_a_line(position: Position, room: int) -> str:
    """The heaps one after another where there is room for them, otherwise nothing.

    >>> drawn_in_a_line((1, 3, 0, 2), 20), drawn_in_a_line((1, 3, 0, 2), 5)
    ('| ||| · ||', '')
    """
    if sum(position) + len(position) > room + 1:
        return ""
    return " ".join("|" * heap or "·" for heap in position)
