"""The compiled search against the readable one, on the examples and on random rules."""

from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.declaration import Bound, Condition, Congruence, Linear, Take
from marienbad.games.definition import Convention, Definition
from marienbad.games.expressions import Expression, Formula, Name, Number, Operation
from marienbad.games.language.rule_text import define_rules
from marienbad.games.ruleset import Ruleset
from marienbad.solver.grundy import Values, lines_of
from marienbad.solver.listing import Listed
from marienbad.solver.plain import grundy_values, p_positions
from marienbad.solver.rows import Rows
from marienbad.solver.strips import Strips, engine_of
from marienbad.solver.survivors import Survivors
from marienbad.solver.symmetric import Symmetric
from marienbad.solver.table import Table, memory_needed, solve
from marienbad.text.problems import InputError, OutOfReach

pytestmark = pytest.mark.slow

NIMOFF = "heaps 3; take n from one; take n, n from two; take n, n, n from all"
EUCLID = """heaps 2
take n from x where x >= y and n % y == 0
take n from y where y >= x and n % x == 0"""
EXAMPLES: dict[str, tuple[str, tuple[int, ...], type]] = {
    "at most 3 from one": (
        "heaps 2; take n from one where n <= 3; take n, n from two",
        (20, 66),
        Rows,
    ),
    "c - d in {0, 1}": (
        "heaps 2; take n from one; take c, d from two where c - d in {0, 1}",
        (24, 66),
        Survivors,
    ),
    "without (2, 2)": (
        "heaps 2; take n from one; take n, n from two where n != 2",
        (24, 66),
        Survivors,
    ),
    "with (t, 2t)": (
        "heaps 2; take n from one; take n, n from two; take t, s from two where s == 2 * t",
        (24, 66),
        Survivors,
    ),
    "{1, 3, 4} from one heap": ("heaps 1; take n from one where n in {1, 3, 4}", (300,), Rows),
    "{1, 3, 4} from two": ("heaps 2; take n from one where n in {1, 3, 4}", (12, 90), Rows),
    "at most 5": ("heaps 3; take n from one where n <= 5", (9, 8, 9), Rows),
    "at most 20": ("heaps 2; take n from one where n <= 20", (24, 66), Rows),
    "nimoff": (NIMOFF, (9, 9, 9), Symmetric),
    "nimoff, not a cube": (NIMOFF, (3, 5, 66), Survivors),
    "n, n, 2n": (
        "heaps 3; take n from one; take n, n, m from all where m == 2 * n",
        (9, 9, 9),
        Symmetric,
    ),
    "euclid": (EUCLID, (20, 20), Listed),
    "lucas": (
        "heaps 2; take n from one; take c, d from two where c == 2 * d or d == 2 * c or c == d",
        (24, 66),
        Survivors,
    ),
    "multiples of 70": ("heaps 2; take n from one where n % 70 == 0", (9, 300), Rows),
    "squares": (
        "heaps 2; take n from one where n in {1, 4, 9, 16, 25, 36, 49, 64}; take n, n from two",
        (12, 130),
        Rows,
    ),
    "a cone": ("heaps 2; take n from one; take c, d from two where c <= d", (14, 66), Rows),
    "formulas on a strip": (
        "heaps 2; take n from one; take c, d from two where c * d % 3 == 1 and c - d in {0, 1}",
        (14, 66),
        Survivors,
    ),
    "formulas on a broad strip": (
        "heaps 2; take c, d from two where c * d % 3 == 1 and abs(c - d) < 12",
        (14, 66),
        Rows,
    ),
    "a formula": ("heaps 2; take c, d from two where c * d % 5 == 1", (14, 66), Rows),
    "only from x": ("heaps 2; take n from x where n <= 2; take n, n from two", (14, 66), Rows),
    "no more than the other heap": (
        "heaps 2; take n from x where n <= y; take n from y",
        (30, 30),
        Listed,
    ),
    "four heaps": ("heaps 4; take n from one; take n, n, n, n from all", (5, 5, 5, 5), Symmetric),
    "never": ("heaps 2; take n from one where n < 0 or n == 100", (5, 5), Rows),
}


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


