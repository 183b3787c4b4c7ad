"""What each address may have of the machine, in CPU seconds."""

import time
from collections import OrderedDict
from collections.abc import Callable

from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal

ADDRESSES = 50_000
SAVED_MINUTES = 2
"""What an address does not use is saved for so long."""
MINUTE = 60


class Shares:
    """CPU seconds a minute for each address. Work is paid for when it is done.

    >>> shares = Shares(30, clock=lambda: 0.0)
    >>> shares.spend("192.0.2.1", 20)
    >>> shares.left("192.0.2.1"), shares.left("192.0.2.2")
    (40.0, 60.0)
    """

    def __init__(self, a_minute: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_minute = a_minute
        self._clock = clock
        self._rate = a_minute or MINUTE
        self._most = float(SAVED_MINUTES * self._rate)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, address: str) -> float:
        """How many seconds the address has left; below 0 where it has used more than its share."""
        left, then = self._left.get(address, (self._most, 0.0))
        return min(self._most, left + (self._clock() - then) * self._rate / MINUTE)

    def spend(self, address: str, seconds: float) -> None:
        """Take what was used from the address's share."""
        left = self.left(address) - seconds
        self._left[address] = (left, self._clock())
        self._left.move_to_end(address)
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)

    def check(self, address: str) -> None:
        """Refuse an address that has nothing left, and say when it may come again."""
        if self.a_minute is not None and address in self._left and (left := self.left(address)) < 0:
            wait = int(-left * MINUTE / self._rate) + 1
            raise Refusal(429, say("server.share", bound=self.a_minute), {"Retry-After": str(wait)})
