"""Hints by degrees, and explanations by every theory."""

import pytest

from marienbad.analysis import Game
from marienbad.games.catalogue import FAMILIES
from marienbad.text.language import LANGUAGES
from tests.support import sample
from tests.tui.terminal import Player, at_the_terminal, heap_of

pytestmark = pytest.mark.slow


def test_a_hint_in_three_steps() -> None:
    async def scenario(player: Player) -> None:
        await player.press("H")
        assert "You can win" in player.text("#words")
        await player.press("h")
        assert "row 2" in player.text("#words")
        assert player.app.session.choice == (0, 0)
        await player.press("h")
        assert "take 2 matches from row 2" in player.text("#words")
        assert player.app.session.choice == (0, 2)
        assert any("row 2" in line and "5 −2" in line for line in player.screen)
        await player.press("enter")
        assert player.match.moves[0] == (0, 2)

    at_the_terminal(scenario, "nim", (3, 5))


def test_a_key_pressed_quickly_counts_every_time() -> None:
    async def scenario(player: Player) -> None:
        await player.press_at_once("h", "h", "h")
        assert player.app.session.step == 3
        assert player.app.session.choice == (0, 2)
        await player.press("enter")
        assert player.match.moves[0] == (0, 2)

    at_the_terminal(scenario, "nim", (3, 5))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["marienbad", "wythoff:a=2,b=3,misere"])
def test_the_whole_rule_can_be_read(game: str, lang: str) -> None:
    async def scenario(player: Player) -> None:
        shown = " ".join(" ".join(player.screen).split())
        assert " ".join(Game.named(game).rule(lang).split()) in shown

    at_the_terminal(scenario, game, lang=lang)


def test_a_hint_in_a_lost_position_is_honest() -> None:
    async def scenario(player: Player) -> None:
        await player.press("h")
        assert "Every move loses" in player.text("#words")
        await player.press("h")
        where = player.text("#words")
        await player.press("h")
        assert player.app.session.is_choice_legal
        heap, _ = heap_of(player.app.session.choice)
        assert f"row {heap + 1}" in where

    at_the_terminal(scenario)


def test_help_is_counted() -> None:
    async def scenario(player: Player) -> None:
        await player.press("h", "h", "h")
        await player.press("enter")
        assert player.match.winner == 0
        assert "without any help" not in player.text("#status")

    at_the_terminal(scenario, "nim", (2,))


def test_explanation_by_another_theory() -> None:
    async def scenario(player: Player) -> None:
        await player.press("e")
        coach = player.app.view.coach
        assert coach.display
        assert coach.theory == "binary"
        binary = player.text("#explanation")
        await player.press("right")
        assert coach.theory == "packets"
        assert "packet" in player.text("#explanation")
        assert player.text("#explanation") != binary
        await player.click("#theory-base8")
        assert coach.theory == "base8"
        await player.press("escape")
        assert not coach.display
        assert player.rows.display

    at_the_terminal(scenario)


@pytest.mark.sample
def test_every_theory_of_every_kind_of_game_explains() -> None:
    async def scenario(player: Player) -> None:
        await player.press("e")
        for theory in player.app.view.coach.game.theories:
            player.app.view.coach.choose(theory)
            await player.settle()
            assert "(" in player.text("#explanation")

    for family in sample(FAMILIES, 4):
        for game in family.examples[:1]:
            at_the_terminal(scenario, game, lang="fr")
    at_the_terminal(scenario, "wythoff:misere")


def test_a_theory_out_of_reach_says_so() -> None:
    async def scenario(player: Player) -> None:
        await player.press("e")
        player.app.view.coach.choose("table")
        await player.settle()
        assert "expected smaller heaps" in player.text("#explanation")

    at_the_terminal(scenario, "wythoff", (10**30, 10**30 + 1))


def test_board_and_panel_side_by_side_where_there_is_room() -> None:
    async def scenario(player: Player) -> None:
        await player.press("e")
        assert player.app.view.query_one("#table").display
        await player.pilot.resize_terminal(80, 24)
        await player.settle()
        assert not player.app.view.query_one("#table").display
        assert player.app.view.coach.display

    at_the_terminal(scenario, size=(120, 40))
