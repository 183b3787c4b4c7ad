"""Two heaps as a chessboard: the square (x, y) is the position with these heaps."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.strip import Strip

from marienbad.heaps import Position, leave
from marienbad.play.session import Session
from marienbad.study.picture.chequer import CHARACTERS
from marienbad.tui.rows import ChoiceChanged, Pointing, arrows

CELLS = ((7, 3), (3, 1), (2, 1))
"""Squares as columns and lines, the largest first."""
LEAST_ROOM_FOR_ROWS = 36
LARGEST_EDGE = 60
CHOSEN, CROSSED = "◎", "×"


class Chessboard(Pointing, can_focus=True):
    """The piece, the squares that it may go to, and the square that is chosen."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"chess--{part}" for part in ("light", "dark", "lit", "chosen", "crossed", "piece", "label")
    }
    BINDINGS: ClassVar[list[BindingType]] = arrows("-1, 0", "1, 0", "0, 1", "0, -1")

    def __init__(self, session: Session) -> None:
        super().__init__(id="chess")
        self.display = False  # until it is known to fit
        self.session = session
        self.cell = CELLS[1]
        self.pointed: Position | None = None
        self._lit: frozenset[Position] = frozenset()
        self._crossed: tuple[Position, ...] = ()

    # Layout

    @property
    def squares(self) -> Position:
        """How many squares the board has in each direction."""
        return tuple(size + 1 for size in self.session.match.start)

    @property
    def margin(self) -> int:
        """The columns of the numbers at the left."""
        return len(str(self.squares[1])) + 1

    def size_with(self, cell: tuple[int, int]) -> Size:
        """The size of the board with squares of this size."""
        columns, lines = self.squares
        return Size(self.margin + columns * cell[0], lines * cell[1] + 1)

    @property
    def is_of_this_game(self) -> bool:
        """Whether the match has a board, on a terminal that is large enough for it."""
        parts_heaps = self.session.match.game.definition.ruleset.parts_heaps
        return len(self.squares) == 2 and max(self.squares) <= LARGEST_EDGE and not parts_heaps

    def fit(self, room: Size) -> bool:
        """Choose the largest squares that leave room for the heaps; say whether there are any."""
        if not self.is_of_this_game:
            return False
        for cell in CELLS:
            size = self.size_with(cell)
            if size.height <= room.height and size.width + LEAST_ROOM_FOR_ROWS <= room.width:
                self.cell = cell
                self.styles.width, self.styles.height = size.width, size.height
                self.styles.margin = ((room.height - size.height) // 2, 2, 0, 0)
                return True
        return False

    def follow(self) -> None:
        """Find the squares that may be gone to, after a change of the position."""
        if self.display:
            self._lit, self._crossed = self.session.reachable(), self.session.crossed()
            self.refresh()

    def place_of(self, square: Position) -> tuple[int, int]:
        """Where on the widget a square is drawn."""
        x, y = square
        column = self.margin + x * self.cell[0] + self.cell[0] // 2
        return column, (self.squares[1] - 1 - y) * self.cell[1] + self.cell[1] // 2

    def square_at(self, column: int, line: int) -> Position | None:
        """The square at a place of the widget."""
        x = (column - self.margin) // self.cell[0]
        y = self.squares[1] - 1 - line // self.cell[1]
        is_inside = column >= self.margin and x < self.squares[0] and y >= 0
        return (x, y) if is_inside else None

    # Drawing

    def render_line(self, y: int) -> Strip:
        columns, lines = self.squares
        row, line = divmod(y, self.cell[1])
        label = self._style("label")
        if row >= lines:
            numbers = "".join(f"{x:^{self.cell[0]}}"[: self.cell[0]] for x in range(columns))
            segments = [Segment(" " * self.margin + numbers, label)]
        else:
            is_middle = line == self.cell[1] // 2
            heap = lines - 1 - row
            number = str(heap) if is_middle else ""
            segments = [Segment(f"{number:>{self.margin - 1}} ", label)]
            segments += [self._square((x, heap), is_middle) for x in range(columns)]
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(self.rich_style)

    def _square(self, square: Position, is_middle: bool) -> Segment:
        shade = self._style("dark" if sum(square) % 2 else "light")
        sign, name = self._sign(square)
        text = f"{sign if is_middle else ' ':^{self.cell[0]}}"
        style = shade + self._style(name) if name else shade
        if square == self.pointed and self.has_focus:
            style += Style(reverse=True)
        return Segment(text, style)

    def _sign(self, square: Position) -> tuple[str, str]:
        session = self.session
        if square == tuple(session.position):
            return CHARACTERS[session.match.game.definition.family.piece], "piece"
        if any(session.amounts) and square == leave(session.position, session.amounts):
            return CHOSEN, "chosen"
        if square in self._crossed:
            return CROSSED, "crossed"
        if square in self._lit:
            return CHARACTERS["reach"], "lit"
        return " ", ""

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"chess--{name}", partial=True)

    # Pointing

    def action_point(self, right: int, up: int) -> None:
        x, y = self.pointed or self.session.position
        columns, lines = self.squares
        self.pointed = min(max(x + right, 0), columns - 1), min(max(y + up, 0), lines - 1)
        self.refresh()

    def action_choose(self) -> None:
        """Choose the square pointed at, where the piece may go there."""
        if self.pointed is not None and self.pointed in self._lit:
            self.session.choose_take(leave(self.session.position, self.pointed))
            self.post_message(ChoiceChanged())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.pointed = self.square_at(event.x, event.y)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        self.pointed = self.square_at(event.x, event.y)
        if self.pointed == leave(self.session.position, self.session.amounts):
            self.action_take()
        else:
            self.action_choose()
