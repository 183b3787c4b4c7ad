"""Discover in the laboratory: a strategy is looked for, read, checked and stepped through."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import marienbad
from marienbad.checker import check
from marienbad.web.api import discoveries, routes
from tests.page.browser import NARROW, Open, Player
from tests.page.test_access import SMALL_TARGETS, violations
from tests.web.support import queue_metric

ADDED = "heaps 2; take n from one; take n, n from two; take 1, 3 from two"
LONG = "heaps 2; take n from one; take n, n from two; take n, m from two where m == 2 * n"
"""Rules for which nothing is found for a long time."""


@pytest.fixture
def lab(visit: Open) -> Any:
    def enter(rules: str, lang: str = "en", **options: Any) -> Player:
        player = visit(f"/lab?rules={quote(rules)}", lang, **options)
        expect(player.find(".lab-facts .explanation")).to_be_visible()
        player.refused |= {422, 503}  # it is meant to, or has to wait
        return player

    return enter


def read(player: Player, position: str) -> None:
    player.find("[data-input=steps]").fill(position)
    player.act("read")


class Metrics:
    """What the server tells of itself."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def get(self, path: str) -> Any:
        answer = self.player.page.request.get(path)
        return type("Answer", (), {"text": answer.text()})


def test_a_strategy_is_discovered_and_stepped_through(lab: Any, tmp_path: Path) -> None:
    player = lab(ADDED)
    page = player.page
    player.act("discover")
    expect(player.find(".discovered")).to_have_text("Proved for heaps of every size")
    strategy = player.find(".lab-strategy")
    expect(strategy).to_contain_text("Found, and proved for two heaps of every size.")
    expect(strategy).to_contain_text("An automaton with 8 states")
    with page.expect_download() as saved:
        player.act("certificate")
    file = tmp_path / "certificate.json"
    saved.value.save_as(file)
    assert check(file.read_text("utf-8")).game == f"rules:{ADDED}"
    # another program checks it, in this browser
    with page.context.expect_page() as opened:
        player.act("check")
    expect(opened.value.locator("main")).to_contain_text("Accepted")
    opened.value.close()
    player.act("see")
    expect(strategy.locator("h2")).to_be_focused()
    # the start of the map is read first, from its beginning
    told, now = player.find(".step-told"), player.find(".automaton .now")
    expect(told).to_have_text("Nothing has been read yet: state 1.")
    expect(now).to_have_attribute("data-state", "1")
    read(player, "12, 20")
    heads = player.find(".steps thead th")
    expect(heads).to_have_text(["Weight", "13", "8", "5", "3", "2", "1"])
    expect(player.find(".steps tbody tr").first).to_have_text("x010101")
    player.act("step-next")
    expect(told).to_have_text("Step 1 of 6: the digits 0 and 1 lead from state 1 to state 2.")
    expect(now).to_have_attribute("data-state", "2")
    # by keyboard too, forward and back
    player.find(".stepping .wide").focus()
    page.keyboard.press("ArrowRight")
    expect(now).to_have_attribute("data-state", "4")
    page.keyboard.press("ArrowLeft")
    expect(now).to_have_attribute("data-state", "2")
    page.keyboard.press("End")
    expect(told).to_contain_text("(12, 20) is a position to leave: state 4 accepts.")
    expect(player.find(".steps .met")).to_have_text("State242424")
    page.keyboard.press("Home")
    expect(told).to_have_text("Nothing has been read yet: state 1.")
    # elsewhere there is a winning move, which is one of the rules
    read(player, "12, 21")
    expect(heads).to_have_count(8)
    player.act("step-last")
    expect(told).to_contain_text("(12, 21) is not a position to leave")
    moves = marienbad.rules(ADDED).analyse((12, 21)).winning_moves
    expect(player.find(".stepping .wins")).to_have_count(len(moves))
    expect(player.find(".stepping .wins").first).to_contain_text("(12, 20)")
    # a cell of the map is read as well
    player.find("canvas").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(player.find("[data-input=steps]")).to_have_value("8, 11")
    # a position that is none, and one that is too large
    read(player, "1, 2, 3")
    expect(player.find(".stepping > .problem")).to_contain_text("2")
    read(player, "x")
    expect(player.find(".stepping form .problem")).to_contain_text("x")
    assert violations(player) == []


def test_where_moves_may_be_forbidden_that_is_said(lab: Any) -> None:
    player = lab("heaps 2; take n from one; block 5")
    ready = player.hold("**/api/lab/discover*")
    player.act("discover")
    expect(player.find(".stage")).to_have_text("Getting ready…")
    ready().continue_()
    expect(player.find(".discovered")).to_have_text("Proved for heaps of every size")
    read(player, "40, 60")
    expect(player.find(".steps thead th").nth(6)).to_have_text("1")  # 32, 16, 8, 4, 2, 1
    player.act("step-last")
    expect(player.find(".step-told")).to_contain_text(
        "the other player may forbid up to 4 such positions, never all:"
    )
    expect(player.find(".stepping .wins")).to_have_count(5)
    player.act("step-first")
    expect(player.find(".step-told")).not_to_contain_text("forbid")
    expect(player.find(".stepping .wins")).to_have_count(0)


