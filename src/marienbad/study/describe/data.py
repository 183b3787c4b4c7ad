"""A description as one object for JSON."""

from __future__ import annotations

from typing import Any

from marienbad.study.describe.beams import Beam
from marienbad.study.describe.borders import Border
from marienbad.study.describe.facts import Description
from marienbad.study.describe.grundy import Grundy
from marienbad.study.describe.likeness import Likeness
from marienbad.study.describe.periods import Period


def data_of(found: Description, lang: str) -> dict[str, Any]:
    """Return the facts as numbers, and the sentences."""
    return {
        "game": found.definition.name,
        "sizes": list(found.sizes),
        "count": found.count,
        "total": found.total,
        "first": [list(position) for position in found.first],
        "ends": [list(position) for position in found.ends],
        "is_symmetric": found.lopsided is None,
        "rows": found.rows and {"last": found.rows.last, "count": found.rows.count},
        "periods": [period_data(x, period) for x, period in found.periods],
        "is_proved": found.is_proved,
        "beams": [beam_data(beam) for beam in found.beams],
        "borders": [border_data(border) for border in found.borders],
        "same": [likeness_data(likeness) for likeness in found.same],
        "same_with_two_heaps": [likeness_data(likeness) for likeness in found.empty_same],
        "grundy": found.grundy and grundy_data(found.grundy),
        "explanation": found.explanation.data(lang),
    }


def period_data(row: int, period: Period) -> dict[str, int]:
    """Return a period of a row."""
    return {"row": row, "start": period.start, "length": period.length, "rise": period.rise}


def beam_data(beam: Beam) -> dict[str, Any]:
    """Return a beam; its slopes are exact fractions."""
    low, best, high = map(str, beam.slopes)
    return {
        "count": beam.count,
        "slope": best,
        "low": low,
        "high": high,
        "spread": str(beam.spread),
        "is_exact": beam.is_exact,
        "is_steady": beam.is_steady,
        "guess": beam.guess and str(beam.guess),
    }


def border_data(border: Border) -> dict[str, Any]:
    """Return a border; its bounds are exact fractions."""
    return {
        "low": str(border.low),
        "high": str(border.high),
        "is_left_above": border.is_left_above,
        "guess": border.guess and str(border.guess),
    }


def likeness_data(likeness: Likeness) -> dict[str, Any]:
    """Return a game that is like this one."""
    return {"game": likeness.name, "exceptions": [list(pair) for pair in likeness.exceptions]}


def grundy_data(facts: Grundy) -> dict[str, Any]:
    """Return the facts on Grundy values."""
    return {
        "greatest": facts.greatest,
        "at": list(facts.at),
        "is_nim_sum": facts.is_nim_sum,
        "repeats_in_a_row": facts.repeats,
        "periods": [period_data(x, period) for x, period in facts.periods],
    }
