"""Tables of games: strips, limits, what is refused."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.heaps import Position, state_of
from marienbad.solver.outcomes import Strips
from marienbad.solver.reference import grundy_values
from marienbad.solver.table import Table, memory_needed, solve
from marienbad.text.problems import InputError, OutOfReach
from tests.solver.support import FEW, expected, games

pytestmark = pytest.mark.slow


# Outcomes


def is_lost(game: Definition, position: Position) -> bool:
    """Whether the player to act loses, by the rules alone: every line of play is followed."""
    if game.is_over(position):
        return game.is_p_at_end(position)
    after = {game.after(position, move) for move in game.moves(position)}
    winning = [left for left in after if game.wins_by(position, is_lost(game, left))]
    return len(winning) < (1 if state_of(position) else game.ruleset.memory.block)


SMALL = {"heaps 1": (6,), "heaps 2": (3, 4), "heaps 3": (2, 3, 2)}


@pytest.mark.parametrize("heaps", SMALL)
@pytest.mark.parametrize("end", ["", "; last loses"], ids=["normal", "misere"])
def test_small_boxes_of_every_kind_of_rules_even_where_no_move_exists(heaps: str, end: str) -> None:
    """In misère play no position is safe where no move exists."""
    for take in ("take 9 from one", "take n from one", "take 2 from one"):
        kinds = ["", "; order A B", "; order B A", "; call number", "; call heap"]
        kinds += [] if end else ["; block 2"]
        parts = [" then split", " where last != 1", " where last != 1 then split"]
        for kind in kinds + parts:
            game = define_rules(f"{heaps}; {take}{kind}{end}")
            found = solve(game, SMALL[heaps]).is_p
            for position in np.ndindex(found.shape):
                assert found[position] == is_lost(game, position), (game.name, position)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("heaps 3; take 5, 3 from two; order B A; last loses", (5, 4, 4)),
        ("heaps 1; octal 0.0007; last loses", (4, 4)),
    ],
)
def test_a_box_without_safe_positions_has_none(text: str, sizes: tuple[int, ...]) -> None:
    assert not solve(define_rules(text), sizes).is_p.any()


# Strips


@FEW
@given(games(), st.lists(st.integers(1, 9), min_size=1, max_size=5))
@example((define_rules("heaps 1; take n from one where 2 * n <= x"), (150,)), [1, 1])
def test_strips_join_to_the_table(
    drawn: tuple[Definition, tuple[int, ...]], counts: list[int]
) -> None:
    game, sizes = drawn
    strips = Strips(game, sizes)
    parts = [strips.advance(count) for count in counts]
    while strips.done < strips.rows:
        parts.append(strips.advance(7))
    table = solve(game, sizes)
    assert np.array_equal(np.concatenate(parts).reshape(table.packed.shape), table.packed)


@pytest.mark.parametrize("grundy", [False, True])
def test_progress_is_told_and_can_end_the_work(grundy: bool) -> None:
    told: list[tuple[int, int]] = []
    game = define("wythoff:a=2")
    solve(game, (40, 30), grundy, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (40, 40)
    assert told == sorted(set(told))

    def refuse(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(game, (40, 30), grundy, progress=refuse)


@pytest.mark.parametrize("grundy", [False, True])
def test_a_single_row_with_very_many_moves_can_be_ended(grundy: bool) -> None:
    def refuse(done: int, total: int) -> None:
        assert (done, total) == (0, 1)
        raise KeyboardInterrupt

    game = define_rules("heaps 1; take n from one where n * n % 7 <= x")
    with pytest.raises(KeyboardInterrupt):
        solve(game, (10**6,), grundy, progress=refuse)


def test_the_array_of_the_caller_is_filled() -> None:
    out = np.full((70, 2), 7, np.uint64)
    table = solve(define("wythoff"), (70, 70), out=out)
    assert table.packed is out
    assert np.array_equal(table.packed, solve(define("wythoff"), (70, 70)).packed)
    with pytest.raises(InputError, match=r"shape \(70, 2\)"):
        solve(define("wythoff"), (70, 70), out=out[:, :1])


# Limits


def test_memory_is_known_before_and_bounded() -> None:
    wythoff = define("wythoff")
    assert memory_needed(wythoff, (65536, 65536)) >> 20 == 512
    with pytest.raises(OutOfReach, match="needs 512 MiB of memory: expected at most 1 MiB"):
        solve(wythoff, (65536, 65536), memory_limit=2**20)
    formula = define_rules("heaps 2; take n from one where n * n % 7 == 2")
    for game in (wythoff, formula):
        with pytest.raises(OutOfReach, match="MiB"):
            solve(game, (10**12, 10**12))
    with pytest.raises(OutOfReach, match="needs 513 MiB"):
        solve(wythoff, (65536, 65536), memory_limit=2**29)
    assert memory_needed(wythoff, (1000, 1000), grundy=True) > 2 * 10**6


@pytest.mark.parametrize("sizes", [(), (3,), (3, 0), (3, -1), (3, 2.5), (True, 4), "ab"])
def test_sizes_that_are_none(sizes: Any) -> None:
    with pytest.raises(InputError):
        solve(define("wythoff"), sizes)


def test_grundy_values_are_computed_only_where_they_are_asked_for() -> None:
    game = Game.named("wythoff")
    assert game.solve((4, 4)).grundy is None
    assert game.solve((4, 4), grundy=True).grundy is not None


def test_misere_games_have_no_grundy_values() -> None:
    with pytest.raises(InputError, match="marienbad"):
        solve(define("marienbad"), (3, 3), grundy=True)


def test_numbers_beyond_a_word_are_computed_exactly_or_refused() -> None:
    text = "heaps 1; take n from one where n * 1000000000000 * 1000000000000 % 7 == 3 * x % 7"
    game = define_rules(text)
    assert np.array_equal(solve(game, (100,)).is_p, expected(game, (100,)))
    values = solve(game, (60,), grundy=True).grundy
    assert values is not None
    assert values.tolist() == list(grundy_values(game, (60,)).values())
    with pytest.raises(OutOfReach, match="too large"):
        solve(game, (10**6,))


def test_a_xor_of_numbers_beyond_a_word_finds_no_amount_by_its_last_digits() -> None:
    for factor in (2**29, 2**30, 2**31, 2**32, 2**33):
        text = f"heaps 3; take c, d from y, z where c ^ d == 1 - {2**31} * x * {factor}"
        game = define_rules(text)
        assert np.array_equal(solve(game, (2, 9, 9)).is_p, expected(game, (2, 9, 9)))


def test_a_table_is_shown_in_a_line() -> None:
    table = solve(define("wythoff"), (3, 4))
    assert isinstance(table, Table)
    assert repr(table) == "<table of wythoff, 3 × 4>"
