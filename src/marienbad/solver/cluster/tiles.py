"""The tiles of a box on a cluster: which of them can be begun, on which workers borders are, and
what a worker does with a tile.

A border stays in the memory of the worker which solved its tile; whoever needs it asks there, so
that it travels once, between two workers, and only if the next tile is solved elsewhere. It is kept
until the tiles that need it are solved. Dask could hold borders too, but it would make again what
is lost from the very first tile: here one that was lost with all who had it is made again, and with
it whatever that takes, which is next to nothing where each has a second holder or is in the store.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from marienbad.solver.cluster.workers import Job, Work
from marienbad.solver.tiling.cut import TABLE, Arrays, Border, Cut, Place, Question, cut_of
from marienbad.solver.tiling.store import Store
from marienbad.values import Record

LOOKED_AT = 64
"""Of the tiles that can be begun, so many are looked at to find the one that suits a worker."""


class SharedFolder(Record):
    """How the folder of a store is seen from where tiles are solved and from here."""

    folder: str
    token: str
    """A file in it by which a worker recognises it."""
    read: Callable[[Border], Arrays]
    """Reads here what a worker cannot."""


class Tiles(Work):
    """The tiles that are not solved, and who has what."""

    def __init__(
        self,
        run: str,
        question: Question,
        cut: Cut,
        solved: Collection[Place] = (),
        sight: SharedFolder | None = None,
        seconds: float = 30,
    ) -> None:
        """Take up the work; ``seconds`` is how long workers may let each other wait."""
        self.run, self.question, self.cut = run, question, cut
        self.sight, self.seconds = sight, seconds
        self.is_late: Callable[[str], bool] = lambda _: False
        self._order = {place: number for number, place in enumerate(cut.places)}
        self._needs = {place: cut.needs(place) for place in cut.places}
        self._names: dict[Place, set[str]] = defaultdict(set)
        for needed in self._needs.values():
            for place, name in needed:
                self._names[place].add(name)
        self._users: dict[Border, set[Place]] = defaultdict(set)
        """The open tiles that need a border."""
        self._missing: dict[Place, set[Border]] = {}
        """The open tiles, each with the borders that it waits for."""
        self._ready: set[Place] = set()
        self._holders: dict[Border, set[str]] = {}
        self._kept: set[Border] = set()
        """Borders that are in the store, by themselves or as parts of the table."""
        self._unwanted: dict[str, list[Border]] = defaultdict(list)
        self._met: dict[str, None] = {}
        """The workers that have delivered something, in order."""
        done = set(solved)
        self._kept = {b for needed in self._needs.values() for b in needed if b[0] in done}
        for place in cut.places:
            if place not in done:
                self._open(place)

    @property
    def is_done(self) -> bool:
        return not self._missing

    # Which tile comes next

    def next_for(self, worker: str) -> Job | None:
        """A tile of which a worker has many borders, or else the first."""
        if not self._ready:
            return None
        first = sorted(self._ready, key=self._order.__getitem__)[:LOOKED_AT]
        place = max(first, key=lambda place: (self._held(place, worker), -self._order[place]))
        self._ready.discard(place)
        return self._job(place, worker)

    def again(self, job: Job, worker: str) -> Job | None:
        return None if self._missing[job.name] else self._job(job.name, worker)

    def _held(self, place: Place, worker: str) -> int:
        return sum(worker in self._holders.get(border, ()) for border in self._needs[place])

    def _job(self, place: Place, worker: str) -> Job:
        order = TileTask(
            run=self.run,
            question=self.question,
            place=place,
            borders=tuple((border, self._whereabouts(border)) for border in self._needs[place]),
            wanted=tuple(sorted(self._names[place])),
            unwanted=tuple(self._unwanted.pop(worker, ())),
            second=self._second(place, worker),
            store=(self.sight.folder, self.sight.token) if self.sight else None,
            seconds=self.seconds,
        )
        return Job(place, solve_tile, (order,))

    def _whereabouts(self, border: Border) -> tuple[str, ...] | Arrays:
        """Who has a border; where nobody has, what the store says of it."""
        holders = self._holders.get(border)
        if not holders and self.sight and border in self._kept:
            return self.sight.read(border)
        # Those that are perhaps frozen are asked last.
        return tuple(sorted(holders or (), key=lambda worker: (self.is_late(worker), worker)))

    def _second(self, place: Place, worker: str) -> str | None:
        """Who is to keep a copy: whoever has other borders of the tiles that need these."""
        others = [other for other in self._met if other != worker and not self.is_late(other)]
        users = [user for name in self._names[place] for user in self._users[place, name]][:4]
        seen = Counter(
            holder
            for user in users
            for border in self._needs[user][-4:]
            for holder in self._holders.get(border, ())
        )
        # Equally good ones take turns.
        turn = self._order[place]
        return max(
            others,
            key=lambda other: (seen[other], (others.index(other) - turn) % len(others)),
            default=None,
        )

    # What becomes of a tile

    def delivered(self, place: Place, found: TileResult) -> bool:
        """Note that a tile is solved; whether it was the first time that somebody did."""
        if place not in self._missing:
            return False
        self._met |= dict.fromkeys(found.holders[:1])
        del self._missing[place]
        self._ready.discard(place)
        for name in self._names[place]:
            border = (place, name)
            self._holders[border] = set(found.holders)
            if found.tally is not None:
                self._kept.add(border)
            self._appeared(border)
            self._release_unused(border)
        for border in found.borrowed:
            self._holders.setdefault(border, set()).add(found.holders[0])
        for border in self._needs[place]:
            self._users[border].discard(place)
            self._release_unused(border)
        return True

    def lost(self, job: Job) -> None:
        if self._missing.get(job.name) == set():
            self._ready.add(job.name)

    def failed(self, job: Job, problem: BaseException) -> None:
        """Where borders were not to be had, have them made again, and then the tile."""
        if not isinstance(problem, BordersLost):
            raise problem
        for border in problem.borders:
            self._holders.pop(border, None)
            self._vanished(border)
        self.lost(job)

    def left(self, worker: str) -> None:
        self._met.pop(worker, None)
        for border, holders in list(self._holders.items()):
            if worker in holders:
                holders.discard(worker)
                self._vanished(border)

    def frontier(self) -> dict[Border, set[str]]:
        """The borders that open tiles need and the store does not have, and who has them."""
        return {
            border: holders
            for border, holders in self._holders.items()
            if holders and self._users[border] and border not in self._kept
        }

    def is_open(self, place: Place) -> bool:
        """Whether a tile is to be solved, for the first time or again."""
        return place in self._missing

    def keep(self, border: Border) -> None:
        """Note that a border is in the store."""
        self._kept.add(border)

    # Where borders are

    def _has(self, border: Border) -> bool:
        return bool(self._holders.get(border)) or border in self._kept

    def _open(self, place: Place) -> None:
        """Have a tile solved, and those before it whose borders are not there."""
        opening = [place]
        while opening:
            place = opening.pop()
            if place in self._missing:
                continue
            needs = self._needs[place]
            self._missing[place] = {border for border in needs if not self._has(border)}
            for border in needs:
                self._users[border].add(place)
            opening += [border[0] for border in self._missing[place]]
            if not self._missing[place]:
                self._ready.add(place)

    def _appeared(self, border: Border) -> None:
        for user in self._users[border]:
            missing = self._missing[user]
            if border in missing:
                missing.discard(border)
                if not missing:
                    self._ready.add(user)

    def _vanished(self, border: Border) -> None:
        """Have a border made again, if nobody has it and a tile needs it."""
        if self._has(border):
            return
        self._holders.pop(border, None)
        for user in self._users[border]:
            self._missing[user].add(border)
            self._ready.discard(user)
        if self._users[border]:
            self._open(border[0])

    def _release_unused(self, border: Border) -> None:
        """Let those forget a border who have it, once no tile needs it."""
        if self._users[border]:
            return
        for holder in self._holders.pop(border, ()):
            self._unwanted[holder].append(border)
        if border[1] != TABLE:  # a part of the table stays in the store
            self._kept.discard(border)


REQUEST = "marienbad_border"
"""What workers ask each other, in the words of Dask's protocol."""
MOST_KEPT = 2**28
"""Where a worker keeps so many bytes, nothing is added that another one has."""
LEASE = 10_000
"""Milliseconds between two looks whether the command is still there whose borders are kept."""
_borders: dict[str, dict[Border, Arrays]] = {}
"""What is kept for each run on this worker."""


