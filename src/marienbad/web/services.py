"""What the calls of one server process share."""

from dataclasses import dataclass
from random import SystemRandom

from starlette.requests import HTTPConnection

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
    chance: SystemRandom


def services_of(request: HTTPConnection) -> Services:
    """The services of the application that the request came to."""
    services: Services = request.app.state.services
    return services
