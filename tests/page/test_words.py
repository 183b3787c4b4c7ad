"""The page's modules: every sentence from the catalogue, nothing unused, nothing from elsewhere."""

import re
from functools import cache
from gzip import compress
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import marienbad.text
import marienbad.web
from marienbad.text.catalogue import entries
from marienbad.text.language import LANGUAGES
from marienbad.web.api.words import DOMAINS
from marienbad.web.site.assets import OF_PART, made, parts_of
from marienbad.web.site.bundle import FIRST, file_of

STATIC = Path(marienbad.web.__path__[0]) / "static"
MODULES = sorted(STATIC.rglob("*.js"))
SOURCE = "\n".join(path.read_text("utf-8") for path in MODULES)
LOCALE = Path(marienbad.text.__path__[0]) / "locale"
OURS = [domain for domain in DOMAINS if domain not in ("language", "match")]
"""The catalogues that only the page reads."""
NAMED = "|".join(OURS)
assets = cache(made)


@cache
def known_keys() -> set[str]:
    found = set()
    for domain in OURS:
        with (LOCALE / f"{domain}.pot").open("rb") as file:
            found |= {str(message.context) for message in read_po(file) if message.id}
    return found


def test_every_word_of_the_page_is_in_the_catalogue() -> None:
    literal = set(re.findall(rf'"((?:{NAMED})\.[\w.-]+)"', SOURCE))
    assert literal - {"certificate.json"} <= known_keys()  # a file is called so
    beginnings = set(re.findall(rf"`((?:{NAMED})\.[\w.]*)\$\{{", SOURCE))
    assert beginnings
    for start in beginnings:
        assert any(key.startswith(start) for key in known_keys()), start


def test_every_sentence_of_the_catalogue_is_used() -> None:
    literal = set(re.findall(rf'"((?:{NAMED})\.[\w.-]+)"', SOURCE))
    patterns = [
        re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"[\\w.-]*", re.escape(template)))
        for template in re.findall(rf"`((?:{NAMED})\.[^`]*\$\{{[^`]*)`", SOURCE)
    ]
    unused = {
        key
        for key in known_keys() - literal
        if not any(pattern.fullmatch(key) for pattern in patterns)
    }
    assert unused == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_is_small_and_writes_no_markup(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text)
    assert "http://www.w3.org/2000/svg" in text or "://" not in text.replace("}//${", "")
    assert len(text.splitlines()) <= 450


PAGES = (
    "embed.js",
    "play/page.js",
    "analysis.js",
    "tables.js",
    "numbers.js",
    "theory.js",
    "learn/page.js",
    "drill/page.js",
    "investigate/page.js",
    "classroom/page.js",
    "worksheet/page.js",
    "lab/page.js",
    "games/page.js",
    "check/page.js",
    "written.js",
)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_under_100_kilobytes(page: str) -> None:
    """As it is sent: pressed, with its style and its words."""
    sent = assets()
    names = ["app.js", file_of(page), "style.css", "words.fr.js"]
    if page != FIRST:
        names.append("shared.js")
    for part in parts_of(page):
        names += [f"{part}.css", f"{part}.fr.js"]
    size = sum(len(compress(sent[name])) for name in names)
    assert size < (55_000 if page == FIRST else 100_000)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_lost_between_those_of_the_first_page_and_the_rest(lang: str) -> None:
    parts = [assets()[f"{name}.{lang}.js"].decode() for name in ("words", "rest", *OF_PART)]
    key = rf'"((?:match|{NAMED})\.[\w.-]+)":'
    found = [name for part in parts for name in set(re.findall(key, part))]
    assert len(found) == len({*found})
    assert {*found} == {key for domain in ("match", *OURS) for key in entries(domain, lang)}


def test_every_page_is_measured() -> None:
    app = (STATIC / "app.js").read_text("utf-8")
    assert set(re.findall(r'\bimport\("\./([\w/-]+\.js)"\)', app)) == set(PAGES)
