"""The frame: the board never leaves the screen, nothing jumps, no word of the navigation breaks."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.page.browser import NARROW, TABLET, Open, Player, seat, winning
from tests.support import sample

ACROSS: ViewportSize = {"width": 740, "height": 360}
SMALLEST: ViewportSize = {"width": 320, "height": 568}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
ENLARGED: ViewportSize = {"width": 320, "height": 256}
"""A window of 1280 by 1024 at 400 %."""
LAPTOP_TWICE: ViewportSize = {"width": 640, "height": 400}
"""A laptop's at 200 %."""
LOW: tuple[ViewportSize, ...] = (
    ACROSS,
    LAPTOP_TWICE,
    {"width": 568, "height": 320},
    {"width": 653, "height": 393},
    {"width": 844, "height": 390},
    {"width": 932, "height": 430},
    ENLARGED,
)
WIDTHS = (*range(320, 900, 29), *range(900, 1300, 57), 1440, 1920, 2560)

BROKEN = """() => {
  const menu = document.querySelector(".menu");
  const isFolded = document.querySelector(".menu-button").checkVisibility();
  const found = broken();
  if (!isFolded) return found;
  menu.showPopover();
  const opened = broken();
  menu.hidePopover();
  return [...found, ...opened];
  function broken() {
    const texts = [...document.querySelectorAll(".top a, .top button")];
    const lines = (text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const shown = texts.filter((text) => text.checkVisibility());
    const cut = shown.filter((text) => lines(text) > 1).map((text) => text.textContent);
    const outside = shown.filter((text) => {
      const { left, right } = text.getBoundingClientRect();
      return left < 0 || right > innerWidth;
    });
    const rows = new Set([...document.querySelector(".top").children]
      .filter((part) => part.checkVisibility() && getComputedStyle(part).position !== "fixed")
      .map((part) => Math.round(part.getBoundingClientRect().top / 40)));
    const names = outside.map((text) => text.textContent);
    return [...cut, ...names, ...(rows.size > 1 ? ["two rows"] : [])];
  }
}"""

COVERED = """() => [
    ...document.querySelectorAll(".board .slot, .board .row-name, .act .primary, .act .status"),
  ]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }))
  .filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const points = [[(left + right) / 2, top + 1], [(left + right) / 2, bottom - 1]];
    const home = part.closest(".row, .act");
    return !points.every(([x, y]) => home.contains(document.elementFromPoint(x, y)));
  })
  .map((part) => part.className)"""

