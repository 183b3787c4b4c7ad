"""Wythoff's game and its generalisations: two heaps, take from one or from both.

With parameters a and b a player takes a multiple of b from one heap, or c and d, both positive,
from the two heaps with c ≡ d (mod b) and abs(c − d) < ab. Wythoff's own game is a = b = 1.
"""

from marienbad.games.declaration import Bound, Congruence, Linear, Take
from marienbad.games.family import PAIRS, Family, Parameter, TableKind
from marienbad.games.ruleset import Ruleset
from marienbad.games.sources import DESLONGCHAMPS

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
    def step(self) -> int:
        """k = ab, by which the differences of the pairs to leave grow."""
        return self.a * self.b

    @property
    def heaps(self) -> int:
        return 2

    @property
    def takes(self) -> tuple[Take, ...]:
        alone = Take(("n",), where=(Congruence(_AMOUNT, self.b),) if self.b > 1 else ())
        if self.a == 1:
            return alone, Take(("n", "n"))
        reach = (self.a - 1) * self.b
        congruent = (Congruence(_DIFFERENCE, self.b),) if self.b > 1 else ()
        return alone, Take(("c", "d"), where=(Bound(_DIFFERENCE, -reach, reach), *congruent))


_WYTHOFF = "W. A. Wythoff, A modification of the game of Nim, Nieuw Arch. Wisk. 7 (1907) 199-202"
_CONNELL = "I. G. Connell, A generalization of Wythoff's game, Canad. Math. Bull. 2 (1959) 181-190"
_FRAENKEL = (
    "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, "
    "Amer. Math. Monthly 89 (1982) 353-361"
)
_FRAENKEL_BOROSH = (
    "A. S. Fraenkel, I. Borosh, A generalization of Wythoff's game, "
    "J. Combin. Theory A 15 (1973) 175-191"
)
_FRAENKEL_MISERE = (
    "A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, "
    "Theoret. Comput. Sci. 29 (1984) 49-73"
)


def references(rules: WythoffRules, is_misere: bool) -> tuple[str, ...]:
    """Return the source of these parameters; misère play with b > 1 has only that of its moves."""
    if is_misere and rules.b == 1:
        return _FRAENKEL_MISERE, DESLONGCHAMPS
    if rules.a > 1:
        own = _FRAENKEL if rules.b == 1 else _FRAENKEL_BOROSH
    else:
        own = _WYTHOFF if rules.b == 1 else _CONNELL
    return own, DESLONGCHAMPS


def is_solved(rules: WythoffRules, is_misere: bool) -> bool:
    """Whether there is a theory; for misère play with b > 1 there is none here."""
    return not (is_misere and rules.b > 1)


def statements(rules: WythoffRules) -> str:
    """Return the moves in the rule language, with no more numbers than they need.

    >>> statements(WythoffRules(b=4))
    'let b = 4; take n from one where n % b == 0; take n, n from two'
    """
    named = [
        f"{name} = {number}" for name, number in (("a", rules.a), ("b", rules.b)) if number > 1
    ]
    alone = "take n from one" + " where n % b == 0" * (rules.b > 1)
    both = "take n, n from two"
    if rules.a > 1:
        both = f"take c, d from two where abs(c - d) < {'a * b' if rules.b > 1 else 'a'}"
        both += " and c % b == d % b" * (rules.b > 1)
    return "; ".join([f"let {', '.join(named)}"] * bool(named) + [alone, both])


_TABLES = "marienbad.theories.wythoff.tables:"
_COUNTING = "marienbad.theories.wythoff.counting:"

WYTHOFF = Family(
    name="wythoff",
    rules=WythoffRules,
    parameters=(Parameter("a"), Parameter("b")),
    quantities=("step",),
    start=(7, 11),
    nouns=("heap", "token"),
    piece="queen",
    references=references,
    examples=(
        "wythoff",
        "wythoff:a=2",
        "wythoff:b=2",
        "wythoff:a=2,b=3",
        "wythoff:misere",
        "wythoff:a=2,misere",
        "wythoff:a=3,misere",
    ),
    theories=(
        ("recurrence", "marienbad.theories.wythoff.recurrence:Recurrence"),
        ("algebra", "marienbad.theories.wythoff.algebra:Algebra"),
        ("arithmetic", "marienbad.theories.wythoff.arithmetic:Arithmetic"),
    ),
    is_solved=is_solved,
    statements=statements,
    pairs=_COUNTING + "ordered_pairs",
    lost_starts=_COUNTING + "lost_starts",
    delicate_numbers=_COUNTING + "delicate_numbers",
    claim="marienbad.prover.games.claims:known_pairs",
    tables=(
        PAIRS.having(maker=_TABLES + "pairs", served_rows=_TABLES + "served_pairs"),
        TableKind(
            "convergents",
            "wythoff.table.convergents",
            _TABLES + "convergents",
            usual_rows=12,
            most_rows=_TABLES + "most_convergents",
            served_rows=_TABLES + "served_convergents",
        ),
        TableKind(
            "representations",
            "wythoff.table.representations",
            _TABLES + "representations",
            takes_numbers=True,
        ),
    ),
)
