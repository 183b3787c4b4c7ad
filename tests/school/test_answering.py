"""The answer to a learner's move, in games of every sort, against the search by rules alone."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.heaps import Position
from marienbad.school.questions import answered
from marienbad.solver.reachable import Reachable

GAMES = {
    "nim": 3,
    "marienbad": 3,
    "wythoff:a=2,misere": 2,
    "wythoff:b=2": 2,
    "kayles": 2,
    "subtraction:1.3.4": 2,
    "fibonacci": 1,
    "moore:k=2": 3,
    "rules:heaps 2; order A B B; take n from one": 2,
    "spite": 2,
}
"""Games with calls, with parted heaps, with an order of play and with memory among them."""


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=25)
@given(data=st.data())
def test_every_move_is_answered_rightly(name: str, data: st.DataObject) -> None:
    game = Game.named(name)
    rules, search = game.definition, Reachable(game.definition)
    heap = st.integers(0, 5 if GAMES[name] > 1 else 15)
    position: Position = tuple(data.draw(st.tuples(*[heap] * GAMES[name])))
    assume(not rules.is_over(position))
    move = data.draw(st.sampled_from([*rules.moves(position)]))
    found = answered(game, position, move, Random(data.draw(st.integers(0, 3))))
    assert found.left == rules.after(position, move)
    assert found.plays_on == rules.plays_on(position)
    assert found.wins == rules.wins_by(position, search.is_p(found.left))
    if found.has_won is not None or found.plays_on:
        assert found.reply is None
        assert found.has_won in (None, found.wins)
        return
    reply = found.reply
    assert reply is not None
    assert rules.is_legal(found.left, reply.move)
    assert reply.left == rules.after(found.left, reply.move)
    winning = rules.winning_moves(found.left, search.is_p)
    assert found.wins == (not winning)
    if winning:
        assert reply.move in winning
        assert sum(reply.left) == min(sum(rules.after(found.left, other)) for other in winning)
