"""Which search answers: decided by cost, the same for the same rules, and every way agrees."""

import sys
from contextvars import copy_context
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.declaration import Take
from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula, Name, Number, Operation
from marienbad.games.language.rule_text import define_rules
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Position, leave
from marienbad.registry import theory_of
from marienbad.solver import cheapest, period  # noqa: F401 (it keeps the solve that it finds)
from marienbad.solver.cheapest import (
    BOUND,
    READABLE_REACH,
    CheapestSearch,
    CompiledBox,
    Readable,
)
from marienbad.solver.costs import (
    SECOND,
    compiled_cost,
    listing_cost,
    multiples_taken,
    operations,
    plain_cost,
)
from marienbad.solver.plain import p_positions
from marienbad.solver.reference import Search
from marienbad.text.problems import OutOfReach
from tests.games.language.rule_texts import EXAMPLES
from tests.solver.support import FEW, games

PLAIN = sorted(name for name, text in EXAMPLES.items() if define_rules(text).ruleset.is_plain)
"""The examples whose positions fill boxes."""

pytestmark = pytest.mark.slow

EUCLID = "heaps 2; take n from x where n % y == 0; take n from y where n % x == 0"


def divides(place: int, other: str) -> Take:
    remainder = Operation("%", (Name("n"), Name(other)))
    return Take(("n",), (Formula(Operation("==", (remainder, Number(0)))),), (place,))


class EuclidRules(Ruleset):
    """The rules of Euclid's game as a class, as a game of the catalogue has them."""

    @property
    def heaps(self) -> int:
        return 2

    @property
    def takes(self) -> tuple[Take, ...]:
        return divides(0, "y"), divides(1, "x")


def named(game: Definition, name: str, ruleset: Ruleset | None = None) -> Definition:
    """The same game under another name."""
    fields = {field: getattr(game, field) for field in Definition.__annotations__}
    return Definition(**{**fields, "name": name, "ruleset": ruleset or game.ruleset})


def decision(search: CheapestSearch, position: Position, bound: int | None = None) -> str:
    try:
        search.check_reach(position, bound)
        return type(search.way(position)).__name__
    except OutOfReach as refusal:
        return refusal.message.key


# The decision


