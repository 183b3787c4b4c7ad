"""The pages: a shell in the reader's language; a script fetches the rest."""

from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from html import escape
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from marienbad.heaps import write_position
from marienbad.study.history import history
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import Count, Message, say
from marienbad.web.http.addresses import client_of
from marienbad.web.http.language import THEME, cookie, reader_language
from marienbad.web.http.security import FRAMED
from marienbad.web.rooms.rooms import HOUR, IDLE, LONGEST
from marienbad.web.services import services_of
from marienbad.web.settings import Settings
from marienbad.web.site.assets import STATIC
from marienbad.web.site.head import head
from marienbad.web.site.public import OFFLINE, manifest, robots, worker
from marienbad.web.site.shell import VARIES, Shells, titled, written
from marienbad.web.sizes import bounded_position

GOOD_FOR = timedelta(days=180)
"""How long a contact may be relied on: at most a year, says the standard (RFC 9116)."""


class Page(NamedTuple):
    """What the shell of a page names: the key of its title, and its module."""

    title: str
    module: str


MATCH, GAMES, CHECK, EMBED = "/m/{key}", "/games", "/check", "/embed"
PAGES = {
    "/": Page("server.page.play", "play/page.js"),
    MATCH: Page("server.page.match", "play/page.js"),
    "/analysis": Page("server.page.analysis", "analysis.js"),
    "/tables": Page("server.page.tables", "tables.js"),
    "/numbers": Page("server.page.numbers", "numbers.js"),
    "/theory": Page("server.page.theory", "theory.js"),
    "/learn": Page("server.page.learn", "learn/page.js"),
    "/drill": Page("server.page.drill", "drill/page.js"),
    "/investigate": Page("server.page.investigate", "investigate/page.js"),
    "/class": Page("server.page.class", "classroom/page.js"),
    "/worksheet": Page("server.page.worksheet", "worksheet/page.js"),
    "/lab": Page("server.page.lab", "lab/page.js"),
    GAMES: Page("server.page.games", "games/page.js"),
    CHECK: Page("server.page.check", "check/page.js"),
    EMBED: Page("server.page.embed", "embed.js"),
    "/history": Page("server.page.history", "written.js"),
    "/privacy": Page("server.page.privacy", "written.js"),
    OFFLINE: Page("server.page.offline", "written.js"),
}
LOCAL = {GAMES: "server.offline.able", CHECK: "server.offline.check"}
"""The pages that need nothing of the server, with what can be done there without a network."""
UNLISTED = (MATCH, EMBED, OFFLINE)
SECURITY = "/.well-known/security.txt"


def routes(settings: Settings, shells: Shells) -> list[Route]:
    """The pages of the application, and the files for those who find it."""
    pages = [Route(path, _page(shells, path, page)) for path, page in PAGES.items()]
    root = settings.root_path
    script = worker(root, shells.assets, LOCAL)
    picture = (STATIC / "icons" / "icon-192.png").read_bytes()
    files: dict[str, Callable[[Request], Response]] = {
        "/robots.txt": lambda _: PlainTextResponse(robots(root)),
        "/favicon.ico": lambda _: Response(picture, media_type="image/png"),
        "/sw.js": lambda _: Response(script, media_type="text/javascript"),
        "/manifest.webmanifest": lambda request: Response(
            manifest(root, reader_language(request)), media_type="application/manifest+json"
        ),
    }
    contact = settings.contact
    if contact is not None:
        files[SECURITY] = lambda _: PlainTextResponse(security_text(contact))
    return pages + [Route(path, _file(answer)) for path, answer in files.items()]


