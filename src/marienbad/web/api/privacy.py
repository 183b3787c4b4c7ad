"""What the server keeps of its visitors, as it was set up; and whom to write to."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import escape

from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.sentences import Count, Message, say
from marienbad.web.rooms import shelf
from marienbad.web.settings import Settings
from marienbad.web.site.shell import written

GOOD_FOR = timedelta(days=180)
"""How long a contact may be relied on: at most a year, says the standard (RFC 9116)."""


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
    hours = {"idle": shelf.IDLE, "longest": shelf.LONGEST}
    gone = {name: Count(seconds // shelf.HOUR, "hour") for name, seconds in hours.items()}
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
