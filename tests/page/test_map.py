"""The lab's map in a browser: zoomed and moved by wheel, hand, fingers and keys; cells in place."""

import re
from typing import Any
from urllib.parse import parse_qs, quote, urlparse

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import marienbad
from tests.page.browser import NARROW, TABLET, WIDE, Open, Player
from tests.page.test_access import violations_day_and_night
from tests.support import sample

WYTHOFF = "heaps 2; take n from one; take n, n from two"
NIMOFF = "heaps 3; take n from one; take n, n from two; take n, n, n from all"
SIZES = [NARROW, TABLET, {"width": 1280, "height": 800}]
LANDSCAPE = {"width": 740, "height": 360}
LEFT, TOP, BELOW = 36.8, 6.4, 25.6
"""The room that the axes have, in pixels, and that above the map."""
INSIDE = """(card) => {
  const box = card.getBoundingClientRect();
  const map = card.parentElement.getBoundingClientRect();
  const isBeside = box.left >= map.left - 1 && box.right <= map.right + 1;
  return isBeside && box.top >= map.top - 1 && box.bottom <= map.bottom + 1;
}"""
N = r"([\d,]+)"
VIEW = re.compile(
    rf"In view: x from {N} to {N}, y from {N} to {N}\. "
    rf"{N} × {N} positions, of which {N} are to leave\."
)


def tells_what_is_seen(text: str) -> bool:
    """Whether a sentence counts the positions of Wythoff's game that are in view and to leave."""
    found = VIEW.fullmatch(text)
    if found is None:
        return False
    left, right, low, high, width, height, count = (
        int(number.replace(",", "")) for number in found.groups()
    )
    solved = marienbad.rules(WYTHOFF).solve((right + 1, high + 1))
    seen = solved.is_p[left:, low:]
    return seen.shape == (width, height) and bool(seen.sum() == count)


