"""Labels and the table of winning moves against a search that knows the rules and nothing else."""

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, Split
from marienbad.school.situations import (
    Label,
    Situations,
    answered,
    changes,
    counts,
    lines,
    sheet,
    up_to_order,
)
from marienbad.solver.reachable import Reachable
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach

APART = "rules:heaps 2; take n from x where x >= y and n % y == 0; take n from y"
STARTS = [
    ("nim", (1, 2, 3)),
    ("nim", (1, 3, 5, 7)),
    ("marienbad", (1, 3, 5, 7)),
    ("subtraction:1.2.3", (15,)),
    ("subtraction:1.2.3,misere", (15,)),
    ("wythoff", (5, 7)),
    ("wythoff:misere", (4, 4)),
    ("takeaway", (9,)),
    ("kayles", (3, 4)),
    ("euclid", (5, 8)),
    (APART, (4, 3)),
]


def plainly_lost(game: Definition, position: Position) -> bool:
    """Whether whoever is to play loses, by trying everything in the order in which it stands."""
    return plain_search(game.name)(position)


@cache
def plain_search(name: str) -> Callable[[Position], bool]:
    game = Game.named(name).definition

    @cache
    def is_lost(here: Position) -> bool:
        following = [game.after(here, move) for move in game.moves(here)]
        return not any(map(is_lost, following)) if following else not game.is_misere

    return is_lost


@pytest.mark.slow
@pytest.mark.parametrize(("name", "start"), STARTS)
def test_every_label_of_every_situation_is_judged_as_the_plain_search_does(
    name: str, start: Position
) -> None:
    game = Game.named(name).definition
    for position in Situations(Game.named(name), start).following:
        is_lost = plainly_lost(game, position)
        right, wrong = ("leave", "not") if is_lost else ("not", "leave")
        assert_right(game, position, right)
        assert_refuted(game, position, wrong)


def assert_right(game: Definition, position: Position, label: str) -> None:
    answer = answered(Reachable(game), position, labelled(label))
    assert (answer.is_right, answer.moves) == (True, ())


def assert_refuted(game: Definition, position: Position, label: str) -> None:
    answer = answered(Reachable(game), position, labelled(label))
    moves = list(game.moves(position))
    assert (answer.is_right, answer.is_over) == (False, not moves)
    left = {game.ruleset.form(game.after(position, move)) for move in answer.moves}
    lost = [plainly_lost(game, one) for one in left]
    if label == "leave":
        assert all(lost)
        assert bool(lost) == bool(moves)
    else:  # all that can be left is named, and none of it is to leave
        assert not any(lost)
        assert left == {game.ruleset.form(game.after(position, move)) for move in moves}


def labelled(label: str) -> Label:
    return "leave" if label == "leave" else "not"


@pytest.mark.parametrize(("name", "start"), STARTS)
def test_the_table_has_all_winning_moves_and_each_once(name: str, start: Position) -> None:
    situations = Situations(Game.named(name), start)
    game = situations.game.definition
    found = list(lines(situations))
    assert [line.position for line in found] == list(situations.following)
    for line in found:
        moves = [
            move
            for move in game.moves(line.position)
            if plainly_lost(game, game.after(line.position, move))
        ]
        assert line.is_to_leave == plainly_lost(game, line.position)
        assert set(line.moves) == {text_of(game, line.position, move) for move in moves}
        assert len(set(line.moves)) == len(line.moves)


def text_of(game: Definition, position: Position, move: Move) -> str:
    """A move as a pupil would write it down, by heaps that are compared one by one."""
    if game.ruleset.tells_heaps_apart and len(position) > 1:
        return f"→ {Plain('en').line(game.after(position, move))}"
    if isinstance(move, Split):
        (heap,) = [index for index, taken in enumerate(move) if taken]
        smaller, larger = move.leave[heap : heap + 2]
        return f"{position[heap]} → {smaller} + {larger}"
    touched = sorted((heap, heap - n) for heap, n in zip(position, move, strict=True) if n)
    return ", ".join(f"{heap} → {left}" for heap, left in touched)


@pytest.mark.parametrize(("name", "to_leave"), [("nim", 21), ("marienbad", 20)])
def test_the_counts_of_1357(name: str, to_leave: int) -> None:
    found = list(lines(Situations(Game.named(name), (1, 3, 5, 7))))
    assert Plain("en").line(counts(found)) == (
        f"Situations: 143, the empty one counted. To leave: {to_leave}."
    )


def test_some_of_the_lines_are_chosen() -> None:
    situations = Situations(Game.named("nim"), (1, 2, 3))
    assert [line.position for line in lines(situations, total=4)] == [(1, 3), (2, 2), (1, 1, 2)]
    chosen = list(lines(situations, only_to_leave=True))
    assert [line.position for line in chosen] == [(), (1, 1), (2, 2), (1, 2, 3)]
    assert list(lines(situations, total=7)) == []


def test_the_sheet_is_written_in_every_form() -> None:
    situations = Situations(Game.named("nim"), (1, 2))
    table = sheet(situations, list(lines(situations)))
    assert table.render("csv").splitlines() == [
        "total,situation,outcome,winning_moves",
        "0,(),to leave,",
        "1,(1),not to leave,1 → 0",
        "2,(2),not to leave,2 → 0",
        '2,"(1, 1)",to leave,',
        '3,"(1, 2)",not to leave,2 → 1',
    ]
    assert r"(1, 2) & not to leave & 2 $\to$ 1 \\" in table.render("latex")
    assert "| 3 | (1, 2) | à ne pas laisser | 2 → 1 |" in table.render("markdown", "fr")


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=4).map(tuple), st.data())
def test_moves_that_are_the_same_up_to_order_are_one(
    position: Position, data: st.DataObject
) -> None:
    game = Game.named("nim").definition
    moves = list(game.moves(position))
    kept = up_to_order(game, position, data.draw(st.permutations(moves)))
    assert len({changes(position, move) for move in kept}) == len(kept)
    assert {left_of(position, move) for move in kept} == {left_of(position, m) for m in moves}


def left_of(position: Position, move: Move) -> Position:
    """What a move leaves, in order, empty rows kept."""
    return tuple(sorted(heap - taken for heap, taken in zip(position, move, strict=True)))


def test_what_cannot_be_labelled_is_refused() -> None:
    for name in ("order:AAB", "spite"):
        with pytest.raises(InputError, match="take turns"):
            answered(Reachable(Game.named(name).definition), (3, 3), "leave")
    with pytest.raises(OutOfReach, match="more than 100 situations"):
        Situations(Game.named("nim"), (1, 3, 5, 7), 100)