def test_the_same_rules_decide_alike_as_text_and_as_a_class() -> None:
    text = define_rules(EUCLID)
    catalogued = named(text, "euclid", EuclidRules())
    assert CheapestSearch(catalogued).game.ruleset != text.ruleset
    for position in ((7, 11), (150, 250), (230, 300), (1000, 1000), (5000, 5000)):
        for bound in (SECOND // 100, SECOND, READABLE_REACH):
            found = decision(CheapestSearch(catalogued), position, bound)
            assert found == decision(CheapestSearch(text), position, bound)
    assert isinstance(CheapestSearch(catalogued).way((150, 250)), CompiledBox)


@pytest.mark.parametrize("name", ["nim", "marienbad", "wythoff:a=2,b=3", "wythoff:b=5,misere"])
def test_the_name_of_a_game_decides_nothing(name: str) -> None:
    game = define(name)
    other = named(game, "rules:whatever")
    for size in (0, 3, 40, 150, 2000, 10**40):
        for position in ((size, size), (size, 1)):
            found = decision(CheapestSearch(game), position)
            assert found == decision(CheapestSearch(other), position)


@pytest.mark.parametrize("has_loaded", [False, True])
def test_what_is_loaded_or_compiled_refuses_nothing(
    has_loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cold or warm, the same positions are within reach; only the way may be another."""
    monkeypatch.setattr(cheapest, "is_loaded", lambda: has_loaded)
    search = CheapestSearch(define_rules(EUCLID))
    assert decision(search, (1000, 1000)) == "CompiledBox"
    assert decision(search, (230, 300), SECOND) == "CompiledBox"
    assert decision(search, (5000, 5000)) == "errors.table_too_large"
    # a small question is not worth loading the compiler, but uses one that is there
    assert decision(search, (9, 9)) == ("CompiledBox" if has_loaded else "Readable")


@pytest.mark.parametrize(("octets", "heap"), [(20_000, 150), (100, 60)])
def test_a_box_without_memory_is_not_rounded_up_or_gives_way(
    octets: int, heap: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cheapest, "is_loaded", lambda: True)
    monkeypatch.setattr("marienbad.solver.table.available_memory", lambda: octets)
    search = CheapestSearch(define("wythoff"))
    assert isinstance(search.way((heap, heap)), CompiledBox)
    expected = theory_of(define("wythoff"), "algebra")
    for y in range(heap + 1):
        assert search.is_p((heap, y)) == expected.is_p((heap, y))


def test_where_others_wait_no_search_costs_more_than_is_allowed() -> None:
    coprime = "rules:heaps 2; take c, d from two where gcd(c, d) == 1; take n from one"
    search, elsewhere, large = CheapestSearch(define(coprime)), copy_context(), (400, 400)
    elsewhere.run(BOUND.set, SECOND)
    search.check_reach(large)
    for ask in (search.check_reach, search.is_p):
        with pytest.raises(OutOfReach, match="could take more than 1 s"):
            elsewhere.run(ask, large)


def test_no_work_is_done_to_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Search, "solve", never)
    monkeypatch.setattr("marienbad.solver.table.solve", never)
    before = set(sys.modules)
    for text in EXAMPLES.values():
        game = define_rules(text)
        heaps = game.ruleset.heaps or 1
        for size in (9, 300, 10**30):
            decision(CheapestSearch(game), (size,) * heaps if size < 10**30 or heaps > 1 else (9,))
    assert not {m for m in set(sys.modules) - before if m.startswith("marienbad.solver.kernels")}


def test_without_the_compiler_the_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cheapest, "has_compiler", lambda: False)
    euclid = CheapestSearch(define_rules(EUCLID))
    assert decision(euclid, (150, 250)) == "Readable"
    assert decision(euclid, (1000, 1000), 20 * SECOND) == "errors.table_needs_compiler"
    assert decision(euclid, (10**30, 10**30)) == "errors.table_too_large"
    with pytest.raises(OutOfReach, match=r"marienbad\[fast\]"):
        euclid.check_reach((1000, 1000), 20 * SECOND)


def test_what_is_counted_far_too_high_is_refused_by_a_server_alone() -> None:
    search = CheapestSearch(define_rules("heaps 1; take n from one where n * n < 2 * x"))
    assert decision(search, (100_000,)) == "CompiledBox"
    assert decision(search, (100_000,), 4 * SECOND) == "errors.table_too_large"
    assert search.winning_moves((20_000,)) == ((21,),)


def test_a_large_heap_without_a_period_in_sight_is_refused_when_it_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every window of a million outcomes would have to be seen twice."""
    monkeypatch.setattr("marienbad.solver.period.LONGEST", 2**16)
    search = CheapestSearch(define_rules("heaps 1; take n from one where n in {1, 1000000}"))
    search.check_reach((10**50,))
    with pytest.raises(OutOfReach, match="could take more than 60 s"):
        search.is_p((10**50,))


def test_python_does_not_go_on_where_the_box_is_too_large_for_the_compiled_search() -> None:
    search = CheapestSearch(define("wythoff:b=2,misere"))
    assert decision(search, (700, 1400)) == "CompiledBox"
    assert decision(search, (700, 2107)) == "errors.table_too_large"


def test_a_period_is_found_once_for_all_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    search = CheapestSearch(define_rules("heaps 1; take n from one where n < 4"))
    assert search.is_p((4 * 10**50,))
    monkeypatch.setattr(CheapestSearch, "way", None)
    assert search.winning_moves((4 * 10**50 + 3,)) == ((3,),)
    assert search.is_p((8,))


@pytest.mark.parametrize("has_compiler", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        *("nim", "marienbad", "wythoff", "wythoff:a=9", "wythoff:a=1000", "wythoff:b=1000"),
        *("wythoff:a=6,b=6,misere", "wythoff:a=40,b=3", f"rules:{EUCLID}"),
    ],
)
def test_two_heaps_of_150_are_within_reach(
    name: str, has_compiler: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cheapest, "has_compiler", lambda: has_compiler)
    CheapestSearch(define(name)).check_reach((150, 150))


@pytest.mark.parametrize("has_compiler", [False, True])
def test_120_objects_in_four_heaps_are_within_reach(
    has_compiler: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cheapest, "has_compiler", lambda: has_compiler)
    for name in ("nim", "marienbad"):
        search = CheapestSearch(define(name))
        for position in ((13, 21, 33, 53), (30, 30, 30, 30), (0, 0, 0, 120), (1, 1, 59, 59)):
            search.check_reach(position)


# The costs


def test_multiples_of_a_heap_are_counted_as_such() -> None:
    euclid = define_rules(EUCLID)
    assert operations(euclid, (1000, 10)) < operations(euclid, (1000, 1)) // 5
    assert len(list(euclid.moves((10**30, 10**28)))) == 100
    assert listing_cost(euclid, (10**30, 10**28)) < SECOND // 10


@given(st.integers(1, 40), st.integers(1, 40))
def test_multiples_are_the_moves_that_the_formula_allows(x: int, y: int) -> None:
    euclid = define_rules(EUCLID)
    expected = {(n, 0) for n in range(1, x + 1) if n % y == 0}
    expected |= {(0, n) for n in range(1, y + 1) if n % x == 0}
    assert sorted(euclid.moves((x, y))) == sorted(expected)
    assert operations(euclid, (x, y)) >= len(expected)


@settings(deadline=None)
@given(st.sampled_from(PLAIN), st.integers(2, 9), st.integers(2, 9))
def test_a_larger_box_costs_more(name: str, size: int, more: int) -> None:
    game = define_rules(EXAMPLES[name])
    heaps = game.ruleset.heaps or 1
    small, large = (size,) * heaps, (4 * (size + more),) * heaps
    assert plain_cost(game, small) < plain_cost(game, large)
    compiled = compiled_cost(game, small), compiled_cost(game, large)
    assert compiled[0] is not None
    assert compiled[1] is not None
    assert compiled[0] < compiled[1]


@pytest.mark.parametrize("name", ["nim", "wythoff:b=3", "wythoff:a=2,b=4,misere"])
def test_rows_hold_no_more_p_positions_than_counted(name: str) -> None:
    game = define(name)
    multiples = multiples_taken(game)
    assert multiples is not None
    rows = [x for x, _ in p_positions(game, (30, 30))]
    assert max(rows.count(x) for x in rows) <= multiples


# The answers


def assert_all_ways_agree(game: Definition, sizes: tuple[int, ...]) -> None:
    """Every way, and the readable search, tell the same P-positions and winning moves."""
    expected, corner = set(p_positions(game, sizes)), tuple(size - 1 for size in sizes)
    search = CheapestSearch(game)
    for way in (Readable(game), CompiledBox(game)):
        if way.cost(corner) is not None:
            assert {p for p in product(*map(range, sizes)) if way.is_p(p)} == expected
            assert way.knows(corner)
    for position in (corner, tuple(heap // 2 for heap in corner)):
        assert search.is_p(position) == (position in expected)
        moves = (move for move in game.moves(position) if leave(position, move) in expected)
        assert search.winning_moves(position) == tuple(sorted(moves))


@pytest.mark.parametrize("is_misere", [False, True])
@pytest.mark.parametrize("name", PLAIN)
def test_all_ways_agree_on_an_example(name: str, is_misere: bool) -> None:
    game = define_rules(EXAMPLES[name] + ("; last loses" if is_misere else ""))
    assert_all_ways_agree(game, {1: (60,), 2: (12, 15), 3: (6, 7, 5)}[game.ruleset.heaps or 1])


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        *(("nim", (8, 6, 5)), ("marienbad", (5, 5, 5)), ("nim", (3, 3, 3, 3, 3))),
        *(("wythoff", (14, 14)), ("wythoff:a=2,b=3", (14, 11)), ("wythoff:b=2,misere", (13, 13))),
    ],
)
def test_all_ways_agree_on_the_catalogue(name: str, sizes: tuple[int, ...]) -> None:
    assert_all_ways_agree(define(name), sizes)


@FEW
@given(games())
def test_all_ways_agree_on_random_rules(drawn: tuple[Definition, tuple[int, ...]]) -> None:
    game, sizes = drawn
    assert_all_ways_agree(game, tuple(min(size, 9) for size in sizes))


def test_a_box_is_solved_once_for_all_that_lies_under_it(monkeypatch: pytest.MonkeyPatch) -> None:
    search = CheapestSearch(define_rules(EUCLID))
    assert search.is_p((40, 21)) == ((40, 21) in set(p_positions(search.game, (41, 22))))
    monkeypatch.setattr("marienbad.solver.table.solve", None)
    monkeypatch.setattr(Search, "solve", None)
    assert search.is_p((5, 7)) == ((5, 7) in set(p_positions(search.game, (6, 8))))


def test_the_first_moves_are_listed_at_their_own_cost() -> None:
    assert operations(define("nim"), (10**1000,) * 64, most=3000) == 6 * 3000
    wythoff = define("wythoff:b=1000000000")
    assert operations(wythoff, (10**9, 3), most=3000) <= 2 * 6 * 3000  # so many of each kind
    assert operations(wythoff, (10**13, 3), most=3000) == 6 * 3000
