"""The list of keys."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from marienbad.games.ruleset import Ruleset
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain, aligned
from marienbad.text.sentences import Listing, say
from marienbad.tui.prose import Prose

KEYS = (
    *("arrows", "space", "p", "a", "enter", "escape", "digits", "minus", "tab"),
    *("h", "e", "u", "r", "n", "b", "l", "v", "f2", "f3", "q"),
)
KEY_WIDTH = 12


class Help(ModalScreen[None]):
    """All keys and what they do, and what the mouse does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,Q,enter", "close", show=False)
    ]

    def __init__(self, lang: str, rules: Ruleset, has_chessboard: bool) -> None:
        super().__init__(id="help")
        self.lang = lang
        self.has_chessboard = has_chessboard
        self.is_told = {
            "tab": has_chessboard,
            "p": rules.parts_heaps,
            "a": rules.memory.block > 2,
            "minus": rules.memory.block > 1,
        }
        """Of which keys it depends on the game whether they are told of."""

    def compose(self) -> ComposeResult:
        plain = Plain(self.lang)
        languages = Listing([template("language.name", lang) for lang in LANGUAGES], "")
        keys = [
            (
                aligned(plain.line(say(f"tui.key.{name}")), KEY_WIDTH, False),
                plain.line(say(f"tui.help.{name}", languages=languages)),
            )
            for name in KEYS
            if self.is_told.get(name, True)
        ]
        told = ["tui.help.mouse", *(["tui.help.mouse_chess"] if self.has_chessboard else [])]
        mouse = " ".join(plain.line(say(key)) for key in told)
        with VerticalScroll(id="sheet"):
            yield Static(plain.line(say("tui.help.title")), id="help-title", markup=False)
            yield Static(Prose(*keys, "", mouse))

    def action_close(self) -> None:
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()
