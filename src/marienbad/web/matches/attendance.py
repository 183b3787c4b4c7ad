"""Who comes and goes at the matches that are watched here, told to those who want to know.

A socket that says who it is, the holder of a seat or somebody who watches, is told who else is
there; one that says nothing is sent the match alone. What changes is settled about once a second
for all matches together, however often sockets open and close, and whoever comes back at once,
as a page does that is loaded again, has not been away.
"""

import time
from collections.abc import Iterable
from functools import partial

from marienbad.web.http.answers import Refusal
from marienbad.web.matches import company
from marienbad.web.matches.access import Access
from marienbad.web.matches.company import NOBODY, Here
from marienbad.web.matches.watchers import Watcher, Watchers

PAUSE = 1.0
RENEWAL = company.LEASE / 3
GRACE = 3.0
"""How many seconds a seat may be without a socket before it has gone."""
MOST_AT_ONCE = 300
"""Of how many matches it is told in one transaction, and in one notice."""


class Attendance:
    """Who is at the matches of this process."""

    def __init__(self, watchers: Watchers, database: Access) -> None:
        self._watchers = watchers
        self._database = database
        self._changed: dict[str, None] = {}
        """The matches at which somebody has come or gone here, the first first."""
        self._told: dict[str, None] = {}
        """Those of which other processes have told."""
        self._left: dict[tuple[str, int], float] = {}
        """When the last socket of a seat has gone."""
        self._noted: dict[str, Here] = {}
        """What the database was told, where somebody is there."""

    def enter(self, watcher: Watcher, seat: int | None) -> None:
        """Somebody has said who he is."""
        watcher.is_known, watcher.seat = True, seat
        self._changed[watcher.key] = None

    def leave(self, watcher: Watcher) -> None:
        """Somebody who may have said who he is has gone."""
        if watcher.is_known:
            self._changed[watcher.key] = None
            if watcher.seat is not None:
                self._left[watcher.key, watcher.seat] = time.monotonic()

    def heard(self, keys: Iterable[str] | None = None) -> None:
        """Other processes have told of matches; ``None``: of any."""
        here = self._noted if keys is None else [key for key in keys if key in self._noted]
        self._told.update(dict.fromkeys(here))

    async def has_come(self, key: str, seat: int) -> bool:
        """Whether somebody has ever taken the seat, at this process or another."""
        is_here = any(watcher.seat == seat for watcher in self._watchers.at(key))
        return is_here or await self._database.ask(
            partial(company.has_come, self._database.store, key, seat)
        )

    async def settle(self) -> None:
        """Tell what has changed: the other processes, and whoever is here."""
        keys = list(dict.fromkeys([*self._changed, *self._told]))[:MOST_AT_ONCE]
        for key in keys:
            self._changed.pop(key, None)
            self._told.pop(key, None)
        try:
            await self._settle(keys)
        except Refusal:
            self._changed.update(dict.fromkeys(keys))
            raise

    async def _settle(self, keys: list[str]) -> None:
        here = {key: self._here(key) for key in keys}
        news = {key: now for key, now in here.items() if now != self._noted.get(key, NOBODY)}
        store = self._database.store
        if news:
            await self._database.write(partial(company.note, store, news), is_long=True)
            self._noted = {k: now for k, now in {**self._noted, **news}.items() if now != NOBODY}
        met = [key for key in keys if self._watchers.is_watched(key)]
        if met:
            found = await self._database.ask(partial(company.read, store, met), is_long=True)
            for key, who in found.items():
                self._watchers.introduce(key, who)

    def _here(self, key: str) -> Here:
        """Who is at a match by the sockets of this process, and who may be about to come back."""
        seats = watching = 0
        for watcher in self._watchers.at(key):
            if watcher.is_known and watcher.seat is None:
                watching += 1
            elif watcher.seat is not None:
                seats |= 1 << watcher.seat
        for seat in (0, 1):
            left = self._left.get((key, seat))
            if left is not None and time.monotonic() - left < GRACE:
                seats |= 1 << seat
                self._changed[key] = None  # look again
            else:
                self._left.pop((key, seat), None)
        return Here(seats, watching)

    async def renew(self) -> None:
        """Let the others know that this process is still there, and see which of them is."""
        told = [*self._noted]
        if not told:
            return
        renew = partial(company.renew, self._database.store)
        known = await self._database.write(renew, is_long=True)
        for key in told:
            if key not in known:  # it was forgotten, or has gone with its match: tell it again
                self._noted.pop(key, None)
                self._changed[key] = None
        self.heard()

    async def close(self) -> None:
        """Nobody is there any more by this process."""
        if self._noted:
            await self._database.write(partial(company.leave, self._database.store), is_long=True)
