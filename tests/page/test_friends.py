"""Two people by a link with a third watching, records, and a server that goes away."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.page.browser import Open, Player, winning
from tests.support import PATIENCE
from tests.web.support import ServerProcess


def invite(player: Player) -> tuple[str, str]:
    """Begin a match with a friend; the friend's link and the watchers'."""
    player.wait_turn()
    player.act("setup")
    player.find("dialog").get_by_label("a friend, by a link").check()
    player.act("begin")
    link = player.find('[data-link="invite"]')
    expect(link).to_be_visible()
    watching = player.find('[data-link="match"]')
    links = link.input_value(), watching.input_value()
    player.page.keyboard.press("Escape")
    return links


def test_two_friends_play_by_link_and_a_third_watches(visit: Open) -> None:
    first = visit()
    seat, watching = invite(first)
    second, third = visit(seat), visit(watching)
    expect(second.status).to_contain_text("Waiting for your friend.")
    assert "#" not in second.page.url
    expect(third.find('[data-action="take"]')).to_have_text("You are watching")

    first.choose((0, 0, 0, 4))
    first.act("take")
    for player in (second, third):
        expect(player.find("[data-heap]")).to_have_count(12)
    expect(second.status).to_contain_text("Your turn.")
    second.page.reload()
    second.wait_turn()
    second.choose((0, 0, 5, 0))
    second.act("take")
    for player in (first, third):
        expect(player.find("[data-heap]")).to_have_count(7)
    expect(first.status).to_contain_text("Your friend took 5 matches from row 3. Your turn.")
    third.find('[data-heap="3"][data-index="0"]').click(force=True)
    expect(third.find('[data-heap="3"][data-index="0"]')).to_have_attribute("aria-pressed", "false")
    first.wait_turn()
    first.choose((0, 3, 0, 0))
    first.act("take")
    second.wait_turn()
    second.choose((0, 0, 0, 3))
    second.act("take")
    first.page.wait_for_selector('[data-heap="0"]:not([aria-disabled])')
    first.choose((1, 0, 0, 0))
    first.act("take")
    expect(second.status).to_contain_text("You have won.")
    expect(first.status).to_contain_text("Your friend has won.")
    expect(third.status).to_contain_text("The second player has won.")
    expect(third.find(".strip li")).to_have_count(5)
    expect(third.find('[data-action="rematch"]')).to_be_hidden()
    first.act("rematch")
    again = first.find('[data-link="invite"]')
    expect(again).to_be_visible()
    second.go(again.input_value())
    expect(second.status).to_contain_text("Your turn: choose a match")


def test_the_friend_s_link_outlives_a_reload(visit: Open) -> None:
    player = visit()
    seat, _ = invite(player)
    player.page.reload()
    player.wait_turn()
    player.act("share")
    assert player.find('[data-link="invite"]').input_value() == seat


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
    player.wait_turn()
    player.set_up("a friend, at this screen", "the last to take wins", start="1, 2")
    player.wait_turn()
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


def test_a_record_is_kept_and_opened_again(visit: Open, tmp_path: Path) -> None:
    player = visit()
    player.wait_turn()
    player.set_up("the last to take wins", "Perfect", start="1, 1")
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
    expect(player.find(".strip li")).to_have_count(2)
    player.act("rematch")
    expect(player.find(".history")).to_be_hidden()
    player.wait_turn()
    player.play("nim", winning)
    expect(player.status).to_contain_text("You have won.")


def test_a_match_goes_on_when_the_server_comes_back(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'restarted.sqlite'}"
    with ServerProcess(database) as server:
        address = server.address
        context = browser.new_context(base_url=address, reduced_motion="reduce", locale="en")
        context.set_default_timeout(1000 * PATIENCE)
        player = Player(context.new_page(), address).go()
        player.wait_turn()
    expect(player.status).to_contain_text("The connection is lost")
    player.choose((0, 0, 0, 1))
    player.act("take")
    with ServerProcess(database, port=server.port):
        expect(player.status).to_contain_text("The machine took")
        player.wait_turn()
        expect(player.status).to_contain_text("Your turn.")
        context.close()
