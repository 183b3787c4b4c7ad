"""A lesson in Chromium: a teacher, a projector and pupils; and a whole class by its sockets."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest
from playwright.sync_api import expect
from websockets.sync.client import ClientConnection, connect

from tests.page.browser import NARROW, Open, Player
from tests.page.test_access import SMALL_TARGETS, violations
from tests.support import PATIENCE
from tests.web.rooms.support import Holder

CLASS = 30
NAMES = ("Anna", "Ben", "Chloé")


def opened(teacher: Player, start: str, opponent: str = "novice") -> str:
    """Open a room, and say its code."""
    expect(teacher.find('[data-input="opponent"]')).to_be_visible()
    teacher.find('[data-input="start"]').fill(start)
    teacher.find('[data-input="opponent"]').select_option(opponent)
    teacher.act("open-room")
    expect(teacher.find(".code")).to_be_visible()
    return teacher.find(".code").inner_text()


def join(visit: Open, code: str, name: str, lang: str = "en") -> Player:
    pupil = visit(f"/class?code={code}", lang=lang, viewport=NARROW)
    expect(pupil.find('[data-input="code"]')).to_have_value(code)
    pupil.find('[data-input="name"]').fill(name)
    pupil.act("join")
    expect(pupil.find(".own-name")).to_contain_text(name)
    return pupil


def choose(player: Player, heap: int, index: int) -> None:
    """Choose a match with all to its right on the board that is seen, and press the button."""
    piece = player.find(f'[data-heap="{heap}"][data-index="{index}"]:visible')
    expect(piece).not_to_have_attribute("aria-disabled", "true")
    piece.click()
    player.find('[data-action="take"]:visible').click()


def check(player: Player) -> None:
    """Nothing hinders anybody: the rules of axe, the width, the height of what is pressed."""
    assert violations(player) == []
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert player.page.evaluate(SMALL_TARGETS) == []


def test_a_class_votes_plays_and_has_a_tournament(visit: Open, tmp_path: Path) -> None:
    teacher = visit("/class")
    code = opened(teacher, "1, 2")
    pupils = [
        join(visit, code, name, lang) for name, lang in zip(NAMES, ("en", "fr", "en"), strict=True)
    ]
    anna, ben, chloe = pupils
    expect(teacher.find(".pupils-table tbody tr")).to_have_count(3)
    expect(ben.find(".status:visible")).to_have_text("La classe doit jouer.")
    projector = teacher.find('a.button[target="_blank"]').get_attribute("href")
    wall = visit(str(projector))
    expect(wall.find(".code")).to_have_text(code)
    assert "#" not in wall.page.url

    # a vote that can be changed, a tie, and a lot
    teacher.find('[data-input="seconds"]').select_option("300")
    teacher.act("vote")
    choose(anna, 1, 1)
    expect(anna.find(".status:visible")).to_contain_text("Your vote: 1 match from row 2.")
    choose(anna, 1, 0)
    expect(anna.find(".status:visible")).to_contain_text("Your vote: 2 matches from row 2.")
    choose(ben, 0, 0)
    expect(ben.find(".status:visible")).to_contain_text(
        re.compile("Votre vote\\s: 1 allumette dans la rangée 1.")
    )
    expect(wall.find(".tally li")).to_have_count(2)
    expect(wall.find(".vote-time")).to_have_text(re.compile("^[0-5]:[0-5][0-9]$"))
    check(ben)
    teacher.act("stop")
    expect(teacher.find(".tie")).to_contain_text("Several moves have as many votes")
    expect(anna.find('[data-action="take"]:visible')).to_have_count(0)
    teacher.act("vote-again")
    expect(anna.find(".status:visible")).to_contain_text("Choose a move and vote.")
    choose(anna, 1, 1)
    choose(ben, 0, 0)
    expect(teacher.find(".vote-count")).to_contain_text("2 of 3 have voted")
    teacher.act("stop")
    teacher.act("lot")
    expect(wall.find(".status")).to_contain_text("The machine:")
    check(teacher)

    # who reloads is still there
    teacher.act("again")
    expect(wall.find("heap-rows [data-heap]")).to_have_count(3)
    anna.page.reload()
    expect(anna.find(".own-name")).to_have_text("Anna")
    teacher.find('[data-input="hidden"]').check()
    teacher.act("vote")
    choose(anna, 1, 0)
    expect(ben.find(".vote-count")).to_contain_text("1 sur 3 a voté")
    anna.page.reload()
    expect(anna.find(".status:visible")).to_contain_text("Your vote: 2 matches from row 2.")
    expect(anna.find('[data-action="take"]:visible')).to_have_text("Choose what to take")
    chloe.set_offline(True)
    choose(chloe, 1, 0)
    expect(chloe.find(".problem:visible")).to_contain_text("does not answer")
    chloe.set_offline(False)
    expect(chloe.find(".problem:visible")).to_have_count(0)
    choose(chloe, 1, 0)
    expect(chloe.find('[data-action="take"]:visible')).to_have_text("Choose what to take")
    expect(teacher.find(".vote-count")).to_contain_text("2 of 3 have voted")
    teacher.page.reload()
    teacher.act("stop")
    teacher.act("play")
    expect(chloe.find(".status:visible")).to_contain_text("The class: 2 matches from row 2.")
    expect(chloe.find(".status:visible")).to_contain_text("The class has won.")

    # a tournament of pairs, and its results as a file
    teacher.act("tournament")
    teacher.find('dialog input[value="pairs"]').check()
    expect(teacher.find('dialog [data-input="start"]')).to_have_value("1, 2")
    teacher.find('dialog [data-input="start"]').fill("2")
    teacher.act("begin")
    expect(teacher.find(".round")).to_contain_text("Round 1 of 3. Games going on: 1.")
    expect(wall.find(".round")).to_be_visible()
    expect(wall.find(".class-table")).to_be_hidden()
    for pupil in pupils:
        expect(pupil.find(".round")).to_be_visible()
    playing = [pupil for pupil in (ben, chloe) if pupil.find(".duel:visible").count()]
    assert playing == [ben, chloe]
    choose(ben, 0, 1)
    expect(ben.find(".status:visible")).to_contain_text("Chloé")
    choose(chloe, 0, 0)
    expect(ben.find(".status:visible")).to_contain_text(
        "Vous avez gagné. Votre professeur lancera le tour suivant."
    )
    expect(teacher.find(".round")).to_contain_text("All games are over.")
    expect(teacher.find(".pupils-table tbody tr").first).to_contain_text("Ben")
    with teacher.page.expect_download() as download:
        teacher.act("save-csv")
    lines = download.value.path().read_text("utf-8-sig").splitlines()
    assert lines == ['"Name","Won","Played"', '"Ben","1","1"', '"Anna","0","0"', '"Chloé","0","1"']
    with teacher.page.expect_download() as download:
        teacher.act("save-json")
    assert json.loads(download.value.path().read_text("utf-8"))["pupils"][0]["name"] == "Anna"

    # out of the room in the middle of a game, and the end
    teacher.act("next-round")
    expect(anna.find(".duel h2")).to_have_text("Your game against Chloé")
    teacher.act("next-round")
    expect(teacher.find("dialog")).to_contain_text("Games going on: 1. They end now")
    teacher.find('dialog [data-action="close"]').click()
    teacher.find('[data-action="remove"]').last.click()
    teacher.act("confirm")
    expect(anna.find(".status:visible")).to_contain_text("Chloé has left the room: you have won.")
    expect(chloe.find(".notice")).to_have_text("Your teacher has taken you out of the room.")
    teacher.act("door")
    expect(wall.find(".door")).to_contain_text("The door is closed.")
    expect(wall.find(".code")).to_be_hidden()
    teacher.act("close-room")
    teacher.act("confirm")
    for player in (teacher, anna, wall):
        expect(player.find(".notice").first).to_have_text("The lesson is over.")


def test_a_wrong_code_and_a_name_that_is_taken_are_told(visit: Open) -> None:
    teacher = visit("/class")
    code = opened(teacher, "1, 3, 5, 7", "team")
    join(visit, code, "Anna")
    late = visit("/class?code=BBBBB", viewport=NARROW)
    late.refused |= {404, 409, 422}
    late.find('[data-input="name"]').fill("anna")
    late.act("join")
    expect(late.find(".problem").first).to_contain_text("There is no room “BBBBB”")
    late.find('[data-input="code"]').fill(code.lower())
    late.act("join")
    expect(late.find(".problem").nth(1)).to_contain_text("Anna".lower())
    late.find('[data-input="name"]').fill("<img src=x>")
    late.act("join")
    expect(late.find(".problem").nth(1)).to_contain_text("cannot be a name")
    check(late)
    late.find('[data-input="name"]').fill("Ben")
    late.act("join")
    expect(late.find(".own-name")).to_have_text("Ben · Team 2")
    teacher.act("vote")
    expect(late.find(".status:visible")).to_contain_text("The other team votes.")


@contextmanager
def entered(address: str, code: str, token: str) -> Iterator[ClientConnection]:
    path = address.replace("http", "ws", 1)
    live = f"{path}/api/rooms/{code}/live"
    # what is not read must not hold up the farewell
    with connect(live, open_timeout=PATIENCE, max_queue=None) as socket:
        socket.send(json.dumps({"token": token}))
        yield socket


@pytest.mark.slow
def test_a_class_of_thirty_votes_before_the_teachers_eyes(visit: Open, address: str) -> None:
    teacher = visit("/class")
    code = opened(teacher, "1, 3, 5, 7")

    with httpx.Client(base_url=address, timeout=PATIENCE) as client, ExitStack() as stack:
        pupils = []
        for number in range(CLASS):
            body = {"name": f"Pupil {number}"}
            token = client.post(f"/api/rooms/{code}/pupils", json=body).json()["token"]
            pupils.append(Holder(client, code, token))
            stack.enter_context(entered(address, code, token))
        expect(teacher.find(".door")).to_have_text(f"In the room: {CLASS}")
        teacher.act("vote")
        expect(teacher.find(".vote-count")).to_contain_text(f"0 of {CLASS}")
        for number, pupil in enumerate(pupils):
            pupil.do("/votes", take=[0, 0, 0, 1 + number % 3], ply=0)
        expect(teacher.find(".vote-count")).to_contain_text(f"{CLASS} of {CLASS} have voted")
        expect(teacher.find(".tally b")).to_have_text(["10", "10", "10"])
