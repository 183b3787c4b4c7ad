"""What the page sends while a match is played, and what it makes of late and lost answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Request, Route, WebSocket, WebSocketRoute, expect

from tests.page.browser import OPEN, Open, Player, hurry, seat
from tests.page.relay import Relay
from tests.support import PATIENCE


def test_a_move_names_the_position_and_an_undo_the_ply(visit: Open) -> None:
    player = visit()
    sent: list[Any] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append((request.url.rpartition("/")[2], request.post_data_json))

    player.wait_turn()
    player.page.on("request", note)
    player.take((0, 0, 0, 1))
    player.act("undo")
    expect(player.find("[data-heap]")).to_have_count(16)
    move = {"take": [0, 0, 0, 1], "ply": 0, "position": [1, 3, 5, 7]}
    assert sent == [("moves", move), ("undo", {"ply": 2})]


def test_an_undo_whose_answer_was_lost_happens_once(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.take((0, 0, 0, 1))
    before = player.position
    heap = before.index(max(before))  # the machine may have taken any row whole
    player.take(tuple(int(number == heap) for number in range(4)))

    def lose(route: Route) -> None:
        route.fetch()
        player.refuse(route)

    player.refused.add(409)
    player.page.route("**/undo", lose, times=1)
    player.act("undo")
    player.wait_until(lambda: player.position == before)
    player.wait_turn()
    expect(player.status).to_contain_text("Your turn")


PAINTS = """async () => {
  const { PlayPage } = await import(new URL("play-page.js", document.querySelector("script").src));
  const paint = PlayPage.prototype.paint;
  window.paints = [];
  PlayPage.prototype.paint = function () {
    paint.call(this);
    const { isSending, isMyTurn } = this.session;
    window.paints.push(`${this.session.match.ply} ${isSending ? "sent" : isMyTurn}`);
  };
}"""


def test_a_move_is_painted_once_and_needs_no_second_request(visit: Open) -> None:
    player = visit()
    news: list[str] = []

    def listen(live: WebSocket) -> None:
        live.on("framereceived", lambda frame: news.append(str(frame)))

    player.page.on("websocket", listen)
    player.set_up("here", start="1, 2")
    player.choose((0, 1))
    player.page.evaluate(PAINTS)
    player.requests.clear()
    player.act("take")
    expect(player.status).to_contain_text("The second player’s turn.")
    player.wait_until(lambda: any('"ply":1' in frame for frame in news))
    player.wait_turn()
    player.choose((1, 0))
    assert player.page.evaluate("() => window.paints") == ["0 sent", "1 true", "1 true"]
    assert [url.rpartition("/")[2] for url in player.requests] == ["moves"]


def test_too_many_moves_to_send_are_asked_for(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.requests.clear()
    player.set_up("nim", start="600, 3")
    player.find('[data-input="0"]').fill("2")
    expect(player.find('[data-action="take"]')).not_to_have_attribute("aria-disabled", "true")
    assert len([url for url in player.requests if "/api/moves" in url]) == 1


def test_enter_is_heard_before_the_choice_is_judged(visit: Open) -> None:
    player = visit()
    player.set_up("nim", start=f"5, {10**30}")
    held = player.hold("**/api/check*")
    player.find('[data-input="1"]').fill("2")
    player.page.keyboard.press("Enter")
    held().continue_()
    expect(player.status).to_contain_text("The machine took")


def test_nothing_is_played_while_another_game_is_on_its_way(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    held = player.hold("**/api/matches")
    player.find('[data-action="level"]').select_option("perfect")
    expect(player.find(OPEN)).to_have_count(0)
    player.refuse(held(), "Too many games.")
    expect(player.status).to_have_text("Too many games.")
    player.wait_turn()
    player.act("new-game")
    request = held()
    expect(player.find(OPEN)).to_have_count(0)
    request.continue_()
    player.wait_turn()
    player.take((0, 0, 0, 1))
    expect(player.status).to_contain_text("The machine took")


def test_a_move_under_way_is_played_once_whatever_comes_of_a_new_game(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.page.route("**/moves*", lambda route: player.refuse(route, "Too many games."))
    held = player.hold("**/api/matches")
    player.choose((0, 0, 0, 1))
    player.act("take")
    expect(player.status).to_contain_text("Too many games. What you did is kept")
    for _ in range(2):  # the second is ignored: one is on its way already
        player.act("new-game")
    request = held()
    expect(player.find(OPEN)).to_have_count(0)
    player.refuse(request)
    expect(player.find(OPEN)).to_have_count(0)  # the move has not been answered yet
    player.page.unroute("**/moves*")
    player.wait_answer(15)
    assert sum(url.endswith("/api/matches") for url in player.requests) == 2
    expect(player.status).to_contain_text("The machine took")


@contextmanager
def visited(browser: Browser, relay: Relay, lang: str) -> Iterator[Player]:
    """Someone whose way to the server may be cut."""
    address = relay.address
    context = browser.new_context(base_url=address, reduced_motion="reduce", locale=lang)
    context.set_default_timeout(1000 * PATIENCE)
    hurry(context)
    yield Player(context.new_page(), address).go()
    context.close()


def test_a_server_that_never_answers_gets_the_move_when_it_is_back(
    browser: Browser, address: str
) -> None:
    with Relay(address) as relay, visited(browser, relay, "en") as player:
        player.wait_turn()
        player.choose((0, 0, 0, 1))
        player.page.clock.install(time=0)
        player.page.clock.pause_at(3600)  # only the test lets time pass
        relay.silence()
        with player.page.expect_request("**/moves"):
            player.act("take")
        expect(player.status).to_have_text("One moment…")
        player.page.clock.fast_forward(2000)
        expect(player.find(".waiting")).to_have_text("Waiting for the server…")
        # a help asked for now would be counted and lost
        expect(player.find('[data-action="hint"]')).to_have_attribute("aria-disabled", "true")
        player.page.clock.fast_forward(20_000)
        expect(player.status).to_contain_text("What you did is kept")
        relay.speak()
        player.page.clock.resume()
        player.page.clock.fast_forward(20_000)
        player.wait_answer(15)
        expect(player.find(".waiting")).to_be_empty()
        player.page.reload()
        player.wait_turn()
        assert len(player.find(OPEN).all()) < 16
        player.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        relay.silence()
        player.go("/tables")  # the worker does not wait for ever
        expect(player.find("main[data-offline]")).to_be_visible()
        relay.speak()
        expect(player.find("tbody tr").first).to_be_visible()


def test_a_server_that_is_gone_is_said_in_words_and_asked_again(
    browser: Browser, address: str
) -> None:
    with Relay(address) as relay, visited(browser, relay, "fr") as player:
        player.wait_turn()
        player.act("setup")  # a part of the page that has come already
        expect(player.find("dialog")).to_be_visible()
        player.page.keyboard.press("Escape")
        table = Player(player.page.context.new_page(), relay.address).go("/tables")
        expect(table.find("table")).to_be_visible()
        relay.cut()
        player.act("hint")
        expect(player.find(".answer").first).to_contain_text("Le serveur ne répond pas")
        player.act("new-game")
        expect(player.find(".offer")).to_contain_text("Aucune nouvelle partie")
        table.find('[data-input="rows"]').fill("7")
        expect(table.status).to_contain_text("Le serveur ne répond pas")
        assert "Failed" not in player.find("body").inner_text()
        relay.mend()
        player.find(".offer button").click()
        player.wait_turn()
        assert "/m/" not in player.page.url  # nothing was played that Back could lead to
        expect(table.find("tbody tr")).to_have_count(7)  # asked for again by itself


def test_what_could_not_be_sent_is_sent_when_the_match_is_opened_again(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.page.route("**/moves*", lambda route: player.refuse(route, "Later."))
    player.choose((0, 0, 0, 1))
    player.act("take")
    expect(player.status).to_contain_text("Later. What you did is kept")
    player.page.unroute("**/moves*")
    player.page.reload()
    player.wait_answer(15)
    expect(player.status).to_contain_text("The machine took")


def test_a_limit_says_when_to_try_again(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.refused.add(429)
    error = {"error": {"key": "", "message": "Too many games."}}
    headers = {"Retry-After": "3600"}
    player.page.route(
        "**/api/matches", lambda route: route.fulfill(status=429, json=error, headers=headers)
    )
    player.act("new-game")
    expect(player.status).to_have_text("Too many games. Please try again in 1 hour.")


UNREACHED = """globalThis.WebSocket = class extends EventTarget {
  static CLOSED = 3;
  readyState = 3;
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })));
  }
  close() {}
};"""


ASLEEP = """() => {
  const now = Date.now;
  Date.now = () => now() + 60_000;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_whoever_comes_back_after_a_sleep_sees_what_was_played(visit: Open, address: str) -> None:
    """Its socket looks open, and nothing comes by it; another tab has played meanwhile."""
    sockets: list[WebSocketRoute] = []

    def cut_off(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) > 1:
            socket.connect_to_server()

    player = visit("/privacy")
    player.page.route_web_socket("**/live", cut_off)
    path = seat(address, "nim", 2)
    player.go(path)
    player.wait_turn()
    other = Player(player.page.context.new_page(), address).go(path)
    other.wait_turn()
    other.take((2,))
    expect(other.status).to_contain_text("You have won.")
    player.page.evaluate(ASLEEP)
    expect(player.status).to_contain_text("You have won. And without any help.")


def test_where_no_socket_gets_through_the_match_is_asked_for(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.take((0, 0, 0, 1))
    player.page.add_init_script(UNREACHED)
    player.page.reload()
    player.wait_turn()
    match = player.page.evaluate("() => sessionStorage.getItem('marienbad.current')")
    with player.page.expect_response(f"**/api/matches/{match}"):
        pass
    expect(player.status).to_contain_text("Your turn.")
    left = player.position
    player.take(tuple(int(heap == left.index(max(left))) for heap in range(4)))
    expect(player.status).to_contain_text("The machine took")
