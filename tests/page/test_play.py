"""Whole games in the browser: by clicking matches, by keyboard, on the chessboard, in two heaps."""

import re

import pytest
from playwright.sync_api import expect

import marienbad
from tests.page.browser import NARROW, OPEN, WIDE, Open, first_legal, seat, winning


def test_the_page_opens_on_a_board_ready_to_play(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    assert player.position == (1, 3, 5, 7)
    expect(player.status).to_contain_text("Your turn")
    expect(player.find("html")).to_have_attribute("lang", "en")
    expect(player.find(".rule").first).to_contain_text("whoever takes the last match loses")


def test_the_first_load_is_small(visit: Open) -> None:
    player = visit(has_touch=False)  # a context of its own, in which nothing is cached
    player.wait_turn()
    loaded = player.page.evaluate(
        "() => [...performance.getEntriesByType('navigation'),"
        " ...performance.getEntriesByType('resource')]"
        ".reduce((sum, entry) => sum + entry.transferSize, 0)"
    )
    assert 0 < loaded < 200_000
    assert len(player.requests) < 50


def test_a_game_is_won_by_clicking_matches(visit: Open, address: str) -> None:
    player = visit(seat(address, "marienbad", 2, 2, players=("human", "novice")))
    player.wait_turn()
    player.act("machine-first")
    expect(player.status).to_contain_text("The machine took")
    player.play("marienbad", winning)
    expect(player.status).to_contain_text("You have won. And without any help.")
    assert player.position == (0, 0)


def test_a_game_is_lost_against_a_perfect_machine(visit: Open, address: str) -> None:
    player = visit(seat(address, "marienbad", 1, 1, 1, players=("human", "novice")))
    player.wait_turn()
    player.find('[data-action="level"]').select_option("perfect")
    player.wait_turn()
    player.play("marienbad", first_legal)
    expect(player.status).to_contain_text("The machine has won.")


def test_a_second_click_on_the_same_match_plays(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    match = player.find('[data-heap="3"][data-index="4"]')
    match.click()
    expect(player.find('[data-action="take"]')).to_have_text("Take 3")
    expect(match).to_have_attribute("aria-pressed", "true")
    match.click()
    expect(player.find('[data-heap="3"][data-index="4"]')).to_have_count(0)
    player.wait_turn()
    expect(player.status).to_contain_text("The machine took")


def test_a_long_row_stays_where_it_is_when_it_is_chosen_from(visit: Open, address: str) -> None:
    player = visit(seat(address, "nim", 30, 12))
    player.wait_turn()
    match = player.find('[data-heap="0"][data-index="20"]')
    before = match.bounding_box()
    match.click()
    expect(player.find('[data-action="take"]')).to_have_text("Take 10")
    assert match.bounding_box() == before
    with player.stopped_clock():
        match.click()
        expect(player.status).to_contain_text("You took 10 matches from row 1.")


def test_changing_one_s_mind_costs_nothing(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.find('[data-heap="3"][data-index="4"]').click()
    player.find('[data-heap="2"][data-index="1"]').click()
    expect(player.find('[data-action="take"]')).to_have_text("Take 4")
    player.page.keyboard.press("Escape")
    expect(player.find('[data-action="take"]')).to_have_attribute("aria-disabled", "true")
    assert player.position == (1, 3, 5, 7)


def test_a_game_is_played_by_keyboard_alone(visit: Open, address: str) -> None:
    player = visit(seat(address, "marienbad", 2, 2))
    player.wait_turn()
    keyboard = player.page.keyboard
    while not player.is_over:
        left = sum(player.position) - 1
        for key in ("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", " ", "Enter"):
            keyboard.press(key)
        player.wait_answer(left)
        focused = player.page.evaluate("() => document.activeElement.tagName")
        assert focused == "BUTTON"  # the focus is never lost
    keyboard.press("Enter")  # the focus has gone to New game
    player.page.wait_for_selector(OPEN)
    assert player.position == (2, 2)
    keyboard.press("ArrowDown")
    keyboard.press("h")
    keyboard.press("h")  # before the answer to the first has come
    expect(player.find(".doors .open")).to_have_count(2)
    expect(player.find(".answer").first).to_have_text(
        "Every move loses if your opponent makes no mistake; but who makes none?"
    )
    keyboard.press("?")
    expect(player.find("dialog")).to_contain_text("take what is chosen")
    keyboard.press("Escape")
    expect(player.find("dialog")).to_have_count(0)


def test_the_skip_link_leads_to_the_board_and_changes_nothing(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.find('[data-heap="3"][data-index="4"]').click()
    player.find(".skip").focus()
    player.page.keyboard.press("Enter")
    expect(player.find("#main")).to_be_focused()
    player.page.keyboard.press("Tab")
    expect(player.find('[data-heap="0"]')).to_be_focused()
    expect(player.find('[data-action="take"]')).to_have_text("Take 3")


def test_undo_takes_back_the_move_and_the_reply(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.take((0, 0, 0, 1))
    player.find(OPEN).first.press("u")
    expect(player.find("[data-heap]")).to_have_count(16)
    player.wait_turn()
    player.take((0, 0, 2, 0))
    player.act("undo")
    expect(player.find("[data-heap]")).to_have_count(16)


def test_after_the_end_nothing_is_taken_back(visit: Open, address: str) -> None:
    player = visit(seat(address, "nim", 1))
    player.wait_turn()
    player.take((1,))
    expect(player.status).to_contain_text("You have won")
    expect(player.find('[data-action="undo"]')).to_have_attribute("aria-disabled", "true")
    player.requests.clear()
    player.find('[data-action="undo"]').click(force=True)
    player.act("new-game")
    player.wait_turn()
    assert not [url for url in player.requests if url.endswith("/undo")]


def test_a_reload_resumes_the_game(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.take((0, 0, 3, 0))
    before = player.position
    player.page.reload()
    player.wait_turn()
    assert player.position == before


def test_two_heaps_are_chosen_together(visit: Open, address: str) -> None:
    player = visit(seat(address, "wythoff", 4, 5))
    player.wait_turn()
    player.choose((2, 1))
    expect(player.find('[data-action="take"]')).to_have_attribute("aria-disabled", "true")
    expect(player.find('[data-action="take"]')).to_contain_text("same number")
    player.act("both")
    expect(player.find('[data-action="take"]')).to_have_text("Take 2 + 2")
    player.act("take")
    player.wait_answer(5)


def test_the_chessboard_plays_wythoff(visit: Open, address: str) -> None:
    player = visit(seat(address, "wythoff", 2, 3))
    player.wait_turn()
    expect(player.status).to_have_text("Your turn: choose the square to go to.")
    target = player.find('[data-square="1,2"]')
    target.hover()
    expect(player.find(".square-label")).to_have_text("take 1 token from each heap")
    expect(target).to_have_accessible_name("square (1, 2), take 1 token from each heap")
    target.click()
    expect(target).to_have_class(re.compile("chosen"))
    expect(player.find('[data-action="take"]')).to_have_text("Take 1 + 1")
    target.click()
    player.wait_answer(3)
    while not player.is_over:
        x, y = player.position
        a, b = winning(marienbad.game("wythoff"), (x, y))
        player.find(f'[data-square="{x - a},{y - b}"]').click()
        player.act("take")
        player.wait_answer(x + y - a - b)
    expect(player.status).to_contain_text("You have won")


def test_the_chessboard_is_played_by_keyboard(visit: Open, address: str) -> None:
    player = visit(seat(address, "wythoff", 3, 4))
    player.wait_turn()
    player.find('[data-square="3,4"]').focus()
    keyboard = player.page.keyboard
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft", "Enter"):
        keyboard.press(key)
    expect(player.find(".refused")).to_have_attribute("data-square", "2,2")
    expect(player.find('[data-action="take"]')).to_contain_text("same number")
    keyboard.press("Enter")  # once more, and it is given up
    expect(player.find(".refused")).to_have_count(0)
    keyboard.press("ArrowLeft")
    expect(player.find('[data-square="1,2"]')).to_be_focused()
    keyboard.press(" ")
    expect(player.find('[data-action="take"]')).to_have_text("Take 2 + 2")
    with player.stopped_clock():
        keyboard.press("Enter")
        expect(player.status).to_contain_text("You took 2 tokens from each heap.")
    player.wait_turn()
    assert sum(player.position) < 3


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_what_begins_a_game_is_in_sight_however_many_choices(
    visit: Open, size: dict[str, int]
) -> None:
    player = visit(viewport=size)
    player.wait_turn()
    player.act("setup")
    player.find("dialog").get_by_label("Wythoff’s game").check()
    expect(player.find('[data-action="begin"]')).to_be_in_viewport(ratio=1)


def test_who_begins_is_one_click_away(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.act("machine-first")
    expect(player.status).to_contain_text("The machine took")
    player.wait_turn()
    expect(player.find('[data-action="machine-first"]')).to_have_text("Begin yourself")
    player.act("machine-first")
    expect(player.find("[data-heap]")).to_have_count(16)
    player.wait_turn()
    expect(player.status).to_contain_text("Your turn: choose")


def test_the_queen_knows_her_widened_reach(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.act("setup")
    player.find("dialog").get_by_label("Wythoff’s game").check()
    player.find('[data-parameter="a"]').fill("2")
    expect(player.find("dialog .rule")).to_contain_text("less than 2")
    player.act("begin")
    player.wait_turn()
    expect(player.find('[data-square="5,10"].reach')).to_have_count(1)
    expect(player.find('[data-square="4,10"].reach')).to_have_count(0)


def test_the_same_match_on_another_board(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    for view in ("token", "match"):
        player.find(f'[data-view="{view}"]').click()
        expect(player.find(f'heap-rows[data-kind="{view}"]')).to_have_count(1)
        assert player.position == (1, 3, 5, 7)
    player.set_up(start="4, 6")
    player.find('[data-view="chess"]').click()
    held = player.hold("**/api/map*")
    player.act("map")
    player.refuse(held())
    expect(player.find(".views .problem")).to_have_text("Not now.")
    expect(player.find('[data-view="map"]')).to_have_attribute("aria-pressed", "false")
    expect(player.find(".helps")).to_have_text("No help so far.")
    player.act("map")
    held().continue_()
    expect(player.find('[data-square="0,1"].to-leave')).to_have_text("◆")
    player.act("new-game")  # the map is a help, asked for anew
    expect(player.find(".to-leave")).to_have_count(0)
    expect(player.find(".helps")).to_have_text("No help so far.")


def test_heaps_beyond_drawing_are_exact_numbers(visit: Open) -> None:
    huge = 10**200 + 7
    player = visit()
    player.set_up("nim", start=f"5, {huge}")
    expect(player.status).to_have_text("Your turn: write how many you take.")
    expect(player.find(".huge").nth(1)).to_have_text(f"{huge:,}")
    expect(player.find(".game-start")).to_have_text("5 · 1000000000…0000000007 (201 digits)")
    entry = player.find('[data-input="1"]')
    entry.fill(str(huge - 5))
    expect(player.find('[data-action="take"]')).not_to_have_attribute("aria-disabled", "true")
    expect(player.find(".rest").nth(1)).to_have_text("leaves 5")
    player.act("take")
    expect(player.status).to_contain_text("The machine took")


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_phone_shows_board_button_and_status_at_once(visit: Open, lang: str) -> None:
    player = visit("/", lang, viewport=NARROW, has_touch=True)
    player.wait_turn()
    assert player.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    for match in player.find("[data-heap]").all():
        box = match.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    player.find('[data-heap="3"][data-index="4"]').tap()
    button = player.find('[data-action="take"]')
    expect(button).to_be_in_viewport(ratio=1)
    expect(player.status).to_be_in_viewport(ratio=1)
    button.tap()
    expect(player.find("[data-heap]:not([aria-disabled])").first).to_be_attached()
