"""Take-away games: the sums against the search, every winning move, heaps of any size."""

from itertools import islice, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import marienbad
from marienbad.games.catalogue import define
from marienbad.games.takeaway import TakeAwayRules
from marienbad.heaps import Situation, situated
from marienbad.numeration import FIBONACCI, Representation, fibonacci
from marienbad.numeration.schwenk import numbers, numbers_down, parts, smallest_part, tails
from marienbad.registry import theory_of
from marienbad.solver.reachable import Reachable
from marienbad.study.chance import chance
from marienbad.study.tables import first_pairs
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import InputError, OutOfReach
from marienbad.theories.takeaway.sums import theory_of as sums_of

LARGEST_K, SIZE, SMALL = 5, 90, 30
GAMES = [
    f"takeaway:k={k}{ending}" for k, ending in product(range(1, LARGEST_K + 1), ("", ",misere"))
]
SEQUENCES = {
    1: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    2: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89],
    3: [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55, 76, 105],
    4: [1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 24, 31, 40, 52],
}
"""The lost starts as the rules give them, found by search."""


@pytest.mark.parametrize("k", SEQUENCES)
def test_the_lost_starts_are_those_of_the_search(k: int) -> None:
    game = define(f"takeaway:k={k}")
    search, known = Reachable(game), SEQUENCES[k]
    assert list(islice(numbers(k), len(known))) == known
    small = [number for number in known if number <= SIZE]
    assert [n for n in range(1, max(small) + 1) if search.is_p((n,))] == small
    for size in range(1, SIZE, 7):
        lost = sum(map(search.is_p, ((n,) for n in range(size))))
        assert chance(game, size).lost == lost
        if size > 1:
            assert chance(game, size, no_empty=True).lost == lost - 1
    assert chance(define(f"takeaway:k={k},misere"), SIZE).lost == 0


@pytest.mark.parametrize("k", SEQUENCES)
def test_the_rules_are_those_of_the_text(k: int) -> None:
    text = (
        f"heaps 1; let k = {k}; take n from one where last == 0 and n < x; "
        "take n from one where n <= k * last"
    )
    assert TakeAwayRules(k).takes == marienbad.rules(text).definition.ruleset.takes


# The numeration


@given(st.integers(1, 10**40), st.integers(1, 30))
def test_every_part_is_more_than_k_times_the_next(number: int, k: int) -> None:
    found = list(parts(number, k))
    assert sum(part for part, _ in found) == number
    assert all(k * q < p for (p, _), (q, _) in pairwise(found))
    assert smallest_part(number, k) == found[-1][0]


@given(st.integers(1, 5000), st.integers(1, 60))
def test_the_numbers_come_down_as_they_went_up(most: int, k: int) -> None:
    up = [number for number in islice(numbers(k), most) if number <= most]
    assert list(numbers_down(k, most)) == up[::-1]


@pytest.mark.slow
@settings(max_examples=settings().max_examples // 3)
@given(st.lists(st.sampled_from([2, 2, 3, 3, 3, 4, 5, 300]), min_size=300, max_size=330))
def test_fibonacci_digits_tell_the_same_tails_as_the_parts(gaps: list[int]) -> None:
    place, number = 2, 0
    for gap in gaps:
        number += fibonacci(place)
        place += gap
    expected = [rest for part, rest in parts(number, 2) if 0 < 2 * rest < part][::-1]
    assert list(tails(number, 2, number - 1, 10**6)) == expected
    bound = expected[len(expected) // 2] if expected else 0
    assert list(tails(number, 2, bound, 10**6)) == [t for t in expected if t <= bound]
    assert smallest_part(number, 2) == 1


# Large heaps


@given(st.integers(2, 10**60), st.integers(0, 10**60), st.integers(1, 12), st.booleans())
def test_from_a_lost_position_one_reply_wins(heap: int, last: int, k: int, is_misere: bool) -> None:
    game = define(f"takeaway:k={k}" + ",misere" * is_misere)
    theory, position = sums_of(game), situated((heap,), last)
    if theory.is_p(position):
        [move] = theory.resisting_moves(position)
        assert len(theory.solve(game.after(position, move)).winning_moves) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "digits"),
    [
        ("fibonacci", 10**5),
        pytest.param("fibonacci", 10**6, marks=pytest.mark.verify),
        ("takeaway:k=1", 10**5),
        ("takeaway:k=3", 10**3),
        pytest.param("takeaway:k=3", 10**4, marks=pytest.mark.verify),
    ],
)
def test_heaps_of_many_digits(name: str, digits: int) -> None:
    game, heap = marienbad.game(name), 10**digits + 1
    analysis = game.analyse((heap,), state=1)
    assert game.analyse(game.after((heap,), (1,))).outcome in ("P", "N")
    assert all(map(analysis.explanation.render, LANGUAGES))
    number = next(n for n in numbers(game.definition.values["k"]) if n > 10**100)
    assert game.analyse((number,)).outcome == "P"
    assert game.analyse((number + 1,)).winning_moves[0] == (1,)


