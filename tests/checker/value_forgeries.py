"""Certificates for Grundy values: right ones, forged ones, and mutants."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import lru_cache
from typing import Any, NamedTuple

from marienbad.games.catalogue import define
from marienbad.prover.games.proof import Proof
from marienbad.prover.games.values import prove_value

RIGHT = (
    ("nim", 1),
    ("nim", 2),
    ("nim", 3),
    ("moore:k=2", 2),
    ("nimhoff:h=3", 4),
    ("wythoff:a=2", 1),
)
"""Games and values whose certificates take no time to make."""
Change = Callable[[dict[str, Any]], object]


class Forgery(NamedTuple):
    """A certificate that no checker may accept; ``key`` is why ours rejects it, or cannot read."""

    name: str
    text: str
    key: str


@lru_cache(maxsize=16)
def value_text(game: str, value: int) -> str:
    """The certificate for a value of a game."""
    proof = prove_value(define(game), value)
    assert isinstance(proof, Proof)
    return proof.certificate()


def changed_value(game: str, value: int, change: Change) -> str:
    data = json.loads(value_text(game, value))
    change(data)
    return json.dumps(data)


def _unnamed(change: Change) -> Change:
    """With a name of ours the moves would be refused before all else."""

    def both(data: dict[str, Any]) -> None:
        change(data)
        data["game"] = "unnamed"

    return both


def _swap(data: dict[str, Any]) -> None:
    levels = data["levels"]
    levels[1], levels[2] = levels[2], levels[1]


def _lose(data: dict[str, Any]) -> None:
    del data["levels"][1]
    data["value"] -= 1


def _repeat(data: dict[str, Any]) -> None:
    data["levels"][2] = deepcopy(data["levels"][1])


def _add_take(data: dict[str, Any]) -> None:
    data["takes"].append({"amounts": [1, 1], "places": None, "where": []})


FORGED: tuple[tuple[str, Change, str], ...] = (
    ("levels swapped", _swap, "cover"),
    ("a level missing", _lose, "cover"),
    ("a level twice", _repeat, "values"),
    ("the first level empty", lambda d: d["levels"][0]["positions"].update(accepting=[]), "cover"),
    ("the last level empty", lambda d: d["levels"][3]["positions"].update(accepting=[]), "cover"),
    ("no cover", lambda d: d["levels"][1]["cover"].update(start=0), "cover"),
    ("the cover of another level", lambda d: d["levels"][3].update(d["levels"][2]), "values"),
    (
        "a cover for another set",
        lambda d: d["levels"][2].update(cover=d["levels"][3]["cover"]),
        "witness",
    ),
    ("another move", _add_take, "inside"),
    ("zeros", lambda d: d["levels"][3]["positions"]["table"][1].__setitem__(0, 2), "zeros"),
    ("no such value", lambda d: d.update(value=2), "list"),
    ("value 0", lambda d: d.update(value=0, levels=d["levels"][:1]), "integer"),
    ("value 10", lambda d: d.update(value=10), "integer"),
    ("true for 1", lambda d: d.update(value=True, levels=d["levels"][:2]), "integer"),
    ("an ending", lambda d: d.update(misere=0), "field"),
    ("a field of format 1", lambda d: d.update(cover=d["levels"][0]["cover"]), "field"),
    ("called format 1", lambda d: d.update(format="marienbad certificate 1"), "field"),
    ("called format 4", lambda d: d.update(format="marienbad certificate 4"), "format"),
    ("no levels", lambda d: d.pop("levels"), "field"),
    ("levels of nothing", lambda d: d.update(levels=[None] * 4), "field"),
    ("no set", lambda d: d["levels"][1].pop("positions"), "field"),
    ("no witness", lambda d: d["levels"][1].update(cover=None), "field"),
    ("more in a level", lambda d: d["levels"][1].update(value=1), "field"),
)


def forged() -> Iterator[Forgery]:
    """False claims about Nim for the value 3, and files that are no certificates of format 2."""
    for name, change, key in FORGED:
        yield Forgery(name, changed_value("nim", 3, _unnamed(change)), key)
    data = json.loads(value_text("nim", 3))
    for name in ("wythoff", "marienbad"):
        yield Forgery(f"called {name}", json.dumps(data | {"game": name}), "rules")


def mutants(game: str, value: int, step: int = 1) -> Iterator[tuple[str, str]]:
    """Every accepting state of every level changed, and every so many-th transition."""
    data = json.loads(value_text(game, value))
    for number, level in enumerate(data["levels"]):
        positions = level["positions"]
        accepting, table = positions["accepting"], positions["table"]
        for state in range(1, len(table)):
            positions["accepting"] = sorted({*accepting} ^ {state})
            yield f"level {number}, state {state}", json.dumps(data)
        positions["accepting"] = accepting
        edges = [(q, a) for q in range(1, len(table)) for a in range(len(table[0]))]
        for q, a in edges[::step]:
            before = table[q][a]
            for target in sorted({0, 1, len(table) - 1} - {before}):
                table[q][a] = target
                yield f"level {number}, {q} -{a}-> {target}", json.dumps(data)
            table[q][a] = before
