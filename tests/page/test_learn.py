"""The path of lessons: walked on a phone, by keyboard, taken along as a file; lessons written and
shared.
"""

import json
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any
from zlib import compressobj

from playwright.sync_api import expect

import marienbad
from tests.page.browser import NARROW, Open, Player, winning

ASKED = ".answers:not([hidden]) button"
PLAYED = ".lesson heap-rows [data-heap]:not([aria-disabled])"
DONE = "[data-action=next-task]:not([hidden]), .lesson-end:not([hidden])"
FULL = ".mark.full"


def solve(player: Player, game: str) -> None:
    """Do a task to its end without a mistake."""
    rules = marienbad.game(game)
    expect(player.find(f"{ASKED}, {PLAYED}").first).to_be_visible()
    if player.find(ASKED).count():
        is_to_leave = rules.analyse(player.position).outcome == "P"
        player.find(f'[data-answer="{"machine" if is_to_leave else "pupil"}"]').click()
    while True:
        expect(player.find(f"{PLAYED}, {DONE}").first).to_be_visible()
        if player.find(DONE).count():
            return
        left = sum(player.position)
        player.choose(winning(rules, player.position))
        player.act("take")
        expect(player.find(".lesson heap-rows [data-heap]").nth(left - 1)).to_have_count(0)


def test_a_pupil_walks_a_lesson_on_a_phone_to_its_end(visit: Open) -> None:
    pupil = visit("/learn", "fr", viewport=NARROW)
    expect(pupil.find(".path li")).to_have_count(19)
    pupil.act("go-on")
    expect(pupil.find("h1")).to_have_text("Deux rangées égales")
    expect(pupil.find(PLAYED)).to_have_count(5)
    assert pupil.position == (2, 3)

    pupil.choose((0, 3))
    pupil.act("take")
    expect(pupil.status).to_have_text(
        "Alors la machine gagne en prenant 2 allumettes dans la rangée 1."
    )
    expect(pupil.find("heap-rows [data-heap]")).to_have_count(0)
    expect(pupil.status).to_contain_text("Votre coup est repris")
    expect(pupil.find(PLAYED)).to_have_count(5)
    assert pupil.position == (2, 3)

    for label, answer in {
        "Un indice": "Comparez les deux rangées.",
        "Où\u202f?": "Prenez dans la rangée 2.",
        "Quel coup\u202f?": "Prenez 1 allumette dans la rangée 2.",
        "Pourquoi\u202f?": "Prenez 1 allumette dans la rangée 2. Deux rangées égales sont",
    }.items():
        expect(pupil.find("[data-action=help]")).to_have_text(label)
        pupil.act("help")
        expect(pupil.find(".help-answer").last).to_contain_text(answer)
    pupil.act("take")  # what the help has raised
    expect(pupil.find("heap-rows [data-heap]").nth(3)).to_have_count(0)
    solve(pupil, "nim")
    expect(pupil.find(FULL)).to_have_count(0)
    expect(pupil.status).to_contain_text("car il y a eu une faute")

    for full in (1, 2, 3):
        pupil.act("next-task")
        solve(pupil, "nim")
        expect(pupil.find(FULL)).to_have_count(full)
    expect(pupil.find(".learned")).to_contain_text("Deux rangées égales sont")
    expect(pupil.find(".lesson-end")).to_be_focused()
    width = pupil.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= NARROW["width"]
    pupil.find(".lesson-end .primary").click()
    expect(pupil.find("h1")).to_have_text("Ne rien laisser de trop")
    pupil.find(".back").click()
    expect(pupil.find(".path li").nth(0)).to_have_attribute("data-state", "done")
    expect(pupil.find(".path li").nth(1)).to_have_attribute("data-state", "next")
    expect(pupil.status).to_have_text("Leçons terminées\u202f: 1 sur 19.")


def test_wrong_judgements_are_refuted_on_the_board_and_moves_taken_back(visit: Open) -> None:
    teacher = visit("/learn?edit")
    lesson = {
        "lesson": 1,
        "name": "own",
        "game": "nim",
        "tasks": [{"judge": "1,2"}, {"judge": "2,2"}, {"play": "3,3,2"}],
        **{part: {"en": part} for part in ("title", "aim", "help", "learned")},
    }
    file: Any = {"name": "own.json", "mimeType": "", "buffer": json.dumps(lesson).encode()}
    teacher.find("[data-action=import]").set_input_files(file)
    expect(teacher.find(".notice")).to_have_text("own.json is open.")
    teacher.act("try")

    teacher.find("[data-answer=machine]").click()  # (1, 2) is not to leave
    expect(teacher.find("heap-rows [data-heap]")).to_have_count(2)
    expect(teacher.find(".playing .status")).to_have_text(
        "Then the machine wins by taking 1 match from row 2."
    )
    teacher.find("[data-answer=pupil]").click()
    teacher.act("next-task")
    teacher.find("[data-answer=pupil]").click()  # (2, 2) is to leave: every try is answered
    expect(teacher.find(PLAYED)).to_have_count(4)
    teacher.choose((1, 0))
    teacher.act("take")
    expect(teacher.find("heap-rows [data-heap]")).to_have_count(2)
    teacher.find("[data-answer=machine]").click()
    teacher.act("next-task")
    expect(teacher.find(PLAYED)).to_have_count(8)
    teacher.choose((0, 0, 2))
    teacher.act("take")
    expect(teacher.find("heap-rows [data-heap]").nth(5)).to_have_count(0)
    expect(teacher.find(PLAYED).first).to_be_visible()
    teacher.act("undo")
    expect(teacher.find(PLAYED)).to_have_count(8)
    solve(teacher, "nim")
    expect(teacher.find(FULL)).to_have_count(1)


