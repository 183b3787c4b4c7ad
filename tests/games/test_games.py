"""The catalogue: names and parameters, and the moves against a plain enumeration."""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from marienbad.games.catalogue import FAMILIES, define
from marienbad.games.definition import Convention
from marienbad.games.family import Family
from marienbad.games.nim import NIM, NimRules
from marienbad.games.parameters import Parameter
from marienbad.heaps import Move, Position
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError

KINDS = [game.name for family in FAMILIES for game in family.games(largest=2)]
HUGE = 10**29 + 7


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("nim", "nim"),
        ("nim:misere", "marienbad"),
        ("marienbad", "marienbad"),
        ("wythoff", "wythoff"),
        ("wythoff:a=1", "wythoff"),
        ("wythoff:b=1,a=1", "wythoff"),
        ("wythoff:a=2", "wythoff:a=2"),
        ("wythoff:b=4", "wythoff:b=4"),
        ("wythoff:b=4,a=1", "wythoff:b=4"),
        ("wythoff:b=3,a=2", "wythoff:a=2,b=3"),
        ("wythoff:misere,b=3,a=2", "wythoff:a=2,b=3,misere"),
        ("wythoff:misere", "wythoff:misere"),
        ("wythoff: a = 2 , misere", "wythoff:a=2,misere"),
        ("wythoff:a=007", "wythoff:a=7"),
        (" wythoff:a=2\n", "wythoff:a=2"),
        (f"wythoff:b={HUGE},a={HUGE}", f"wythoff:a={HUGE},b={HUGE}"),
        ("wythoff:a=" + "9" * 1000, "wythoff:a=" + "9" * 1000),
    ],
)
def test_names_are_read_in_any_order_and_written_in_one(written: str, name: str) -> None:
    game = define(written)
    assert game.name == name
    assert define(name) == game


@pytest.mark.parametrize("written", ["", "chess", "Wythoff", "wythof", "wythoff;a=2", "ᴺim"])
def test_an_unknown_game_is_named(written: str) -> None:
    with pytest.raises(InputError) as raised:
        define(written)
    assert raised.value.message.key == "errors.unknown_game"
    assert written in str(raised.value)
    assert all(name in str(raised.value) for family in FAMILIES for name in family.names)
    assert "=" in str(raised.value), "how parameters are written"
    assert "misere" in str(raised.value)


@pytest.mark.parametrize(
    ("written", "parameter"),
    [
        ("wythoff:c=2", "c=2"),
        ("wythoff:A=2", "A=2"),
        ("wythoff:a=2,a=2", "a=2"),
        ("wythoff:a=2,b=3,a=4", "a=4"),
        ("wythoff:misere,misere", "misere"),
        ("wythoff:misere=1", "misere=1"),
        ("wythoff:misere=", "misere="),
        ("wythoff:a", "a"),
        ("wythoff:=2", "=2"),
        ("wythoff:2", "2"),
        ("nim:a=2", "a=2"),
        ("marienbad:b=2", "b=2"),
        ("euclid:a=2", "a=2"),
    ],
)
def test_an_unknown_parameter_is_named(written: str, parameter: str) -> None:
    with pytest.raises(InputError, match="expected") as raised:
        define(written)
    assert raised.value.message.key.startswith("errors.")
    assert parameter in str(raised.value)
    assert raised.value.render("fr") != raised.value.render("en")


