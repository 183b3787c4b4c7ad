"""The automata that were proved once and for all, kept beside the program.

Each file was proved by :func:`marienbad.prover.games.proof.prove`, and the tests prove them again.
The claim is that of a theory, or was discovered where none is written in digits (misère play with
b > 1). The positions of Grundy values above 0 were discovered too; they stand in folders of their
own. ``python -m marienbad.prover.games.library [--value G] GAME …`` proves games and writes their
files.
"""

from __future__ import annotations

import os
import sys
from functools import lru_cache

from marienbad.games.definition import Definition
from marienbad.text.problems import OutOfReach

TYPE_CHECKING = False  # type checkers take it for true; typing itself is slow to import
if TYPE_CHECKING:
    from marienbad.prover.automata.diagram import Diagram

FOLDER = os.path.join(os.path.dirname(__file__), "proved")  # noqa: PTH118, PTH120 (pathlib is slow to import)

SECONDS = 600
"""How long a strategy is looked for where no theory claims one."""


def is_proved(game: Definition, value: int = 0) -> bool:
    """Whether there is a proved automaton for a game, of its P-positions or of a Grundy value.

    >>> from marienbad.games.catalogue import define
    >>> is_proved(define("wythoff:a=2")), is_proved(define("wythoff:a=1000"))
    (True, False)
    """
    return game.name.isascii() and len(game.name) < 40 and os.path.isfile(_file(game, value))  # noqa: PTH113


@lru_cache(maxsize=64)
def proved(game: Definition, value: int = 0) -> Diagram:
    """The proved automaton of a game, of its P-positions or of a Grundy value."""
    from marienbad.prover.automata.diagram import read

    if not is_proved(game, value):
        raise OutOfReach("prover.not_proved", game=game.name)
    with open(_file(game, value), encoding="utf-8") as file:  # noqa: PTH123
        return read(file.read())[1]


def _file(game: Definition, value: int = 0) -> str:
    name = game.name.replace(":", "-").replace(",", "-").replace("=", "")
    folder = f"{FOLDER}/values/{value}" if value else FOLDER
    return f"{folder}/{name if name.replace('-', '').isalnum() else 'none'}.json"


def main(names: list[str]) -> int:
    """Prove games, or their positions of a Grundy value, and write the files of what is proved."""
    from pathlib import Path

    from marienbad.games.catalogue import define
    from marienbad.prover.automata.diagram import written
    from marienbad.prover.discovery.search import discover
    from marienbad.prover.discovery.values import discover_value
    from marienbad.prover.games.proof import Proof, Refutation
    from marienbad.prover.games.values import prove_value

    value = 0
    if names[:1] == ["--value"]:
        value, names = int(names[1]), names[2:]
    for name in names:
        game = define(name)
        try:
            found: Proof | Refutation | None = prove_value(game, value)
        except OutOfReach:  # no theory to claim anything
            search = discover_value(game, value, seconds=SECONDS) if value else None
            found = (search or discover(game, seconds=SECONDS)).proof
        print(found)
        if not isinstance(found, Proof):
            return 1
        file = Path(_file(game, value))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(written(game.name, found.automaton.diagram()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
