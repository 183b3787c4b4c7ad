"""The maps of the lab: boxes of positions, solved by the compiled search."""

import gzip
import struct
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict, cast

from marienbad.games.declaration import Take
from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula
from marienbad.games.language.choices import Piece, choices_of, pieces_of, text_of
from marienbad.games.language.grammar import read
from marienbad.games.language.rule_text import PREFIX, definition_of, known_game
from marienbad.games.language.tokens import translated
from marienbad.games.memory import NOTHING
from marienbad.prover.games.library import is_proved
from marienbad.solver import bits
from marienbad.solver.reference import grundy_values, p_positions
from marienbad.text.explanation import Explanation
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message, say
from marienbad.values import Record
from marienbad.web.api.games import MemoryFacts, memory_facts
from marienbad.web.api.routes import Body, Field, ReaderLanguage, RuleText, post
from marienbad.web.api.rules import RuleChoices
from marienbad.web.encoding import encoded
from marienbad.web.sizes import BOX_SIZES

if TYPE_CHECKING:
    from marienbad.solver.table import Table

MEMORY = 512 * 2**20
"""How many octets one box may need."""
USUAL_SIZES = {1: 128, 2: 128, 3: 32, 4: 12, 5: 8, 6: 6, 7: 5, 8: 4}
"""By the number of heaps."""
SMALL_SIZES = (128, 96, 64, 48, 32, 24, 20, 16, 12, 10, 8, 6, 5, 4, 3)
AT_ONCE, FOLLOWED = 21_000, 111_000
"""The most amounts that are tried for a small map, and for a map of a game with a memory."""
DRAWN = 2**15
"""The most positions of a small map by rows of bits."""
VALUES = 5
"""How much longer than the outcomes the Grundy values of such a game take."""
SPLIT_SIZES = {1: (20, 16), 2: (10, 6), 3: (6, 4)}
"""By the number of heaps that may be split: the sizes of a map of outcomes, and of values."""
MORE_SPLIT_SIZES = (3, 2)
"""The same for more heaps."""


MapKind = Literal["outcomes", "grundy"]
BoxSize = Annotated[int, Field(ge=2, le=max(map(max, BOX_SIZES.values())))]


@dataclass(frozen=True, kw_only=True)
class LabQuestion(Body):
    """Rules to be solved: each heap smaller than the size, for outcomes or for Grundy values.

    With ``fit`` a size or a kind that these rules do not allow gives way to one that they do; with
    ``small`` a map that is found at once will do, however small it is.
    """

    rules: RuleText
    size: BoxSize | None = None
    kind: MapKind = "outcomes"
    fit: bool = False
    small: bool = False


class Period(TypedDict):
    """From ``start`` on, the positions of one heap repeat after ``length``."""

    start: int
    length: int


class Packed(TypedDict):
    """The values of all positions: how many bits each has, the greatest, how many are 0."""

    bits: Literal[1, 8, 16]
    table: str
    greatest: int
    count: int


class Described(TypedDict):
    """What a person would notice."""

    description: str | None
    period: Period | None


class LabMap(Packed, Described):
    """The solved positions of some rules.

    ``pieces`` joined are the text of the rules, the numbers that can be changed apart, each after
    its name. ``choices`` say the same rules, where they can. ``english`` is that text with English
    keywords, as links write it. ``tiles`` says whether there is more of the map than the table,
    which is asked for tile by tile; ``proved`` is the game of the catalogue whose rules these are,
    where it is proved for two heaps.

    ``table`` is in base64: for outcomes a bit for each position, set where it is safe, the first in
    the lowest bit; for Grundy values a byte or two, the lower first. The last heap runs fastest.
    """

    game: str
    title: str
    rule: str
    misere: bool
    memory: MemoryFacts | None
    tiles: bool
    pieces: Sequence[str | tuple[str, int]]
    choices: RuleChoices | None
    proved: str | None
    english: str
    sizes: Sequence[int]
    start: Sequence[int]
    kind: MapKind


class MapWish(Record):
    """A map that somebody asks for, as he says it."""

    rules: str
    size: int | None
    kind: str
    fit: bool
    """Whether a size or a kind that these rules do not allow gives way to one that they do."""
    form: str
    """``map`` for the lab page, ``small`` for one found at once, else the format of a file."""
    lang: str


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
        return (self.size,) * len(self.game.start)


