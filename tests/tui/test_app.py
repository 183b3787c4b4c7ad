"""The terminal application, played as a person plays it: by mouse, by keyboard, by typing."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, OptionList, Static

from marienbad.analysis import Game
from marienbad.games.catalogue import FAMILIES
from marienbad.heaps import Move, Position
from marienbad.play.match import Match
from marienbad.play.objection import objection
from marienbad.play.session import Session
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.tui.app import TerminalApp
from marienbad.tui.chess import Chessboard
from marienbad.tui.help import Help
from marienbad.tui.rows import Rows
from marienbad.tui.sticks import DRAWINGS, Drawing, choose_drawing
from tests.support import PATIENCE

pytestmark = pytest.mark.slow


class Player:
    """Somebody at the terminal: what can be done and what can be seen."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def match(self) -> Match:
        return self.app.session.match

    @property
    def rows(self) -> Rows:
        return self.app.salon.rows

    @property
    def board(self) -> Chessboard:
        return self.app.salon.board

    async def settle(self) -> None:
        """Wait until the machine, the coach and the screen have nothing left to do."""
        await self.pilot.pause()
        while any(worker.is_running for worker in self.app.workers):
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def click_object(self, heap: int, amount: int) -> None:
        """Click the match from which so many are taken."""
        index = self.match.position[heap] - amount
        await self.pilot.click(Rows, offset=self.rows.place_of(heap, index))
        await self.settle()

    async def click_square(self, *square: int) -> None:
        await self.pilot.click(Chessboard, offset=self.board.place_of(square))
        await self.settle()

    async def click(self, selector: str) -> None:
        await self.pilot.click(selector)
        await self.settle()

    def text(self, selector: str) -> str:
        return str(self.app.salon.query_one(selector, Static).render())

    @property
    def button(self) -> str:
        return str(self.app.query_one("#take", Button).label)

    @property
    def screen(self) -> list[str]:
        """The lines of the screen as they stand."""
        lines = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in lines]


Scenario = Callable[[Player], Awaitable[None]]


def at_the_terminal(
    scenario: Scenario,
    game: str = "marienbad",
    start: Position | None = None,
    players: tuple[str, str] = ("human", "perfect"),
    lang: str = "en",
    size: tuple[int, int] = (80, 24),
) -> TerminalApp:
    """Let a scenario happen on a terminal of this size."""
    match = Match(Game.named(game), start, players)
    app = TerminalApp(Session(match, seed=1), lang, pause=0)
    app.animation_level = "none"

    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.settle()
            await scenario(player)

    asyncio.run(asyncio.wait_for(play(), PATIENCE))
    return app


def winning_or_any(match: Match) -> Move:
    winning = match.game.analyse(match.position).winning_moves
    return winning[0] if winning else next(match.game.moves(match.position))


def heap_of(move: Move) -> tuple[int, int]:
    return next((heap, amount) for heap, amount in enumerate(move) if amount)


# Whole matches


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


# Choosing


def test_changing_ones_mind_costs_nothing() -> None:
    async def scenario(player: Player) -> None:
        await player.click_object(2, 3)
        await player.click_object(3, 2)
        assert player.app.session.choice == (0, 0, 0, 2)
        await player.press("escape")
        assert player.app.session.choice == (0, 0, 0, 0)
        assert player.match.ply == 0
        assert player.app.salon.query_one("#take", Button).disabled

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


# Two heaps and the chessboard


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


@pytest.mark.parametrize(
    ("game", "move", "sentence"),
    [
        ("nim", (1, 1), "one row only"),
        ("wythoff", (0, 0), "Choose the tokens"),
        ("wythoff", (3, 1), "the same number"),
        ("wythoff:a=2", (4, 1), "difference of at most 1"),
        ("wythoff:b=3", (4, 0), "multiple of 3"),
        ("wythoff:a=2,b=3", (4, 2), "difference that is a multiple of 3"),
        ("wythoff:a=2,b=3", (7, 1), "difference of at most 3"),
    ],
)
def test_why_a_choice_is_not_legal(game: str, move: Move, sentence: str) -> None:
    message = objection(Game.named(game), (9, 9), move)
    assert message is not None
    assert sentence in Plain("en").line(message)


@pytest.mark.parametrize("game", ["nim", "wythoff", "wythoff:b=3", "wythoff:a=2,b=3"])
def test_there_is_an_objection_exactly_where_a_move_is_illegal(game: str) -> None:
    rules = Game.named(game)
    for move in [(x, y) for x in range(8) for y in range(8)]:
        assert (objection(rules, (7, 7), move) is None) == rules.is_legal((7, 7), move)


# The coach


