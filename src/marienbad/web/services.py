"""What the calls of one server process share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection

from marienbad.analysis import Game
from marienbad.web.http.limits import Workshop
from marienbad.web.http.metrics import Metrics
from marienbad.web.matches.cache import MatchCache
from marienbad.web.matches.watchers import Watchers
from marienbad.web.settings import Settings
from marienbad.web.workers.maps import Maps
from marienbad.web.workers.pool import Pool


@dataclass(frozen=True, slots=True)
class Services:
    """Made once by the application, handed to every group of calls."""

    settings: Settings
    matches: MatchCache
    watchers: Watchers
    metrics: Metrics
    workshop: Workshop
    pool: Pool
    maps: Maps

    async def think(
        self,
        game: Game,
        function: Callable[..., Any],
        *arguments: Any,
        is_quick: bool = False,
        is_heavy: bool = False,
    ) -> Any:
        """The result of a function that thinks about a game.

        What a user's rules need, and what is worth the compiled search, is done by a worker, whose
        time is bounded. A game goes there whole: its rules are not read again.
        """
        if is_heavy or game.definition.family.reader is not None:
            return await self.pool.run(function, *arguments)
        return await self.workshop.do(lambda: function(*arguments), is_quick)


def services_of(request: HTTPConnection) -> Services:
    """The services of the application that the request came to."""
    services: Services = request.app.state.services
    return services
