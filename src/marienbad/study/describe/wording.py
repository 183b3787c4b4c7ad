"""A description in words, and as one object for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from marienbad.games.catalogue import titled
from marienbad.games.declaration import HEAP_NAMES
from marienbad.numeration.surds import Surd
from marienbad.study.chance import share
from marienbad.study.describe.facts import SHOWN, Description, Likeness, searched_for_ends
from marienbad.study.describe.periods import SHOWN_ROWS, Grundy, Period
from marienbad.study.describe.slopes import LARGEST_BOX, Beam
from marienbad.text import mathematics
from marienbad.text.explanation import Explanation
from marienbad.text.mathematics import Approximation, Expression, Number, Product, SquareRoot
from marienbad.text.sentences import Block, Listing, Message, Table, say
from marienbad.values import Record

MOST_NAMED = 8
MOST_GAMES = 3
MOST_RESIDUES = 24
SMALLEST_GROWTH = 32
GROWTH_ERROR = 8
"""A box of twice the side has 2ᵏ times as many positions, up to this part of it."""


def explanation_of(found: Description) -> Explanation:
    """Return what was noticed, sentence by sentence.

    >>> import numpy as np
    >>> from marienbad.study.describe import describe
    >>> from marienbad.games.catalogue import define
    >>> from marienbad.study.picture import Box
    >>> table = Box((16, 16), is_p=np.eye(16, dtype=bool))
    >>> print(describe(define("nim"), table).explanation.render("en").splitlines()[0])
    Nim, each heap from 0 to 15: what the search shows
    """
    blocks: list[Block] = [
        say("describe.title", game=found.definition.title, box=box(found.sizes)),
        *positions(found),
        *likenesses(found),
        *counting(found),
        *beams(found),
        *borders(found),
        *periods(found),
    ]
    if found.grundy is not None:
        blocks += grundy(found, found.grundy)
    blocks.append(say("describe.authority"))
    return Explanation(tuple(blocks))


def box(sizes: Sequence[int]) -> Message:
    if len(set(sizes)) == 1:
        return say(
            "describe.box.equal" if len(sizes) > 1 else "describe.box.one", last=sizes[0] - 1
        )
    sides = [
        say("describe.box.side", heap=name, last=size - 1)
        for name, size in zip(HEAP_NAMES, sizes, strict=False)
    ]
    return say("describe.box", sides=Listing(sides))


def positions(found: Description) -> Iterator[Message]:
    """Return which positions are to be left, and whether the order of the heaps matters."""
    if found.ends:
        key = "describe.ends" if len(found.ends) <= MOST_NAMED else "describe.ends.more"
        near = box(searched_for_ends(found.sizes))
        yield say(key, box=near, positions=listed(found.ends[:MOST_NAMED]))
    if not found.first:
        yield say(f"describe.none{lost(found)}")
        return
    key = "describe.first" if len(found.first) == SHOWN else "describe.all"
    yield say(f"{key}{lost(found)}", positions=listed(found.first))
    if found.lopsided is not None:
        yield say("describe.lopsided", position=found.lopsided)
    elif len(found.sizes) > 1:
        yield say("describe.symmetric", last=min(found.sizes) - 1)


def lost(found: Description) -> str:
    """Return how the keys end where such positions are lost, but not always to be left."""
    memory = found.definition.ruleset.memory
    return ".order" if memory.kind == "order" else ".call" if memory.has_calls else ""


def listed(positions: Sequence[tuple[int, ...]]) -> Listing:
    """Return positions one after another; of a single heap its size is enough."""
    return Listing([p if len(p) > 1 else p[0] for p in positions], "")


def likenesses(found: Description) -> Iterator[Message]:
    """Return the games of the catalogue that are like this one."""
    last = min(found.sizes) - 1
    for part, games in (("same", found.same), ("empty", found.empty_same)):
        exact = [titled(likeness.name) for likeness in games if not likeness.exceptions]
        if exact:
            yield say(f"describe.{part}", games=Listing(exact[:MOST_GAMES]), last=last)
        for game in games:
            if game.exceptions:
                exceptions = Listing(game.exceptions, "")
                title = titled(game.name)
                yield say(f"describe.{part}.but", game=title, last=last, positions=exceptions)


def counting(found: Description) -> Iterator[Message]:
    """Return how many positions are to be left, and how that grows."""
    density = found.density
    yield say(
        f"describe.density{lost(found)}",
        count=found.count,
        total=found.total,
        fraction=mathematics.Fraction(density.numerator, density.denominator),
        share=share(density),
    )
    dimension = growth(found)
    if dimension is not None:
        yield say(f"describe.growth.{dimension}", inner=found.inner_count)
    if found.rows is not None:
        yield say("describe.rows", last=found.rows.last, count=found.rows.count)


def growth(found: Description) -> int | None:
    """Return k where a box of twice the side has about 2ᵏ times as many positions to leave."""
    if len(set(found.sizes)) > 1 or len(found.sizes) not in (2, 3):
        return None
    if found.sizes[0] < SMALLEST_GROWTH or found.sizes[0] % 2 or not found.inner_count:
        return None
    ratio = Fraction(found.count, found.inner_count)
    for dimension in range(1, len(found.sizes) + 1):
        if abs(ratio - 2**dimension) * GROWTH_ERROR <= 2**dimension:
            return dimension
    return None


def beams(found: Description) -> Iterator[Message]:
    last = min(found.sizes) - 1
    for beam in found.beams:
        low, best, high = beam.slopes
        if beam.is_exact:
            slope = number(Surd(best.numerator, 0, best.denominator, 2))
            yield say("describe.beam.exact", last=last, count=beam.count, slope=slope)
            continue
        places = places_for(high - low)
        near = "describe.beam.steady" if beam.is_steady else "describe.beam.wider"
        yield say(
            "describe.beam",
            last=last,
            count=beam.count,
            slope=decimal(best, places, nearest=True),
            low=decimal(low, places),
            high=decimal(high, places, up=True),
            spread=decimal(beam.spread, 2, up=True),
            near=say(near, spread=decimal(beam.inner_spread, 2, up=True)),
        )
        if beam.guess is not None:
            yield say("describe.guess", number=number(beam.guess))
    if found.lopsided is None and any(beam.slopes[0] > 1 for beam in found.beams):
        yield say("describe.beam.mirrored")


def borders(found: Description) -> Iterator[Message]:
    """Return the lines that separate positions to leave from others."""
    last = min(*found.sizes, LARGEST_BOX) - 1
    for border in found.borders:
        places = places_for(border.high - border.low)
        yield say(
            "describe.border.above" if border.is_left_above else "describe.border.below",
            last=last,
            low=decimal(border.low, places),
            high=decimal(border.high, places, up=True),
        )
        if border.guess is not None:
            yield say("describe.guess", number=number(border.guess))


def periods(found: Description) -> Iterator[Block]:
    """Return what repeats: the sequence of one heap, or rows of two."""
    if not found.periods:
        return
    period = found.periods[0][1]
    last = found.sizes[-1] - 1
    values = {"start": period.start, "length": period.length}
    if len(found.sizes) > 1:
        if len(found.periods) == SHOWN_ROWS and len({p for _, p in found.periods}) == 1:
            yield say("describe.periods.equal", last=last, row=SHOWN_ROWS - 1, **values)
        else:
            heads = tuple(say(f"describe.column.{name}") for name in ("row", "start", "length"))
            rows = tuple((x, period.start, period.length) for x, period in found.periods)
            yield Table(heads, rows, say("describe.periods", last=last))
        return
    key = "describe.proved" if found.is_proved else "describe.period"
    bound = {} if found.is_proved else {"last": last}
    yield say(key, **values, **bound)
    if len(found.residues) <= MOST_RESIDUES:
        residues = Listing(found.residues, "and")
        yield say(f"{key}.residues", residues=residues, **values, **bound)


def grundy(found: Description, facts: Grundy) -> Iterator[Block]:
    yield say("describe.grundy", greatest=facts.greatest, position=listed([facts.at]))
    if facts.is_nim_sum and len(found.sizes) > 1:
        yield say("describe.grundy.nim_sum", box=box(found.sizes))
    if len(found.sizes) == 2 and not facts.repeats:
        yield say("describe.grundy.distinct")
        if facts.complete > 1:
            row = max(1, found.sizes[0] // 4) - 1
            yield say("describe.grundy.complete", last=row, value=facts.complete - 1)
    if not facts.periods:
        return
    last = found.sizes[-1] - 1
    if len(found.sizes) == 1:
        period = facts.periods[0][1]
        key = "describe.grundy.rising" if period.rise else "describe.grundy.period"
        values = {"last": last, "start": period.start, "length": period.length}
        yield say(key, **values, **({"rise": period.rise} if period.rise else {}))
        return
    names = ("row", "start", "length", "rise")
    heads = tuple(say(f"describe.column.{name}") for name in names)
    rows = tuple((x, p.start, p.length, p.rise) for x, p in facts.periods)
    yield Table(heads, rows, say("describe.grundy.periods", last=last))


# Numbers


def places_for(interval: Fraction) -> int:
    """Return how many decimals tell the ends of an interval apart, and one more.

    >>> places_for(Fraction(1, 300))
    4
    """
    places = 0
    while interval * 10**places < 1 and places < 12:
        places += 1
    return places + 1


def decimal(value: Fraction, places: int, up: bool = False, nearest: bool = False) -> Expression:
    """Return a positive number with ``places`` decimals, rounded down, up, or to the nearest.

    >>> decimal(Fraction(2, 3), 2, up=True)
    Approximation(scaled=67, places=2, is_cut=False)
    """
    scaled = value * 10**places
    rounded = round(scaled) if nearest else -(-scaled // 1) if up else scaled // 1
    return Approximation(int(rounded), places, is_cut=False)


def number(value: Surd) -> Expression:
    """Return a root or a rational as mathematics.

    >>> from marienbad.text.plain import Plain
    >>> text = Plain("en").line
    >>> text(number(Surd(1, 1, 2, 5))), text(number(Surd(0, 3, 1, 2)))
    ('(1 + √5)/2', '3 × √2')
    """
    root = SquareRoot(value.radicand)
    is_single = abs(value.v) == 1
    multiple: Expression = root if is_single else Product((abs(value.v), root), "×")
    top: Expression
    if value.v == 0:
        top = Number(value.u)
    elif value.u == 0:
        top = multiple if value.v > 0 else -multiple
    else:
        top = Number(value.u) + multiple if value.v > 0 else Number(value.u) - multiple
    return top if value.w == 1 else top / value.w


def data_of(found: Description, lang: str) -> dict[str, Any]:
    """Return the facts as numbers, and the sentences; fractions and roots are text."""
    grundy = found.grundy and {
        **_fields(found.grundy, "greatest", "at", "is_nim_sum"),
        "repeats_in_a_row": found.grundy.repeats,
        "periods": _periods(found.grundy.periods),
    }
    return {
        "game": found.definition.name,
        **_fields(found, "sizes", "count", "total", "first", "ends"),
        "is_symmetric": found.lopsided is None,
        "rows": found.rows and _fields(found.rows, "last", "count"),
        "periods": _periods(found.periods),
        "is_proved": found.is_proved,
        "beams": list(map(_beam, found.beams)),
        "borders": [_fields(b, "low", "high", "is_left_above", "guess") for b in found.borders],
        "same": list(map(_likeness, found.same)),
        "same_with_two_heaps": list(map(_likeness, found.empty_same)),
        "grundy": grundy,
        "explanation": found.explanation.data(lang),
    }


def _beam(beam: Beam) -> dict[str, Any]:
    low, best, high = map(str, beam.slopes)
    slopes = {"slope": best, "low": low, "high": high}
    others = _fields(beam, "spread", "inner_spread", "is_exact", "is_steady", "guess")
    return {"count": beam.count, **slopes, **others}


def _likeness(game: Likeness) -> dict[str, Any]:
    return {"game": game.name, **_fields(game, "exceptions")}


def _periods(rows: Iterable[tuple[int, Period]]) -> list[dict[str, int]]:
    return [{"row": row, **_fields(period, "start", "length", "rise")} for row, period in rows]


def _fields(record: Record, *names: str) -> dict[str, Any]:
    return {name: _plain(getattr(record, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return str(value) if isinstance(value, Fraction | Surd) else value
