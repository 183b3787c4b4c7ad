"""Wythoff's game and its generalisations: two heaps, take from one or from both.

With parameters a and b a player takes a multiple of b from one heap, or c and d, both positive,
from the two heaps with c ≡ d (mod b) and abs(c − d) < ab. Wythoff's own game is a = b = 1.

With more heaps (Fraenkel) a player takes any number from one heap, or from several of them positive
numbers whose nim-sum is 0: from two heaps the same number. There they are known by search alone.
"""

from functools import cached_property

from marienbad.games.bibliography import cited
from marienbad.games.declaration import HEAP_NAMES, Bound, Congruence, Linear, Take
from marienbad.games.expressions import Expression, Formula, Name, Operation
from marienbad.games.family import Family
from marienbad.games.parameters import Parameter
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Position
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing

LISTED = 4
"""As many differences are written out in the rule."""
_AMOUNT = Linear((("n", 1),))
_DIFFERENCE = Linear((("c", 1), ("d", -1)))
_AMOUNTS = "cdefghij"
"""What is taken from several heaps."""


class WythoffRules(Ruleset):
    """The rules for given a, b ≥ 1 with two heaps, or for more heaps with a = b = 1.

    >>> rules = WythoffRules(a=2)
    >>> rules.is_legal((3, 5), (2, 1)), rules.is_legal((3, 5), (3, 1))
    (True, False)
    >>> rules = WythoffRules(heaps=3)
    >>> rules.is_legal((3, 5, 7), (1, 2, 3)), rules.is_legal((3, 5, 7), (1, 1, 1))
    (True, False)
    """

    a: int = 1
    b: int = 1
    heaps: int = 2

    @property
    def step(self) -> int:
        """k = ab, by which the differences of the pairs to leave grow."""
        return self.a * self.b

    @property
    def differences(self) -> Listing:
        """By how much the numbers taken from both heaps may differ, in words."""
        listed = [self.b * i for i in range(min(self.a, LISTED))]
        last = self.b * (self.a - 1)
        return Listing(listed if self.a <= LISTED else (*listed[:-1], "…", last), "or")

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        if self.heaps > 2:
            several = (_nim_sum_of(count) for count in range(3, self.heaps + 1))
            return Take(("n",)), Take(("n", "n")), *several
        alone = Take(("n",), where=(Congruence(_AMOUNT, self.b),) if self.b > 1 else ())
        if self.a == 1:
            return alone, Take(("n", "n"))
        reach = (self.a - 1) * self.b
        congruent = (Congruence(_DIFFERENCE, self.b),) if self.b > 1 else ()
        return alone, Take(("c", "d"), where=(Bound(_DIFFERENCE, -reach, reach), *congruent))


def _nim_sum_of(heaps: int) -> Take:
    """Amounts from so many heaps, the last of them the nim-sum of the others.

    >>> print(_nim_sum_of(3))
    take c, d, e from three where c ^ d == e
    """
    first, *others, last = amounts = tuple(_AMOUNTS[:heaps])
    total: Expression = Name(first)
    for amount in others:
        total = Operation("^", (total, Name(amount)))
    return Take(amounts, (Formula(Operation("==", (total, Name(last)))),))


def rules_of(heaps: int, a: int, b: int) -> WythoffRules:
    """Return the rules, or say that more than two heaps have neither a nor b."""
    if heaps > 2 and (a > 1 or b > 1):
        given = [f"{name}={value}" for name, value in (("a", a), ("b", b)) if value > 1]
        raise InputError("wythoff.heaps_alone", heaps=heaps, given=Listing(given))
    return WythoffRules(a, b, heaps)


def start_of(rules: WythoffRules) -> Position:
    """Return the usual start; with many heaps they are small, so that a search reaches it.

    >>> start_of(WythoffRules(heaps=3)), start_of(WythoffRules(heaps=6))
    ((3, 5, 7), (1, 1, 2, 2, 3, 3))
    """
    known = {2: (7, 11), 3: (3, 5, 7), 4: (1, 3, 5, 7)}
    return known.get(rules.heaps) or tuple(heap // 2 + 1 for heap in range(rules.heaps))


def references(rules: WythoffRules, is_misere: bool) -> tuple[str, ...]:
    """Return the source of these parameters; misère play with b > 1 has only that of its moves."""
    if rules.heaps > 2:
        return cited("sun-zeilberger", "fraenkel-2004")
    return cited(*works(rules, is_misere and rules.b == 1), "deslongchamps")


def works(rules: WythoffRules, is_misere: bool) -> tuple[str, ...]:
    """Return the works that solved these games first; none for misère play with b > 1.

    >>> works(WythoffRules(a=2), is_misere=False), works(WythoffRules(b=2), is_misere=True)
    (('fraenkel-1982',), ())
    """
    if is_misere:
        return ("fraenkel-1984",) if rules.b == 1 else ()
    if rules.a > 1:
        return ("fraenkel-1982",) if rules.b == 1 else ("fraenkel-borosh",)
    return ("wythoff",) if rules.b == 1 else ("connell",)


def has_formulas(rules: WythoffRules, is_misere: bool) -> bool:
    """Whether the pairs have closed forms; for misère play with b > 1 only a law is known."""
    return rules.heaps == 2 and not (is_misere and rules.b > 1)


_THEORIES = ("recurrence", "algebra", "arithmetic")


def theories_of(rules: WythoffRules, is_misere: bool) -> tuple[str, ...]:
    """Return the theories of these parameters by name; with more than two heaps there is none."""
    if rules.heaps > 2:
        return ()
    return _THEORIES if has_formulas(rules, is_misere) else _THEORIES[:1]


def statements(rules: WythoffRules, _heaps: int = 2) -> str:
    """Return the moves in the rule language, with no more numbers than they need.

    >>> statements(WythoffRules(b=4))
    'let b = 4; take n from one where n % b == 0; take n, n from two'

    It cannot say “from four” of more heaps: then nothing is returned.
    """
    if rules.heaps > 2:
        return "; ".join(map(str, rules.takes)) if rules.heaps <= 4 else ""
    named = [
        f"{name} = {number}" for name, number in (("a", rules.a), ("b", rules.b)) if number > 1
    ]
    alone = "take n from one" + " where n % b == 0" * (rules.b > 1)
    both = "take n, n from two"
    if rules.a > 1:
        both = f"take c, d from two where abs(c - d) < {'a * b' if rules.b > 1 else 'a'}"
        both += " and c % b == d % b" * (rules.b > 1)
    return "; ".join([f"let {', '.join(named)}"] * bool(named) + [alone, both])


WYTHOFF = Family(
    name="wythoff",
    rules=rules_of,
    parameters=(Parameter("heaps", 2, len(HEAP_NAMES)), Parameter("a"), Parameter("b")),
    quantities=("differences",),
    start=start_of,
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
        "wythoff:heaps=3",
    ),
    theories=_THEORIES,
    theories_of=theories_of,
    has_formulas=has_formulas,
    statements=statements,
)
