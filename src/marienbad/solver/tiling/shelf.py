"""What a worker of a cluster does with a tile, and where it puts what other workers will ask for.

Each worker has a shelf. Borders stay on that of the worker which solved their tile; whoever needs
one asks there, so that it travels once, between two workers, and only if the next tile is solved
elsewhere. Dask could hold them too, but it would make again what is lost from the very first tile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from marienbad.solver.tiling.cut import Arrays, Border, Place, Question, cut_of
from marienbad.solver.tiling.store import Store
from marienbad.values import Record

REQUEST = "marienbad_border"
"""What workers ask each other, in the words of Dask's protocol."""
MOST_KEPT = 2**28
"""Where a shelf has so many octets, nothing is put there that another one has."""
LEASE = 10_000
"""Milliseconds between two looks whether the command is still there whose borders are kept."""
_shelves: dict[str, dict[Border, Arrays]] = {}
"""What is kept for each run on this worker."""


class Lost(Exception):
    """Borders that could not be had from anywhere they were said to be."""

    def __init__(self, borders: tuple[Border, ...]) -> None:
        super().__init__(borders)
        self.borders = borders


class Order(Record):
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


class Delivered(Record):
    """What has become of a tile."""

    holders: tuple[str, ...]
    """The workers that have its borders."""
    tally: Any
    """What is in the part of the table, where the worker has written it and its borders."""
    table: Any
    """That part, where it has not."""
    borrowed: tuple[Border, ...] = ()
    """Borders of others that the first of the holders has now too."""


def solve_tile(order: Order) -> Delivered:
    """Solve a tile on a worker."""
    worker: Any = import_module("distributed").get_worker()
    shelf = _shelf(worker, order.run)
    for border in order.unwanted:
        shelf.pop(border, None)
    given = {
        border: where if isinstance(where, dict) else _had(worker, order, border, where)
        for border, where in order.borders
    }
    found = [arrays for arrays in given.values() if arrays is not None]
    if len(found) < len(given):
        raise Lost(tuple(border for border, arrays in given.items() if arrays is None))
    borrowed = _borrowed(shelf, given)
    solved = cut_of(order.question).solve(order.place, found)
    given.clear()
    found.clear()
    handed = {(order.place, name): solved.borders[name] for name in order.wanted}
    shelf.update(handed)
    store = order.store and _seen(*order.store)
    if store:
        for border, arrays in handed.items():
            store.keep(border, arrays)
        tally = store.put(order.place, solved.table)
        return Delivered((worker.address,), tally, None, borrowed)
    holders = [worker.address]
    if order.second not in (None, worker.address) and _put_elsewhere(worker, order, handed):
        holders.append(order.second)
    return Delivered(tuple(holders), None, solved.table, borrowed)


def _borrowed(shelf: dict[Border, Arrays], given: Mapping[Border, Any]) -> tuple[Border, ...]:
    """The borders that came from elsewhere, which are kept: other tiles may need the same."""
    new = [border for border in given if border not in shelf]
    octets = sum(array.nbytes for arrays in shelf.values() for array in arrays.values())
    if octets > MOST_KEPT:
        return ()
    shelf.update((border, given[border]) for border in new)
    return tuple(new)


@lru_cache(maxsize=4)
def _seen(folder: str, token: str) -> Store | None:
    """The store, where this machine sees the same folder as the command."""
    path = Path(folder)
    return Store.opened(path) if (path / token).exists() else None


def _had(worker: Any, order: Order, border: Border, addresses: Iterable[str]) -> Arrays | None:
    """A border from this worker's shelf, another's, or the store, if it is anywhere."""
    here = _shelves[order.run].get(border)
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


def _put_elsewhere(worker: Any, order: Order, handed: Mapping[Border, Arrays]) -> bool:
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


def _shelf(worker: Any, run: str) -> dict[Border, Arrays]:
    """The shelf for a run, which others can ask for what is there from now on."""
    found = _shelves.get(run)
    if found is None:
        found = _shelves[run] = {}
        worker.handlers[REQUEST] = _answer
        worker.loop.add_callback(_watch, worker, run)
    return found


def _answer(run: str, border: Any, arrays: Arrays | None = None) -> dict[str, Any]:
    """Hand out a border, or take one; its name has become lists on the way."""
    (row, column), name = border
    shelf = _shelves.get(run)
    if shelf is None:
        return {"arrays": None}
    if arrays is not None:
        shelf[(row, column), name] = arrays
        return {"arrays": {}}
    found = shelf.get(((row, column), name))
    return {"arrays": None if found is None else _packed(found)}


def _packed(arrays: Arrays) -> Any:
    """A border as Dask sends it, without copying."""
    return import_module("distributed.protocol").to_serialize(arrays)


def _watch(worker: Any, run: str) -> None:
    """Clear the shelf of a run when its command has gone, however it went."""
    from tornado.ioloop import PeriodicCallback

    async def look() -> None:
        known = await worker.scheduler.get_task_status(keys=[run])
        if known.get(run) is None:
            _shelves.pop(run, None)
            looking.stop()

    looking = PeriodicCallback(look, LEASE)
    looking.start()
