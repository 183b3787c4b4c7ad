"""The automata engine against plain enumeration, and against its readable reference."""

from collections.abc import Callable
from functools import reduce
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.prover.automata import minimal
from marienbad.prover.automata.atoms import Atom, bound, congruence, merged
from marienbad.prover.automata.automaton import Automaton, built, everything
from marienbad.prover.automata.fused import automaton, congruent, conjunction, exists
from marienbad.prover.automata.nondeterministic import Choices
from marienbad.prover.systems.linear import (
    BINARY,
    FIBONACCI,
    System,
    base,
    continued_fraction,
    linear_recurrence,
)
from marienbad.text.problems import InputError, OutOfReach
from tests.prover import plain_automata as dense

SYSTEMS = (
    BINARY,
    base(3),
    FIBONACCI,
    continued_fraction(3),
    continued_fraction(1, 2),
    continued_fraction(2, 1, 1),
    linear_recurrence(2, 2),
    linear_recurrence(3, 1),
    linear_recurrence(3, -1),
    linear_recurrence(4, -2),
)
QUICK = settings(max_examples=40, deadline=None)
systems = st.sampled_from(SYSTEMS)
coefficients = st.integers(-3, 3)


def name_of(system: System) -> str:
    return system.name


# Systems


@pytest.mark.parametrize("system", SYSTEMS, ids=name_of)
def test_each_number_has_one_word_and_words_compare_as_numbers(system: System) -> None:
    words = system.aligned(*(system.digits(n) for n in range(600)))
    assert [system.value(word) for word in words] == list(range(600))
    assert words == sorted(words)
    read = set()
    for word in product(range(system.base), repeat=2 * system.period):
        state: int | None = 0
        for digit in word:
            targets = () if state is None else system.language[state]
            state = targets[digit] if digit < len(targets) else None
        if state is not None:
            read.add(word)
    count = system.weight(2 * system.period)
    assert read == {
        system.aligned(system.digits(n), (0,) * 2 * system.period)[0] for n in range(count)
    }


def test_the_systems_agree_with_the_numeration() -> None:
    for period in ((1,), (4,), (1, 2), (3, 1, 2)):
        ours, theirs = continued_fraction(*period), ContinuedFraction(period)
        for n in (1, 50, 12345, 10**40):
            assert ours.digits(n) == tuple(theirs.p_representation(n))


@pytest.mark.parametrize("system", SYSTEMS, ids=name_of)
def test_ratios_are_bounds(system: System) -> None:
    for i in range(system.tail, system.tail + 40):
        for ahead in range(system.order):
            low, high = system.ratios(i % system.period, ahead)
            assert low * system.weight(i) <= system.weight(i + ahead) <= high * system.weight(i)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first": (1, 3)}, "do not write"),
        ({"recurrence": ((2, 1),)}, "do not write"),
        ({"language": ((0, 1), (0, 0))}, "do not write"),
        ({"language": ((0, 1), (1, 0))}, "must set free"),
        ({"language": ((1, 1), (0,))}, "must set free"),
        ({"language": ((0, 1), ())}, "must set free"),
        ({"language": ((0, 1), (0,), (0,))}, "never met"),
        ({"language": ((1,), (0, 0))}, "do not grow"),
        ({"free": (1,)}, "phases"),
        # one word of each length: every claim about 0 would be a theorem about all numbers
        ({"language": ((0,),), "recurrence": ((1,),), "first": (1,)}, "do not grow"),
        (
            {
                "language": ((1, 1), (0,)),
                "free": (0, 1),
                "recurrence": ((0, 2), (1, 0)),
                "first": (1, 1),
            },
            "do not grow",
        ),
    ],
)
def test_a_wrong_digit_language_is_refused(change: dict[str, object], message: str) -> None:
    fields = {name: getattr(FIBONACCI, name) for name in FIBONACCI._fields}
    with pytest.raises(ValueError, match=message):
        System(**{**fields, **change}).check()


@pytest.mark.parametrize(
    "build",
    [
        lambda: base(1),
        continued_fraction,
        lambda: continued_fraction(1, 0),
        lambda: linear_recurrence(1, 2),
        lambda: linear_recurrence(2, -1),
    ],
)
def test_a_system_that_does_not_exist_is_refused(build: Callable[[], System]) -> None:
    with pytest.raises(ValueError, match="expected"):
        build()


# Atoms


