"""From takes to vectors, rays and programs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.declaration import Take
from marienbad.games.expressions import Formula, Name, Number, Operation
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.conditions import CODES, OPERATIONS, TooLarge, hold, program
from marienbad.solver.kernels import machine
from marienbad.solver.lines import progressions
from marienbad.solver.survivors import is_symmetric
from marienbad.solver.vectors import Ray, moves_of


def test_a_strip_becomes_a_ray_for_each_value() -> None:
    moves = moves_of(define("wythoff:a=2,b=3").ruleset.takes, (100, 100))
    rays = {(ray.base, ray.step) for ray in moves.rays}
    assert rays == {
        ((3, 0), (3, 0)),
        ((0, 3), (0, 3)),
        ((1, 1), (1, 1)),
        ((4, 1), (1, 1)),
        ((1, 4), (1, 1)),
    }
    assert (moves.vectors, moves.regions, moves.conditional) == (frozenset(), (), ())
    assert moves.is_symmetric


@pytest.mark.parametrize(
    ("text", "vectors", "rays", "others"),
    [
        ("heaps 2; take 2, 3 from two", 2, 0, 0),
        ("heaps 2; take n from one where n <= 3", 6, 0, 0),
        ("heaps 2; take n from one where n <= 30", 0, 2, 0),
        ("heaps 2; take c, d from two where c == 2 * d", 0, 2, 0),
        ("heaps 2; take c, d from two where c + d <= 4", 6, 0, 0),
        ("heaps 2; take c, d from two where c <= d", 0, 0, 2),
        ("heaps 2; take n from x where n <= y", 0, 0, 1),
        ("heaps 2; take n from one; take n from one where n % 2 == 0; take 7 from x", 0, 2, 0),
        ("heaps 2; take n from one where n > 200", 0, 0, 0),
    ],
)
def test_what_takes_become(text: str, vectors: int, rays: int, others: int) -> None:
    moves = moves_of(define_rules(text).ruleset.takes, (100, 100))
    found = len(moves.vectors), len(moves.rays), len(moves.regions) + len(moves.conditional)
    assert found == (vectors, rays, others)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "heaps 2; take n from one where n % 3 == 1; take c, d from two where c - d in {0, 1}",
        "heaps 2; take n from one where n * n % 7 == 2; take c, d from two where 3 * c == 2 * d",
        "heaps 3; take c, d from two where c <= 2 and d <= 3; take n, 2, n from all",
    ],
)
def test_the_vectors_are_the_moves(text: str) -> None:
    rules = define_rules(text).ruleset
    sizes = (20,) * (rules.heaps or 0)
    moves = moves_of(rules.takes, sizes)
    listed = set(moves.vectors)
    for ray in moves.rays:
        count = ray.count if ray.count is not None else 20
        listed |= {ray.at(times) for times in range(count)}
    inside = {vector for vector in listed if max(vector) < 20}
    assert inside == set(rules.moves(tuple(size - 1 for size in sizes)))


def test_alike_heaps_are_told_from_others() -> None:
    sizes = (30, 30)
    for text, expected in [
        ("heaps 2; take n from one; take n, n from two", True),
        ("heaps 2; take n from one; take c, d from two where d == 2 * c", False),
        ("heaps 2; take n from one where n % 2 == 0", False),
        ("heaps 2; take n from one; take 1, 1 from two", False),
        ("heaps 2; take n from x; take n from y; take n, n from two", True),
        ("heaps 2; take n from y; take n, n from two", False),
    ]:
        moves = moves_of(define_rules(text).ruleset.takes, sizes)
        assert is_symmetric(moves, sizes) is expected, text


@given(st.lists(st.booleans(), max_size=80))
def test_progressions_hold_just_the_places(places: list[bool]) -> None:
    found = [
        place
        for part in progressions(sum(1 << n for n, one in enumerate(places) if one), len(places))
        for place in part
    ]
    assert sorted(found) == [place for place, held in enumerate(places) if held]
    assert len(found) == len(set(found))


def test_a_ray_on_another_one_is_left_out() -> None:
    text = "heaps 1; take n from one where n % 2 == 0; take n from one where n % 6 == 4"
    moves = moves_of(define_rules(text).ruleset.takes, (100,))
    assert moves.rays == {Ray((2,), (2,))}


# Programs


def test_the_machine_knows_the_operations_by_the_same_numbers() -> None:
    numbers = {
        "number": machine.NUMBER,
        "require": machine.REQUIRE,
        "in": machine.IN,
        "not": machine.NOT,
        "//": machine.DIVIDE,
        "%": machine.REMAINDER,
        "*": machine.MULTIPLY,
        "max": machine.MAX,
        "gcd": machine.GCD,
        "==": machine.EQUAL,
        "or": machine.OR,
        "^": machine.XOR,
    }
    assert {name: CODES[name] for name in numbers} == numbers
    assert len(OPERATIONS) == machine.XOR + 1


NAMES = ("n", "x")
LEAVES = st.sampled_from(NAMES).map(Name) | st.integers(-9, 9).map(Number)
BINARY = ("+", "-", "*", "//", "%", "^", "min", "max", "gcd", "<", "<=", ">", ">=", "==", "!=")
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(Operation, st.sampled_from(BINARY), st.tuples(inner, inner)),
        st.builds(Operation, st.sampled_from(("neg", "abs", "not")), st.tuples(inner)),
        st.builds(Operation, st.sampled_from(("and", "or", "in")), st.tuples(inner, inner, inner)),
    ),
    max_leaves=8,
)


@given(TREES, st.integers(0, 30), st.integers(0, 30))
def test_a_program_and_numpy_say_what_the_formula_says(tree: Operation, n: int, x: int) -> None:
    formula = Formula(Operation("!=", (tree, Number(0))))
    try:
        code = program([formula], NAMES, dict.fromkeys(NAMES, 30))
    except TooLarge:
        return
    values, stack = np.array([n, x]), np.empty(len(code) + 1, np.int64)
    said = machine.holds(np.array(code, np.int64), 0, len(code), values, stack)
    everywhere = hold([formula], {"n": np.array([n, n]), "x": x})
    assert bool(said) is formula.holds({"n": n, "x": x})
    assert everywhere.tolist() == [said, said]


@pytest.mark.parametrize("is_true", [False, True])
def test_a_formula_without_names_holds_or_not(is_true: bool) -> None:
    formula = Formula(Operation("==", (Number(2), Number(2 if is_true else 3))))
    moves = moves_of([Take((3,), (formula,))], (20,))
    assert moves.vectors == ({(3,)} if is_true else set())


def test_numbers_that_leave_the_word_are_refused() -> None:
    square = Operation("*", (Name("n"), Name("n")))
    formula = Formula(Operation("==", (square, Number(4))))
    assert program([formula], ["n"], {"n": 2**31})
    with pytest.raises(TooLarge):
        program([formula], ["n"], {"n": 2**32})