def _file(answer: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    async def file(request: Request) -> Response:
        return answer(request)

    return file


def _page(shells: Shells, path: str, page: Page) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        lang = reader_language(request, has_cookie=True)
        title = template(page.title, lang)
        place = path.format(**request.path_params)
        base = str(request.base_url).rstrip("/")
        shown, is_listed = await _shown(request), path not in UNLISTED
        told = [*head(base, place, shown, titled(title), lang, is_listed)]
        if path == GAMES:
            told += [f'<meta name="expire" content="{shells.settings.expire_days or ""}">']
        content = _written(shells.settings, path, lang)
        theme = cookie(request, THEME)
        text = shells.write(title, page.module, lang, theme, content, "\n".join(told))
        headers = {"Vary": VARIES, "Content-Language": lang}
        return HTMLResponse(text, headers=headers | (FRAMED if path == EMBED else {}))

    return show


async def _shown(request: Request) -> dict[str, str]:
    """The game and the position that a page shows: those of the match, or those of the address."""
    key = request.path_params.get("key")
    if key is None:
        names = ("game", "rules", "position")
        shown = {name: request.query_params[name] for name in names if name in request.query_params}
        return shown if _is_position(shown.get("position", "0")) else {}
    match = await services_of(request).matches.read(key, client_of(request))
    return {"game": match.game.name, "position": write_position(match.position)}


def _is_position(text: str) -> bool:
    try:
        bounded_position(text)
    except InputError:
        return False
    return True


def _written(settings: Settings, path: str, lang: str) -> str | None:
    """What the server writes of a page itself; of most, nothing."""
    if path == "/privacy":
        return privacy_statement(settings, lang)
    if path == "/history":
        return written(lang, template("history.title", lang), history().html(lang))
    if path != OFFLINE:
        return None
    root = settings.root_path
    again = template("server.page.again", lang)
    lines = [
        f"<p>{escape(template('server.offline.unable', lang))}</p>",
        *(
            f'<p><a href="{root}{local}">{escape(template(able, lang))}</a></p>'
            for local, able in LOCAL.items()
        ),
        f'<p><a class="button" href="">{escape(again)}</a></p>',
    ]
    title = template("server.page.offline", lang)
    return written(lang, title, *lines, kind="missing", data="data-offline")


# What the server keeps of its visitors, as it was set up; and whom to write to


def privacy_statement(settings: Settings, lang: str) -> str:
    """The statement as HTML.

    >>> "90 days after its last change" in privacy_statement(Settings("sqlite://"), "en")
    True
    """
    plain = Plain(lang)

    def line(tag: str, message: Message) -> str:
        return f"<{tag}>{escape(plain.line(message))}</{tag}>"

    lines = [line("p", say("privacy.summary"))]
    for title, messages in sections(settings):
        lines.append(line("h2", say(title)))
        lines += [line("p", message) for message in messages]
    return written(lang, plain.line(say("privacy.title")), *lines)


def sections(settings: Settings) -> Iterator[tuple[str, list[Message]]]:
    """The matters, each with its title."""
    yield "privacy.matches", [say("privacy.matches.kept"), *expiry(settings)]
    hours = {"idle": IDLE, "longest": LONGEST}
    gone = {name: Count(seconds // HOUR, "hour") for name, seconds in hours.items()}
    yield "privacy.rooms", [say("privacy.rooms.kept"), say("privacy.rooms.deleted", **gone)]
    yield "privacy.sent", [say("privacy.sent.kept")]
    yield "privacy.address", [say("privacy.address.kept")]
    log = "requests" if settings.logs_requests else "failures"
    yield "privacy.log", [say(f"privacy.log.{log}"), say("privacy.log.proxy")]
    kept = ("cookies", "storage", "labels", "conjectures", "rooms", "lessons")
    yield "privacy.browser", [say(f"privacy.browser.{one}") for one in kept]
    contact = settings.contact
    yield (
        "privacy.questions",
        [
            say("privacy.questions.contact", contact=contact.removeprefix("mailto:"))
            if contact
            else say("privacy.questions.operator")
        ],
    )


def expiry(settings: Settings) -> Iterator[Message]:
    """How long matches are kept."""
    known = {"finished": settings.expire_days, "unfinished": settings.expire_unfinished}
    for kind, days in known.items():
        if days is not None:
            yield say(f"privacy.matches.{kind}", days=Count(days, "day"))
    if None in known.values():
        yield say("privacy.matches.for_ever")
    yield say("privacy.matches.backups")


def security_text(contact: str) -> str:
    """The file that tells whom to write to about a hole in the server, as RFC 9116 has it.

    >>> security_text("games@example.org").splitlines()[0]
    'Contact: mailto:games@example.org'
    """
    address = contact if ":" in contact else f"mailto:{contact}"
    expires = (datetime.now(UTC) + GOOD_FOR).strftime("%Y-%m-%dT00:00:00Z")
    languages = ", ".join(LANGUAGES)
    return f"Contact: {address}\nExpires: {expires}\nPreferred-Languages: {languages}\n"