def test_more_moves_win_than_can_be_listed() -> None:
    game, heap = marienbad.game("fibonacci"), 10**30_000 + 7
    analysis = game.analyse((heap,))
    assert analysis.outcome == "N"
    with pytest.raises(OutOfReach):
        _ = analysis.winning_moves
    assert analysis.suggestion is not None
    assert game.analyse(game.after((heap,), analysis.suggestion)).outcome == "P"
    assert "more than 10,000 moves" in analysis.explanation.render("en", 1000)


@pytest.mark.slow
def test_moves_too_long_to_be_listed_are_refused() -> None:
    heap = FIBONACCI.p_value(Representation((bytes(479) + b"\1") * 9_000 + bytes(3)))
    with pytest.raises(OutOfReach, match="too long to be listed"):
        marienbad.game("fibonacci").analyse((heap,))
    assert marienbad.game("fibonacci").analyse((heap,), state=3).winning_moves == ((5,),)


def test_a_sequence_too_long_is_refused() -> None:
    game = marienbad.game(f"takeaway:k={10**9}")
    assert game.analyse((10**9 + 1,)).outcome == "P"
    with pytest.raises(OutOfReach, match="too large for k"):
        game.analyse((10**30,), "schwenk")
    with pytest.raises(OutOfReach, match="too large for k"):
        chance(game.definition, 10**30)
    with pytest.raises(OutOfReach, match="too large for k"):
        game.table("sums", of=[10**30])


# One heap


@pytest.mark.parametrize("name", ["fibonacci", "takeaway:k=3", "fibonacci:misere"])
def test_one_heap_has_no_pairs_and_no_board(name: str) -> None:
    game = marienbad.game(name)
    for refused in (
        game.p_positions,
        lambda: first_pairs(game.definition, 3),
        game.board,
        lambda: game.table("pairs"),
        lambda: game.analyse((3, 5)),
    ):
        with pytest.raises(InputError):
            refused()
    assert "single heap" in game.piece()


def test_tables() -> None:
    sheet = marienbad.game("fibonacci").table(rows=6)
    assert list(sheet.rows) == [
        (1, 1, None),
        (2, 2, 1),
        (3, 3, 1),
        (4, 5, 2),
        (5, 8, 3),
        (6, 13, 4),
    ]
    text = marienbad.game("fibonacci").table("sums", of=[0, 27, 34]).render()
    assert "21 + 5 + 1" in text
    with pytest.raises(InputError, match="40 digits"):
        marienbad.game("takeaway:k=3").table("sums", of=[10**40])
    assert "No start is lost" in marienbad.game("fibonacci:misere").table(rows=3).render()


def test_names() -> None:
    assert define("takeaway:k=2").name == "fibonacci"
    assert define("takeaway").name == "takeaway:k=3"
    assert define("takeaway:k=2,misere").name == "fibonacci:misere"
    with pytest.raises(InputError):
        define("takeaway:k=0")
    with pytest.raises(InputError):
        define("fibonacci:k=3")
    assert theory_of(define("fibonacci"), "zeckendorf").name == "zeckendorf"


# In words


def test_the_first_move_and_the_move_before_are_told() -> None:
    first = marienbad.game("fibonacci").analyse((20,)).explanation.render("en")
    assert "you may take at most 19 tokens, since not all may be" in first
    later = marienbad.game("takeaway:k=3").analyse(Situation((20,), 4)).explanation.render("en")
    assert "The move before took 4 tokens: you may take at most 3 × 4 = 12." in later
    whole = marienbad.game("takeaway:k=1").analyse((20,), state=20).explanation.render("en")
    assert "you may take up to 20, and so the whole heap" in whole


def test_misere_play_sets_a_token_aside() -> None:
    game = marienbad.game("fibonacci:misere")
    assert game.analyse((20,)).winning_moves[-1] == (19,)
    assert [game.analyse((n,)).outcome for n in (0, 1, 2)] == ["N", "N", "N"]
    assert game.analyse((1,), state=1).outcome == "P"
    assert "You may take all tokens but the one set aside" in game.analyse(
        (20,)
    ).explanation.render("en", 1000)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_suggested_where_nothing_may_be_taken(name: str) -> None:
    game = marienbad.game(name)
    for position in ((0,), (1,), Situation((0,), 3)):
        assert game.is_over(position)
        assert game.analyse(position).suggestion is None, position
        assert game.analyse(position).explanation.render("en")
