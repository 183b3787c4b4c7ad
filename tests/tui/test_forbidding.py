"""Games in which options may be forbidden, on the terminal: chosen on the board, added, typed."""

import pytest

from marienbad.heaps import Block, state_of
from tests.tui.terminal import Player, at_the_terminal

pytestmark = pytest.mark.slow

WYTHOFF = "rules:heaps 2; take n from one; take n, n from two; block "
TWO = ("human", "human")


def test_one_position_is_forbidden_by_the_gesture_of_a_move() -> None:
    async def scenario(player: Player) -> None:
        assert "second player to forbid" in player.text("#status")
        assert player.button == "Forbid nothing"
        await player.press("down", "space")
        assert player.button == "Forbid (3, 4)"
        await player.press("enter")
        assert player.match.moves == (Block([(3, 4)]),)
        assert "Forbidden to be left: (3, 4)." in player.text("#status")
        await player.press("space")
        assert player.button == "To leave (3, 4) is forbidden"
        await player.press("enter")
        assert player.match.ply == 1
        await player.press("left", "space", "enter")
        assert player.match.position[:] == (3, 3)
        assert "first player to forbid" in player.text("#status")
        await player.press("-", "enter")
        assert player.match.moves[-1] == Block([])
        await player.press("u", "r", "v", "up", "up", "f2", "escape")
        assert player.match.ply == 3

    at_the_terminal(scenario, f"{WYTHOFF}2", (3, 5), TWO)


def test_several_positions_are_forbidden_on_the_chessboard_or_typed() -> None:
    async def scenario(player: Player) -> None:
        assert player.board.display
        await player.click_square(3, 3)
        await player.press("a")
        assert player.app.session.crossed() == ((3, 3),)
        await player.click_square(2, 4)
        assert player.button == "Forbid (2, 4) and (3, 3)"
        await player.press("a")
        await player.click_square(3, 0)
        assert "at most 2" in player.button
        await player.press("a", "escape")
        assert player.button == "Forbid nothing"
        for key in "-3,3+2,4":
            await player.press(key)
        assert player.button == "Forbid (2, 4) and (3, 3)"
        await player.press("enter")
        assert player.match.moves == (Block([(2, 4), (3, 3)]),)
        assert player.board._sign((3, 3)) == ("×", "crossed")
        await player.press("question_mark")

    at_the_terminal(scenario, f"{WYTHOFF}3", (3, 5), TWO, size=(120, 40))


def test_a_whole_game_is_played_against_the_machine_by_its_hints() -> None:
    async def scenario(player: Player) -> None:
        assert state_of(player.match.position) == 1
        while not player.match.is_over:
            await player.press("h", "h", "h", "enter")
            if player.match.turn == 1 and player.button == "Ne rien interdire":
                await player.press("-", "enter")
        assert "Vous avez gagné" in player.text("#status")

    at_the_terminal(scenario, f"{WYTHOFF}2", (4, 6), ("perfect", "human"), "fr", size=(60, 20))
