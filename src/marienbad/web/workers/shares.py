"""What each address may have of the machine, in CPU seconds."""

import time
from collections.abc import Callable

from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.http.limits import Allowance

SAVED_MINUTES = 2
"""What an address does not use is saved for so long."""
MINUTE = 60


class Shares(Allowance):
    """CPU seconds a minute for each address. Work is paid for when it is done.

    >>> shares = Shares(30, clock=lambda: 0.0)
    >>> shares.spend("192.0.2.1", 20)
    >>> shares.left("192.0.2.1"), shares.left("192.0.2.2")
    (40.0, 60.0)
    """

    def __init__(self, a_minute: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_minute = a_minute
        self._rate = a_minute or MINUTE
        super().__init__(float(SAVED_MINUTES * self._rate), self._rate / MINUTE, clock)

    def check(self, address: str) -> None:
        """Refuse an address that has nothing left, and say when it may come again."""
        if self.a_minute is not None and (left := self.left(address)) < 0:
            wait = int(-left * MINUTE / self._rate) + 1
            raise Refusal(429, say("server.share", bound=self.a_minute), {"Retry-After": str(wait)})
