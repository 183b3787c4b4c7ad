"""What a page says of itself to those who find it or pass its link on."""

from collections.abc import Iterator
from html import escape
from urllib.parse import urlencode

from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.web.api.pictures import HEIGHT, WIDTH

LONGEST = 500
"""What is longer is not told in the head of a page: crawlers cut addresses off."""


def head(
    base: str, path: str, shown: dict[str, str], title: str, lang: str, is_listed: bool
) -> Iterator[str]:
    """The lines for the head of a page.

    ``shown`` is the game, or the rules, and the position on its board, where the link names them.
    """
    if sum(map(len, shown.values())) > LONGEST:
        shown = {}
    query = _query(shown)
    picture = {name: value for name, value in shown.items() if name != "rules"}
    if "rules" in shown:
        picture["game"] = f"rules:{shown['rules']}"
    # a match is found by its own name, wherever it stands
    address = f"{base}{path}{query if is_listed else ''}"
    yield f'<link rel="canonical" href="{escape(address)}">'
    for code in LANGUAGES if is_listed else ():
        other = f"{address}{'&' if query else '?'}lang={code}"
        yield f'<link rel="alternate" hreflang="{code}" href="{escape(other)}">'
    if not is_listed:
        yield '<meta name="robots" content="noindex">'
    named = {
        "og:type": "website",
        "og:site_name": "Marienbad",
        "og:title": title,
        "og:description": template("server.page.description", lang),
        "og:url": address,
        "og:image": f"{base}/og.png{_query(picture)}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    if "position" in shown:
        place = shown["position"].replace(",", ", ")
        named["og:image:alt"] = template("server.page.position", lang).format(position=place)
    elif not shown:
        named["og:image:alt"] = template("server.page.picture", lang)
    for name, content in named.items():
        yield f'<meta property="{name}" content="{escape(content)}">'
    yield '<meta name="twitter:card" content="summary_large_image">'


def _query(values: dict[str, str]) -> str:
    return f"?{urlencode(values, safe=',:=')}" if values else ""
