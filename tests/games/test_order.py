"""Orders of play: how they are written, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.parameters import LARGEST_AMOUNT, MOST_AMOUNTS, read_amounts, write_amounts
from marienbad.heaps import Situation
from marienbad.text.problems import InputError


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("order", "order:AABB,take=1-3"),
        ("order:AAB", "order:AAB,take=1-3"),
        ("order:take=3.1.2,AAB", "order:AAB,take=1-3"),
        ("order:order=ABB,take=1.2", "order:ABB,take=1-2"),
        ("order:ABB,take=7-7,misere", "order:ABB,take=7,misere"),
        ("order: AB , take = 1 . 3 . 4 ", "order:AB,take=1.3.4"),
    ],
)
def test_order_and_takes_are_written_in_one_way(written: str, name: str) -> None:
    assert define(written).name == name
    assert define(name) == define(written)


@given(st.sets(st.integers(1, LARGEST_AMOUNT), min_size=1, max_size=MOST_AMOUNTS))
def test_takes_are_read_as_they_are_written(numbers: set[int]) -> None:
    amounts = tuple(sorted(numbers))
    assert read_amounts(write_amounts(amounts)) == amounts
    assert read_amounts(".".join(map(str, reversed(amounts)))) == amounts


@pytest.mark.parametrize("text", ["", "A", "BBB", "AC", "aab", "A B", "AB" * 33, "A" * 10**5])
def test_what_is_no_order_is_named(text: str) -> None:
    with pytest.raises(InputError, match="expected"):
        define(f"order:order={text}")


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "0-3", "3-1", "1-", "-3", "1-2-3", "1..2", "1.x", "²", "1-65", "1.1001"),
        "1-" + "9" * 999,
        ".".join(map(str, range(1, 131, 2))),
    ],
)
def test_what_says_no_takes_is_named(text: str) -> None:
    with pytest.raises(InputError, match="expected a run, 1-3, or numbers") as raised:
        define(f"order:AB,take={text}")
    assert raised.value.render("fr") != raised.value.render("en")


def test_a_place_beyond_the_order_is_refused() -> None:
    rules = define("order:AAB").ruleset
    rules.check(Situation((15,), 2))
    with pytest.raises(InputError, match="from 0 to 2"):
        rules.check(Situation((15,), 3))


def test_nobody_takes_more_than_there_is() -> None:
    rules = define("order:AAB,take=2.5").ruleset
    assert list(rules.moves((4,))) == [(2,)]
    assert rules.is_over(Situation((1,), 2))
    assert rules.after(Situation((4,), 2), (2,)) == (2,)
    assert not rules.is_legal((4,), (5,))
