"""The one screen: its parts, which of them have room, and what stands in them.

Two themes: a salon at night and paper; any other theme of Textual can be chosen too.
"""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Button, Static

from marienbad.play import phrases
from marienbad.play.players import called
from marienbad.play.session import Session
from marienbad.text.plain import Plain, display_width
from marienbad.text.sentences import Message, say
from marienbad.tui.chess import Chessboard
from marienbad.tui.entry import Entry, entry_label, written_entry
from marienbad.tui.history import Coach, History
from marienbad.tui.rows import Rows
from marienbad.tui.wording import Prose, action, status

LEAST_SIZE = Size(60, 20)
WIDE = 110
"""From this width on the board and a panel stand side by side."""
ROOM_FOR_BOTH = 90
"""From this width on the field stands beside a button that cannot be pressed."""
LINE_OF_KEYS = {
    "p": "part",
    "a": "forbid",
    "h": "hint",
    "e": "explain",
    "u": "undo",
    "n": "new_match",
    "l": "change_level",
    "question_mark": "help",
    "q": "quit",
}
"""The keys of the last line, and what they do; where not all have room, the two last stay.

P stands there where heaps are parted, A where several positions may be forbidden."""
BETWEEN_KEYS = "  "
PADDING = 2
"""The columns on either side of the last line."""


