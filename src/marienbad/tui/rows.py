"""The heaps as rows of matches or tokens: pointing at one means it and all to its right.

What both boards have in common: a choice is made with Space, played with Enter.
"""

from operator import add
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from marienbad.play.session import Session
from marienbad.text.plain import Plain, display_width
from marienbad.text.sentences import say
from marienbad.tui.sticks import choose_glyph, state_of

MARGIN = 2
COUNT_WIDTH = 7
LARGEST_COUNT = 9999


class ChoiceChanged(Message):
    """Something else is chosen, or pointed at; the session has it already."""


class BoardResized(Message):
    """The board has another size: what has room beside it may have changed."""


class TakeWanted(Message):
    """The choice should be played."""


class Pointing(Widget):
    """A board on which something is pointed at, chosen and taken."""

    session: Session
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "choose", show=False),
        Binding("enter", "take", show=False),
    ]

    def action_choose(self) -> None:
        """Choose what is pointed at."""
        raise NotImplementedError

    def action_take(self) -> None:
        """Play what is chosen; where nothing is, choose what is pointed at."""
        if any(self.session.amounts) or self.session.forbidden:
            self.post_message(TakeWanted())
        else:
            self.action_choose()


def arrows(left: str, right: str, up: str, down: str) -> list[BindingType]:
    """The arrow keys, each with the step that the pointer makes."""
    steps = {"left": left, "right": right, "up": up, "down": down}
    return [Binding(key, f"point({step})", show=False) for key, step in steps.items()]


