"""The application put together: the database, the calls, the pages, and what guards them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from marienbad.web.api.routes import JSON, import_jobs, server_routes
from marienbad.web.calls import (
    agreeing,
    classes,
    lab,
    live,
    matches,
    operations,
    pages,
    teaching,
)
from marienbad.web.calls.openapi import document
from marienbad.web.calls.reading import served
from marienbad.web.http import answers
from marienbad.web.http.compression import GZIP, PageFiles
from marienbad.web.http.limits import OneByOne
from marienbad.web.http.metrics import Metrics, Observer
from marienbad.web.http.origins import Hosts, Origins
from marienbad.web.http.security import SecurityHeaders
from marienbad.web.lab_cache import Discoveries, Maps
from marienbad.web.maintenance import background_tasks
from marienbad.web.matches.cache import MatchCache, Quota
from marienbad.web.matches.store import Store
from marienbad.web.matches.watchers import Watchers
from marienbad.web.rooms.rooms import Rooms
from marienbad.web.services import Services
from marienbad.web.settings import Settings
from marienbad.web.site.assets import STATIC, Assets
from marienbad.web.site.errors import Errors
from marienbad.web.site.shell import Shells
from marienbad.web.workers.pool import Pool

UPLOADS = 8
"""How many records of one address may wait to be read."""
BUSIEST = ("/api/analysis", "/api/matches/{key}/moves")
"""The calls that are looked for first."""
BY_HAND = (agreeing, classes, lab, matches, operations, teaching)
"""The modules of calls that are no jobs."""


def create_app(settings: Settings) -> Starlette:
    """The application for these settings; its database is opened when it starts."""
    watchers, metrics = Watchers(settings.sockets), Metrics()
    quota = Quota(settings.database_bytes, settings.matches_a_day)
    pool = Pool(settings.cpu_share, metrics, settings.begins_with_workers)
    cache = MatchCache(Store(settings.database), watchers, quota, pool.read_rules)
    metrics.watch("marienbad_live_connections", "Who watches now.", lambda: watchers.count)
    cache.show(metrics)
    rooms = Rooms(cache, settings.sockets)
    metrics.watch("marienbad_room_connections", "Who is in rooms.", lambda: rooms.visitors.count)
    services = Services(
        settings,
        cache,
        watchers,
        rooms,
        metrics,
        pool,
        Maps(pool),
        Discoveries(pool),
        OneByOne(UPLOADS),
    )
    assets, files = _site(settings.serves_modules)
    shells = Shells(settings, assets)
    app = Starlette(
        routes=[
            *calls(),
            *(live.SOCKET, classes.SOCKET),
            *pages.routes(settings, shells),
            Mount("/static", files, name="static"),
            Route("/openapi.json", described(settings.root_path)),
        ],
        lifespan=lambda _: running(services),
        middleware=guards(services, shells),
        exception_handlers=answers.HANDLERS,
    )
    app.router.redirect_slashes = False  # the redirection would lead to whatever Host says
    app.state.services = services
    return app


@cache
def calls() -> list[Route]:
    """The calls of the table, the busiest first."""
    import_jobs()
    return served(sorted(server_routes(), key=lambda route: route.path not in BUSIEST))


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
        Middleware(Origins, hosts=hosts, knows_scheme=bool(settings.proxies)),
    ]


@asynccontextmanager
async def running(services: Services) -> AsyncIterator[None]:
    """Everything that runs as long as the application does."""
    cache, settings = services.matches, services.settings
    await asyncio.to_thread(cache.store.prepare)
    services.pool.open()
    services.maps.open()
    work = background_tasks(cache, services.rooms, settings)
    tasks = [asyncio.create_task(duty) for duty in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await services.pool.close()
        services.maps.close()
        await cache.close()


def described(root_path: str) -> Callable[[Request], Awaitable[Response]]:
    """The call that answers with the OpenAPI document, which is written for the first who asks."""

    async def describe(_: Request) -> Response:
        if root_path not in _documents:
            _documents[root_path] = await asyncio.to_thread(document, server_routes(), root_path)
        return Response(_documents[root_path], media_type=JSON)

    return describe


_documents: dict[str, bytes] = {}
"""By the path that is before all others."""
