"""The page of drills: asked, refuted on the board, asked again, counted, kept, taken along."""

import re
from pathlib import Path

from playwright.sync_api import expect

from marienbad.analysis import Game
from marienbad.heaps import Position
from marienbad.school.drill import Drill, read
from tests.page.browser import NARROW, Open, Player
from tests.page.test_access import violations
from tests.support import until


def asked(player: Player) -> Position:
    """The position of the question that waits for its answer."""
    expect(player.find('[data-action="next"]')).to_be_hidden()
    expect(player.find(".drill-asked")).not_to_be_empty()
    return player.position


def go_on(player: Player) -> None:
    """To the next question, which is there when its answer can be given."""
    player.act("next")
    expect(player.find('[data-action="next"]')).to_be_hidden()


def test_a_wrong_move_is_refuted_on_the_board_and_asked_again(visit: Open, tmp_path: Path) -> None:
    player = visit("/drill?kind=mirror&form=move&difficulty=2")
    nim = Game.named("nim")
    player.wait_turn()
    first = asked(player)
    winning = nim.analyse(first).winning_moves
    wrong = next(move for move in nim.moves(first) if move not in winning)
    player.choose(wrong)
    player.act("take")
    expect(player.status).to_contain_text("No. The other player takes")
    expect(player.find('[data-action="next"]')).to_be_focused()
    until(lambda: sum(player.position) < sum(first) - sum(wrong))
    assert nim.analyse(player.position).outcome == "P", "the refutation is played"
    expect(player.find(".drill-score")).to_have_text(
        re.compile(r"In a row: 0 · 0 of 1 right · median time \d+\.\d\ss")
    )
    go_on(player)
    player.wait_turn()
    second = asked(player)
    assert sorted(second) != sorted(first)
    player.choose(nim.analyse(second).winning_moves[0])
    player.act("take")
    expect(player.status).to_contain_text("Right: you leave")
    expect(player.find(".drill-score")).to_contain_text("In a row: 1 · 1 of 2 right")
    go_on(player)
    expect(player.find(".drill-mark")).to_have_text("Once more")
    player.wait_turn()
    assert asked(player) == first

    # What is kept is drawn again on the next visit, and its file is the terminal's.
    player.page.reload()
    expect(player.find(".drill-plot svg").first).to_have_attribute(
        "aria-label", "Right answers of the last sessions, the oldest first: 50%"
    )
    with player.page.expect_download() as download:
        player.act("export")
    file = tmp_path / "drills.json"
    download.value.save_as(file)
    kept = read(file.read_text("utf-8"), "drills.json")
    assert (kept.number, kept.returning[0].question.position) == (2, first)
    assert (kept.sessions[0].tally.asked, kept.sessions[0].tally.right) == (2, 1)
    player.act("forget")
    expect(player.find(".drill-plot")).to_be_hidden()
    player.act("offer")
    expect(player.find(".drill-plot")).to_be_visible()
    player.act("forget")
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text("utf-8").replace('"right": 1', '"right": 3'))
    player.find('[data-action="import"]').set_input_files(broken)
    expect(player.find(".notice")).to_contain_text("broken.json: sessions[0].right is not")
    expect(player.find(".drill-plot")).to_be_hidden()
    player.find('[data-action="import"]').set_input_files(file)
    expect(player.find(".drill-plot")).to_be_visible()
    player.find(".drill-plot summary").click()
    expect(player.find(".drill-plot tbody td").nth(2)).to_have_text("1 of 2 right")


def test_the_page_asks_what_the_terminal_asks(visit: Open) -> None:
    """The same seed and the same answers: the same questions, difficulties and returns."""
    player = visit("/drill?kind=marienbad&form=judge")
    asked(player)
    (seed,) = {found[1] for url in player.requests if (found := re.search(r"seed=(\d+)", url))}
    drill = Drill("marienbad", "judge", seed=int(seed))
    for number in range(15):
        question = drill.next()
        assert asked(player) == question.position, number
        is_again = any(one.question.is_like(question) for one in drill.returning)
        mark = "Once more" if is_again else f"Difficulty {question.difficulty}"
        expect(player.find(".drill-mark")).to_have_text(mark)
        is_right = number not in (0, 1, 8)
        is_p = question.game.analyse(question.position).outcome == "P"
        player.act("yes" if is_p == is_right else "no")
        expect(player.status).to_have_text(re.compile("^Right" if is_right else "^No"))
        drill.take(question, is_right)
        go_on(player)
    assert drill.difficulty > 1
    assert drill.returning


def test_numbers_are_typed_on_a_telephone_in_french(visit: Open) -> None:
    player = visit("/drill?kind=queen&form=pair&difficulty=1", lang="fr", viewport=NARROW)
    expect(player.find(".drill-asked")).to_contain_text("Quel nombre va avec")
    number = player.find("[data-input=number]")
    number.fill("deux")
    number.press("Enter")
    expect(player.find(".drill-number .problem")).to_contain_text("On attend un nombre entier")
    asked_text = player.find(".drill-asked").inner_text()
    number.fill("999")
    number.press("Enter")
    expect(player.status).to_contain_text("Non\u202f: de (")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert violations(player) == []
    player.page.keyboard.press("Enter")
    expect(player.find(".drill-asked")).not_to_have_text(asked_text)
    expect(number).to_be_focused()

    # Another kind has other forms; the address follows.
    player.find("[data-action=kind]").select_option("sums")
    expect(player.find("[data-action=form]")).to_have_value("move")
    player.find("[data-action=form]").select_option("value")
    expect(player.find(".drill-asked")).to_contain_text("valeur de Grundy")
    player.page.wait_for_url("**kind=sums&form=value*")
    number.fill("0777")
    number.press("Enter")
    expect(player.status).to_contain_text("la somme de Nim de ces nombres est")


def test_a_question_waits_for_the_server(visit: Open) -> None:
    player = visit("/drill?kind=nim&form=judge&difficulty=1")
    before = asked(player)
    player.set_offline(True)
    player.act("yes")
    expect(player.find(".drill-table .again")).to_be_visible()
    player.set_offline(False)  # it is asked again by itself
    expect(player.find('[data-action="next"]')).to_be_visible()
    expect(player.find(".drill-score")).to_contain_text("of 1 right")
    assert sum(player.position) <= sum(before)