class MatchScreen(Screen[None]):
    """Shows a session; draws itself anew after every change."""

    def __init__(self, session: Session, lang: str) -> None:
        super().__init__()
        self.session = session
        self.lang = lang
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
            yield Coach(self.session.match.game)
            yield History()
        with Vertical(id="below"):
            yield Static(id="words", markup=False)
            yield Static(id="status", markup=False)
            with Horizontal(id="action"):
                button = Button(id="take", compact=True)
                button.active_effect_duration = 0  # a second click counts at once
                yield button
                yield Static(id="entry-label", markup=False)
                yield Entry()
        yield Static(id="keys")
        yield Static(id="too-small", markup=False)

    @property
    def is_tiny(self) -> bool:
        """Whether nothing has room but a sentence that says so."""
        return self.size.width < LEAST_SIZE.width or self.size.height < LEAST_SIZE.height

    @property
    def rows(self) -> Rows:
        return self.query_one(Rows)

    @property
    def board(self) -> Chessboard:
        return self.query_one(Chessboard)

    @property
    def coach(self) -> Coach:
        return self.query_one(Coach)

    @property
    def entry(self) -> Entry:
        return self.query_one(Entry)

    def speak(self, message: Message) -> str:
        """The sentence of a message, beginning with a capital letter."""
        text = Plain(self.lang).line(message)
        return text[:1].upper() + text[1:]

    def draw(self) -> None:
        """Show everything anew: after a move, another choice, a change of size or language."""
        session, game = self.session, self.session.match.game
        self._arrange()
        self.rows.lang = self.lang
        self.rows.follow()
        self.board.follow()
        self.coach.name_theories(self.lang)
        self._write("game", game.title(self.lang))
        self._write("players", " – ".join(map(self._player, (0, 1))))
        words = game.rule(self.lang) if self.message is None else self.speak(self.message)
        self._write("words", words)
        self.query_one("#words").set_class(self.message is not None, "-coach")
        self._write("status", " ".join(map(self.speak, status(session))))
        self._draw_action()
        self.query_one("#keys", Static).update(self._line_of_keys())

    def _write(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(Prose(text))

    def _player(self, seat: int) -> str:
        match = self.session.match
        is_person = seat in match.humans
        known = phrases.name(match, seat) if is_person else called(match.players[seat])
        return Plain(self.lang).line(known)

    def _arrange(self) -> None:
        """Decide which parts have room."""
        self.set_class(self.is_tiny, "-tiny")
        width, height = LEAST_SIZE
        self._write("too-small", self.speak(say("tui.too_small", width=width, height=height)))
        self.query_one("#table").display = not self.panel or self.size.width >= WIDE
        for name in ("coach", "history"):
            self.query_one(f"#{name}").display = name == self.panel
        stage = self.query_one("#stage").size
        room = Size(stage.width // 2 if self.panel else stage.width, stage.height)
        self.board.display = self.board.fit(room)

    def _draw_action(self) -> None:
        session, button, rows = self.session, self.query_one("#take", Button), self.rows
        button.label = Content(self.speak(action(session)))
        is_ready = session.is_choice_legal or session.match.is_over or session.viewed is not None
        button.disabled = not is_ready
        button.refresh(layout=True)
        may_type = session.is_human_turn and (rows.has_numbers or self.is_typing)
        self.entry.display = may_type
        # a whole move names its heaps itself
        is_whole = any(sign in self.entry.value for sign in ":,-")
        self.query_one("#entry-label").display = may_type and not is_whole
        # where there is little room, what is typed comes before why it cannot be played
        button.display = is_ready or not may_type or self.size.width >= ROOM_FOR_BOTH
        if may_type:
            self._write("entry-label", self.speak(entry_label(session, rows.heap)))
        elif self.entry.has_focus:
            rows.focus()

    def _line_of_keys(self) -> Content:
        plain, rules = Plain(self.lang), self.session.match.game.definition.ruleset
        is_shown = {"p": rules.parts_heaps, "a": rules.memory.block > 2}
        words = {
            key: (plain.line(say(f"tui.key.{key}")), plain.line(say(f"tui.short.{key}")))
            for key in LINE_OF_KEYS
            if is_shown.get(key, True)
        }
        shown, room = list(words), self.size.width - 2 * PADDING
        while len(shown) > 2:
            line = BETWEEN_KEYS.join(" ".join(words[key]) for key in shown)
            if display_width(line) <= room:
                break
            del shown[-3]
        parts = [
            f"[@click=app.{LINE_OF_KEYS[key]}][$accent b]{words[key][0]}[/] {words[key][1]}[/]"
            for key in shown
        ]
        return Content.from_markup(BETWEEN_KEYS.join(parts))

    def write_entry(self, text: str) -> None:
        """Put a text into the field that the player has not typed."""
        with self.entry.prevent(Entry.Changed):
            self.entry.value = text
            self.entry.cursor_position = len(text)

    def show_choice(self) -> None:
        """Let both views, the button and the field show the same choice."""
        self.write_entry(written_entry(self.session, self.rows.heap))
        self.draw()
        self.focus_board()

    def focus_board(self) -> None:
        """Put the focus where the next choice is made: a heap shown as a number is typed."""
        if self.panel or self.board.has_focus:
            return
        types = self.entry.display and (self.is_typing or self.rows.is_number(self.rows.heap))
        (self.entry if types else self.rows).focus()

    def point_at_start(self) -> None:
        """Put the pointers where they stand when a match begins."""
        self.rows.point_at(0, 1)
        self.board.pointed = None

    def close(self) -> None:
        """Close the panel, put the rule back, forget what was typed."""
        self.message, self.panel, self.is_typing = None, "", False
        self.write_entry("")


NIGHT = Theme(
    name="marienbad-night",
    primary="#e2604f",
    accent="#e2604f",
    foreground="#ece4d3",
    background="#15120e",
    surface="#1e1a15",
    panel="#2a251e",
    dark=True,
    variables={"wood": "#d2b48c", "faint": "#8d8271", "footer-key-foreground": "#e2604f"},
)
PAPER = Theme(
    name="marienbad-paper",
    primary="#a92b22",
    accent="#a92b22",
    foreground="#2b251e",
    background="#fdfbf5",
    surface="#f5efe0",
    panel="#ebe2cd",
    dark=False,
    variables={"wood": "#8f6a3a", "faint": "#7d7365", "footer-key-foreground": "#a92b22"},
)
DEFAULTS = {"wood": "#b08d57", "faint": "#808080"}
"""What a theme that is not ours lacks."""
