"""The application: keys and events go to the session, and the screen follows."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import constants, events, on, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.widgets import Button, OptionList, Tabs

from marienbad.heaps import Block, Call, Move, Position, Split
from marienbad.play.session import Session
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import InputError
from marienbad.tui.entry import WRITTEN_WITH, Entry, read_entry
from marienbad.tui.history import History, Review
from marienbad.tui.rows import BoardResized, ChoiceChanged, TakeWanted
from marienbad.tui.screen import DEFAULTS, NIGHT, PAPER, MatchScreen
from marienbad.tui.wording import Help, hint, level

PAUSE = 0.45
"""How many seconds the machine seems to think."""

LETTERS = {
    "p": "part",
    "a": "forbid",
    "h": "hint",
    "e": "explain",
    "u": "undo",
    "r": "redo",
    "n": "new_match",
    "b": "new_match(True)",
    "l": "change_level",
    "v": "review",
    "q": "quit",
}
"""What a letter does, small or, as the last line of the screen writes it, capital."""


class TerminalApp(App[None]):
    """One session on the screen."""

    TITLE = "marienbad"
    CSS_PATH = Path("styles.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(f"{key},{key.upper()}", what, show=False) for key, what in LETTERS.items()),
        Binding("f2", "change_language", show=False),
        Binding("f3", "change_theme", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("escape", "clear", show=False),
        Binding("ctrl+c", "quit", show=False, priority=False),
        *(Binding(digit, f"type('{digit}')", show=False, priority=True) for digit in "0123456789"),
        Binding("comma", "type(',')", show=False, priority=True),
        Binding("colon", "type(':')", show=False, priority=True),
        Binding("plus", "type('+')", show=False, priority=True),
        Binding("slash", "type('/')", show=False, priority=True),
        Binding("minus", "type('-')", show=False, priority=True),
    ]

    def __init__(self, session: Session, lang: str, pause: float = PAUSE) -> None:
        super().__init__()
        self.session = session
        self.view = MatchScreen(session, lang)
        self.pause = pause

    def get_default_screen(self) -> MatchScreen:
        return self.view

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DEFAULTS

    def on_mount(self) -> None:
        self.register_theme(NIGHT)
        self.register_theme(PAPER)
        if constants.DEFAULT_THEME == "textual-dark":  # whoever names a theme gets that one
            self.theme = NIGHT.name

    def on_ready(self) -> None:
        self.view.rows.focus()
        self.follow()

    def on_resize(self) -> None:
        self.call_after_refresh(self.view.draw)
        if self.view.panel == "coach":
            self.call_after_refresh(self.explain)

    @on(BoardResized)
    def follow_board(self) -> None:
        """Show what has room now; after a terminal that was too small nothing has the focus."""
        self.view.draw()
        if self.view.focused is None:
            self.view.focus_board()

    def follow(self) -> None:
        """Show the session as it stands, and let the machine move where it is its turn."""
        self.view.draw()
        if self.session.match.is_machine_turn and self.session.viewed is None:
            self.answer()

    # Choosing and playing

    @on(ChoiceChanged)
    def show_choice(self) -> None:
        self.view.show_choice()

    def action_point(self, step: int) -> None:
        """Go to another heap while typing."""
        self.view.rows.action_point(step, 0)

    @on(Button.Pressed, "#take")
    def press(self) -> None:
        """Play the choice; after the end begin again; looking back play on from there."""
        if self.session.viewed is not None:
            self.play_on()
        elif self.session.match.is_over:
            self.action_new_match()
        else:
            self.take()

    @on(TakeWanted)
    @on(Entry.Submitted)
    def take(self) -> None:
        """Play what is chosen, where it is legal."""
        if not self.session.is_choice_legal:
            self.bell()
            return
        self.session.play(self.session.choice)
        self.changed()

    def changed(self) -> None:
        """After the position has changed: forget what was typed, close the panels."""
        self.view.close()
        self.follow()
        self.view.focus_board()
        if self.session.match.is_over:
            self.action_review()

    @work(exclusive=True, group="machine")
    async def answer(self) -> None:
        """Let the machine move after a human pause; the screen stays alive meanwhile."""
        match = self.session.match
        await asyncio.sleep(self.pause)
        move = await asyncio.to_thread(self.session.machine_move)
        if self.session.match is match:
            self.session.play(move)
            self.changed()

    def _stop_machine(self) -> None:
        self.workers.cancel_group(self, "machine")

    # Typing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say what a key may do: nothing unseen, and only a digit begins an entry."""
        if self.view.is_tiny and self.screen is self.view:
            return action == "quit"
        if action != "type":
            return True
        is_sign = parameters[0] == "-" and self.session.is_forbidding
        is_begun = self.view.is_typing or str(parameters[0]).isdigit() or is_sign
        may_type = self.session.is_human_turn and not self.view.panel
        return is_begun and may_type and self.screen is self.view

    def action_type(self, text: str) -> None:
        """Type how much to take from the heap pointed at.

        The application hears these keys before the board and the field do: so they stay in order,
        however fast they come.
        """
        self.view.is_typing = True
        self.view.draw()
        self.view.entry.focus()
        self.view.entry.replace(text, *sorted(self.view.entry.selection))

    def on_paste(self, event: events.Paste) -> None:
        """Type what is pasted, as far as a move is written with it."""
        text = "".join(letter for letter in event.text if letter in WRITTEN_WITH).strip()
        if text and self.check_action("type", (text[0],)):
            self.action_type(text)

    @on(Entry.Changed)
    def read_typed(self, event: Entry.Changed) -> None:
        """Let the choice follow what is typed."""
        text = event.value.strip()
        if not self.session.is_human_turn:
            return
        rows, game, position = self.view.rows, self.session.match.game, self.session.position
        if not text:
            self.session.choose(rows.heap, 0)
            self.view.message = None
            self.view.draw()
            return
        try:
            move = read_entry(text, game, position, rows.heap)
        except InputError as problem:
            self.session.clear()
            self.view.message = problem.message
        else:
            self.view.message = None
            is_whole = ":" in text or "," in text or isinstance(move, Block)
            if is_whole or game.definition.ruleset.memory.has_calls:
                self.session.choose_move(_within(move, position))
            else:
                self.session.choose(rows.heap, move[rows.heap])
        self.view.draw()

    # The coach

    def action_hint(self) -> None:
        """Answer one question more: who can win, where, by which move."""
        # Counted at once: whoever presses the key three times quickly wants the third step.
        if self.session.is_human_turn:
            self.tell_hint(self.session.open_hint())

    @work(exclusive=True, group="coach")
    async def tell_hint(self, step: int) -> None:
        """Say and show what a hint tells, found away from the screen."""
        session, match = self.session, self.session.match
        try:
            message, move = await asyncio.to_thread(hint, session, step)
        except InputError as problem:
            message, move = problem.message, None
        if session.match is not match:
            return
        self.view.message, self.view.panel = message, ""
        if move is not None:
            session.choose_move(move)
            for heap, amount in enumerate(session.amounts):
                if amount:
                    self.view.rows.point_at(heap, amount)
                    break
        self.view.draw()

    def action_explain(self) -> None:
        """Open the coach's panel, or close it."""
        if self.view.panel == "coach":
            self.action_clear()
            return
        self.view.panel = "coach"
        self.view.draw()
        self.view.query_one(Tabs).focus()
        if self.session.is_human_turn:
            self.session.helps += 1
        self.call_after_refresh(self.explain, True)

    @on(Tabs.TabActivated)
    def change_theory(self) -> None:
        if self.view.panel == "coach":
            self.explain()

    @work(exclusive=True, group="coach")
    async def explain(self, by_default: bool = False) -> None:
        """Write the explanation, away from the screen."""
        coach, position = self.view.coach, self.session.position
        theory = None if by_default else coach.theory
        used, text = await asyncio.to_thread(self._explanation, position, theory, coach.text_width)
        coach.tell(text)
        if by_default and used != coach.theory:
            coach.choose(used)

    def _explanation(self, position: Position, theory: str | None, width: int) -> tuple[str, str]:
        try:
            analysis = self.session.match.game.analyse(position, theory)
            return analysis.theory, analysis.explanation.render(self.view.lang, width)
        except InputError as problem:
            return theory or self.session.match.game.theories[0], problem.render(self.view.lang)

    # After the match

    @work(exclusive=True, group="coach")
    async def action_review(self) -> None:
        """Show who stood to win after every move, and where that changed."""
        match = self.session.match
        if not match.ply:
            return
        review = await asyncio.to_thread(Review, match)
        if self.session.match is not match:
            return
        self.view.panel = "history"
        self.view.draw()
        self.view.query_one(History).show(review, self.view.lang)
        self.view.query_one(OptionList).focus()

    @on(OptionList.OptionHighlighted, "#moves")
    def look_back(self, event: OptionList.OptionHighlighted) -> None:
        """Put the board to where a move was played."""
        if self.view.panel == "history":
            self.session.viewed = event.option_index
            self.view.draw()

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
        self.session.step = 0
        self.session.viewed = None
        self.session.clear()
        self.view.close()
        self.view.rows.focus()
        self.view.draw()

    def action_part(self) -> None:
        """Part what is left of the chosen heap in the next way."""
        self.session.part_next()
        self.view.draw()

    def action_forbid(self) -> None:
        """Put what is chosen beside what else is to be forbidden."""
        self.session.forbid_next()
        self.view.show_choice()

    def action_undo(self) -> None:
        """Take back a move and the machine's reply."""
        self._try(self.session.undo)

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self._try(self.session.redo)

    def _try(self, step: Callable[[], None]) -> None:
        self._stop_machine()
        try:
            step()
        except InputError as problem:
            self.view.message = problem.message
            self.follow()
        else:
            self.changed()

    def action_new_match(self, is_swapped: bool = False) -> None:
        """Begin again from the same start, the other player first where wanted."""
        self._stop_machine()
        self.session.start_again(is_swapped)
        self.view.point_at_start()
        self.changed()

    def action_change_level(self) -> None:
        following = self.session.next_level()
        try:
            self.session.change_level(following)
        except InputError as problem:
            self.view.message = problem.message
        else:
            self.view.message = level(following)
        self.view.draw()

    def action_change_language(self) -> None:
        following = LANGUAGES.index(self.view.lang) + 1
        self.view.lang = LANGUAGES[following % len(LANGUAGES)]
        self.view.draw()
        if self.view.panel == "coach":
            self.explain()
        elif self.view.panel == "history":
            self.action_review()

    def action_change_theme(self) -> None:
        """Night or paper."""
        self.theme = PAPER.name if self.current_theme.dark else NIGHT.name

    def action_help(self) -> None:
        rules = self.session.match.game.definition.ruleset
        self.push_screen(Help(self.view.lang, rules, self.view.board.is_of_this_game))


def _within(move: Move, position: Position) -> Move:
    if isinstance(move, (Call, Block, Split)):
        return move
    return tuple(min(taken, heap) for taken, heap in zip(move, position, strict=True))
