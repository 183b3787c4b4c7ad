"""The proofs of 3.3.4 and 3.4.4, which differ in a alone: the pairs by their digits."""

from collections.abc import Iterator
from itertools import islice

from marienbad.study.book.proofs.by_algebra import SEARCHED, Lines
from marienbad.study.book.proofs.families import (
    OTHERS,
    Digits,
    Family,
    least_missing,
    of_positive_remainder,
    of_remainder,
)
from marienbad.study.book.proofs.pairs import Pair, is_to_leave
from marienbad.study.book.steps import Step, step
from marienbad.text.sentences import Count, Items, Table, Value, say


def zeros(b: int, x: int, a: int = 1) -> Iterator[Step]:
    family = Family(a, b, 0)
    digits, lines = Digits(family), Lines(family)
    ending = digits.written(x).trailing_zeros
    parity = "odd" if ending % 2 else "even"
    origin = digits.origin(x) if ending % 2 else x
    holds = digits.is_member(origin) and (origin == x or digits.partner(origin) == x)
    yield step(f"1_{parity}", digits.table(x), holds=holds, x=x, zeros=Count(ending, "zero"))
    x += ending % 2
    rank, y = digits.rank(x), digits.partner(x)
    holds = y == x + family.k * rank and (lines.small(rank), lines.large(rank)) == (x, y)
    yield step("2", digits.table(x, y), holds=holds, x=x, rank=rank, step=family.k, y=y)
    cases = Items(tuple(say(f"3_{case}") for case in ("i", "ii", "iii")))
    yield step("3", cases, holds=digits.rank(1) == 1)
    if x == 1:
        yield step("4_first")
        return
    before, last = digits.before(x), digits.written(x).last
    case = "i" if last > 1 else "ii" if last else "iii"
    is_so = {
        "i": before == x - 1,
        "ii": before == x - 1 - digits.written(x - 1).trailing_zeros % 2,
        "iii": before == x - 2,
    }
    shown = digits.table(*range(x, before - 1, -1))
    holds = is_so[case] and digits.rank(before) == rank - 1
    yield step("4", shown, holds=holds, x=x, case=case, before=before, rank=rank - 1)


@of_positive_remainder
def forms(family: Family, x: int) -> Iterator[Step]:
    digits, r, w = Digits(family), family.r, family.w
    form, last = digits.form(x), digits.written(x).last
    yield step("0", _nine_forms(r, w))
    values = {"r": r, "w": w, "last": last, "x": x}
    yield Step(
        say("1_a", **values)
        if form.name == "a"
        else say("1", **values, pairs=form.pairs, form=form.name),
        (digits.table(x),),
        holds=form.is_member == (family.place(x)[0] == "small"),
    )
    if form.is_member:
        y = digits.partner(x)
        is_so = y == family.large(family.place(x)[1])
        yield step("2_member", digits.table(x, y), holds=is_so, y=y)
    else:
        y = digits.origin(x)
        is_so = y == family.opposite.small(family.place(x)[1])
        yield step("2_other", digits.table(x, y), holds=is_so, y=y, s=family.s)
    yield step("3", holds=form.is_member == _is_member_by_pattern(digits, x))


def _nine_forms(r: int, w: int) -> Table:
    """How the numbers of each form end."""
    pairs = f"[{w}, {r}]"
    ends = {
        "b": ("above", w, f"{r}, {pairs}, {w + 1}"),
        "c": ("below", r, f"{pairs}, {w + 1}"),
        "d": ("above", r, f"{pairs}, {w}"),
        "e": ("below", w, f"{r}, {pairs}, {w}"),
    }
    reverse = {"above": "below", "below": "above"}
    yes, no = say("yes"), say("no")
    rows: list[tuple[Value, ...]] = [("(a)", say("end_a", w=w, more=w + 1), yes)]
    for name, (side, digit, rest) in ends.items():
        rows.append((f"({name})", say(f"end_{side}", digit=digit, rest=rest), yes))
    for name, (side, digit, rest) in ends.items():
        end = say(f"end_{reverse[side]}", digit=digit, rest=rest)
        rows.append((f"({OTHERS[name]})", end, no))
    return Table(tuple(say(f"column_{name}") for name in ("form", "end", "set")), tuple(rows))


def _is_member_by_pattern(digits: Digits, x: int) -> bool:
    """Compare with w, r, w, r, … from the right, the order reversed at odd places."""
    r, w, written = digits.family.r, digits.family.w, digits.written(x)
    if written.last not in (w, w + 1):
        return True
    places = range(1, len(written) + 3)
    differences = (written.from_right(j) - (r if j % 2 else w) for j in places)
    j, difference = next((j, found) for j, found in zip(places, differences, strict=True) if found)
    is_above = (difference > 0) != bool(j % 2)
    return is_above == (written.last == w + 1)


CASES = ("i", "ii", "iii", "iv", "v", "vi")


