"""The coach's panel: why a position is won or lost, by the theory that the player chooses."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static, Tab, Tabs

from marienbad.analysis import Game
from marienbad.text.plain import Plain

PREFIX = "theory-"


class Coach(Vertical):
    """The theories of the game as tabs, and the explanation by the chosen one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_text(-1)", show=False),
        Binding("down", "scroll_text(1)", show=False),
        Binding("pageup", "scroll_text(-10)", show=False),
        Binding("pagedown", "scroll_text(10)", show=False),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__(id="coach", classes="panel")
        self.game = game

    def compose(self) -> ComposeResult:
        yield Tabs(*(Tab(name, id=PREFIX + name) for name in self.game.theories), id="theories")
        with VerticalScroll(can_focus=False):
            yield Static(id="explanation", markup=False)

    @property
    def theory(self) -> str:
        return self.query_one(Tabs).active.removeprefix(PREFIX)

    @property
    def text_width(self) -> int:
        """How many columns a line of the explanation may have."""
        return max(self.query_one(VerticalScroll).size.width - 2, 20)

    def name_theories(self, lang: str) -> None:
        for name in self.game.theories:
            tab = self.query_one(f"#{PREFIX}{name}", Tab)
            tab.label = Plain(lang).line(self.game.theory_title(name))

    def choose(self, theory: str) -> None:
        """Bring the tab of a theory forward."""
        self.query_one(Tabs).active = PREFIX + theory

    def tell(self, text: str) -> None:
        """Show an explanation from its beginning."""
        self.query_one("#explanation", Static).update(text)
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_scroll_text(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
