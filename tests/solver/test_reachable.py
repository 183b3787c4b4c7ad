"""How many positions can follow: an upper bound that no move makes larger."""

from itertools import product

import pytest

from marienbad.games.catalogue import define
from marienbad.solver.reachable import situations

GAMES = (
    "kayles:misere",
    "octal:0.123,misere",
    "octal:0.137",
    "rules:heaps 2; take n from one then split",
)


@pytest.mark.parametrize("name", GAMES)
def test_what_follows_a_position_within_reach_is_within_reach(name: str) -> None:
    """Else a search that was begun would be refused in the middle, for a position within it."""
    game = define(name)
    for position in [*product(range(8), repeat=2), (6, 23), (12, 12)]:
        counted = situations(game, position)
        assert counted is not None
        for move in game.moves(position):
            after = situations(game, game.after(position, move))
            assert after is not None
            assert after <= counted, (position, move)


@pytest.mark.parametrize("name", GAMES)
def test_no_more_positions_follow_than_are_counted(name: str) -> None:
    game = define(name)
    for position in product(range(6), repeat=2):
        seen = found = {game.ruleset.form(position)}
        while found:
            moved = ((here, move) for here in found for move in game.moves(here))
            found = {game.ruleset.form(game.after(*pair)) for pair in moved} - seen
            seen = seen | found
        assert len(seen) <= (situations(game, position) or 0)