def test_a_hint_in_three_steps() -> None:
    async def scenario(player: Player) -> None:
        await player.press("h")
        assert "You can win" in player.text("#words")
        await player.press("h")
        assert "row 2" in player.text("#words")
        assert player.app.session.choice == (0, 0)
        await player.press("h")
        assert "take 2 matches from row 2" in player.text("#words")
        assert player.app.session.choice == (0, 2)
        await player.press("enter")
        assert player.match.moves[0] == (0, 2)

    at_the_terminal(scenario, "nim", (3, 5))


def test_a_key_pressed_quickly_counts_every_time() -> None:
    async def scenario(player: Player) -> None:
        await player.pilot.press("h", "h", "h", "enter")
        await player.settle()
        assert player.app.session.step in (0, 3)
        assert player.app.session.choice == (0, 2) or player.match.moves[0] == (0, 2)

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
        coach = player.app.salon.coach
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


def test_every_theory_of_every_kind_of_game_explains() -> None:
    async def scenario(player: Player) -> None:
        await player.press("e")
        for theory in player.app.salon.coach.game.theories:
            player.app.salon.coach.choose(theory)
            await player.settle()
            assert "(" in player.text("#explanation")

    for family in FAMILIES:
        for game in family.examples[:1]:
            at_the_terminal(scenario, game, lang="fr")
    at_the_terminal(scenario, "wythoff:misere")


def test_a_theory_out_of_reach_says_so() -> None:
    async def scenario(player: Player) -> None:
        await player.press("e")
        player.app.salon.coach.choose("table")
        await player.settle()
        assert "expected smaller heaps" in player.text("#explanation")

    at_the_terminal(scenario, "wythoff", (10**30, 10**30 + 1))


def test_board_and_panel_side_by_side_where_there_is_room() -> None:
    async def scenario(player: Player) -> None:
        await player.press("e")
        assert player.app.salon.query_one("#table").display
        await player.pilot.resize_terminal(80, 24)
        await player.settle()
        assert not player.app.salon.query_one("#table").display
        assert player.app.salon.coach.display

    at_the_terminal(scenario, size=(120, 40))


# Undo, new match, levels, language, history


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
        await player.press("space", "enter", "n")
        assert player.match.ply == 0
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


def test_the_history_names_the_mistake_and_plays_on_from_there() -> None:
    async def scenario(player: Player) -> None:
        await player.press("space", "enter")  # (1, 2) to (0, 2): the win is thrown away
        assert player.match.winner == 1
        assert "move 1" in player.text("#verdict")
        assert "by taking 1 match from row 2" in player.text("#verdict")
        moves = player.app.salon.query_one(OptionList)
        assert "threw the win away ←" in str(moves.get_option_at_index(0).prompt)
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
        await player.pilot.press("space", "enter", "question_mark")
        assert isinstance(player.app.screen, Help)
        await player.settle()
        assert player.match.ply == 2
        await player.press("escape")
        assert "The machine took" in player.text("#status")

    at_the_terminal(scenario)


def test_quit_and_the_match_is_kept() -> None:
    async def scenario(player: Player) -> None:
        await player.press("space", "enter", "q")

    assert at_the_terminal(scenario).session.match.ply == 2


# Large heaps, many heaps, small terminals


def test_a_huge_heap_is_typed_exactly() -> None:
    heap = 10**25 + 7

    async def scenario(player: Player) -> None:
        entry = player.app.salon.entry
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
        player.app.salon.entry.value = typed
        await player.settle()
        assert player.app.salon.query_one("#words").has_class("-coach")
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
        await player.press("space", "enter", "h", "e", "escape", "1", "escape")
        await player.pilot.resize_terminal(80, 24)
        await player.settle()
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
    random = Random(1961)

    async def scenario(player: Player) -> None:
        for _ in range(40):
            await player.pilot.press(random.choice(keys))
        await player.settle()

    for game in ("marienbad", "wythoff:a=2"):
        at_the_terminal(scenario, game, players=("human", "naive"))


# Drawings


@pytest.mark.parametrize("drawing", [d for kinds in DRAWINGS.values() for d in kinds])
def test_states_differ_in_shape(drawing: Drawing) -> None:
    states = (
        drawing.standing,
        drawing.pointed,
        drawing.chosen,
        drawing.taken,
        drawing.gone,
    )
    assert len(set(states)) == 5
    assert len({len(lines) for lines in states}) == 1
    assert all(len(line) <= drawing.cell for lines in states for line in lines)


@pytest.mark.parametrize(("room", "height"), [(10, 4), (30, 9), (60, 16), (200, 50)])
@pytest.mark.parametrize("noun", DRAWINGS)
def test_a_drawing_fits_where_any_does(noun: str, room: int, height: int) -> None:
    drawing = choose_drawing(noun, (1, 3, 5, 7), room, height)
    assert 7 * drawing.cell <= room
    assert 4 * drawing.height <= height


def test_only_the_application_loads_textual() -> None:
    code = (
        "import sys; from marienbad.cli import main; main(['analyse', 'nim', '1,2']);"
        "sys.exit('textual' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)