class Map:
    """Someone who looks at a map."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        self.canvas = player.find("canvas")

    def place(self, cell: tuple[float, float], size: int = 16) -> tuple[float, float]:
        """Where the middle of a cell is on the page, before the view was moved."""
        self.canvas.scroll_into_view_if_needed()
        box = self.canvas.bounding_box()
        assert box is not None
        width, height = box["width"] - LEFT - TOP, box["height"] - TOP - BELOW
        side = min(width, height) / size
        x, y = ((part + 0.5) * side for part in cell)
        return box["x"] + LEFT + x, box["y"] + box["height"] - BELOW - y

    def card(self) -> Any:
        return self.player.find(".cell")

    def tells(self, text: str) -> None:
        expect(self.player.find(".cell h2")).to_have_text(text)

    def view(self) -> tuple[float, float, float]:
        """The middle and the span that the address tells."""
        query = parse_qs(urlparse(self.page.url).query)
        x, y = query["centre"][0].split(",")
        return float(x), float(y), float(query["span"][0])

    def waits_for(self, pattern: str) -> None:
        self.page.wait_for_url(re.compile(pattern))

    def settles(self) -> None:
        expect(self.player.find("canvas[aria-busy]")).to_have_count(0)


@pytest.fixture
def enter(visit: Open) -> Any:
    def enter(query: str, lang: str = "en", **options: Any) -> Map:
        player = visit(f"/lab?{query}", lang, **options)
        player.refused |= {422, 503}
        expect(player.find(".lab .explanation")).to_be_visible()
        return Map(player)

    return enter


def test_the_wheel_zooms_far_out_and_the_search_ends_with_a_sentence(enter: Any) -> None:
    here = enter(f"rules={quote(WYTHOFF)}")
    here.page.mouse.move(*here.place((3, 3), 128))
    for _ in range(3):
        here.page.mouse.wheel(0, 700)
    here.waits_for("span=")
    expect(here.player.find(".legend")).to_contain_text("A point stands for")
    for _ in range(8):
        here.page.mouse.wheel(0, 700)
    expect(here.player.find(".map-notice")).to_contain_text("The search ends here, at 16,384")
    here.settles()
    here.player.wait_until(lambda: here.view()[2] >= 16384)
    # and near again, where the values stand in the cells
    for _ in range(16):
        here.page.mouse.wheel(0, -700)
    here.player.wait_until(lambda: here.view()[2] < 16)
    here.player.wait_until(lambda: tells_what_is_seen(here.player.status.inner_text()))
    here.player.act("zoom-whole")
    here.player.wait_until(lambda: "span" not in here.page.url)
    expect(here.player.status).to_have_text(re.compile("^128 × 128 positions"))


def test_a_hand_drags_the_map_and_a_link_opens_the_same(enter: Any) -> None:
    first = enter(f"rules={quote(WYTHOFF)}&size=16&kind=grundy")
    x, y = first.place((8, 8))
    first.page.mouse.move(x, y)
    first.page.mouse.down()
    first.page.mouse.move(x - 90, y + 60, steps=3)
    first.page.mouse.up()
    first.waits_for("centre=")
    assert first.card().is_hidden()  # a drag chooses nothing
    first.page.mouse.click(x, y)
    first.waits_for("position=")
    first.settles()
    told = " ".join(first.player.find(".cell h2").inner_text().split())
    position = tuple(map(int, re.findall(r"\d+", told)[:2]))
    value = marienbad.rules(WYTHOFF).solve((64, 64), grundy=True).grundy
    assert value is not None
    assert told == f"({position[0]}, {position[1]}), value {value[position]}"
    second = enter(urlparse(first.page.url).query)
    second.tells(told)
    assert second.view() == pytest.approx(first.view(), abs=0.5)
    first.player.act("close-cell")
    expect(first.card()).to_be_hidden()
    first.page.go_back()
    first.player.wait_until(lambda: "position=" not in first.page.url)


def test_back_and_forward_walk_through_cells_and_rules(enter: Any) -> None:
    here = enter(f"rules={quote(WYTHOFF)}&size=16")
    rules = here.player.find("textarea")
    for cell in ((2, 3), (1, 9), (0, 14)):  # the card of the one before stands beside
        here.page.mouse.click(*here.place(cell))
        here.tells(f"({cell[0]}, {cell[1]})")
    here.canvas.press("ArrowDown")
    here.tells("(0, 13)")
    here.player.find('[data-example="euclid"]').click()
    here.waits_for(r"n\+%25\+y")
    for told in ("(0, 13)", "(1, 9)", "(2, 3)"):  # a key makes no step
        here.page.go_back()
        here.tells(told)
        expect(rules).to_have_value(WYTHOFF)
    here.page.go_back()
    expect(here.card()).to_be_hidden()
    for told in ("(2, 3)", "(1, 9)"):
        here.page.go_forward()
        here.tells(told)
    # another cell from there takes the place of what lay ahead
    here.page.mouse.click(*here.place((0, 2)))
    here.tells("(0, 2)")
    assert not here.page.evaluate("() => navigation.canGoForward")
    here.page.go_back()
    here.tells("(1, 9)")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("lang", "nowhere", "beyond"),
    [
        ("en", "no cell “{}” on this map: expected 2 heaps in", "beyond this map: expected"),
        (
            "fr",
            "case «\u202f{}\u202f» sur cette carte\u202f: on attend 2 tas en",
            "de 0 à 16\u202f383",
        ),
    ],
)
def test_a_link_to_no_cell_says_what_was_expected(
    enter: Any, lang: str, nowhere: str, beyond: str
) -> None:
    here = enter(f"rules={quote(WYTHOFF)}&position=a,b", lang)
    for asked in ("a,b", "1e3,2", "1,2,3", "20000,1"):
        here.page.goto(f"/lab?rules={quote(WYTHOFF)}&size=16&position={asked}")
        sentence = beyond if asked == "20000,1" else nowhere.format(asked)
        expect(here.player.find(".map-notice")).to_contain_text(sentence)
        assert here.card().is_hidden()
    here.page.mouse.click(*here.place((9, 3)))
    expect(here.player.find(".map-notice")).to_be_empty()


def test_keys_move_the_cell_zoom_and_play(enter: Any) -> None:
    here = enter(f"rules={quote(WYTHOFF)}")
    here.canvas.focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowDown", "Shift+ArrowDown"):
        here.page.keyboard.press(key)
    here.tells("(5, 0)")
    expect(here.player.find(".cell [aria-live]")).to_contain_text(
        "Whoever moves from here can win."
    )
    expect(here.player.find(".cell-moves .wins")).to_contain_text("5 tokens from heap 1")
    here.page.keyboard.press("+")
    here.waits_for("span=")
    span = here.view()[2]
    here.page.keyboard.press("+")
    here.player.wait_until(lambda: here.view()[2] < span)
    here.page.keyboard.press("0")
    here.player.wait_until(lambda: "span" not in here.page.url)
    here.page.keyboard.press("Escape")
    expect(here.card()).to_be_hidden()
    here.page.keyboard.press("Enter")
    here.tells("(5, 0)")
    here.page.keyboard.press("Enter")
    here.page.wait_for_url("**/m/*")
    here.player.wait_turn()
    assert here.player.position == (5, 0)


def test_pointing_tells_in_passing_and_a_click_keeps_it(enter: Any) -> None:
    here = enter(f"rules={quote(WYTHOFF)}&size=16")
    here.page.mouse.move(*here.place((3, 4)))
    here.tells("(3, 4)")
    expect(here.player.find(".cell [data-action=play]")).to_be_hidden()
    here.page.mouse.click(*here.place((3, 4)))
    expect(here.player.find(".cell-moves")).to_contain_text("those that win: 1")
    here.page.mouse.move(*here.place((0, 0)))
    here.tells("(3, 4)")
    here.player.act("play")
    here.page.wait_for_url("**/m/*")
    here.player.wait_turn()
    assert here.player.position == (3, 4)


def pinch(page: Page, x: float, y: float, *apart: int) -> None:
    """Two fingers that go apart around a place, by the browser's own door."""
    session = page.context.new_cdp_session(page)
    for kind, half in zip(("touchStart", *["touchMove"] * len(apart)), apart, strict=False):
        fingers = [{"x": x - half, "y": y, "id": 0}, {"x": x + half, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_fingers_pinch_and_a_tap_tells_in_place(enter: Any, lang: str) -> None:
    query = f"rules={quote(WYTHOFF)}&size=16"
    here = enter(query, lang, viewport=NARROW, has_touch=True)
    x, y = here.place((8, 8))
    pinch(here.page, x, y, 20, 30, 45, 60)
    here.waits_for("span=")
    here.player.wait_until(lambda: 4 < here.view()[2] < 7)
    assert here.card().is_hidden()
    for size in sample((*SIZES, LANDSCAPE), 2, "screens"):
        here.page.set_viewport_size(size)
        here.page.goto(f"/lab?{query}")
        expect(here.player.find(".lab .explanation")).to_be_visible()
        tools = here.player.find(".map-tools").bounding_box()
        frame = here.player.find(".map-frame").bounding_box()
        assert tools["y"] >= frame["y"] + frame["height"]  # they cover no cell
        for cell in ((2, 3), (7, 14), (15, 0)):
            here.page.touchscreen.tap(*here.place(cell))
            here.tells(f"({cell[0]}, {cell[1]})")
            assert here.card().evaluate(INSIDE)
            # with its moves the card is higher
            expect(here.player.find(".cell-moves li").first).to_be_visible()
            assert here.card().evaluate(INSIDE)
            expect(here.player.find(".cell [data-action=play]")).to_be_in_viewport(ratio=1)
            here.player.act("close-cell")
        assert here.page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]


def test_the_whole_map_is_above_the_fold(enter: Any) -> None:
    here = enter(f"rules={quote(WYTHOFF)}", viewport=SIZES[2])
    expect(here.canvas).to_be_in_viewport(ratio=1)
    here.canvas.press("Enter")
    assert violations_day_and_night(here.player) == []


def test_three_heaps_have_two_axes_and_a_dial(enter: Any) -> None:
    here = enter(f"rules={quote(NIMOFF)}")
    here.canvas.press("Enter")
    here.tells("(3, 5, 7)")
    here.player.find('[data-dial="z"]').fill("5")
    here.tells("(3, 5, 5)")
    here.player.find('[data-input="axis-1"]').select_option("2")
    expect(here.player.find('[data-dial="y"]')).to_have_value("5")
    here.waits_for("axes=0,2&held=5")
    # held beyond the first answer: tiles come from the search
    here.player.find('[data-dial="y"]').fill("38")
    here.tells("(3, 38, 5)")
    is_p = marienbad.rules(NIMOFF).solve((4, 39, 6)).is_p[3, 38, 5]
    verdict = "A position to leave" if is_p else "Whoever moves from here can win"
    expect(here.player.find(".cell-verdict")).to_contain_text(verdict)
    here.waits_for("held=38")
    again = enter(urlparse(here.page.url).query)
    again.tells("(3, 38, 5)")


def test_eight_heaps_have_a_map_and_what_is_refused_is_asked_for_once(enter: Any) -> None:
    rules = f"rules={quote('heaps 8; take n from one')}"
    here = enter(rules)
    here.canvas.press("Enter")
    expect(here.player.find(".cell-verdict")).not_to_be_empty()
    there = enter(f"{rules}&held=9,9,9,9,9,9")
    expect(there.player.find(".lab")).to_contain_text("make them smaller")
    there.settles()
    assert len([url for url in there.player.requests if "held=9,9" in url and "/tile" in url]) == 1


def test_a_small_map_comes_first_where_the_search_is_not_ready(enter: Any) -> None:
    here = enter(f"rules={quote(WYTHOFF)}")
    held = here.player.hold("**/api/lab", but="small")
    here.player.find("textarea").fill("heaps 2; take n from one; take 1, 2 from two")
    expect(here.player.find(".map-notice")).to_contain_text("A small map for now")
    expect(here.player.status).not_to_be_empty()
    # meanwhile the notes are those of the rules before
    facts = here.player.find(".lab-facts")
    expect(facts).to_have_attribute("aria-busy", "true")
    expect(facts).to_contain_text("about the rules before the last change")
    here.page.mouse.click(*here.place((1, 1), 24))
    expect(here.player.find(".cell [data-action=play]")).to_have_text(re.compile("Play"))
    held().continue_()
    expect(here.player.find(".map-notice")).to_be_empty()
    expect(here.player.find(".lab .status")).to_contain_text("128 × 128")
    expect(here.player.find(".lab-facts:is([aria-busy], .stale)")).to_have_count(0)
    # a link to a cell beyond the small map opens the whole one as it would have at once
    here.page.goto(f"/lab?rules={quote(WYTHOFF)}&position=30,95")
    expect(here.player.find(".map-notice")).to_contain_text("A small map for now")
    here.tells("(30, 95)")
    held().continue_()
    expect(here.player.find(".map-notice")).to_be_empty()
    expect(here.player.status).to_have_text(re.compile("^128 × 128 positions"))


@pytest.mark.parametrize("viewport", [NARROW, WIDE])
def test_where_the_search_ends_is_said_beside_the_map(visit: Open, viewport: ViewportSize) -> None:
    rules = "heaps 2; take n from one; block 5"
    player = visit(f"/lab?rules={quote(rules)}", viewport=viewport)
    notice = player.find(".map-notice")
    expect(notice).to_contain_text("The search ends here, at 128")
    said, frame = notice.bounding_box(), player.find(".map-frame").bounding_box()
    assert said
    assert frame
    assert said["y"] >= frame["y"] + frame["height"]
