"""The web server under 64 clients that ask as fast as they are answered.

The floor is a call that does nothing, of the same process and behind the same guards; all kinds of
requests take turns. Analyses are of ordinary positions, no two alike, with the explanation in
French or English. Moves are those of whole matches of Marienbad, each answered when it is
committed; against the machine, its reply is committed with the move. PostgreSQL is a new one with
its own settings: it waits for the disk.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from statistics import median

from bench import live
from bench.harness import Line, size
from bench.load import (
    MOVES,
    Load,
    analyses,
    hello,
    machine,
    ordinary_positions,
    people,
    percentile_99,
    run,
    seat,
)
from bench.processes import Running, databases, postgresql_programs
from bench.serving import server

CLIENTS = 64
ROUNDS = 7
HELLOS, ANALYSES = 24, 12
AIMS = {"analysis": 0.5, "move on SQLite": 0.45, "move on PostgreSQL": 0.35}
"""The least share of the requests a second that the floor reaches."""
SHORT_RUN, LONG_RUN = (2_000, 5_000, 10_000), (10_000, 50_000, 100_000)
FLAT = 1.1
"""Memory may grow by this factor between the first and the last count of a run."""

Measurement = Callable[[], Load]


def lines() -> Iterator[Line]:
    with databases("sqlite") as source:
        with server(source.new()) as served:
            positions = ordinary_positions()

            def analyse() -> Load:
                return run(served.port, [analyses(positions, ANALYSES) for _ in range(CLIENTS)])

            yield from _shares(served.port, {"analysis": analyse, **_moves(served.port, "SQLite")})
        with server(source.new()) as served:
            yield from _memory(served, SHORT_RUN)
            yield live.matches(served.port)
            yield from live.classroom(served.port)
    if postgresql_programs() is not None:
        with databases("postgresql") as source, server(source.new()) as served:
            yield from _shares(served.port, _moves(served.port, "PostgreSQL"))


def endurance() -> Iterator[Line]:
    """The long run of moves, after which the memory must be as it was."""
    with databases("sqlite") as source, server(source.new()) as served:
        yield from _memory(served, LONG_RUN)


def _moves(port: int, database: str) -> dict[str, Measurement]:
    """Moves on a database: between two people, and against a machine that thinks."""

    def between_people() -> Load:
        matches = seat(port, ("human", "human"), CLIENTS, CLIENTS)
        return run(port, [people([match]) for match in matches])

    def against_machine() -> Load:
        matches = seat(port, ("human", "novice"), CLIENTS, CLIENTS)
        return run(port, [machine([match]) for match in matches])

    return {
        f"move on {database}": between_people,
        f"move against novice on {database}": against_machine,
    }


def _shares(port: int, measurements: dict[str, Measurement]) -> Iterator[Line]:
    """The time of a request and the 99th percentile, against those of the floor just before."""
    loads = defaultdict[str, list[tuple[Load, Load]]](list)
    for _ in range(ROUNDS + 1):
        for what, measure in measurements.items():
            floor = run(port, [hello(HELLOS) for _ in range(CLIENTS)])
            loads[what].append((measure(), floor))
    for what, (_, *rounds) in loads.items():  # the first round warms up
        own, floors = zip(*rounds, strict=True)
        each, floor_each = (median(load.each for load in some) for some in (own, floors))
        last, floor_last = (percentile_99(_waits(some)) for some in (own, floors))
        aim = round(1 / AIMS[what] - 0.005, 2) if what in AIMS else None
        note = f"{1 / each:.0f} a second, {floor_each / each:.2f} of hello"
        yield Line(what, each, "hello", floor_each, aim, note)
        yield Line(f"{what}, 99th percentile", last, "hello, 99th percentile", floor_last)


def _waits(loads: Iterable[Load]) -> list[float]:
    return [*chain.from_iterable(load.waits for load in loads)]


def _memory(served: Running, counts: tuple[int, ...]) -> Iterator[Line]:
    """The memory of the server after so many moves, against that after the first of the counts."""
    counted: list[tuple[int, int]] = []
    played = 0
    for count in counts:
        number = (count - played) // MOVES // CLIENTS * CLIENTS
        matches = seat(served.port, ("human", "human"), number, CLIENTS)
        run(served.port, [people(islice(matches, n, None, CLIENTS)) for n in range(CLIENTS)])
        played += number * MOVES
        counted.append((played, served.memory()))
    (first, before), *later = counted
    for number, memory in later:
        what, floor = f"memory after {number} moves", f"memory after {first} moves"
        yield Line(what, memory, floor, before, FLAT, unit=size)
