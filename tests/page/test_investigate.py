"""Investigate: a pupil labels every situation, is refuted, and asks for the table in the end."""

import re
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import expect

from marienbad.analysis import Game
from marienbad.school.situations import Situations
from tests.page.browser import NARROW, Open, Player
from tests.page.test_access import SMALL_TARGETS, violations
from tests.page.test_print import Paper

THREE = "/investigate?game=nim&position=1,2,3"


def written(position: tuple[int, ...]) -> str:
    return ",".join(map(str, position)) or "0"


def label(player: Player, answer: str) -> None:
    player.find(f"[data-label={answer}]").click()


def chip(player: Player, position: str) -> str:
    """What a situation is said to be, whatever layer is unfolded."""
    return player.find(f'[data-situation="{position}"]').get_attribute("data-state") or ""


def test_a_pupil_labels_all_of_123_with_two_mistakes(visit: Open) -> None:
    player = visit(THREE, "fr", viewport=NARROW, color_scheme="dark", has_touch=True)
    situations = Situations(Game.named("nim"), (1, 2, 3))
    said, counts = player.find(".label-said"), player.find(".label-counts")
    expect(counts).to_contain_text("0 sur 14")
    assert violations(player) == []
    for number, position in enumerate(situations.following):
        expect(player.find(".label-question")).to_contain_text(
            f"({', '.join(map(str, position))})" if position else "la table vide"
        )
        if position == (1, 2):  # a wrong “to leave”: one move shows it
            label(player, "leave")
            expect(said).to_contain_text("En prenant 1 allumette dans la rangée 2")
            expect(said).to_contain_text("laisse (1, 1), que vous avez étiquetée à laisser")
            expect(player.find(".label-board .piece.chosen")).to_have_count(1)
        if position == (2, 2):  # a wrong “not to leave”: all moves show it
            label(player, "not")
            expect(said).to_contain_text("à ne pas laisser\u202f: (2) et (1, 2).")
        label(player, "leave" if position in situations.to_leave else "not")
        expect(counts).to_contain_text(f"{number + 1} sur 14")
    expect(said).to_contain_text("Le départ est décidé\u202f: (1, 2, 3) est à laisser.")
    expect(said).to_contain_text("Vous avez trouvé chaque étiquette vous-même.")
    expect(counts).to_contain_text("pour l’instant\u202f: 4.")
    assert violations(player) == []
    assert player.page.evaluate(SMALL_TARGETS.replace(".unbroken", ".label-board *")) == []
    assert player.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    player.page.reload()  # the browser has kept it
    expect(counts).to_contain_text("14 sur 14")
    player.act("undo")
    expect(counts).to_contain_text("13 sur 14")
    expect(player.find(".label-question")).to_contain_text("(1, 2, 3)")
    player.act("begin-again")
    expect(counts).to_contain_text("0 sur 14")


def test_the_ending_decides_of_the_empty_table_and_keys_label(visit: Open) -> None:
    player = visit(THREE)
    player.find("[data-preset=misere]").click()
    player.page.wait_for_url("**game=marienbad&position=1,3,5,7*")
    said, counts = player.find(".label-said"), player.find(".label-counts")
    expect(counts).to_contain_text("0 of 143 situations")
    player.find("[data-label=leave]").focus()
    player.page.keyboard.press("l")
    expect(said).to_contain_text("the last to move loses: whoever left this has lost")
    player.page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Right: the empty table is not to leave.")
    player.page.keyboard.press("ArrowLeft")
    expect(said).to_contain_text("Right: (1) is to leave.")
    player.page.keyboard.press("n")
    expect(said).to_contain_text("Right: (2) is not to leave.")
    expect(counts).to_contain_text("3 of 143 situations")


def test_a_guess_far_from_the_end_is_kept_but_decides_nothing(visit: Open) -> None:
    player = visit(THREE)
    expect(player.find(".layers details")).to_have_count(7)
    player.find(".layers summary").last.click()
    player.find('[data-situation="1,2,3"]').click()
    label(player, "not")
    said = player.find(".label-said")
    expect(said).to_contain_text("These have no label yet: (1, 2), (1, 3), (1, 1, 2), (2, 3)")
    player.act("first")
    expect(player.find(".label-question")).to_have_text("Is (1, 2) to leave?")
    label(player, "leave")
    expect(said).to_contain_text("taking 1 match from row 2, leave (1, 1). Label that one first")
    player.find(".layers summary").last.click()
    player.find('[data-situation="1,2,3"]').click()
    label(player, "leave")
    expect(said).to_have_text("Right: (1, 2, 3) is to leave.")
    assert chip(player, "1,2,3") == "leave"
    assert chip(player, "1,2") == "waiting"
    assert chip(player, "0") == "ready"


