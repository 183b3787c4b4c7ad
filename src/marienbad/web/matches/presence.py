"""Who is at the matches that are watched: in this process, and in others on the same PostgreSQL.

A socket that says who it is, the holder of a seat or a spectator, is told who else is there; one
that says nothing is sent the match alone. Changes are sent about once a second for all matches
together. A player who comes back within seconds, as a page does that is loaded again, has not been
away.

Each process tells the others who is at its sockets (``NOTIFY``), again now and then; a process that
was not heard of for a while, since it was killed, is forgotten.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from marienbad.web.http.answers import Refusal
from marienbad.web.matches.access import Access
from marienbad.web.matches.watchers import Present, Seats, Watcher, Watchers

PAUSE = 1.0
LEASE = 60.0
"""How many seconds another process is believed."""
RENEWAL = LEASE / 3
GRACE = 3.0
"""How many seconds a seat may be without a socket before it has gone."""
MOST_AT_ONCE = 150
"""Of how many matches one notice tells: PostgreSQL takes 8,000 bytes."""


class Here(NamedTuple):
    """Who is at a match by the sockets of one process: a bit for each seat, and spectators."""

    seats: int = 0
    watching: int = 0


NOBODY = Here()


class Process(NamedTuple):
    """Another server process: when it was heard of, and who is at its sockets."""

    heard: float
    here: dict[str, Here]


class Presence:
    """Who is at matches, as this process knows it."""

    def __init__(self, watchers: Watchers, database: Access) -> None:
        self._watchers = watchers
        self._database = database
        self._changed: dict[str, None] = {}
        """The matches of which there is something to tell, the first first."""
        self._left: dict[tuple[str, int], float] = {}
        """When the last socket of a seat has gone."""
        self._here: dict[str, Here] = {}
        """Who is at the sockets of this process, as the others were told."""
        self._others: dict[str, Process] = {}

    def enter(self, watcher: Watcher, seat: int | None) -> None:
        """A socket has said who it is."""
        watcher.is_known, watcher.seat = True, seat
        self._changed[watcher.key] = None

    def leave(self, watcher: Watcher) -> None:
        """A socket that may have said who it is has gone."""
        if watcher.is_known:
            self._changed[watcher.key] = None
            if watcher.seat is not None:
                self._left[watcher.key, watcher.seat] = time.monotonic()

    async def has_come(self, key: str, seat: int) -> bool:
        """Whether the seat was ever taken, at this process or another."""
        if any(watcher.seat == seat for watcher in self._watchers.at(key)):
            return True
        found = await self._database.ask(partial(self._database.store.came, [key]))
        return _by_seat(found.get(key, 0))[seat]

    async def settle(self) -> None:
        """Tell the other processes and the sockets here what has changed."""
        keys = [*islice(self._changed, MOST_AT_ONCE)]
        for key in keys:
            del self._changed[key]
        try:
            await self._settle(keys)
        except Refusal:
            self._changed.update(dict.fromkeys(keys))
            raise

    async def _settle(self, keys: Sequence[str]) -> None:
        database, store = self._database, self._database.store
        news = {key: self._now_here(key) for key in keys}
        news = {key: now for key, now in news.items() if now != self._here.get(key, NOBODY)}
        seated = {key: now.seats for key, now in news.items() if now.seats}
        if seated:
            await database.write(partial(store.sit, seated))
        if news:
            await self._tell(news)
            self._here = {k: now for k, now in {**self._here, **news}.items() if now != NOBODY}
        watched = [key for key in keys if self._watchers.is_watched(key)]
        if watched:
            came = await database.ask(partial(store.came, watched))
            for key in came:
                self._watchers.introduce(key, self._present(key, came[key]))

    def _present(self, key: str, came: int) -> Present:
        """Who is at a match, here and at the other processes."""
        found = [self._here.get(key, NOBODY)]
        found += [process.here.get(key, NOBODY) for process in self._others.values()]
        seats = 0
        for here in found:
            seats |= here.seats
        return Present(_by_seat(seats), _by_seat(came), sum(here.watching for here in found))

    def _now_here(self, key: str) -> Here:
        """Who is at the sockets of this process, and who may be about to come back."""
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

    # Other processes

    async def renew(self) -> None:
        """Tell the others everything again, and forget those that were not heard of."""
        await self._tell(self._here, is_all=True)
        for name, process in [*self._others.items()]:
            if time.monotonic() - process.heard > LEASE:
                del self._others[name]
                self._changed.update(dict.fromkeys(process.here))

    async def join(self) -> None:
        """Tell the others everything, and ask them to do so."""
        await self.renew()
        await self._database.write(partial(self._database.store.tell, asks_presence=True))

    async def close(self) -> None:
        """Nobody is at the sockets of this process any more."""
        await self._tell({}, is_all=True)

    async def _tell(self, here: Mapping[str, Here], is_all: bool = False) -> None:
        database = self._database
        if not database.store.is_embedded:
            for part in parts_of(here):
                told = partial(database.store.tell, present=part, is_all=is_all)
                await database.write(told)
                is_all = False

    def hear(self, origin: str, here: Mapping[str, Sequence[int]], is_all: bool) -> None:
        """Another process has told who is at its sockets: everybody, or what has changed."""
        known = self._others.get(origin)
        before = {} if known is None else known.here
        news = {key: Here(*who) for key, who in here.items()}
        after = {**({} if is_all else before), **news}
        after = {key: who for key, who in after.items() if who != NOBODY}
        self._others[origin] = Process(time.monotonic(), after)
        different = dict.fromkeys(
            key for key in {**before, **after} if before.get(key) != after.get(key)
        )
        self._changed.update(different)


def parts_of(here: Mapping[str, Here]) -> Iterator[dict[str, tuple[int, int]]]:
    """As much of it at a time as a notice holds; once nothing if there is nothing."""
    told = [(key, (who.seats, who.watching)) for key, who in here.items()]
    for first in range(0, len(told) or 1, MOST_AT_ONCE):
        yield dict(told[first : first + MOST_AT_ONCE])


def _by_seat(bits: int) -> Seats:
    """The seats whose bits are set.

    >>> _by_seat(2)
    (False, True)
    """
    return bool(bits & 1), bool(bits & 2)
