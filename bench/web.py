"""The web server under 64 clients that ask as fast as they are answered.

The floor is a call that does nothing, of the same process and behind the same guards; all kinds of
requests take turns. Analyses are of ordinary positions, no two alike, with the explanation in
French or English. Moves are those of whole matches of Marienbad, each answered when it is
committed; against the machine, its reply is committed with the move. PostgreSQL is a new one with
its own settings: it waits for the disk.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import median

from bench import live
from bench.harness import Line, size, whole
from bench.load import Load, percentile_99, run
from bench.scripts import MOVES, analyses, hello, machine, ordinary_positions, people, seat
from bench.serving import Served, postgresql, postgresql_programs, server, sqlite

CLIENTS = 64
ROUNDS = 5
HELLOS, ANALYSES, MATCHES = 40, 24, 2
AIMS = {"analysis": 0.3, "move on SQLite": 0.35, "move on PostgreSQL": 0.15}
"""The least share of the requests a second that the floor reaches."""
SHORT_RUN, LONG_RUN = (2_000, 10_000, 20_000), (10_000, 50_000, 100_000)
FLAT = 1.1
"""Memory may grow by this factor between the first and the last count of a run."""

Measurement = Callable[[], Load]


def lines() -> Iterator[Line]:
    with sqlite() as database, server(database) as served:
        positions = ordinary_positions()

        def analyse() -> Load:
            return run(served.port, [analyses(positions, ANALYSES) for _ in range(CLIENTS)])

        yield from _shares(served.port, {"analysis": analyse, **_moves(served.port, "SQLite")})
    with sqlite() as database, server(database) as served:
        yield from _memory(served, SHORT_RUN)
        yield _live(served.port)
    if (programs := postgresql_programs()) is not None:
        with postgresql(programs) as database, server(database) as served:
            yield from _shares(served.port, _moves(served.port, "PostgreSQL"))


def endurance() -> Iterator[Line]:
    """The long run of moves, after which the memory must be as it was."""
    with sqlite() as database, server(database) as served:
        yield from _memory(served, LONG_RUN)


def _moves(port: int, database: str) -> dict[str, Measurement]:
    """Moves on a database: between two people, and against a machine that thinks."""

    def between_people() -> Load:
        matches = seat(port, ("human", "human"), CLIENTS * MATCHES, CLIENTS)
        return run(port, [people(matches[n::CLIENTS]) for n in range(CLIENTS)])

    def against_machine() -> Load:
        matches = seat(port, ("human", "novice"), CLIENTS, CLIENTS)
        return run(port, [machine([match]) for match in matches])

    return {
        f"move on {database}": between_people,
        f"move and the novice's reply on {database}": against_machine,
    }


def _shares(port: int, measurements: dict[str, Measurement]) -> Iterator[Line]:
    """The requests a second, and the 99th percentile, against those of the floor."""
    loads: dict[str, list[Load]] = defaultdict(list)
    for _ in range(ROUNDS + 1):
        loads["hello"].append(run(port, [hello(HELLOS) for _ in range(CLIENTS)]))
        for what, measure in measurements.items():
            loads[what].append(measure())
    # the first round warms up
    each = {what: median(load.each for load in found[1:]) for what, found in loads.items()}
    last = {
        what: percentile_99([wait for load in found[1:] for wait in load.waits])
        for what, found in loads.items()
    }
    for what in measurements:
        aim = 1 / AIMS[what] if what in AIMS else None
        share = each["hello"] / each[what]
        note = f"{1 / each[what]:.0f} a second, {share:.2f} of hello"
        yield Line(what, each[what], "hello", each["hello"], aim, note)
        yield Line(f"{what}, 99th percentile", last[what], "hello", last["hello"])


def _memory(served: Served, counts: tuple[int, ...]) -> Iterator[Line]:
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


def _live(port: int) -> Line:
    due, received, seconds = live.messages(port)
    what = f"messages due to {live.MATCHES} live matches at once"
    note = f"{live.MATCHES * live.MOVES / seconds:.0f} a second"
    return Line(what, due, "messages that came in order", received, 1, note, unit=whole)
