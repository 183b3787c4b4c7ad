"""Certificates of games, as they are written and changed."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from marienbad.games.catalogue import define
from marienbad.prover.certificates.writing import certificate
from marienbad.prover.games.proof import Proof, prove


@lru_cache(maxsize=16)
def text_of(game: str) -> str:
    proof = prove(define(game))
    assert isinstance(proof, Proof)
    return certificate(proof)


def changed(game: str, change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(text_of(game))
    change(data)
    return json.dumps(data)


def drop_start(data: dict[str, Any]) -> None:
    data["positions"]["accepting"].remove(1)