@pytest.mark.slow
@QUICK
@given(systems, st.data())
def test_a_bound_is_exact(system: System, data: st.DataObject) -> None:
    form = data.draw(
        st.dictionaries(st.sampled_from("xyz"), coefficients.filter(bool), min_size=1, max_size=3)
    )
    low = data.draw(st.none() | st.integers(-9, 9))
    high = data.draw(st.none() | st.integers(-9, 9))
    assume(low is not None or high is not None)
    atom = bound(system, form, low, high)
    for _ in range(5):
        largest = data.draw(st.sampled_from((5, 60, 10**6, 10**30)))
        numbers = {name: data.draw(st.integers(0, largest)) for name in form}
        name = data.draw(st.sampled_from(sorted(form)))
        rest = sum(form[other] * numbers[other] for other in form if other != name)
        # near the bounds, where an atom could be wrong
        numbers[name] = max(0, -rest // form[name] + data.draw(st.integers(-9, 9)))
        value = sum(form[other] * numbers[other] for other in form)
        inside = (low is None or low <= value) and (high is None or value <= high)
        assert atom.holds(**numbers) == inside


@QUICK
@given(systems, st.integers(1, 7), st.integers(-9, 9), coefficients.filter(bool), st.data())
def test_a_congruence_is_exact(
    system: System, modulus: int, residue: int, factor: int, data: st.DataObject
) -> None:
    atom = congruence(system, {"x": factor, "y": 1}, modulus, residue)
    x, y = data.draw(st.integers(0, 10**20)), data.draw(st.integers(0, 50))
    assert atom.holds(x=x, y=y) == ((factor * x + y - residue) % modulus == 0)


@pytest.mark.slow
@QUICK
@given(systems, coefficients, coefficients.filter(bool), st.integers(-4, 4), st.integers(0, 4))
def test_an_atom_made_smaller_is_the_same(
    system: System, a: int, b: int, low: int, width: int
) -> None:
    form = {name: factor for name, factor in (("x", a), ("y", b)) if factor}
    atom = merged(bound(system, form, low, low + width), congruence(system, form, 2))
    small = atom.minimised()
    assert len(small.table) <= max(len(atom.table), 2)
    assert small.minimised() == small
    for x, y in product((0, 1, 2, 5, 10**9), (0, 1, 3, 4, 10**9 + 1)):
        numbers = {name: value for name, value in (("x", x), ("y", y)) if name in form}
        assert small.holds(**numbers) == atom.holds(**numbers)


def test_congruences_modulo_a_divisor_of_k_count_digits() -> None:
    """p_i ≡ 1 modulo b where b divides k: b residues, twice for the digit language, and dead."""
    assert congruent(continued_fraction(12), {"x": 1}, 4).states == 2 * 4 + 1


def test_what_is_no_condition_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one side"):
        bound(BINARY, {"x": 1})
    with pytest.raises(ValueError, match="coefficient"):
        bound(BINARY, {"x": 0}, 1)
    with pytest.raises(ValueError, match="modulus"):
        congruence(BINARY, {"x": 1}, 0)
    with pytest.raises(ValueError, match="one form"):
        merged(bound(BINARY, {"x": 1}, 1), bound(BINARY, {"y": 1}, 1))


def test_a_condition_that_is_too_large_is_given_up() -> None:
    with pytest.raises(OutOfReach):
        bound(BINARY, {"x": 30_000, "y": -30_001}, 0, 0)


# Sets of pairs against enumeration


SIZE = 34
GRID = np.indices((SIZE, SIZE))


@st.composite
def conditions(draw: st.DrawFn, system: System) -> tuple[Automaton, np.ndarray]:
    """A condition on x, y as an automaton and as the table of its truth."""
    a, b = draw(coefficients), draw(coefficients)
    assume(a or b)
    form = {name: c for name, c in (("x", a), ("y", b)) if c}
    values = a * GRID[0] + b * GRID[1]
    if draw(st.booleans()):
        modulus, residue = draw(st.integers(2, 4)), draw(st.integers(0, 3))
        found = congruent(system, form, modulus, residue)
        truth = (values - residue) % modulus == 0
    else:
        low = draw(st.integers(-9, 9))
        high = draw(st.none() | st.integers(low, 12))
        found = automaton(system, form, low, high)
        truth = (values >= low) & (True if high is None else values <= high)
    return found.over(("x", "y")).ordered("x", "y"), truth


OPERATIONS = ("__and__", "__or__", "__sub__", "__xor__")


@pytest.mark.slow
@QUICK
@given(systems, st.data())
def test_boolean_operations(system: System, data: st.DataObject) -> None:
    one, first = data.draw(conditions(system))
    other, second = data.draw(conditions(system))
    assert (one.box(SIZE, SIZE) == first).all()
    for name in OPERATIONS:
        expected = {
            "__and__": first & second,
            "__or__": first | second,
            "__sub__": first & ~second,
            "__xor__": first ^ second,
        }[name]
        found = getattr(one, name)(other)
        assert (found.box(SIZE, SIZE) == expected).all(), name
        assert found.checked().is_same(found)
    assert ((~one).box(SIZE, SIZE) == ~first).all()
    assert (~~one).is_same(one)
    assert (one & other).is_same(conjunction(one, other))


@pytest.mark.slow
@QUICK
@given(systems, st.data())
def test_projection(system: System, data: st.DataObject) -> None:
    """Some y ≤ 2x + 3, so that enumeration can decide."""
    one, _ = data.draw(conditions(system))
    found = exists(("y",), one, bound(system, {"x": 2, "y": -1}, -3))
    size = 12
    truth = one.box(size, 2 * size + 3) & (
        np.arange(2 * size + 3)[None, :] <= 2 * np.arange(size)[:, None] + 3
    )
    assert (found.box(size) == truth.any(axis=1)).all()
    every = one.for_all("y").box(size)
    assert not (every & ~one.box(size, 200).all(axis=1)).any()


def test_for_all_and_exists_on_known_statements() -> None:
    for system in SYSTEMS:
        less = automaton(system, {"y": 1, "x": -1}, low=1)
        assert (~less.exists("y").renamed(x="n")).is_empty
        assert less.exists("x").box(3).tolist() == [False, True, True]
        assert less.renamed(x="y", y="x").for_all("x").is_empty
        total = automaton(system, {"x": 1, "y": 1, "z": -1}, low=0, high=0)
        assert (~total.exists("z")).is_empty
        assert total.exists("x").is_same(automaton(system, {"z": 1, "y": -1}, 0).ordered("y", "z"))


@pytest.mark.parametrize("system", SYSTEMS, ids=name_of)
def test_the_sum_relation(system: System) -> None:
    total = automaton(system, {"x": 1, "y": 1, "z": -1}, low=0, high=0)
    x, y, z = np.indices((20, 20, 40))
    assert (total.box(20, 20, 40) == (x + y == z)).all()


@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_the_sum_relation_has_17_states(k: int) -> None:
    system = continued_fraction(k)
    assert automaton(system, {"x": 1, "y": 1, "z": -1}, low=0, high=0).states == 17


@pytest.mark.slow
@QUICK
@given(systems, st.data())
def test_smallest(system: System, data: st.DataObject) -> None:
    one, first = data.draw(conditions(system))
    other, second = data.draw(conditions(system))
    both = one & other
    found = both.smallest()
    pairs = np.argwhere(first & second).tolist()
    if found is None:
        assert both.is_empty
        assert not pairs
    else:
        assert (found["x"], found["y"]) in both
        if pairs:
            least = min(pairs, key=lambda pair: (max(pair), pair))
            assert [found["x"], found["y"]] == least


@pytest.mark.slow
@QUICK
@given(systems, st.integers(0, 10**12), st.integers(0, 10**12))
def test_the_smallest_of_one_is_itself(system: System, x: int, y: int) -> None:
    point = conjunction(bound(system, {"x": 1}, x, x), bound(system, {"y": 1}, y, y))
    assert point.smallest() == {"x": x, "y": y}
    assert (x, y) in point
    assert (x, y + 1) not in point


# The fast path against the readable one


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.sampled_from((BINARY, FIBONACCI, continued_fraction(1, 2))), st.data())
def test_the_fused_product_is_the_dense_one(system: System, data: st.DataObject) -> None:
    pairs, _ = data.draw(conditions(system))
    from_x = pairs.renamed(x="u")
    parts: list[Atom] = [
        bound(system, {"x": 1, "u": -1}, 1),
        congruence(system, {"u": 1, "x": data.draw(st.integers(-2, 2)), "y": 1}, 2),
    ]
    fast = exists(("u",), from_x, *parts)
    machines = [dense.of_automaton(from_x), dense.of_automaton(everything(system, "x"))]
    machines += [dense.of_atom(part) for part in parts]
    whole = reduce(lambda one, other: dense.combined(one, other, bool.__and__), machines)
    slow = dense.projected(whole, "u", system.period)
    assert dense.count_states(slow) in (fast.states, fast.states - 1)
    for x, y in product(range(14), repeat=2):
        words = dict(zip("xy", system.aligned(system.digits(x), system.digits(y)), strict=True))
        assert slow.accepts(*(words[track] for track in slow.tracks)) == (
            tuple({"x": x, "y": y}[track] for track in fast.tracks) in fast
        )


