"""The page before its script runs: one small shell of HTML in the reader's language."""

from dataclasses import dataclass
from html import escape

from marienbad.text.catalogue import template
from marienbad.web.settings import Settings
from marienbad.web.site.assets import Assets

VARIES = "Accept-Language, Cookie"
"""What a shell depends on: its reader's language and colours."""
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
{links}
<link rel="icon" href="{root}/static/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="{root}/static/icons/icon-touch.png">
<link rel="manifest" href="{root}/manifest.webmanifest?lang={lang}">
<meta name="theme-color" content="#faf7f0" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171513" media="(prefers-color-scheme: dark)">
{more}
</head>
<body>
{content}
<p id="gone" hidden data-again="{again}">{gone}</p>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Shells:
    """Writes the shells of one server."""

    settings: Settings
    assets: Assets

    def write(
        self,
        title: str,
        module: str,
        lang: str,
        theme: str | None = None,
        content: str | None = None,
        more: str = "",
    ) -> str:
        """The shell of a page: its title, its module, its reader's language and colours."""
        root, direction = self.settings.root_path, template("language.direction", lang)
        unscripted = escape(template("server.page.noscript", lang))
        return SHELL.format(
            root=root,
            links="\n".join(self.assets.links(root, module, lang)),
            lang=lang,
            direction=f' dir="{direction}"' if direction != "ltr" else "",
            theme=f' data-theme="{theme}"' if theme in THEMES else "",
            title=escape(titled(title)),
            description=escape(template("server.page.description", lang)),
            content=content or f"<noscript><p>{unscripted}</p></noscript>",
            gone=escape(template("server.page.gone", lang)),
            again=escape(template("server.page.again", lang)),
            more=more,
        )


def written(lang: str, title: str, *lines: str, kind: str = "", data: str = "") -> str:
    """The main part of a page that the server writes itself: a heading, and lines of HTML.

    >>> print(written("en", "Play & learn", "<p>…</p>", kind="missing"))
    <main id="main" class="written missing" tabindex="-1" lang="en">
    <h1>Play &amp; learn</h1>
    <p>…</p>
    </main>
    """
    named, marked = f"written {kind}".rstrip(), f" {data}".rstrip()
    head = f'<main id="main" class="{named}" tabindex="-1" lang="{lang}"{marked}>'
    return "\n".join([head, f"<h1>{escape(title)}</h1>", *lines, "</main>"])


def titled(title: str) -> str:
    """The title of a page as a tab and a link show it.

    >>> titled("Tables"), titled("A game of Marienbad")
    ('Tables · Marienbad', 'A game of Marienbad')
    """
    return title if "Marienbad" in title else f"{title} · Marienbad"
