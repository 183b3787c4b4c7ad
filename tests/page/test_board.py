"""The board: the last move, the chessboard as a grid, what moves are worth, forced colours."""

import json
import re
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import ViewportSize, expect

import marienbad
from tests.page.browser import NARROW, WIDE, Open, Player

PHONE: ViewportSize = {"width": 360, "height": 640}
SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 860},
)
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
ENCLOSED = """() => {
  const glows = [...document.querySelectorAll(".glow")].map((glow) => glow.getBoundingClientRect());
  const centre = (piece) => {
    const { x, y, width, height } = piece.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  return [...document.querySelectorAll("[data-heap]")].map(centre).filter(([x, y]) =>
    glows.some((box) => box.left < x && x < box.right && box.top < y && y < box.bottom)).length;
}"""
SOUNDS = """
  window.sounds = [];
  class Node { connect(next) { return next; } start() { window.sounds.push(this.constructor.name); }
    stop() {} gain = {setValueAtTime() {}, linearRampToValueAtTime() {},
    exponentialRampToValueAtTime() {}}; }
  for (const name of ["AudioBufferSourceNode", "BiquadFilterNode", "GainNode", "OscillatorNode"])
    window[name] = {[name]: class extends Node {}}[name];
  window.AudioContext = class { sampleRate = 8000; currentTime = 0;
    createBuffer(_, length) { return {getChannelData: () => new Float32Array(length)}; } };
  navigator.vibrate = (pattern) => window.sounds.push(`trembles ${pattern}`);
"""


def seat(address: str, game: str, *position: int) -> str:
    """The address of a new match against a perfect machine, with its first seat."""
    wish = {"game": game, "position": position, "players": ["human", "perfect"]}
    headers = {"Content-Type": "application/json"}
    asked = Request(f"{address}/api/matches", json.dumps(wish).encode(), headers)
    with urlopen(asked) as answer:
        match = json.load(answer)
    return f"/m/{match['id']}#{match['seats'][0]}"


def taken_by_machine(player: Player) -> int:
    sentence = player.status.text_content() or ""
    found = re.search(r"(?:machine took|machine a pris) (\d+)", sentence)
    assert found is not None, sentence
    return int(found[1])


@pytest.mark.parametrize(
    ("lang", "mine", "other"),
    [
        ("en", "your last move", "the machine’s last move"),
        ("fr", "votre dernier coup", "le dernier coup de la machine"),
    ],
)
def test_the_last_move_stays_marked_until_the_next(
    visit: Open, lang: str, mine: str, other: str
) -> None:
    player = visit("/", lang)
    player.wait_turn()
    expect(player.find("[data-mark]")).to_have_count(0)
    player.choose((0, 0, 0, 3))
    with player.stopped_clock():
        player.act("take")
        expect(player.find('.slot[data-mark="ring"]')).to_have_count(3)
        expect(player.find(".legend-line")).to_have_text(mine)
        row = player.find(".row").nth(3)
        expect(row).to_have_attribute("aria-label", re.compile("just taken|vient de prendre"))
    player.wait_turn()
    expect(player.find('[data-mark="dot"]')).to_have_count(taken_by_machine(player))
    expect(player.find('[data-mark="ring"]')).to_have_count(0)
    for size in SIZES:
        player.page.set_viewport_size(size)
        expect(player.find(".legend-line")).to_have_text(other)
        expect(player.find(".legend-line")).to_be_in_viewport()
    player.page.reload()
    player.wait_turn()
    expect(player.find('[data-mark="dot"]')).not_to_have_count(0)


