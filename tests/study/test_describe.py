"""What is noticed in a table: true of known games, in both languages, and never too much."""

import json
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.games.language.rule_text import define_rules
from marienbad.numeration.surds import Surd
from marienbad.prover.discovery.strips import hulls, narrowest, width
from marienbad.solver.plain import grundy_values, p_positions
from marienbad.solver.table import solve
from marienbad.study.describe import Description, describe
from marienbad.study.describe.beams import beams_of
from marienbad.study.describe.borders import borders_of
from marienbad.study.describe.guesses import equations, simplest
from marienbad.study.describe.likeness import Likeness, candidates, likenesses
from marienbad.study.describe.periods import Period, additive_period, eventual_period
from marienbad.study.picture import Box
from marienbad.study.tables import has_pairs, ordered_pairs

Array = np.ndarray[Any, Any]


def family(name: str, size: int) -> Array:
    """The positions to leave of a game with a formula."""
    table = np.zeros((size, size), dtype=bool)
    for x, y in takewhile(lambda pair: pair[1] < size, ordered_pairs(define(name))):
        table[x, y] = table[y, x] = True
    return table


@lru_cache
def found_in(name: str, *sizes: int, grundy: bool = False) -> Description:
    """What is noticed in a game that the readable search solves."""
    game = define_rules(name) if name.startswith("heaps") else define(name)
    values = None
    table = np.zeros(sizes, dtype=bool)
    if grundy:
        values = np.zeros(sizes, dtype=np.int64)
        for position, value in grundy_values(game, sizes).items():
            values[position] = value
        table = values == 0
    else:
        for position in p_positions(game, sizes):
            table[position] = True
    return describe(game, Box(sizes, is_p=table, grundy=values))


def keys(found: Description) -> list[str]:
    return [block["key"] for block in found.explanation.data("en")]


# Strips and beams


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=12))
def test_the_narrowest_strip(points: list[tuple[int, int]]) -> None:
    if len({x for x, _ in points}) < 2:
        return
    strip = narrowest(points, lambda _: Fraction(1, 4))
    upper, lower = hulls(points)

    def spread(slope: Fraction) -> Fraction:
        deviations = [s - slope * x for x, s in points]
        return max(deviations) - min(deviations)

    assert spread(strip.slope) == strip.width == width(upper, lower, strip.slope)
    pairs = [(a, b) for a in points for b in points if a[0] != b[0]]
    assert all(spread(Fraction(b[1] - a[1], b[0] - a[0])) >= strip.width for a, b in pairs)
    assert spread(strip.low) == spread(strip.high) == strip.width + Fraction(1, 4)
    assert strip.low < strip.slope < strip.high


@pytest.mark.parametrize("size", [256, 1024])
@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (1, 5)])
def test_the_slope_of_a_beam_of_wythoffs_family(a: int, b: int, size: int) -> None:
    k = a * b
    (beam,) = beams_of(family(f"wythoff:a={a},b={b}", size), True)
    exact = Surd(k, 1, 2, k * k + 4)
    low, best, high = beam.slopes
    assert exact >= low
    assert exact <= high
    assert low < best < high < low + Fraction(40 * k, size)
    assert beam.is_steady
    if size == 1024 and k < 4:
        assert beam.guess is not None
        assert (beam.guess - best) * (size * size) < size
        assert str(beam.guess) == {1: "(1 + √5)/2", 2: "1 + √2", 3: "(3 + √13)/2"}[k]


