"""What the widgets tell the application; the choice itself they put into the session at once."""

from textual.message import Message


class ChoiceChanged(Message):
    """Something else is chosen, or pointed at."""


class TakeAsked(Message):
    """The choice should be played."""
