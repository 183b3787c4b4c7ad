"""Who is connected: counted by address, dropped when late, or when they leave too much unread."""

import asyncio
import logging
from collections import Counter
from functools import partial
from math import inf

from marienbad.web.http.addresses import share_of
from marienbad.web.http.bounds import Bounds
from marienbad.web.http.metrics import Metrics
from marienbad.web.http.proxies import Proxies
from marienbad.web.keeping import Tally

LOG = logging.getLogger("marienbad.web")
REASONS = {
    "full": "Connections refused because there were too many in all.",
    "address": "Connections refused because there were too many from one address.",
    "request": "Connections closed because their request could not be read or was too long.",
    "late": "Connections closed because their request did not come in time.",
    "unread": "Connections closed because they did not read what they had asked for.",
    "talk": "Sockets closed because they said too much.",
}
READ_BYTES = 16 * 1024
"""How much of an answer must be read for its reader to be given more time."""
NOTICE_SECONDS = 60


class Guest(asyncio.Protocol):
    """A connection as the lobby sees it."""

    lobby: "Lobby"
    transport: asyncio.Transport
    deadline = inf
    """When something must have come."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.lobby.leave(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.lobby.hold_up(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.lobby.read_on(self)

    def late(self) -> None:
        """What was to come by the deadline did not come."""
        raise NotImplementedError


class Lobby:
    """The connections of one server process."""

    def __init__(self, bounds: Bounds, proxies: Proxies) -> None:
        self.bounds = bounds
        self.proxies = proxies
        self.guests: dict[Guest, str | None] = {}
        self.dropped: Counter[str] = Counter()
        self._of_address = Tally()
        self._held_up: dict[Guest, tuple[float, int]] = {}
        self._unread = 0
        self._period = min(1.0, bounds.farewell_seconds / 2)
        self._is_sweeping = False
        self._noticed = -inf

    def show(self, metrics: Metrics) -> None:
        """Let Prometheus read the counts."""
        metrics.watch("marienbad_connections", "Connections now.", lambda: len(self.guests))
        for reason, about in REASONS.items():
            read = partial(self.dropped.__getitem__, reason)
            metrics.watch(f"marienbad_dropped_{reason}", about, read, is_counter=True)

    def admits(self, host: str) -> bool:
        """Whether another connection may come from there."""
        if len(self.guests) >= self.bounds.in_all:
            self.dropped["full"] += 1
            self._notice()
            return False
        share = self._share(host)
        if share is not None and self._of_address[share] >= self.bounds.of_address:
            self.dropped["address"] += 1
            return False
        return True

    def enter(self, guest: Guest, host: str) -> None:
        """Count a connection."""
        share = self.guests[guest] = self._share(host)
        if share is not None:
            self._of_address[share] += 1
        if not self._is_sweeping:
            self._is_sweeping = True
            asyncio.get_running_loop().call_later(self._period, self._sweep)

    def leave(self, guest: Guest) -> None:
        """Count it no more."""
        self.read_on(guest)
        share = self.guests.pop(guest, None)
        if share is not None:
            self._of_address.lower(share)

    def hold_up(self, guest: Guest) -> None:
        """The guest does not read as fast as it is written to."""
        self._wait_for_reader(guest)
        if self._unread > self.bounds.unread_bytes:
            sizes = {guest: guest.transport.get_write_buffer_size() for guest in self._held_up}
            self._unread = sum(sizes.values())
            for slowest in sorted(sizes, key=sizes.__getitem__, reverse=True):
                if self._unread <= self.bounds.unread_bytes:
                    break
                self._drop_unread(slowest)

    def read_on(self, guest: Guest) -> None:
        """The guest has read what waited."""
        _, size = self._held_up.pop(guest, (0, 0))
        self._unread -= size

    def _share(self, host: str) -> str | None:
        """The name under which a connection is counted; a named proxy speaks for many."""
        return share_of(host) if self.proxies.counts(host) and host not in self.proxies else None

    def _sweep(self) -> None:
        """Drop whoever is late, and look again as long as anybody is here."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for guest in [*self.guests]:
            if guest.deadline < now:
                guest.late()
            elif guest.deadline == inf and guest.transport.is_closing():
                # what it was told last may never be read
                guest.deadline = now + self.bounds.unread_seconds
        for guest, (deadline, size) in [*self._held_up.items()]:
            if deadline < now:
                if size - guest.transport.get_write_buffer_size() >= READ_BYTES:
                    self._wait_for_reader(guest)
                else:
                    self._drop_unread(guest)
        self._is_sweeping = bool(self.guests)
        if self._is_sweeping:
            loop.call_later(self._period, self._sweep)

    def _wait_for_reader(self, guest: Guest) -> None:
        self.read_on(guest)
        size = guest.transport.get_write_buffer_size()
        deadline = asyncio.get_running_loop().time() + self.bounds.unread_seconds
        self._held_up[guest] = (deadline, size)
        self._unread += size

    def _drop_unread(self, guest: Guest) -> None:
        self.dropped["unread"] += 1
        self.read_on(guest)
        guest.transport.abort()

    def _notice(self) -> None:
        """Say once in a while that nobody else can come in."""
        now = asyncio.get_running_loop().time()
        if now - self._noticed >= NOTICE_SECONDS:
            self._noticed = now
            facts = {"connections": len(self.guests)}
            LOG.warning("too many connections", extra={"facts": facts})
