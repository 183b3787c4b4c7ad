"""My games: what this browser has played, to go on with, to delete, to take along as a file."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.browser import OPEN, SIZES, TABLET, Open, Player

GAMES = ".games > li"


def begin_another(player: Player) -> tuple[int, ...]:
    """Play a move, then begin a new game; what was left of the first one."""
    player.wait_turn()
    player.take((0, 0, 0, 2))
    left = player.position
    player.act("new-game")
    expect(player.find("[data-heap]")).to_have_count(16)
    player.wait_turn()
    return left


def undo(player: Player) -> Locator:
    return player.find('.offer [data-action="offer"]')


def test_a_new_game_can_be_undone_and_the_old_one_is_played_on(visit: Open) -> None:
    player = visit()
    left = begin_another(player)
    expect(player.find(".offer")).to_contain_text("New game.")
    undo(player).focus()
    player.page.keyboard.press("Enter")
    player.wait_until(lambda: player.position == left)
    player.wait_turn()
    player.take(tuple(int(heap == left.index(max(left))) for heap in range(4)))
    expect(player.status).to_contain_text("The machine took")


def test_whatever_begins_another_game_leaves_a_way_back_until_the_first_move(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.take((0, 0, 0, 2))
    left = player.position
    level = player.find('[data-action="level"]')
    for begin in (lambda: level.select_option("perfect"), lambda: player.act("machine-first")):
        begin()
        undo(player).click()
        player.wait_until(lambda: player.position == left)
        expect(level).to_have_value("novice")
        player.wait_turn()
    player.act("new-game")
    expect(player.find("[data-heap]")).to_have_count(16)
    player.wait_turn()
    player.take((0, 0, 0, 1))
    expect(undo(player)).to_be_hidden()


FORBIDDEN = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("", "SecurityError"); },
})"""


@pytest.mark.parametrize("is_kept", [True, False])
def test_back_leads_to_the_game_before(visit: Open, is_kept: bool) -> None:
    player = visit()
    if not is_kept:
        player.page.add_init_script(FORBIDDEN)
        player.go()
    left = begin_another(player)
    player.page.go_back()
    player.wait_until(lambda: player.position == left)
    player.wait_turn()  # at one's own seat
    player.page.go_forward()
    expect(player.find("[data-heap]")).to_have_count(16)
    player.wait_turn()
    player.act("setup")
    expect(player.find("dialog")).to_have_count(1)
    player.page.go_back()
    player.wait_until(lambda: player.position == left)
    expect(player.find("dialog")).to_have_count(0)


def test_what_comes_late_is_not_put_over_the_game_that_one_went_to(visit: Open) -> None:
    player = visit()
    begin_another(player)
    newer = player.page.url.rpartition("/")[2]
    held = player.hold("**/api/matches/*")
    player.page.go_back()
    late = held()
    player.page.go_forward()
    held().continue_()
    expect(player.find("[data-heap]")).to_have_count(16)
    player.wait_turn()
    with player.page.expect_response(late.request.url):
        late.continue_()
    player.page.evaluate("() => new Promise(requestIdleCallback)")
    assert player.page.evaluate("() => sessionStorage.getItem('marienbad.current')") == newer