class Rows(ScrollView, Pointing):
    """All heaps of the position shown; keeps only where the pointer is."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"rows--{part}" for part in ("head", "stick", "chosen", "faint", "label", "pointed")
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("0, 1", "0, -1", "-1, 0", "1, 0"),
        Binding("home", "point_all", show=False),
    ]

    def __init__(self, session: Session, lang: str) -> None:
        super().__init__(id="rows")
        self.session = session
        self.lang = lang
        self.heap = 0
        self.amount = 1
        self.is_hovered = False
        self._glyph = choose_glyph("match", (), 0, 0)
        self._label_width = 0

    # Layout

    @property
    def start(self) -> tuple[int, ...]:
        """How many places each heap has: as many as at the start, or as before the last move."""
        session = self.session
        if session.match.game.definition.ruleset.parts_heaps:
            return tuple(map(add, session.position, session.last_taken))
        return session.match.start

    @property
    def room(self) -> int:
        """The columns that are left for the objects of a row."""
        return self.size.width - self._label_width - COUNT_WIDTH - 2 * MARGIN

    @property
    def has_numbers(self) -> bool:
        """Whether a heap is too large to be drawn."""
        return any(map(self.is_number, range(len(self.start))))

    def is_number(self, heap: int) -> bool:
        """Whether a heap is too large to be drawn, and shown as a number."""
        return self._shown_size(heap) is None

    def follow(self) -> None:
        """Choose how large to draw, after a change of the position, the size or the language."""
        labels = [self._label(heap) for heap in {0, max(len(self.start) - 1, 0)}]
        self._label_width = max(map(display_width, labels)) + 1
        noun = self.session.match.game.nouns[1]
        # A heap that was too large to be drawn is drawn as soon as what is left of it fits.
        sizes = [
            begun if begun <= self.room else left
            for begun, left in zip(self.start, self.session.position, strict=True)
        ]
        self._glyph = choose_glyph(noun, sizes, self.room, self.size.height)
        self.virtual_size = Size(self.size.width, len(self.start) * self._glyph.height)
        self._keep_pointer()
        self.refresh()

    def _label(self, heap: int) -> str:
        noun = self.session.match.game.nouns[0]
        return Plain(self.lang).line(say(f"words.{noun}.label", number=heap + 1))

    def _shown_size(self, heap: int) -> int | None:
        """How many places the row has: with the traces of what was taken, where they fit."""
        for size in (self.start[heap], self.session.position[heap]):
            if size * self._glyph.cell <= self.room:
                return size
        return None

    def _left_edge(self, heap: int) -> int:
        size = self._shown_size(heap) or 0
        return MARGIN + self._label_width + (self.room - size * self._glyph.cell) // 2

    @property
    def _top(self) -> int:
        return max(0, (self.size.height - len(self.start) * self._glyph.height) // 2)

    def place_of(self, heap: int, index: int) -> tuple[int, int]:
        """Where on the widget an object is drawn."""
        x = self._left_edge(heap) + index * self._glyph.cell + self._glyph.cell // 2
        line = min(self._glyph.label_line, self._glyph.height - 1)
        y = self._top + heap * self._glyph.height + line
        return x - self.scroll_offset.x, y - self.scroll_offset.y

    def object_at(self, x: int, y: int) -> tuple[int, int] | None:
        """The heap at a place of the widget and how much would be taken there; 0 beside them."""
        heap = (y + self.scroll_offset.y - self._top) // self._glyph.height
        if not 0 <= heap < len(self.start):
            return None
        left = self.session.position[heap]
        index = (x - self._left_edge(heap)) // self._glyph.cell
        if self.is_number(heap) or not 0 <= index < left:
            return heap, 0
        return heap, left - index

    # Drawing

    def render_line(self, y: int) -> Strip:
        heap, line = divmod(y + self.scroll_offset.y - self._top, self._glyph.height)
        if not 0 <= heap < len(self.start):
            return Strip.blank(self.size.width, self.rich_style)
        segments = self._label_segments(heap, line)
        if self.is_number(heap):
            segments += self._number_segments(heap, line)
        else:
            segments += self._object_segments(heap, line)
        segments += self._count_segments(heap, line)
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(self.rich_style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"rows--{name}", partial=True)

    @property
    def _shows_pointer(self) -> bool:
        return self.session.is_human_turn and (self.has_focus or self.is_hovered)

    def _label_segments(self, heap: int, line: int) -> list[Segment]:
        text = self._label(heap) if line == self._glyph.label_line else ""
        is_pointed = self._shows_pointer and heap == self.heap and bool(text)
        mark = "›" if is_pointed else " "
        label = text + " " * (self._label_width - display_width(text))
        return [
            Segment(f"{mark:>{MARGIN}}", self._style("chosen")),
            Segment(label, self._style("label")),
        ]

    def _pointed_in(self, heap: int) -> int:
        return self.amount if self._shows_pointer and heap == self.heap else 0

    def _object_segments(self, heap: int, line: int) -> list[Segment]:
        glyph, left = self._glyph, self.session.position[heap]
        chosen, last = self.session.amounts[heap], self.session.last_taken[heap]
        size, pointed = self._shown_size(heap) or 0, self._pointed_in(heap)
        edge = self._left_edge(heap) - MARGIN - self._label_width
        segments = [Segment(" " * edge)]
        for index in range(size):
            state = state_of(index, left, pointed, chosen, last)
            text = glyph.line(state, line)
            segments.append(Segment(text, self._style(self._part(state, text))))
        segments.append(Segment(" " * (self.room - edge - size * glyph.cell)))
        return segments

    @staticmethod
    def _part(state: str, text: str) -> str:
        if state in ("taken", "gone"):
            return "faint"
        if state == "pointed":
            return "pointed"
        if "●" in text:
            return "head"
        return "chosen" if state == "chosen" else "stick"

    def _number_segments(self, heap: int, line: int) -> list[Segment]:
        text = ""
        if line == self._glyph.label_line:
            text = Plain(self.lang).line(self.session.position[heap])
        return [Segment(f"{text:^{self.room}}", self._style("head"))]

    def _count_segments(self, heap: int, line: int) -> list[Segment]:
        """What is left, and what would be taken."""
        if line != self._glyph.label_line:
            return []
        left, chosen = self.session.position[heap], self.session.amounts[heap]
        if self.is_number(heap):
            number = chosen if chosen <= LARGEST_COUNT else "…"
            return [Segment(f" −{number}" if chosen else "", self._style("chosen"))]
        pointed = self._pointed_in(heap)
        segments = [Segment(f" {left}", self._style("label"))]
        if pointed and pointed != chosen and left:
            segments.append(Segment(f" ({pointed})", self._style("pointed")))
        elif chosen:
            segments.append(Segment(f" −{chosen}", self._style("chosen")))
        return segments

    # Pointing

    def _keep_pointer(self) -> None:
        """Keep the pointer on something that can be taken."""
        position = self.session.position
        if not position:
            return
        self.heap = min(self.heap, len(position) - 1)
        if not self.session.meant(self.heap, 1):
            self.heap = next(iter(self._filled()), self.heap)
        self.amount = max(1, self.session.meant(self.heap, self.amount))

    def _filled(self) -> list[int]:
        """The heaps in which something can be chosen."""
        heaps = range(len(self.session.position))
        return [heap for heap in heaps if self.session.meant(heap, 1)]

    def point_at(self, heap: int, amount: int) -> None:
        """Put the pointer on an amount of a heap."""
        changed = heap != self.heap
        self.heap, self.amount = heap, amount
        self._keep_pointer()
        self.refresh()
        if changed:
            top = self._top + heap * self._glyph.height
            self.scroll_to(y=max(0, top - self.size.height // 2), animate=False)
            self.post_message(ChoiceChanged())

    def action_point(self, rows: int, more: int) -> None:
        """Move the pointer to another heap, or to more or fewer."""
        if more:
            self.point_at(self.heap, self.amount + more)
        filled = self._filled()
        if rows and filled:
            beyond = [heap for heap in filled if (heap - self.heap) * rows > 0]
            nearest = min(beyond, key=lambda heap: abs(heap - self.heap), default=self.heap)
            self.point_at(nearest, self.amount)

    def action_point_all(self) -> None:
        if self.session.position:
            self.point_at(self.heap, self.session.position[self.heap])

    def action_choose(self) -> None:
        """Choose what is pointed at, or let it go again."""
        if self.session.position:
            is_chosen = self.session.amounts[self.heap] == self.amount
            self._choose(self.heap, 0 if is_chosen else self.amount)

    def _choose(self, heap: int, amount: int) -> None:
        self.session.choose(heap, amount)
        self.post_message(ChoiceChanged())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        place = self.object_at(event.x, event.y)
        self.is_hovered = place is not None and place[1] > 0
        if place is not None and place[1]:
            self.point_at(*place)
        self.refresh()

    def on_leave(self) -> None:
        self.is_hovered = False
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        place = self.object_at(event.x, event.y)
        if place is None or not self.session.is_human_turn:
            return
        heap, amount = place
        amount = self.session.meant(heap, amount) if amount else 0
        again = amount > 0 and self.session.amounts[heap] == amount
        self.point_at(heap, amount or 1)
        if again:
            self.post_message(TakeWanted())
        else:
            self._choose(heap, amount)

    def on_resize(self) -> None:
        self.follow()
        self.post_message(BoardResized())
