"""What the calls of one server process share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection

from marienbad.games.rules import PREFIX
from marienbad.web.keeper import Keeper
from marienbad.web.laboratory import Laboratory
from marienbad.web.limits import Workshop
from marienbad.web.live import Hub
from marienbad.web.observe import Metrics
from marienbad.web.settings import Settings


@dataclass(frozen=True, slots=True)
class Services:
    """Made once by the application, handed to every group of calls."""

    settings: Settings
    keeper: Keeper
    hub: Hub
    metrics: Metrics
    workshop: Workshop
    laboratory: Laboratory

    async def think(
        self, game: str, function: Callable[..., Any], *arguments: Any, is_quick: bool = False
    ) -> Any:
        """The result of a function that thinks about a game; a user's rules get a bounded time."""
        if game.startswith(PREFIX):
            return await self.laboratory.do(function, *arguments)
        return await self.workshop.do(lambda: function(*arguments), is_quick)


def services_of(request: HTTPConnection) -> Services:
    """The services of the application that the request came to."""
    services: Services = request.app.state.services
    return services
