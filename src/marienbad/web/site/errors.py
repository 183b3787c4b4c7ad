"""Errors: failures of the program are logged, and browsers are shown refusals as pages."""

import logging
from html import escape
from http import HTTPStatus

import orjson
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marienbad.text.catalogue import template
from marienbad.text.sentences import Message as Sentence
from marienbad.web.api.routes import JSON
from marienbad.web.http.answers import refused
from marienbad.web.http.language import THEME, cookie, reader_language
from marienbad.web.site.shell import VARIES, Shells, written

LOG = logging.getLogger("marienbad.web")
FOR_PROGRAMS = ("/api/", "/static/", "/og.png", "/openapi.json", "/metrics")
"""Where the answers are declared, or no page is asked for."""
LATER = (429, 500, 503)
"""Where it is worth trying again."""
KEPT = ("retry-after", "allow")


class Errors:
    """Answers where the program has failed, and shows a refusal as a page to a browser."""

    def __init__(self, app: ASGIApp, shells: Shells) -> None:
        self.app = app
        self.shells = shells

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_for_people = self._is_for_people(scope)
        is_answering = False
        began: Message | None = None
        body = bytearray()

        async def watched_send(message: Message) -> None:
            nonlocal began, is_answering
            if is_for_people and message["type"] == "http.response.start" and is_refusal(message):
                began = message
            elif began is None:
                is_answering = True
                await send(message)
            else:
                body.extend(message.get("body", b""))

        try:
            await self.app(scope, receive, watched_send)
        except Exception as problem:
            if is_answering:
                raise
            LOG.error("failure", exc_info=problem, extra={"facts": {"path": scope["path"]}})
            failure = refused(500, Sentence("server.failure", {}), reader_language(Request(scope)))
            began = None
            body.clear()
            await failure(scope, receive, watched_send)
        if began is not None:
            sentence = orjson.loads(body)["error"]["message"] if body else ""
            headers = Headers(raw=began["headers"])
            kept = {name: headers[name] for name in KEPT if name in headers}
            page = self.page(Request(scope), began["status"], sentence, kept)
            await page(scope, receive, send)

    def _is_for_people(self, scope: Scope) -> bool:
        path = scope["path"].removeprefix(self.shells.settings.root_path)
        wanted = Headers(scope=scope).get("accept", "")
        return "text/html" in wanted and not path.startswith(FOR_PROGRAMS)

    def page(
        self, request: Request, status: int, sentence: str, headers: dict[str, str]
    ) -> HTMLResponse:
        """The page that says what is wrong, and where to go from there."""
        lang = reader_language(request, has_cookie=True)
        kind = (
            "later" if status in LATER else "missing" if status == HTTPStatus.NOT_FOUND else "not"
        )
        title = template(f"server.error.{kind}", lang)
        again = template("server.page.again", lang)
        lines = (
            f'<p class="status problem" role="status">{escape(sentence)}</p>',
            f'<p><a class="button" href="">{escape(again)}</a></p>' if kind == "later" else "",
            f'<p><a class="button" href="{self.shells.settings.root_path}/">',
            f"{escape(template('server.error.play', lang))}</a></p>",
        )
        content = written(lang, title, *lines, kind="missing")
        page = self.shells.write(title, "written.js", lang, cookie(request, THEME), content)
        told = {"Vary": f"Accept, {VARIES}", "Content-Language": lang, **headers}
        return HTMLResponse(page, status, told)


def is_refusal(message: Message) -> bool:
    """Whether an answer that begins so is an error for programs."""
    kind = Headers(raw=message["headers"]).get("content-type", "")
    return message["status"] >= HTTPStatus.BAD_REQUEST and kind.startswith(JSON)
