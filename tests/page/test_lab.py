"""The laboratory in a browser: write a rule, see its map, play on it and win."""

import re
from typing import Any
from urllib.parse import quote, urlparse

import pytest
from playwright.sync_api import expect

import marienbad
from tests.page.browser import NARROW, Open, Player, winning
from tests.page.test_access import SMALL_TARGETS, violations_day_and_night
from tests.support import sample

RULES = "heaps 2\nlet k = 3\ntake n from one where n <= k\ntake n, n from two where n != 2\n"
HOSTILE = (
    f"heaps 2; take n from one where {'(' * 300}n{')' * 300} == 1",
    "heaps 2; take n from one where n < 99999999999999999999",
)
TWO_FRAMES = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""


class Researcher:
    """Someone in the laboratory."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page

    def write(self, text: str) -> None:
        """Type other rules, a letter at a time."""
        area = self.player.find("textarea")
        area.fill("")
        area.press_sequentially(text, delay=1)

    def rule(self) -> Any:
        return self.player.find(".lab .rule")

    def picture(self) -> str:
        """What is drawn, once all of it is there."""
        self.page.evaluate(TWO_FRAMES)  # what is drawn first asks for the rest
        expect(self.player.find("canvas[aria-busy]")).to_have_count(0)
        self.page.evaluate(TWO_FRAMES)
        found: str = self.page.evaluate("() => document.querySelector('canvas').toDataURL()")
        return found


@pytest.fixture
def lab(visit: Open) -> Any:
    def enter(query: str = "", lang: str = "en", **options: Any) -> Researcher:
        player = visit(f"/lab{query}", lang, **options)
        # a machine that has not compiled the search before takes its time, once
        expect(player.find(".lab .explanation")).to_be_visible()
        player.refused |= {422, 503}  # it is meant to, or has to wait
        return Researcher(player)

    return enter


def test_a_new_rule_is_written_its_map_seen_and_a_game_on_it_won(lab: Any) -> None:
    here = lab()
    before = here.picture()
    here.write(RULES)
    expect(here.rule()).to_contain_text("n != 2, with k = 3")
    assert here.picture() != before
    game = marienbad.rules(RULES)
    count = int(game.solve((128, 128)).is_p.sum())
    expect(here.player.status).to_have_text(f"128 × 128 positions, of which {count} are to leave.")
    here.player.find("canvas").press("Enter")
    expect(here.player.find(".cell h2")).to_have_text("(7, 11)")
    moves = game.analyse((7, 11)).winning_moves
    assert len(moves) >= 1
    expect(here.player.find(".cell-moves")).to_contain_text(f"those that win: {len(moves)}")
    for key in ("Shift+ArrowDown", "ArrowLeft", "ArrowLeft"):  # a shorter game
        here.page.keyboard.press(key)
    expect(here.player.find(".cell h2")).to_have_text("(5, 1)")
    here.player.act("play")
    here.page.wait_for_url("**/m/*")
    here.player.play(game.name, winning)
    expect(here.player.status).to_contain_text("won")
    expect(here.player.find(".rule")).to_contain_text("take n from one where n <= k")


def test_the_map_follows_the_dial(lab: Any) -> None:
    here = lab(f"?rules={quote(RULES)}")
    here.player.find('[data-dial="k"]').fill("7")
    expect(here.rule()).to_contain_text("with k = 7")
    expect(here.player.find("textarea")).to_have_value(RULES.replace("k = 3", "k = 7"))


def test_a_dial_stays_where_it_is_turned_to(lab: Any) -> None:
    here = lab()
    size = here.player.find('[data-dial="size"]')
    start = int(size.input_value())
    held = here.player.hold("**/api/lab", but="small")
    size.press("ArrowLeft")
    first = held()
    size.press("ArrowLeft")
    first.continue_()
    second = held()  # asked when the first answer is shown
    expect(size).to_have_value(str(start - 2))
    second.continue_()
    expect(here.player.status).to_contain_text("64 × 64")
    expect(size).to_have_value(str(start - 2))


def test_a_mistake_is_underlined_and_the_last_map_stays(lab: Any) -> None:
    here = lab("", "fr")
    before = here.picture()
    here.write("heaps 2\ntake n frm one")
    expect(here.player.find("#lab-problem")).to_contain_text("Ligne 2, colonne 8\u202f:")
    expect(here.player.find(".mirror mark")).to_have_text("frm")
    expect(here.player.find("canvas.stale")).to_be_visible()
    expect(here.player.find(".lab-facts.stale:not([aria-busy])")).to_be_visible()
    assert here.picture() == before
    here.write("heaps 2\ntake n from one\n")
    expect(here.player.find("#lab-problem")).to_be_empty()
    expect(here.player.find(".stale")).to_have_count(0)


def test_a_hostile_rule_gets_a_sentence(lab: Any) -> None:
    here = lab()
    for rules in HOSTILE:
        here.player.find("textarea").fill(rules)
        expect(here.player.find("#lab-problem")).to_contain_text("expected")
        here.player.find("textarea").fill("heaps 2; take n from one")
        expect(here.player.find("#lab-problem")).to_be_empty()


def test_an_address_opens_what_was_shared(lab: Any) -> None:
    first = lab()
    first.player.find('[data-example="euclid"]').click()
    expect(first.rule()).to_contain_text("n % y == 0")
    first.player.find('[data-dial="size"]').fill("4")
    first.player.find("input[value=grundy]").check()
    expect(first.player.status).to_contain_text("64 × 64")
    expect(first.player.status).to_contain_text("greatest value")
    expect(first.page).to_have_url(re.compile(r"size=64\b.*kind=grundy"))
    second = lab(f"?{urlparse(first.page.url).query}")
    expect(second.player.status).to_have_text(first.player.status.inner_text())
    assert second.picture() == first.picture()


def test_a_rule_is_chosen_without_writing(lab: Any) -> None:
    here = lab()
    here.player.find(".choose summary").click()
    here.player.find('[data-input="form-one"]').select_option("multiple")
    here.player.find('[data-input="form-both"]').select_option("near")
    number, before = here.player.find('[data-input="form-multiple"]'), here.player.find("textarea")
    expect(before).to_have_value(re.compile("let b = 2, a = 2"))
    for wrong in ("0", ""):
        number.fill("5")
        number.fill(wrong)
        expect(here.player.find(".rule-form .problem:not(:empty)")).to_have_text(
            "Expected for b: a whole number from 1 to 999."
        )
        expect(before).to_have_value(re.compile("let b = 5"))
    number.fill("2")
    expect(here.player.find(".rule-form .problem:not(:empty)")).to_have_count(0)
    here.player.find('[data-input="form-added"]').fill("(1, 3)")
    here.player.find('[data-input="form-without"]').fill("2, 2; 0, 4")
    here.page.get_by_label("The last to move loses").check()
    expect(here.player.find("textarea")).to_have_value(
        "heaps 2\nlet b = 2, a = 2\ntake n from one where n % b == 0 and n != 4\n"
        "take c, d from two where abs(c - d) < a and not (c == 2 and d == 2)\n"
        "take 1, 3 from two\nlast loses\n"
    )
    expect(here.rule()).to_contain_text("whoever cannot move wins")
    for heaps in ("1", "3", "4", "8"):
        here.player.find('[data-input="form-heaps"]').select_option(heaps)
        boxes = {
            "1": "128",
            "3": "32 × 32 × 32",
            "4": "12 × 12 × 12 × 12",
            "8": " × ".join("44444444"),
        }
        expect(here.player.status).to_contain_text(re.compile(f"^{boxes[heaps]} positions"))
        expect(here.rule()).to_contain_text("n % b == 0")
        expect(here.player.find("#lab-problem")).to_be_empty()


@pytest.mark.parametrize("line", ["octal 0.137", "take n from one where n <= 2 * last + 1"])
def test_what_is_searched_position_by_position_ends_where_it_was_solved(
    visit: Open, line: str
) -> None:
    player = visit(f"/lab?rules={quote(f'heaps 1; {line}')}&size=512&position=511")
    player.refused.add(503)
    expect(player.find(".lab .explanation")).to_be_visible()  # not the small map
    expect(player.status).to_have_text(re.compile(r"^\d+ positions"))
    size = int(player.status.inner_text().split()[0])
    assert size < 512
    notice = player.find(".map-notice")
    expect(notice).to_contain_text(f"expected whole numbers from 0 to {size - 1}.")
    expect(player.find(".dial:has([data-dial=size]) output")).to_have_text(str(size))
    for _ in range(size):
        player.find("canvas").press("ArrowRight")
    player.find("canvas").press("Shift+ArrowDown")
    last = int(player.find(".cell h2").inner_text().split(",")[0])
    assert last < size
    grundy = player.find("input[value=grundy]")
    (expect(grundy).to_be_disabled if "last" in line else expect(grundy).to_be_enabled)()


@pytest.mark.sample
def test_every_example_has_a_map(lab: Any) -> None:
    here = lab()
    keys = here.page.evaluate(
        "() => [...document.querySelectorAll('[data-example]')].map((one) => one.dataset.example)"
    )
    assert len(keys) >= 10
    for key in sample(keys, 4, "examples"):
        before = here.player.find("textarea").input_value()
        here.player.find(f'[data-example="{key}"]').click()
        text = here.player.find("textarea").input_value()
        if text != before:
            ways = [line for line in text.splitlines() if line.startswith(("take", "octal"))]
            expect(here.rule()).to_contain_text(ways[-1])
        expect(here.player.find("#lab-problem")).to_be_empty()


def test_a_game_of_ones_own_is_analysed_and_leads_back(lab: Any, visit: Open) -> None:
    lab()
    player = visit(f"/analysis?game=rules:{quote(RULES)}&position=7,11")
    expect(player.find(".verdict")).to_contain_text("(7, 11)")
    expect(player.find("summary strong")).to_have_text("A game of your own")
    player.page.get_by_text("Change these rules").click()
    expect(player.find("textarea")).to_have_value(RULES)


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_everyone_can_use_it_on_a_phone_too(lab: Any, lang: str) -> None:
    here = lab(f"?rules={quote(RULES)}&kind=grundy", lang, viewport=NARROW)
    here.player.find(".choose summary").click()
    assert violations_day_and_night(here.player) == []
    for width in (320, 360):
        here.page.set_viewport_size({"width": width, "height": 640})
        assert here.page.evaluate("() => document.documentElement.scrollWidth") <= width
    # the label of the checkbox is the target
    small = here.page.evaluate(SMALL_TARGETS)
    assert [target for target in small if "checkbox" not in target] == []
    here.page.set_viewport_size({"width": 1280, "height": 860})
    assert violations_day_and_night(here.player) == []
