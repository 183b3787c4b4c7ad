"""The page's modules: every sentence from the catalogue, nothing unused, nothing from elsewhere."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import marienbad.text
import marienbad.web

STATIC = Path(marienbad.web.__path__[0]) / "static"
MODULES = sorted(STATIC.glob("*.js"))
SOURCE = "\n".join(path.read_text("utf-8") for path in MODULES)
CATALOGUE = Path(marienbad.text.__path__[0]) / "locale/en/LC_MESSAGES/web.po"


def known_keys() -> set[str]:
    with CATALOGUE.open("rb") as file:
        return {str(message.id) for message in read_po(file) if message.id}


def test_every_word_of_the_page_is_in_the_catalogue() -> None:
    literal = set(re.findall(r'"(web\.[\w.-]+)"', SOURCE))
    assert literal <= known_keys()
    beginnings = set(re.findall(r"`(web\.[\w.]*)\$\{", SOURCE))
    assert beginnings
    for start in beginnings:
        assert any(key.startswith(start) for key in known_keys()), start


def test_every_sentence_of_the_catalogue_is_used() -> None:
    literal = set(re.findall(r'"(web\.[\w.-]+)"', SOURCE))
    patterns = [
        re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"[\\w-]+", re.escape(template)))
        for template in re.findall(r"`(web\.[^`]*\$\{[^`]*)`", SOURCE)
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


def test_the_page_is_under_200_kilobytes() -> None:
    assert sum(path.stat().st_size for path in STATIC.iterdir()) < 200_000
