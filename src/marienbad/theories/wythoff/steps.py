"""The steps by which a person wins a game of pairs, in words for every position.

First the difference of the heaps, then the partner of the smaller heap. If y − x = nk + r + tb
with t < a, the pair number n of family r has a difference that a move from both heaps can leave.
Where its smaller member is below x that move wins; where it is x the larger member is at most y.
Otherwise the partner of x is less than y: were x the smaller member of a pair and y below the
larger, n would be below the number of that pair, and the smaller member of pair n below x. The
other steps find the winning moves that are left: a second pair within reach, the first pair turned
round, the partner of y.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from marienbad.text.mathematics import Expression, Operand, Prime, Product, Subscript, Sum, Symbol
from marienbad.text.relations import eq
from marienbad.text.sentences import (
    Block,
    Cell,
    Items,
    Listing,
    Message,
    Section,
    Table,
    Value,
    say,
)
from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs
from marienbad.values import Record

N, R, OPPOSITE = Symbol("n"), Symbol("r"), Prime("r")
StepKind: TypeAlias = Literal["difference", "smaller", "larger", "second", "turned"]
KINDS: tuple[StepKind, ...] = ("difference", "smaller", "larger", "second", "turned")
LISTED = 6
"""As many families are listed one by one."""
CHECKED_PAIRS = 9
"""How many pairs of a family are shown as a check."""
CHECKED_STEP, CHECKED_FAMILIES = 1000, 4
"""The largest k, and the most families, of which pairs are shown as a check."""


def variant(rules: PairRules) -> str:
    """Which wording of the steps suits the game."""
    if rules.is_misere:
        return "misere" if rules.a > 1 else "misere_plain"
    return ("ab" if rules.a > 1 else "b") if rules.b > 1 else ("a" if rules.a > 1 else "plain")


class Reading(Record):
    """The difference of two heaps as nk + residue + rest: the number of a pair within reach."""

    family: PairFamily
    number: int
    rest: int

    @classmethod
    def of(cls, rules: PairRules, difference: int) -> "Reading":
        family = rules.family(difference)
        return cls(family, *divmod(difference - family.residue, family.step))

    @property
    def is_of_equal_heaps(self) -> bool:
        """Whether no pair has this difference or less: equal heaps in misère play."""
        return self.number < 0

    def message(self, rules: PairRules, position: tuple[int, int]) -> Message:
        """The first step with the numbers of a position."""
        (x, y), form = position, variant(rules)
        if self.is_of_equal_heaps:
            return say("wythoff.here.equal", x=x, y=y)
        residue = self.family.residue
        terms: list[Operand] = [Product((self.family.step, self.number), "×")]
        if form == "misere":
            terms, remainder = [*terms, residue], self.rest
        else:
            remainder = self.rest + residue
        key = {"misere": "a", "misere_plain": "plain"}.get(form, form)
        return say(
            f"wythoff.here.{key}",
            x=x,
            y=y,
            difference=y - x,
            division=Sum((*terms, remainder)),
            number=self.number,
            rest=remainder,
            residue=residue,
        )


def difference(rules: PairRules, rank: Operand = N, residue: Operand = R) -> Expression:
    """nk + r, the difference of the pair number n."""
    product = Product((rules.step, rank)) if rules.step > 1 else Sum((rank,))
    if rules.b > 1 and residue != 0:
        return Sum((product, residue))
    return Sum((product, 1)) if rules.is_misere and rules.a > 1 else product


def small_member(rules: PairRules, residue: Operand, rank: Operand) -> Expression:
    """aₙ, a_{i,n} or, in misère play, Aₙ."""
    return _member(rules, "A" if rules.is_misere else "a", residue, rank)


def large_member(rules: PairRules, residue: Operand, rank: Operand) -> Expression:
    """bₙ, b_{i,n} or, in misère play, Bₙ."""
    return _member(rules, "B" if rules.is_misere else "b", residue, rank)


def larger_member(pair: Pair, step: int) -> Expression:
    """The larger member of a pair from the smaller one and the number: small + k·n + r, put in."""
    terms: list[Operand] = [pair.small, Product((step, pair.rank), "×") if step > 1 else pair.rank]
    rest = pair.difference - step * pair.rank
    return eq(Sum((*terms, rest) if rest else terms), pair.large)


def _member(rules: PairRules, letter: str, residue: Operand, rank: Operand) -> Expression:
    return Subscript(letter, rank if rules.b == 1 else (residue, rank))


def introduction(rules: PairRules) -> list[Block]:
    """What the pairs are; in misère play first which pair comes last."""
    shown = difference(rules)
    if rules.b > 1:
        values = range(rules.b) if rules.b <= LISTED else (0, 1, "…", rules.b - 1)
        residues = Listing(tuple(values), "")
        half, is_odd = divmod(rules.b, 2)
        own = say("wythoff.pairs_own") if is_odd else say("wythoff.pairs_own_half", half=half)
        named: dict[str, Value] = {"b": rules.b, "residues": residues, "own": own}
        return [say("wythoff.pairs_residue", difference=shown, **named)]
    if rules.exceptions:
        return [say("wythoff.pairs.misere_plain")]
    first = rules.family(0).pair(0, 0)
    pairs = say("wythoff.pairs", difference=shown, first=first.members, zero=first.large)
    if not rules.is_misere:
        return [pairs]
    return [say("wythoff.pairs.misere"), pairs, say("wythoff.pairs.normal")]


def known_pairs(rules: PairRules) -> list[Block]:
    """That the exceptions are not found by a formula, where there are any."""
    return [say("wythoff.from_two")] if rules.exceptions else []


def steps(rules: PairRules) -> dict[StepKind, Message]:
    """The steps in the order in which they cost least; each is a case of its own."""
    form, a, b, k = variant(rules), rules.a, rules.b, rules.step
    residue = "_residue" if b > 1 else ""
    found: dict[StepKind, Message] = {
        "difference": say(f"wythoff.step.difference.{form}", k=k, b=b, kn=Product((k, N))),
        "smaller": say(f"wythoff.step.smaller{residue}"),
        "larger": say(f"wythoff.step.larger{residue}"),
    }
    if a > 1:
        found["second"] = say(f"wythoff.step.second{residue}", least=b)
    if a > 1 and b > 1:
        found["turned"] = say("wythoff.step.turned", b=b, bound=k - b)
    if form == "misere" and a > 2:
        found["turned"] = say("wythoff.step.turned_misere", bound=a - 1)
    return found


def rule(rules: PairRules) -> list[Block]:
    """Why the pairs win, the two steps of which one works, and those that find further moves."""
    first, second, *others = steps(rules).values()
    further = (say("wythoff.step.go_on"), Items(tuple(others)))
    return [
        say("wythoff.why"),
        Items((first, second), True),
        say("wythoff.step.enough_misere" if rules.is_misere else "wythoff.step.enough"),
        Section(say("wythoff.step.more"), further, is_open=False),
    ]


def in_order(rules: PairRules, ranks: Sequence[int]) -> list[int]:
    """Ranks as they are listed: (0, 1) of misère Wythoff comes before (2, 2)."""
    if rules.exceptions:
        return sorted(ranks, key=lambda rank: (0, -rank) if rank < 2 else (1, rank))
    return list(ranks)


def label(rules: PairRules, rank: int) -> int | Symbol:
    """The number of a pair where it is listed; the exceptions have none."""
    return Symbol("–") if rules.exceptions and rank < len(rules.exceptions) else rank


def first_pairs(pairs: Pairs) -> list[Block]:
    """The first pairs of each family, by which a reader can check what he has found."""
    rules = pairs.rules
    if rules.step > CHECKED_STEP:
        return []
    residues = [rules.family(0).residue] if rules.b == 1 else list(range(rules.b))
    if rules.b > CHECKED_FAMILIES:
        residues = [0, 1, rules.b - 1]
    rows: list[tuple[Cell, ...]] = []
    for residue in residues:
        family = rules.family(residue)
        ranks = in_order(rules, range(CHECKED_PAIRS))
        found = [pairs.pair_at(family, index) for index in ranks]
        members = [pair.members for pair in found if pair is not None]
        rows.append((small_member(rules, residue, "n"), *(small for small, _ in members)))
        rows.append((large_member(rules, residue, "n"), *(large for _, large in members)))
    heads: tuple[Cell, ...] = (N, *(label(rules, n) for n in range(CHECKED_PAIRS)))
    table = Table(heads, tuple(rows))
    return [Section(say("wythoff.first_pairs"), (table,), is_open=False)]