def test_other_rules_dim_what_was_found(lab: Any) -> None:
    player = lab(ADDED)
    player.act("discover")
    expect(player.find(".discovered")).to_be_visible()
    player.find("[data-action=certificate]").wait_for()
    player.find("textarea").fill("heaps 2; take n from one; last loses")
    expect(player.find(".lab-strategy")).to_have_class(re.compile("stale"))
    expect(player.find(".stale-notice")).to_have_text(
        "This was found for the rules before the last change."
    )
    expect(player.find(".discovered")).to_be_hidden()
    # these are the rules of a game that is proved already
    known = player.find("[data-link=check]")
    expect(known).to_have_attribute("href", "/check?game=marienbad")
    player.find("textarea").fill(ADDED)
    expect(player.find(".lab-strategy")).not_to_have_class(re.compile("stale"))
    expect(known).to_be_hidden()


def test_a_search_is_stopped(lab: Any) -> None:
    player = lab(LONG)
    metrics = Metrics(player)

    def running() -> float:
        return queue_metric(metrics, "running", "discovery")

    player.act("discover")
    expect(player.find(".stage")).to_contain_text("heaps below")
    expect(player.find("[data-action=stop]")).to_be_focused()
    assert running() == 1
    player.act("stop")
    expect(player.find(".discovered")).to_have_text("Stopped.")
    expect(player.find("progress")).to_be_hidden()
    expect(player.find("[data-action=discover]")).to_be_focused()
    player.wait_until(lambda: running() == 0)
    # other rules stop it too, and whoever leaves
    player.act("discover")
    expect(player.find(".stage")).to_contain_text("heaps below")
    player.find("textarea").fill(f"{LONG}; last loses")
    player.wait_until(lambda: running() == 0)
    expect(player.find("progress")).to_be_hidden()
    expect(player.find(".discovered")).to_have_text("")
    player.act("discover")
    expect(player.find(".stage")).to_contain_text("heaps below")
    player.go("/privacy")
    player.wait_until(lambda: running() == 0)


def test_what_cannot_be_discovered_is_said(lab: Any) -> None:
    player = lab("heaps 3; take n from one", "fr")
    player.act("discover")
    problem = player.find(".lab-discover .problem")
    expect(problem).to_contain_text("que pour les jeux à deux tas")
    expect(player.find("[data-action=discover]")).to_be_visible()
    player.find("textarea").fill("heaps 2; take c, d from two where gcd(c, d) == 1")
    expect(problem).to_have_text("")
    player.act("discover")
    expect(problem).to_contain_text("ni un encadrement ni une congruence")


def found_at_once(rules: str) -> bytes:
    """What the server answers where no time is left to look for a strategy."""
    told: list[discoveries.Line] = []
    token = routes.telling.set(told.append)
    try:
        discoveries.discovered(rules, "en", seconds=0)
    finally:
        routes.telling.reset(token)
    return b"".join(line for _, line in told)


def test_nothing_is_found_within_the_bounds(lab: Any) -> None:
    answer, kind = found_at_once(LONG), "application/x-ndjson"
    player = lab(LONG)
    player.page.route(
        "**/api/lab/discover*", lambda route: route.fulfill(body=answer, content_type=kind)
    )
    player.act("discover")
    expect(player.find(".discovered")).to_have_text(
        "No strategy was found within the limits of this server"
    )
    player.act("see")
    strategy = player.find(".lab-strategy")
    expect(strategy).to_contain_text(
        "No strategy was found: not even the smallest table could be solved."
    )
    expect(strategy.locator(".command")).to_contain_text(f'marienbad discover "rules:{LONG}"')
    expect(strategy.locator(".stepping")).to_have_count(0)
    expect(strategy.locator("button")).to_have_count(0)


def test_it_fits_a_phone(lab: Any) -> None:
    player = lab(ADDED, "fr", viewport=NARROW, color_scheme="dark", has_touch=True)
    player.act("discover")
    expect(player.find(".discovered")).to_have_text("Prouvé pour des tas de toute taille")
    player.find("[data-action=certificate]").wait_for()
    read(player, "26, 66")
    expect(player.find(".steps thead th")).to_have_count(1 + 9)
    for _ in range(5):
        player.find("[data-action=step-next]").tap()
    expect(player.find(".step-told")).to_contain_text("Pas 5 sur 9")
    expect(player.find(".steps thead .now")).to_be_in_viewport()
    assert player.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    assert player.page.evaluate(SMALL_TARGETS) == []
    assert violations(player) == []
