"""Whole matches at the terminal, by mouse and by keyboard; undo, levels, looking back."""

import pytest
from textual.widgets import OptionList

from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import display_width
from marienbad.tui.screen import LEAST_SIZE
from marienbad.tui.wording import Help
from tests.tui.terminal import Player, at_the_terminal, heap_of, winning_or_any

pytestmark = pytest.mark.slow


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
def test_a_match_clicked_to_the_end(size: tuple[int, int]) -> None:
    async def scenario(player: Player) -> None:
        while not player.match.is_over:
            ply, (heap, amount) = player.match.ply, heap_of(winning_or_any(player.match))
            await player.click_object(heap, amount)
            assert player.match.ply == ply
            assert f"take {amount}" in player.button.lower()
            await player.click_object(heap, amount)
            assert player.match.ply >= ply + 1
        assert player.match.winner is not None
        assert "has won" in player.text("#status") or "have won" in player.text("#status")

    at_the_terminal(scenario, players=("human", "naive"), size=size)


def test_a_match_by_keyboard_to_the_end() -> None:
    async def scenario(player: Player) -> None:
        while not player.match.is_over:
            assert player.app.session.is_human_turn
            await player.press("home", "space", "enter")
        assert player.match.moves[0] == (1, 0, 0, 0)
        assert player.match.moves[2] == (0, player.rows.start[1], 0, 0)

    at_the_terminal(scenario)


def test_the_button_plays_and_begins_again() -> None:
    async def scenario(player: Player) -> None:
        await player.click_object(0, 2)
        await player.click("#take")
        assert player.match.is_over
        assert player.button == "New game"
        assert "without any help" in player.text("#status")
        await player.click("#take")
        assert player.match.ply == 0

    at_the_terminal(scenario, "nim", (2,))


def test_two_people_at_one_terminal() -> None:
    async def scenario(player: Player) -> None:
        await player.click_object(0, 1)
        await player.click_object(0, 1)
        assert player.match.ply == 1
        assert "second player" in player.text("#status")
        await player.press("u")
        assert player.match.ply == 0
        await player.press("l")
        assert "no machine" in player.text("#words")

    at_the_terminal(scenario, "nim", (1, 1), ("human", "human"))


def test_two_machines_play_by_themselves() -> None:
    async def scenario(player: Player) -> None:
        while not player.match.is_over:
            await player.settle()

    app = at_the_terminal(scenario, players=("perfect", "perfect"))
    assert app.session.match.winner == 1


def test_undo_takes_back_the_reply_too_and_redo_brings_both() -> None:
    async def scenario(player: Player) -> None:
        await player.press("u")
        assert "no move to take back" in player.text("#words")
        await player.press("space", "enter")
        moves = player.match.moves
        assert len(moves) == 2
        await player.press("u")
        assert player.match.position == (1, 3, 5, 7)
        await player.press("r")
        assert player.match.moves == moves

    at_the_terminal(scenario)


def test_new_match_and_the_machine_begins() -> None:
    async def scenario(player: Player) -> None:
        await player.press("down", "down", "left", "space", "enter", "n")
        assert player.match.ply == 0
        assert (player.rows.heap, player.rows.amount) == (0, 1)
        await player.press("b")
        assert player.match.players == ("perfect", "human")
        assert player.match.ply == 1
        assert "The machine took" in player.text("#status")
        await player.press("u")
        assert player.match.ply == 1

    at_the_terminal(scenario)


def test_the_level_changes_within_the_match() -> None:
    async def scenario(player: Player) -> None:
        seen = []
        for _ in range(5):
            await player.press("l")
            seen.append(player.match.players[1])
            assert player.match.players[1] in player.text("#words")
            assert player.match.players[1] in player.text("#players")
        assert seen == ["naive", "novice", "club", "expert", "perfect"]

    at_the_terminal(scenario)


def test_the_language_changes_everything() -> None:
    async def scenario(player: Player) -> None:
        english = player.screen
        await player.press(*["f2"] * LANGUAGES.index("fr"))
        french = "\n".join(player.screen)
        assert "rangée 1" in french
        assert "Choisissez" in french
        assert "Your turn" not in french
        await player.press("e")
        assert "binaire" in "\n".join(player.screen)
        assert "position à laisser" in player.text("#explanation")
        await player.press("escape", *["f2"] * (len(LANGUAGES) - LANGUAGES.index("fr")))
        assert player.screen == english

    at_the_terminal(scenario)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_lists_every_key(lang: str) -> None:
    async def scenario(player: Player) -> None:
        await player.press("question_mark")
        assert isinstance(player.app.screen, Help)
        text = "\n".join(player.screen)
        assert all(f" {key} " in text for key in "HEURNBLVQ")
        await player.press("escape")
        assert not isinstance(player.app.screen, Help)

    at_the_terminal(scenario, lang=lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_smallest_terminal_keeps_help_and_quit(lang: str) -> None:
    async def scenario(player: Player) -> None:
        for key in ("question_mark", "q"):
            assert template(f"tui.short.{key}", lang) in player.screen[-1]
        assert not any(line.lstrip().startswith((";", ":")) for line in player.screen)
        await player.press("question_mark")
        line = next(line for line in player.screen if template("tui.key.digits", lang) in line)
        following = player.screen[player.screen.index(line) + 1]
        assert following.index(following.split()[0]) == line.index(line.split()[3])

    at_the_terminal(scenario, lang=lang, size=LEAST_SIZE)


@pytest.mark.parametrize(("start", "is_told"), [((1, 2), True), ((1, 2, 3), False)])
def test_help_tells_of_a_chessboard_where_there_is_one(
    start: tuple[int, ...], is_told: bool
) -> None:
    async def scenario(player: Player) -> None:
        await player.press("question_mark")
        assert ("chessboard" in "\n".join(player.screen)) is is_told

    at_the_terminal(scenario, "nim", start)


def test_the_history_names_the_mistake_and_plays_on_from_there() -> None:
    async def scenario(player: Player) -> None:
        await player.press("space", "enter")  # (1, 2) to (0, 2): the win is thrown away
        assert player.match.winner == 1
        assert "move 1" in player.text("#verdict")
        assert "by taking 1 match from row 2" in player.text("#verdict")
        moves = player.app.view.query_one(OptionList)
        assert "threw the win away ←" in str(moves.get_option_at_index(0).prompt)
        lines = [str(option.prompt) for option in moves.options]
        assert len(lines) == player.match.ply
        # the balance stands below the balance, whatever the lengths of names and moves
        assert len({display_width(line[: line.index("━━")]) for line in lines}) == 1
        await player.press("home")
        assert player.app.session.position == (1, 2)
        assert player.button == "Play on from here"
        await player.press("enter")
        assert player.match.ply == 0
        await player.press("h", "h", "h", "enter")
        assert player.match.moves[0] == (0, 1)

    at_the_terminal(scenario, "nim", (1, 2))


def test_the_machine_answers_behind_the_list_of_keys() -> None:
    async def scenario(player: Player) -> None:
        player.app.pause = 0.1
        await player.press("space", "enter", "question_mark")
        assert isinstance(player.app.screen, Help)
        assert player.match.ply == 2
        await player.press("escape")
        assert "The machine took" in player.text("#status")

    at_the_terminal(scenario)


def test_quit_and_the_match_is_kept() -> None:
    async def scenario(player: Player) -> None:
        await player.press("space", "enter", "q")

    assert at_the_terminal(scenario).session.match.ply == 2
