"""Certificates: a proof as a file that :mod:`marienbad.checker` accepts on its own.

The file is JSON: the moves, the numeration, the automaton of the P-positions and the witnesses of
:mod:`marienbad.prover.certificates.witness`, which spare the checker all search. Where options may
be forbidden there is none: the checker counts.

>>> from marienbad.checker import check
>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.games.proof import prove
>>> check(certificate(prove(define("wythoff")))).game
'wythoff'
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from marienbad import checker
from marienbad.games.declaration import Bound, Condition, Congruence, Take
from marienbad.games.language.keywords import worded
from marienbad.text.problems import InputError, OutOfReach

if TYPE_CHECKING:
    from marienbad.games.definition import Definition
    from marienbad.prover.automata.automaton import Automaton
    from marienbad.prover.games.proof import Proof
    from marienbad.prover.systems.linear import System

Fields = dict[str, Any]


def certificate(proof: Proof) -> str:
    """The text of a proof's certificate; none is written that the checker would not read."""
    from marienbad.prover.certificates.witness import movable_cover, winning_cover

    game, automaton = proof.game, proof.automaton
    fields = claimed(game, *proof.levels)
    try:
        claim = checker.Certificate(json.dumps(fields))
    except checker.Unreadable as problem:
        key = f"check.unreadable.{problem.key}"
        raise OutOfReach(key, name=game.name, about=problem.about) from None
    if proof.value:
        levels = zip(fields["levels"], proof.levels, strict=True)
        for value, (level, positions) in enumerate(levels):
            level["cover"] = winning_cover(claim, positions, value)
    elif "cover" in fields:
        fields["cover"] = winning_cover(claim, automaton)
    if game.is_misere:
        fields["movable"] = movable_cover(claim, game, automaton)
    text = written(fields)
    if len(text) > checker.LONGEST:
        raise OutOfReach("prover.certificate_too_large", game=game.name, bound=checker.LONGEST)
    return text


def claimed(game: Definition, *levels: Automaton) -> Fields:
    """What a certificate claims of the P-positions or of the values 0, 1, …, without witnesses."""
    automaton, *others = levels
    heaps, block = len(automaton.tracks), game.ruleset.memory.block
    name, stated = checker.FORMAT, {"misere": int(game.is_misere)}
    if others:
        name, stated = checker.VALUE_FORMAT, {"value": len(others)}
    elif block > 1:
        name, stated = checker.BLOCK_FORMAT, {"block": block}
    fields = {
        "format": name,
        "game": game.name,
        "heaps": heaps,
        **stated,
        "takes": [declared(take) for take in game.proved_takes if take.heaps <= heaps],
        "numeration": _numeration(automaton.system),
    }
    if others:
        sets = [{"positions": _automaton(level), "cover": None} for level in levels]
        return fields | {"levels": sets}
    fields["positions"] = _automaton(automaton)
    if block > 1:
        return fields
    if not game.is_misere:
        return fields | {"cover": None}
    from marienbad.prover.games.proof import movable

    terminal = _automaton(~movable(game, automaton.system, heaps))
    return fields | {"terminal": terminal, "cover": None, "movable": None}


def declared(take: Take) -> Fields:
    """A take as the certificate writes it.

    >>> declared(Take(("n", 2)))
    {'amounts': ['n', 2], 'places': None, 'where': []}
    """
    return {
        "amounts": list(take.amounts),
        "places": None if take.places is None else list(take.places),
        "where": [_condition(take, condition) for condition in take.where],
    }


def _condition(take: Take, condition: Condition) -> Fields:
    if isinstance(condition, Bound):
        form = dict(condition.form.coefficients)
        return {"form": form, "low": condition.low, "high": condition.high}
    if isinstance(condition, Congruence):
        form = dict(condition.form.coefficients)
        return {"form": form, "modulus": condition.modulus, "residue": condition.residue}
    raise InputError("prover.condition", take=worded(str(take)))


def _numeration(system: System) -> Fields:
    return {
        "name": system.name,
        "first": list(system.first),
        "recurrence": [list(row) for row in system.recurrence],
        "language": [list(row) for row in system.language],
        "free": list(system.free),
    }


def _automaton(automaton: Automaton) -> Fields:
    return {
        "start": automaton.start,
        "accepting": [i for i, accepts in enumerate(automaton.accepting.tolist()) if accepts],
        "table": automaton.table.tolist(),
    }


def written(fields: Fields) -> str:
    """The fields as JSON, a row of a table on a line of its own.

    >>> print(written({"heaps": 2, "table": [[0, 0], [0, 1]]}), end="")
    {
     "heaps": 2,
     "table": [
      [0,0],
      [0,1]
     ]
    }
    """
    return f"{_written(fields, 1)}\n"


def _written(value: object, depth: int) -> str:
    space = " " * depth
    if isinstance(value, dict) and depth < 3:
        items = [f"{json.dumps(k)}: {_written(v, depth + 1)}" for k, v in value.items()]
        opening, closing = "{", "}"
    elif isinstance(value, list) and value and isinstance(value[0], list | dict):
        items = [json.dumps(item, separators=(",", ":")) for item in value]
        opening, closing = "[", "]"
    else:
        return json.dumps(value, ensure_ascii=False)
    lines = ",\n".join(f"{space}{item}" for item in items)
    return f"{opening}\n{lines}\n{space[:-1]}{closing}"
