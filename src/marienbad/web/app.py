"""The application put together: the database, the calls, the pages, and what guards them."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response

from marienbad import __version__
from marienbad.text.sentences import say
from marienbad.web.api import (
    agreeing,
    analysis,
    boards,
    certificates,
    classes,
    conjectures,
    discoveries,
    drills,
    graphs,
    lab,
    labels,
    lessons,
    machines,
    matches,
    pages,
    pictures,
    records,
    studies,
    tables,
    teaching,
    theory,
    undo,
    vocabulary,
    worksheets,
)
from marienbad.web.api import live as watching
from marienbad.web.api.declared import declare_changes, errors, text
from marienbad.web.api.models.common import Health, Unwell
from marienbad.web.http import answers
from marienbad.web.http.addresses import is_from_here
from marienbad.web.http.answers import JSON, Refusal, answer, in_words
from marienbad.web.http.call import Call
from marienbad.web.http.compression import GZIP, PageFiles
from marienbad.web.http.language import reader_language
from marienbad.web.http.limits import OneByOne
from marienbad.web.http.metrics import Metrics, Observer
from marienbad.web.http.origins import Gate, Hosts
from marienbad.web.http.security import SecurityHeaders
from marienbad.web.matches.cache import MatchCache
from marienbad.web.matches.database import Store
from marienbad.web.matches.room import Room
from marienbad.web.matches.tending import duties
from marienbad.web.matches.watchers import Watchers
from marienbad.web.rooms.rooms import Rooms
from marienbad.web.services import Services
from marienbad.web.settings import Settings
from marienbad.web.site.assets import STATIC, Assets
from marienbad.web.site.errors import Errors
from marienbad.web.site.shell import Shells
from marienbad.web.workers.discoveries import Discoveries
from marienbad.web.workers.lane import NOT_OK, OK
from marienbad.web.workers.lanes import Lanes
from marienbad.web.workers.maps import Maps

UPLOADS = 8
"""How many records of one address may wait to be read."""
BUSIEST = ("/api/analysis", "/api/matches/{key}/moves")
"""The calls that are looked for first."""
UNWELL: dict[str, Any] = {"model": Unwell, "description": "Something is not as it should be."}


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings; its database is opened when it starts."""
    watchers, metrics = Watchers(settings.sockets), Metrics()
    room = Room(settings.database_bytes, settings.matches_a_day)
    lanes = Lanes(settings.cpu_share, metrics, settings.begins_with_workers)
    cache = MatchCache(Store(settings.database), watchers, room, lanes.read_rules)
    metrics.watch("marienbad_live_connections", "Who watches now.", lambda: watchers.count)
    cache.show(metrics)
    rooms = Rooms(cache, matches.shown, settings.sockets)
    metrics.watch("marienbad_room_connections", "Who is in rooms.", lambda: rooms.visitors.count)
    services = Services(
        settings,
        cache,
        watchers,
        rooms,
        metrics,
        lanes,
        Maps(lanes),
        Discoveries(lanes),
        OneByOne(UPLOADS),
    )
    assets, files = _site(settings.serves_modules)
    shells = Shells(settings, assets)
    app = FastAPI(
        title="marienbad",
        version=__version__,
        openapi_url=None,  # FastAPI would write the document while others wait
        redirect_slashes=False,  # the redirection would lead to whatever Host says
        lifespan=lambda _: running(services),
        middleware=guards(services, shells),
    )
    answers.install(app)
    for router in (
        analysis.router,
        matches.router,
        undo.router,
        agreeing.router,
        records.router,
        vocabulary.router,
        boards.router,
        pictures.router,
        tables.router,
        studies.router,
        theory.router,
        drills.router,
        lab.router,
        discoveries.router,
        worksheets.router,
        labels.router,
        conjectures.router,
        certificates.router,
        graphs.router,
        machines.router,
        lessons.router,
        classes.router,
        teaching.router,
        operations(services),
        watching.router,
        classes.sockets,
        pages.routes(settings, shells),
    ):
        app.router.routes.extend(router.routes)
    app.router.routes.sort(key=lambda route: getattr(route, "path", "") not in BUSIEST)
    app.mount("/static", files, "static")
    app.add_route("/openapi.json", described(app, settings.root_path), include_in_schema=False)
    app.state.services = services
    return app


