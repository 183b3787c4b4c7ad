"""The coach's four doors, explanations drawn on the board, the tug of war, analysis and tables."""

import re

import pytest
from playwright.sync_api import Route, expect

import marienbad
from tests.page.browser import NARROW, Open, winning


def test_the_doors_open_one_at_a_time_and_are_counted(visit: Open) -> None:
    player = visit()
    player.set_up("nim", start="3, 4")
    expect(player.find('[data-step="2"]')).to_have_attribute("aria-disabled", "true")
    player.open_doors(1)
    expect(player.find(".answer").nth(0)).to_have_text("You can win.")
    answers = player.find(".answer")
    player.act("hint")
    expect(answers.nth(1)).to_contain_text("row 2")
    player.act("hint")
    expect(answers.nth(2)).to_contain_text("take 1 match from row 2")
    expect(player.find('[data-action="take"]')).to_have_text("Take 1")
    expect(player.find(".helps")).to_contain_text("3")
    player.page.reload()  # which forgets neither the game nor the help
    player.wait_turn()
    expect(player.find(".helps")).to_contain_text("3")
    player.play("nim", winning)
    expect(player.status).to_contain_text("You have won.")
    expect(player.status).not_to_contain_text("without any help")


def test_the_coach_is_a_sheet_on_a_phone(visit: Open) -> None:
    player = visit(viewport=NARROW)
    player.wait_turn()
    expect(player.find(".coach-body")).to_be_hidden()
    player.open_doors(1)
    expect(player.find('[data-heap="0"]')).to_be_in_viewport()
    player.find('[data-step="2"]').click()
    expect(player.find(".answer").nth(1)).to_contain_text("The most difficult to answer")
    player.act("coach")
    expect(player.find(".coach-body")).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "start"),
    [
        ("marienbad", "1, 3, 5, 6"),
        ("wythoff", "8, 11"),
    ],
)
def test_every_theory_explains(visit: Open, game: str, start: str) -> None:
    player = visit()
    player.set_up(game, start=start)
    player.open_doors(4)
    for theory in marienbad.game(game).theories:
        player.find('[data-action="theory"]').select_option(theory)
        expect(player.find(".reason .explanation p").first).to_contain_text("can win")
        expect(player.find('[data-action="theory"]')).to_have_value(theory)
        marks = {
            "packets": ".overlay path.packet.alone",
            "binary": ".row-note .digit.odd",
            "arithmetic": "table.digits .shifted",
        }
        if theory in marks:
            expect(player.find(marks[theory]).first).to_be_attached()
        if game == "wythoff":  # the beams lie on the chessboard, whatever the method
            expect(player.find('[data-square="4,7"]')).to_have_class(re.compile("to-leave"))
        if theory == "arithmetic":
            expect(player.find("table.digits sub")).to_have_text(["F", "F"])
            assert player.find(".picture .wide").evaluate("e => e.scrollWidth <= e.clientWidth")


def test_an_answer_that_comes_too_late_is_not_shown(visit: Open) -> None:
    player = visit()
    player.set_up(start="1, 3, 5, 6")
    player.open_doors(4)
    held = player.hold("**/api/drawing*theory=packets*")
    player.find('[data-action="theory"]').select_option("packets")
    request = held()
    player.find('[data-action="theory"]').select_option("binary")
    expect(player.find(".row-note .digit.odd").first).to_be_attached()
    with player.page.expect_request_finished():
        request.continue_()
    expect(player.find(".overlay path")).to_have_count(0)
    expect(player.find(".row-note .digit.odd").first).to_be_attached()
    held = player.hold("**/hint*")
    player.act("new-game")
    player.wait_turn()
    player.act("hint")
    request = held()
    player.act("new-game")
    player.wait_turn()
    with player.page.expect_request_finished():
        request.continue_()
    expect(player.find(".doors li.open")).to_have_count(0)
    expect(player.find(".answer").first).to_be_empty()
    player.act("hint")
    request = held()
    player.act("new-game")
    player.wait_turn()
    with player.page.expect_request_finished():
        player.refuse(request)
    expect(player.find(".answer").first).to_be_empty()


def test_the_other_ending_is_one_click_away(visit: Open) -> None:
    player = visit()
    player.set_up(start="1, 1, 3")
    player.open_doors(4)
    reason = player.find(".reason")
    expect(reason).to_contain_text("take 2 matches from row 3, leaving (1, 1, 1)")
    reason.get_by_label("the last to take wins").check()
    expect(reason).to_contain_text("take 3 matches from row 3, leaving (1, 1, 0)")
    expect(reason.get_by_label("the last to take wins")).to_be_focused()
    reason.get_by_label("the last to take loses").check()
    expect(reason).to_contain_text("take 2 matches from row 3, leaving (1, 1, 1)")
    expect(player.find(".rule").first).to_contain_text("whoever takes the last match loses")


def test_the_arcs_close_after_the_move_that_was_explained(visit: Open) -> None:
    player = visit()
    player.set_up(start="1, 3, 5, 6")
    player.open_doors(4)
    player.find('[data-action="theory"]').select_option("packets")
    expect(player.find(".overlay path.alone")).to_have_count(1)
    with player.stopped_clock():
        player.act("take")
        expect(player.find(".overlay path.alone")).to_have_count(0)
        expect(player.find(".overlay path.arc").first).to_be_attached()
    player.wait_turn()
    expect(player.find(".overlay path")).to_have_count(0)