@pytest.mark.parametrize(
    "value", ["0", "00", "-1", "+1", "", "x", "1.5", "1e3", "1_0", "²", "１", "=2", "9" * 1001]
)
@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_parameter_out_of_range_is_named(letter: str, value: str) -> None:
    with pytest.raises(InputError, match="expected") as raised:
        define(f"wythoff:{letter}={value}")
    assert raised.value.message.key == "errors.parameter_value"
    assert f"{letter}={value}"[:40] in str(raised.value)
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (
            "wythoff:",
            "A parameter is missing in “wythoff:”: expected heaps, a, b, misere after the colon",
        ),
        (
            "wythoff:a=2,",
            "A parameter is missing in “wythoff:a=2,”: expected heaps, a, b, misere after",
        ),
        ("euclid:", "“euclid:” cannot be read: expected misere after the colon, once, or the name"),
        ("euclid:a=2", "“euclid:a=2” cannot be read: expected misere after the colon, once, or"),
        ("marienbad:", "“marienbad:” cannot be read: expected the name alone"),
    ],
)
def test_what_can_follow_the_colon_is_said(written: str, sentence: str) -> None:
    with pytest.raises(InputError, match=re.escape(sentence)):
        define(written)


def test_a_parameter_can_be_bounded_above() -> None:
    values = {name: getattr(NIM, name) for name in NIM._fields}
    family = Family(**values | {"parameters": (Parameter("k", 2, 5),), "rules": ChosenNim})
    assert [game.values["k"] for game in family.games(9)] == [2, 3, 4, 5] * 2
    assert [game.values["k"] for game in family.games(3)] == [2, 3] * 2
    assert family.read("nim", "k=5", "nim:k=5").name == "nim:k=5"
    for value in ("1", "6", "x", "9" * 1001):
        with pytest.raises(InputError, match="expected a whole number from 2 to 5") as raised:
            family.read("nim", f"k={value}", f"nim:k={value}")
        assert raised.value.render("fr").endswith("on attendait un nombre entier de 2 à 5.")


class ChosenNim(NimRules):
    """Nim with a number that it does not heed."""

    k: int


def test_conventions_and_starts() -> None:
    assert define("nim").convention is Convention.NORMAL
    assert define("marienbad").convention is Convention.MISERE
    assert define("marienbad").start == (1, 3, 5, 7)
    for name in KINDS:
        game = define(name)
        assert game.is_misere is (name == game.family.misere_name or name.endswith("misere"))
        assert not game.is_over(game.start)
        assert game.ruleset.heaps in (None, len(game.start))


@pytest.mark.parametrize("name", KINDS)
def test_words_in_both_languages(name: str) -> None:
    game = define(name)
    for message in (game.title, game.rule, game.piece):
        english, french = Plain("en").line(message), Plain("fr").line(message)
        assert english
        assert french
        assert "{" not in english + french
    english, french = Plain("en").line(game.rule), Plain("fr").line(game.rule)
    assert english != french
    assert english.endswith(".")
    assert french.endswith(".")
    assert game.references


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_different_games_have_different_rules_and_titles(lang: str) -> None:
    for texts in (
        [Plain(lang).line(define(name).rule) for name in KINDS],
        [Plain(lang).line(define(name).title) for name in KINDS],
    ):
        assert len(set(texts)) == len(KINDS)


def may_take(name: str, position: Position, move: Move) -> bool:
    """The rules of the games, read off their descriptions and nothing else."""
    touched = [amount for amount in move if amount]
    if name in ("nim", "marienbad"):
        return len(touched) == 1
    parameters = dict(part.split("=") for part in name.partition(":")[2].split(",") if "=" in part)
    a, b = int(parameters.get("a", 1)), int(parameters.get("b", 1))
    if len(touched) == 1:
        return touched[0] % b == 0
    if len(touched) == 2:
        c, d = touched
        return c % b == d % b and abs(c - d) < a * b
    return False


def naive_moves(name: str, position: Position) -> Iterator[Move]:
    for move in product(*(range(heap + 1) for heap in position)):
        if may_take(name, position, move):
            yield move


GRID = [define(f"wythoff:a={a},b={b}").name for a in range(1, 5) for b in range(1, 5)]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GRID, "wythoff:misere", "wythoff:a=3,b=2,misere"])
def test_moves_of_the_wythoff_family(name: str) -> None:
    game = define(name)
    for position in product(range(13), repeat=2):
        moves = list(game.moves(position))
        assert len(moves) == len(set(moves))
        assert set(moves) == set(naive_moves(name, position))
        assert game.is_over(position) is (not moves)