@of_positive_remainder
def members(family: Family, x: int) -> Iterator[Step]:
    digits, opposite = Digits(family), Digits(family.opposite)
    form = digits.form(x)
    is_so = form.is_member == _is_member_by_pattern(digits, x)
    yield step("1", digits.table(x), holds=is_so, x=x, form=form.name)
    how = Items(tuple(say(f"2_{part}") for part in ("low", "high", "back")))
    yield step("2", how)
    guess = digits.origin(x)
    near = range(max(0, guess - 3), guess + 4)
    origins = [y for y in near if opposite.is_member(y) and opposite.partner(y) == x]
    if form.is_member:
        yield step("3_member", holds=not origins, x=x)
    else:
        yield step("3_other", holds=origins == [guess], x=x, y=guess, s=family.s)
        x -= 1 if digits.is_member(x - 1) else 2
    rank, y = digits.rank(x), digits.partner(x)
    lines = Lines(family)
    is_so = y == x + family.k * rank + family.r and (lines.small(rank), lines.large(rank)) == (x, y)
    yield step("4", digits.table(x, y), holds=is_so, x=x, rank=rank, step=family.k, r=family.r, y=y)
    yield step("5", Items(tuple(say(f"5_{case}") for case in CASES)))
    if x == 0:
        yield step("6_first")
        return
    before = digits.before(x)
    shown = digits.table(*range(x, before - 1, -1))
    is_so = digits.rank(before) == rank - 1 and _is_expected(digits, x, before)
    yield step("6", shown, holds=is_so, x=x, case=_case(digits, x), before=before, rank=rank - 1)


def _case(digits: Digits, x: int) -> str:
    written, w = digits.written(x), digits.family.w
    if written.last == 0:
        return "vi" if written.trailing_zeros % 2 else "v"
    return "i" if written.last <= w else CASES[min(written.last - w, 3)]


def _is_expected(digits: Digits, x: int, before: int) -> bool:
    """Whether the number before is the one of its case."""
    case, form = _case(digits, x), digits.form(before)
    if case in ("i", "iv", "v"):
        return before == x - 1 and form.name == "a"
    if case == "ii":
        return before == x - 2 and form.name == "a" and digits.form(x - 1).name in ("e′", "d′")
    return before == x - 1 or (digits.form(x - 1).name in ("b′", "c′") and form.name in "de")


@of_remainder
def arithmetic(family: Family, n: int) -> Iterator[Step]:
    digits, opposite = Digits(family), Digits(family.opposite)
    own = list(islice(digits.members(), n + 1))
    others = [opposite.partner(x) for x in islice(opposite.members(), n)]
    small, large = own[n], digits.partner(own[n])
    shown = digits.table(small, large)
    holds = large == small + family.k * n + family.r
    yield step("1", shown, holds=holds, r=family.r, small=small, large=large)
    least = least_missing({*own[:n], *others})
    yield step("2", holds=least == family.small(n), least=least)
    yield step("3", holds=(small, large) == family.pair(n))
    is_so = large > SEARCHED or is_to_leave(family.game, (small, large))
    yield step("4", holds=is_so, pair=(small, large))


@of_remainder
def reading(family: Family, n: int) -> Iterator[Step]:
    digits = Digits(family)
    v, small = digits.read(n), digits.nth(n)
    pair = small, digits.partner(small)
    is_so = digits.system.q_sum(digits.written(v)) == n and digits.written(v).last < family.k
    yield step("1", digits.q_table(n), digits.table(v), holds=is_so, v=v)
    yield step("2")
    yield step("3")
    how = {0: "same", 1: "more", -1: "less"}[small - v]
    yield step(f"4_{how}", holds=pair == family.pair(n), r=family.r, x=small, pair=pair)


def digit_recipe(b: int, x: int, y: int, a: int = 1) -> Iterator[Step]:
    x, y = sorted((x, y))
    family = Family.of(a, b, y - x)
    digits, m = Digits(family), (y - x) // family.k
    case, target = _left_by_digits(digits, x, y)
    partner = digits.partner(x)
    numbers = target if case == "below" else (x, *target)
    shown = digits.table(*dict.fromkeys(numbers))
    is_so = is_to_leave(family.game, target) and (
        case == "pair" or family.game.is_legal((x, y), (x - target[0], y - target[1]))
    )
    yield step(
        f"2_{case}", shown, holds=is_so, r=family.r, x=x, partner=partner, m=m, target=target
    )


def _left_by_digits(digits: Digits, x: int, y: int) -> tuple[str, Pair]:
    """Which case of the recipe applies, and what it leaves."""
    if not digits.is_member(x):
        return "large", (x, digits.origin(x))
    partner = digits.partner(x)
    if partner <= y:
        return "pair" if partner == y else "above", (x, partner)
    small = digits.nth((y - x) // digits.family.k)
    return "below", (small, digits.partner(small))
