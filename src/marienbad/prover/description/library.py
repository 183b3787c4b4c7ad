"""The descriptions of the automata that are kept with the program.

They were found and proved by :func:`~marienbad.prover.description.finding.describe`, which the
tests do again for some. ``python -m marienbad.prover.description.library`` writes the file anew.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from typing import Any

from marienbad.games.definition import Definition
from marienbad.prover.description.laws import Law
from marienbad.prover.description.shapes import Differences, Exceptions, Shape

FILE = os.path.join(os.path.dirname(__file__), "known.json")  # noqa: PTH118, PTH120 (pathlib is slow to import)
SECONDS = 600


def known_description(game: Definition) -> Law | Shape | None:
    """The description of the automaton of a game, where one is kept.

    >>> from marienbad.games.catalogue import define
    >>> known_description(define("wythoff:a=2"))
    Law(lists=(Pairs(first=((0, 0),), difference=2, steps=(2,)),))
    """
    found = _file().get(game.name)
    if found is None:
        return None
    if "law" in found:
        return Law.of(found["law"])
    kept = (tuple((x, y) for x, y in found[name]) for name in ("missing", "added"))
    return Differences(Exceptions(*kept), tuple(found["differences"]))


@cache
def _file() -> dict[str, Any]:
    with open(FILE, encoding="utf-8") as file:  # noqa: PTH123
        data: dict[str, Any] = json.load(file)
    return data


def main() -> int:
    """Describe every automaton that is kept."""
    from pathlib import Path

    from marienbad.prover.automata.automaton import Automaton
    from marienbad.prover.automata.diagram import read
    from marienbad.prover.description.finding import describe
    from marienbad.prover.games.library import FOLDER

    lines: list[tuple[str, dict[str, object]]] = []
    for path in sorted(Path(FOLDER).glob("*.json")):
        name, diagram = read(path.read_text("utf-8"))
        found = describe(Automaton.of(diagram), name, SECONDS)
        print(name, found)
        if isinstance(found, Law):
            lines.append((name, {"law": found.data}))
        elif isinstance(found, Differences):
            kept = {"missing": found.exceptions.missing, "added": found.exceptions.added}
            lines.append((name, {"differences": found.numbers, **kept}))
    body = ",\n".join(f" {json.dumps(name)}: {json.dumps(data)}" for name, data in lines)
    Path(FILE).write_text(f"{{\n{body}\n}}\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