def test_a_new_tab_goes_on_with_the_game_and_whoever_watches_has_no_part_in_it(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.take((0, 0, 3, 0))
    tab = Player(player.page.context.new_page(), player.address).go()
    tab.wait_turn()
    assert tab.position == player.position
    match = player.page.evaluate("() => sessionStorage.getItem('marienbad.current')")
    watcher = visit(f"/m/{match}")
    watcher.open_doors(1)
    watcher.go("/games")
    expect(watcher.status).to_have_text("No game here yet.")


def test_letters_act_on_the_board_only_and_can_be_switched_off(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.find('[data-action="share"]').focus()
    player.page.keyboard.press("?")
    player.find(OPEN).first.focus()
    player.page.keyboard.press("?")
    expect(player.find("dialog")).to_have_count(1)
    player.find('[data-input="letters"]').uncheck()
    player.page.keyboard.press("Escape")
    player.page.reload()
    player.wait_turn()
    for key in ("h", "n", "?"):
        player.find(OPEN).first.press(key)
    player.page.keyboard.press("Enter")  # still chooses
    expect(player.find('[data-action="take"]')).to_have_text("Take 1")
    expect(player.find("dialog")).to_have_count(0)
    expect(player.find(".doors .open")).to_have_count(0)
    player.page.set_viewport_size(TABLET)
    player.find(".menu-button").click()
    player.page.keyboard.press("Escape")
    expect(player.find(".menu")).to_be_hidden()


def test_two_clicks_begin_one_match_and_open_one_dialog(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.find('[data-action="setup"]').dblclick(force=True)
    expect(player.find('[data-action="begin"]')).to_have_count(1)
    made = player.hold("**/api/matches")
    player.find('[data-action="begin"]').dblclick()
    made().continue_()
    expect(player.find("dialog")).to_have_count(0)
    player.wait_turn()
    assert sum(url.endswith("/api/matches") for url in player.requests) == 2  # one came first


RESULTS = {
    "en": ("My games", "The machine has won.", "Your turn.", "Game deleted."),
    "fr": ("Mes parties", "La machine a gagné.", "À vous de jouer.", "Partie supprimée."),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_games_are_listed_resumed_reviewed_shared_and_deleted(visit: Open, lang: str) -> None:
    title, lost, mine, deleted = RESULTS[lang]
    player = visit("/", lang)
    player.lose()
    player.set_up("marienbad", start="1, 3, 5, 7")
    player.take((0, 0, 0, 2))
    left = player.position
    player.go("/games")
    expect(player.find(".lead")).to_contain_text(
        {"en": "after 90 days", "fr": "après 90 jours"}[lang]
    )
    for size in SIZES:
        player.page.set_viewport_size(size)
        expect(player.find("h1")).to_have_text(title)
        width = player.page.evaluate("() => document.documentElement.scrollWidth")
        assert width <= size["width"]
    expect(player.find(GAMES)).to_have_count(2)
    expect(player.find(GAMES).nth(0)).to_contain_text(mine)
    expect(player.find(GAMES).nth(1)).to_contain_text(lost)
    expect(player.find(f"{GAMES} .small-position")).to_have_count(2)
    # as everybody in the language reads it: the day, then the month by its name
    expect(player.find(".games-facts").first).to_contain_text(re.compile(r" \d{1,2} \S+ 20\d\d"))
    broken: Any = {"name": "broken.json", "mimeType": "", "buffer": b"1-3-5-7"}
    player.find('[data-action="import"]').set_input_files(broken)
    colon = {"en": ":", "fr": "\u202f:"}[lang]
    expect(player.find(".games-files .notice")).to_contain_text(f"broken.json{colon} ")
    player.find("input[value=finished]").check()
    expect(player.find(GAMES)).to_have_count(1)
    player.find("input[value=all]").check()

    player.find('[data-action="share"]').first.click()
    expect(player.find('dialog [data-link="match"]')).to_have_value(f"{link(player, 0)}")
    player.page.keyboard.press("Escape")
    player.find('[data-action="delete"]').nth(1).click()
    expect(player.find(GAMES)).to_have_count(1)
    expect(player.find(".offer")).to_contain_text(deleted)
    undo(player).click()
    expect(player.find(GAMES)).to_have_count(2)

    player.find('[data-action="resume"]').click()
    player.wait_turn()
    assert player.position == left
    player.page.go_back()
    player.find('[data-action="review"]').click()
    expect(player.status).to_contain_text(lost)


def link(player: Player, number: int) -> str:
    """The address of a game in the list."""
    path = player.find(f"{GAMES} a").nth(number).get_attribute("href")
    return f"{player.address}{path}"


KEPT = "() => JSON.parse(localStorage.getItem('marienbad.matches'))"
KEEP = "(list) => localStorage.setItem('marienbad.matches', JSON.stringify(list))"


def test_a_game_that_the_server_has_forgotten_is_made_again(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.take((0, 0, 0, 2))
    left = player.position
    forgotten = [["forgotten", kept] for _, kept in player.page.evaluate(KEPT)]
    # one of which an older version kept nothing but the seats is not there either
    player.page.evaluate(KEEP, [["older", {"seats": [None, "x"], "helps": 0}], *forgotten])
    player.refused.add(404)
    player.go("/games")
    expect(player.find('[data-id="older"]')).to_contain_text("no longer has this game")
    player.find('[data-id="forgotten"] [data-action="resume"]').click()
    player.wait_turn()
    assert player.position == left
    player.take(tuple(int(heap == left.index(max(left))) for heap in range(4)))
    assert "forgotten" not in {key for key, _ in player.page.evaluate(KEPT)}


def test_all_games_are_taken_along_in_a_file(visit: Open, tmp_path: Path) -> None:
    player = visit()
    player.wait_turn()
    player.take((0, 0, 0, 2))
    left = player.position
    player.go("/games")
    with player.page.expect_download() as download:
        player.act("export")
    file = tmp_path / "games.json"
    download.value.save_as(file)

    other = visit("/games")
    chooser = other.find('[data-action="import"]')
    chooser.set_input_files(file)
    expect(other.find(".games-files .notice")).to_have_text("Games added: 1. Here already: 0.")
    other.find('[data-action="resume"]').click()
    other.wait_turn()
    assert other.position == left
    other.take(tuple(int(heap == left.index(max(left))) for heap in range(4)))
    later = other.position
    other.go("/games")
    text = json.loads(file.read_text("utf-8"))
    # the same twice is one, and one in which nothing was played is none
    empty = {**text["games"][0], "id": "empty", "ply": 0, "moves": [], "seats": ["x", "y"]}
    file.write_text(json.dumps({**text, "games": [*text["games"], *text["games"], empty]}), "utf-8")
    chooser.set_input_files(file)  # what is older than what is here changes nothing
    expect(other.find(".games-files .notice")).to_have_text("Games added: 0. Here already: 1.")
    other.find('[data-action="resume"], [data-action="review"]').click()
    other.wait_until(lambda: other.position == later)


def spoilt(change: dict[str, Any]) -> str:
    game = {"id": "one", "seats": [None, "token"], **change}
    return json.dumps({"format": "marienbad games", "version": 1, "games": [game]})


BAD_FILES = {
    "not json": ("1-3-5-7", "expected JSON"),
    "another file": ("[]", "holds no games"),
    "of the future": ('{"format": "marienbad games", "version": 2, "games": []}', "version 2"),
    "no id": (spoilt({"id": None}), "Game 1 of the file: ‘id’"),
    "an address": (spoilt({"id": "../../x"}), "Game 1 of the file: ‘id’"),
    "seats": (spoilt({"seats": [1, 2, 3]}), "‘seats’"),
    "moves": (spoilt({"moves": [["<b>"]]}), "‘moves’"),
}


def test_a_bad_file_is_refused_with_what_is_wrong(visit: Open) -> None:
    player = visit("/games")
    notice = player.find(".games-files .notice")
    for name, (text, complaint) in BAD_FILES.items():
        file: Any = {"name": f"{name}.json", "mimeType": "", "buffer": text.encode()}
        player.find('[data-action="import"]').set_input_files(file)
        expect(notice).to_contain_text(f"{name}.json: ")
        expect(notice).to_contain_text(complaint)
    long: Any = {"name": "long.json", "mimeType": "", "buffer": b" " * 4_000_001}
    player.find('[data-action="import"]').set_input_files(long)
    expect(notice).to_contain_text("at most 4,000,000 bytes")
    expect(player.find(GAMES)).to_have_count(0)


def play_without_room(visit: Open, hinder: Callable[[Player], object]) -> Player:
    """Take something in a browser that was hindered from keeping it."""
    player = visit("/privacy")
    hinder(player)
    player.go("/")
    player.wait_turn()
    player.take((0, 0, 3, 0))
    expect(player.status).to_contain_text("The machine took")
    return player


def test_a_browser_that_may_keep_nothing_plays_all_the_same(visit: Open) -> None:
    refusal = (
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, {get() { throw new Error(name); }})"
    )
    play_without_room(visit, lambda player: player.page.add_init_script(refusal))


def test_a_full_browser_plays_all_the_same(visit: Open) -> None:
    # as many letters as there is room for
    filling = (
        "() => { for (let size = 1 << 22; size; size >>= 1) for (let n = 0; n < 2; n += 1) try {"
        " localStorage.setItem(`full${size}${n}`, 'x'.repeat(size)); } catch {} }"
    )
    player = play_without_room(visit, lambda player: player.page.evaluate(filling))
    player.page.evaluate("() => localStorage.clear()")
    left = sum(player.position)
    player.find(OPEN).first.click()
    player.act("take")
    player.wait_answer(left - 1)
    player.go("/games")  # with room again, the whole game is kept
    expect(player.find(GAMES)).to_have_count(1)
