"""The pages: a shell in the reader's language; a script fetches the rest."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from marienbad.web.api.privacy import privacy_statement, security_text
from marienbad.web.http.language import reader_language
from marienbad.web.settings import Settings
from marienbad.web.site.shell import Shells


class Page(NamedTuple):
    """What the shell of a page names: the key of its title, and its module."""

    title: str
    module: str


PAGES = {
    "/": Page("server.page.play", "play/page.js"),
    "/m/{key}": Page("server.page.match", "play/page.js"),
    "/analysis": Page("server.page.analysis", "analysis.js"),
    "/tables": Page("server.page.tables", "tables.js"),
    "/lab": Page("server.page.lab", "lab/page.js"),
    "/games": Page("server.page.games", "games/page.js"),
    "/privacy": Page("server.page.privacy", "written.js"),
}
SECURITY = "/.well-known/security.txt"


def routes(settings: Settings, shells: Shells) -> APIRouter:
    """The pages of the application, and the file for whoever finds a hole in it."""
    router = APIRouter(include_in_schema=False)
    for path, page in PAGES.items():
        router.add_api_route(path, _page(shells, path, page), methods=["GET", "HEAD"])
    contact = settings.contact
    if contact is not None:

        async def security() -> Response:
            return PlainTextResponse(security_text(contact))

        router.add_api_route(SECURITY, security, methods=["GET", "HEAD"])
    return router


def _page(shells: Shells, path: str, page: Page) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        lang = reader_language(request, has_cookie=True)
        content = privacy_statement(shells.settings, lang) if path == "/privacy" else None
        text = shells.write(*page, lang, request.cookies.get("theme"), content)
        headers = {"Vary": "Accept-Language, Cookie", "Content-Language": lang}
        return HTMLResponse(text, headers=headers)

    return show
