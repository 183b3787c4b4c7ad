"""Somebody at the terminal, for the tests of the application."""

import asyncio
from collections.abc import Awaitable, Callable

from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Button, Static

from marienbad.analysis import Game
from marienbad.heaps import Move, Position
from marienbad.play.match import Match
from marienbad.play.session import Session
from marienbad.tui.app import TerminalApp
from marienbad.tui.chess import Chessboard
from marienbad.tui.rows import Rows
from tests.support import PATIENCE


class Player:
    """Somebody at the terminal: what can be done and what can be seen."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def match(self) -> Match:
        return self.app.session.match

    @property
    def rows(self) -> Rows:
        return self.app.view.rows

    @property
    def board(self) -> Chessboard:
        return self.app.view.board

    async def settle(self) -> None:
        """Wait until the machine, the coach and the screen have nothing left to do."""
        for _ in range(2):  # what is done last may leave something to do
            await self.pilot.pause()
            while self.is_busy:
                await self.pilot.pause()

    @property
    def is_busy(self) -> bool:
        pumps = (self.app, *self.app.screen.walk_children(with_self=True))
        is_working = any(not worker.is_finished for worker in self.app.workers)
        return is_working or any(pump.message_queue_size for pump in pumps)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def press_at_once(self, *keys: str) -> None:
        """Press keys before the first of them is answered."""
        for key in keys:
            name = _character_to_key(key) if len(key) == 1 else key
            self.app.post_message(events.Key(name, key if len(key) == 1 else None))
        await self.settle()

    async def paste(self, text: str) -> None:
        """Paste as terminals do that say so."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def click_object(self, heap: int, amount: int) -> None:
        """Click the match from which an amount is taken."""
        index = self.match.position[heap] - amount
        await self.pilot.click(Rows, offset=self.rows.place_of(heap, index))
        await self.settle()

    async def click_square(self, *square: int) -> None:
        await self.pilot.click(Chessboard, offset=self.board.place_of(square))
        await self.settle()

    async def click(self, selector: str) -> None:
        await self.pilot.click(selector)
        await self.settle()

    def text(self, selector: str) -> str:
        return str(self.app.view.query_one(selector, Static).render())

    @property
    def button(self) -> str:
        return str(self.app.query_one("#take", Button).label)

    @property
    def screen(self) -> list[str]:
        """The lines of the screen as they stand."""
        lines = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in lines]


Scenario = Callable[[Player], Awaitable[None]]


def at_the_terminal(
    scenario: Scenario,
    game: str = "marienbad",
    start: Position | None = None,
    players: tuple[str, str] = ("human", "perfect"),
    lang: str = "en",
    size: tuple[int, int] = (80, 24),
) -> TerminalApp:
    """Let a scenario happen on a terminal of this size."""
    match = Match(Game.named(game), start, players)
    app = TerminalApp(Session(match, seed=1), lang, pause=0)
    app.animation_level = "none"

    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.settle()
            await scenario(player)

    asyncio.run(asyncio.wait_for(play(), PATIENCE))
    return app


def winning_or_any(match: Match) -> Move:
    winning = match.game.analyse(match.position).winning_moves
    return winning[0] if winning else next(match.game.moves(match.position))


def heap_of(move: Move) -> tuple[int, int]:
    return next((heap, amount) for heap, amount in enumerate(move) if amount)
