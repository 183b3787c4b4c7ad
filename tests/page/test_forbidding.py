"""Games in which options may be forbidden, by clicking: what is forbidden is chosen and crossed."""

import json
from urllib.parse import quote
from urllib.request import urlopen

from playwright.sync_api import expect

import marienbad
from marienbad.heaps import Block, Position, situated
from tests.page.browser import NARROW, Open, Player, seat

WYTHOFF = "rules:heaps 2; take n from one; take n, n from two; block "
ROWS = "rules:heaps 3; take n from one; block 3"
LIT = ".board:not([aria-busy]) .square.reach"
OVER = ".status.final"


def square(position: Position) -> str:
    return f'[data-square="{position[0]},{position[1]}"]'


def standing(player: Player) -> Position:
    """The match on the board, as the server has it."""
    key = player.page.url.split("/m/")[1].partition("#")[0]
    with urlopen(f"{player.address}/api/matches/{key}") as answer:
        match = json.load(answer)
    return situated(match["position"], int(match.get("state", 0)))


def wait_turn(player: Player) -> None:
    player.page.wait_for_selector(f"{LIT}, {OVER}")


def test_a_whole_game_is_forbidden_and_won_in_french_on_a_phone(visit: Open, address: str) -> None:
    """The machine begins, so that its first move is forbidden by whoever plays here."""
    start = (4, 6)
    rules = marienbad.game(f"{WYTHOFF}2")
    assert rules.analyse(start).outcome == "P"
    path = seat(address, f"{WYTHOFF}2", *start, players=("perfect", "human"))
    player = visit(path, lang="fr", viewport=NARROW, has_touch=True)
    wait_turn(player)
    expect(player.status).to_have_text("À vous d’interdire, ou de ne rien interdire.")
    button = player.find('[data-action="take"]')
    expect(button).to_have_text("Ne rien interdire")
    while not player.find(OVER).count():
        position = standing(player)
        move = rules.analyse(position).suggestion
        assert move is not None
        if isinstance(move, Block):
            for left in move.forbidden:
                player.find(square(left)).tap()
                expect(button).to_have_text(f"Interdire ({left[0]},\u00a0{left[1]})")
            button.tap()
        else:
            forbidden = player.find(".square.crossed").first
            expect(forbidden).to_have_attribute("aria-disabled", "true")
            left = rules.definition.after(position, move)
            player.find(square(left)).tap()
            expect(button).not_to_have_attribute("aria-disabled", "true")
            button.tap()
        expect(player.find(".board[aria-busy]")).to_have_count(0)
        wait_turn(player)
    expect(player.status).to_contain_text("Vous avez gagné.")
    assert player.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    expect(player.find(".verdict")).not_to_be_empty()


def test_what_is_forbidden_is_crossed_and_says_why(visit: Open, address: str) -> None:
    player = visit(seat(address, f"{WYTHOFF}2", 3, 7, players=("human", "perfect")))
    wait_turn(player)
    crossed = player.find(".square.crossed")
    expect(crossed).to_have_count(1)
    expect(crossed).to_have_attribute("data-square", "3,1")
    expect(player.status).to_contain_text("The machine forbade: (3,\u00a01). Your turn.")
    expect(player.find(".game-start")).to_contain_text("Forbidden to be left: (3,\u00a01).")
    crossed.click(force=True)
    expect(player.find('[data-action="take"]')).to_have_text("To leave (3, 1) is forbidden")
    player.find(square((3, 6))).click()
    player.find(square((3, 6))).click()  # again
    expect(player.status).to_contain_text("It is for you to forbid")
    expect(player.find('[data-action="take"]')).to_have_text("Forbid nothing")
    player.act("undo")
    expect(crossed).to_have_attribute("data-square", "3,1")
    expect(player.find('[data-action="take"]')).to_have_text("Choose what to take")
    assert standing(player)[:] == (3, 7)


def test_several_positions_are_put_on_a_list(visit: Open, address: str) -> None:
    player = visit(seat(address, ROWS, 2, 3, 4, players=("perfect", "human")))
    player.wait_turn()
    button, listed = player.find('[data-action="take"]'), player.find('[data-action="allow"]')
    player.find('[data-heap="1"][data-index="2"]').click()
    expect(button).to_have_text("Forbid (2,\u00a02,\u00a04)")
    expect(player.find(".row-again").nth(1)).to_have_text("press again to add")
    player.find('[data-heap="1"][data-index="2"]').click()
    expect(listed).to_have_text(["(2,\u00a02,\u00a04) ×"])
    player.find('[data-heap="2"][data-index="3"]').click()
    expect(button).to_have_text("Forbid these")
    player.act("add-forbidden")
    expect(listed).to_have_count(2)
    player.find('[data-heap="0"][data-index="1"]').click()
    expect(button).to_contain_text("at most 2")
    expect(button).to_have_attribute("aria-disabled", "true")
    listed.first.click()
    expect(listed).to_have_text(["(2,\u00a03,\u00a03) ×"])
    expect(button).to_have_text("Forbid these")
    button.click()
    player.wait_turn()
    expect(player.find(".move-list")).to_contain_text(
        "× (1,\u00a03,\u00a04) and (2,\u00a03,\u00a03)"
    )


def test_forbidding_by_keys(visit: Open, address: str) -> None:
    player = visit(seat(address, f"{WYTHOFF}2", 2, 2, players=("perfect", "human")))
    wait_turn(player)
    keys = player.page.keyboard
    player.find(square((2, 2))).focus()
    keys.press("Enter")  # the piece itself is nothing to forbid, and nothing is played
    keys.press("ArrowLeft")
    keys.press("Enter")
    expect(player.find('[data-action="take"]')).to_have_text("Forbid (1,\u00a02)")
    expect(player.find(square((1, 2)))).to_have_attribute(
        "aria-label", "square (1, 2), forbid (1, 2)"
    )
    keys.press("Escape")
    expect(player.find('[data-action="take"]')).to_have_text("Forbid nothing")
    keys.press("Enter")
    keys.press("Enter")
    expect(player.find(".move-list")).to_contain_text("× (1,\u00a02)")


def test_the_coach_crosses_what_is_to_be_forbidden(visit: Open, address: str) -> None:
    player = visit(seat(address, f"{WYTHOFF}3", 2, 4, players=("perfect", "human")))
    wait_turn(player)
    rules = marienbad.game(f"{WYTHOFF}3")
    best = rules.analyse(standing(player)).suggestion
    assert isinstance(best, Block)
    for _ in range(3):
        player.act("hint")
    expect(player.find(".square.crossed")).to_have_count(len(best.forbidden))
    expect(player.find(".answers")).to_contain_text("forbid")


def test_positions_with_a_state_are_analysed_and_played_from(visit: Open) -> None:
    player = visit(f"/analysis?game={quote(f'{WYTHOFF}2')}&position=1,3/1")
    expect(player.find(".verdict")).to_contain_text("Whoever forbids here can win.")
    player.find(".follow").first.click()
    expect(player.find(".heaps-field input")).to_have_value("1, 3/7")
    expect(player.find(".verdict")).to_contain_text("Forbidden to be left: (1,\u00a00).")
    expect(player.find(".square.crossed")).to_have_attribute("data-square", "1,0")


def test_two_machines_forbid_and_take_in_turn(visit: Open) -> None:
    player = visit(f"/?game={quote(f'{WYTHOFF}2')}&position=1,3&watch=perfect,perfect")
    player.act("watch-step")
    expect(player.status).to_have_text("Perfect 2 forbade: (1,\u00a00). Next: Perfect 1.")
    player.act("watch-step")
    expect(player.status).to_contain_text("took")
