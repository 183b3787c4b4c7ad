"""The moves beside the board: live, looked back at, reviewed, played on from as a branch."""

import pytest
from playwright.sync_api import expect

from tests.page.browser import OVER, Open, Player, first_legal, seat, winning

SIZES = ((1280, 800), (768, 1024), (360, 640), (740, 360))


def line(player: Player, ply: int) -> str:
    return player.find(f'.move[data-ply="{ply}"]').inner_text()


def current(player: Player) -> int:
    shown = player.find('.move[aria-current="step"]')
    expect(shown).to_have_count(1)
    return int(shown.get_attribute("data-ply") or -1)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("lang", "start", "who", "spoken"),
    [
        ("en", "start", "machine", "You took 2 matches from row 3. Left: 1·3·3·7."),
        (
            "fr",
            "départ",
            "machine",
            "Vous avez pris 2 allumettes dans la rangée 3. Reste\u202f: 1·3·3·7.",
        ),
    ],
)
def test_the_list_is_live_and_looks_back(
    visit: Open, lang: str, start: str, who: str, spoken: str
) -> None:
    player = visit(lang=lang)
    player.wait_turn()
    assert start in line(player, 0)
    player.take((0, 0, 2, 0))
    assert "−2" in line(player, 1)
    assert "1·3·3·7" in line(player, 1)
    assert who in line(player, 2)
    expect(player.find('.move[data-ply="1"]')).to_have_accessible_name(
        f"{spoken_number(lang)} {spoken}"
    )
    assert current(player) == 2
    now = player.position
    # ← and → look back where the board has not the focus, which stays the game's own elsewhere.
    player.find('[data-action="new-game"]').focus()
    keyboard = player.page.keyboard
    keyboard.press("ArrowLeft")
    assert player.position == (1, 3, 3, 7)
    assert current(player) == 1
    expect(player.status).to_contain_text(spoken.split(".", maxsplit=1)[0])
    expect(player.find('[data-action="take"]')).to_be_hidden()
    keyboard.press("Home")
    assert player.position == (1, 3, 5, 7)
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    assert player.position == now
    expect(player.find(".looking")).to_have_count(0)
    player.find('.move[data-ply="1"]').click()
    assert player.position == (1, 3, 3, 7)
    expect(player.find('[data-action="present"]')).to_be_in_viewport(ratio=1)
    player.act("present")
    assert player.position == now
    player.act("undo")
    expect(player.find(".move")).to_have_count(1)


def spoken_number(lang: str) -> str:
    return {"en": "Move 1.", "fr": "Coup 1."}[lang]


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_review_stands_by_the_board_and_a_branch_leads_back(
    visit: Open, address: str, lang: str
) -> None:
    so_far = [(0, 0, 3), (1, 0, 0)]
    player = visit(seat(address, "nim", 1, 2, 3, moves=so_far), lang=lang)
    player.wait_turn()
    player.take((0, 1, 0))  # both would have won
    expect(player.find(".moves.judged .tug .dot").first).to_be_attached()
    expect(player.find(".move.decisive .dot")).to_have_text("×")
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        expect(player.find('[data-action="next-step"]')).to_be_in_viewport(ratio=1)
        expect(player.find(".review .verdict")).to_be_in_viewport(ratio=1)
        wide = player.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= width
    player.act("next-step")
    ply = current(player)
    expect(player.find('[data-action="play-on"]')).to_be_focused()
    expect(player.find('[aria-pressed="true"]').first).to_be_attached()
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        for action in ("previous", "next", "present", "play-on"):
            expect(player.find(f'[data-action="{action}"]')).to_be_in_viewport(ratio=1)
    player.page.set_viewport_size({"width": 1280, "height": 800})
    player.act("next")
    better = {"en": "would have won by", "fr": "gagné en prenant"}[lang]
    expect(player.find(".review .verdict")).to_contain_text(better)
    player.act("previous")
    original = player.page.url
    player.act("play-on")
    player.wait_turn()
    expect(player.find(".branch")).to_contain_text(str(ply + 1))
    expect(player.find(".move")).to_have_count(ply + 1)
    player.play("nim", winning)
    expect(player.status).to_contain_text({"en": "A branch,", "fr": "Une variante,"}[lang])
    player.act("original")
    expect(player.find(".branch")).to_be_hidden()
    expect(player.find(".looking")).to_have_count(1)
    expect(player.find(".move.decisive")).to_have_count(1)
    assert player.page.url == original
    player.find(f'.move[data-ply="{ply + 1}"]').click()
    player.act("play-on")
    expect(player.find(".branch")).to_contain_text(str(ply + 2))
    player.act("new-game")
    player.page.wait_for_selector(f".play:not(.looking):not(:has({OVER})) [data-heap]")
    player.wait_turn()
    assert player.position == (1, 2, 3)


