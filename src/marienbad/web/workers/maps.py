"""The maps of the lab: boxes of positions solved by workers, and remembered."""

import gzip
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from marienbad.games.definition import Definition
from marienbad.games.language.writing import Piece
from marienbad.text.plain import Plain
from marienbad.text.sentences import say
from marienbad.values import Record
from marienbad.web.http.answers import encoded
from marienbad.web.workers.pool import Pool

if TYPE_CHECKING:
    from marienbad.solver.table import Table

SECONDS = 0.9
"""How long a box may take, and after it its description."""
MEMORY = 512 * 2**20
"""How many octets one box may need."""
REMEMBERED = 64 * 2**20
"""How many octets of answers are remembered."""


class MapQuestion(Record):
    """A box to solve: the game, the size of each heap, the values wanted, and in which form."""

    game: Definition
    pieces: tuple[Piece, ...]
    """The text of the rules; the numbers that it names stand apart."""
    size: int
    has_grundy: bool
    form: str
    """``map`` for the lab page, else the format of a file."""
    lang: str

    @property
    def sizes(self) -> tuple[int, ...]:
        return (self.size,) * (self.game.ruleset.heaps or 1)


class Maps:
    """Asks the pool, and remembers what it found."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: OrderedDict[MapQuestion, bytes] = OrderedDict()
        self._octets = 0

    async def find(self, question: MapQuestion) -> bytes:
        """The answer: a file, or for the page JSON, compressed; what takes too long is refused."""
        if question in self._known:
            self._known.move_to_end(question)
            return self._known[question]
        reproach = say("lab.greedy", size=question.size)
        parts = await self._pool.parts(SECONDS, reproach, solved, question)
        content: bytes = written(question, *parts) if question.form == "map" else parts[0]
        self._remember(question, content)
        return content

    def _remember(self, question: MapQuestion, content: bytes) -> None:
        if question not in self._known:
            self._known[question] = content
            self._octets += len(content)
        while self._octets > REMEMBERED:
            self._octets -= len(self._known.popitem(last=False)[1])


def written(
    question: MapQuestion, packed: dict[str, Any], described: dict[str, Any] | None = None
) -> bytes:
    """The answer for the page; where there was no time to describe the table, it stands alone."""
    game, plain = question.game, Plain(question.lang)
    data = {
        "game": game.name,
        "title": plain.line(game.title),
        "rule": plain.line(game.rule),
        "misere": game.is_misere,
        "pieces": question.pieces,
        "sizes": question.sizes,
        "start": game.start,
        "kind": "grundy" if question.has_grundy else "outcomes",
        **packed,
        "table": b64encode(packed["table"]).decode("ascii"),
        **(described or {"description": None, "period": None}),
    }
    return gzip.compress(encoded(data), 1)


def solved(question: MapQuestion) -> Iterator[Any]:
    """The parts of an answer: the table, then what there is to say; or one file."""
    from marienbad.solver.table import solve

    table = solve(question.game, question.sizes, question.has_grundy, memory_limit=MEMORY)
    if question.form == "map":
        yield _packed(table)
        yield _described(table, question.lang)
    else:
        yield _file(table, question)


def _packed(table: "Table") -> dict[str, Any]:
    """The values of all positions, the last heap running fastest, as octets."""
    import numpy as np

    is_p = table.is_p
    count = int(is_p.sum())
    if table.grundy is None:
        octets = np.packbits(is_p, axis=None, bitorder="little").tobytes()
        return {"bits": 1, "table": octets, "greatest": 1, "count": count}
    greatest = int(table.grundy.max())
    bits = 8 if greatest < 2**8 else 16
    octets = table.grundy.astype(f"<u{bits // 8}").tobytes()
    return {"bits": bits, "table": octets, "greatest": greatest, "count": count}


def _described(table: "Table", lang: str) -> dict[str, Any]:
    """What a person would notice, in words; of one heap also the period that is drawn."""
    from marienbad.study.describe import describe

    found = describe(table.game, table)
    period = next((period for _, period in found.periods), None) if len(table.sizes) == 1 else None
    return {
        "description": found.explanation.html(lang),
        "period": period and {"start": period.start, "length": period.length},
    }


def _file(table: "Table", question: MapQuestion) -> bytes:
    from marienbad.study import export, picture

    title = table.game.title
    if question.form == "png":
        return picture.png(table, question.has_grundy, question.lang, title)
    if question.form == "svg":
        return picture.svg(table, question.has_grundy, question.lang, title).encode("utf-8")
    lines = export.csv_lines(table) if question.form == "csv" else export.bfile_lines(table)
    return "".join(f"{line}\n" for line in lines).encode("utf-8")
