"""Two people by a link with a third watching, records, and a server that goes away."""

import re
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browser import Open, Player, hurry, seat, winning
from tests.page.relay import Relay
from tests.support import PATIENCE
from tests.web.support import ServerProcess


def invite(player: Player, start: str | None = None) -> tuple[str, str]:
    """Begin a match with a friend; the friend's link and the watchers'."""
    player.wait_turn()
    player.act("setup")
    player.find("dialog").get_by_label("a friend, by a link").check()
    if start:
        player.find('dialog [data-input="start"]').fill(start)
    player.act("begin")
    link = player.find('[data-link="invite"]')
    expect(link).to_be_visible()
    watching = player.find('[data-link="match"]')
    links = link.input_value(), watching.input_value()
    player.page.keyboard.press("Escape")
    return links


def test_two_friends_play_by_link_and_a_third_watches(visit: Open) -> None:
    first = visit()
    invitation, watching = invite(first, "1, 2, 1")
    second, third = visit(invitation), visit(watching)
    expect(second.status).to_contain_text("Waiting for your friend.")
    assert "#" not in second.page.url
    expect(third.find('[data-action="take"]')).to_have_text("You are watching")

    first.choose((0, 2, 0))
    first.act("take")
    for player in (second, third):
        expect(player.find("[data-heap]")).to_have_count(2)
    expect(second.status).to_contain_text("Your turn.")
    second.page.reload()
    second.wait_turn()
    second.choose((1, 0, 0))
    second.act("take")
    for player in (first, third):
        expect(player.find("[data-heap]")).to_have_count(1)
    expect(first.status).to_contain_text("Your friend took 1 match from row 1. Your turn.")
    third.find('[data-heap="2"]').click(force=True)
    expect(third.find('[data-heap="2"]')).to_have_attribute("aria-pressed", "false")
    first.wait_turn()
    first.choose((0, 0, 1))
    first.act("take")
    expect(second.status).to_contain_text("You have won. And without any help.")
    # on another device nobody knows
    expect(visit(invitation).status).to_have_text(re.compile("You have won\\.$"))
    expect(first.status).to_contain_text("Your friend has won.")
    expect(third.status).to_contain_text("The second player has won.")
    expect(third.find(".judged .move")).to_have_count(4)
    expect(third.find('[data-action="rematch"]')).to_be_hidden()
    first.act("rematch")
    expect(first.find(".friends")).to_contain_text("You have asked your friend to play again.")
    second.act("grant")
    # both sit at the next game, and whoever began is second there
    expect(second.status).to_contain_text("Your turn: choose a match")
    expect(first.status).to_contain_text("Waiting for your friend.")
    assert first.page.url == second.page.url != watching
    third.act("next-game")
    expect(third.status).to_contain_text("The first player’s turn.")


WIDTHS = (360, 768, 1280)


def resize(player: Player, width: int) -> None:
    player.page.set_viewport_size({"width": width, "height": 800})


