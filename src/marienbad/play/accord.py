"""What the two players of a match have agreed, and what one of them still asks the other."""

from typing import Any, Literal

from marienbad.values import Record

Help = Literal["open", "declared", "locked"]


class Accord(Record):
    """How helps are handled, who has used how many, how it was settled who begins, what is next."""

    help: Help = "open"
    """``open``: nobody is told; ``declared``: each help is told to the other; ``locked``: none."""
    helps: tuple[int, int] = (0, 0)
    """How many helps each seat has declared."""
    is_drawn: bool = False
    """Whether who begins was drawn by lot."""
    rematch: int | None = None
    """The seat that asks for the same match again, until it is answered."""
    next: str = ""
    """The name of the match that both have agreed to play after this one."""
    is_of_class: bool = False
    """Whether it belongs to the room of a class: what is played there counts, and goes with it."""

    def helped(self, seat: int) -> "Accord":
        """The accord after one more help of a seat.

        >>> Accord("declared").helped(1).helps
        (0, 1)
        """
        first, second = self.helps
        return self.having(helps=(first + (seat == 0), second + (seat == 1)))

    def again(self) -> "Accord":
        """What holds in the next match too."""
        return Accord(self.help, is_drawn=self.is_drawn)

    def data(self) -> dict[str, Any]:
        """The part of a match's JSON that tells of it."""
        return {
            "help": self.help,
            "helps": self.helps,
            "drawn": self.is_drawn,
            "rematch_request": self.rematch,
            "next": self.next or None,
        }
