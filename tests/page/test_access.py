"""Everyone: axe on every page in both themes, both languages, a screen reader's list, 360 px."""

import json

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Route, expect

from tests.page.browser import NARROW, WIDE, Open, Player

PATHS = (
    "/",
    "/analysis?game=wythoff&position=7,11&theory=arithmetic",
    "/analysis?game=marienbad&position=1,3,5,6&theory=packets",
    f"/analysis?game=nim&position={10**60},{10**61}",
    "/tables?game=wythoff:a=2",
    "/theory",
    "/theory?name=partition",
    "/numbers",
    "/drill?kind=packets&form=value&difficulty=2",
    "/drill?kind=queen&form=judge&difficulty=2",
    "/investigate?game=wythoff&position=5,7",
    "/investigate?view=graph&game=nim&position=1,3,5,7",
    "/investigate?view=machine&game=subtraction:1.2&position=8",
    "/class",
    "/learn",
    "/learn?lesson=cut",
    "/learn?lesson=last",
    "/learn?lesson=queen",
    "/learn?edit",
    "/worksheet?game=wythoff&positions=4,5;6,6&form=board&variants=2",
    "/history",
    "/games",
    "/check?game=wythoff",
    "/m/nothing-of-that-name",
)


SMALL_TARGETS = """() => [...document.querySelectorAll("button, a, select, input, summary")]
    .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 43.9)
    // a radio button and a switch have their labels, narrow tokens and squares have the slider of
    // their heap, and a link within a sentence is as high as its line
    .filter((target) => !target.matches(".skip, [type=radio], .switch input, .square, .unbroken"))
    .filter((target) => !target.closest(".row")?.querySelector("input")?.checkVisibility())
    .map((target) => target.outerHTML.slice(0, 120))"""


def wait_whole(player: Player) -> None:
    """Wait until everything is there that has to come from the server."""
    if "/history" in player.page.url:
        return  # the server has written all of it
    if "/drill" in player.page.url:
        expect(player.find(".drill-asked")).not_to_be_empty()
        return
    if "/check" in player.page.url:
        expect(player.find("[data-verdict]")).to_be_visible()
        return
    if "/numbers" in player.page.url:
        expect(player.find("table").first).to_be_visible()
        return
    if "/class" in player.page.url:
        expect(player.find('[data-input="opponent"]')).to_be_visible()
        return
    if "/learn" in player.page.url:
        whole = ".path a, .answers button, [data-action=cut], .square.reach, [data-input=more]"
        expect(player.find(whole).first).to_be_visible()
        return
    if "/investigate" in player.page.url:
        expect(player.find(".layers details[open], .situation, .boxes li").first).to_be_visible()
        return
    if "/worksheet" in player.page.url:
        expect(player.find(".sheet-page svg").first).to_be_visible()
        return
    if "/theory" in player.page.url:
        expect(player.find(".theory .entries a, .theory .explanation").first).to_be_visible()
        return
    expect(player.status).not_to_be_empty()
    whole = ".play [data-heap]:not([aria-disabled]), .page .radios, .page summary strong, .missing"
    expect(player.find(whole).first).to_be_visible()


COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours: by night the rest of the page is as by day."""


def violations(player: Player, *rules: str) -> list[str]:
    """What axe finds by all of its rules, or by those that are named."""
    page = player.page
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    options = {"runOnly": list(rules)} if rules else {}
    found = page.evaluate(
        "(options) => axe.run(options)", {"resultTypes": ["violations"], **options}
    )
    return [
        f"{violation['id']}: {node['html']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def violations_day_and_night(player: Player) -> list[str]:
    """What axe finds in both themes, whichever the reader's is."""
    player.page.emulate_media(color_scheme="light")
    by_day = violations(player)
    player.page.emulate_media(color_scheme="dark")
    return by_day + violations(player, *COLOURS)


def assert_fits_a_phone(player: Player) -> None:
    wait_whole(player)
    assert player.page.evaluate("() => document.documentElement.scrollWidth") <= NARROW["width"]
    assert player.page.evaluate(SMALL_TARGETS) == []


def test_a_wrong_link_leaves_no_button_without_a_name(visit: Open) -> None:
    player = visit("/analysis?game=nim&position=abc")
    expect(player.find(".ask")).to_contain_text("does not belong in a position")
    assert violations(player) == []


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", PATHS)
def test_everyone_can_use_it_on_a_phone_too(visit: Open, path: str) -> None:
    """Both languages on a phone; on a desk axe, by day and by night."""
    player = visit(path, viewport=NARROW)
    player.refused.add(404)
    assert_fits_a_phone(player)
    player.page.set_viewport_size(WIDE)
    assert violations_day_and_night(player) == []
    player.page.set_viewport_size(NARROW)
    player.go(f"{path}{'&' if '?' in path else '?'}lang=fr")
    assert_fits_a_phone(player)


