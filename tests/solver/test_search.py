"""Which engine answers: decided by sizes and kinds of moves, the same for the same rules."""

import sys
from itertools import product

import pytest
from hypothesis import given

from marienbad.games.catalogue import define
from marienbad.games.declaration import Take
from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula, Name, Number, Operation
from marienbad.games.language.rule_text import define_rules
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Position, leave
from marienbad.registry import theory_of
from marienbad.solver import bits, period, search  # noqa: F401 (it keeps the solve that it finds)
from marienbad.solver.clock import TimeIsUp, clock
from marienbad.solver.reference import Search, p_positions
from marienbad.solver.search import Box, Engine, OutcomeSearch
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


def decision(search: OutcomeSearch, position: Position) -> str:
    try:
        search.check_reach(position)
        engine = search.engine(position)
        if isinstance(engine, Box):
            return "Compiled" if engine.is_compiled else "BitRows"
        return type(engine).__name__
    except OutOfReach as refusal:
        return refusal.message.key


# The decision


def test_the_same_rules_decide_alike_as_text_and_as_a_class() -> None:
    text = define_rules(EUCLID)
    catalogued = named(text, "euclid", EuclidRules())
    assert OutcomeSearch(catalogued).game.ruleset != text.ruleset
    for position in ((7, 11), (150, 250), (230, 300), (1000, 1000), (5000, 5000)):
        found = decision(OutcomeSearch(catalogued), position)
        assert found == decision(OutcomeSearch(text), position)
    assert decision(OutcomeSearch(catalogued), (150, 250)) == "Compiled"


@pytest.mark.parametrize("name", ["nim", "marienbad", "wythoff:a=2,b=3", "wythoff:b=5,misere"])
def test_the_name_of_a_game_decides_nothing(name: str) -> None:
    game = define(name)
    other = named(game, "rules:whatever")
    for size in (0, 3, 40, 150, 2000, 10**40):
        for position in ((size, size), (size, 1)):
            found = decision(OutcomeSearch(game), position)
            assert found == decision(OutcomeSearch(other), position)


@pytest.mark.parametrize(
    ("rules", "position", "engine"),
    [
        ("nim", (30, 30, 30, 30), "BitRows"),
        ("nim", (1,) * 150, "Search"),
        ("wythoff", (1000, 1000), "BitRows"),
        ("wythoff:b=2,misere", (700, 1400), "BitRows"),
        ("wythoff:b=2,misere", (700, 2107), "errors.table_too_large"),
        ("rules:heaps 2; take n from one; take c, d from two where c * d > 5", (99, 99), "BitRows"),
        ("rules:heaps 2; take c, d from two where c * d > 5", (999, 999), "Compiled"),
        ("euclid", (1000, 1000), "Compiled"),
        ("euclid", (5000, 5000), "errors.table_too_large"),
        ("rules:heaps 1; take n from one where n < 4", (10**50,), "Period"),
        ("rules:heaps 1; take n from one where n * n < 2 * x", (100_000,), "Compiled"),
        ("spite", (150, 150), "Called"),
        ("spite", (40, 40, 40), "Called"),
        ("fibonacci", (100,), "Reachable"),
        ("fibonacci", (10**9,), "errors.table_too_large"),
        ("kayles", (20, 10), "Reachable"),
    ],
)
def test_kinds_of_moves_and_sizes_decide(
    rules: str, position: Position, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "is_loaded", lambda: False)  # other tests of the process load it
    assert decision(OutcomeSearch(define(rules)), position) == engine


