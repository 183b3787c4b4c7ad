"""What the calls of one server process share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection, Request

from marienbad.text.sentences import say
from marienbad.web.api.routes import File, Route, answer_of
from marienbad.web.http.limits import OneByOne
from marienbad.web.http.metrics import Metrics
from marienbad.web.matches.cache import MatchCache
from marienbad.web.matches.watchers import Watchers
from marienbad.web.rooms.rooms import Rooms
from marienbad.web.settings import Settings
from marienbad.web.workers.discoveries import Discoveries
from marienbad.web.workers.lane import Lane
from marienbad.web.workers.lanes import Lanes
from marienbad.web.workers.maps import Maps


@dataclass(frozen=True, slots=True)
class Services:
    """Made once by the application, handed to every group of calls."""

    settings: Settings
    matches: MatchCache
    watchers: Watchers
    rooms: Rooms
    metrics: Metrics
    lanes: Lanes
    maps: Maps
    discoveries: Discoveries
    uploads: OneByOne
    """Long matches are made one by one: the largest record takes megabytes until it is kept."""

    async def think(
        self, request: Request, lane: Lane, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        """The result of a function that thinks, called by a worker of a lane."""
        return (await self.lanes.ask(request, lane, function, *arguments))[0]


def services_of(request: HTTPConnection) -> Services:
    """The services of the application that the request came to."""
    services: Services = request.app.state.services
    return services


async def run(request: Request, route: Route, values: dict[str, Any]) -> bytes | File:
    """The response of a job, run by a worker of its queue."""
    lanes = services_of(request).lanes
    lane: Lane = getattr(lanes, route.queue)
    reproach = say(route.slow, seconds=int(lane.manner.seconds)) if route.slow else None
    found: list[bytes | File] = await lanes.ask(
        request, lane, answer_of, route.function, values, reproach=reproach
    )
    return found[0]


def warm(request: Request) -> None:
    """Load the compiled search, so that it is there when it is needed."""
    services_of(request).lanes.search.fill()
