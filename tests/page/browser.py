"""A player who clicks, for the tests of the page."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Route,
    ViewportSize,
    expect,
)

import marienbad
from tests.support import until

WIDE: ViewportSize = {"width": 1280, "height": 860}
TABLET: ViewportSize = {"width": 768, "height": 1024}
NARROW: ViewportSize = {"width": 360, "height": 640}
SIZES = (NARROW, TABLET, WIDE)
OPEN = ".board:not([aria-busy]) [data-heap]:not([aria-disabled])"
OVER = ".play:has(.board:not([aria-busy])) .status.final"
Open = Callable[..., "Player"]
HURRIED = """{
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, time, ...values) => {
    const isPause = 400 <= time && time < 5000 && time !== 600 && time !== 1500;
    const isLimit = [12_000, 20_000, 30_000].includes(time) && !("__pwClock" in globalThis);
    return setTimeout(act, isPause ? time / 10 : isLimit ? time * 30 : time, ...values);
  };
}"""
"""Pauses for the eye, and those before the server is asked again, take a tenth of their time: a
test waits for what comes after them. What is offered stays and requests go on for as long as a busy
machine may need, unless the test has the clock of the page. After 600 ms the laboratory asks for
a small map, after 1500 ms the page says that it waits: both stay rare on a quick machine."""


def hurry(context: BrowserContext) -> None:
    """Let nobody wait where the pages of a context only pause."""
    context.add_init_script(HURRIED)


class Player:
    """Someone in front of the page: sees the board, clicks, reads the status line."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.refused: set[int] = set()
        """Statuses that the server is meant to answer; the browser reports them, now or later."""
        self.was_offline = False
        self._heard: list[str] = []
        self.requests: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._heard.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and "blocked by Playwright" not in message.text:
            self._heard.append(message.text)

    @property
    def problems(self) -> list[str]:
        """What the browser complained of, meant refusals aside."""
        meant = [f"status of {status}" for status in self.refused]
        if self.was_offline:
            meant.append("ERR_INTERNET_DISCONNECTED")
        return [text for text in self._heard if not any(one in text for one in meant)]

    def go(self, path: str = "/") -> "Player":
        self.page.goto(path)
        return self

    def set_offline(self, is_offline: bool) -> None:
        """Take the network away, or give it back."""
        self.was_offline = True
        self.page.context.set_offline(is_offline)

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def act(self, action: str) -> None:
        self.find(f'[data-action="{action}"]').click()

    @property
    def status(self) -> Locator:
        return self.find('[role="status"]')

    @property
    def position(self) -> tuple[int, ...]:
        rows = self.find("heap-rows .row")
        return tuple(self.find(f'[data-heap="{heap}"]').count() for heap in range(rows.count()))

    @property
    def is_over(self) -> bool:
        return self.find(OVER).count() > 0

    def wait_turn(self) -> None:
        self.page.wait_for_selector(f"{OPEN}, {OVER}")

    def choose(self, take: tuple[int, ...]) -> None:
        for heap, (size, amount) in enumerate(zip(self.position, take, strict=True)):
            if amount:
                self.find(f'[data-heap="{heap}"][data-index="{size - amount}"]').click()

    def take(self, move: tuple[int, ...]) -> None:
        left = sum(self.position) - sum(move)
        self.choose(move)
        self.act("take")
        self.wait_answer(left)

    def wait_answer(self, left: int) -> None:
        """Wait until no more than this is left, and the turn comes back or the game is over."""
        expect(self.find("[data-heap]").nth(left)).to_have_count(0)
        self.wait_turn()

    def wait_until(self, is_so: Callable[[], object]) -> None:
        """Wait for something that the test is told and the page does not show."""
        until(is_so, lambda _: self.page.wait_for_timeout(50))

    def hold(self, pattern: str, but: str | None = None) -> Callable[[], Route]:
        """Hold such requests up on their way; each call waits for the next one and returns it.

        With a word to tell them by, those that bring it go on, and those that bring nothing.
        """
        held: list[Route] = []

        def hold(route: Route) -> None:
            if but and but in (route.request.post_data or but):
                route.continue_()
            else:
                held.append(route)

        self.page.route(pattern, hold)

        def next_held() -> Route:
            self.wait_until(lambda: held)
            return held.pop(0)

        return next_held

    def refuse(self, route: Route, sentence: str = "Not now.") -> None:
        """Answer a request in the server's place: it has no time."""
        self.refused.add(503)
        route.fulfill(status=503, json={"error": {"key": "", "message": sentence}})

    @contextmanager
    def stopped_clock(self) -> Iterator[None]:
        """Let stay what the page shows for a moment only: its clock stands still meanwhile."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(3600)
        yield
        self.page.clock.resume()

    def play(self, game: str, choose: Callable[[Any, tuple[int, ...]], tuple[int, ...]]) -> None:
        """Play to the end, each move chosen by its function."""
        rules = marienbad.game(game)
        self.wait_turn()
        while not self.is_over:
            self.take(choose(rules, self.position))

    def set_up(self, *values: str, start: str | None = None) -> None:
        """Begin a game by the dialog: values are those of the radio buttons, in any language."""
        self.wait_turn()
        self.act("setup")
        for value in values:
            self.find(f'dialog input[value="{value}"]').check()
        if start is not None:
            self.find('dialog [data-input="start"]').fill(start)
        self.act("begin")
        expect(self.find("dialog")).to_have_count(0)
        self.page.wait_for_selector(f"{OPEN}, {OVER}, number-board")

    def lose(self) -> None:
        """Lose a game by the first move."""
        self.set_up("nim", "perfect", start="1, 2")
        self.take((1, 0))

    def open_doors(self, number: int) -> None:
        """Ask the coach, each time when the last answer has come: meanwhile a click is ignored."""
        expect(self.find(".doors .next")).to_have_count(1)  # before the match has come it is too
        for door in range(number):
            self.act("hint")
            expect(self.find(".doors li").nth(door)).to_have_class(re.compile("open"))


def seat(
    address: str,
    game: str,
    *position: int,
    moves: Sequence[Sequence[int]] = (),
    players: Sequence[str] = ("human", "perfect"),
) -> str:
    """The address of a new match with its first human seat; near its end, where that is enough."""
    wish = {"game": game, "position": position, "players": players, "moves": moves}
    headers = {"Content-Type": "application/json"}
    asked = Request(f"{address}/api/matches", json.dumps(wish).encode(), headers)
    with urlopen(asked) as answer:
        match = json.load(answer)
    return f"/m/{match['id']}#{next(filter(None, match['seats']))}"


def winning(rules: Any, position: tuple[int, ...]) -> tuple[int, ...]:
    """The move of someone who knows the theory."""
    move: tuple[int, ...] = rules.analyse(position).winning_moves[0]
    return move


def first_legal(rules: Any, position: tuple[int, ...]) -> tuple[int, ...]:
    """The move of someone who does not."""
    move: tuple[int, ...] = next(rules.moves(position))
    return move
