"""The readable reference search, which judges every theory; for information.

The peer is a bare loop over the same squares that knows the rule of Wythoff's game by heart.
"""

from collections.abc import Iterator
from functools import partial

from bench.harness import Line, in_turns
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.reference import Search

SIZE = 100


def lines() -> Iterator[Line]:
    for name in ("wythoff", "wythoff:a=2,b=3"):
        seconds, floor = in_turns(partial(_search, define(name)), _by_heart, repeats=3)
        yield Line(f"search of {name}, {SIZE}²", seconds, "a loop for wythoff by heart", floor)


def _search(game: Definition) -> None:
    Search(game).is_p((SIZE - 1, SIZE - 1))


def _by_heart() -> set[tuple[int, int]]:
    """Each new P-position closes its column, its row and its diagonal."""
    found: set[tuple[int, int]] = set()
    columns, rows, diagonals = set[int](), set[int](), set[int]()
    for x in range(SIZE):
        for y in range(SIZE):
            if x not in columns and y not in rows and y - x not in diagonals:
                found.add((x, y))
                columns.add(x)
                rows.add(y)
                diagonals.add(y - x)
    return found