def test_all_help_speaks_of_one_move_and_what_it_brought_about_is_said(visit: Open) -> None:
    pupil = visit("/learn?lesson=families")
    expect(pupil.find("[data-action=take]")).to_be_visible()
    told = [  # of (4, 6), where two moves win
        "Where the numbers taken",
        "Take from more than one heap.",
        "Take 3 tokens from each heap.",
        "(1, 3)",
    ]
    for number, said in enumerate(told):
        pupil.act("help")
        expect(pupil.find(".help-answer")).to_have_count(number + 1)
        expect(pupil.find(".help-answer").last).to_contain_text(said)

    pupil.go("/learn?lesson=partners")  # (1, 2, 3) is to leave: nothing is to be tried there
    expect(pupil.find(ASKED)).to_have_count(2)
    pupil.act("help")
    expect(pupil.find(".help-answer")).to_have_count(1)
    pupil.act("help")
    expect(pupil.find(".help-answer").last).to_contain_text("(1, 2, 3) is a position to leave")
    expect(pupil.find(".help-answer").last).not_to_contain_text("A good try")
    pupil.find("[data-answer=machine]").click()
    expect(pupil.status).to_have_text(
        "Right. It does not count yet, as you had help: once more alone."
    )

    pupil.go("/learn?lesson=race")  # of one heap it is not asked where
    expect(pupil.find("[data-action=take]")).to_be_visible()
    pupil.act("help")
    expect(pupil.find("[data-action=help]")).to_have_text("Which move?")

    pupil.go("/learn?lesson=restore")  # and by a theory it is drawn
    expect(pupil.find(PLAYED)).to_have_count(10)
    for number in range(4):
        pupil.act("help")
        expect(pupil.find(".help-answer")).to_have_count(number + 1)
    expect(pupil.find(".overlay .glow").first).to_be_attached()


def test_progress_goes_along_as_a_file(visit: Open, tmp_path: Path) -> None:
    pupil = visit("/learn")
    steps = {
        "mirror": {"tasks": 3, "row": 3, "done": True},
        "last": {"tasks": 1, "row": 0, "done": False},
    }
    pupil.page.evaluate(
        "steps => localStorage.setItem('marienbad.lessons', steps)", json.dumps(steps)
    )
    pupil.page.reload()
    expect(pupil.find("[data-state=begun] a")).to_have_attribute("data-lesson", "last")
    with pupil.page.expect_download() as download:
        pupil.act("export")
    saved = tmp_path / "progress.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text("utf-8"))["lessons"] == steps
    pupil.act("forget")
    expect(pupil.find("[data-state=done]")).to_have_count(0)
    pupil.act("offer")
    expect(pupil.find("[data-state=done]")).to_have_count(1)

    other = visit("/learn")
    further = {"last": {"tasks": 4, "row": 1, "done": False}}
    other.page.evaluate(
        "steps => localStorage.setItem('marienbad.lessons', steps)", json.dumps(further)
    )
    for content, problem in {
        b"1-3-5-7": "not a file of progress",
        b'{"format": "marienbad progress", "version": 2}': "of version 2",
        b'{"format": "marienbad progress", "version": 1, "lessons": {"mirror": 1}}': "“mirror”",
    }.items():
        broken: Any = {"name": "broken.json", "mimeType": "", "buffer": content}
        other.find("[data-action=import]").set_input_files(broken)
        expect(other.find(".notice")).to_contain_text(problem)
    other.find("[data-action=import]").set_input_files(saved)
    expect(other.find("[data-state=done] a")).to_have_attribute("data-lesson", "mirror")
    kept = other.page.evaluate("() => JSON.parse(localStorage.getItem('marienbad.lessons'))")
    assert kept == {**steps, **further}