# The examples


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_the_outcomes_of_the_readable_search(name: str, misere: bool) -> None:
    text, sizes, engine = EXAMPLES[name]
    game = define_rules(f"{text}\nlast loses" if misere else text)
    assert type(engine_of(game, sizes)) is engine
    assert np.array_equal(solve(game, sizes).is_p, expected(game, sizes))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_the_grundy_values_of_the_readable_search(name: str) -> None:
    text, sizes, _ = EXAMPLES[name]
    game, small = define_rules(text), tuple(min(size, 20) for size in sizes)
    found = solve(game, small, grundy=True)
    assert found.grundy is not None
    assert found.grundy.ravel().tolist() == list(grundy_values(game, small).values())
    assert np.array_equal(found.is_p, found.grundy == 0)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("nim", (100,)),
        ("nim", (8, 8, 8)),
        ("nim", (3, 4, 5, 4, 3)),
        ("marienbad", (6, 6, 6)),
        ("marienbad", (2, 4, 6, 8)),
        ("marienbad", (3, 2, 2, 2, 3)),
        ("wythoff", (66, 66)),
        ("wythoff:misere", (40, 40)),
        ("wythoff:a=3", (20, 90)),
        ("wythoff:b=4,misere", (40, 66)),
        ("wythoff:a=2,b=3", (66, 66)),
        ("wythoff:a=2,b=3,misere", (40, 40)),
        ("wythoff:a=1000", (16, 66)),
    ],
)
def test_a_game_of_the_catalogue(name: str, sizes: tuple[int, ...]) -> None:
    game = define(name)
    assert np.array_equal(solve(game, sizes).is_p, expected(game, sizes))


# Random rules

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
    binary = ("+", "-", "*", "//", "%", "min", "max", "gcd")
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
SOME = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def games(draw: st.DrawFn) -> tuple[Definition, tuple[int, ...]]:
    heaps = draw(st.sampled_from((1, 2, 2, 2, 3, 4)))
    is_sized = draw(st.booleans())
    declared = draw(st.lists(takes(heaps, is_sized), min_size=1, max_size=3))
    if draw(st.booleans()):
        declared.append(Take(("n",)))
    sizes = draw(st.sampled_from(SIZES[heaps]))
    return game_of(*declared, misere=draw(st.booleans())), sizes


@SOME
@given(games())
def test_random_rules_have_the_outcomes_of_the_readable_search(
    drawn: tuple[Definition, tuple[int, ...]],
) -> None:
    game, sizes = drawn
    assert np.array_equal(solve(game, sizes).is_p, expected(game, sizes))


@SOME
@given(games())
def test_random_rules_have_the_grundy_values_of_the_readable_search(
    drawn: tuple[Definition, tuple[int, ...]],
) -> None:
    game, sizes = game_of(*drawn[0].ruleset.takes), tuple(min(size, 25) for size in drawn[1])
    found = solve(game, sizes, grundy=True).grundy
    assert found is not None
    assert found.ravel().tolist() == list(grundy_values(game, sizes).values())


# Strips