def test_each_sees_who_is_there_and_asks_the_other(visit: Open) -> None:
    """Coming and going, taking back by consent, helps that are told, the title of the tab."""
    host = visit()
    expect(host.page).to_have_title("Your turn · Marienbad")
    invitation, watching = invite(host)
    company = host.find(".friends .who")
    expect(company).to_have_text("Your friend has not come yet.")
    host.act("invite")
    expect(host.find(".qr")).to_be_visible()
    guest = visit(invitation, lang="fr")
    expect(company).to_have_text("Your friend is here.")
    expect(host.find("dialog")).to_have_count(0)
    expect(guest.find(".friends .who")).to_have_text("Votre ami est là.")
    expect(guest.find(".friends")).to_contain_text("Un ami vous invite")
    expect(guest.page).to_have_title("En attente · Marienbad")
    spectator = visit(watching)
    expect(spectator.find(".friends .who")).to_contain_text(
        "You are watching. Both players are here."
    )
    expect(company).to_contain_text("Others watching: 1.")

    host.wait_turn()
    host.choose((0, 0, 0, 4))
    host.act("take")
    expect(host.page).to_have_title("Waiting · Marienbad")
    expect(host.find('[data-action="take"]')).to_have_text("Your friend’s turn")
    guest.wait_turn()
    host.act("undo")  # it was seen, though not answered
    guest.act("decline")
    expect(host.find(".friends")).to_contain_text("Your friend has not agreed.")
    expect(guest.page).to_have_title("À vous · Marienbad")
    guest.choose((0, 0, 5, 0))
    guest.act("take")
    host.wait_turn()
    host.open_doors(1)
    expect(guest.find(".accord")).to_contain_text("vous 0, votre ami 1")
    host.choose((0, 0, 0, 1))
    host.act("undo")
    for width in WIDTHS:
        resize(guest, width)
        expect(guest.find('[data-action="grant"]')).to_be_in_viewport(ratio=1)
        expect(guest.find(".board")).to_be_in_viewport(ratio=1)
    guest.act("decline")
    expect(host.find(".friends")).to_contain_text("Your friend has not agreed.")
    expect(host.find('[data-action="take"]')).to_have_text("Take 1")  # what was chosen
    host.act("undo")
    expect(guest.find('[data-action="grant"]')).to_be_visible()
    host.act("withdraw")
    expect(guest.find('[data-action="grant"]')).to_have_count(0)
    host.act("undo")
    guest.act("grant")
    expect(host.find("[data-heap]")).to_have_count(16)
    expect(guest.find(".friends")).to_contain_text("Votre ami a repris son coup.")
    expect(host.find(".friends")).not_to_contain_text("taken the move back")

    guest.page.goto("about:blank")
    expect(company).to_contain_text("Your friend has gone.")
    expect(spectator.find(".friends .who")).to_contain_text("Only the first player is here.")


def test_a_game_with_lots_and_without_help(visit: Open) -> None:
    host = visit(lang="fr")
    host.wait_turn()
    host.act("setup")
    dialog = host.find("dialog")
    for label in ("un ami, par un lien", "Tirer au sort", "aucune"):
        dialog.get_by_label(label).check()
    host.act("begin")
    invitation = host.find('[data-link="invite"]').input_value()
    host.page.keyboard.press("Escape")
    guest = visit(invitation)
    expect(guest.find(".friends")).to_contain_text("Lots were drawn:")
    expect(host.find(".friends")).to_contain_text("On a tiré au sort")
    closed = "Closed by agreement."
    for width, height in ((1280, 860), (740, 360), (360, 640)):
        guest.page.set_viewport_size({"width": width, "height": height})
        for part in (".play .rule", ".accord", ".friends .who"):
            expect(guest.find(part)).to_be_in_viewport(ratio=1)
    expect(guest.find(".accord")).to_have_text(closed)
    expect(guest.find('[data-action="hint"]')).to_have_attribute("aria-disabled", "true")
    # a new game during the game is offered too, and nobody is left behind
    guest.act("new-game")
    expect(host.find(".friends")).to_contain_text("Votre ami aimerait rejouer.")
    before = host.page.url
    host.act("grant")
    host.wait_until(lambda: host.page.url == guest.page.url != before)
    expect(guest.find(".accord")).to_have_text(closed)


LINK = f"https://example.org/m/AbCdEfGhIjKlMnOp#AbCdEfGhIjKlMnOp.1.{'0123456789' * 4}abc"
READ = {
    "marienbad": "293b5155d8a21696",
    LINK: "7e1370e5adde44f7",
    "x" * 213: "f673820bb5ccd3f0",
}
"""Texts, and the codes from which two programs of others (zbar, OpenCV) have read them again."""


def test_the_qr_code_is_one_that_others_can_read(visit: Open) -> None:
    player = visit()
    codes = player.page.evaluate(
        """async (texts) => {
          const { qrModules } = await import("/static/common/qr.js");
          return texts.map((text) => qrModules(text)?.flat().join("") ?? null);
        }""",
        [*READ, "x" * 214],
    )
    assert [sha256(code.encode()).hexdigest()[:16] for code in codes[:-1]] == [*READ.values()]
    assert codes[-1] is None


def test_the_friend_s_link_outlives_a_reload(visit: Open) -> None:
    player = visit()
    invitation, _ = invite(player)
    player.page.reload()
    player.wait_turn()
    player.act("share")
    assert player.find('[data-link="invite"]').input_value() == invitation


