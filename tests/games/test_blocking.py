"""Options that may be forbidden: the states of a match, and what may be forbidden in each."""

from itertools import product
from random import Random

import pytest

from marienbad.games.blocking import TO_FORBID, decoded, encoded, forbidden
from marienbad.games.language.rule_text import define_rules
from marienbad.heaps import Block, Call, leave, situated, state_of
from marienbad.text.problems import InputError

TEXT = "heaps 2; take n from one; take n, n from two; terminal x == 4; block 3"
GAME = define_rules(TEXT)


def test_what_is_forbidden_is_a_state_of_its_own() -> None:
    for heaps in ((3, 5), (1, 1), (0, 7)):
        left = [*product(*(range(heap + 1) for heap in heaps))]
        chosen = [(), *((one,) for one in left), *product(left, left)]
        states = [encoded(heaps, options) for options in chosen]
        assert len(set(states)) == len(states)
        assert min(states) == 2
        assert [decoded(situated(heaps, state)) for state in states] == chosen


def test_a_match_alternates_between_forbidding_and_moving() -> None:
    start = GAME.ruleset.memory.begun((2, 3))
    assert state_of(start) == TO_FORBID
    blocks = [*GAME.moves(start)]
    options = {leave((2, 3), move) for move in GAME.ruleset.takings((2, 3))}
    assert len(blocks) == 1 + len(options) + len(options) * (len(options) - 1) // 2
    for block in blocks:
        assert isinstance(block, Block)
        after = GAME.after(start, block)
        GAME.ruleset.check(after)
        assert tuple(after) == (2, 3)
        assert forbidden(after) == block.forbidden
        moves = [*GAME.moves(after)]
        assert {leave(after, move) for move in moves} == options - {*block.forbidden}
        for move in moves:
            assert GAME.after(after, move) == situated(leave(after, move), TO_FORBID)


def test_what_is_legal_is_what_is_listed() -> None:
    start = situated((2, 2), TO_FORBID)
    blocks = {*GAME.moves(start)}
    everything = [*product(range(-1, 4), repeat=2), (1,), (1, 1, 1)]
    tried = [Block([]), *(Block([one]) for one in everything)]
    tried += [Block(pair) for pair in product(everything, everything)]
    tried += [Block([(0, 0), (0, 2), (1, 1)])]
    for block in tried:
        assert GAME.is_legal(start, block) == (block in blocks), block
    pending = GAME.after(start, Block([(1, 1), (0, 2)]))
    moves = {*GAME.moves(pending)}
    for move in product(range(4), repeat=2):
        assert GAME.is_legal(pending, move) == (move in moves)
        assert not GAME.is_legal(start, move)
    assert not GAME.is_legal(pending, Block([]))
    assert not GAME.is_legal((2, 2), Block([]))
    assert not GAME.is_legal(start, Call(1))
    source = Random(1)
    assert all(GAME.ruleset.random_move(start, source) in blocks for _ in range(50))
    assert all(GAME.ruleset.random_move(pending, source) in moves for _ in range(50))
    assert {*GAME.ruleset.least_moves(start)} <= blocks


def test_where_no_move_is_left_the_last_to_move_has_won() -> None:
    for heaps in ((0, 0), (4, 3)):
        over = situated(heaps, TO_FORBID)
        assert GAME.is_over(over)
        assert not GAME.is_p_at_end(over)
    stuck = GAME.after(situated((0, 2), TO_FORBID), Block([(0, 0), (0, 1)]))
    assert GAME.is_over(stuck)
    assert GAME.is_p_at_end(stuck)


@pytest.mark.parametrize("state", [3, 4, 10**9, encoded((3, 5), ((3, 4), (3, 4)))])
def test_a_state_that_forbids_no_options_is_refused(state: int) -> None:
    # 3 and 4 would forbid (0, 0) and (0, 1), which no move leaves
    with pytest.raises(InputError, match="no state of this game"):
        GAME.ruleset.check(situated((3, 5), state))


def test_forbidding_one_fewer_than_one_is_the_plain_game() -> None:
    plain = define_rules("heaps 2; take n from one; block 1")
    assert plain.ruleset == define_rules("heaps 2; take n from one").ruleset
    assert plain.name == "rules:heaps 2; take n from one; block 1"
