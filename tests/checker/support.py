"""Certificates of games, as they are written and changed, and what a checker says of them."""

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from marienbad.games.catalogue import define
from marienbad.prover.certificates.writing import certificate
from marienbad.prover.games.proof import Proof, prove

ACCEPTED, REJECTED, UNREADABLE = range(3)
"""What a checker ends with."""
LONGEST = 3 << 24
"""How many characters a certificate has at most."""
Change = Callable[[dict[str, Any]], object]


class Case(NamedTuple):
    """A file, the status that ``checker.py`` ends with, and perhaps the key of its reason."""

    name: str
    content: bytes
    status: int
    key: str = ""


@lru_cache(maxsize=16)
def text_of(game: str) -> str:
    proof = prove(define(game))
    assert isinstance(proof, Proof)
    return certificate(proof)


def changed(game: str, change: Change) -> str:
    data = json.loads(text_of(game))
    change(data)
    return json.dumps(data)


def drop_start(data: dict[str, Any]) -> None:
    data["positions"]["accepting"].remove(1)


def changed_case(
    name: str, status: int, change: Change, game: str = "wythoff", key: str = ""
) -> Case:
    return Case(name, changed(game, change).encode(), status, key)


def put(*path: Any) -> Change:
    """Puts the last of these things where the others lead."""
    *keys, last, value = path

    def change(data: Any) -> None:
        for key in keys:
            data = data[key]
        data[last] = value

    return change


def write_corpus(cases: Iterable[Case], folder: Path) -> None:
    """Write files into a folder, and their verdicts."""
    folder.mkdir(parents=True, exist_ok=True)
    verdicts = []
    for i, case in enumerate(cases):
        file = f"{i:04}.json"
        (folder / file).write_bytes(case.content)
        verdicts.append({"file": file, "name": case.name, "status": case.status, "key": case.key})
    (folder / "verdicts.json").write_text(json.dumps(verdicts, indent=1), "utf-8")
