"""What the calls of one server process share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from marienbad.web.http.answers import JSON
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


async def short(request: Request, function: Callable[..., bytes], *arguments: Any) -> Response:
    """What a worker answers to a short question, as JSON."""
    services = services_of(request)
    content = await services.think(request, services.lanes.short, function, *arguments)
    return Response(content, media_type=JSON)


async def studied(request: Request, function: Callable[..., bytes], *arguments: Any) -> Response:
    """What a worker answers to a question that may take longer, as JSON."""
    services = services_of(request)
    content = await services.think(request, services.lanes.study, function, *arguments)
    return Response(content, media_type=JSON)
