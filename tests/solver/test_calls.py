"""The lines of games in which numbers are called, against the search that knows only the rules."""

from itertools import combinations_with_replacement

import pytest

from marienbad.games.catalogue import define
from marienbad.heaps import Position, situated
from marienbad.solver.reachable import CalledBox, Reachable, calls_freely
from marienbad.solver.search import OutcomeSearch

GAMES = (
    "spite",
    "spite:misere",
    "rules:heaps 2; call number; take n from one where n in {2, 3, 7}",
    "rules:heaps 3; call number; take n from one where n % 3 != 1; take 4 from one; last loses",
)
CORNERS = ((), (9,), (18, 18), (7, 7, 7), (4, 4, 4, 4))


def positions_under(corner: Position) -> list[Position]:
    """Those of a corner with equal heaps, with and without a call."""
    heaps = combinations_with_replacement(range(max(corner, default=0) + 1), len(corner))
    return [situated(heap, k) for heap in heaps for k in range(max(heap, default=0) + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_what_the_search_finds(name: str) -> None:
    game = define(name)
    assert calls_freely(game.ruleset)
    for corner in CORNERS:
        if game.ruleset.heaps not in (None, len(corner)):
            continue
        box, search = CalledBox(game, corner), Reachable(game)
        for position in positions_under(corner):
            if position and next(game.moves(position), None) is None and any(position):
                continue  # a number that cannot be called
            assert box.is_p(position) is search.is_p(position), position


@pytest.mark.parametrize("name", GAMES)
def test_every_winning_move_is_found(name: str) -> None:
    game = define(name)
    heaps = game.ruleset.heaps or 2
    search, slow = OutcomeSearch(game), Reachable(game)
    for position in positions_under((6,) * heaps):
        if next(game.moves(position), None) is not None:
            assert search.winning_moves(position) == slow.winning_moves(position), position


def test_a_box_covers_what_fits_in_any_order() -> None:
    box = CalledBox(define("spite"), (5, 8))
    assert box.covers((8, 5))
    assert box.covers((0, 7, 0))
    assert box.covers(())
    assert not box.covers((6, 6))
    assert not box.covers((1, 1, 1))


@pytest.mark.parametrize("rules", ["take n from one where n < y", "take n from x"])
def test_rules_that_name_heaps_are_searched_otherwise(rules: str) -> None:
    game = define(f"rules:heaps 2; call number; {rules}")
    assert not calls_freely(game.ruleset)
    assert OutcomeSearch(game).is_p((0, 0))


@pytest.mark.parametrize("corner", [(150, 150), (40, 40, 40)])
def test_the_table_reaches_far(corner: Position) -> None:
    OutcomeSearch(define("spite")).check_reach(corner)
