"""Which language a request wants: ``?lang=``, else Accept-Language, else English."""

from functools import lru_cache

from starlette.requests import HTTPConnection

from marienbad.text.language import LANGUAGES, SOURCE, closest_language

COOKIE, THEME = "lang", "theme"
"""The names under which a browser keeps what its reader has chosen."""
LONGEST_HEADER = 200


def reader_language(request: HTTPConnection, has_cookie: bool = False) -> str:
    """The language of the reader; only pages look at the cookie that the switch sets."""
    named = request.query_params.get("lang")
    if named in LANGUAGES:
        return named
    if has_cookie and (kept := cookie(request, COOKIE)) in LANGUAGES:
        return str(kept)
    return accepted_language(request.headers.get("accept-language", "")[:LONGEST_HEADER])


def cookie(request: HTTPConnection, name: str) -> str | None:
    """What a browser keeps under a name, as it stands there.

    Python's own reader also reads quoted texts, and takes seconds over a long one.

    >>> asked = HTTPConnection({"type": "http", "headers": [(b"cookie", b"theme=dark; lang=fr")]})
    >>> cookie(asked, "lang"), cookie(asked, "other")
    ('fr', None)
    """
    pairs = (part.partition("=") for part in request.headers.get("cookie", "").split(";"))
    return next((value.strip() for key, _, value in pairs if key.strip() == name), None)


@lru_cache(maxsize=256)
def accepted_language(header: str) -> str:
    """The first of our languages by the reader's weights.

    >>> accepted_language("tlh, fr-CA;q=0.8, en;q=0.5"), accepted_language("tlh")
    ('fr', 'en')
    """
    wanted: list[tuple[int, str]] = []
    for part in header.split(","):
        tag, _, parameters = part.partition(";")
        if language := closest_language(tag.strip()):
            wanted.append((_thousandths(parameters), language))
    best = max(wanted, key=lambda pair: pair[0], default=(0, SOURCE))
    return best[1] if best[0] else SOURCE


def _thousandths(parameters: str) -> int:
    """The weight ``q=0.8`` as 800; 1000 where there is none, 0 where it cannot be read."""
    name, _, value = parameters.strip().partition("=")
    if not name:
        return 1000
    whole, _, decimals = value.strip().partition(".")
    digits = whole + decimals.ljust(3, "0")[:3]
    return int(digits) if name.strip() == "q" and digits.isdecimal() and len(digits) == 4 else 0