BESIDE = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const squares = box(".chess");
  const meets = (name) => {
    const { left, right, top, bottom } = box(name);
    return Math.min(right, squares.right) - Math.max(left, squares.left) > 1
      && Math.min(bottom, squares.bottom) - Math.max(top, squares.top) > 1;
  };
  const hidden = [...document.querySelectorAll(".square")].filter((square) => {
    const { left, right, top, bottom } = square.getBoundingClientRect();
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return found && !square.contains(found) && !found.closest(".act, .coach");
  });
  const wide = document.documentElement.scrollWidth > innerWidth;
  const small = squares.width < Math.min(290, innerHeight - 60);
  return [
    ...[".chess-words", ".board .frame"].filter(meets),
    ...hidden.map(({ dataset }) => dataset.square),
    ...(wide ? ["sideways"] : []), ...(small ? ["small"] : []),
  ];
}"""
"""What lies over the squares of the chessboard, or makes them too small."""

OBSERVE = """() => {
  globalThis.shifts = [];
  globalThis.keep = (entries) => {
    for (const { value, sources } of entries)
      shifts.push([value, ...sources.map(({ node }) => node?.className ?? "")]);
  };
  globalThis.observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: false });
}"""
WIDTH = "() => document.documentElement.scrollWidth"
SHIFTS = """async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  keep(observer.takeRecords());
  return shifts.splice(0);
}"""
"""What has jumped, once all that was to be drawn is drawn."""


def shifts(player: Player) -> list[Any]:
    """What has jumped since this was asked last, by an own click or not."""
    found: list[Any] = player.page.evaluate(SHIFTS)
    return found


@pytest.mark.sample
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_word_of_the_navigation_breaks_at_any_width(visit: Open, lang: str) -> None:
    player = visit("/theory", lang)
    expect(player.find(".menu nav a").first).to_be_visible()
    for width in sample(WIDTHS, 12, f"widths {lang}"):
        player.page.set_viewport_size({"width": width, "height": 800})
        assert (width, player.page.evaluate(BROKEN)) == (width, [])
    player.page.set_viewport_size(SMALLEST)
    player.find(".menu-button").click()
    expect(player.find(".menu [aria-current]")).to_be_visible()
    player.find('[data-action="language"]').select_option("fr")
    expect(player.find('[data-action="language"]')).to_be_focused()
    expect(player.find(".menu")).to_be_visible()


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("size", "lang"),
    [(NARROW, "fr"), (SMALLEST, "en"), (ACROSS, "fr"), (TABLET, "en"), (DESKTOP, "fr")],
)
def test_the_board_never_leaves_the_screen(visit: Open, size: ViewportSize, lang: str) -> None:
    player = visit("/", lang, viewport=size, has_touch=size != DESKTOP)
    player.wait_turn()
    assert player.page.evaluate(COVERED) == []
    player.act("setup")
    player.find('dialog [data-input="start"]').fill("1, 1, 1, 5")
    player.act("begin")
    expect(player.find("dialog")).to_have_count(0)
    expect(player.find(".board :focus")).to_have_count(1)
    assert player.find('[data-heap="0"].pointed').count() == 0  # only keys point with the focus
    player.wait_turn()
    assert player.page.evaluate("() => scrollY") == 0
    assert player.page.evaluate(COVERED) == []
    place = "(row) => [scrollY, row.getBoundingClientRect().top]"
    stood = player.find(".row").first.evaluate(place)
    player.open_doors(1)
    if size in (TABLET, DESKTOP):  # where there is room
        assert player.find(".row").first.evaluate(place) == stood
    for door in range(2, 5):
        expect(player.find(f".doors li:nth-child({door - 1})")).to_have_class("open")
        assert player.page.evaluate(COVERED) == []
        player.find(f'[data-step="{door}"]').click()
    expect(player.find(".reason .explanation")).to_be_in_viewport()
    expect(player.find('[data-step="4"]')).to_be_in_viewport(ratio=1)
    assert player.page.evaluate(COVERED) == []
    if size != DESKTOP:
        handle = player.find('[data-action="coach"]')
        expect(handle).to_be_in_viewport(ratio=1)
        expect(handle).to_have_attribute("aria-expanded", "true")
        handle.click()
        expect(handle).to_have_attribute("aria-expanded", "false")
    player.page.keyboard.press("Escape")  # what the hint has chosen
    player.play("marienbad", winning)
    expect(player.find(".status.final")).to_be_in_viewport(ratio=1)
    assert player.page.evaluate(COVERED) == []
    assert player.page.evaluate(WIDTH) <= size["width"]


def test_on_low_screens_nothing_lies_on_the_squares_and_games_are_chosen(visit: Open) -> None:
    player = visit()
    player.set_up("wythoff")
    for size in LOW:
        player.page.set_viewport_size(size)
        assert (size, player.page.evaluate(BESIDE)) == (size, [])
    player.act("setup")
    name = player.find(".chooser label").filter(has_text="Marienbad")
    expect(name).to_be_visible()
    for size in (ACROSS, LAPTOP_TWICE):
        player.page.set_viewport_size(size)
        assert name.evaluate("(label) => label.querySelector('span').clientWidth") > 100


def test_twelve_rows_fit_and_high_heaps_begin_below_the_title(visit: Open, address: str) -> None:
    rows, heaps = visit(seat(address, "nim", *range(1, 13))), visit(seat(address, "nim", 43, 63))
    top = "(node) => node.getBoundingClientRect().top"
    for player in (rows, heaps):
        player.wait_turn()
        for size in (DESKTOP, TABLET, SMALLEST, ACROSS):
            player.page.set_viewport_size(size)
            if player is rows:
                assert player.page.evaluate(COVERED) == []
                assert player.page.evaluate(WIDTH) <= size["width"]
            else:
                assert player.find(".row").first.evaluate(top) >= player.find(".room").evaluate(top)


def test_nothing_jumps_in_a_whole_game_nor_when_the_coach_opens(visit: Open, address: str) -> None:
    player = visit(seat(address, "nim", 1, 1, 1, 6), viewport=DESKTOP)
    player.wait_turn()
    player.page.evaluate(OBSERVE)
    for theory in (None, "binary", "packets"):
        if theory:
            player.find('[data-action="theory"]').select_option(theory)
            drawn = {"binary": ".row-note .digit", "packets": ".overlay path"}[theory]
            expect(player.find(drawn).first).to_be_attached()
        else:
            player.open_doors(4)
            expect(player.find(".reason .explanation")).to_be_visible()
        assert shifts(player) == []
    player.find(".coach-text").press("Escape")  # what the hint has chosen
    player.play("nim", winning)
    expect(player.find(".status.final")).to_be_visible()
    jumped = shifts(player)
    assert sum(shift[0] for shift in jumped) <= 0.01, jumped


def test_each_door_says_something_new_and_packets_come_first(visit: Open, address: str) -> None:
    player = visit(seat(address, "marienbad", 1, 3, 5, 6))
    player.wait_turn()
    expect(player.find('[data-action="coach"]')).to_be_hidden()  # a heading is no disclosure
    expect(player.page.get_by_role("heading", name="Coach")).to_be_visible()
    player.open_doors(4)
    answers = player.find(".answer").all_text_contents()[:3]
    assert answers[0] == "You can win."
    assert not any("You can win" in answer for answer in answers[1:])
    player.find(".coach-text").press("ArrowDown")  # scrolls it
    expect(player.find(".coach-text")).to_be_focused()
    theory = player.find('[data-action="theory"]')
    expect(theory).to_have_value("packets")
    theory.select_option("binary")
    expect(player.find(".row-note .digit").first).to_be_attached()
    player.act("new-game")
    player.wait_turn()
    player.open_doors(4)
    expect(theory).to_have_value("binary")  # what was chosen is remembered


def test_the_other_ending_never_shows_two_moves_that_contradict_each_other(
    visit: Open, address: str
) -> None:
    player = visit(seat(address, "marienbad", 1, 1, 1, 5))
    player.wait_turn()
    player.open_doors(4)
    answer = player.find(".answer").nth(2)
    expect(answer).to_contain_text("take 5 matches from row 4")
    expect(player.find('[data-action="take"]')).to_have_text("Take 5")
    player.find(".reason").get_by_label("the last to take wins").check()
    expect(player.find(".supposed")).to_contain_text("another game")
    expect(player.find(".reason")).to_contain_text("take 4 matches from row 4")
    expect(answer).to_be_hidden()
    expect(player.find('.board [aria-pressed="true"]')).to_have_count(0)
    player.find(".reason").get_by_label("the last to take loses").check()
    expect(answer).to_be_visible()
    expect(player.find('[data-action="take"]')).to_have_text("Take 5")


def test_the_reason_opens_with_a_theory_that_reaches(visit: Open) -> None:
    player = visit()
    player.set_up("wythoff", start=f"{10**999 + 7}, {2 * 10**999 + 12345}")
    expect(player.status).to_contain_text("Your turn")
    player.open_doors(4)
    expect(player.find('[data-action="theory"]')).to_have_value("algebra")
    expect(player.find(".reason .explanation")).to_be_visible()


def test_it_is_nobody_s_turn_while_another_game_is_on_its_way(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    expect(player.status).to_contain_text("Your turn")
    held = player.hold("**/api/matches")
    player.act("machine-first")
    request = held()
    expect(player.status).not_to_contain_text("Your turn")
    request.continue_()
    player.page.unroute("**/api/matches")
    player.wait_turn()
    expect(player.status).to_contain_text("Your turn")


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_enlarged_four_times_a_move_is_made_and_explained(visit: Open, lang: str) -> None:
    player = visit("/", lang, viewport=ENLARGED)
    player.wait_turn()
    match = player.find('[data-heap="3"][data-index="6"]')
    match.click()
    match.click()
    player.wait_answer(15)
    player.act("hint")
    expect(player.find(".answer").first).to_be_in_viewport()
    assert player.page.evaluate(WIDTH) <= ENLARGED["width"]
