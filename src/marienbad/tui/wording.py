"""What the application says of a session: messages, whose sentences stand in the catalogue.

Text that fills the width it is given, broken into lines as everywhere else in the program.

The list of keys.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.css.styles import RulesMap
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import Static

from marienbad.games.memory import LastTake
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Block, Call, Move, Split
from marienbad.play import coach, phrases
from marienbad.play.objection import objection
from marienbad.play.players import called
from marienbad.play.session import Session
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain, aligned, display_width, hanging, wrapped
from marienbad.text.sentences import Listing, Message, say
from marienbad.theories.wording import describe_move, situation


def status(session: Session) -> list[Message]:
    """What was just taken and by whom, and whose turn it is or who has won."""
    match, viewed = session.match, session.viewed
    if viewed is not None:
        return [say("match.viewing", number=viewed + 1), phrases.took(match, viewed)]
    # what is called or forbidden is told by the state: there is room for what was taken before
    is_said = bool(match.moves) and isinstance(match.moves[-1], Call | Block)
    told = match.moves[:-1] if is_said and not match.is_over else match.moves
    last = [phrases.took(match, len(told) - 1)] if told else []
    if match.is_over:
        return last + phrases.result(session)
    turn = say("match.thinking") if match.is_machine_turn else phrases.turn(match)
    definition = match.game.definition
    state = situation(definition, match.position)
    memory = definition.ruleset.memory
    if (match.ply and isinstance(memory, LastTake)) or memory.is_to_forbid(match.position):
        state = None  # what was taken, or is to be done, is said already
    return [*last, *([state] if state else []), turn]


def action(session: Session) -> Message:
    """What the button says: the move that it plays, or why there is none."""
    match = session.match
    if session.viewed is not None:
        return say("match.play_on")
    if match.is_over:
        return say("match.again")
    if not session.is_human_turn:
        return say("match.wait")
    choice = session.choice
    reason = objection(match.game, session.position, choice)
    if reason is None and isinstance(choice, Split):  # in few words: it must fit on the button
        heap, taken = next((heap, amount) for heap, amount in enumerate(choice) if amount)
        smaller, larger = choice.leave[heap : heap + 2]
        return say("tui.part", taken=taken, smaller=smaller, larger=larger)
    return reason or describe_move(match.game.definition, choice)


def level(name: str) -> Message:
    """The level of the machine and what it can do."""
    ability = phrases.describe_level(name)
    return say("tui.level", name=called(name), ability=ability)


def hint(session: Session, step: int) -> tuple[Message, Move | None]:
    """One hint more, and by which key one learns more; the last with the move."""
    found = coach.hint(session.match.game, session.position, step)
    key = "tui.hint.more" if step < coach.STEPS else "tui.hint.last"
    return say(key, hint=found.message), found.move


class Prose(Visual):
    r"""Paragraphs, each behind a margin; Textual alone would break before the « ; » of French.

    >>> Prose("une seule rangée\N{NARROW NO-BREAK SPACE}; qui").broken(17).split("\n")
    ['une seule', 'rangée\u202f; qui']
    >>> print(Prose(("Tab  ", "go from the heaps on")).broken(17))
    Tab  go from the
         heaps on
    """

    def __init__(self, *paragraphs: str | tuple[str, str]) -> None:
        self.paragraphs = [("", one) if isinstance(one, str) else one for one in paragraphs]

    def broken(self, width: int) -> str:
        """The text in lines of this width."""
        lines: list[str] = []
        for margin, text in self.paragraphs:
            indent = display_width(margin)
            lines += hanging(wrapped(text, width - indent), margin, " " * indent)
        return "\n".join(lines)

    def __str__(self) -> str:
        return "\n".join(margin + text for margin, text in self.paragraphs)

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        return Content(self.broken(width)).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return Content(str(self)).get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return Content(self.broken(width)).get_height(rules, width)


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
