"""Octal and subtraction games: values, proved periods and all winning moves against the search."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import marienbad
from marienbad.games.catalogue import define
from marienbad.registry import theory_of
from marienbad.solver.period import HeapValues, digits_of, values_of
from marienbad.solver.reachable import Nimbers, Reachable
from marienbad.study.tables import tabulate
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message, Table

KNOWN = {
    "kayles": (
        "01231432142641271432146741285472186741231472182741"
        "28147214274128147218674128147218274128147218274128"
    ),
    "dawson": (
        "00112031103322405223301130211045274011203110332244"
        "55233011302110453748112031103322445593301130211045"
    ),
    "octal:0.137": (
        "01120311033224052233011302110452740112031103322445"
        "52330113021104537481120311033224455933011302110453"
    ),
}
"""The first hundred values, found by a program of a few lines that knows only the definition."""
PERIODS = {
    "kayles": (71, 12),
    "dawson": (53, 34),
    "octal:0.137": (52, 34),
    "octal:0.156": (3479, 349),
    "octal:0.7": (0, 2),
    "subtraction:1.3.4": (0, 7),
    "subtraction:1-9": (0, 10),
}
CODES = ("kayles", "dawson", "octal:0.137", "octal:0.6", "octal:0.4", "octal:0.25", "octal:0.1053")


def values(name: str) -> HeapValues:
    digits = digits_of(define(name).ruleset)
    assert digits is not None
    return values_of(digits)


def plain_values(digits: tuple[int, ...], size: int) -> list[int]:
    """The values below a size by their definition."""

    @cache
    def value(heap: int) -> int:
        reached = set()
        for amount, digit in enumerate(digits, 1):
            rest = heap - amount
            if rest == 0 and digit & 1:
                reached.add(0)
            if rest > 0 and digit & 2:
                reached.add(value(rest))
            if digit & 4:
                reached |= {value(part) ^ value(rest - part) for part in range(1, rest)}
        return next(n for n in range(len(reached) + 1) if n not in reached)

    return [value(heap) for heap in range(size)]


@pytest.mark.parametrize("name", KNOWN)
def test_the_first_values_are_the_known_ones(name: str) -> None:
    assert [*values(name).between(0, 100)] == [*map(int, KNOWN[name])]
    assert marienbad.game(name).table(rows=100).sequence is not None


@pytest.mark.parametrize("name", PERIODS)
def test_periods(name: str) -> None:
    found = values(name).period
    assert found is not None
    assert (found.start, found.length) == PERIODS[name]


@pytest.mark.parametrize("name", ["kayles", "dawson", "octal:0.137"])
def test_a_proved_period_holds_far_beyond_what_proves_it(name: str) -> None:
    known = values(name)
    assert known.period is not None
    assert known.period.computed < 200
    assert plain_values(known.digits, 700) == [known.value(heap) for heap in range(700)]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 7), min_size=1, max_size=5).filter(any))
def test_values_of_any_code_are_those_of_the_definition(code: list[int]) -> None:
    digits = tuple(code)
    known = HeapValues(digits)
    assert [*known.between(0, 120)] == plain_values(digits, 120)


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(1, 20), min_size=1, max_size=5))
def test_subtraction_games_repeat_as_proved(amounts: set[int]) -> None:
    known = HeapValues(tuple(3 * (n in amounts) for n in range(1, max(amounts) + 1)))
    period = known.period
    assert period is not None
    longer = plain_values(known.digits, 3 * period.computed if period.computed < 400 else 800)
    assert longer == [known.value(heap) for heap in range(len(longer))]


@settings(max_examples=25, deadline=None)
@given(
    st.text("01234567", min_size=1, max_size=4).filter(lambda code: code.strip("0")),
    st.lists(st.integers(0, 6), max_size=3),
)
def test_random_codes_agree_with_the_search(code: str, heaps: list[int]) -> None:
    game, position = define(f"octal:0.{code}"), tuple(heaps)
    verdict, search = theory_of(game, "grundy").solve(position), Reachable(game)
    assert verdict.is_p is search.is_p(position)
    assert verdict.winning_moves == search.winning_moves(position)


@settings(max_examples=25, deadline=None)
@given(st.sets(st.integers(1, 6), min_size=1, max_size=4), st.lists(st.integers(0, 12), max_size=3))
def test_random_subtraction_sets_agree_with_the_search(amounts: set[int], heaps: list[int]) -> None:
    game = define(f"subtraction:{'.'.join(map(str, amounts))}")
    position = tuple(heaps)
    verdict, search = theory_of(game, "grundy").solve(position), Reachable(game)
    assert verdict.is_p is search.is_p(position)
    assert verdict.winning_moves == search.winning_moves(position)


@pytest.mark.parametrize("heap", [500, 10**4, 30_000])
def test_large_heaps_have_all_their_winning_moves(heap: int) -> None:
    """Those of a large heap are found by residues: here every move is looked at."""
    game = define("octal:0.137")
    theory = theory_of(game, "grundy")
    assert isinstance(theory.solve((heap, 9)).winning_moves, tuple)
    expected = [m for m in game.moves((heap, 9)) if theory.is_p(game.after((heap, 9), m))]
    assert theory.solve((heap, 9)).winning_moves == tuple(sorted(expected))


@pytest.mark.parametrize("name", ["kayles", "dawson", "octal:0.137", "octal:0.156"])
def test_neighbouring_values_and_partings_are_those_of_single_heaps(name: str) -> None:
    """Around the last heap that was computed, and above it, where the values repeat."""
    heaps = values(name)
    period = heaps.period
    assert period is not None
    last = len(heaps._values)
    for first in (0, period.start, period.computed, last - 1, last, last + 7):
        for end in (last - 5, last + 1, last + 3 * period.length + 2):
            found = heaps.between(first, end) if first < end else b""
            assert [*found] == [heaps.value(heap) for heap in range(first, end)]
    for rest in (2, 9, last - 1, last, last + 1, last + period.length, last + last // 2):
        sums = [heaps.value(part) ^ heaps.value(rest - part) for part in range(1, rest // 2 + 1)]
        for value in (0, 1, 6):
            spans = heaps.partings(rest, value)
            parts = [n for first, end, step in spans for n in range(first, end + 1, step)]
            assert sorted(parts) == [n for n, found in enumerate(sums, 1) if found == value], rest


def test_too_many_winning_moves_leave_the_outcome_and_a_suggestion() -> None:
    analysis = marienbad.game("kayles").analyse((10**60,))
    assert analysis.outcome == "N"
    with pytest.raises(OutOfReach):
        _ = analysis.winning_moves
    move = analysis.suggestion
    assert move is not None
    assert analysis.game.is_legal((10**60,), move)
    assert analysis.game.analyse(analysis.game.definition.after((10**60,), move)).outcome == "P"
    for lang in LANGUAGES:
        assert analysis.explanation.render(lang)


@pytest.mark.slow
def test_without_a_period_there_is_an_end() -> None:
    game = marienbad.game("octal:0.6")
    assert values("octal:0.6").period is None
    bound = values("octal:0.6").bound
    assert game.analyse((bound - 1, bound - 1)).outcome == "P"
    with pytest.raises(OutOfReach, match="no period of the values was found"):
        game.analyse((bound,), theory="grundy")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("octal:0.77", "kayles"),
        ("octal:0.7700", "kayles"),
        ("octal:0.07", "dawson"),
        ("octal:code=0.77,misere", "kayles:misere"),
        ("subtraction:4.1.3", "subtraction:1.3.4"),
        ("subtraction:1-3", "subtraction:1.2.3"),
    ],
)
def test_names(written: str, name: str) -> None:
    assert define(written).name == name
    assert define(name).name == name


@pytest.mark.parametrize(
    "written",
    [
        *("octal:0.8", "octal:77", "octal:0.", "octal:0.000", "octal:1.7", "octal:0." + "7" * 33),
        *("octal:0.7x", "octal:4.7", "subtraction:0.1", "subtraction:3-1", "subtraction:x"),
    ],
)
def test_what_is_no_code_is_refused(written: str) -> None:
    with pytest.raises(InputError, match="expected") as raised:
        define(written)
    assert raised.value.render("fr") != str(raised.value)


@pytest.mark.parametrize("name", ["kayles", "subtraction:1.3.4"])
def test_lost_starts_are_counted_by_values(name: str) -> None:
    game, theory = marienbad.game(name), theory_of(define(name), "grundy")
    for size, heaps in ((7, 2), (100, 2), (300, 1), (9, 3)):
        found = sum(map(theory.is_p, product(range(size), repeat=heaps)))
        assert game.chance(size, heaps).lost == found
        none_empty = sum(map(theory.is_p, product(range(1, size), repeat=heaps)))
        assert game.chance(size, heaps, no_empty=True).lost == none_empty


@pytest.mark.parametrize("name", ["kayles", "subtraction:1.3.4", "octal:0.7", "octal:0.1"])
def test_the_example_of_the_rule_stands_in_its_table(name: str) -> None:
    (table,) = (
        block for block in theory_of(define(name), "grundy").method() if isinstance(block, Table)
    )
    assert isinstance(table.caption, Message)
    shown = sum(len([cell for cell in row[1:] if cell is not None]) for row in table.rows)
    assert table.caption.values["size"] == min(23, shown - 1)


@pytest.mark.parametrize(
    ("position", "told"),
    [((10,), ["gist.single", "by_parting"]), ((3, 4, 9), ["aim", "by_taking"])],
)
def test_in_short_it_is_said_what_to_take(position: tuple[int, ...], told: list[str]) -> None:
    theory = theory_of(define("dawson"), "grundy")
    keys = [message.key for message in theory.gist(position, theory.solve(position))]
    assert keys == [f"octal.{key}" for key in told]


def test_boxes_are_solved_by_the_values_of_heaps() -> None:
    game = marienbad.game("kayles")
    table = game.solve((100, 90), grundy=True)
    nimbers = Nimbers(game.definition)
    assert table.grundy is not None
    assert all(table.grundy[x, y] == nimbers.value((x, y)) for x, y in product(range(7), repeat=2))
    assert (table.is_p == (table.grundy == 0)).all()
    line = game.solve((100,), grundy=True).grundy
    assert line is not None
    assert line.tolist() == [*map(int, KNOWN["kayles"])]


def test_a_table_is_asked_for_a_bounded_number_of_heaps() -> None:
    with pytest.raises(InputError, match="at most 1000"):
        tabulate(define("kayles"), "grundy", of=range(1001))
    assert len(list(tabulate(define("kayles"), "grundy", of=range(1000)).rows)) == 1000
