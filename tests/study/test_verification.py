"""Verification: it looks everywhere it says, and finds what is wrong."""

from math import comb
from random import Random

import pytest

from marienbad.games.catalogue import EXAMPLES, define
from marienbad.registry import theories_of
from marienbad.solver.reference import Search
from marienbad.study.verification import (
    MOST_DIGITS,
    all_games,
    compare_with_each_other,
    corners,
    delicate_numbers,
    large_positions,
    searched,
    verify,
)
from marienbad.theories.theory import Verdict
from tests.support import sample


@pytest.mark.slow
@pytest.mark.sample
def test_the_usual_games_agree() -> None:
    games = sample(EXAMPLES, 5)
    reports = list(verify(games, bound=10, random_positions=10))
    assert [report.game for report in reports] == games
    assert all(report.disagreements == 0 and report.first is None for report in reports)
    assert all(report.random_positions == (10 if report.theories else 0) for report in reports)


def test_the_first_number_beyond_the_built_sequences() -> None:
    # 65, one more than the recurrence first builds, is the large member of (40, 65).
    game = define("wythoff")
    for theory in theories_of(game).values():
        assert theory.solve((41, 65)).winning_moves == ((0, 40), (1, 0), (3, 3))


@pytest.mark.slow
def test_several_processes_report_the_same_in_the_same_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("marienbad.study.verification.WORTH_A_PROCESS", 0)
    games = ("wythoff:misere", "wythoff", "wythoff:a=2")
    one, two = (list(verify(games, 12, 5, processes=count)) for count in (1, 2))
    assert [(r.game, r.positions, r.disagreements) for r in one] == [
        (r.game, r.positions, r.disagreements) for r in two
    ]


def test_all_games_are_those_that_are_solved() -> None:
    games = all_games()
    assert len(set(games)) == len(games)
    assert sum(game.startswith("wythoff") for game in games) == 36 + 36
    assert {"nim", "marienbad", "wythoff", "wythoff:a=6,b=6", "wythoff:misere"} <= set(games)
    assert all(define(game).name == game for game in games)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wythoff:a=2,b=3", "wythoff:misere", "wythoff:b=2", "nim"])
def test_what_is_searched_is_the_search(name: str) -> None:
    game = define(name)
    search = Search(game)
    seen = set()
    for position, verdict in searched(game, 9):
        seen.add(position)
        expected = Verdict(search.is_p(position), search.winning_moves(position))
        assert verdict == expected, position
    assert {(x, y) for y in range(10) for x in range(y + 1)} <= seen
    assert any(x > y for x, y in (p for p in seen if len(p) == 2))


def test_boxes_of_more_heaps_have_no_more_positions() -> None:
    boxes = corners(define("marienbad"), 150)
    assert [len(box) for box in boxes] == list(range(6))
    for box in boxes[3:]:
        assert comb(box[0] + len(box), len(box)) <= comb(152, 2)
        assert comb(box[0] + 1 + len(box), len(box)) > comb(152, 2)


def test_large_positions_are_large_varied_and_repeatable() -> None:
    game = define("wythoff:a=3")
    found = list(large_positions(game, 60, Random(1)))
    assert found == list(large_positions(game, 60, Random(1)))
    assert all(len(position) == 2 and min(position) >= 0 for position in found)
    assert max(max(position) for position in found) > 10 ** (MOST_DIGITS // 2)
    assert any(min(position) < 10_000 < max(position) for position in found)


def test_delicate_numbers_are_convergents_or_powers() -> None:
    assert delicate_numbers(define("wythoff:a=2"))[:8] == [1, 1, 3, 2, 7, 5, 17, 12]
    assert delicate_numbers(define("nim"))[:4] == [1, 2, 4, 8]


def break_nim_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    theories_of(define("nim"))  # modules imported later would keep the wrong function
    monkeypatch.setattr("marienbad.theories.nim.binary.nim_sum", lambda *heaps: sum(heaps) % 2)


def test_a_wrong_theory_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    break_nim_sum(monkeypatch)
    (report,) = verify(["nim"], bound=3, random_positions=5)
    assert report.disagreements > 0
    assert report.first is not None
    assert (report.first.judge, report.first.theory) == ("table", "binary")


def test_theories_that_share_a_mistake_are_held_to_the_rules() -> None:
    game = define("wythoff")
    theories = list(theories_of(game).values())[:1]

    class Cheat(type(theories[0])):  # type: ignore[misc]
        def solve(self, position: tuple[int, ...]) -> Verdict:
            return Verdict(False, ((1, 2),))

    (first, *_) = compare_with_each_other(game, (3, 4), [Cheat(game)])
    assert first.judge == "rules"
    assert first.expected == Verdict(False, ())


def test_a_game_without_theories_has_nothing_to_compare() -> None:
    (report,) = verify(["rules:heaps 2; take n from one where n <= 3"], bound=4)
    assert report.theories == ()
    assert report.positions == 0
