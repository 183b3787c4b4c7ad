"""What both boards have in common: a choice is made with Space, played with Enter."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from marienbad.play.session import Session


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
