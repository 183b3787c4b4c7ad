"""The chance of a lost start: the formulas against counting, and what is refused."""

from fractions import Fraction
from itertools import takewhile
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.study.chance import chance, counted, explanation_of, share
from marienbad.study.tables import ordered_pairs
from marienbad.text.mathematics import Approximation
from marienbad.text.problems import InputError, OutOfReach


@pytest.mark.parametrize("name", ["nim", "marienbad"])
@pytest.mark.parametrize("heaps", [1, 2, 3, 4])
def test_nim_against_counting(name: str, heaps: int) -> None:
    game = define(name)
    for size in range(1, 9 if heaps < 4 else 6):
        assert chance(game, size, heaps).lost == counted(game, (size - 1,) * heaps)


@pytest.mark.slow
@pytest.mark.parametrize("a", [1, 2, 3])
@pytest.mark.parametrize("b", [1, 2, 3, 5])
def test_the_wythoff_family_against_counting(a: int, b: int) -> None:
    endings = ("", ",misere") if b == 1 else ("",)
    for game in (define(f"wythoff:a={a},b={b}{ending}") for ending in endings):
        for size in [*range(1, 20), 31]:
            assert chance(game, size).lost == counted(game, (size - 1, size - 1)), size


@given(st.integers(1, 400), st.integers(1, 12), st.integers(1, 12), st.booleans())
def test_the_wythoff_family_against_its_pairs(size: int, a: int, b: int, is_misere: bool) -> None:
    game = define(f"wythoff:a={a},b={b}" + (",misere" if is_misere and b == 1 else ""))
    pairs = takewhile(lambda pair: pair[1] < size, ordered_pairs(game))
    assert chance(game, size).lost == sum(1 if x == y else 2 for x, y in pairs)


@given(st.integers(1, 20), st.integers(0, 300), st.sampled_from(["nim", "marienbad"]))
def test_a_power_of_two_divides_evenly(heaps: int, exponent: int, name: str) -> None:
    lost = chance(define(name), 2**exponent, heaps).lost
    if exponent:
        assert lost == 2 ** (exponent * (heaps - 1))
    else:
        assert lost == (name == "nim")


