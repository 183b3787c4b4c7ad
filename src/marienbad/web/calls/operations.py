"""The calls for those who run the server: its health, and its counters."""

from typing import Literal, TypedDict

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from marienbad import __version__
from marienbad.text.sentences import say
from marienbad.web.api.common import Error
from marienbad.web.api.routes import get
from marienbad.web.http.addresses import is_from_here
from marienbad.web.http.answers import Refusal, answer, in_words
from marienbad.web.http.language import reader_language
from marienbad.web.services import services_of
from marienbad.web.workers.pool import NOT_OK, OK


class Health(TypedDict):
    """That the database can be written, and that workers answer or are being started."""

    status: Literal["ok"]
    version: str
    database: Literal["ok"]
    workers: Literal["ok", "starting"]


class Unwell(Error):
    """What is not as it should be."""

    status: Literal["not ok"]
    version: str
    database: Literal["ok", "not ok"]
    workers: Literal["ok", "starting", "not ok"]


@get("/api/health", tag="operations", model=Health, also={503: Unwell})
async def health(request: Request) -> Response:
    """Whether the database can be written and the workers answer."""
    services, database, problem = services_of(request), OK, None
    workers = await services.pool.state()
    if workers == NOT_OK:
        problem = say("server.no_workers")
    try:
        await services.matches.database.check()
    except Refusal as refusal:
        database, problem = NOT_OK, refusal.message
    status = OK if problem is None else NOT_OK
    found = {"status": status, "version": __version__, "database": database, "workers": workers}
    if problem is None:
        return answer(found)
    error = in_words(problem, reader_language(request))
    return answer({**found, "error": error}, 503, {"Retry-After": "5"})


@get("/metrics", tag="operations", files=("text/plain",), errors=(403,))
async def metrics(request: Request) -> Response:
    """Counts of this process, for Prometheus."""
    services = services_of(request)
    if not services.settings.public_metrics and not is_from_here(request):
        raise Refusal(403, "server.metrics")
    return PlainTextResponse(services.metrics.text())