def test_axe_finds_no_violation_behind_the_doors(visit: Open) -> None:
    player = visit()
    wait_whole(player)
    player.open_doors(4)
    player.page.wait_for_selector(".explanation")
    assert violations_day_and_night(player) == []
    dialogs = {"setup": ".chooser .radios", "share": "[data-link]", "keys": "kbd"}
    for action, content in dialogs.items():
        player.act(action)
        expect(player.find(f"dialog[open] {content}").first).to_be_visible()
        assert violations_day_and_night(player) == []
        player.page.keyboard.press("Escape")


def test_axe_finds_no_violation_after_a_game(visit: Open) -> None:
    player = visit()
    player.lose()
    player.find(".move.decisive").click()
    assert violations_day_and_night(player) == []
    player.act("new-game")
    player.set_up("wythoff", start="7, 11")
    player.act("map")
    player.page.wait_for_selector(".to-leave")
    assert violations_day_and_night(player) == []


def test_the_language_is_the_reader_s_and_can_be_switched(visit: Open) -> None:
    player = visit(lang="fr-CA")
    player.wait_turn()
    expect(player.find("html")).to_have_attribute("lang", "fr")
    expect(player.status).to_contain_text("À vous de jouer\u202f:")
    switch = player.find('[data-action="language"]')
    expect(switch.locator("option", has_text="Français")).to_have_attribute("value", "fr")
    switch.select_option("English")
    expect(player.status).to_contain_text("Your turn")
    expect(switch).to_be_focused()
    expect(player.find("html")).to_have_attribute("lang", "en")
    player.page.reload()
    expect(player.find("html")).to_have_attribute("lang", "en")
    expect(player.status).to_contain_text("Your turn")
    refusal = player.page.evaluate(
        """async () => {
          const { common_api: { getJson } } = await import(document.querySelector("script").src);
          const query = { game: "go", position: "1" };
          return getJson("/api/moves", query).catch((error) => error.message);
        }"""
    )
    assert refusal.startswith("There is no game")
    player.refused.add(422)
    player.go("/tables")
    expect(player.find("h1")).to_have_text("Tables")
    player.page.get_by_text("To the content").press("Enter")
    expect(player.find("main")).to_be_focused()
    player.find('[data-action="language"]').select_option("Français")
    expect(player.find(".lead")).to_contain_text("à emporter")


def test_a_language_counts_by_its_own_rule(visit: Open) -> None:
    player = visit()
    player.wait_turn()

    def answer(route: Route) -> None:
        answered = route.fetch()
        first, *others = answered.text().splitlines()
        words = json.loads(first.removeprefix("export const spoken = ").removesuffix(";"))
        words["words"]["words.match"] = ["{number} one", "{number} few", "{number} many"]
        words["plurals"] = [2, 0, 1, 1, 1, *[2] * 196]
        body = "\n".join([f"export const spoken = {json.dumps(words)};", *others])
        route.fulfill(response=answered, body=body)

    player.page.route("**/words.en.js", answer)
    player.page.reload()
    player.wait_turn()
    items = player.page.get_by_role("list", name="What is left").get_by_role("listitem")
    expect(items).to_have_text(["row 1: 1 one", "row 2: 3 few", "row 3: 5 many", "row 4: 7 many"])


def test_the_theme_is_remembered(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.find('[data-action="theme"]').select_option("dark")
    dark = player.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    player.page.reload()
    player.wait_turn()
    assert player.page.evaluate("() => getComputedStyle(document.body).backgroundColor") == dark


def test_the_position_is_a_list_and_every_match_has_a_name(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    expect(
        player.page.get_by_role("list", name="What is left").get_by_role("listitem")
    ).to_have_text(["row 1: 1 match", "row 2: 3 matches", "row 3: 5 matches", "row 4: 7 matches"])
    expect(
        player.page.get_by_role("button", name="row 2, number 2: take 2 matches")
    ).to_be_enabled()
    expect(player.page.get_by_role("status")).to_have_count(1)


def test_a_projector_shows_it_large(visit: Open) -> None:
    player = visit(viewport={"width": 2560, "height": 1440})
    player.wait_turn()
    box = player.find('[data-heap="3"]').first.bounding_box()
    assert box is not None
    assert box["height"] > 110


def test_the_statement_on_privacy_is_found_and_read_in_both_languages(visit: Open) -> None:
    player = visit("/")
    player.find("footer a").last.click()
    expect(player.find("main h1")).to_have_text("Privacy")
    expect(player.find('[data-action="language"]')).to_be_visible()
    assert violations(player) == []
    assert player.page.evaluate(SMALL_TARGETS) == []
    assert player.page.context.cookies() == []
    player.find('[data-action="language"]').select_option("fr")
    expect(player.find("main h1")).to_have_text("Confidentialité")
    (cookie,) = player.page.context.cookies()
    assert (cookie["name"], cookie["value"]) == ("lang", "fr")