def test_the_dense_product_on_four_tracks() -> None:
    """The diagonal moves of Wythoff's game in the Fibonacci system, all at once."""
    pairs = built(FIBONACCI, ("u", "v"), 0, lambda _, u, v: 0 if u == v else None, lambda _: True)
    diagonal = bound(FIBONACCI, {"x": 1, "u": -1, "y": -1, "v": 1}, 0, 0)
    fast = exists(("u", "v"), pairs, diagonal, bound(FIBONACCI, {"x": 1, "u": -1}, 1))
    machines = [
        dense.of_automaton(pairs),
        dense.of_atom(diagonal),
        dense.of_automaton(everything(FIBONACCI, "x", "y")),
        dense.of_atom(bound(FIBONACCI, {"x": 1, "u": -1}, 1)),
    ]
    whole = reduce(lambda one, other: dense.combined(one, other, bool.__and__), machines)
    slow = dense.projected(dense.projected(whole, "u", 1), "v", 1)
    assert dense.count_states(slow) == fast.states
    x, y = np.indices((30, 30))
    assert (fast.box(30, 30) == ((x == y) & (x > 0))).all()


@QUICK
@given(st.integers(2, 9), st.integers(1, 3), st.data())
def test_minimisation_is_the_dense_one(states: int, letters: int, data: st.DataObject) -> None:
    """On tables that are no automata of numbers: any table will do."""
    entries = st.lists(st.integers(0, states - 1), min_size=letters, max_size=letters)
    rows = data.draw(st.lists(entries, min_size=states - 1, max_size=states - 1))
    table = np.array([[0] * letters, *rows], np.int32)
    flags = data.draw(st.lists(st.booleans(), min_size=states - 1, max_size=states - 1))
    accepting = np.array([False, *flags])
    raw = Automaton(
        base(max(letters, 2)),
        ("x",),
        np.pad(table, ((0, 0), (0, max(0, 2 - letters)))),
        accepting,
        1,
    )
    small = raw.minimised()
    counted = dense.count_states(dense.of_automaton(raw))
    assert small.states - counted in (0, 1)
    hashed = minimal.classes(raw.table, raw.accepting)
    exact = minimal._by_first_member(minimal._refined(raw.table, raw.accepting, minimal._compared))
    assert (hashed == exact).all()