def test_without_motion_there_is_as_much_time_to_look(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.choose((0, 0, 0, 3))
    clock = player.page.clock
    with player.stopped_clock():
        player.act("take")
        expect(player.status).to_contain_text("The machine is thinking")
        clock.run_for(500)
        expect(player.status).to_contain_text("The machine is thinking")
        clock.run_for(100)
        expect(player.find(".row-badge:not(:empty)")).to_have_count(1)
        clock.run_for(500)
        expect(player.find(".row-badge:not(:empty)")).to_have_count(1)
        clock.run_for(200)
        expect(player.find(".board:not([aria-busy])")).to_be_attached()


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
        before = player.find(".chess").bounding_box(), player.find(".piece-rule").bounding_box()
        square = player.find('[data-square="6,8"]')
        square.click(force=True)
        expect(square).to_have_class(re.compile("refused"))
        expect(player.find(".square-label")).to_have_text("out of reach")
        expect(player.find('[data-action="take"]')).to_contain_text("same number")
        after = player.find(".chess").bounding_box(), player.find(".piece-rule").bounding_box()
        assert before == after
        player.find('[data-square="5,9"]').click()
        expect(player.find(".square-label")).to_contain_text("press again to take")
        expect(player.find(".refused")).to_have_count(0)
    player.page.set_viewport_size(PHONE)
    player.go(seat(address, "wythoff", 19, 31))
    player.wait_turn()
    assert max(player.find(".glyph").evaluate(INK)) < 1


def test_above_the_coach_of_a_phone_the_squares_stand_alone(visit: Open, address: str) -> None:
    player = visit(seat(address, "wythoff", 7, 11), viewport=PHONE)
    player.wait_turn()
    player.act("hint")
    expect(player.find(".coach.up .answer").first).not_to_be_empty()
    expect(player.find("heap-rows")).to_be_hidden()
    squares, act = (player.find(part).bounding_box() for part in (".chess", ".act"))
    assert squares
    assert act
    assert 0 <= squares["y"] <= squares["y"] + squares["height"] <= act["y"] + 1


def test_every_move_is_judged_at_a_wish(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.act("machine-first")
    player.wait_turn()
    expect(player.find("[data-value]")).to_have_count(0)
    player.act("values")
    expect(player.find('[data-action="values"]')).to_have_attribute("aria-pressed", "true")
    expect(player.find(".legend-line [data-sign=length]")).to_be_visible()
    position = player.position
    winning = marienbad.game("marienbad").analyse(position).winning_moves
    for piece in player.find("[data-heap]").all():
        heap, index = (int(piece.get_attribute(f"data-{name}") or 0) for name in ("heap", "index"))
        take = tuple(position[heap] - index if other == heap else 0 for other in range(4))
        value = "wins" if take in winning else "loses"
        expect(piece).to_have_attribute("data-value", value)
        expect(piece).to_have_accessible_name(re.compile(rf", {value}, \d+ moves? to the end"))
    expect(player.find(".helps")).to_contain_text("1")
    player.take(winning[0])
    expect(player.find("[data-value]")).to_have_count(0)
    expect(player.find('[data-action="values"]')).to_have_attribute("aria-pressed", "false")
    player.act("values")
    expect(player.find("[data-value]").first).to_be_attached()
    player.act("values")
    expect(player.find("[data-value]")).to_have_count(0)
    expect(player.find(".helps")).to_contain_text("2")


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


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_packets_are_drawn_where_a_heap_takes_several_lines(
    visit: Open, size: dict[str, int]
) -> None:
    player = visit("/analysis?game=nim&position=13,40&theory=packets", viewport=size)
    expect(player.find("text.packet")).to_have_text(["8", "8", "4", "1", "32"])
    assert player.page.evaluate(ENCLOSED) == 32 + 4 + 1
    widths = player.find(".glow").evaluate_all("(all) => all.map((it) => it.width.baseVal.value)")
    assert min(widths) > 0
    expect(player.find(".legend-line")).to_contain_text("In row 2 the packets to break")


def test_a_second_press_is_announced_and_the_cross_stands_apart(visit: Open) -> None:
    player = visit("/", "fr", viewport=NARROW, has_touch=True)
    player.wait_turn()
    player.find('[data-heap="3"][data-index="4"]').tap()
    row = player.find(".row").nth(3)
    expect(row.locator(".row-again")).to_have_text("un second appui prend")
    expect(player.find('[data-heap="3"][data-index="4"]')).to_have_accessible_name(
        re.compile("un second appui prend")
    )
    places = {
        name: row.locator(name).first.bounding_box()
        for name in (".row-name", ".row-again", ".row-badge", ".row-count", ".row-clear")
    }
    lefts = [place["x"] for place in places.values() if place]
    assert lefts == sorted(lefts)
    badge = places[".row-badge"]
    head = row.locator(".chosen .head").last.bounding_box()
    assert badge is not None
    assert head is not None
    assert head["y"] >= badge["y"] + badge["height"] - 6  # the line is higher than its digits
    row.locator(".row-clear").tap()
    expect(row.locator(".row-again")).to_be_empty()


def test_the_board_names_what_it_shows(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.find('[data-view="token"]').click()
    expect(player.status).to_have_text("Your turn: choose what you take.")


def test_the_sound_is_off_until_it_is_wished_for_and_then_remembered(
    visit: Open, address: str
) -> None:
    player = visit("/privacy")
    player.page.add_init_script(SOUNDS)
    player.go(seat(address, "nim", 1, 1))
    player.wait_turn()
    switch = player.find('[data-action="sound"]')
    expect(switch).to_have_attribute("aria-pressed", "false")
    player.take((1, 0))
    expect(player.status).to_contain_text("The machine has won.")
    assert player.page.evaluate("() => window.sounds") == []
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    player.go(seat(address, "nim", 1, 1))
    player.wait_turn()
    expect(switch).to_have_attribute("aria-pressed", "true")
    player.take((1, 0))
    expect(player.status).to_contain_text("The machine has won.")
    click = ["AudioBufferSourceNode", "trembles 12"]
    end = ["OscillatorNode", "OscillatorNode", "trembles 20,80,30"]
    assert player.page.evaluate("() => window.sounds") == [*click, *click, *end]
