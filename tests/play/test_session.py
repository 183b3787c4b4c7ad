"""A session at one table: undo with the machine's reply, redo, hints by degrees, levels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.heaps import Call, Split
from marienbad.play.coach import STEPS
from marienbad.play.match import Match
from marienbad.play.session import Session
from marienbad.text.problems import InputError
from tests.play.test_match import matches


def at_the_table(*players: str, game: str = "nim", start: tuple[int, ...] = (3, 3)) -> Session:
    first, second = players
    return Session(Match(Game.named(game), start, (first, second)), seed=1)


@given(matches(), st.integers(0, 40))
def test_what_is_undone_can_be_redone(match: Match, count: int) -> None:
    session = Session(match)
    plies = [match.ply]
    for _ in range(min(count, match.ply)):
        session.undo()
        plies.append(session.match.ply)
    assert plies == list(range(match.ply, match.ply - len(plies), -1))
    for _ in plies[1:]:
        session.redo()
    assert session.match == match
    assert session.match.position == match.position
    with pytest.raises(InputError):
        session.redo()


def test_the_machines_reply_goes_and_comes_with_the_move() -> None:
    session = at_the_table("human", "perfect")
    session.play((1, 0))
    assert session.match.is_machine_turn
    session.play(session.machine_move())
    played = session.match
    session.undo()
    assert session.match.ply == 0
    session.redo()
    assert session.match == played


def test_a_move_without_its_reply_is_undone_alone() -> None:
    session = at_the_table("human", "perfect")
    session.play((1, 0))
    session.undo()
    assert session.match.ply == 0
    session.redo()
    assert session.match.moves == ((1, 0),)


def test_the_machines_opening_stays() -> None:
    session = at_the_table("perfect", "human")
    session.play(session.machine_move())
    with pytest.raises(InputError, match="no move to take back"):
        session.undo()
    assert session.match.ply == 1


def test_a_new_move_forgets_what_was_undone() -> None:
    session = at_the_table("human", "human")
    session.play((1, 0))
    session.undo()
    session.play((0, 2))
    with pytest.raises(InputError, match="no move to play again"):
        session.redo()


def test_an_illegal_move_forgets_nothing() -> None:
    session = at_the_table("human", "human")
    session.play((1, 0))
    session.undo()
    with pytest.raises(InputError):
        session.play((0, 9))
    session.redo()
    assert session.match.moves == ((1, 0),)


def test_hints_come_by_degrees_and_are_counted() -> None:
    session = at_the_table("human", "human")
    assert [session.open_hint() for _ in range(4)] == [1, 2, STEPS, STEPS]
    assert session.helps == 4
    session.play((1, 0))
    assert session.open_hint() == 1
    assert session.helps == 5
    session.start_again()
    assert (session.helps, session.step) == (0, 0)


def test_another_position_lets_go_of_the_choice_and_of_looking_back() -> None:
    session = at_the_table("human", "human")
    session.play((1, 0))
    session.choose(1, 2)
    session.viewed = 0
    assert (session.position, session.choice) == ((3, 3), (1, 0))
    session.return_to(0)
    assert session.choice == (0, 0)


def test_a_rematch_exchanges_the_seats() -> None:
    session = at_the_table("human", "club")
    session.play((1, 0))
    session.start_again(is_swapped=True)
    assert session.match.players == ("club", "human")
    assert session.match.ply == 0
    with pytest.raises(InputError):
        session.redo()


def test_the_machine_gives_its_place_to_another() -> None:
    session = at_the_table("human", "expert")
    session.play((1, 0))
    session.change_level(session.next_level())
    assert session.match.players == ("human", "perfect")
    assert session.match.ply == 1
    assert session.next_level() == "machine-004"
    with pytest.raises(InputError, match="no player “magic”"):
        session.change_level("magic")
    two = at_the_table("human", "human")
    assert two.level is None
    with pytest.raises(InputError, match="no machine"):
        two.change_level("club")


def test_beyond_the_reach_of_every_theory_the_machine_plays_as_it_can() -> None:
    rules = "rules:heaps 2; take n from one where n % 2 == 1; take n, m from two where n + m == 7"
    session = at_the_table("perfect", "human", game=rules, start=(10**9, 10**9))
    assert session.match.game.is_legal(session.match.position, session.machine_move())


# More than heaps


def test_what_is_chosen_is_called() -> None:
    session = at_the_table("human", "human", game="spite", start=(3, 5))
    assert session.choice == (0, 0)
    session.choose(1, 4)
    assert (session.choice, session.amounts, session.is_choice_legal) == (Call(4), (0, 4), True)
    session.play(session.choice)
    assert session.last_taken == (0, 0)
    session.choose(0, 1)
    assert session.choice == (0, 0)  # row 1 has no 4
    session.choose(1, 1)
    assert session.choice == (0, 4)  # wherever row 2 is pointed at
    session.play(session.choice)
    session.viewed = 0
    assert (session.choice, session.amounts) == (Call(4), (0, 0))


def test_a_called_heap_is_the_only_one() -> None:
    rules = "rules:heaps 2; call heap; take n from one"
    session = at_the_table("human", "human", game=rules, start=(3, 5))
    session.choose(1, 2)
    assert (session.choice, session.amounts) == (Call(2), (0, 5))
    session.play(session.choice)
    session.choose(0, 2)
    assert session.choice == (0, 0)
    session.choose(1, 2)
    assert session.choice == (0, 2)
    assert session.reachable() == {(3, left) for left in range(5)}
    session.clear()
    session.choose_move((0, 3))
    assert session.choice == (0, 3)


def test_partings_are_gone_through() -> None:
    rules = "rules:heaps 2; take n from one where n <= 2 then split"
    session = at_the_table("human", "human", game=rules, start=(4, 7))
    session.part_next()
    assert session.choice == (0, 0)  # nothing is chosen yet
    session.choose(1, 2)
    found = []
    for _ in range(4):
        found.append(session.choice)
        session.part_next()
    assert found == [(0, 2), Split((0, 2), (4, 1, 4)), Split((0, 2), (4, 2, 3)), (0, 2)]
    session.choose_move(Split((0, 2), (4, 2, 3)))
    assert session.is_choice_legal
    session.play(session.choice)
    assert session.position == (4, 2, 3)
    assert session.choice == session.last_taken == (0, 0, 0)
    session.undo()
    assert session.position == (4, 7)


def test_what_must_be_parted_is() -> None:
    session = at_the_table("human", "human", game="octal:0.4", start=(6,))
    session.choose(0, 1)
    assert session.choice == Split((1,), (1, 4))
    session.part_next()
    assert session.choice == Split((1,), (2, 3))
    session.part_next()
    assert session.choice == Split((1,), (1, 4))
