"""Whether there is room for one more match: in the database, on its disk, in an address's day.

Where there is none, only new matches are refused: those under way go on.
"""

from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.http.limits import Allowance

MEBIBYTE = 1024 * 1024
LEAST_FREE = 256 * MEBIBYTE
"""So much of the disk, or a twentieth of a small one, is left for the matches under way."""
DAY = 86_400


class Room:
    """What new matches may take; ``None`` for no bound."""

    def __init__(self, database_bytes: int | None = None, matches_a_day: int | None = None) -> None:
        self.database_bytes = database_bytes
        self.taken = 0
        """The size of the database, when it was last measured."""
        self.is_disk_full = False
        self.matches_a_day = matches_a_day
        a_day = matches_a_day or 0
        self._day = Allowance(a_day, a_day / DAY)

    def measure(self, taken: int, disk: tuple[int, int] | None) -> None:
        """Take in the size of the database and, where known, the free and all bytes of its disk."""
        self.taken = taken
        if disk is not None:
            free, all_bytes = disk
            self.is_disk_full = free < min(LEAST_FREE, all_bytes // 20)

    def check(self) -> None:
        """503 where the database has reached its bound, or its disk is nearly full."""
        if self.is_disk_full or (
            self.database_bytes is not None and self.taken >= self.database_bytes
        ):
            raise Refusal(503, "server.full", headers={"Retry-After": "3600"})

    def admit(self, address: str) -> None:
        """Count a new match; 429 where the address has made as many today as it may."""
        if self.matches_a_day is not None and not self._day.admits(address):
            sentence = say("server.matches_a_day", bound=self.matches_a_day)
            raise Refusal(429, sentence, {"Retry-After": "3600"})