def test_a_collision_of_hashes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash that puts everything together is not stable, and the rows are compared instead."""
    table = np.array([[0], [2], [3], [0]], np.int32)
    accepting = np.array([False, False, False, True])
    monkeypatch.setattr(minimal, "_hashed", lambda found, table: np.zeros_like(found))
    assert minimal.classes(table, accepting).tolist() == [0, 1, 2, 3]


@pytest.mark.slow
@QUICK
@given(st.integers(1, 7), st.integers(1, 3), st.data())
def test_the_subset_construction(states: int, letters: int, data: st.DataObject) -> None:
    edge = st.tuples(
        st.integers(0, states - 1), st.integers(0, letters - 1), st.integers(0, states - 1)
    )
    edges = data.draw(st.lists(edge, max_size=18))
    accepting = np.array(data.draw(st.lists(st.booleans(), min_size=states, max_size=states)))
    starts = data.draw(st.lists(st.integers(0, states - 1), unique=True, max_size=3))
    columns = [np.array([e[i] for e in edges], np.int64) for i in range(3)]
    sources, symbols, targets = columns
    begin = np.array(starts, np.int64)
    choices = Choices(letters, sources, symbols, targets, begin, accepting)
    table, accepts, start = choices.trimmed().determinised()
    for word in (w for n in range(5) for w in product(range(letters), repeat=n)):
        now, state = set(starts), start
        for letter in word:
            now = {t for s, symbol, t in edges if s in now and symbol == letter}
            state = table[state, letter]
        assert accepts[state] == any(accepting[s] for s in now)


# Invariants


def test_what_is_no_set_of_numbers_is_refused() -> None:
    ones = Automaton(
        FIBONACCI, ("x",), np.array([[0, 0], [1, 1]], np.int32), np.array([False, True]), 1
    )
    with pytest.raises(InputError, match="write no number"):
        ones.checked()
    table = np.array([[0, 0], [2, 0], [1, 0]], np.int32)
    length = Automaton(BINARY, ("x",), table, np.array([False, True, False]), 1)
    with pytest.raises(InputError, match="zeros"):
        length.checked()


def test_tracks_must_differ_and_systems_must_agree() -> None:
    less = automaton(BINARY, {"y": 1, "x": -1}, low=1)
    with pytest.raises(ValueError, match="different names"):
        less.renamed(x="y")
    with pytest.raises(ValueError, match="one system"):
        less & everything(FIBONACCI, "x", "y")
    with pytest.raises(ValueError, match="expected the tracks"):
        less.ordered("x", "z")
    with pytest.raises(ValueError, match="hidden"):
        less.exists("z")
    with pytest.raises(ValueError, match="kept"):
        less.exists("x", "y")


def test_an_automaton_from_a_program() -> None:
    """x and y have the same digit sum modulo 3."""
    found = built(BINARY, ("x", "y"), 0, lambda q, x, y: (q + x - y) % 3, lambda state: state == 0)
    truth = [[(x.bit_count() - y.bit_count()) % 3 == 0 for y in range(20)] for x in range(20)]
    assert (found.box(20, 20) == np.array(truth)).all()
    assert found.states == 4
