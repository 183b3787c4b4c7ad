"""What the page consists of, made once when the server starts: scripts, style, words.

All of it stands under one version, which is made from its content: a browser keeps it for ever, and
asks for another version when anything has changed.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import orjson

from marienbad.analysis import Game
from marienbad.text.language import LANGUAGES
from marienbad.web.api.vocabulary import page_words
from marienbad.web.site.bundle import bundled, file_of
from marienbad.web.thoughts.words import facts

STATIC = Path(__file__).parents[1] / "static"
STYLES = (
    "base",
    "board",
    "marks",
    "play",
    "panels",
    "moves",
    "forms",
    "lab",
    "map",
    "games",
    "friends",
    "embed",
    "screens",
    "print",
)
"""In this order: what stands in a later file holds over an earlier one."""
FIRST_GAME = "marienbad"
"""The game that a visitor finds on the board: what is known of it comes with the words."""
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


class Assets:
    """The files of the page by name, or the modules one by one as they are written."""

    def __init__(self, as_modules: bool = False) -> None:
        self.as_modules = as_modules
        content = {} if as_modules else {**scripts(), "style.css": style(), **words()}
        digest = sha256(b"".join(content.values())).hexdigest()
        self.version = digest[:12]
        self.made = {f"{self.version}/{name}": text for name, text in content.items()}

    def links(self, root: str, module: str, lang: str) -> Iterator[str]:
        """What a page is to fetch at once: its style, its script, and what the script will want."""
        if self.as_modules:
            yield from _styles(f"{root}/static/style/{name}.css" for name in STYLES)
            yield f'<script type="module" src="{root}/static/app.js"></script>'
            return
        place = f"{root}/static/{self.version}"
        yield from _styles([f"{place}/style.css"])
        yield f'<script type="module" src="{place}/app.js"></script>'
        yield f'<link rel="modulepreload" href="{place}/{file_of(module)}">'
        yield f'<link rel="modulepreload" href="{place}/words.{lang}.js" id="words">'


def _styles(addresses: Iterable[str]) -> Iterator[str]:
    return (f'<link rel="stylesheet" href="{address}">' for address in addresses)


def scripts() -> dict[str, bytes]:
    """The modules put together."""
    return {name: text.encode("utf-8") for name, text in bundled(STATIC).items()}


def style() -> bytes:
    """The styles one after another, without comments."""
    texts = [(STATIC / "style" / f"{name}.css").read_text("utf-8") for name in STYLES]
    return COMMENT.sub("", "".join(texts)).encode("utf-8")


def words() -> dict[str, bytes]:
    """The words of each language, as modules, with what is known of the first game."""
    return {f"words.{lang}.js": _module(lang) for lang in LANGUAGES}


def _module(lang: str) -> bytes:
    game = orjson.dumps(facts(Game.named(FIRST_GAME), lang))
    return b"export const spoken = %b;\nexport const game = %b;\n" % (page_words(lang)[0], game)