class BordersLost(Exception):
    """Borders that could not be had from anywhere they were said to be."""

    def __init__(self, borders: tuple[Border, ...]) -> None:
        super().__init__(borders)
        self.borders = borders


class TileTask(Record):
    """All that a worker is told of a tile."""

    run: str
    question: Question
    place: Place
    borders: tuple[tuple[Border, tuple[str, ...] | Arrays], ...]
    """Those that the tile needs, each with the workers that have it, or the border itself."""
    wanted: tuple[str, ...]
    """The names of those it hands over that other tiles need."""
    unwanted: tuple[Border, ...]
    """What the worker need keep no longer."""
    second: str | None
    """The worker that keeps a copy of what is handed over, where the store cannot."""
    store: tuple[str, str] | None
    """The folder of the store, and a file in it by which it is recognised."""
    seconds: float
    """How long another worker may take to answer."""


class TileResult(Record):
    """What has become of a tile."""

    holders: tuple[str, ...]
    """The workers that have its borders."""
    tally: Any
    """What is in the part of the table, where the worker has written it and its borders."""
    table: Any
    """That part, where it has not."""
    borrowed: tuple[Border, ...] = ()
    """Borders of others that the first of the holders has now too."""


def solve_tile(order: TileTask) -> TileResult:
    """Solve a tile on a worker."""
    worker: Any = import_module("distributed").get_worker()
    kept = _borders_of(worker, order.run)
    for border in order.unwanted:
        kept.pop(border, None)
    given = {
        border: where if isinstance(where, dict) else _had(worker, order, border, where)
        for border, where in order.borders
    }
    found = [arrays for arrays in given.values() if arrays is not None]
    if len(found) < len(given):
        raise BordersLost(tuple(border for border, arrays in given.items() if arrays is None))
    borrowed = _borrowed(kept, given)
    solved = cut_of(order.question).solve(order.place, found)
    given.clear()
    found.clear()
    handed = {(order.place, name): solved.borders[name] for name in order.wanted}
    kept.update(handed)
    store = order.store and _seen(*order.store)
    if store:
        for border, arrays in handed.items():
            store.keep(border, arrays)
        tally = store.put(order.place, solved.table)
        return TileResult((worker.address,), tally, None, borrowed)
    holders = [worker.address]
    if order.second not in (None, worker.address) and _put_elsewhere(worker, order, handed):
        holders.append(order.second)
    return TileResult(tuple(holders), None, solved.table, borrowed)