def test_help_comes_by_degrees_and_is_marked(visit: Open, tmp_path: Path) -> None:
    player = visit(THREE)
    counts, said = player.find(".label-counts"), player.find(".label-said")
    player.find(".reveal summary").click()
    player.act("show-one")
    expect(counts).to_contain_text("1 of 14")
    expect(player.find('[data-situation="0"]')).to_have_attribute("data-shown", "true")
    player.act("next")
    player.act("show-layer")
    expect(counts).to_contain_text("2 of 14")
    label(player, "not")
    expect(said).to_have_text("Right: (2) is not to leave.")
    expect(player.find('[data-situation="2"]')).not_to_have_attribute("data-shown", "true")
    player.act("show-all")
    expect(counts).to_contain_text("14 of 14 situations. To leave so far: 4.")
    expect(said).to_contain_text("Labels that were shown to you: 13.")
    paper = Paper(player, tmp_path)
    assert paper.is_white
    assert len(re.findall(r"[●○] \(", paper.text)) == 13  # and the empty table
    assert "Nim (1, 2, 3)" in paper.text
    assert "Show me" not in paper.text
    player.act("undo")  # what was shown at once is taken back at once
    expect(counts).to_contain_text("3 of 14")


def test_the_table_is_hidden_until_it_is_asked_for(visit: Open, tmp_path: Path) -> None:
    player = visit(f"{THREE}&view=table", "fr", viewport=NARROW)
    expect(player.find("[data-action=uncover]")).to_be_visible()
    assert not [url for url in player.requests if "/api/winning" in url]
    player.act("uncover")
    rows = player.find(".moves-table tbody tr")
    expect(rows).to_have_count(14)
    expect(player.find(".table-counts")).to_have_text(
        "Situations\u202f: 14, en comptant la situation vide. À laisser\u202f: 4."
    )
    assert "1 → 0" in rows.nth(12).inner_text()
    assert violations(player) == []
    assert player.page.evaluate(SMALL_TARGETS.replace(".unbroken", ".switch input")) == []
    assert player.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    assert "(1, 2, 2)" in Paper(player, tmp_path).text
    player.find("[data-input=total]").select_option("4")
    expect(rows).to_have_count(3)
    player.find("[data-input=only]").check()
    expect(rows).to_have_count(1)
    with player.page.expect_download() as download:
        player.find("[data-format=csv]").click()
    file = Path(str(download.value.path())).read_text("utf-8")
    assert file.splitlines()[1:] == ['4,"(2, 2)",à laisser,']
    player.find(".subject > summary").click()
    player.find("[data-preset=queen]").click()
    expect(player.find("[data-action=uncover]")).to_be_visible()
    expect(rows.first).not_to_be_visible()


def test_rules_that_tell_heaps_apart_and_those_with_a_memory(visit: Open) -> None:
    apart = "rules:heaps 2; take n from x where x >= y and n % y == 0; take n from y"
    player = visit(f"/investigate?game={quote(apart)}&position=4,3")
    said = player.find(".label-said")
    expect(player.find(".label-question")).to_have_text("Is (0, 0) to leave?")
    player.page.keyboard.press("ArrowLeft")  # nothing has the focus yet
    expect(said).to_contain_text("Right")
    player.find(".layers summary").last.click()
    player.find('[data-situation="4,3"]').click()
    label(player, "leave")
    expect(said).to_contain_text("Label that one first")
    player.go("/investigate?game=takeaway&position=6")
    expect(player.find(".label-counts")).to_contain_text("0 of 19")
    expect(player.find(".label-told")).to_contain_text("took 1")
    player.go("/investigate?game=order:AAB&position=6")
    player.refused.add(422)
    expect(player.find(".investigate > .status")).to_contain_text("do not simply take turns")


def test_what_cannot_be_labelled_is_said(visit: Open) -> None:
    player = visit("/investigate?game=nim&position=30,30,30")
    player.refused.add(422)
    expect(player.find(".investigate > .status")).to_contain_text("more than 2000 situations")
    player.find("[data-preset=queen]").click()
    expect(player.find(".label-counts")).to_contain_text("0 of 33 situations")
    expect(player.find(".investigate > .status")).to_have_text("")
    label(player, "leave")
    label(player, "leave")
    expect(player.find(".label-said")).to_contain_text("leaves (0, 0), which you have labelled")
    expect(player.find(".label-board .square.chosen")).to_have_attribute("data-square", "0,0")
