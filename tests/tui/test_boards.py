"""Choosing on the rows and on the chessboard; large heaps, many heaps, small terminals."""

from random import Random

import pytest
from textual.widgets import Button

from marienbad.heaps import Position
from marienbad.tui.rows import Rows
from tests import support
from tests.tui.terminal import Player, at_the_terminal, winning_or_any

pytestmark = pytest.mark.slow


def test_changing_ones_mind_costs_nothing() -> None:
    async def scenario(player: Player) -> None:
        await player.click_object(2, 3)
        await player.click_object(3, 2)
        assert player.app.session.choice == (0, 0, 0, 2)
        await player.press("escape")
        assert player.app.session.choice == (0, 0, 0, 0)
        assert player.match.ply == 0
        assert player.app.view.query_one("#take", Button).disabled

    at_the_terminal(scenario)


def test_chosen_matches_are_raised_and_counted() -> None:
    async def scenario(player: Player) -> None:
        before = player.screen
        await player.click_object(3, 2)
        line = next(line for line in player.screen if "row 4" in line)
        assert "7 −2" in line
        heads = [line.count("●") for line in player.screen if "●" in line]
        assert heads != [line.count("●") for line in before if "●" in line]
        assert {5, 2} <= set(heads)

    at_the_terminal(scenario)


def test_pointing_shows_how_many_would_be_taken() -> None:
    async def scenario(player: Player) -> None:
        await player.press("down", "down", "left", "left")
        assert any("row 3" in line and "5 (3)" in line for line in player.screen)
        await player.pilot.hover(Rows, offset=player.rows.place_of(3, 2))
        await player.settle()
        assert any("row 4" in line and "7 (5)" in line for line in player.screen)

    at_the_terminal(scenario)


def test_what_was_taken_leaves_a_trace() -> None:
    async def scenario(player: Player) -> None:
        await player.click_object(3, 3)
        await player.click_object(3, 3)
        assert sum(line.count("┊") for line in player.screen) > 0
        assert sum(line.count("·") for line in player.screen) > 0

    at_the_terminal(scenario)


def test_wythoff_by_heaps_says_why_not() -> None:
    async def scenario(player: Player) -> None:
        await player.click_object(0, 2)
        await player.click_object(1, 1)
        assert "the same number" in player.button
        await player.press("enter")
        assert player.match.ply == 0
        await player.click_object(1, 2)
        assert "2 tokens from each heap" in player.button
        await player.press("enter")
        assert player.match.moves[0] == (2, 2)

    at_the_terminal(scenario, "wythoff")


def test_wythoff_by_chessboard_to_the_end() -> None:
    async def scenario(player: Player) -> None:
        assert any("♛" in line for line in player.screen)
        while not player.match.is_over:
            move = winning_or_any(player.match)
            square = tuple(
                heap - taken for heap, taken in zip(player.match.position, move, strict=True)
            )
            ply = player.match.ply
            await player.click_square(*square)
            assert player.app.session.choice == move
            await player.click_square(*square)
            assert player.match.moves[ply] == move

    assert at_the_terminal(scenario, "wythoff").session.match.winner == 0


def test_a_square_that_is_not_lit_does_nothing() -> None:
    async def scenario(player: Player) -> None:
        await player.click_square(1, 2)
        assert player.app.session.choice == (0, 0)
        await player.click_square(0, 0)
        assert player.match.ply == 0

    at_the_terminal(scenario, "wythoff")


def test_the_chessboard_by_keyboard() -> None:
    async def scenario(player: Player) -> None:
        player.board.focus()
        await player.press("left", "down", "space")
        assert player.app.session.choice == (1, 1)
        await player.press("enter")
        assert player.match.moves[0] == (1, 1)

    at_the_terminal(scenario, "wythoff")


def test_two_rows_of_nim_have_a_rook() -> None:
    async def scenario(player: Player) -> None:
        assert any("♜" in line for line in player.screen)
        await player.click_square(3, 3)
        assert player.app.session.choice == (0, 2)

    at_the_terminal(scenario, "nim", (3, 5))


def test_four_rows_have_no_board() -> None:
    async def scenario(player: Player) -> None:
        assert not player.board.display

    at_the_terminal(scenario)


def test_a_huge_heap_is_typed_exactly() -> None:
    heap = 10**25 + 7

    async def scenario(player: Player) -> None:
        entry = player.app.view.entry
        assert entry.display
        entry.focus()
        await player.press(*str(10**25))
        assert player.app.session.choice == (10**25, 0)
        await player.press("enter")
        assert player.match.moves[0] == (10**25, 0)
        assert player.match.position[0] <= 7
        assert not entry.display

    at_the_terminal(scenario, "nim", (heap, 7))


