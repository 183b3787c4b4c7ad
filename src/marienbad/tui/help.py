"""The list of keys."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain, aligned
from marienbad.text.sentences import Listing, say
from marienbad.tui.prose import Prose

KEYS = (
    *("arrows", "space", "p", "enter", "escape", "digits", "tab"),
    *("h", "e", "u", "r", "n", "b", "l", "v", "f2", "f3", "q"),
)
ON_THE_CHESSBOARD, FOR_PARTS = "tab", "p"
"""The keys that are only told of where there is a chessboard, and where heaps are parted."""
KEY_WIDTH = 12


class Help(ModalScreen[None]):
    """All keys and what they do, and what the mouse does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,Q,enter", "close", show=False)
    ]

    def __init__(self, lang: str, has_chessboard: bool, parts_heaps: bool) -> None:
        super().__init__(id="help")
        self.lang = lang
        self.has_chessboard = has_chessboard
        self.parts_heaps = parts_heaps

    def compose(self) -> ComposeResult:
        plain = Plain(self.lang)
        languages = Listing([template("language.name", lang) for lang in LANGUAGES], "")
        keys = [
            (
                aligned(plain.line(say(f"tui.key.{name}")), KEY_WIDTH, False),
                plain.line(say(f"tui.help.{name}", languages=languages)),
            )
            for name in KEYS
            if (self.has_chessboard or name != ON_THE_CHESSBOARD)
            and (self.parts_heaps or name != FOR_PARTS)
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