def test_after_a_branch_a_new_game_has_the_games_own_start(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.take((0, 0, 0, 3))
    player.find('.move[data-ply="1"]').click()
    player.act("play-on")  # it is the machine's turn there: it moves again
    expect(player.find(".branch")).to_contain_text("Branch of move 2.")
    player.wait_turn()
    expect(player.find(".move")).to_have_count(3)
    assert "1·3·5·4" in line(player, 1)
    heard: list[str] = []
    player.page.on("websocket", lambda live: live.on("framereceived", lambda _: heard.append("")))
    player.page.go_back()
    expect(player.find(".branch")).to_be_hidden()
    player.wait_until(lambda: heard)  # a connection cut while it is made would be reported
    heard.clear()
    player.page.go_forward()
    expect(player.find(".branch")).to_be_visible()
    player.wait_turn()
    player.wait_until(lambda: heard)
    player.act("new-game")
    expect(player.find("[data-heap]")).to_have_count(16)
    expect(player.find(".branch")).to_be_hidden()


def test_a_win_says_how_it_came_and_has_its_next_step(visit: Open, address: str) -> None:
    given_back = [(1, 0, 0), (0, 1, 0), (0, 0, 3), (0, 1, 0)]
    levels = ("human", "naive")
    player = visit(seat(address, "nim", 1, 2, 4, moves=given_back, players=levels))
    player.wait_turn()
    player.take((0, 0, 1))
    expect(player.find(".verdict")).to_contain_text("at move 2: the machine could have won")
    step = player.find('[data-action="next-step"]')
    expect(step).to_have_text("See where you let the win slip: move 1")
    player.go(seat(address, "nim", 3, 1, players=levels))
    player.wait_turn()
    player.take((0, 1))
    player.act("undo")
    expect(player.find("[data-heap]")).to_have_count(4)
    player.wait_turn()
    player.play("nim", winning)
    expect(player.status).to_contain_text("You have won. Without a hint; moves taken back: 1.")
    expect(player.status).not_to_contain_text("any help")
    expect(step).to_have_text("Play again, a level higher: Novice")
    player.act("next-step")
    expect(player.find('[data-action="level"]')).to_have_value("novice")
    expect(player.find(".board :focus")).to_have_count(1)


def test_a_game_without_a_mistake_is_called_so(visit: Open, address: str) -> None:
    player = visit(seat(address, "nim", 1, 1))
    player.play("nim", first_legal)
    expect(player.find(".review .verdict")).to_have_text(
        "Nobody let the win slip: the start had decided the game."
    )
    expect(player.find('[data-action="next-step"]')).to_have_text("Let the machine begin")


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_on_a_phone_the_list_is_folded_below_the_board(visit: Open, lang: str) -> None:
    player = visit(lang=lang, viewport={"width": 360, "height": 640}, has_touch=True)
    player.set_up("wythoff", start="3, 5")
    player.find('[data-heap="0"][data-index="1"]').tap()
    player.find('[data-heap="1"][data-index="3"]').tap()
    player.act("take")
    player.wait_answer(4)
    expect(player.find(".move").first).to_be_hidden()
    board = player.find(".board").bounding_box()
    player.find(".moves summary").tap()
    assert "−2" in line(player, 1)
    assert "1·3" in line(player, 1)
    player.find('.move[data-ply="0"]').tap()
    expect(player.find(".chess")).to_be_in_viewport(ratio=0.9)
    expect(player.find('[data-action="present"]')).to_be_in_viewport(ratio=1)
    player.find('[data-action="present"]').tap()
    expect(player.find(".looking")).to_have_count(0)
    assert board is not None
    now = player.find(".board").bounding_box()
    assert now is not None
    assert now["height"] == pytest.approx(board["height"], abs=1)
