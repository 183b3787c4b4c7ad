"""The chessboard: the piece glides, the grid by keyboard, squares judged, forced colours."""

import re

import pytest
from playwright.sync_api import expect

import marienbad
from tests.page.browser import NARROW, SIZES, Open, seat

INK = """(glyph) => {
  const square = glyph.closest(".square").getBoundingClientRect();
  const context = document.createElement("canvas").getContext("2d");
  context.font = getComputedStyle(glyph).font;
  const ink = context.measureText(glyph.textContent);
  return [
    (ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight) / square.width,
    (ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent) / square.height,
  ];
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_piece_glides_along_its_line_where_motion_is_wanted(
    visit: Open, address: str, motion: str
) -> None:
    player = visit(seat(address, "wythoff", 4, 6), reduced_motion=motion)
    player.wait_turn()
    player.find(".glyph").evaluate(
        """(glyph) => {
          window.glides = [];
          new MutationObserver(() => window.glides.push(glyph.className))
            .observe(glyph, {attributes: true, attributeFilter: ["class"]});
        }"""
    )
    player.find('[data-square="3,5"]').click()
    with player.stopped_clock():
        player.act("take")
        expect(player.find('[data-square="3,5"] .glyph')).to_have_count(1)
        expect(player.find('[data-square="4,6"][data-mark="ring"].from')).to_have_count(1)
        glyph = player.find(".glyph")
        steps = [
            glyph.evaluate(f"(it) => it.style.getPropertyValue('--{way}')")
            for way in ("across", "up")
        ]
        assert steps == ["1", "1"]
        expect(player.find(".gliding")).to_have_count(0)
    glides = player.page.evaluate("() => window.glides")
    assert ("glyph gliding" in glides) == (motion == "no-preference")
    player.wait_turn()
    expect(player.find('[data-square="3,5"][data-mark="dot"].from')).to_have_accessible_name(
        re.compile("where the piece came from")
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_chessboard_is_a_grid_with_one_stop(visit: Open, address: str, lang: str) -> None:
    player = visit(seat(address, "wythoff", 7, 11), lang)
    player.wait_turn()
    grid = player.page.get_by_role("grid")
    expect(grid).to_have_accessible_name(re.compile(r"\(7, 11\)"))
    expect(grid.get_by_role("row")).to_have_count(12)
    expect(grid.get_by_role("gridcell")).to_have_count(144)
    expect(player.find('.square[tabindex="0"]')).to_have_attribute("data-square", "7,11")
    player.find('[data-square="7,11"]').focus()
    for key, square in [
        ("ArrowRight", "8,11"),
        ("ArrowUp", "8,11"),
        ("ArrowDown", "8,10"),
        ("Home", "0,10"),
        ("PageDown", "0,0"),
        ("End", "11,0"),
    ]:
        player.page.keyboard.press(key)
        expect(player.find(f'[data-square="{square}"]')).to_be_focused()
        expect(player.find('.square[tabindex="0"]')).to_have_count(1)
    out = {"en": "out of reach", "fr": "hors de portée"}[lang]
    expect(player.find('[data-square="11,0"]')).to_have_accessible_name(re.compile(out))
    player.page.keyboard.press("Shift+Tab")
    expect(player.find(".square:focus")).to_have_count(0)


def test_the_rule_of_the_piece_stands_there_and_nothing_shifts(visit: Open, address: str) -> None:
    player = visit(seat(address, "wythoff", 7, 11))
    player.wait_turn()
    expect(player.find(".piece-rule")).to_contain_text("the two heaps are a queen")
    expect(player.find(".piece-rule")).to_contain_text("Across is heap 1")
    for size in SIZES:
        player.page.set_viewport_size(size)
        expect(player.find(".piece-rule")).to_be_visible()
        width, height = player.find(".glyph").evaluate(INK)
        assert max(width, height) < 1
        player.find('[data-square="5,9"]').click()
        expect(player.find(".square-label")).to_contain_text("press again to take")
        before = player.find(".chess").bounding_box(), player.find(".piece-rule").bounding_box()
        square = player.find('[data-square="6,8"]')
        square.click(force=True)
        expect(square).to_have_class(re.compile("refused"))
        expect(player.find(".square-label")).to_have_text("out of reach")
        expect(player.find('[data-action="take"]')).to_contain_text("same number")
        after = player.find(".chess").bounding_box(), player.find(".piece-rule").bounding_box()
        assert before == after
        player.find('[data-square="6,10"]').click()
        expect(player.find(".square-label")).to_contain_text("press again to take")
        expect(player.find(".refused")).to_have_count(0)
    player.page.set_viewport_size(NARROW)
    player.go(seat(address, "wythoff", 19, 31))
    player.wait_turn()
    assert max(player.find(".glyph").evaluate(INK)) < 1


def test_above_the_coach_of_a_phone_the_squares_stand_alone(visit: Open, address: str) -> None:
    player = visit(seat(address, "wythoff", 7, 11), viewport=NARROW)
    player.wait_turn()
    player.act("hint")
    expect(player.find(".coach.up .answer").first).not_to_be_empty()
    expect(player.find("heap-rows")).to_be_hidden()
    squares, act = (player.find(part).bounding_box() for part in (".chess", ".act"))
    assert squares
    assert act
    assert 0 <= squares["y"] <= squares["y"] + squares["height"] <= act["y"] + 1


def test_the_squares_are_judged_in_french_and_on_a_phone(visit: Open, address: str) -> None:
    player = visit(seat(address, "wythoff", 4, 6), "fr", viewport=NARROW)
    player.wait_turn()
    player.act("values")
    best = marienbad.game("wythoff").analyse((4, 6)).winning_moves
    wins = {f"{4 - a},{6 - b}" for a, b in best}
    expect(player.find('.square[data-value="wins"]')).to_have_count(len(wins))
    for square in wins:
        expect(player.find(f'[data-square="{square}"]')).to_have_attribute(
            "data-sign", re.compile("✓")
        )
        expect(player.find(f'[data-square="{square}"]')).to_have_accessible_name(
            re.compile("gagne, .* jusqu’à la fin")
        )
    expect(player.find('.square[data-value="loses"]')).to_have_count(14 - len(wins))


def test_forced_colours_keep_the_board(visit: Open, address: str) -> None:
    player = visit(seat(address, "wythoff", 4, 6), forced_colors="active")
    player.wait_turn()

    def style(selector: str, name: str, part: str = "") -> str:
        found: str = player.find(selector).first.evaluate(
            f"(it) => getComputedStyle(it, '{part}').getPropertyValue('{name}')"
        )
        return found

    assert "gradient" in style(".square.dark:not(.here)", "background-image")
    assert style(".square.light", "background-image") == "none"
    assert style(".square.light", "border-top-style") == "solid"
    assert style(".reach", "border-top-width", "::before") == "3px"
    player.find('[data-square="3,5"]').click()
    assert style(".chosen", "outline-style") == "solid"
    player.find('[data-square="3,4"]').click(force=True)
    assert style(".refused", "outline-style") == "dashed"
    player.act("values")
    expect(player.find('.square[data-value="loses"]').first).to_be_visible()
    assert "gradient" in style('.square[data-value="loses"]', "background-image")
    assert style('.square[data-value="wins"]', "border-top-width") == "3px"