@settings(SOME, max_examples=20)
@given(games(), st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_strips_join_to_the_table_and_can_be_taken_up_again(
    drawn: tuple[Definition, tuple[int, ...]], counts: list[int]
) -> None:
    game, sizes = drawn
    strips, parts = Strips(game, sizes), []
    for count in counts:
        parts.append(strips.advance(count))
        kept = {name: np.copy(array) for name, array in strips.state.items()}
        strips = Strips(game, sizes)
        strips.resume(kept)
    while strips.done < strips.rows:
        parts.append(strips.advance(7))
    table = solve(game, sizes)
    assert np.array_equal(np.concatenate(parts).reshape(table.packed.shape), table.packed)


@pytest.mark.parametrize("grundy", [False, True])
def test_progress_is_told_and_can_end_the_work(grundy: bool) -> None:
    told: list[tuple[int, int]] = []
    game = define("wythoff:a=2")
    solve(game, (40, 30), grundy, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (40, 40)
    assert told == sorted(set(told))

    def refuse(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(game, (40, 30), grundy, progress=refuse)


@pytest.mark.parametrize("grundy", [False, True])
def test_a_single_row_with_very_many_moves_can_be_ended(grundy: bool) -> None:
    def refuse(done: int, total: int) -> None:
        assert (done, total) == (0, 1)
        raise KeyboardInterrupt

    game = define_rules("heaps 1; take n from one where n * n % 7 <= x")
    with pytest.raises(KeyboardInterrupt):
        solve(game, (10**7,), grundy, progress=refuse)


def test_the_array_of_the_caller_is_filled() -> None:
    out = np.full((70, 2), 7, np.uint64)
    table = solve(define("wythoff"), (70, 70), out=out)
    assert table.packed is out
    assert np.array_equal(table.packed, solve(define("wythoff"), (70, 70)).packed)
    with pytest.raises(InputError, match=r"shape \(70, 2\)"):
        solve(define("wythoff"), (70, 70), out=out[:, :1])


# Known results


def test_the_grundy_values_of_nim_are_the_nim_sums() -> None:
    values = solve(define("nim"), (64, 64), grundy=True).grundy
    assert values is not None
    places = np.arange(64)
    assert np.array_equal(values, places[:, None] ^ places)
    deep = solve(define("nim"), (8, 8, 8, 8), grundy=True).grundy
    assert deep is not None
    x, y, z, w = np.indices((8, 8, 8, 8))
    assert np.array_equal(deep, x ^ y ^ z ^ w)


def test_a_row_of_wythoff_holds_every_value_once() -> None:
    size = 400
    values = solve(define("wythoff"), (size, size), grundy=True).grundy
    assert values is not None
    assert np.array_equal(values, values.T)
    for x in range(size // 8):
        row = values[x].tolist()
        assert len(set(row)) == size
        # A value v stands at y ≤ 2v + … in row x: the small ones have all been reached.
        assert set(range(size // 4)) <= set(row)
    assert np.array_equal(values == 0, solve(define("wythoff"), (size, size)).is_p)


def test_nimoff_begins_as_the_readable_search_says() -> None:
    game = define_rules(NIMOFF)
    table = solve(game, (20, 20, 20)).is_p
    found = sorted({tuple(sorted(map(int, place))) for place in np.argwhere(table)})
    assert found[:6] == [(0, 0, 0), (0, 1, 2), (0, 3, 5), (0, 4, 7), (0, 6, 10), (0, 8, 13)]
    assert np.array_equal(table, expected(game, (20, 20, 20)))


@pytest.mark.parametrize(
    "name", ["wythoff", "wythoff:a=2,b=3", "wythoff:b=4", "wythoff:a=5,misere"]
)
def test_large_boxes_agree_with_the_formulas(name: str) -> None:
    from marienbad.theories.batch import pairs_array

    size = 3000
    table = solve(define(name), (size, size)).is_p
    pairs = pairs_array(define(name), 2 * size)
    inside = pairs[(pairs < size).all(axis=1)]
    wanted = np.zeros((size, size), bool)
    wanted[inside[:, 0], inside[:, 1]] = wanted[inside[:, 1], inside[:, 0]] = True
    assert np.array_equal(table, wanted)


# Limits


def test_memory_is_known_before_and_bounded() -> None:
    wythoff = define("wythoff")
    assert memory_needed(wythoff, (65536, 65536)) >> 20 == 512
    with pytest.raises(OutOfReach, match="needs 512 MiB of memory: expected at most 1 MiB"):
        solve(wythoff, (65536, 65536), memory_limit=2**20)
    formula = define_rules("heaps 2; take n from one where n * n % 7 == 2")
    for game in (wythoff, formula):
        with pytest.raises(OutOfReach, match="MiB"):
            solve(game, (10**12, 10**12))
    with pytest.raises(OutOfReach, match="needs 513 MiB"):
        solve(wythoff, (65536, 65536), memory_limit=2**29)
    assert memory_needed(wythoff, (1000, 1000), grundy=True) > 2 * 10**6


@pytest.mark.parametrize("sizes", [(), (3,), (3, 0), (3, -1), (3, 2.5), (True, 4), "ab"])
def test_sizes_that_are_none(sizes: Any) -> None:
    with pytest.raises(InputError):
        solve(define("wythoff"), sizes)


def test_misere_games_have_no_grundy_values() -> None:
    with pytest.raises(InputError, match="marienbad"):
        solve(define("marienbad"), (3, 3), grundy=True)


def test_numbers_beyond_a_word_are_computed_exactly_or_refused() -> None:
    text = "heaps 1; take n from one where n * 1000000000000 * 1000000000000 % 7 == 3 * x % 7"
    game = define_rules(text)
    assert np.array_equal(solve(game, (100,)).is_p, expected(game, (100,)))
    values = solve(game, (60,), grundy=True).grundy
    assert values is not None
    assert values.tolist() == list(grundy_values(game, (60,)).values())
    with pytest.raises(OutOfReach, match="too large"):
        solve(game, (10**6,))


def test_without_the_extra_a_sentence_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numba", None)
    with pytest.raises(InputError, match="fast"):
        solve(define("nim"), (3, 3))


def test_a_table_is_shown_in_a_line() -> None:
    table = solve(define("wythoff"), (3, 4))
    assert isinstance(table, Table)
    assert repr(table) == "<table of wythoff, 3 × 4>"


def test_both_ways_to_grundy_values_are_used() -> None:
    assert lines_of(define("wythoff"), (20, 20)) is not None
    assert lines_of(define_rules(EUCLID), (20, 20)) is None
    search = Values(define("nim"), (3, 3))
    search.fill(1)
    assert search.done == 1