def _borrowed(kept: dict[Border, Arrays], given: Mapping[Border, Any]) -> tuple[Border, ...]:
    """The borders that came from elsewhere, which are kept: other tiles may need the same."""
    new = [border for border in given if border not in kept]
    octets = sum(array.nbytes for arrays in kept.values() for array in arrays.values())
    if octets > MOST_KEPT:
        return ()
    kept.update((border, given[border]) for border in new)
    return tuple(new)


@lru_cache(maxsize=4)
def _seen(folder: str, token: str) -> Store | None:
    """The store, where this machine sees the same folder as the command."""
    path = Path(folder)
    return Store.opened(path) if (path / token).exists() else None


def _had(worker: Any, order: TileTask, border: Border, addresses: Iterable[str]) -> Arrays | None:
    """A border from this worker's memory, another's, or the store, if it is anywhere."""
    here = _borders[order.run].get(border)
    if here is not None:
        return here
    for address in addresses:
        arrays = _asked(worker, address, order.seconds, run=order.run, border=border)
        if arrays is not None:
            return dict(arrays)
    store = order.store and _seen(*order.store)
    with suppress(OSError):
        return store.border(border) if store else None
    return None


def _put_elsewhere(worker: Any, order: TileTask, handed: Mapping[Border, Arrays]) -> bool:
    """Whether another worker has a copy now of what is handed over."""
    words = ({"border": border, "arrays": _packed(arrays)} for border, arrays in handed.items())
    address = str(order.second)
    answers = (_asked(worker, address, order.seconds, run=order.run, **word) for word in words)
    return all(answer is not None for answer in answers)


def _asked(worker: Any, address: str, seconds: float, **words: Any) -> Any:
    """What another worker answers; ``None`` where it does not."""
    distributed: Any = import_module("distributed")

    async def ask() -> Any:
        request = getattr(worker.rpc(address), REQUEST)
        return await asyncio.wait_for(request(**words), seconds)

    try:
        return distributed.utils.sync(worker.loop, ask)["arrays"]
    except (OSError, TimeoutError, KeyError, AttributeError):
        return None


def _borders_of(worker: Any, run: str) -> dict[Border, Arrays]:
    """The borders kept for a run, which others can ask for from now on."""
    found = _borders.get(run)
    if found is None:
        found = _borders[run] = {}
        worker.handlers[REQUEST] = _answer
        worker.loop.add_callback(_watch, worker, run)
    return found


def _answer(run: str, border: Any, arrays: Arrays | None = None) -> dict[str, Any]:
    """Hand out a border, or take one; its name has become lists on the way."""
    (row, column), name = border
    kept = _borders.get(run)
    if kept is None:
        return {"arrays": None}
    if arrays is not None:
        kept[(row, column), name] = arrays
        return {"arrays": {}}
    found = kept.get(((row, column), name))
    return {"arrays": None if found is None else _packed(found)}


def _packed(arrays: Arrays) -> Any:
    """A border as Dask sends it, without copying."""
    return import_module("distributed.protocol").to_serialize(arrays)


def _watch(worker: Any, run: str) -> None:
    """Forget the borders of a run when its command has gone, however it went."""
    from tornado.ioloop import PeriodicCallback

    async def look() -> None:
        known = await worker.scheduler.get_task_status(keys=[run])
        if known.get(run) is None:
            _borders.pop(run, None)
            looking.stop()

    looking = PeriodicCallback(look, LEASE)
    looking.start()