def test_huge_sizes() -> None:
    size = 10**300
    wythoff = chance(define("wythoff"), size)
    # about 2n pairs with n(φ + 1) below the size
    assert str(wythoff.lost).startswith("76393202250021030359")
    assert wythoff.method == "formula"
    nim = chance(define("nim"), size)
    assert nim.total == size**4
    assert abs(log2(nim.total // nim.lost) - log2(size)) < 1
    huge = define(f"wythoff:a={10**50},b={10**60}")
    assert chance(huge, 10**40).lost == 2 * 10**40 - 1


def test_misere_play_with_b_is_counted() -> None:
    found = chance(define("wythoff:b=2,misere"), 20)
    assert (found.lost, found.total, found.method) == (23, 400, "pairs")
    with pytest.raises(OutOfReach):
        chance(define("wythoff:b=2,misere"), 10**8)


@pytest.mark.parametrize("size", [10**9, 10**30])
def test_a_heap_with_a_period_is_not_counted_for_ever(size: int) -> None:
    game = define("rules:heaps 1; take n from one where n <= 3")
    assert chance(game, 1000).lost == 250
    with pytest.raises(OutOfReach):
        chance(game, size)


def test_the_usual_number_of_heaps() -> None:
    assert chance(define("marienbad"), 8).heaps == 4
    assert chance(define("wythoff"), 8).heaps == 2
    assert chance(define("nim"), 8, 2).fraction == Fraction(1, 8)


@pytest.mark.parametrize(
    ("fraction", "key", "values"),
    [
        (Fraction(0), "chance.percent", {"percentage": Approximation(0, 0, is_cut=False)}),
        (Fraction(3, 16), "chance.percent", {"percentage": Approximation(1875, 2, is_cut=False)}),
        (Fraction(1, 400), "chance.percent", {"percentage": Approximation(25, 2, is_cut=False)}),
        (
            Fraction(10001, 10**6),
            "chance.percent",
            {"percentage": Approximation(10001, 4, is_cut=False)},
        ),
        (Fraction(2, 10**9 + 1), "chance.one_in", {"ratio": 500_000_000}),
    ],
)
def test_shares(fraction: Fraction, key: str, values: dict[str, object]) -> None:
    assert share(fraction).key == key
    assert share(fraction).values == values


@pytest.mark.parametrize(
    ("lang", "words", "expected"),
    [
        ("en", ["wythoff", "--size", "8"], "7 of 64 starts: 7/64 = 10.9375%"),
        ("fr", ["wythoff", "--size", "8"], "7 sur 64 départs\u202f: 7/64 = 10,9375\u202f%"),
        ("en", ["nim", "--size", "3", "--heaps", "2"], "3 of 9 starts: 1/3 = 33.3333…%"),
        (
            "fr",
            ["nim", "--size", "3", "--heaps", "2"],
            "3 sur 9 départs\u202f: 1/3 = 33,3333…\u202f%",
        ),
        ("en", ["wythoff:b=2,misere", "--size", "4"], "Counted along the list of pairs."),
    ],
)
def test_in_words(
    lang: str, words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chance", *words, "--lang", lang]) == 0
    assert expected in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("name", ["wythoff:b=4", "wythoff:a=2,misere"])
def test_a_condition_without_content_is_left_out(name: str) -> None:
    game = define(name)
    found = explanation_of(game, chance(game, 9))
    for lang in ("en", "fr"):
        text = " ".join(found.render(lang).split())
        assert "N/β" in text
        assert "0/" not in text.split("β")[1]
    *_, table = found.render("en").split("chance\n")
    assert {line[-1] for line in table.splitlines()[1:]} == {"%"}
    assert len({len(line) for line in table.splitlines()}) == 1  # aligned on the right


def test_huge_counts_are_written_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    size = 10**100
    assert main(["chance", "wythoff", "--size", str(size), "--lang", "en"]) == 0
    assert f"{chance(define('wythoff'), size).lost:,}" in capsys.readouterr().out


@pytest.mark.parametrize("size", [0, -1, True, 2.0])
def test_a_bad_size(size: int) -> None:
    with pytest.raises(InputError, match="whole number, 1 or more"):
        chance(define("nim"), size)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["wythoff", "--size", "8", "--heaps", "3"], "expected 2"),
        (["nim", "--size", "many"], "“many”"),
        (["nim", "--size", "-3"], "“-3”"),
        (["nim", "--size", "9" * 5000], "1500 digits"),
        (["nim", "--size", "8", "--heaps", "0"], "0"),
        (["nim"], "--size"),
    ],
)
def test_bad_input(words: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chance", *words, "--lang", "en"]) == 2
    captured = capsys.readouterr()
    assert named in captured.err
    assert captured.out == ""


def test_the_number_of_heaps_that_can_be_drawn_is_named() -> None:
    with pytest.raises(InputError, match="expected 1 or more"):
        chance(define("nim"), 8, heaps=0)
    with pytest.raises(InputError, match="expected 2"):
        chance(define("wythoff"), 8, heaps=3)


@pytest.mark.parametrize(
    ("name", "heaps"),
    [("nim", 2), ("nim", 3), ("marienbad", 1), ("marienbad", 3), ("wythoff", 2), ("wythoff:b=3", 2),
     ("wythoff:a=2,b=2", 2), ("wythoff:misere", 2), ("wythoff:a=3,misere", 2), ("euclid", 2),
     ("euclid:misere", 2), ("wythoff:b=3,misere", 2), ("lucas", 2), ("lucas:misere", 2)],
)  # fmt: skip
def test_without_empty_heaps_against_counting(name: str, heaps: int) -> None:
    game = define(name)
    for size in range(2, 9):
        found = chance(game, size, heaps, no_empty=True)
        assert found.lost == counted(game, (size - 1,) * heaps, least=1), size
        assert found.total == (size - 1) ** heaps


def test_a_chance_without_empty_heaps_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chance", "nim", "--size", "6", "--heaps", "3", "--no-empty"]) == 0
    words = capsys.readouterr().out
    assert "3 rows of 1 to 5" in words
    assert "12 of 125 starts: 12/125 = 9.6%" in words
    assert "L_N" in words
    assert main(["chance", "nim", "--size", "1", "--no-empty"]) == 2


@pytest.mark.parametrize(
    "name",
    [
        "nim",
        "marienbad",
        "wythoff",
        "wythoff:a=2,b=3",
        "euclid",
        "wythoff:misere",
        "euclid:misere",
        "lucas",
        "lucas:misere",
    ],
)
def test_every_formula_is_told(name: str) -> None:
    game = define(name)
    for size, heaps in ((1, None), (2, None), (7, None), (10**40, None)):
        words = explanation_of(game, chance(game, size, heaps))
        assert words.render("en") != words.render("fr")


def test_long_numbers_are_grouped_like_short_ones() -> None:
    wythoff = define("wythoff")
    text = explanation_of(wythoff, chance(wythoff, 10**24)).render("en")
    assert "of\n1,000,000,000," in text or "of 1,000,000,000," in text
    assert "0" * 4 not in text


def test_a_single_start_is_told_in_the_singular() -> None:
    nim = define("nim")
    told = explanation_of(nim, chance(nim, 1, 2))
    assert "1 of 1 start:" in told.render("en")
    assert "1 sur 1 départ\N{NARROW NO-BREAK SPACE}:" in told.render("fr")
