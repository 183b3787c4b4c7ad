"""Wythoff's game and its generalisations: two heaps, take from one or from both.

With parameters a and b a player takes a multiple of b from one heap, or c and d, both positive,
from the two heaps with c ≡ d (mod b) and abs(c − d) < ab. Wythoff's own game is a = b = 1.

- W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907), 199-202.
- I. G. Connell, A generalization of Wythoff's game, Canadian Mathematical Bulletin 2 (1959),
  181-190, doi:10.4153/CMB-1959-024-3 (a = 1).
- A. S. Fraenkel, I. Borosh, A generalization of Wythoff's game, Journal of Combinatorial Theory A
  15 (1973), 175-191, doi:10.1016/0097-3165(73)90005-5 (all a, b).
- A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, American Mathematical
  Monthly 89 (1982), 353-361, doi:10.1080/00029890.1982.11995454 (b = 1).
"""

from marienbad.games.declaration import Bound, Congruence, Linear, Take
from marienbad.games.ruleset import Ruleset

_AMOUNT = Linear((("n", 1),))
_DIFFERENCE = Linear((("c", 1), ("d", -1)))


class WythoffRules(Ruleset):
    """The rules for given a, b ≥ 1.

    >>> rules = WythoffRules(a=2)
    >>> rules.is_legal((3, 5), (2, 1)), rules.is_legal((3, 5), (3, 1))
    (True, False)
    """

    a: int = 1
    b: int = 1

    @property
    def heaps(self) -> int:
        return 2

    @property
    def takes(self) -> tuple[Take, ...]:
        reach = (self.a - 1) * self.b
        multiple = (Congruence(_AMOUNT, self.b),) if self.b > 1 else ()
        near = Bound(_DIFFERENCE, -reach, reach)
        congruent = (Congruence(_DIFFERENCE, self.b),) if self.b > 1 and self.a > 1 else ()
        if self.a == 1:
            return Take(("n",), where=multiple), Take(("n", "n"))
        return Take(("n",), where=multiple), Take(("c", "d"), where=(near, *congruent))
