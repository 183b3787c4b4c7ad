"""The values of an octal game for a reader: by size, with their period, and of a position."""

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.solver.octal import HeapValues
from marienbad.text.sentences import Block, Cell, Marked, Message, Table, say
from marienbad.theories.nim.binary import column_sums
from marienbad.theories.nim.common import SHOWN_ROWS, power_of_two

MOST_SHOWN, FIRST_SHOWN = 150, 60
"""The most sizes that the rule shows: up to the end of the first period, or the first ones."""
USUAL_WIDTH, LEAST_WIDTH, MOST_WIDTH = 10, 4, 17
EXAMPLE = 23
"""The size that shows how its value is found in the lines, or else the largest that is shown."""


def shown_sizes(values: HeapValues) -> int:
    """How many sizes the rule shows."""
    period = values.period
    end = None if period is None else period.start + period.length
    return end if end is not None and end <= MOST_SHOWN else min(FIRST_SHOWN, values.bound)


def by_size(values: HeapValues) -> list[Block]:
    """The values of the first sizes, in lines as long as the period where it is short."""
    shown, period = shown_sizes(values), values.period
    width = USUAL_WIDTH
    if period is not None and LEAST_WIDTH <= period.length <= MOST_WIDTH:
        width = period.length
    width = min(width, shown)
    rows: list[tuple[Cell, ...]] = []
    for first in range(0, shown, width):
        line = values.between(first, min(first + width, shown))
        rows.append((first, *line, *(None,) * (width - len(line))))
    heads = (say("octal.table.size"), *(say("octal.table.plus", plus=n) for n in range(width)))
    return [Table(heads, tuple(rows), say("octal.table.values", size=min(EXAMPLE, shown - 1)))]


def period_told(values: HeapValues) -> list[Message]:
    """With which period the values go on, and why that is certain."""
    period, most = values.period, len(values.digits)
    if period is None:
        return [say("octal.none_found", bound=values.bound)]
    first, end = max(period.start, 1), period.start + period.length
    told = {"start": period.start, "period": period.length, "end": end}
    key = "octal.period" if period.start else "octal.period_at_once"
    blocks = [say(key, **told)]
    if end > MOST_SHOWN:
        blocks.append(say("octal.not_all_shown"))
    proof = {"computed": period.computed, "first": first, "most": most, **told}
    kind = "parted" if values.parting else "taken"
    return [*blocks, say(f"octal.proof.{kind}", **proof)]


def of_position(
    game: Definition, values: HeapValues, position: Position, found: tuple[int, ...]
) -> list[Block]:
    """The heaps with their values in base two, and how many ones each column has."""
    if not 0 < len(position) <= SHOWN_ROWS:
        return []
    like = [values.like(size) for size in position]
    is_large = like != [*position]
    width = max(found).bit_length()
    bits = [*reversed(range(width))]
    heads: list[Cell] = [say(f"octal.table.{game.nouns[0]}"), say("octal.table.size")]
    heads += [say("octal.table.like")] * is_large + [say("octal.table.value")]
    rows: list[tuple[Cell, ...]] = []
    for heap, (size, value) in enumerate(zip(position, found, strict=True)):
        digits = [value >> bit & 1 for bit in bits]
        rows.append((heap + 1, size, *[like[heap]] * is_large, value, *digits))
    footer: list[tuple[Cell, ...]] = []
    if len(position) > 1 and width:
        sums = [Marked(s, "odd") if s % 2 else s for s in column_sums(found, width)]
        footer = [(say("octal.table.ones"), None, *[None] * is_large, None, *sums)]
    columns = (*heads, *map(power_of_two, bits))
    return [Table(columns, (*rows, *footer), footer_rows=len(footer))]
