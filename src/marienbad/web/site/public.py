"""The files by which a browser installs the page, and crawlers know where they may go."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson

from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.web.api.pictures import ICONS
from marienbad.web.site.assets import STATIC, Assets
from marienbad.web.site.bundle import stripped

PREVIEWS = ("Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding")
"""Those who show a link that somebody passes on: they may look at a match, and list nothing."""
WORKER: Path = STATIC / "worker.js"
OFFLINE = "/offline"


def robots(root: str) -> str:
    """Who may look where: everybody at the pages, and matches are nobody's but those of their link.

    >>> print(robots("").splitlines()[-1])
    Disallow: /m/
    """
    api, embedded = f"Disallow: {root}/api/", f"Disallow: {root}/embed"
    previews = [f"User-agent: {name}" for name in PREVIEWS]
    return "\n".join(
        [*previews, api, "", "User-agent: *", api, embedded, f"Disallow: {root}/m/", ""]
    )


def manifest(root: str, lang: str) -> bytes:
    """What an installed page is called, looks like and begins with."""
    told: dict[str, Any] = {
        "id": f"{root}/",
        "name": "Marienbad",
        "short_name": "Marienbad",
        "description": template("server.page.description", lang),
        "lang": lang,
        "dir": template("language.direction", lang),
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": "#faf7f0",
        "theme_color": "#faf7f0",
        "icons": [
            {"src": f"{root}/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            *(
                {
                    "src": f"{root}/static/icons/{name}",
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": "maskable" if "maskable" in name else "any",
                }
                for name, size in ICONS.items()
            ),
        ],
    }
    return orjson.dumps(told)


def worker(root: str, assets: Assets, local: Iterable[str]) -> bytes:
    """The script that keeps the page for when there is no network, with what it is to keep.

    ``local`` are the paths of the pages that need nothing of the server.
    """
    facts = {
        "root": root,
        "version": assets.version,
        "languages": LANGUAGES,
        "files": [f"{root}/static/{name}" for name in assets.made],
        "offline": f"{root}{OFFLINE}",
        "local": [f"{root}{path}" for path in local],
    }
    text = stripped(WORKER.read_text("utf-8"))
    return b"const facts = %b;\n%b" % (orjson.dumps(facts), text.encode("utf-8"))