def test_beams_of_a_lopsided_map_lie_on_both_sides() -> None:
    size = 200
    table = np.zeros((size, size), dtype=bool)
    for n in range(size // 3):
        table[n, 3 * n] = table[2 * n, n] = True
    found = beams_of(table, False)
    assert [(beam.is_exact, beam.slopes[1]) for beam in found] == [
        (True, Fraction(1, 2)),
        (True, 3),
    ]


def test_a_parabola_is_a_beam_that_does_not_keep_its_width() -> None:
    size = 1000
    table = np.zeros((size, size), dtype=bool)
    for x in range(size // 2):
        table[x, 3 * x // 2 + x * x // 20_000] = True
    assert [beam.is_steady for beam in beams_of(table, False)] == [False]


def test_a_dense_or_random_map_has_no_beams() -> None:
    random = np.random.default_rng(1961)
    assert beams_of(random.random((300, 300)) < 0.4, False) == []
    assert beams_of(random.random((300, 300)) < 0.01, False) == []


@pytest.mark.slow
def test_the_borders_of_euclids_game() -> None:
    text = (
        "heaps 2; take n from x where x >= y and n % y == 0;"
        "take n from y where y >= x and n % x == 0"
    )
    (border,) = found_in(text, 60, 60).borders
    assert str(border.guess) == "(1 + √5)/2"
    assert border.low < Fraction(1618034, 1000000) < border.high
    assert not border.is_left_above
    x, y = np.indices((80, 80))
    both = borders_of((y > 3 * x) | (2 * y < x), False)
    assert [(str(b.guess), b.is_left_above) for b in both] == [("1/2", False), ("3", True)]
    assert borders_of(family("wythoff", 100), True) == []
    assert borders_of((x + y) % 3 == 0, True) == []


# Guesses


@pytest.mark.parametrize(
    "number", [Surd(1, 1, 2, 5), Surd(1, 1, 1, 2), Surd(0, 1, 1, 3), Surd(3, 0, 2, 2)]
)
def test_a_simple_number_is_recognised(number: Surd) -> None:
    middle = Fraction(int(number.scaled(6)), 10**6)
    assert simplest(middle - Fraction(1, 1000), middle + Fraction(1, 1000)) == number


def test_a_wide_interval_gives_no_guess() -> None:
    assert simplest(Fraction(16, 10), Fraction(17, 10)) is None


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.integers(10**6, 3 * 10**6))
def test_a_guess_lies_in_its_interval(scaled: int) -> None:
    low, high = Fraction(scaled, 10**6), Fraction(scaled + 700, 10**6)
    guess = simplest(low, high)
    assert guess is None or low <= guess <= high


def test_equations_are_in_lowest_terms_and_irreducible() -> None:
    assert sorted(equations(2)) == [(0, 1, -1), (0, 1, 1), (1, 0, 1)]
    assert (2, 2, 2) not in equations(6)
    assert (1, -3, 2) not in equations(6)


# Periods


@given(
    st.lists(st.integers(0, 3), max_size=20),
    st.lists(st.integers(0, 3), min_size=1, max_size=9),
    st.integers(0, 5),
)
def test_periods(before: list[int], cycle: list[int], rise: int) -> None:
    count = 14 + 2 * len(before) // len(cycle)
    plain = np.array([*before, *cycle * count])
    found = eventual_period(plain)
    assert found is not None
    assert len(cycle) % found.length == 0
    assert found.start <= len(before)
    assert np.array_equal(
        plain[found.start :][: -found.length], plain[found.start + found.length :]
    )
    assert found.start == 0 or plain[found.start - 1] != plain[found.start - 1 + found.length]
    raised = np.array([*before, *(n + rise * k for k in range(count) for n in cycle)])
    risen = additive_period(raised)
    assert risen is not None
    assert risen.rise * len(cycle) == rise * risen.length


def test_no_period_is_invented() -> None:
    squares = np.zeros(2000, dtype=bool)
    squares[np.arange(44) ** 2] = True
    assert eventual_period(squares[:1900]) is None
    assert eventual_period(np.array([0, 1, 0, 1])) is None


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sets(st.integers(1, 9), min_size=1, max_size=4), st.booleans())
def test_the_period_of_a_subtraction_game(amounts: set[int], is_misere: bool) -> None:
    most = max(amounts)
    text = f"heaps 1; take n from one where n in {{{', '.join(map(str, amounts))}}}"
    found = found_in(text + ("; last loses" if is_misere else ""), 400)
    if not found.periods:
        return
    ((_, period),) = found.periods
    # the same by recurrence, much further than what was looked at
    values: list[bool] = []
    for heap in range(2000):
        reached = [values[heap - amount] for amount in amounts if amount <= heap]
        values.append(not any(reached) and (bool(reached) or not is_misere))
    repeats = [
        values[n] == values[n + period.length] for n in range(period.start, 2000 - period.length)
    ]
    assert all(repeats)
    assert found.is_proved == (period.start + period.length + most <= 400)
    residues = {heap % period.length for heap in range(1000, 2000) if values[heap]}
    assert set(found.residues) == residues


def test_classic_periods() -> None:
    found = found_in("heaps 1; take n from one where n in {1, 3, 4}", 100, grundy=True)
    assert found.periods == ((0, Period(0, 7)),)
    assert found.residues == (0, 2)
    assert found.is_proved
    assert found.grundy is not None
    assert found.grundy.periods == ((0, Period(0, 7)),)
    unbounded = found_in("heaps 1; take n from one where n % 3 != 0", 60)
    assert unbounded.periods
    assert not unbounded.is_proved


# Disguises


@pytest.mark.slow
@pytest.mark.parametrize("definition", [c for c in candidates() if c.name.count("=") < 2][:24])
def test_a_game_of_the_catalogue_is_recognised(definition: Any) -> None:
    if len(definition.start) == 2 and not has_pairs(definition):
        return
    found = likenesses(family(definition.name, 100))
    assert found[0] == Likeness(definition.name)


@pytest.mark.slow
def test_a_disguise_is_seen_through() -> None:
    found = found_in("heaps 2; take n from one; take c, d from two where abs(c - d) < 2", 40, 40)
    assert found.same == (Likeness("wythoff:a=2"),)
    english = " ".join(found.explanation.render("en").split())
    assert "Equal to wythoff:a=2 up to 39 in each heap" in english
    french = " ".join(found.explanation.render("fr").split())
    assert "Égal à wythoff:a=2 jusqu’à 39 dans chaque tas" in french


def test_a_few_exceptions_are_named() -> None:
    table = family("wythoff", 100)
    table[0, 0] = False
    assert likenesses(table) == [Likeness("wythoff", ((0, 0),))]
    found = describe(define("nim"), Box(table.shape, is_p=table))
    assert "wythoff up to 99 in each heap, but for (0, 0)" in " ".join(
        found.explanation.render("en").split()
    )


@pytest.mark.slow
def test_a_game_without_a_formula_is_recognised_by_search() -> None:
    game = define("wythoff:b=2,misere")
    table = np.zeros((30, 30), dtype=bool)
    for position in p_positions(game, (30, 30)):
        table[position] = True
    assert likenesses(table) == [Likeness("wythoff:b=2,misere")]
    table[20, 20] = not table[20, 20]
    assert Likeness("wythoff:b=2,misere") not in likenesses(table)


def test_nothing_like_it() -> None:
    assert likenesses(np.random.default_rng(1).random((50, 50)) < 0.1) == []
    half = np.triu(family("wythoff", 50))
    assert likenesses(half) == []


@pytest.mark.parametrize(("name", "other"), [("nim", "marienbad"), ("marienbad", "nim")])
def test_nim_with_three_heaps_is_seen(name: str, other: str) -> None:
    table = np.zeros((8, 8, 8), dtype=bool)
    for position in p_positions(define(name), (8, 8, 8)):
        table[position] = True
    assert describe(define(other), Box(table.shape, is_p=table)).same == (Likeness(name),)


# Whole descriptions


@pytest.mark.slow
def test_wythoff() -> None:
    found = found_in("wythoff", 64, 64, grundy=True)
    assert found.first[:4] == ((0, 0), (1, 2), (3, 5), (4, 7))
    assert found.ends == ((0, 0),)
    assert found.lopsided is None
    assert found.rows is not None
    assert found.rows.count == 1
    facts = found.grundy
    assert facts is not None
    assert not facts.repeats
    assert facts.periods[:3] == ((0, Period(0, 1, 1)), (1, Period(0, 3, 3)), (2, Period(0, 3, 3)))
    assert "describe.grundy.distinct" in keys(found)
    assert found.data("fr")["beams"][0]["guess"] == "(1 + √5)/2"


def test_nim_and_its_grundy_values() -> None:
    found = found_in("nim", 32, 32, grundy=True)
    assert found.grundy is not None
    assert found.grundy.is_nim_sum
    assert found.grundy.greatest == 31
    assert "describe.growth.1" in keys(found)


@pytest.mark.slow
def test_a_lopsided_game() -> None:
    found = found_in(
        "heaps 2; take n from x; take n from y where n <= 3; take n, n from two", 48, 48
    )
    assert found.lopsided == (0, 4)
    assert (0, Period(0, 4)) in found.periods
    assert "describe.lopsided" in keys(found)


def test_rows_with_the_same_period() -> None:
    found = found_in("heaps 2; take n from one where n <= 2", 32, 32)
    assert "describe.periods.equal" in keys(found)
    assert "describe.growth.2" in keys(found)


def test_three_heaps() -> None:
    found = found_in("heaps 3; take n from one; take n, n from two; take n, n, n from all", 9, 9, 9)
    assert found.first[:4] == ((0, 0, 0), (0, 1, 2), (1, 3, 3), (1, 1, 4))
    assert [likeness.name for likeness in found.empty_same] == ["wythoff"]


def test_four_heaps_and_unequal_sizes() -> None:
    found = found_in("nim", 3, 3, 3, 3)
    assert found.first[1] == (0, 0, 1, 1)
    unequal = found_in("nim", 5, 9)
    assert "x from 0 to 4 and y from 0 to 8" in unequal.explanation.render("en")


def test_a_map_without_positions_to_leave() -> None:
    table = np.zeros((20, 20), dtype=bool)
    assert "describe.none" in keys(describe(define("nim"), Box(table.shape, is_p=table)))


@pytest.mark.slow
def test_packed_tables_are_described_by_their_corner() -> None:
    size = 5000
    words = np.zeros((size, -(-size // 64)), dtype=np.uint64)
    numbers = np.arange(size)
    words[numbers, numbers // 64] = np.uint64(1) << (numbers % 64).astype(np.uint64)
    found = describe(define("wythoff"), Box((size, size), packed=words))
    assert (found.sizes, found.count) == ((4096, 4096), 4096)
    assert found.same[0].name == "nim"


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_form_of_writing(lang: str) -> None:
    found = found_in("wythoff", 64, 64, grundy=True)
    explanation = found.explanation
    assert explanation.render(lang, 60).count("\n") > 8
    assert "<math" in explanation.html(lang)
    assert "sqrt" in explanation.latex(lang)
    data = found.data(lang)
    assert data["explanation"][0]["key"] == "describe.title"
    assert data["sizes"] == [64, 64]


# The command


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["describe", *words]) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    english = printed(capsys, "wythoff:a=2", "--size", "200", "--lang", "en")
    assert "The slope 1 + √2 fits" in english
    french = printed(capsys, "nim", "--heaps", "3", "--size", "16", "--grundy", "--lang", "fr")
    assert "Chaque valeur de Grundy est la somme de Nim des tas." in french
    rules = tmp_path / "rules.txt"
    rules.write_text("heaps 1\ntake n from one where n in {1, 3, 4}\n", "utf-8")
    found = json.loads(printed(capsys, f"@{rules}", "--json"))
    assert found["periods"] == [{"row": 0, "start": 0, "length": 7, "rise": 0}]
    assert found["is_proved"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("wythoff", "--size", "5000"),
            "5000 cannot be described with 2 heaps: expected 1 to 4096",
        ),
        (("wythoff", "--heaps", "3", "--size", "4"), "expected 2"),
        (("marienbad", "--grundy", "--size", "8"), "no Grundy values of marienbad"),
        (("nim", "--heaps", "5"), "from 1 to 4"),
    ],
)
def test_what_the_command_refuses(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    assert main(["describe", *words, "--lang", "en"]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize("size", range(32, 200, 7))
def test_a_beam_has_no_border(size: int) -> None:
    for name in ("wythoff", "wythoff:a=2", "wythoff:misere"):
        assert not borders_of(solve(define(name), (size, size)).is_p, is_symmetric=True)