@post("/api/lab", tag="lab")
def lab_map(wish: LabQuestion, lang: ReaderLanguage = "") -> LabMap:
    """The map of some rules: safe positions or Grundy values, and what there is to notice."""
    form = "small" if wish.small else "map"
    question = question_of(MapWish(wish.rules, wish.size, wish.kind, wish.fit, form, lang))
    if wish.small:
        return small(question)
    table = _solved(question)
    return map_of(question, _packed(table), _described(table, lang))


def mapped(wish: MapWish) -> Iterator[bytes]:
    """The answer to a wish: a file; or for the page JSON, compressed, once more when described."""
    question = question_of(wish)
    if wish.form == "small":
        yield compressed(small(question))
        return
    yield from solved(question)


def question_of(wish: MapWish) -> MapQuestion:
    """The question, or an error that says what is wrong with the rules or the size.

    >>> text = "heaps 3; take n from one; last loses"
    >>> question_of(MapWish(text, 200, "grundy", True, "map", "en")).sizes
    (64, 64, 64)
    """
    program = read(wish.rules)
    size, bound = wish.size or USUAL_SIZES[program.heaps], BOX_SIZES[program.heaps][-1]
    if size > bound and not wish.fit:
        raise InputError("lab.size", size=size, bound=bound, heaps=program.heaps)
    game = definition_of(program)
    has_none = game.is_misere or game.ruleset.memory is not NOTHING
    question = MapQuestion(
        game,
        pieces_of(wish.rules, program),
        min(size, bound),
        wish.kind == "grundy" and not (wish.fit and has_none),
        wish.form,
        wish.lang,
    )
    is_free = wish.fit or wish.size is None
    rules = game.ruleset
    is_swift = rules.fills_boxes and (rules.is_plain or not any(map(is_tested, rules.takes)))
    return question if is_swift or not is_free else followed(question)


