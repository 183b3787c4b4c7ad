"""The game graph on the page: unfolded, walked through, coloured when wished, dragged, saved."""

from pathlib import Path
from xml.etree import ElementTree as ET

from playwright.sync_api import expect

from tests.page.browser import NARROW, Open, Player

SVG = "{http://www.w3.org/2000/svg}"


def shown(player: Player) -> int:
    return player.page.locator(".situation:not([display])").count()


def test_a_graph_is_unfolded_and_a_game_played_along_it(visit: Open) -> None:
    player = visit("/investigate?view=graph&game=marienbad&position=3,2,1")
    status = player.find(".graph-status")
    expect(player.find("[data-situation='1·2·3']")).to_be_visible()
    assert shown(player) == 1
    player.find("[data-action=more]").click()
    assert shown(player) == 7  # the start and its six followers
    player.find("[data-situation='1·1·2']").click()
    expect(status).to_have_text("The first player took 2 matches from row 3.")
    player.find("[data-situation='1·1·1']").click()
    player.find("[data-situation='1·1']").click()
    player.find("[data-situation='1']").click()
    expect(status).to_contain_text("The second player took 1 match")
    player.find("[data-situation='0']").click()
    # the last match loses
    expect(status).to_contain_text("The second player has won.")
    assert player.page.locator(".edge.played").count() == 5
    player.find("[data-action=back]").click()
    player.find("[data-situation='1·1']").click()  # on the path: back to it
    assert player.page.locator(".graph-path li").count() == 3
    # nothing is revealed until it is asked for
    assert player.page.locator(".left").count() == 0
    player.find("[data-action=all]").click()
    assert shown(player) == 14
    player.find("[data-action=colours]").click()
    expect(player.find(".left").first).to_be_visible()
    lost = player.page.locator(".left").evaluate_all("all => all.map(one => one.dataset.situation)")
    assert {*lost} == {"1·2·3", "2·2", "1·1·1", "1"}
    player.find("[data-input=by]").select_option("moves")
    expect(player.find("[data-situation='0'] ~ [data-situation]")).to_have_count(0)
    assert (shown(player), player.page.locator(".graph-path li").count()) == (14, 3)
    player.find("[data-action=again]").click()
    assert shown(player) == 1


def test_keyboard_and_pointer(visit: Open, tmp_path: Path) -> None:
    player = visit("/investigate?view=graph&game=nim&position=1,2", lang="fr", viewport=NARROW)
    page = player.page
    page.locator("[data-situation='1·2']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_attribute("data-situation", "1·1")
    expect(page.locator(":focus")).to_have_attribute("aria-expanded", "true")
    expect(player.find(".graph-status")).to_contain_text("1 allumette")
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).to_have_attribute("data-situation", "1·2")
    node = page.locator("[data-situation='1·1']")
    node.scroll_into_view_if_needed()
    before, box = node.get_attribute("transform"), node.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] - 4, box["y"] + 30, steps=3)
    page.mouse.up()
    assert node.get_attribute("transform") != before
    assert page.locator(".graph-path li").count() == 1  # a drag is no click
    with page.expect_download() as saving:
        page.locator("[data-action=save]").click()
    path = tmp_path / "graph.svg"
    saving.value.save_as(path)
    root = ET.parse(path).getroot()
    assert len(root.findall(f"{SVG}g")) == shown(player)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
