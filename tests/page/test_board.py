"""The board: the last move, what moves are worth, packets over several lines, sound."""

import re

import pytest
from playwright.sync_api import expect

import marienbad
from tests.page.browser import NARROW, SIZES, WIDE, Open, Player, seat

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


def taken_by_machine(player: Player) -> int:
    sentence = player.status.text_content() or ""
    found = re.search(r"(?:machine took|machine a pris) (\d+)", sentence)
    assert found is not None, sentence
    return int(found[1])


@pytest.mark.sample(1)
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
    pieces = player.find("[data-heap]").evaluate_all(
        "(all) => all.map((it) => [{...it.dataset}, it.getAttribute('aria-label')])"
    )
    for said, spoken in pieces:
        heap, index = int(said["heap"]), int(said["index"])
        take = tuple(position[heap] - index if other == heap else 0 for other in range(4))
        assert said["value"] == ("wins" if take in winning else "loses")
        assert re.search(rf", {said['value']}, \d+ moves? to the end", spoken)
    expect(player.find(".helps")).to_contain_text("1")
    player.take(winning[0])
    expect(player.find("[data-value]")).to_have_count(0)
    expect(player.find('[data-action="values"]')).to_have_attribute("aria-pressed", "false")
    player.act("values")
    expect(player.find("[data-value]").first).to_be_attached()
    player.act("values")
    expect(player.find("[data-value]")).to_have_count(0)
    expect(player.find(".helps")).to_contain_text("2")


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
    expect(player.find("text.made")).to_have_text(["4", "1"])
    expect(player.find("path.arc.made")).to_have_count(2)
    expect(player.find(".legend-line")).to_contain_text("Over row 2: the packets to create")


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
    player.go(seat(address, "nim", 1))
    player.wait_turn()
    switch = player.find('[data-action="sound"]')
    expect(switch).to_have_attribute("aria-pressed", "false")
    player.take((1,))
    expect(player.status).to_contain_text("You have won.")
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
