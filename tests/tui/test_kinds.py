"""Games whose positions are more than heaps, and heaps that are parted, on the terminal."""

import pytest

from marienbad.heaps import Call, Position, Situation, Split
from tests.tui.terminal import Player, at_the_terminal

pytestmark = pytest.mark.slow

CALLED_HEAPS = "rules:heaps 2; call heap; take n from one"
TWO = ("human", "human")


def test_a_number_is_called_and_a_row_chosen() -> None:
    async def scenario(player: Player) -> None:
        assert "A number of matches is to be called." in player.text("#status")
        await player.press("down", "left", "left", "space")
        assert player.button == "Call 3 matches"
        await player.press("enter")
        assert player.match.moves == (Call(3),)
        assert "a row is to be chosen" in player.text("#status")
        await player.click_object(1, 5)
        assert player.button == "Choose row 2"
        await player.click_object(1, 2)  # again, wherever in the row
        assert player.match.position == (3, 3)
        await player.press("2")
        assert player.button == "Call 2 matches"
        await player.press("backspace", "9")
        assert "9" in player.text("#words")
        assert player.app.session.choice == (0, 0)
        await player.press("escape", "h", "h", "h", "e")
        await player.press("escape", "u", "u", "r", "v", "f2")

    at_the_terminal(scenario, "spite", (3, 6), TWO, size=(60, 20))


def test_a_heap_is_called_and_an_amount_chosen() -> None:
    async def scenario(player: Player) -> None:
        await player.press("down", "space")
        assert player.button == "Call heap 2"
        await player.press("enter")
        assert player.rows.heap == 1
        await player.press("up", "right", "right", "right", "space")
        assert player.button == "Choose 2 tokens from heap 2"
        await player.press("enter")
        assert player.match.position == (3, 3)

    at_the_terminal(scenario, CALLED_HEAPS, (3, 5), TWO)


def test_the_machine_plays_as_often_as_it_is_its_turn() -> None:
    async def scenario(player: Player) -> None:
        assert player.match.ply == 2
        assert "Party B is to play." in player.text("#status")
        while not player.match.is_over:
            await player.press("escape", "space", "enter")
        assert "has won" in player.text("#status")
        assert "Party " in player.text("#status")

    at_the_terminal(scenario, "order:AABB,take=1-3", (9,), ("perfect", "human"))


def test_partings_are_chosen_by_a_key_or_typed() -> None:
    async def scenario(player: Player) -> None:
        await player.press("down", "space", "p", "p")
        assert player.button == "Take 1, part the rest: 2 and 6"
        await player.press("enter")
        assert player.match.position == (3, 2, 6)
        await player.press("1", ":", "1", "/", "1", "/", "1", "enter")
        assert player.match.moves[1] == Split((1, 0, 0), (1, 1, 2, 6))
        await player.press("h", "h", "h", "u", "u", "v")
        assert player.match.ply == 0
        await player.press("r", "r", "v", "up", "up")
        assert player.app.session.position == (3, 9)

    at_the_terminal(scenario, "kayles", (3, 9), TWO)


@pytest.mark.parametrize(
    ("game", "start", "square"),
    [("spite", (3, 5), (3, 3)), (CALLED_HEAPS, (3, 5), (3, 3))],
)
def test_a_square_of_the_board_is_called(game: str, start: Position, square: Position) -> None:
    async def scenario(player: Player) -> None:
        assert player.board.display
        await player.click_square(*square)
        await player.press("enter")
        assert player.match.moves == (Call(2),)

    at_the_terminal(scenario, game, start, TWO, size=(120, 40))


def test_what_was_taken_before_is_told() -> None:
    async def scenario(player: Player) -> None:
        assert player.text("#status").startswith("Le coup précédent a pris 3 jetons.")
        await player.press("left", "space", "enter")
        assert player.match.position == Situation((18,), 2)
        assert player.text("#status").startswith("Le premier joueur a pris 2 jetons")

    at_the_terminal(scenario, "fibonacci", Situation((20,), 3), TWO, "fr")
