"""Live matches: whoever watches a match is sent it after every change."""

import asyncio
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from marienbad.play.match import Match
from marienbad.web.encoding import encoded
from marienbad.web.http.limits import SOCKETS, OpenSockets, SocketLimits
from marienbad.web.matches.shown import shown

FURTHEST_BEHIND = 32
MOST_WAITING = 512 * 1024
"""Whoever is further behind, in changes or in bytes, is sent the newest: it tells of all before."""
RECENT, MOST_RECENT = 64, 8 * 1024 * 1024
"""How many matches are kept as they were written last, and how many bytes of them."""
BURST = 256 * 1024
SENDING = 8 * 1024
"""What is sent before others have their turn, in bytes, and what a message costs beside its own."""


Seats = tuple[bool, bool]


class Present(NamedTuple):
    """Who is at a match: which seats are there, which have ever come, how many watch."""

    present: Seats
    came: Seats
    watching: int

    def data(self) -> dict[str, Any]:
        return {"present": self.present, "came": self.came, "watching": self.watching}


class Notice:
    """A match to be sent, written once in each language for all who watch it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.size = 0
        """How much is written of it."""
        self._written: dict[str | None, str] = {}

    def text(self, lang: str | None) -> str:
        """The match as JSON: the same text for all."""
        known = self._written.get(lang)
        if known is None:
            known = self._written[lang] = encoded(shown(self.match, lang)).decode("utf-8")
            self.size += len(known)
        return known


class Watcher:
    """One connection that watches a match."""

    def __init__(self, key: str, share: str | None) -> None:
        self.key = key
        self.share = share
        self.is_known = False
        """Whether it has said who it is; then it is told who else is there."""
        self.seat: int | None = None
        self._present: Present | None = None
        self._is_met = True
        self._notices: deque[Notice] = deque()
        self._has_news = asyncio.Event()

    def tell(self, notice: Notice) -> None:
        """Let the watcher know of a change."""
        waiting = self._notices
        if len(waiting) >= FURTHEST_BEHIND or sum(n.size for n in waiting) > MOST_WAITING:
            waiting.clear()
        self._notices.append(notice)
        self._has_news.set()

    def meet(self, present: Present) -> None:
        """Let the watcher know who is there: only the newest counts."""
        if self.is_known and present != self._present:
            self._present, self._is_met = present, False
            self._has_news.set()

    async def next(self) -> Notice | Present:
        """Wait for the next change."""
        while not self._notices and self._is_met:
            self._has_news.clear()
            await self._has_news.wait()
        if self._notices or self._present is None:
            return self._notices.popleft()
        self._is_met = True
        return self._present


class Watchers(OpenSockets):
    """Who watches what in this process."""

    def __init__(self, limits: SocketLimits = SOCKETS) -> None:
        super().__init__(limits)
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._recent: OrderedDict[str, Notice] = OrderedDict()
        self.pace = Pace()

    def is_watched(self, key: str) -> bool:
        return key in self._watchers

    def at(self, key: str) -> Iterable[Watcher]:
        """Who watches a match here."""
        return self._watchers.get(key, ())

    def watched(self) -> list[str]:
        """Every match that somebody watches here."""
        return list(self._watchers)

    def join(self, key: str, share: str | None = None) -> Watcher:
        watcher = Watcher(key, share)
        self._watchers[key].add(watcher)
        self.arrive(share)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        watchers = self._watchers[watcher.key]
        watchers.discard(watcher)
        self.depart(watcher.share)
        if not watchers:
            del self._watchers[watcher.key]

    def publish(self, match: Match) -> None:
        """Tell everybody who watches the match."""
        if self.is_watched(match.key):
            notice = self.notice(match)
            for watcher in self._watchers[match.key]:
                watcher.tell(notice)

    def introduce(self, key: str, present: Present) -> None:
        """Tell everybody at the match who has said who he is."""
        for watcher in self.at(key):
            watcher.meet(present)

    def notice(self, match: Match) -> Notice:
        """What tells of the match as it is: the same for all who are told of it or come now."""
        notice = self._recent.pop(match.key, None)
        if notice is None or notice.match.revision != match.revision:
            notice = Notice(match)
        self._recent[match.key] = notice
        while len(self._recent) > 1 and sum(n.size for n in self._recent.values()) > MOST_RECENT:
            self._recent.popitem(last=False)
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        return notice


class Pace:
    """Lets requests be answered between the messages to many watchers."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._sent = 0

    async def wait(self, size: int) -> None:
        """Wait for the turn to send so much: after a burst the loop goes on with others first."""
        async with self._turn:
            self._sent += size + SENDING
            if self._sent > BURST:
                await asyncio.sleep(0)
                self._sent = 0
