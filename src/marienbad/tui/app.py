"""The application: puts the widgets together and lets the session and the screen follow."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import constants, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Button, OptionList, Static, Tabs

from marienbad.analysis import Game
from marienbad.heaps import Position
from marienbad.numeration.integers import digits_of
from marienbad.text.explanation import Message, say
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.tui.chess import Chessboard
from marienbad.tui.coach import Coach
from marienbad.tui.entry import Entry, read_entry
from marienbad.tui.help import Help
from marienbad.tui.history import History, Review
from marienbad.tui.rows import Rows
from marienbad.tui.session import Session
from marienbad.tui.signals import ChoiceChanged, TakeAsked
from marienbad.tui.themes import DEFAULTS, NIGHT, PAPER
from marienbad.tui.wording import HINT_STEPS, action, hint, level, person, status

LEAST_SIZE = Size(60, 20)
WIDE = 110
"""From so many columns on the board and a panel stand side by side."""
PAUSE = 0.45
"""How many seconds the machine seems to think."""
LINE_OF_KEYS = {
    "h": "hint",
    "e": "explain",
    "u": "undo",
    "n": "new_match",
    "l": "change_level",
    "question_mark": "help",
    "q": "quit",
}


class TerminalApp(App[None]):
    """One session on the screen."""

    CSS_PATH = Path("styles.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", show=False),
        Binding("e", "explain", show=False),
        Binding("u", "undo", show=False),
        Binding("r", "redo", show=False),
        Binding("n", "new_match", show=False),
        Binding("b", "other_begins", show=False),
        Binding("l", "change_level", show=False),
        Binding("v", "review", show=False),
        Binding("f2", "change_language", show=False),
        Binding("f3", "change_theme", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("escape", "clear", show=False),
        Binding("q,ctrl+c", "quit", show=False, priority=False),
        *(Binding(digit, f"type('{digit}')", show=False) for digit in "0123456789"),
    ]

    def __init__(self, session: Session, lang: str, pause: float = PAUSE) -> None:
        super().__init__()
        self.session = session
        self.lang = lang
        self.pause = pause
        self.hint_step = 0
        self.message: Message | None = None
        """What stands in place of the rule: a hint, or what was wrong."""
        self.panel = ""
        """The panel that is open: ``coach``, ``history`` or none."""
        self.is_typing = False

    def compose(self) -> ComposeResult:
        with Horizontal(id="title"):
            yield Static(id="game", markup=False)
            yield Static(id="players", markup=False)
        with Horizontal(id="stage"):
            with Horizontal(id="table"):
                yield Rows(self.session, self.lang)
                yield Chessboard(self.session)
            yield Coach(self.session.match.game.theories, self.lang)
            yield History()
        with Vertical(id="below"):
            yield Static(id="words", markup=False)
            yield Static(id="status", markup=False)
            with Horizontal(id="action"):
                yield Button(id="take", compact=True)
                yield Static(id="entry-label", markup=False)
                yield Entry()
        yield Static(id="keys")
        yield Static(id="too-small", markup=False)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DEFAULTS

    def on_mount(self) -> None:
        self.register_theme(NIGHT)
        self.register_theme(PAPER)
        if constants.DEFAULT_THEME == "textual-dark":  # whoever names a theme gets that one
            self.theme = NIGHT.name
        self.query_one(Coach).name_theories(self.lang)
        self.query_one(Rows).focus()
        self.follow()

    # The screen follows the session

    @property
    def game(self) -> Game:
        return self.session.match.game

    def speak(self, message: Message) -> str:
        """The sentence of a message, beginning with a capital letter."""
        text = Plain(self.lang).line(message)
        return text[:1].upper() + text[1:]

    def follow(self) -> None:
        """Show the session as it stands, and let the machine move where it is its turn."""
        self.draw()
        if self.session.is_machine_turn and self.session.viewed is None:
            self.answer()

    def draw(self) -> None:
        """Show everything anew: after a move, another choice, a change of size or language."""
        session = self.session
        self._arrange_areas()
        rows = self.query_one(Rows)
        rows.lang = self.lang
        rows.follow()
        self.query_one(Chessboard).follow()
        self._update("game", self.game.title(self.lang))
        self._update("players", " – ".join(map(self._player, (0, 1))))
        words = self.game.rule(self.lang) if self.message is None else self.speak(self.message)
        self._update("words", words)
        self.query_one("#words").set_class(self.message is not None, "-coach")
        self._update("status", " ".join(map(self.speak, status(session))))
        self._arrange_action()
        self.query_one("#keys", Static).update(self._line_of_keys())

    def _player(self, seat: int) -> str:
        if seat in self.session.humans:
            return Plain(self.lang).line(say(f"tui.name.{person(self.session, seat)}"))
        return self.session.match.players[seat]

    def _update(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(text)

    def _arrange_areas(self) -> None:
        """Decide which parts have room."""
        is_tiny = self.size.width < LEAST_SIZE.width or self.size.height < LEAST_SIZE.height
        self.screen_stack[0].set_class(is_tiny, "-tiny")
        width, height = LEAST_SIZE
        self._update("too-small", self.speak(say("tui.too_small", width=width, height=height)))
        is_wide = self.size.width >= WIDE
        table = self.query_one("#table")
        table.display = not self.panel or is_wide
        for name in ("coach", "history"):
            self.query_one(f"#{name}").display = name == self.panel
        stage = self.query_one("#stage").size
        room = Size(stage.width // 2 if self.panel else stage.width, stage.height)
        self.query_one(Chessboard).display = self.query_one(Chessboard).fit(room)

    def _arrange_action(self) -> None:
        session, button = self.session, self.query_one("#take", Button)
        button.label = Content(self.speak(action(session)))
        is_ready = session.is_choice_legal or session.match.is_over or session.viewed is not None
        button.disabled = not is_ready
        button.refresh(layout=True)
        entry, rows = self.query_one(Entry), self.query_one(Rows)
        may_type = session.is_human_turn and (rows.has_numbers or self.is_typing)
        entry.display = may_type
        label = self.query_one("#entry-label")
        label.display = may_type
        if may_type:
            noun = self.game.definition.nouns[0]
            heap = say(f"words.{noun}.label", number=rows.heap + 1)
            self._update("entry-label", self.speak(say("tui.entry", heap=heap)))
        elif entry.has_focus:
            rows.focus()

    def _line_of_keys(self) -> Content:
        parts = [
            f"[@click=app.{name}][$accent b]{Plain(self.lang).line(say(f'tui.key.{key}'))}[/] "
            f"{Plain(self.lang).line(say(f'tui.short.{key}'))}[/]"
            for key, name in LINE_OF_KEYS.items()
        ]
        return Content.from_markup("  ".join(parts))

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)
        if self.panel == "coach":
            self.call_after_refresh(self.explain)

    # Choosing and playing

    @on(ChoiceChanged)
    def show_choice(self) -> None:
        """Let both views, the button and the field show the same choice."""
        rows = self.query_one(Rows)
        chosen = self.session.choice[rows.heap] if self.session.choice else 0
        self._write(digits_of(chosen) if chosen else "")
        self.draw()
        self._focus_board()

    def _write(self, text: str) -> None:
        """Put a text into the field that the player has not typed."""
        entry = self.query_one(Entry)
        with entry.prevent(Entry.Changed):
            entry.value = text
            entry.cursor_position = len(text)

    def _focus_board(self) -> None:
        """Put the focus where the next choice is made: a heap shown as a number is typed."""
        rows, entry = self.query_one(Rows), self.query_one(Entry)
        if self.panel or self.query_one(Chessboard).has_focus:
            return
        types = entry.display and (self.is_typing or rows.is_number(rows.heap))
        (entry if types else rows).focus()

    def action_point(self, step: int) -> None:
        """Go to another heap while typing."""
        self.query_one(Rows).action_point(step, 0)

    @on(Button.Pressed, "#take")
    def press(self) -> None:
        """Play the choice; after the end begin again; looking back play on from there."""
        if self.session.viewed is not None:
            self.play_on()
        elif self.session.match.is_over:
            self.action_new_match()
        else:
            self.take()

    @on(TakeAsked)
    @on(Entry.Submitted)
    def take(self) -> None:
        """Play what is chosen, where it is legal."""
        if not self.session.is_choice_legal:
            self.bell()
            return
        self.session.play()
        self.changed()

    def changed(self) -> None:
        """After the position has changed: forget hints and what was typed, close the panels."""
        self.hint_step, self.message, self.panel = 0, None, ""
        self.is_typing = False
        self._write("")
        self.follow()
        self._focus_board()
        if self.session.match.is_over:
            self.action_review()

    @work(exclusive=True, group="machine")
    async def answer(self) -> None:
        """Let the machine move after a human pause; the screen stays alive meanwhile."""
        match, ply = self.session.match, self.session.match.ply
        await asyncio.sleep(self.pause)
        move = await asyncio.to_thread(self.session.machine_move)
        if self.session.match is match and match.ply == ply:
            match.play(move)
            self.changed()

    def _stop_machine(self) -> None:
        self.workers.cancel_group(self, "machine")

    # Typing

    def action_type(self, digit: str) -> None:
        """Begin to type how much to take from the heap pointed at."""
        if not self.session.is_human_turn or self.panel:
            return
        self.is_typing = True
        self.draw()
        entry = self.query_one(Entry)
        entry.focus()
        entry.insert_text_at_cursor(digit)

    @on(Entry.Changed)
    def read_typed(self, event: Entry.Changed) -> None:
        """Let the choice follow what is typed."""
        text = event.value.strip()
        if not self.session.is_human_turn:
            return
        rows = self.query_one(Rows)
        try:
            move = read_entry(text or "0", self.session.position, rows.heap)
        except InputError as problem:
            self.session.clear()
            self.message = problem.message
        else:
            self.message = None
            is_whole = ":" in text or "," in text
            if is_whole:
                self.session.choose_move(_within(move, self.session.position))
            else:
                self.session.choose(rows.heap, move[rows.heap])
        self.draw()

    # The coach

    @work(exclusive=True, group="coach")
    async def action_hint(self) -> None:
        """Answer one question more: who can win, where, by which move."""
        session, match, ply = self.session, self.session.match, self.session.match.ply
        if not session.is_human_turn:
            return
        step = min(self.hint_step + 1, HINT_STEPS)
        try:
            message, move = await asyncio.to_thread(hint, session, step)
        except InputError as problem:
            message, move = problem.message, None
        if session.match is not match or match.ply != ply:
            return
        session.helps += 1
        self.hint_step, self.message, self.panel = step, message, ""
        if move is not None:
            session.choose_move(move)
        self.draw()

    def action_explain(self) -> None:
        """Open the coach's panel, or close it."""
        if self.panel == "coach":
            self.action_clear()
            return
        self.panel = "coach"
        self.draw()
        self.query_one(Tabs).focus()
        if self.session.is_human_turn:
            self.session.helps += 1
        self.call_after_refresh(self.explain, True)

    @on(Tabs.TabActivated)
    def change_theory(self) -> None:
        """Explain by another theory."""
        if self.panel == "coach":
            self.explain()

    @work(exclusive=True, group="coach")
    async def explain(self, by_default: bool = False) -> None:
        """Write the explanation, away from the screen."""
        coach, position = self.query_one(Coach), self.session.position
        theory = None if by_default else coach.theory
        used, text = await asyncio.to_thread(self._explanation, position, theory, coach.text_width)
        coach.tell(text)
        if by_default and used != coach.theory:
            coach.choose(used)

    def _explanation(self, position: Position, theory: str | None, width: int) -> tuple[str, str]:
        try:
            analysis = self.game.analyse(position, theory)
            return analysis.theory, analysis.explanation.render(self.lang, width)
        except InputError as problem:
            return theory or self.game.theories[0], problem.render(self.lang)

    # After the match

    @work(exclusive=True, group="coach")
    async def action_review(self) -> None:
        """Show who stood to win after every move, and where that changed."""
        if not self.session.match.ply:
            return
        review = await asyncio.to_thread(Review, self.session)
        self.panel = "history"
        self.draw()
        self.query_one(History).show(review, self.lang)
        self.query_one(OptionList).focus()

    @on(OptionList.OptionHighlighted, "#moves")
    def look_back(self, event: OptionList.OptionHighlighted) -> None:
        """Put the board to where a move was played."""
        if self.panel == "history":
            self.session.viewed = event.option_index
            self.draw()

    @on(OptionList.OptionSelected, "#moves")
    def play_on(self) -> None:
        """Play on from the position looked back at."""
        if self.session.viewed is not None:
            self._stop_machine()
            self.session.return_to(self.session.viewed)
            self.changed()

    # Keys

    def action_clear(self) -> None:
        """Let the choice go, put the rule back, close the panel."""
        self.panel, self.message, self.hint_step = "", None, 0
        self.session.viewed = None
        self.session.clear()
        self.is_typing = False
        self._write("")
        self.query_one(Rows).focus()
        self.draw()

    def action_undo(self) -> None:
        """Take back a move and the machine's reply."""
        self._stop_machine()
        self._try(self.session.undo)

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self._stop_machine()
        self._try(self.session.redo)

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except InputError as problem:
            self.message = problem.message
            self.follow()
        else:
            self.changed()

    def action_new_match(self) -> None:
        """Begin again from the same start."""
        self._stop_machine()
        self.session.start_again()
        self.changed()

    def action_other_begins(self) -> None:
        """Begin again, the other player first."""
        self._stop_machine()
        self.session.start_again(other_begins=True)
        self.changed()

    def action_change_level(self) -> None:
        """Let another level play from now on."""
        if len(self.session.humans) == 2:
            self.message = say("tui.no_machine")
        else:
            self.session.change_level()
            self.message = level(self.session)
        self.draw()

    def action_change_language(self) -> None:
        """Speak the other language."""
        self.lang = "en" if self.lang == "fr" else "fr"
        self.query_one(Coach).name_theories(self.lang)
        self.draw()
        if self.panel == "coach":
            self.explain()
        elif self.panel == "history":
            self.action_review()

    def action_change_theme(self) -> None:
        """Night or paper."""
        self.theme = PAPER.name if self.current_theme.dark else NIGHT.name

    def action_help(self) -> None:
        """Show the list of keys."""
        self.push_screen(Help(self.lang))


def _within(move: Position, position: Position) -> Position:
    return tuple(min(taken, heap) for taken, heap in zip(move, position, strict=True))