def followed(question: MapQuestion) -> MapQuestion:
    """The same question about a box, no larger, that can be searched position by position."""
    rules, has_grundy = question.game.ruleset, question.has_grundy
    if rules.parts_heaps:
        largest = SPLIT_SIZES.get(len(question.sizes), MORE_SPLIT_SIZES)[has_grundy]
        return question.having(size=min(question.size, largest))
    return within(question, FOLLOWED // (VALUES if has_grundy else 1))


def within(question: MapQuestion, tried: int) -> MapQuestion:
    """The same question about a box, no larger, for which at most so many amounts are tried.

    Every name of a take, and a state, is one more number beside those of the position.
    """
    rules = question.game.ruleset
    numbers = len(question.sizes) + max(len(take.names) for take in rules.takes)
    numbers += not rules.fills_boxes
    sizes = (question.size, *(size for size in SMALL_SIZES if size < question.size))
    return question.having(size=next((size for size in sizes if size**numbers <= tried), 2))


def map_of(question: MapQuestion, values: Packed, described: Described | None = None) -> LabMap:
    """The map of solved positions; where there was no time to describe them, they stand alone."""
    game, plain = question.game, Plain(question.lang)
    return {
        "game": game.name,
        "title": plain.line(game.title),
        "rule": plain.line(game.rule),
        "misere": game.is_misere,
        "memory": memory_facts(game.ruleset.memory),
        "tiles": game.ruleset.is_plain,
        "pieces": question.pieces,
        "choices": _choices(game),
        "proved": _proved(game),
        "english": translated(text_of(question.pieces), "en"),
        "sizes": question.sizes,
        "start": game.start,
        "kind": "grundy" if question.has_grundy else "outcomes",
        **values,
        **(described or {"description": None, "period": None}),
    }


def compressed(found: LabMap) -> bytes:
    """A map as the server keeps and sends it."""
    return gzip.compress(encoded(found), 1, mtime=0)


def small(question: MapQuestion) -> LabMap:
    """A map that is found at once, by rows of bits or the readable search, without a compiler."""
    game, heaps = question.game, len(question.sizes)
    if question.has_grundy and game.is_misere:
        raise InputError("solver.misere_grundy", game=game.name)
    engine = bits.grundy_values if question.has_grundy else bits.outcomes
    sizes = (size for size in (question.size, *SMALL_SIZES) if size <= question.size)
    chosen = question.having(size=next(size for size in sizes if size**heaps <= DRAWN))
    found = engine(game, chosen.sizes)
    if found is None:
        chosen = _listed(question)
        listed = _values if question.has_grundy else _lines
        found = listed(game, chosen.sizes)
    if question.has_grundy:
        octets = struct.pack(f"<{len(found)}H", *found)
        return map_of(chosen, packed(16, octets, max(found), found.count(0)))
    table = sum(line << chosen.size * number for number, line in enumerate(found))
    octets = table.to_bytes(-(-prod(chosen.sizes) // 8), "little")
    return map_of(chosen, packed(1, octets, 1, table.bit_count()))


def _listed(question: MapQuestion) -> MapQuestion:
    """The same question about a box whose moves are listed one by one."""
    return within(question, AT_ONCE) if question.game.ruleset.fills_boxes else followed(question)


def _values(game: Definition, sizes: tuple[int, ...]) -> list[int]:
    return [*grundy_values(game, sizes).values()]


def _lines(game: Definition, sizes: tuple[int, ...]) -> list[int]:
    """The P-positions of a box by the readable search, as the bits of a single line."""
    found = {*p_positions(game, sizes)}
    places = enumerate(product(*map(range, sizes)))
    return [sum(1 << place for place, position in places if position in found)]


def packed(width: Literal[1, 8, 16], table: bytes, greatest: int, count: int) -> Packed:
    """The values of all positions as they are sent."""
    text = b64encode(table).decode("ascii")
    return {"bits": width, "table": text, "greatest": greatest, "count": count}


def is_tested(take: Take) -> bool:
    """Whether amounts are tried that may not be taken after all."""
    return take.depends_on_sizes or any(isinstance(where, Formula) for where in take.where)


def _choices(game: Definition) -> RuleChoices | None:
    """The choices of the form that say these rules; ``None`` where it cannot."""
    found = choices_of(read(game.name.removeprefix(PREFIX))) if game.family.reader else None
    if found is None:
        return None
    return cast(RuleChoices, {name: getattr(found, name) for name in found._fields})


def _proved(game: Definition) -> str | None:
    """The game of the catalogue whose rules these are, where it is proved for two heaps."""
    if game.ruleset.heaps != 2 or not game.family.reader:
        return None
    known = known_game(read(game.name.removeprefix(PREFIX)))
    return known.name if known is not None and is_proved(known) else None


def solved(question: MapQuestion) -> Iterator[bytes]:
    """The answer: one file; or the table alone, and then with what there is to say."""
    yield from told(question, _solved(question))


def _solved(question: MapQuestion) -> "Table":
    from marienbad.solver.table import solve

    return solve(question.game, question.sizes, question.has_grundy, memory_limit=MEMORY)


def told(question: MapQuestion, table: "Table") -> Iterator[bytes]:
    """What is said of a table that answers a question."""
    if question.form == "map":
        values = _packed(table)
        yield compressed(map_of(question, values))
        yield compressed(map_of(question, values, _described(table, question.lang)))
    else:
        yield _file(table, question)


def _packed(table: "Table") -> Packed:
    """The values of all positions, the last heap running fastest."""
    import numpy as np

    is_p = table.is_p
    count = int(is_p.sum())
    if table.grundy is None:
        octets = np.packbits(is_p, axis=None, bitorder="little").tobytes()
        return packed(1, octets, 1, count)
    greatest = int(table.grundy.max())
    bits: Literal[8, 16] = 8 if greatest < 2**8 else 16
    return packed(bits, table.grundy.astype(f"<u{bits // 8}").tobytes(), greatest, count)


def _described(table: "Table", lang: str) -> Described:
    """What a person would notice, in words; of one heap also the period that is drawn."""
    from marienbad.study.describe import describe

    if not table.game.ruleset.is_plain:  # what is noticed of a box holds where heaps say all
        return {"description": Explanation(_starts(table.game)).html(lang), "period": None}
    found = describe(table.game, table)
    period = next((period for _, period in found.periods), None) if len(table.sizes) == 1 else None
    return {
        "description": found.explanation.html(lang),
        "period": {"start": period.start, "length": period.length} if period else None,
    }


def _starts(game: Definition) -> tuple[Message, ...]:
    """What has not happened yet where the positions of a map are."""
    memory = game.ruleset.memory
    kind = "call" if memory.has_calls else memory.kind
    kinds = [kind] * (kind is not None) + ["parts"] * game.ruleset.parts_heaps
    return (*(say(f"lab.starts.{kind}") for kind in kinds), say("lab.starts.further"))


def _file(table: "Table", question: MapQuestion) -> bytes:
    from marienbad.study import export, picture

    title = table.game.title
    if question.form == "png":
        return picture.png(table, question.has_grundy, question.lang, title)
    if question.form == "svg":
        return picture.svg(table, question.has_grundy, question.lang, title).encode("utf-8")
    lines = export.csv_lines(table) if question.form == "csv" else export.bfile_lines(table)
    return "".join(f"{line}\n" for line in lines).encode("utf-8")
