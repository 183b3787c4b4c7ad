"""The pages: one small shell of HTML in the reader's language; a script fetches the rest."""

from collections.abc import Awaitable, Callable
from html import escape
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from marienbad.text.catalogue import template
from marienbad.web.api.privacy import privacy_statement, security_text
from marienbad.web.http.files import Files
from marienbad.web.http.language import reader_language
from marienbad.web.settings import Settings

STATIC = Path(__file__).parents[1] / "static"
PAGES = {
    "/": "server.page.play",
    "/m/{key}": "server.page.match",
    "/analysis": "server.page.analysis",
    "/tables": "server.page.tables",
    "/lab": "server.page.lab",
    "/privacy": "server.page.privacy",
}
SECURITY = "/.well-known/security.txt"
STYLES = ("base", "board", "panels", "lab", "screens")
"""In this order: what stands in a later file holds over an earlier one."""
THEMES = ("light", "dark")
"""What a reader may choose instead of the system's colours; the page's script keeps the choice."""
SHELL = """<!doctype html>
<html lang="{lang}"{direction}{theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{description}">
<title>{title}</title>
<link rel="icon" href="{root}/static/icon.svg" type="image/svg+xml">
{styles}
<script type="module" src="{root}/static/app.js"></script>
</head>
<body>
{content}
</body>
</html>
"""


def routes(settings: Settings) -> APIRouter:
    """The pages of the application, and the file for whoever finds a hole in it."""
    router = APIRouter(include_in_schema=False)
    for path, key in PAGES.items():
        router.add_api_route(path, _page(settings, key), methods=["GET", "HEAD"])
    contact = settings.contact
    if contact is not None:

        async def security() -> Response:
            return PlainTextResponse(security_text(contact))

        router.add_api_route(SECURITY, security, methods=["GET", "HEAD"])
    return router


def static_files() -> Files:
    """The scripts, the styles and the pictures."""
    return Files(STATIC)


def shell(settings: Settings, title_key: str, lang: str, theme: str | None = None) -> str:
    """The page before its script runs, in the colours that its reader chose.

    >>> page = shell(Settings("sqlite://"), "server.page.play", "fr", "dark")
    >>> '<html lang="fr" data-theme="dark">' in page
    True
    """
    root = settings.root_path
    direction = template("language.direction", lang)
    return SHELL.format(
        root=root,
        styles="\n".join(
            f'<link rel="stylesheet" href="{root}/static/style/{name}.css">' for name in STYLES
        ),
        lang=lang,
        direction=f' dir="{direction}"' if direction != "ltr" else "",
        theme=f' data-theme="{theme}"' if theme in THEMES else "",
        title=escape(template(title_key, lang)),
        description=escape(template("server.page.description", lang)),
        content=privacy_statement(settings, lang)
        if title_key == PAGES["/privacy"]
        else f"<noscript><p>{escape(template('server.page.noscript', lang))}</p></noscript>",
    )


def _page(settings: Settings, key: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        lang = reader_language(request, has_cookie=True)
        headers = {"Vary": "Accept-Language, Cookie", "Content-Language": lang}
        page = shell(settings, key, lang, request.cookies.get("theme"))
        return HTMLResponse(page, headers=headers)

    return page
