"""What the page consists of, made once when the server starts: scripts, style, words.

All of it stands under one version, which is made from its content: a browser keeps it for ever, and
asks for another version when anything has changed.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from posixpath import dirname
from typing import Any

import orjson

from marienbad.analysis import Game
from marienbad.text.language import LANGUAGES
from marienbad.web.api.games import FIRST_GAME, facts
from marienbad.web.api.words import DOMAINS, page_words
from marienbad.web.site.bundle import FIRST, ROOT, SHARED, bundled, file_of

STATIC = Path(__file__).parents[1] / "static"
STYLES = ("base", "board", "marks", "play", "panels", "moves", "screens")
"""In this order: what stands in a later file holds over an earlier one."""
REST = (
    "reading",
    "forms",
    "friends",
    "lab",
    "map",
    "embed",
    "print",
)
"""The styles that the first page does not need, after the others."""
SCHOOL = ("learn", "drill", "investigate", "classroom", "worksheet")
"""The folders of the school's pages, which have words and styles that no other page needs."""
OF_PART = {
    "school": (*SCHOOL, "graph", "machine"),
    "lab": ("discover",),
    "strategy": ("strategy",),
    "check": ("check",),
    "games": ("games",),
    "forbidding": ("forbidding",),
}
"""The styles of what is needed by the school's pages alone, by the lab, by what it discovers, by
the checker, by the list of games, or where options may be forbidden."""
ALL_STYLES = (*STYLES, *REST, *chain.from_iterable(OF_PART.values()))
OF_FORBIDDING = ("match.forbade.", "match.forbids.")
OF_FILES = ("importing", "refused", "file.long")
PART_OF_WORDS = {
    **dict.fromkeys((f"{folder}." for folder in SCHOOL), "school"),
    **dict.fromkeys(("web.lab.strategy.", "web.lab.steps"), "strategy"),
    "web.lab.": "lab",
    "checking.": "check",
    **dict.fromkeys((f"web.games.{name}" for name in OF_FILES), "rest"),
    "web.games.": "games",
    **dict.fromkeys(("web.forbid.", *OF_FORBIDDING), "forbidding"),
}
"""How the keys begin of the words that belong to such a part; what is said of other files too than
of games belongs to all."""
NOT_FIRST = ("words.replies.", *OF_FORBIDDING)
"""How the keys begin of words that the first scripts seem to choose and never say without more."""
SPOKEN_FIRST = (ROOT, file_of(FIRST))
"""The scripts whose words come first."""
"""The game that a visitor finds on the board: what is known of it comes with the words."""
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
AROUND = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")
"""The spaces in a style that mean nothing."""
KEY = re.compile(rf"""["`]((?:{"|".join(DOMAINS)}|server|words)\.[\w.-]*)(\$\{{)?""")
"""A key in a script, or how the keys begin of which the script chooses one."""


class Assets:
    """The files of the page by name, or the modules one by one as they are written."""

    def __init__(self, as_modules: bool = False) -> None:
        self.as_modules = as_modules
        content = {} if as_modules else made()
        digest = sha256(b"".join(content.values())).hexdigest()
        self.version = digest[:12]
        self.made = {f"{self.version}/{name}": text for name, text in content.items()}

    def links(self, root: str, module: str, lang: str) -> Iterator[str]:
        """What a page is to fetch at once: its style, its script, and what the script will want."""
        if self.as_modules:
            yield from _styles(f"{root}/static/style/{name}.css" for name in ALL_STYLES)
            yield f'<script type="module" src="{root}/static/app.js"></script>'
            return
        place = f"{root}/static/{self.version}"
        parts = [file_of(module)]
        yield from _styles([f"{place}/style.css"])
        for part in parts_of(module):
            yield f'<link rel="stylesheet" href="{place}/{part}.css" id="{part}">'
            parts.append(f"{part}.{lang}.js")
        if module != FIRST:
            parts.append(SHARED)
        yield f'<script type="module" src="{place}/app.js"></script>'
        yield from (f'<link rel="modulepreload" href="{place}/{part}">' for part in parts)
        yield f'<link rel="modulepreload" href="{place}/words.{lang}.js" id="words">'


def parts_of(module: str) -> tuple[str, ...]:
    """The parts of the words and styles that a page needs besides the first page's.

    >>> parts_of("play/page.js"), parts_of("lab/page.js"), parts_of("drill/page.js")
    ((), ('rest', 'lab'), ('rest', 'school'))
    """
    if module == FIRST:
        return ()
    folder = dirname(module)
    part = "school" if folder in SCHOOL else folder
    return ("rest", part) if part in OF_PART else ("rest",)


def _styles(addresses: Iterable[str]) -> Iterator[str]:
    return (f'<link rel="stylesheet" href="{address}">' for address in addresses)


def made() -> dict[str, bytes]:
    """The scripts, the styles and the words."""
    scripts = bundled(STATIC)
    first = "".join(scripts[name] for name in SPOKEN_FIRST)
    written = {name: text.encode("utf-8") for name, text in scripts.items()}
    return {**written, **styles(), **words(first)}


def styles() -> dict[str, bytes]:
    """The styles one after another, without comments: the first page's, the rest, those apart."""
    parts = {"style": STYLES, "rest": REST, **OF_PART}
    return {f"{part}.css": _style(names) for part, names in parts.items()}


def _style(names: Iterable[str]) -> bytes:
    texts = [(STATIC / "style" / f"{name}.css").read_text("utf-8") for name in names]
    return AROUND.sub(r"\1", COMMENT.sub("", "".join(texts))).encode("utf-8")


def words(first: str) -> dict[str, bytes]:
    """The words of each language, as modules.

    First those that the first scripts name, then the rest, and those of some pages apart.
    """
    keys = [(key, bool(chosen)) for key, chosen in KEY.findall(first)]
    found: dict[str, bytes] = {}
    for lang in LANGUAGES:
        spoken = page_words(lang)
        rest = {
            key: spoken["words"].pop(key)
            for key in [*spoken["words"]]
            if key.startswith(NOT_FIRST) or not _named(key, keys)
        }
        game = facts(Game.named(FIRST_GAME), lang)
        found[f"words.{lang}.js"] = _module(spoken=spoken, game=game)
        parts: dict[str, dict[str, Any]] = {"rest": {}, **{part: {} for part in OF_PART}}
        for key, text in rest.items():
            parts[_part_of(key)][key] = text
        found |= {f"{part}.{lang}.js": _module(words=own) for part, own in parts.items()}
    return found


def _part_of(key: str) -> str:
    """The part to which a word belongs that is not among the first."""
    return next((part for start, part in PART_OF_WORDS.items() if key.startswith(start)), "rest")


def _named(key: str, keys: Iterable[tuple[str, bool]]) -> bool:
    """Whether scripts name a key, or may choose it."""
    return any(key.startswith(name) if is_chosen else key == name for name, is_chosen in keys)


def _module(**constants: Any) -> bytes:
    lines = (
        b"export const %b = %b;\n" % (name.encode(), orjson.dumps(value))
        for name, value in constants.items()
    )
    return b"".join(lines)