def test_the_decisive_mistake_can_be_played_again(visit: Open) -> None:
    player = visit()
    player.lose()
    expect(player.status).to_contain_text("The machine has won.")
    expect(player.find(".review .verdict")).to_contain_text("you could have won by taking 1 match")
    expect(player.find(".move.decisive")).to_have_count(1)
    player.act("next-step")
    assert player.position == (1, 2)
    expect(player.find('[data-heap="1"][data-index="1"]')).to_have_attribute("aria-pressed", "true")
    better = "At the start, you would have won by taking 1 match from row 2."
    expect(player.status).to_have_text(better)
    player.act("next")
    assert player.position == (0, 2)
    expect(player.status).to_have_text("Move 1. You took 1 match from row 1.")
    player.act("previous")
    player.act("play-on")
    player.wait_turn()
    assert player.position == (1, 2)
    player.play("nim", winning)
    expect(player.status).to_contain_text("You have won.")


def test_a_heap_in_a_position_is_not_parted_by_a_comma(visit: Open) -> None:
    player = visit("/analysis?game=nim&position=1,3,12345")
    expect(player.status).to_contain_text("(1, 3, 12345)")
    expect(player.find('[data-action="follow"]')).to_contain_text("12,343 matches")


def test_a_position_of_200_digits_is_analysed_exactly(visit: Open) -> None:
    small, large = 10**199 + 12345, 10**199 + 99999
    player = visit(f"/analysis?game=nim&position={small},{large},7")
    expect(player.status).to_contain_text("can win")
    (expected,) = marienbad.game("nim").analyse((small, large, 7)).winning_moves
    found = player.find('[data-action="follow"]')
    assert found.get_attribute("data-take") == ",".join(map(str, expected))
    found.click()
    expect(player.status).to_contain_text("is a position to leave")
    left = [size - taken for size, taken in zip((small, large, 7), expected, strict=True)]
    expect(player.find('[data-input="position"]')).to_have_value(", ".join(map(str, left)))


def test_a_link_opens_exactly_the_position_shared(visit: Open) -> None:
    player = visit("/analysis?game=wythoff:a=2&position=26,66&theory=arithmetic")
    expect(player.status).to_contain_text("(26, 66)")
    expect(player.find('[data-action="theory"]')).to_have_value("arithmetic")
    expect(player.find('[data-parameter="a"]')).to_have_value("2")
    large = 10**30 + 1
    player.go(f"/analysis?game=wythoff:a={large}&position=26,66")
    expect(player.find(".rule")).to_contain_text("1,000,000,000")
    assert player.page.url.endswith(f"/analysis?game=wythoff:a={large}&position=26,66")
    player.go("/analysis?game=wythoff:a=2&position=26,66&theory=arithmetic")
    expect(player.find('[data-action="follow"]')).to_have_text(
        "Take 2 tokens from heap 2, leaving (26, 64)"
    )


def test_the_analysis_board_is_played_by_the_reader(visit: Open) -> None:
    player = visit("/analysis?game=nim&position=1,2")
    expect(player.status).to_contain_text("can win")
    player.find('[data-heap="1"][data-index="1"]').click()
    player.act("take")
    expect(player.status).to_contain_text("(1, 1) is a position to leave")
    player.act("undo")
    expect(player.status).to_contain_text("(1, 2) can win")
    player.find('[data-heap="1"][data-index="1"]').click()
    player.find('[data-action="take"]').dblclick()
    expect(player.status).to_contain_text("(1, 1) is a position to leave")
    player.find('[data-input="position"]').fill("0, 7000")
    player.act("analyse")
    expect(player.find(".huge").nth(1)).to_have_text("7000")


def test_a_bound_of_a_parameter_bounds_its_field(visit: Open) -> None:
    def bounded(route: Route) -> None:
        families = route.fetch().json()
        for parameter in families[1]["parameters"]:
            parameter["most"] = {"a": 3}.get(parameter["name"])
        route.fulfill(json=families)

    player = visit()
    player.wait_turn()
    player.page.route("**/api/families*", bounded)
    player.go("/tables")
    expect(player.find('[data-parameter="a"]')).to_have_attribute("max", "3")
    expect(player.find('[data-parameter="b"]:not([max])')).to_have_count(1)


def test_tables_follow_the_parameters_and_are_exported(visit: Open) -> None:
    player = visit("/tables")
    player.find(".chooser summary").click()
    expect(player.page.get_by_role("radio", name="Wythoff’s game 7")).to_be_checked()
    expect(player.find(".table-sheet tbody tr").nth(3)).to_contain_text("47")
    player.find('[data-parameter="a"]').fill("2")
    expect(player.find(".table-sheet tbody tr").nth(1)).to_have_text("113")
    player.find('[data-input="rows"]').fill("5")
    expect(player.find(".table-sheet tbody tr")).to_have_count(5)
    player.find('[data-action="kind"]').select_option("convergents")
    expect(player.status).to_contain_text("convergents")
    with player.page.expect_download() as download:
        player.find('[data-format="csv"]').click()
    assert download.value.path().read_text("utf-8").startswith("i,p,q")
    player.page.get_by_role("radio", name="Nim 3").check()
    player.find('[data-action="base"]').select_option("2")
    expect(player.find(".table-sheet tbody tr").nth(1)).to_contain_text("001")


def test_the_analysis_board_stays_where_an_answer_fails(visit: Open) -> None:
    player = visit("/analysis?game=nim&position=3,5,7")
    expect(player.status).to_contain_text("(3, 5, 7) can win")
    held = player.hold("**/api/analysis*")
    player.choose((0, 0, 2))
    player.act("take")
    player.refuse(held())
    expect(player.status).to_contain_text("Not now.")
    expect(player.find('[data-action="undo"]')).to_have_attribute("aria-disabled", "true")
    player.page.unroute("**/api/analysis*")
    player.act("take")
    expect(player.status).to_contain_text("(3, 5, 5)")
    player.act("undo")
    expect(player.status).to_contain_text("(3, 5, 7) can win")
