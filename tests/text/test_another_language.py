"""Another language by catalogues alone: one made by a program is spoken everywhere."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from marienbad.cli import COMMANDS
from marienbad.games.catalogue import BY_NAME, FAMILIES
from marienbad.games.family import MISERE
from marienbad.play.players import PLAYERS
from marienbad.school.kinds import KINDS
from marienbad.school.sheet.forms import FORMS
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from tests.support import PATIENCE
from tests.text import speaking
from tests.text.pseudolanguage import CLOSING, LANGUAGE, OPENING, add_language, untranslated

pytestmark = pytest.mark.slow

NAMES = {
    *(*BY_NAME, MISERE, "Nim", "Marienbad", "Wythoff"),
    *("Bouton", "Deslongchamps", "Fraenkel", "Hardy", "Mignoty", "Renard", "Rigo", "Whiteland"),
    *("Wright", "MATh", "JEANS", "MiB", "URL", "tcp", "min"),
    *(*LANGUAGES, *(template("language.name", lang) for lang in LANGUAGES), "Pšeudö"),
    *(*COMMANDS, *PLAYERS, *(name for family in FAMILIES for name in family.theories)),
    *(*KINDS, *FORMS),
}
"""The same in every language: names of games, commands, players, theories, people, languages, kinds
of positions, forms of exercises."""
TYPED = {"go", "nowhere", "and", "take", "from", "XXII", "partition", "AABB", "AAB"}
"""What was typed or is to be: a number of a table, a name of the book, the rule language, an order
of play."""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Any:
    place = add_language(tmp_path_factory.mktemp("language"))
    process = subprocess.run(
        [sys.executable, speaking.__file__, LANGUAGE],
        env=os.environ | {"PYTHONPATH": str(place), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


def sentences(data: Any, name: str = "") -> Iterator[str]:
    """Every text for readers within an answer of the server."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from sentences(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from sentences(value, name)
    elif name in ("text", "message", "title", "rule", "piece", "description"):
        yield str(data)


def test_a_folder_of_catalogues_is_a_language(said: Any) -> None:
    assert said["languages"][0] == "en"
    assert {"fr", LANGUAGE} <= {*said["languages"]}
    assert f" | {said['languages'][-1]}" in said["refusal"]


def test_the_command_line_speaks_it(said: Any) -> None:
    english = {
        name: untranslated(text) - NAMES - TYPED for name, text in said["command line"].items()
    }
    assert {name: words for name, words in english.items() if words} == {}
    assert all(OPENING in text and CLOSING in text for text in said["command line"].values())


def test_numbers_and_plurals_are_its_own(said: Any) -> None:
    analysis = said["command line"]["analyse wythoff 12345,23456"]
    assert "23'456" in analysis
    assert f"{OPENING}1 wíññíñg móvés 0{CLOSING}" in analysis
    game = said["command line"]["analyse nim 12345,67890,1000000"]
    assert f"{OPENING}919'861 mátçhés 2{CLOSING}" in game
    huge = said["command line"][f"analyse wythoff {10**50},3"]
    assert f"…0000000000 ({OPENING}51 dígíts 2{CLOSING})" in huge
    assert "0·" in said["command line"]["prove wythoff"]
    assert "3·75%" in said["command line"]["chance wythoff --size 20"]


def test_a_sentence_without_translation_is_english_throughout(said: Any) -> None:
    expected = "50,000,000 matches or 1000000000…0000000000 (51 digits)"
    sentence = f"Standard input is too long: expected at most {expected} characters."
    assert said["left English"] == sentence


def test_the_server_speaks_it_to_a_browser_that_wants_it(said: Any) -> None:
    answers = said["server"]
    for page in ("/", "/?lang=tlh", "/lab"):
        assert f'<html lang="{LANGUAGE}">' in answers[page]
        assert f"<title>{OPENING}" in answers[page]
    for path in ("/api/games", "/api/analysis?game=wythoff&position=12345,23456", "error"):
        texts = [*sentences(json.loads(answers[path]))]
        assert texts
        assert untranslated(" ".join(texts)) - NAMES - TYPED == set()


def test_the_page_has_its_words_and_its_plural_rule(said: Any) -> None:
    answer = json.loads(said["server"]["/api/words"])
    assert answer["lang"] == LANGUAGE
    assert list(answer["languages"]) == said["languages"]
    assert answer["languages"][LANGUAGE] == "Pšeudö"
    words = {key: text for key, text in answer["words"].items() if not key.startswith("language.")}
    texts = [
        text for found in words.values() for text in ([found] if type(found) is str else found)
    ]
    assert [text for text in texts if untranslated(text)] == []
    assert len(words["words.match"]) == 3
    assert [answer["plurals"][number] for number in (0, 1, 2, 5, 12, 22, 101, 200)] == [
        *(2, 0, 1, 2, 2, 1, 2, 2)
    ]


def test_a_browser_that_wants_a_language_that_is_not_there_gets_one_that_is(said: Any) -> None:
    assert '<html lang="en">' in said["server"]["stranger"]
    assert '{"lang":"en",' in said["server"]["stranger"]


def test_the_terminal_comes_to_it_by_its_key(said: Any) -> None:
    text = "\n".join(said["terminal"])
    assert "12'343 mátçhés" in text
    assert "English / Français" in text
    assert untranslated(text) - NAMES == set()
