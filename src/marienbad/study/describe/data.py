"""A description as one object for JSON."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from marienbad.numeration.surds import Surd
from marienbad.study.describe.beams import Beam
from marienbad.study.describe.facts import Description
from marienbad.study.describe.likeness import Likeness
from marienbad.study.describe.periods import Period
from marienbad.values import Record


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
