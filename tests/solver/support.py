"""Games given by declared takes, random ones too, and what the readable search says of them."""

from typing import Any, ClassVar

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.declaration import Bound, Condition, Congruence, Linear, Take
from marienbad.games.definition import Convention, Definition
from marienbad.games.expressions import Expression, Formula, Name, Number, Operation
from marienbad.games.ruleset import Ruleset
from marienbad.solver.reference import p_positions

EUCLID = """heaps 2
take n from x where x >= y and n % y == 0
take n from y where y >= x and n % x == 0"""


class Declared(Ruleset):
    """Rules that are just their takes."""

    takes: ClassVar[tuple[Take, ...]]
    declared: tuple[Take, ...]


def game_of(*takes: Take, misere: bool = False) -> Definition:
    """A game that has these takes and a name, for what it is called plays no part."""
    model = define("nim")
    rules = type("Rules", (Declared,), {"takes": takes})(takes)
    convention = Convention.MISERE if misere else Convention.NORMAL
    fields = {name: getattr(model, name) for name in model._fields}
    return Definition(**{**fields, "name": "rules", "ruleset": rules, "convention": convention})


def expected(game: Definition, sizes: tuple[int, ...]) -> Any:
    table = np.zeros(sizes, bool)
    for position in p_positions(game, sizes):
        table[position] = True
    return table


AMOUNTS = ("c", "d")
HEAPS = ("x", "y", "z", "w")
NUMBERS = st.integers(0, 9)


def forms(names: tuple[str, ...]) -> st.SearchStrategy[Linear]:
    factors = st.sampled_from((1, -1, 1, -1, 2, -2, 3))
    chosen = st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True)
    return chosen.flatmap(
        lambda found: st.tuples(*[st.tuples(st.just(name), factors) for name in found]).map(Linear)
    )


def linear_conditions(names: tuple[str, ...]) -> st.SearchStrategy[Condition]:
    ends = st.one_of(st.none(), st.integers(-5, 8))
    strips = st.tuples(forms(names), NUMBERS, NUMBERS)
    return st.one_of(
        st.builds(Bound, forms(names), ends, ends),
        strips.map(lambda strip: Bound(strip[0], strip[1], strip[1] + strip[2])),
        st.builds(Congruence, forms(names), st.integers(1, 5), st.integers(0, 4)),
    )


def operations(
    operators: tuple[str, ...], *operands: st.SearchStrategy[Any]
) -> st.SearchStrategy[Operation]:
    return st.builds(Operation, st.sampled_from(operators), st.tuples(*operands))


def expressions(names: tuple[str, ...]) -> st.SearchStrategy[Expression]:
    leaves = st.one_of(st.sampled_from(names).map(Name), st.integers(-3, 9).map(Number))
    binary = ("+", "-", "*", "//", "%", "^", "min", "max", "gcd")
    return st.recursive(
        leaves,
        lambda inner: operations(binary, inner, inner) | operations(("neg", "abs"), inner),
        max_leaves=4,
    )


def formulas(names: tuple[str, ...]) -> st.SearchStrategy[Formula]:
    values, number = expressions(names), NUMBERS.map(Number)
    compared = operations(("<", "<=", ">", ">=", "==", "!="), values, values)
    return st.recursive(
        compared | operations(("in",), values, number, number),
        lambda inner: operations(("and", "or"), inner, inner) | operations(("not",), inner),
        max_leaves=3,
    ).map(Formula)


@st.composite
def takes(draw: st.DrawFn, heaps: int, is_sized: bool) -> Take:
    count = draw(st.integers(1, min(heaps, 3)))
    amount = st.sampled_from(AMOUNTS) | st.sampled_from(AMOUNTS) | st.integers(1, 4)
    amounts = tuple(draw(amount) for _ in range(count))
    names = tuple(sorted({amount for amount in amounts if isinstance(amount, str)}))
    spoken = names + (HEAPS[:heaps] if is_sized else ())
    where: tuple[Condition, ...] = ()
    if spoken:
        kinds = linear_conditions(spoken) | linear_conditions(spoken) | formulas(spoken)
        where = tuple(draw(st.lists(kinds, max_size=2)))
    orders = st.permutations(range(heaps)).map(lambda order: tuple(order[:count]))
    return Take(amounts, where, draw(st.none() | orders))


SIZES = {1: ((150,),), 2: ((7, 70), (14, 14)), 3: ((5, 4, 6), (5, 5, 5)), 4: ((3, 2, 3, 4),)}
SOME = settings(deadline=None, suppress_health_check=list(HealthCheck))
FEW = settings(SOME, max_examples=SOME.max_examples // 2)


@st.composite
def games(draw: st.DrawFn) -> tuple[Definition, tuple[int, ...]]:
    heaps = draw(st.sampled_from((1, 2, 2, 2, 3, 4)))
    is_sized = draw(st.booleans())
    declared = draw(st.lists(takes(heaps, is_sized), min_size=1, max_size=3))
    if draw(st.booleans()):
        declared.append(Take(("n",)))
    sizes = draw(st.sampled_from(SIZES[heaps]))
    return game_of(*declared, misere=draw(st.booleans())), sizes
