"""Games whose positions say more than heaps, by clicking: a last take, an order, calls, splits."""

import pytest
from playwright.sync_api import expect

from tests.page.browser import Open, Player, seat

LAST = (
    "rules:heaps 1; take n from one where last == 0 and n < x; take n from one where n <= 2 * last"
)
CALL = "rules:heaps 2; call number; take n from one"
CALL_HEAP = "rules:heaps 2; call heap; take n from one"
ORDER = "rules:heaps 1; order A A B; take n from one where n <= 3"
SPLIT = "rules:heaps 1; take n from one where n <= 2 then split"


def choose(player: Player, heap: int, index: int, label: str) -> None:
    """Choose an object and all after it, and play what the button then says."""
    player.wait_turn()
    player.find(f'[data-heap="{heap}"][data-index="{index}"]').click()
    button = player.find('[data-action="take"]')
    expect(button).to_have_text(label)
    expect(button).not_to_have_attribute("aria-disabled", "true")
    button.click()


def test_what_was_taken_before_bounds_what_may_be_taken(visit: Open, address: str) -> None:
    player = visit(seat(address, LAST, 4))
    player.wait_turn()
    expect(player.status).to_contain_text("Nothing has been taken yet.")
    choose(player, 0, 3, "Take 1")
    expect(player.status).to_contain_text("The move before took")
    choose(player, 0, 0, "Take 1" if player.position == (1,) else "Take 2")
    expect(player.status).to_contain_text("You have won.")


def test_a_number_is_called_and_a_heap_is_chosen(visit: Open, address: str) -> None:
    player = visit(seat(address, CALL, 1, 2))
    player.wait_turn()
    expect(player.status).to_contain_text("A number of tokens is to be called.")
    choose(player, 1, 0, "Call 2 tokens")
    expect(player.status).to_contain_text("The machine called 1 token.")
    expect(player.status).to_contain_text("a heap is to be chosen")
    choose(player, 0, 0, "Choose heap 1")
    expect(player.status).to_contain_text("The machine has won.")


def test_a_heap_is_called_and_a_number_is_chosen(visit: Open, address: str) -> None:
    player = visit(seat(address, CALL_HEAP, 1, 1))
    choose(player, 0, 0, "Call heap 1")
    expect(player.status).to_contain_text("Called: heap")
    player.wait_turn()
    expect(player.status).to_contain_text("It is to be chosen how many are taken from it.")


def test_a_party_plays_as_often_as_the_order_says(visit: Open, address: str) -> None:
    player = visit(seat(address, ORDER, 5))
    player.wait_turn()
    expect(player.status).to_contain_text("Party A is to play.")
    choose(player, 0, 3, "Take 2")
    expect(player.status).to_contain_text("Your turn. Party A is to play.")
    choose(player, 0, 0, "Take 3")
    expect(player.status).to_contain_text("You have won. Party A has won.")


def test_what_is_left_of_a_heap_is_parted(visit: Open, address: str) -> None:
    player = visit(seat(address, SPLIT, 5))
    player.wait_turn()
    player.find('[data-heap="0"][data-index="4"]').click()
    parts = player.find('[data-action="parting"]')
    expect(parts.locator("option")).to_have_text(["as it is", "1 + 3", "2 + 2"])
    parts.select_option("2")
    button = player.find('[data-action="take"]')
    expect(button).not_to_have_attribute("aria-disabled", "true")
    button.click()
    expect(player.find("heap-rows .row")).to_have_count(2)
    expect(player.find(".move-list")).to_contain_text("2 + 2")
    player.wait_turn()
    assert sum(player.position) < 4


def test_pins_in_the_middle_of_a_row_are_taken(visit: Open, address: str) -> None:
    player = visit(seat(address, "kayles", 7))
    player.wait_turn()
    player.find('[data-heap="0"][data-index="2"]').click()
    player.find('[data-heap="0"][data-index="3"]').click()
    expect(player.find('[data-heap][aria-pressed="true"]')).to_have_count(2)
    expect(player.find('[data-action="parting"]')).to_have_value("2")
    expect(player.find('[data-action="take"]')).to_have_text("Take 2")
    player.find('[data-heap="0"][data-index="3"]').click()
    expect(player.find(".move-list")).to_contain_text("2 + 3")
    player.wait_turn()
    assert sum(player.position) < 5


def test_a_position_with_a_state_is_analysed_by_its_link(visit: Open) -> None:
    player = visit(f"/analysis?game={LAST.replace(';', '%3B').replace(' ', '+')}&position=7/1")
    expect(player.find(".heaps-field input")).to_have_value("7/1")
    expect(player.find(".follow").first).to_contain_text("from heap 1")
    player.find(".follow").first.click()
    expect(player.find(".heaps-field input")).to_have_value("5/2")


@pytest.mark.parametrize(("game", "position"), [("spite", "5,8"), ("order:AABB,take=1-3", "15/1")])
def test_where_no_proof_by_answers_is_found_none_is_offered(
    visit: Open, game: str, position: str
) -> None:
    player = visit(f"/analysis?game={game}&position={position}")
    expect(player.find(".verdict")).to_contain_text("is lost for")
    expect(player.find(".text .explanation")).to_be_visible()
    expect(player.find(".replies")).to_have_count(0)
