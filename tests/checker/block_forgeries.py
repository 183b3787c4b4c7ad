"""Certificates of games in which options may be forbidden: right ones, forged ones, and mutants.

``python -m tests.checker.block_forgeries FOLDER`` writes the files, as
:mod:`tests.checker.forgeries` does with the corpus.
"""

import json
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from marienbad.games.catalogue import define
from marienbad.prover.certificates.writing import certificate
from marienbad.prover.discovery.search import discover
from marienbad.prover.games.claims import claim, points
from marienbad.prover.games.proof import Proof
from marienbad.prover.systems.linear import BINARY
from tests.checker.support import (
    ACCEPTED,
    REJECTED,
    UNREADABLE,
    Case,
    Change,
    put,
    text_of,
    write_corpus,
)
from tests.checker.value_forgeries import value_text
from tests.support import PATIENCE, sample

NIM = "rules:heaps 2; take n from one"
WYTHOFF = f"{NIM}; take n, n from two"
RIGHT = (
    f"{NIM}; block 2",
    f"{NIM}; block 3",
    f"{WYTHOFF}; block 2",
    f"{WYTHOFF}; block 3",
    f"{WYTHOFF}; block 4",
    f"{NIM}; take 1, 2 from two; take 2 from x; block 2",  # two ways to the same position
    "rules:heaps 2; take n from one where n <= 3; block 3",
    "rules:heaps 2; take n from one where n % 2 == 1; take n, n from two; block 2",
)
"""Games whose certificates take little time to make."""
EVERYTHING = {"start": 1, "accepting": [1], "table": [[0] * 4, [1] * 4]}
"""All positions of two heaps in base 2."""


@lru_cache(maxsize=16)
def block_text(game: str) -> str:
    proof = discover(define(game), seconds=PATIENCE).proof
    assert proof is not None
    return proof.certificate()


def changed_block(game: str, change: Change) -> str:
    data = json.loads(block_text(game))
    data["game"] = "unnamed"  # whatever the rules become, they are not those of a text
    change(data)
    return json.dumps(data)


def blocking() -> Iterator[Case]:
    """All of them: about two hundred files."""
    yield from right()
    yield from forged()
    for game in (RIGHT[1], RIGHT[3]):
        for name, text in mutants(game):
            yield Case(f"{game}: {name}", text.encode(), REJECTED)


def right() -> Iterator[Case]:
    for game in sample(RIGHT, 4, "blocking"):
        yield Case(f"right: {game}", block_text(game).encode(), ACCEPTED)
    more = {"amounts": ["n"], "places": [0], "where": []}
    for name, change in (
        ("a take twice", lambda d: d["takes"].append(d["takes"][0])),
        ("a take in another one", lambda d: d["takes"].append(more)),
        ("all there is to say", put("game", "The queen's game")),
    ):
        yield Case(f"right: {name}", changed_block(RIGHT[3], change).encode(), ACCEPTED)
    yield Case("right: no move, all are to be left", _motionless().encode(), ACCEPTED)


def _motionless() -> str:
    never = {"form": {"n": 1}, "low": None, "high": 0}

    def change(data: dict[str, Any]) -> None:
        data["takes"] = [{"amounts": ["n"], "places": None, "where": [never]}]
        data["positions"] = EVERYTHING

    return changed_block(RIGHT[0], change)


FORGED: tuple[tuple[str, Change, str], ...] = (
    ("a smaller number", put("block", 2), "many"),
    ("a larger number", put("block", 4), "few"),
    ("a take less", lambda d: d["takes"].pop(), "few"),
    ("another take", put("takes", 1, "amounts", [1, 1]), "few"),
    ("nothing is to be left", put("positions", "accepting", []), "few"),
    ("everything is to be left", put("positions", EVERYTHING), "many"),
    ("a start that is dead", put("positions", "start", 0), "few"),
    ("zeros", put("positions", "table", 1, 0, 2), "zeros"),
    ("called nim", put("game", "nim"), "rules"),
    ("called wythoff", put("game", "wythoff"), "rules"),
    ("like wythoff", put("game", "Wythoff, block 3"), "rules"),
    ("another numeration", put("numeration", "language", [[0, 1], [0]]), "recurrence"),
)
UNREADABLE_FORMS: tuple[tuple[str, Change, str], ...] = (
    ("nothing forbidden", put("block", 1), "integer"),
    ("0", put("block", 0), "integer"),
    ("10", put("block", 10), "integer"),
    ("-2", put("block", -2), "integer"),
    ("true", put("block", True), "integer"),
    ("a text", put("block", "3"), "integer"),
    ("null", put("block", None), "integer"),
    ("no number", lambda d: d.pop("block"), "field"),
    ("no set", lambda d: d.pop("positions"), "field"),
    ("an ending", put("misere", 0), "field"),
    ("a value", put("value", 1), "field"),
    ("a witness", put("cover", None), "field"),
    ("called format 1", put("format", "marienbad certificate 1"), "field"),
    ("called format 2", put("format", "marienbad certificate 2"), "field"),
    ("five heaps", put("heaps", 5), "integer"),
    ("a row that is short", put("positions", "table", 1, [1]), "table"),
)


def forged() -> Iterator[Case]:
    """False claims about blocking Wythoff with 3, files that are none of format 3, and others."""
    for status, forms in ((REJECTED, FORGED), (UNREADABLE, UNREADABLE_FORMS)):
        for name, change, key in forms:
            text = changed_block(RIGHT[3], change)
            yield Case(f"forged: {name}", text.encode(), status, key)
    for name, text in (("P-positions", text_of("nim")), ("a value", value_text("nim", 1))):
        called = json.dumps(json.loads(text) | {"format": "marienbad certificate 3"}).encode()
        yield Case(f"forged: one of {name}, called format 3", called, UNREADABLE, "field")
    for game in (RIGHT[1], RIGHT[3]):
        proof = discover(define(game), seconds=PATIENCE).proof
        assert proof is not None
        for position in ((0, 0), (1, 1), (5, 7), (40, 100)):
            wrong = proof.automaton ^ points(BINARY, position)
            text = certificate(Proof(define(game), wrong, (), 0.0))
            yield Case(f"{game}, wrong about {position}", text.encode(), REJECTED)
    for name in ("nim", "wythoff"):
        proof = Proof(define(RIGHT[3]), claim(define(name)), (), 0.0)
        yield Case(f"the positions of {name}", certificate(proof).encode(), REJECTED, "few")


def mutants(game: str, step: int = 1) -> Iterator[tuple[str, str]]:
    """Every accepting state changed, and every so many-th transition."""
    data = json.loads(block_text(game))
    positions = data["positions"]
    accepting, table = positions["accepting"], positions["table"]
    for state in range(1, len(table)):
        positions["accepting"] = sorted({*accepting} ^ {state})
        yield f"state {state}", json.dumps(data)
    positions["accepting"] = accepting
    edges = [(q, a) for q in range(1, len(table)) for a in range(len(table[0]))]
    for q, a in edges[::step]:
        before = table[q][a]
        for target in sorted({0, 1, len(table) - 1} - {before}):
            table[q][a] = target
            yield f"{q} -{a}-> {target}", json.dumps(data)
        table[q][a] = before


if __name__ == "__main__":
    write_corpus(blocking(), Path(sys.argv[1]))
