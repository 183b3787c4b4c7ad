"""The rules of the laboratory: coloured, completed, chosen, saved, in French too."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.page.browser import Open
from tests.page.test_lab import Researcher, lab

__all__ = ["lab"]

OWN = "heaps 2  # by hand\ntake n from x where n <= y\ntake n from one where n <= 3\n"
NIM = "heaps 2  # by hand\ntake n from one  # as in Nim\n"
WIDTHS = (360, 768, 1280)


def text_of(here: Researcher) -> Any:
    return here.player.find("textarea")


def test_french_rules_are_coloured_completed_and_linked_in_english(lab: Any) -> None:
    here = lab("", "fr")
    expect(text_of(here)).to_have_value("tas 2\nprendre n dans un\nprendre n, n dans deux\n")
    expect(here.player.find(".mirror .is-keyword").first).to_have_text("tas")
    expect(here.player.find(".mirror .is-number")).to_have_text("2")
    text_of(here).press("Control+End")
    for letter in "prendre 1, 2 dans d":
        here.page.keyboard.press("Space" if letter == " " else letter)
    expect(here.player.find(".completion li")).to_have_text(["deux"])
    here.page.keyboard.press("Tab")
    expect(here.rule()).to_contain_text("prendre 1, 2 dans deux")
    expect(here.page).to_have_url(re.compile("take\\+1,\\+2\\+from\\+two"))
    here.page.keyboard.press("Enter")
    here.page.keyboard.press("l")
    expect(here.player.find(".completion li")).to_have_text(["le dernier"])
    here.page.keyboard.press("ArrowDown")
    here.page.keyboard.press("Enter")
    here.page.keyboard.type("perd")
    expect(here.rule()).to_contain_text("qui ne peut plus jouer gagne")
    here.page.keyboard.press("Enter")
    here.page.keyboard.press("p")
    here.page.keyboard.press("Escape")
    expect(here.player.find(".completion li")).to_have_count(0)


def test_a_link_is_shown_in_the_words_of_the_reader(lab: Any) -> None:
    here = lab(f"?rules={quote(NIM)}", "fr")
    expect(text_of(here)).to_have_value("tas 2  # by hand\nprendre n dans un  # as in Nim\n")
    here.player.find('[data-action="language"]').select_option("en")
    expect(text_of(here)).to_have_value(NIM)


def test_the_form_leaves_alone_what_it_cannot_show(lab: Any) -> None:
    here = lab(f"?rules={quote(OWN)}")
    here.player.find(".choose summary").click()
    expect(here.player.find("fieldset.rule-form")).to_be_hidden()
    expect(here.player.find(".form-notice")).to_contain_text("leaves them alone")
    here.player.act("use-form")
    expect(text_of(here)).to_have_value("heaps 2\ntake n from one\ntake n, n from two\n")
    expect(here.player.find("fieldset.rule-form:enabled")).to_be_visible()
    here.player.act("undo-rules")
    expect(text_of(here)).to_have_value(OWN)
    expect(here.player.find("fieldset.rule-form")).to_be_hidden()
    text_of(here).fill("heaps 2; tak")
    expect(here.player.find(".form-notice")).to_contain_text("mistake")


def test_a_tick_changes_only_what_it_stands_for_and_is_taken_back(lab: Any) -> None:
    here = lab(f"?rules={quote(NIM)}")
    here.player.find(".choose summary").click()
    last = here.page.get_by_label("The last to move loses")
    last.check()
    expect(text_of(here)).to_have_value(NIM + "last loses\n")
    here.player.find('[data-input="form-both"]').select_option("same")
    both = NIM + "take n, n from two\nlast loses\n"
    expect(text_of(here)).to_have_value(both)
    expect(here.rule()).to_contain_text("take n, n from two")
    text_of(here).focus()
    here.page.keyboard.press("Control+End")
    here.page.clock.set_fixed_time("2026-01-01")  # however slowly it types, it types at one go
    here.page.keyboard.type("# x")
    here.page.keyboard.press("Control+z")
    expect(text_of(here)).to_have_value(both)
    here.page.keyboard.press("Control+z")
    here.page.keyboard.press("Control+z")
    expect(text_of(here)).to_have_value(NIM)
    expect(last).not_to_be_checked()
    here.page.keyboard.press("Control+Shift+z")
    expect(text_of(here)).to_have_value(NIM + "last loses\n")
    expect(last).to_be_checked()


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_grammar_is_at_hand_and_rules_are_saved(lab: Any, lang: str) -> None:
    here = lab(f"?rules={quote('heaps 2; take n from one')}", lang)
    for width in WIDTHS:
        here.page.set_viewport_size({"width": width, "height": 800})
        assert here.page.evaluate("() => document.documentElement.scrollWidth") <= width
    here.player.find(".grammar summary").click()
    here.player.find('[data-line="same"]').click()
    line = {"en": "take n, n from two", "fr": "prendre n, n dans deux"}[lang]
    expect(text_of(here)).to_have_value(re.compile(f"\n{line}$"))
    expect(here.rule()).to_contain_text(line)
    here.player.find(".saved summary").click()
    here.player.find('[data-input="rules-name"]').fill("Wythoff <3>")
    here.player.act("save-rules")
    here.player.find('[data-example="euclid"]').click()
    expect(here.rule()).to_contain_text("n % y == 0")
    here.player.act("open-rules")
    expect(text_of(here)).to_have_value(re.compile(f"\n{line}$"))
    here.page.reload()
    here.player.find(".saved summary").click()
    here.player.act("rename-rules")
    here.player.find(".saved-list input").fill("W")
    here.page.keyboard.press("Enter")
    expect(here.player.find('[data-action="open-rules"]')).to_have_text("W")
    here.player.act("delete-rules")
    expect(here.player.find('[data-action="open-rules"]')).to_have_count(0)
    here.player.act("undo-saved")
    expect(here.player.find('[data-action="open-rules"]')).to_have_text("W")
    saved = json.loads(here.page.evaluate("localStorage['marienbad.rules']"))
    here.player.go(f"/analysis?game={quote(saved[0]['game'])}&position=3,5")
    expect(here.player.find("summary strong")).to_have_text("W")


def test_the_rules_of_the_game_played_are_changed_there(visit: Open) -> None:
    player = visit("/", "fr")
    player.wait_turn()
    player.act("change-rules")
    expect(player.find("textarea")).to_have_value("tas 4\nprendre n dans un\nle dernier perd\n")
    expect(player.find(".cell h2")).to_have_text("(1, 3, 5, 7)")
    player = visit("/analysis?game=wythoff:a=2&position=3,5")
    expect(player.find(".explanation").first).to_be_visible()  # the board above has come too
    player.page.get_by_text("Change these rules").click()
    expect(player.find("textarea")).to_have_value(re.compile("let a = 2"))


def test_back_and_forward_walk_through_rules_and_cells(lab: Any) -> None:
    here = lab()
    wythoff = text_of(here).input_value()
    here.player.find('[data-example="euclid"]').click()
    expect(here.rule()).to_contain_text("n % y == 0")
    here.page.go_back()
    expect(text_of(here)).to_have_value(wythoff)
    here.page.go_forward()
    expect(text_of(here)).to_have_value(re.compile("n % y == 0"))
    here.player.find("canvas").focus()
    here.page.keyboard.press("ArrowRight")
    expect(here.page).to_have_url(re.compile(r"position=8,11\b"))
    here.page.reload()
    expect(here.player.find(".cell h2")).to_have_text("(8, 11)")


def test_eight_heaps_are_analysed_and_played(lab: Any) -> None:
    here = lab(f"?rules={quote('heaps 8; take n from one')}&size=3&position=1,0,0,2,0,0,0,1")
    expect(here.player.find(".cell h2")).to_have_text("(1, 0, 0, 2, 0, 0, 0, 1)")
    here.player.act("play")
    here.page.wait_for_url("**/m/*")
    here.player.wait_turn()
    assert here.player.position == (1, 0, 0, 2, 0, 0, 0, 1)
    here.player.take((0, 0, 0, 2, 0, 0, 0, 0))
    here.player.wait_turn()