def test_a_link_takes_no_seat_by_mistake(visit: Open) -> None:
    """Neither one that was cut off, nor one's own invitation, unless one says so."""
    player = visit()
    invitation, watching = invite(player)
    guest = visit(invitation[:-4], lang="fr")
    expect(guest.status).to_contain_text("Le lien de la place n’est pas entier")
    expect(guest.find('[data-action="take"]')).to_contain_text("Vous regardez")

    own = f"{watching}#{watching.rpartition('/')[2]}.0.nonsense"
    player.go("/privacy").go(own)  # the seat that was kept here stays
    player.wait_turn()
    player.choose((0, 0, 0, 1))
    player.act("take")
    expect(player.status).to_contain_text("Waiting for your friend.")
    for answer, status in (
        ("own-seat", "Waiting for your friend."),
        ("both-seats", "The second player’s turn."),
    ):
        player.go("/privacy").go(invitation)
        expect(player.find("dialog")).to_contain_text("This is your own invitation")
        player.act(answer)
        expect(player.find("dialog")).to_have_count(0)
        expect(player.status).to_contain_text(status)
    guest.go("/privacy").go(invitation)
    expect(guest.status).to_contain_text("À vous")


def test_a_link_is_marked_where_there_is_no_clipboard(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    player.page.reload()
    player.wait_turn()
    player.act("share")
    player.find('[data-action="copy"]').first.click()
    expect(player.find(".notice")).to_contain_text("copy the marked link by hand")


def test_two_people_share_one_screen(visit: Open) -> None:
    player = visit()
    player.set_up("nim", "here", start="1, 2")
    player.choose((0, 1))
    player.act("take")
    expect(player.status).to_contain_text("The second player’s turn.")
    player.wait_turn()
    player.choose((1, 0))
    player.act("take")
    player.wait_turn()
    player.choose((0, 1))
    player.act("take")
    expect(player.status).to_contain_text("The first player has won.")


def test_a_record_is_kept_and_opened_again(visit: Open, address: str, tmp_path: Path) -> None:
    player = visit(seat(address, "nim", 1, 1))
    player.wait_turn()
    player.take((1, 0))
    expect(player.status).to_contain_text("The machine has won.")
    player.act("share")
    with player.page.expect_download() as download:
        player.act("record")
    record = tmp_path / "match.txt"
    download.value.save_as(record)
    assert '[Game "nim"]' in record.read_text("utf-8")
    player.find('[data-action="upload"]').set_input_files(record)
    expect(player.find("dialog")).to_have_count(0)
    expect(player.find(".judged .move")).to_have_count(3)
    player.act("rematch")
    expect(player.find(".review")).to_be_hidden()
    player.wait_turn()
    player.play("nim", winning)
    expect(player.status).to_contain_text("You have won. And without any help.")
    player.act("share")
    with player.page.expect_download() as download:
        player.act("record")
    download.value.save_as(record)
    won = player.page.url
    player.find('[data-action="upload"]').set_input_files(record)
    expect(player.find("dialog")).to_have_count(0)
    # nobody knows with what help
    expect(player.status).to_have_text(re.compile("You have won\\.$"))
    assert player.page.url != won


def opened(browser: Browser, address: str) -> Player:
    """Someone who is not hindered by a server that goes away."""
    context = browser.new_context(base_url=address, reduced_motion="reduce", locale="en")
    context.set_default_timeout(1000 * PATIENCE)
    hurry(context)
    player = Player(context.new_page(), address).go()
    player.wait_turn()
    return player


def move_without_server(player: Player) -> None:
    expect(player.status).to_contain_text("The connection is lost")
    player.choose((0, 0, 0, 1))
    player.act("take")


def go_on(player: Player) -> None:
    expect(player.status).to_contain_text("The machine took")
    player.wait_turn()
    expect(player.status).to_contain_text("Your turn.")
    player.page.context.close()


def test_a_match_goes_on_when_the_server_comes_back(browser: Browser, address: str) -> None:
    with Relay(address) as relay:
        player = opened(browser, relay.address)
        relay.cut()
        move_without_server(player)
        relay.mend()
        go_on(player)


@pytest.mark.verify
def test_a_match_goes_on_when_the_server_was_started_again(
    browser: Browser, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'restarted.sqlite'}"
    with ServerProcess(database) as server:
        player = opened(browser, server.address)
    move_without_server(player)
    with ServerProcess(database, port=server.port):
        go_on(player)