def test_a_lesson_by_keyboard_alone(visit: Open) -> None:
    pupil = visit("/learn?lesson=queen")
    expect(pupil.find(".square.reach").first).to_be_visible()
    pupil.find(".square[tabindex='0']").focus()
    for key in ("Home", "PageDown", "Enter"):
        pupil.page.keyboard.press(key)
    expect(pupil.find(".square.chosen")).to_have_attribute("data-square", "0,0")
    pupil.page.keyboard.press("Enter")
    expect(pupil.status).to_have_text("You have won.")
    expect(pupil.find("[data-action=next-task]")).to_be_focused()
    pupil.page.keyboard.press("Enter")
    expect(pupil.find(".task-count")).to_have_text("Task 2")

    pupil.go("/learn?lesson=cut")
    expect(pupil.find("[data-action=cut]")).to_have_count(3)
    pupil.page.keyboard.press("h")  # only on the board do letters mean something
    pupil.find("[data-action=check]").focus()
    pupil.page.keyboard.press("Enter")
    expect(pupil.status).to_contain_text("Not yet: row 1.")
    expect(pupil.find('[data-index="0"]')).to_be_focused()
    pupil.page.keyboard.press("h")
    expect(pupil.find(".help-answer")).to_have_count(1)
    pupil.page.keyboard.press("ArrowRight")
    pupil.page.keyboard.press("Space")
    expect(pupil.find(".packet-size")).to_have_text(["1", "2"])
    pupil.find("[data-action=check]").focus()
    pupil.page.keyboard.press("Enter")
    expect(pupil.find("[data-action=next-task]")).to_be_focused()


def test_a_lesson_is_written_tried_shared_and_opened_by_its_link(visit: Open) -> None:
    teacher = visit("/learn?edit")
    teacher.refused.add(422)
    right = teacher.find(".edit > .status")
    # Of the three the two that are to leave are to be chosen and judged, not played.
    expect(right).to_contain_text(
        "The lesson is right. Tasks: 3; to leave, so that the machine begins: 0."
    )
    teacher.find("[data-input=title]").fill(" ")
    expect(right).to_have_text("Not yet right. “Title” is empty: a few words are expected there.")
    expect(teacher.find("[data-input=title]")).to_have_attribute("aria-invalid", "true")
    teacher.find("[data-input=title]").fill("<b>Twins</b>")
    first = teacher.find(".task-fields li").nth(0)
    first.locator("[data-input=position]").fill("1,x")
    expect(first.locator(".problem").first).to_contain_text("“x” is not a heap")
    expect(right).to_contain_text("Not yet right.")
    first.locator("[data-input=position]").fill("1, 2")
    expect(right).to_contain_text("The lesson is right. Tasks: 3")
    teacher.act("add-task")
    teacher.find("[data-input=position]").last.fill("5,6")
    teacher.find("[data-input=kind]").nth(3).select_option("cut")
    expect(right).to_contain_text("Tasks: 4")
    teacher.find("[data-input=more]").select_option("nim")
    teacher.act("try")
    expect(teacher.find(".trial h2").first).to_have_text("<b>Twins</b>")
    solve(teacher, "nim")
    teacher.find("[data-action=edit]").first.click()
    teacher.act("share-lesson")
    link = teacher.find("[data-link=lesson]").input_value()
    assert link.startswith(f"{teacher.address}/learn#lesson=")

    pupil = visit(link, "fr")
    expect(pupil.find("h1")).to_have_text("<b>Twins</b>")
    expect(pupil.find(PLAYED)).to_have_count(3)
    assert "Twins" not in "".join(pupil.requests)
    solve(pupil, "nim")
    expect(pupil.find(FULL)).to_have_count(1)
    assert pupil.page.evaluate("() => localStorage.getItem('marienbad.lessons')") is None

    teacher.page.reload()  # what was written is still there
    expect(teacher.find("[data-input=title]")).to_have_value("<b>Twins</b>")


def test_three_rows_stand_above_the_button_on_a_phone_and_none_is_framed(visit: Open) -> None:
    pupil = visit("/learn?lesson=nothing", "fr", viewport={"width": 360, "height": 740})
    expect(pupil.status).to_contain_text("À vous de jouer")
    expect(pupil.find(".piece:focus, .piece.pointed")).to_have_count(0)
    last, act = pupil.find(".piece").last.bounding_box(), pupil.find(".act").bounding_box()
    assert last
    assert act
    assert last["y"] + last["height"] <= act["y"]


def test_a_broken_link_says_so(visit: Open) -> None:
    press = compressobj(wbits=-15)
    bomb = press.compress(b'{"lesson": "' + b"x" * 10**6 + b'"}') + press.flush()
    player = visit("/learn#lesson=e30")
    player.refused.add(422)
    expect(player.status).to_contain_text("“lesson” is missing")
    for broken in ("", "!", "abcd", urlsafe_b64encode(bomb).decode().rstrip("=")):
        player.go("/history").go(f"/learn#lesson={broken}")
        expect(player.status).to_contain_text("This link to a lesson is broken")
