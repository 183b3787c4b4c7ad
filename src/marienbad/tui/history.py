"""After the match: a line for each move, on whose side the win was, and the decisive mistake.

The coach's panel: why a position is won or lost, by the theory that the player chooses.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import OptionList, Static, Tab, Tabs
from textual.widgets.option_list import Option

from marienbad.analysis import Game
from marienbad.play.grading import decisive, grade_match, tell_judgement
from marienbad.play.match import Match
from marienbad.play.notation import write_move
from marienbad.play.phrases import decided, name
from marienbad.text.plain import Plain, aligned, display_width
from marienbad.text.problems import InputError
from marienbad.text.sentences import say
from marienbad.tui.wording import Prose

LONGEST_MOVE = 16


class History(Vertical):
    """The moves as a list in which the player steps; the board goes there."""

    def __init__(self) -> None:
        super().__init__(id="history", classes="panel")

    def compose(self) -> ComposeResult:
        yield Static(id="verdict", markup=False)
        yield OptionList(id="moves", markup=False, compact=True)
        yield Static(id="stepping", markup=False)

    def show(self, review: "Review", lang: str) -> None:
        """Show a review; the decisive mistake has an arrow."""
        moves = self.query_one(OptionList)
        moves.clear_options()
        moves.add_options([Option(line) for line in review.lines(lang)])
        self.query_one("#verdict", Static).update(Prose(review.verdict(lang)))
        self.query_one("#stepping", Static).update(Plain(lang).line(say("tui.history.stepping")))


class Review:
    """A match with its moves judged; made away from the screen, since it may take a while."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.problem: InputError | None = None
        try:
            self.grades = grade_match(match)
        except InputError as problem:  # a position beyond the reach of every theory
            self.grades, self.problem = [], problem
        self.mistake = decisive(self.grades)

    def lines(self, lang: str) -> list[str]:
        """A line for each move: its number, who, what was taken, the balance, the judgement."""
        plain = Plain(lang)
        table = [
            (
                f"{grade.ply + 1:>3}",
                plain.line(name(self.match, grade.player)),
                _shortened(write_move(grade.move)),
                "●━━○" if grade.leader == 0 else "○━━●",
                plain.line(tell_judgement(grade)),
            )
            for grade in self.grades
        ]
        widths = [max(map(display_width, column)) for column in zip(*table, strict=True)]
        rows = ["  ".join(map(aligned, row, widths, [False] * 5)).rstrip() for row in table]
        return [
            row + (" ←" if grade is self.mistake else "")
            for row, grade in zip(rows, self.grades, strict=True)
        ]

    def verdict(self, lang: str) -> str:
        """Where the match was decided, in words."""
        if self.problem is not None:
            return self.problem.render(lang)
        return Plain(lang).line(decided(self.match, self.mistake))


def _shortened(text: str) -> str:
    half = LONGEST_MOVE // 2
    return text if len(text) <= LONGEST_MOVE else f"{text[:half]}…{text[-half:]}"


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
        for theory in self.game.theories:
            tab = self.query_one(f"#{PREFIX}{theory}", Tab)
            tab.label = Plain(lang).line(self.game.theory_title(theory))

    def choose(self, theory: str) -> None:
        """Bring the tab of a theory forward."""
        self.query_one(Tabs).active = PREFIX + theory

    def tell(self, text: str) -> None:
        """Show an explanation from its beginning."""
        self.query_one("#explanation", Static).update(text)
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_scroll_text(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
