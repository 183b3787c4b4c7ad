"""A process that solves boxes for the lab: each question in a child that cannot outlive its time.

The process loads the compiled search once and answers nothing itself. It forks a child a question,
which begins warm; the kernel's alarm ends a child whatever it is doing, even inside compiled code,
and the next question finds the process as it was.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from marienbad.games.catalogue import define
from marienbad.text.problems import InputError
from marienbad.values import Record

READY = "ready"
SECONDS = 0.9
"""How long a box may take, and then as long what is said of it."""
THOUGHT = 2.0
"""How long anything else may take: a move of the machine, an analysis."""
MEMORY = 512 * 2**20
"""How many octets one box may need."""
WARMING = (
    "heaps 1; take n from one where n in {1, 3, 4}",
    "heaps 1; take n from one where n * n < 2 * x",
    "heaps 2; take n from one; take n, n from two; take 2, 3 from two",
    "heaps 2; take n from one where n % 3 == 0; take c, d from two where abs(c - d) < 6",
    "heaps 2; take n from x where x >= y and n % y == 0; take n from y where y >= x",
    "heaps 2; take n from one; take c, d from two where c * d > 5",
    "heaps 2; take t, s from two where s == 2 * t; take n from one",
    "heaps 3; take n from one; take n, n from two; take n, n, n from all",
    "heaps 3; take n from one where n < 5; take c, d from two where c * d > 5",
    "heaps 4; take n from one; take a, b, c, d from all where a * b == c * d",
)
"""Rules that together use every part of the compiled search."""
WARM_SIZES = {1: 400, 2: 20, 3: 6, 4: 4}
"""One heap is large, so that its Grundy values need two octets, and the others need one."""


class Task(Record):
    """A function to call, and its arguments."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Question(Record):
    """A box to solve: the game, the size of each heap, the values wanted, and in which form."""

    game: str
    size: int
    has_grundy: bool
    form: str
    """``map`` for the lab page, else the format of a file."""
    lang: str


def raise_children(connection: Connection) -> None:
    """Answer questions until the other end of the connection is closed.

    An answer is several parts and then the status of the child: 0 unless it was ended.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when all is over
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # only a single thread survives a fork
    warm()
    import_module("marienbad.web.app")  # where the functions of tasks come from
    connection.send(READY)
    while True:
        try:
            question = connection.recv()
        except (EOFError, OSError):
            return
        child = os.fork()
        if child == 0:
            _answer(question, connection)
        _, status = os.waitpid(child, 0)
        connection.send(status)


def _answer(question: Question | Task, connection: Connection) -> None:
    """Send the parts of the answer from a child, which ends here."""
    seconds = SECONDS if isinstance(question, Question) else THOUGHT
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    status = 1
    try:
        for part in parts(question):
            connection.send(part)
            signal.setitimer(signal.ITIMER_REAL, seconds)
        status = 0
    except Exception:  # noqa: BLE001 (whatever it is, the server must hear of it)
        traceback.print_exc()
    finally:
        os._exit(status)


def parts(question: Question | Task) -> Iterator[Any]:
    """The answer to a question: the table, then what there is to say; or one file; or a result."""
    try:
        if isinstance(question, Task):
            yield (question.function(*question.arguments),)
        else:
            yield from _solved(question)
    except InputError as problem:
        yield problem.message


def _solved(question: Question) -> Iterator[Any]:
    from marienbad.solver.table import solve

    definition = define(question.game)
    sizes = (question.size,) * (definition.ruleset.heaps or 1)
    table = solve(definition, sizes, question.has_grundy, memory_limit=MEMORY)
    if question.form == "map":
        yield _packed(table)
        yield _described(definition, table, question.lang)
    else:
        yield _file(table, question)


def _packed(table: Any) -> dict[str, Any]:
    """The values of all positions, the last heap running fastest, as octets."""
    import numpy as np

    is_p = table.is_p
    count = int(is_p.sum())
    if table.grundy is None:
        octets = np.packbits(is_p, axis=None, bitorder="little").tobytes()
        return {"bits": 1, "octets": octets, "greatest": 1, "count": count}
    greatest = int(table.grundy.max())
    bits = 8 if greatest < 2**8 else 16
    octets = table.grundy.astype(f"<u{bits // 8}").tobytes()
    return {"bits": bits, "octets": octets, "greatest": greatest, "count": count}


def _described(definition: Any, table: Any, lang: str) -> dict[str, Any]:
    """What a person would notice, in words; of one heap also the period that is drawn."""
    from marienbad.study.describe import describe

    found = describe(definition, table)
    period = next((period for _, period in found.periods), None) if len(table.sizes) == 1 else None
    return {
        "description": found.explanation.html(lang),
        "period": period and {"start": period.start, "length": period.length},
    }


def _file(table: Any, question: Question) -> bytes:
    """The table as a file."""
    from marienbad.study import export, picture

    title = table.game.title
    if question.form == "png":
        return picture.png(table, question.has_grundy, question.lang, title)
    if question.form == "svg":
        return picture.svg(table, question.has_grundy, question.lang, title).encode("utf-8")
    lines = export.csv_lines(table) if question.form == "csv" else export.bfile_lines(table)
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def warm() -> None:
    """Load the compiled search, or compile it where this machine has not done so yet."""
    for text in WARMING:
        for ending in ("", "; last loses"):
            definition = define(f"rules:{text}{ending}")
            size = WARM_SIZES[definition.ruleset.heaps or 1]
            for has_grundy in (False, True)[: 1 if ending else 2]:
                list(parts(Question(definition.name, size, has_grundy, "map", "en")))
