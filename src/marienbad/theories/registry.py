"""Which theories a game has, the default first. Modules are loaded only when a game needs them."""

from functools import lru_cache

from marienbad.games.definition import Definition
from marienbad.games.nim import NimRules
from marienbad.games.wythoff import WythoffRules
from marienbad.theories.theory import Theory


@lru_cache(maxsize=256)
def theories_of(game: Definition) -> dict[str, Theory]:
    """The theories of a game by name.

    >>> from marienbad.games.catalogue import define
    >>> list(theories_of(define("nim")))
    ['binary', 'packets', 'base4', 'base8', 'base16', 'table']
    >>> list(theories_of(define("wythoff:b=2,misere")))
    ['table']
    """
    from marienbad.theories.table import TableTheory

    kinds: list[type[Theory]] = [*_proper_theories(game), TableTheory]
    return {kind.name: kind(game) for kind in kinds}


def _proper_theories(game: Definition) -> list[type[Theory]]:
    rules = game.ruleset
    if isinstance(rules, NimRules):
        from marienbad.theories.nim.bases import Base4, Base8, Base16
        from marienbad.theories.nim.binary import Binary
        from marienbad.theories.nim.packets import Packets

        return [Binary, Packets, Base4, Base8, Base16]
    if isinstance(rules, WythoffRules) and not (game.is_misere and rules.b > 1):
        from marienbad.theories.wythoff.algebra import Algebra
        from marienbad.theories.wythoff.arithmetic import Arithmetic
        from marienbad.theories.wythoff.recurrence import Recurrence

        return [Recurrence, Algebra, Arithmetic]
    return []
