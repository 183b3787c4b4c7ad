"""What the calls of one server process share."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection, Request

from marienbad.text.sentences import say
from marienbad.web.api.routes import File, Route, answer_of
from marienbad.web.http.limits import OneByOne
from marienbad.web.http.metrics import Metrics
from marienbad.web.lab_cache import Discoveries, Maps
from marienbad.web.matches.cache import MatchCache
from marienbad.web.matches.watchers import Watchers
from marienbad.web.rooms.rooms import Rooms
from marienbad.web.settings import Settings
from marienbad.web.workers.pool import Pool


@dataclass(frozen=True, slots=True)
class Services:
    """Made once by the application, handed to every group of calls."""

    settings: Settings
    matches: MatchCache
    watchers: Watchers
    rooms: Rooms
    metrics: Metrics
    pool: Pool
    maps: Maps
    discoveries: Discoveries
    uploads: OneByOne
    """Long matches are made one by one: the largest record takes megabytes until it is kept."""


def services_of(request: HTTPConnection) -> Services:
    """The services of the application that the request came to."""
    services: Services = request.app.state.services
    return services


async def run(request: Request, route: Route, values: dict[str, Any]) -> bytes | File:
    """The response of a job, run by a worker of its queue."""
    pool = services_of(request).pool
    limits = pool.queues[route.queue].limits
    too_long = say(route.slow, seconds=int(limits.seconds)) if route.slow else None
    found: bytes | File = await pool.run(
        request, answer_of, route.function, values, limits=limits, too_long=too_long
    )
    return found


def warm(request: Request) -> None:
    """Load the compiled search, so that it is there when it is needed."""
    services_of(request).pool.load_search()
