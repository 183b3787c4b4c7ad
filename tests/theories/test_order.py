"""An order of play: the winners heap by heap against the search, their period, its limits."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import marienbad
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.parameters import write_amounts
from marienbad.heaps import Position, situated
from marienbad.registry import theory_of
from marienbad.solver.reachable import Reachable
from marienbad.study.tables import tabulate
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import OutOfReach
from marienbad.theories.order import LONGEST, Outcomes, Repeating
from marienbad.theories.theory import Verdict
from tests.support import sample

ORDERS = [o for t in (2, 3, 4) for o in map("".join, product("AB", repeat=t)) if len({*o}) == 2]
TAKES = ("1-3", "1.4", "2.5", "2.4", "3")


def games() -> Iterator[Definition]:
    for order, take, ending in product(ORDERS, TAKES, ("", ",misere")):
        yield define(f"order:{order},take={take}{ending}")
    yield define("order:AABABBB,take=4.6.7")
    yield define("order:ABBBAAB,take=2.5.6,misere")


def positions(game: Definition, size: int) -> Iterator[Position]:
    states = game.ruleset.memory.states(game.start)
    return (situated((heap,), place) for heap in range(size) for place in range(states))


@pytest.mark.slow
@pytest.mark.sample
def test_every_verdict_and_every_winning_move_is_that_of_the_search() -> None:
    for game in sample(games(), 60):
        search, theory = Reachable(game), theory_of(game, "period")
        for position in positions(game, 16):
            expected = Verdict(search.is_p(position), search.winning_moves(position))
            assert theory.solve(position) == expected, (game.name, position)
            assert theory.is_p(position) is expected.is_p


@pytest.mark.slow
def test_what_repeats_has_the_winners_of_the_search() -> None:
    """Below and beyond the period, whose beginning and length are the least."""
    for name in ("order:AABB,take=1.3.4", "order:ABB,take=2.5", "order:AABBBA,take=2.4.8"):
        game = define(name)
        outcomes, search = Outcomes(game), Reachable(game)
        found = outcomes.repeating
        assert found is not None
        places = range(len(game.ruleset.memory.parties))  # type: ignore[attr-defined]
        rows = [
            [search.is_p(situated((heap,), place)) for place in places]
            for heap in range(found.start + 2 * found.period + 8)
        ]
        assert rows[found.start : -found.period] == rows[found.start + found.period :]
        for shorter in (p for p in range(1, found.period) if found.period % p == 0):
            assert rows[found.start : -shorter] != rows[found.start + shorter :]
        if found.start:
            assert rows[found.start - 1] != rows[found.start - 1 + found.period]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.text("AB", min_size=2, max_size=7).filter(lambda order: len({*order}) == 2),
    st.sets(st.integers(1, 9), min_size=1, max_size=5),
    st.booleans(),
    st.integers(0, 10**60),
    st.integers(0, 6),
)
def test_a_winning_take_keeps_the_win(
    order: str, numbers: set[int], is_misere: bool, heap: int, place: int
) -> None:
    take = write_amounts(tuple(sorted(numbers)))
    game = define(f"order:{order},take={take}{',misere' * is_misere}")
    theory, position = theory_of(game, "period"), situated((heap,), place % len(order))
    verdict = theory.solve(position)
    winning = [
        move
        for move in game.moves(position)
        if game.wins_by(position, theory.is_p(game.after(position, move)))
    ]
    assert verdict.winning_moves == tuple(sorted(winning))
    if not game.is_over(position):
        assert verdict.is_p is not bool(winning)


def test_players_who_alternate_play_the_game_of_the_rule_language() -> None:
    own = marienbad.rules("heaps 1; take n from one where n in {1, 3, 4}")
    ordered = marienbad.game("order:AB,take=1.3.4")
    for heap in (*range(40), 10**40 + 5):
        for place in (0, 1):
            analysis = ordered.analyse((heap,), state=place)
            assert analysis.outcome == own.analyse((heap,)).outcome
            assert analysis.winning_moves == own.analyse((heap,)).winning_moves


REPEATING = {
    "order:AABB,take=1-3": Repeating(0, 8),
    "order:AAB,take=1-3": Repeating(5, 1),
    "order:AAB,take=1.4": Repeating(0, 3),
    "order:AABBBA,take=2.4.8": Repeating(0, 390),
    "order:ABABAABAB,take=3.9.10": Repeating(271, 1),
    "order:AABAABB,take=1.5.8.9,misere": Repeating(120, 1),
}


@pytest.mark.parametrize("name", REPEATING)
def test_the_period_is_known(name: str) -> None:
    assert Outcomes(define(name)).repeating == REPEATING[name]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "start"),
    [("order:ABABAABAB,take=3.9.10", 271), ("order:AABAABB,take=1.5.8.9,misere", 120)],
)
def test_the_smaller_party_can_win_from_every_large_heap(name: str, start: int) -> None:
    """Althöfer's theorem is on a game where one may take more than there is."""
    game = define(name)
    search, order = Reachable(game), game.name.split(":")[1].split(",")[0]
    assert order.count("A") > order.count("B")
    for heap, place in product(range(start, start + 12), range(len(order))):
        assert search.is_p(situated((heap,), place)) is (order[place] == "A")


def test_beyond_what_is_solved_there_is_no_answer_without_a_period() -> None:
    game = marienbad.game(f"order:{'AB' * 31}AA,take=990-1000")
    assert game.analyse((LONGEST - 1,)).theory == "period"
    with pytest.raises(OutOfReach, match="expected a smaller heap"):
        game.analyse((LONGEST,), theory="period")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_name_the_party(lang: str) -> None:
    game = marienbad.game("order:AAB,take=2.5")
    for position in positions(game.definition, 12):
        text = game.analyse(position).explanation.render(lang)
        assert text
    won, lost = (game.analyse((heap,), state=2).explanation for heap in (2, 9))
    party = {"en": "Party B can win: take 2", "fr": "Le camp B peut gagner"}
    assert party[lang] in won.render(lang)
    assert ("party A" if lang == "en" else "camp A") in lost.render(lang)
    long = marienbad.game("order:AB,take=1-64").analyse((60,)).explanation.render(lang)
    assert "16" in long


def test_the_table_has_a_column_for_each_place() -> None:
    sheet = tabulate(define("order:AAB,take=1-3"), rows=6)
    assert [column.name for column in sheet.columns] == ["heap", "0A", "1A", "2B"]
    assert list(sheet.rows)[3:] == [(3, "A", "A", "B"), (4, "A", "B", "A"), (5, "A", "A", "A")]
