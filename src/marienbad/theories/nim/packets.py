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

from marienbad.games.bibliography import in_short
from marienbad.heaps import Position
from marienbad.numeration.bases import packets
from marienbad.text.mathematics import Expression, Number, Power, Subscript, Symbol, signed_sum
from marienbad.text.relations import SetOf, eq
from marienbad.text.sentences import (
    Block,
    Cell,
    Count,
    Equation,
    Listing,
    Message,
    Table,
    Value,
    say,
)
from marienbad.theories.nim.binary import column_table, nim_sum
from marienbad.theories.nim.common import (
    SHOWN_CHANGES,
    SHOWN_COLUMNS,
    NimTheory,
    instead,
    is_showable,
    power_of_two,
)
from marienbad.theories.theory import Change

if TYPE_CHECKING:
    from marienbad.theories.theory import Drawing

EVEN, PLUS, MINUS = Symbol("𝒫"), Power("ℐ", "+"), Subscript("ℐ", "−")
LARGEST = Symbol("k*")
"""Pantaloni's names: sizes in even number, those to break, to create; the largest in odd number."""


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
    even_case, odd_case = "nim.packets.rule.even", "nim.packets.rule.odd"
    why = "nim.packets.why"
    normal_citation = in_short("mathenjeans")
    misere_citation = in_short("pantaloni")
    normal_statement, misere_statement = "second_player", "even_wins"

    def changes(self, position: Position) -> list[Change]:
        unpaired = nim_sum(*position)
        changes = []
        for heap, size in enumerate(position):
            broken, created = broken_packets(size, unpaired), created_packets(size, unpaired)
            if broken > created:
                changes.append(Change(heap, size - broken + created))
        return changes

    def rule(self) -> tuple[Message, ...]:
        restore = say("nim.packets.rule.restore")
        return (say("nim.packets.rule.part"), say(self.even_case), say(self.odd_case), restore)

    def signs(self) -> tuple[Message, ...]:
        signs = {"even": EVEN, "plus": PLUS, "minus": MINUS, "largest": LARGEST}
        return (say("nim.packets.rule.symbols", k=Symbol("k"), **signs),)

    def in_signs(self, position: Position, changes: tuple[Change, ...]) -> tuple[Message, ...]:
        """Pantaloni's sets of exponents, for the position and for the row that is changed."""
        width = max(position, default=0).bit_length()
        if not changes or width > SHOWN_COLUMNS:
            return ()
        size, unpaired = position[changes[0].heap], nim_sum(*position)
        sets = say(
            "nim.packets.sets",
            even=_exponents(EVEN, ((1 << width) - 1) & ~unpaired),
            largest=eq(LARGEST, unpaired.bit_length() - 1),
            row=changes[0].heap + 1,
            plus=_exponents(PLUS, broken_packets(size, unpaired)),
            minus=_exponents(MINUS, created_packets(size, unpaired)),
        )
        return (sets,)

    def explain_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Block]:
        unpaired = nim_sum(*position)
        width = max(position, default=0).bit_length()
        blocks: list[Block] = []
        if is_showable(position, width):
            if changes:
                blocks.append(say("nim.packets.picture"))
            blocks.append(_packet_table(position, width, changes))
        if not unpaired:
            blocks += [say("nim.packets.even"), say("nim.packets.every_move_breaks")]
            return [*blocks, *self._example(position)]
        blocks.append(_odd_sizes(unpaired))
        blocks.append(say("nim.packets.largest", packet=power_of_two(unpaired.bit_length() - 1)))
        first = changes[0]
        blocks.append(_change_step(position[first.heap], first, unpaired))
        if unpaired.bit_length() <= SHOWN_COLUMNS:
            blocks.append(Equation(worked_out(position[first.heap], first.left)))
        others = [_change_step(position[c.heap], c, unpaired) for c in changes[1:SHOWN_CHANGES]]
        blocks += instead(others, len(changes))
        return blocks

    def gist_of_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Message]:
        if not changes:
            return [say("nim.packets.even")]
        unpaired = nim_sum(*position)
        size = position[changes[0].heap]
        return [_odd_sizes(unpaired), _change_step(size, changes[0], unpaired)]

    def _example(self, position: Position) -> list[Block]:
        """From an even position one move of the other player and the answer, worked out."""
        if not is_showable(position, max(position, default=0).bit_length()):
            return []
        heap, move = instructive_move(position)
        changed = Change(heap, move).applied(position)
        if self.is_endgame(changed):
            return []
        answer = self.changes(changed)[0]
        size = changed[answer.heap]
        example = say(
            "nim.packets.example",
            row=heap + 1,
            change=worked_out(position[heap], move),
            other=answer.heap + 1,
            answer=worked_out(size, answer.left),
        )
        return [example]

    def draw_sum(self, position: Position, change: Change | None) -> "Drawing":
        from marienbad.theories.theory import PacketDrawing

        return PacketDrawing(tuple(map(packets, position)), packets(nim_sum(*position)), change)


def worked_out(size: int, left: int) -> Expression:
    """Row − broken + created, in the order of the rule.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(worked_out(13, 6))
    '13 − 8 − 1 + 2 = 6'
    """
    changed = size ^ left
    broken = (-Number(packet) for packet in packets(broken_packets(size, changed)))
    created = map(Number, packets(created_packets(size, changed)))
    return eq(signed_sum((Number(size), *broken, *created)), left)


def instructive_move(position: Position) -> tuple[int, int]:
    """A row and what is left of it by a move that breaks a packet and creates one, if there is one.

    Else, where every row lacks no packet below its largest, the largest packet is broken.

    >>> instructive_move((1, 3, 5, 7)), instructive_move((3, 3))
    ((2, 3), (0, 1))
    """
    for heap, size in enumerate(position):
        halved = (size >> 1) & ~size  # the packets it lacks of which it has the double
        if halved:
            return heap, size - (1 << halved.bit_length() - 1)
    size = max(position)
    return position.index(size), size - (1 << size.bit_length() - 1)


def _packet_table(position: Position, width: int, changes: tuple[Change, ...]) -> Table:
    """The rows in packets; + stands over those that the move breaks, − over those it creates."""
    sizes = [1 << bit for bit in reversed(range(width))]
    signs: list[Cell] = []
    if changes:
        size, unpaired = position[changes[0].heap], nim_sum(*position)
        signs = [
            Symbol("+" if size & packet else "−") if unpaired & packet else None for packet in sizes
        ]
    return column_table(
        position,
        sizes,
        lambda size: [size & packet or None for packet in sizes],
        "nim.table.packets",
        (changes[0], signs) if changes else None,
    )


def _odd_sizes(unpaired: int) -> Message:
    """Which packets have no partner."""
    if unpaired.bit_length() <= SHOWN_COLUMNS:
        return say("nim.packets.odd", packets=Listing(packets(unpaired)))
    return say("nim.packets.many_odd", count=Count(unpaired.bit_count(), "packet"))


def _change_step(size: int, change: Change, unpaired: int) -> Message:
    """What to break and to create in a row."""
    values: dict[str, Value] = {"row": change.heap + 1, "size": size, "left": change.left}
    if unpaired.bit_length() > SHOWN_COLUMNS:
        return say("nim.packets.change_huge", **values)
    created = created_packets(size, unpaired)
    values["broken"] = Listing(packets(broken_packets(size, unpaired)))
    if not created:
        return say("nim.packets.break", **values)
    return say("nim.packets.break_and_create", created=Listing(packets(created)), **values)


def _exponents(name: Expression, members: int) -> Expression:
    return eq(name, SetOf(tuple(packet.bit_length() - 1 for packet in reversed(packets(members)))))
