"""The automata that were proved once and for all, kept beside the program.

Each file was proved by :func:`marienbad.prover.games.proof.prove`, and the tests prove them again.
The claim is that of a theory, or was discovered where none is written in digits (misère play with
b > 1).
``python -m marienbad.prover.games.library GAME …`` proves games and writes their files.
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


def is_proved(game: Definition) -> bool:
    """Whether there is a proved automaton for a game.

    >>> from marienbad.games.catalogue import define
    >>> is_proved(define("wythoff:a=2")), is_proved(define("wythoff:a=1000"))
    (True, False)
    """
    return game.name.isascii() and len(game.name) < 40 and os.path.isfile(_file(game))  # noqa: PTH113


@lru_cache(maxsize=64)
def proved(game: Definition) -> Diagram:
    """The proved automaton of a game."""
    from marienbad.prover.automata.diagram import read

    if not is_proved(game):
        raise OutOfReach("prover.not_proved", game=game.name)
    with open(_file(game), encoding="utf-8") as file:  # noqa: PTH123
        return read(file.read())[1]


def _file(game: Definition) -> str:
    name = game.name.replace(":", "-").replace(",", "-").replace("=", "")
    return f"{FOLDER}/{name if name.replace('-', '').isalnum() else 'none'}.json"


def main(names: list[str]) -> int:
    """Prove games and write the files of those that are proved."""
    from pathlib import Path

    from marienbad.games.catalogue import define
    from marienbad.prover.automata.diagram import written
    from marienbad.prover.discovery.search import discover
    from marienbad.prover.games.proof import Proof, Refutation, prove

    Path(FOLDER).mkdir(exist_ok=True)
    for name in names:
        game = define(name)
        try:
            found: Proof | Refutation | None = prove(game)
        except OutOfReach:  # no theory to claim anything
            found = discover(game, seconds=SECONDS).proof
        print(found)
        if not isinstance(found, Proof):
            return 1
        Path(_file(game)).write_text(written(game.name, found.automaton.diagram()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