@pytest.mark.parametrize("name", ["nim", "marienbad"])
@pytest.mark.parametrize("heaps", range(5))
def test_moves_of_nim(name: str, heaps: int) -> None:
    game = define(name)
    for position in product(range(4), repeat=heaps):
        moves = list(game.moves(position))
        assert len(moves) == sum(position)
        assert set(moves) == set(naive_moves(name, position))
        assert game.is_over(position) is (not moves)


@pytest.mark.parametrize(
    "name",
    [
        "nim",
        "wythoff",
        "wythoff:a=3",
        "wythoff:b=3",
        "wythoff:a=2,b=2",
        "euclid",
        "lucas",
        "nimhoff:h=3",
        "moore:k=2",
    ],
)
def test_legality(name: str) -> None:
    game = define(name)
    for position in product(range(6), repeat=2):
        legal = set(game.moves(position))
        for move in product(range(-1, 8), repeat=2):
            assert game.is_legal(position, move) is (move in legal), (position, move)
        assert not game.is_legal(position, (1,))
        assert not game.is_legal(position, (1, 0, 0))
        assert not game.is_legal(position, ())


@pytest.mark.parametrize("name", ["nim", "wythoff:heaps=3", "nimhoff:h=4", "moore:k=2"])
def test_legality_with_three_heaps(name: str) -> None:
    game = define(name)
    for position in ((0, 1, 2), (3, 0, 2), (2, 3, 3), (1, 1, 1)):
        legal = set(game.moves(position))
        for move in product(range(-1, 5), repeat=3):
            assert game.is_legal(position, move) is (move in legal), (position, move)


@pytest.mark.parametrize("position", [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)])
def test_play_can_stop_with_tokens_left(position: Position) -> None:
    # erratum 19: with b = 3 nothing can be taken from these, although tokens are left
    assert define("wythoff:b=3").is_over(position)
    assert define("wythoff:a=2,b=3").is_over(position)
    assert define("wythoff").is_over(position) is (position == (0, 0))


@pytest.mark.parametrize("name", ["nim", *GRID])
def test_least_moves(name: str) -> None:
    rules = define(name).ruleset
    for position in product(range(7), repeat=2):
        least = list(rules.least_moves(position))
        moves = set(rules.moves(position))
        assert set(least) <= moves
        touched = [tuple(bool(amount) for amount in move) for move in least]
        assert len(set(touched)) == len(touched)
        assert set(touched) == {tuple(bool(amount) for amount in move) for move in moves}
        for move in least:
            if 0 in move:
                same = [
                    other for other in moves if (other[0] == 0) == (move[0] == 0) and 0 in other
                ]
                assert move == min(same)


def test_huge_parameters() -> None:
    game = define(f"wythoff:a={HUGE},b={HUGE}")
    reach = (HUGE - 1) * HUGE
    position = (10**70, 10**70)
    assert game.is_legal(position, (1, 1 + reach))
    assert game.is_legal(position, (1 + reach, 1))
    assert not game.is_legal(position, (1, 1 + reach + HUGE))
    assert not game.is_legal(position, (1, 2))
    assert game.is_legal(position, (0, 5 * HUGE))
    assert not game.is_legal(position, (0, 5 * HUGE + 1))
    assert not game.is_over(position)
    assert list(game.ruleset.least_moves(position)) == [(HUGE, 0), (0, HUGE), (1, 1)]
    assert game.is_over((0, HUGE - 1))
    assert not game.is_over((0, HUGE))


@pytest.mark.parametrize("written", ["wythoff:", "nim:", "wythoff:a=2,", "wythoff:a=2,,b=3"])
def test_an_empty_parameter_is_refused(written: str) -> None:
    with pytest.raises(InputError, match=r"expected (misere|heaps, a, b, misere)"):
        define(written)
