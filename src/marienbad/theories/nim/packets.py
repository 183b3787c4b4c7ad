"""Nim by packets of powers of two: pair every packet with an equal one in another row.

Each row falls in exactly one way into packets of 1, 2, 4, 8, … matches, no two alike. A position
is *even* when every size of packet occurs an even number of times; every move from an even
position makes it odd, and every odd one can be made even: break the largest packet that has no
partner, and create or break the smaller ones that are in odd number in the same row.

A set of packets is written here as the integer whose binary digits are its members, so that the
sets 𝒫, ℐ⁺ and ℐ₋ of Pantaloni are found at once, for rows of any size. The packets without a
partner are then the nim-sum of the rows: a packet met again cancels the first.

V. Pantaloni, Le jeu de Marienbad (2009); Marienbad 1-3-5-7 (MATh.en.JEANS).
"""

from typing import TYPE_CHECKING

from marienbad.heaps import Position
from marienbad.numeration.bases import packets
from marienbad.text.mathematics import Expression, Number, Power, Subscript, Symbol, signed_sum
from marienbad.text.relations import SetOf, eq
from marienbad.text.sentences import Block, Count, Equation, Listing, Value, say
from marienbad.theories.nim.binary import column_table, nim_sum
from marienbad.theories.nim.common import SHOWN_COLUMNS, NimTheory, is_showable, power_of_two
from marienbad.theories.theory import Change

if TYPE_CHECKING:
    from marienbad.theories.drawing import Drawing


def broken_packets(heap: int, unpaired: int) -> int:
    """ℐ⁺: the unpaired packets that this heap has, to be broken.

    >>> broken_packets(90, 2 + 4 + 16)
    18
    """
    return heap & unpaired


def created_packets(heap: int, unpaired: int) -> int:
    """ℐ₋: the unpaired packets that this heap lacks, to be created.

    >>> created_packets(90, 2 + 4 + 16)
    4
    """
    return unpaired & ~heap


class Packets(NimTheory):
    """Pantaloni's theory: make every size of packet even in number."""

    name = "packets"
    citation = "Pantaloni 2009; Marienbad 1-3-5-7, MATh.en.JEANS"

    def changes(self, position: Position) -> list[Change]:
        unpaired = nim_sum(*position)
        changes = []
        for heap, size in enumerate(position):
            broken, created = broken_packets(size, unpaired), created_packets(size, unpaired)
            if broken > created:
                changes.append(Change(heap, size - broken + created))
        return changes

    def explain_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Block]:
        unpaired = nim_sum(*position)
        width = max(position, default=0).bit_length()
        blocks: list[Block] = [say("nim.packets.decompose")]
        if is_showable(position, width):
            sizes = [1 << bit for bit in reversed(range(width))]
            cells = ([heap & size or None for size in sizes] for heap in position)
            blocks.append(column_table(position, sizes, cells, "nim.table.packets"))
        if not unpaired:
            blocks.append(say("nim.packets.even"))
            if sum(map(bool, position)) == 2:  # and so they are equal
                key = "nim.packets.mirror_misere" if self.game.is_misere else "nim.packets.mirror"
                blocks.append(say(key, size=max(position)))
            return [*blocks, say("nim.packets.every_move_breaks")]
        if unpaired.bit_length() <= SHOWN_COLUMNS:
            blocks.append(say("nim.packets.odd", packets=Listing(packets(unpaired))))
        else:
            count = Count(unpaired.bit_count(), "packet")
            blocks.append(say("nim.packets.many_odd", count=count))
        blocks.append(say("nim.packets.largest", packet=power_of_two(unpaired.bit_length() - 1)))
        for change in changes[:4]:
            blocks += _explain_change(position[change.heap], change, unpaired)
        return [*blocks, say("nim.packets.why")]

    def draw_sum(self, position: Position, change: Change | None) -> "Drawing":
        from marienbad.theories.drawing import PacketDrawing

        return PacketDrawing(tuple(map(packets, position)), packets(nim_sum(*position)), change)


def _explain_change(size: int, change: Change, unpaired: int) -> list[Block]:
    broken, created = broken_packets(size, unpaired), created_packets(size, unpaired)
    row = change.heap + 1
    values: dict[str, Value] = {"row": row, "size": size, "left": change.left}
    if unpaired.bit_length() > SHOWN_COLUMNS:
        return [say("nim.packets.change_huge", **values)]
    values |= {"broken": Listing(packets(broken)), "created": Listing(packets(created))}
    key = "nim.packets.break_and_create" if created else "nim.packets.break"
    balance: list[Expression] = [
        -Number(packet) if size & packet else Number(packet) for packet in packets(unpaired)
    ]
    result = eq(signed_sum((Number(size), *balance)), change.left)
    if size.bit_length() > SHOWN_COLUMNS:
        # A row of a million digits has millions of packets to leave alone.
        return [say(key, **values), Equation(result)]
    paired = ((1 << max(size, unpaired).bit_length()) - 1) & ~unpaired
    sets = say(
        "nim.packets.sets",
        even=_exponents(Symbol("𝒫"), paired),
        plus=_exponents(Power("ℐ", "+"), broken),
        minus=_exponents(Subscript("ℐ", "−"), created),
    )
    return [say(key, **values), sets, Equation(result)]


def _exponents(name: Expression, members: int) -> Expression:
    return eq(name, SetOf(tuple(packet.bit_length() - 1 for packet in reversed(packets(members)))))
