"""The tables of the thesis, its figures step by step, the chance of a start, numbers."""

from urllib.parse import quote

from playwright.sync_api import expect

from tests.page.browser import NARROW, Open
from tests.page.test_access import violations


def test_a_table_of_the_thesis_by_its_number(visit: Open) -> None:
    player = visit("/tables?thesis=XII", "fr")
    expect(player.find("[data-action=thesis]")).to_have_value("XII")
    expect(player.find("[data-input=of]")).to_have_value("40,50")
    expect(player.find(".table-sheet tbody tr")).to_have_count(14)
    expect(player.status).to_contain_text("Lignes\u202f: 12.")  # the weights are no rows
    player.find("[data-action=thesis]").select_option("X")
    expect(player.find(".table-sheet msup").first).to_be_visible()
    expect(player.find("[data-action=base]")).to_have_value("8")
    player.find("[data-action=base]").select_option("4")
    expect(player.find("[data-action=thesis]")).to_have_value("VII")
    player.page.reload()
    expect(player.find("[data-action=thesis]")).to_have_value("VII")


def test_a_table_that_the_thesis_does_not_have_is_said(visit: Open) -> None:
    player = visit("/tables?thesis=XXX&figure=9")
    expect(player.find(".ask > .problem")).to_contain_text("thesis=XXX")
    expect(player.find(".ask > .problem")).to_contain_text("figure=9")
    expect(player.find(".table-sheet tbody tr")).to_have_count(20)
    player.find("[data-action=thesis]").select_option("VIII")
    expect(player.find(".table-sheet caption")).to_contain_text("Table VIII of the thesis.")
    player.find("[data-action=thesis]").select_option("XIX")  # pairs
    expect(player.find(".table-sheet caption")).to_contain_text("Table XIX of the thesis.")
    expect(player.find(".ask > .problem")).to_have_text("")


def test_numbers_of_ones_own_are_kept_in_the_address(visit: Open) -> None:
    player = visit("/tables?game=wythoff&kind=representations&of=33")
    expect(player.find(".table-sheet tbody tr")).to_have_count(2)
    player.find("[data-input=of]").fill("40, x")
    expect(player.find(".of .problem")).to_contain_text("x")
    player.find("[data-input=of]").fill("40, 50")
    expect(player.find(".table-sheet tbody tr")).to_have_count(3)
    player.page.wait_for_url("**of=40,50*")


def test_figure_3_is_worked_out_step_by_step(visit: Open) -> None:
    player = visit("/tables?figure=3", viewport=NARROW)
    board = player.find(".figures .chequer")
    expect(board.locator("td:has-text('●')")).to_have_count(1)
    player.act("step-forth")
    expect(board.locator("td:has-text('×')")).to_have_count(21)
    player.find(".figures .wide").press("ArrowRight")
    expect(board.locator("td.new")).to_have_count(2)
    expect(player.find(".figures .status")).to_contain_text("To be left: (1, 2) and (2, 1).")
    player.find(".figures .wide").press("ArrowLeft")
    expect(player.find(".figures .count")).to_have_text("Step 2 of 7")
    player.find("[data-action=figure]").select_option("1")
    expect(board.locator("[data-square='6,4']")).to_have_text("♜")
    player.page.wait_for_url("**figure=1*")
    assert violations(player) == []
    assert player.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


def test_the_chance_with_and_without_empty_heaps(visit: Open) -> None:
    player = visit("/tables?game=nim")
    player.find(".chance summary").click()
    expect(player.find(".chance .text")).to_contain_text("512 of 4096 starts")
    player.find("[data-input=heaps]").fill("3")
    player.find("[data-input=no-empty]").check()
    expect(player.find(".chance .text")).to_contain_text("6/49")
    expect(player.find(".chance table")).to_be_visible()
    player.page.wait_for_url("**size=8&heaps=3&no_empty=true")
    player.page.reload()
    expect(player.find(".chance .text")).to_contain_text("6/49")
    assert "size=8&heaps=3&no_empty=true" in player.page.url
    player.find("[data-input=size]").fill("1")
    expect(player.find(".chance .problem").first).to_contain_text("2 or more")


def test_a_number_its_shifts_and_its_place(visit: Open) -> None:
    player = visit("/numbers?number=50", "fr", viewport=NARROW, color_scheme="dark")
    expect(player.status).to_contain_text("50")
    expect(player.find(".text")).to_contain_text("ligne 8")
    assert violations(player) == []
    player.act("left")
    expect(player.find("[data-input=number]")).to_have_value("81")
    expect(player.status).to_contain_text("81")  # the answer for 50 names (50, 81) too
    expect(player.find(".text")).to_contain_text("(50, 81)")
    player.act("before")
    expect(player.find("[data-input=number]")).to_have_value("80")
    player.find("[data-action=system]").select_option("fraction")
    player.find("[data-input=system]").fill("[1;1,2]")
    expect(player.find(".text table")).to_have_count(2)
    player.page.reload()
    expect(player.find(".text table")).to_have_count(2)
    expect(player.find("[data-input=system]")).to_have_value("[1\u202f; 1, 2]")
    player.refused.add(422)
    player.find("[data-input=system]").fill("[2;1]")
    expect(player.status).to_contain_text("[2;1]")
    player.find("[data-action=system]").select_option("base")
    expect(player.find("[data-action=left]")).not_to_have_attribute("aria-disabled", "true")
    player.find("[data-input=number]").fill("")
    expect(player.find(".numbers .problem").first).to_contain_text("Il manque le nombre")
    player.find("[data-input=number]").fill("x")
    expect(player.find("[data-action=left]")).to_have_attribute("aria-disabled", "true")
    assert player.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


def test_the_slices_of_three_heaps(visit: Open) -> None:
    player = visit("/tables?game=nim&slice=3", "fr", viewport=NARROW, color_scheme="dark")
    board = player.find(".figures .chequer")
    expect(player.find(".table-sheet tbody tr").first).to_be_visible()
    expect(player.find("[data-action=figure]")).to_have_value("slices")
    expect(player.find(".figures .status")).to_contain_text("(x, y, 3)")
    expect(board.locator("[data-square='1,2']")).to_have_text("●")
    player.page.wait_for_url("**slice=3*")
    dial = player.page.get_by_role("slider", name="Troisième tas z")
    expect(dial).to_have_value("3")
    dial.press("ArrowRight")
    expect(player.find(".figures .status")).to_contain_text("(x, y, 4)")
    expect(board.locator("[data-square='1,5']")).to_have_text("●")
    player.page.wait_for_url("**slice=4*")
    assert violations(player) == []
    assert player.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    player.page.reload()
    expect(board.locator("[data-square='1,5']")).to_have_text("●")


def test_the_tables_of_three_heaps(visit: Open) -> None:
    game = "rules:heaps 3; take n from one; take n, n, n from all"
    player = visit(f"/tables?game={quote(game)}")
    expect(player.find("[data-action=kind]")).to_have_value("triples")
    expect(player.find(".table-sheet tbody tr")).to_have_count(20)
    player.find("[data-action=kind]").select_option("slice")
    expect(player.find(".table-sheet caption")).to_contain_text("(x, y, 0)")
    player.find(".options [data-dial=slice]").press("ArrowRight")
    expect(player.find(".table-sheet caption")).to_contain_text("(x, y, 1)")
    player.page.wait_for_url("**kind=slice*slice=1*")
    player.find(".figures summary").click()
    expect(player.find(".figures .status")).to_contain_text("(x, y, 1)")
    assert violations(player) == []