def test_both_huge_heaps_of_wythoff() -> None:
    async def scenario(player: Player) -> None:
        await player.press("5", "down", "6")
        assert player.app.session.choice == (5, 6)
        assert "the same number" in player.button
        await player.press("backspace", "5", "enter")
        assert player.match.moves[0] == (5, 5)

    at_the_terminal(scenario, "wythoff", (10**50, 10**51))


@pytest.mark.parametrize("typed", ["9999", "3:", "1,2,3,4,5", ":::", "+"])
def test_what_cannot_be_played_is_explained(typed: str) -> None:
    async def scenario(player: Player) -> None:
        await player.press("1", "backspace")
        player.app.view.entry.value = typed
        await player.settle()
        assert player.app.view.query_one("#words").has_class("-coach")
        await player.press("enter")
        assert player.match.ply == 0

    at_the_terminal(scenario)


def test_a_typed_move_and_the_letters_still_work() -> None:
    async def scenario(player: Player) -> None:
        await player.press("3", "colon", "2")
        assert player.app.session.choice == (0, 0, 2, 0)
        await player.press("h")
        assert "Every move loses" in player.text("#words")
        await player.press("enter")
        assert player.match.moves[0] == (0, 0, 2, 0)

    at_the_terminal(scenario)


def test_a_hundred_thousand_digits() -> None:
    async def scenario(player: Player) -> None:
        await player.press("1", "enter")
        assert player.match.ply == 2
        assert "100,000 digits" in "\n".join(player.screen)

    at_the_terminal(scenario, "nim", (10**100_000, 10**100_000 + 3))


def test_many_rows_scroll() -> None:
    async def scenario(player: Player) -> None:
        await player.press(*["down"] * 19)
        assert any("row 20 " in line for line in player.screen)
        await player.press("space", "enter")
        assert player.match.moves[0][19] == 1

    at_the_terminal(scenario, "nim", tuple(range(1, 21)))


@pytest.mark.parametrize("start", [(), (0,), (0, 0, 0)])
def test_nothing_to_take(start: Position) -> None:
    async def scenario(player: Player) -> None:
        await player.press("left", "up", "home", "space", "enter", "h", "1", "u", "v")
        await player.press("e")
        assert "have won" in player.text("#status")

    at_the_terminal(scenario, "marienbad", start)


def test_a_terminal_too_small_says_what_is_needed() -> None:
    async def scenario(player: Player) -> None:
        assert "60 columns" in " ".join(" ".join(player.screen).split())
        await player.press("space", "enter", "h", "h", "1", "e", "l", "n")
        session = player.app.session
        assert (session.helps, session.step, session.level, player.match.ply) == (
            0,
            0,
            "perfect",
            0,
        )
        await player.pilot.resize_terminal(80, 24)
        await player.settle()
        assert player.rows.has_focus
        assert not player.app.view.entry.display
        assert not any("60 columns" in line for line in player.screen)
        assert any("row 1" in line for line in player.screen)

    at_the_terminal(scenario, size=(40, 10))


def test_light_and_dark() -> None:
    async def scenario(player: Player) -> None:
        assert player.app.current_theme.dark
        await player.press("f3")
        assert not player.app.current_theme.dark
        player.app.theme = "textual-light"
        await player.settle()

    at_the_terminal(scenario)


def test_any_keys_at_all_never_break_it() -> None:
    keys = [
        "left",
        "right",
        "up",
        "down",
        "home",
        "space",
        "enter",
        "escape",
        "tab",
        "f2",
        "f3",
        "colon",
        *"heurnblv12",
    ]
    random = Random(support.SEED)

    async def scenario(player: Player) -> None:
        for _ in range(20):
            await player.pilot.press(random.choice(keys))
        await player.settle()

    for game in ("marienbad", "wythoff:a=2"):
        at_the_terminal(scenario, game, players=("human", "naive"))


def test_what_is_typed_at_once_or_pasted_keeps_every_character() -> None:
    async def scenario(player: Player) -> None:
        await player.press_at_once(*"0,0,12,0")
        assert player.app.view.entry.value == "0,0,12,0"
        await player.press("escape")
        await player.paste("take 0,0,3,0")
        assert player.app.session.choice == (0, 0, 3, 0)
        await player.press("enter")
        assert player.match.moves[0] == (0, 0, 3, 0)

    at_the_terminal(scenario, "marienbad", (10, 30, 50, 70))