@cache
def _site(as_modules: bool) -> tuple[Assets, PageFiles]:
    """The files of the page, as they are when the first application of a process is made."""
    assets = Assets(as_modules)
    return assets, PageFiles(str(STATIC), assets.made)


def guards(services: Services, shells: Shells) -> list[Middleware]:
    """What every request passes, the outermost first."""
    settings = services.settings
    hosts = Hosts(settings.allowed_hosts, settings.is_local)
    return [
        Middleware(Observer, metrics=services.metrics, logs_requests=settings.logs_requests),
        Middleware(SecurityHeaders),
        Middleware(GZipMiddleware, **GZIP),
        Middleware(Errors, shells=shells),
        Middleware(Gate, hosts=hosts, knows_scheme=bool(settings.proxies)),
    ]


@asynccontextmanager
async def running(services: Services) -> AsyncIterator[None]:
    """Everything that runs as long as the application does."""
    cache, settings = services.matches, services.settings
    await asyncio.to_thread(cache.store.prepare)
    services.lanes.open()
    services.maps.open()
    work = (services.lanes.run(), *duties(cache, services.rooms, settings))
    tasks = [asyncio.create_task(duty) for duty in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await services.lanes.close()
        services.maps.close()
        await cache.close()


def operations(services: Services) -> APIRouter:
    """The calls for those who run the server."""
    router = APIRouter(tags=["operations"], route_class=Call)

    @router.head("/api/health", include_in_schema=False)
    @router.get("/api/health", response_model=Health, responses={**errors(), 503: UNWELL})
    async def health(request: Request) -> Response:
        """Whether the database can be written and the workers answer."""
        database, problem = OK, None
        workers = await services.lanes.state()
        if workers == NOT_OK:
            problem = say("server.no_workers")
        try:
            await services.matches.database.check()
        except Refusal as refusal:
            database, problem = NOT_OK, refusal.message
        status = OK if problem is None else NOT_OK
        found: dict[str, Any] = {"status": status, "version": __version__}
        found |= {"database": database, "workers": workers}
        if problem is None:
            return answer(found)
        found["error"] = in_words(problem, reader_language(request))
        return answer(found, 503, {"Retry-After": "5"})

    @router.get(
        "/metrics",
        response_class=Response,
        responses={**errors(403), 200: text("The metrics.")},
    )
    async def metrics(request: Request) -> Response:
        """Counts of this process, for Prometheus."""
        if not services.settings.public_metrics and not is_from_here(request):
            raise Refusal(403, "server.metrics")
        return PlainTextResponse(services.metrics.text())

    return router


def described(app: FastAPI, root_path: str) -> Callable[[Request], Awaitable[Response]]:
    """The call that answers with the OpenAPI document, which is written for the first who asks."""

    async def document(_: Request) -> Response:
        if root_path not in _documents:
            _documents[root_path] = await asyncio.to_thread(_document, app, root_path)
        return Response(_documents[root_path], media_type=JSON)

    return document


_documents: dict[str, bytes] = {}
"""By the path that is before all others."""


def _document(app: FastAPI, root_path: str) -> bytes:
    servers = [{"url": root_path}] if root_path else None
    schema = get_openapi(title=app.title, version=app.version, routes=app.routes, servers=servers)
    declare_changes(schema["paths"])
    schema["components"]["securitySchemes"] = {"seat": {"type": "http", "scheme": "bearer"}}
    return json.dumps(schema, ensure_ascii=False).encode("utf-8")