@pytest.mark.parametrize("has_loaded", [False, True])
def test_what_is_loaded_or_compiled_refuses_nothing(
    has_loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cold or warm, the same positions are within reach; only the engine may be another."""
    monkeypatch.setattr(search, "is_loaded", lambda: has_loaded)
    euclid = OutcomeSearch(define_rules(EUCLID))
    assert decision(euclid, (1000, 1000)) == "Compiled"
    assert decision(euclid, (5000, 5000)) == "errors.table_too_large"
    # a small question is not worth loading the compiler, but uses one that is there
    assert decision(euclid, (9, 9)) == ("Compiled" if has_loaded else "Search")


@pytest.mark.parametrize(("octets", "heap"), [(20_000, 150), (100, 60)])
def test_a_box_without_memory_is_not_rounded_up_or_gives_way(
    octets: int, heap: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bits, "LARGEST", 1)
    monkeypatch.setattr(search, "is_loaded", lambda: True)
    monkeypatch.setattr("marienbad.solver.table.available_memory", lambda: octets)
    wythoff = OutcomeSearch(define("wythoff"))
    assert decision(wythoff, (heap, heap)) == "Compiled"
    expected = theory_of(define("wythoff"), "algebra")
    for y in range(heap + 1):
        assert wythoff.is_p((heap, y)) == expected.is_p((heap, y))


def test_a_box_of_bits_is_rounded_up_only_as_far_as_it_fits() -> None:
    """The moves of a region are listed up to a number of positions."""
    cone = OutcomeSearch(
        define_rules("heaps 2; take n from one; take c, d from two where c * d > 5")
    )
    assert decision(cone, (160, 390)) == "BitRows"
    assert not cone.is_p((160, 390))


def test_no_work_is_done_to_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Search, "solve", never)
    monkeypatch.setattr(bits, "outcomes", never)
    monkeypatch.setattr("marienbad.solver.table.solve", never)
    before = set(sys.modules)
    for text in EXAMPLES.values():
        game = define_rules(text)
        heaps = game.ruleset.heaps or 1
        for size in (9, 300, 10**30):
            decision(OutcomeSearch(game), (size,) * heaps if size < 10**30 or heaps > 1 else (9,))
    assert not {m for m in set(sys.modules) - before if m.startswith("marienbad.solver.kernels")}


def test_without_the_compiler_the_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "has_compiler", lambda: False)
    euclid = OutcomeSearch(define_rules(EUCLID))
    assert decision(euclid, (150, 250)) == "Search"
    assert decision(euclid, (1000, 1000)) == "errors.table_needs_compiler"
    assert decision(euclid, (10**30, 10**30)) == "errors.table_too_large"
    with pytest.raises(OutOfReach, match=r"marienbad\[fast\]"):
        euclid.check_reach((1000, 1000))


@pytest.mark.parametrize("name", ["wythoff", "euclid", "spite", "kayles", "nim"])
def test_a_search_that_takes_long_is_ended(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "DEADLINE", 0)
    monkeypatch.setattr(search, "has_compiler", lambda: False)
    position = (1,) * 30 if name == "nim" else (20, 10)
    with pytest.raises(OutOfReach, match="took more than 0 s: expected smaller heaps, such as"):
        OutcomeSearch(define(name)).is_p(position)


def test_a_stricter_limit_is_that_of_whoever_asks() -> None:
    with pytest.raises(TimeIsUp), clock.within(0):
        OutcomeSearch(define("wythoff")).is_p((20, 10))


def test_a_large_heap_without_a_period_in_sight_is_refused_when_it_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every window of a million outcomes would have to be seen twice."""
    monkeypatch.setattr("marienbad.solver.period.LONGEST", 2**16)
    one_heap = OutcomeSearch(define_rules("heaps 1; take n from one where n in {1, 1000000}"))
    one_heap.check_reach((10**50,))
    with pytest.raises(OutOfReach, match="more than 1,048,576 positions"):
        one_heap.is_p((10**50,))
    assert not one_heap.is_p((10**6,))


def test_a_period_is_found_once_for_all_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    one_heap = OutcomeSearch(define_rules("heaps 1; take n from one where n < 4"))
    assert one_heap.is_p((4 * 10**50,))
    monkeypatch.setattr(OutcomeSearch, "engine", None)
    assert one_heap.winning_moves((4 * 10**50 + 3,)) == ((3,),)
    assert one_heap.is_p((8,))


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
    monkeypatch.setattr(search, "has_compiler", lambda: has_compiler)
    OutcomeSearch(define(name)).check_reach((150, 150))


@pytest.mark.parametrize("has_compiler", [False, True])
def test_120_objects_in_four_heaps_are_within_reach(
    has_compiler: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "has_compiler", lambda: has_compiler)
    for name in ("nim", "marienbad"):
        several = OutcomeSearch(define(name))
        for position in ((13, 21, 33, 53), (30, 30, 30, 30), (0, 0, 0, 120), (1, 1, 59, 59)):
            several.check_reach(position)


# The answers


def assert_all_ways_agree(game: Definition, sizes: tuple[int, ...]) -> None:
    """Every way, and the readable search, tell the same P-positions and winning moves."""
    expected, corner = set(p_positions(game, sizes)), tuple(size - 1 for size in sizes)
    whole = OutcomeSearch(game)
    engines: list[Engine] = [Search(game), Box(game, True)]
    if bits.fits(game, sizes):
        engines.append(Box(game, False))
    for engine in engines:
        engine.solve(corner)
        assert {p for p in product(*map(range, sizes)) if engine.is_p(p)} == expected
        assert engine.knows(corner)
    for position in (corner, tuple(heap // 2 for heap in corner)):
        assert whole.is_p(position) == (position in expected)
        moves = (move for move in game.moves(position) if leave(position, move) in expected)
        assert whole.winning_moves(position) == tuple(sorted(moves))
    assert set(whole.p_positions(corner)) == expected


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
    euclid = OutcomeSearch(define_rules(EUCLID))
    assert euclid.is_p((40, 21)) == ((40, 21) in set(p_positions(euclid.game, (41, 22))))
    monkeypatch.setattr("marienbad.solver.table.solve", None)
    monkeypatch.setattr(Search, "solve", None)
    assert euclid.is_p((5, 7)) == ((5, 7) in set(p_positions(euclid.game, (6, 8))))
