"""Live matches: whoever watches a match is sent it after every change."""

import asyncio
from collections import defaultdict

from marienbad.play.match import Match

LONGEST_QUEUE = 256
"""A watcher who is that many changes behind is cut off, and may come again."""
MOST_WATCHERS = 20_000


class Watcher:
    """One connection that watches a match."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.changes: asyncio.Queue[Match] = asyncio.Queue(LONGEST_QUEUE)
        self.is_lost = False

    def tell(self, match: Match) -> None:
        """Let the watcher know of a change, or cut off one who is too far behind."""
        try:
            self.changes.put_nowait(match)
        except asyncio.QueueFull:
            self.is_lost = True


class Watchers:
    """Who watches what in this process."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.count = 0

    def is_watched(self, key: str) -> bool:
        return key in self._watchers

    def watched(self) -> list[str]:
        """Every match that somebody watches here."""
        return list(self._watchers)

    @property
    def is_full(self) -> bool:
        """Whether no more can watch."""
        return self.count >= MOST_WATCHERS

    def join(self, key: str) -> Watcher:
        watcher = Watcher(key)
        self._watchers[key].add(watcher)
        self.count += 1
        return watcher

    def leave(self, watcher: Watcher) -> None:
        watchers = self._watchers[watcher.key]
        watchers.discard(watcher)
        self.count -= 1
        if not watchers:
            del self._watchers[watcher.key]

    def publish(self, match: Match) -> None:
        """Tell everybody who watches the match."""
        for watcher in self._watchers.get(match.key, ()):
            watcher.tell(match)
