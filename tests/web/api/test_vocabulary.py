"""Families, games and sentences over HTTP, in the reader's language."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import marienbad
from marienbad.games.catalogue import FAMILIES
from marienbad.games.parameters import Parameter
from marienbad.theories.known import known_of
from tests.web.support import get

# Positions


def test_the_families_and_their_parameters(client: TestClient) -> None:
    found = {family["name"]: family for family in get(client, "/api/families", lang="fr")}
    assert list(found) == [family.name for family in FAMILIES]
    for family in FAMILIES:
        assert found[family.name]["from_text"] is (family.reader is not None)
        assert found[family.name]["usual_table"] == known_of(family).tables()[0].name
        bounds = [(p["name"], p["least"], p["most"]) for p in found[family.name]["parameters"]]
        numbers = [p for p in family.parameters if isinstance(p, Parameter)]
        assert [b for b in bounds if b[1] is not None] == [
            (p.name, p.least, p.most) for p in numbers
        ]


def test_parameters_of_any_size_are_exact(client: TestClient) -> None:
    facts = get(client, "/api/game", game=f"wythoff:b={2**60 + 1},a=1")
    assert facts["game"] == f"wythoff:b={2**60 + 1}"
    assert facts["parameters"] == {"heaps": 2, "a": 1, "b": str(2**60 + 1)}


# Words


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_sentence_of_the_page(client: TestClient, lang: str) -> None:
    answer = client.get("/api/words", params={"lang": lang})
    words = answer.json()["words"]
    source = Path(marienbad.__file__).parent / "text/locale/web.pot"
    keys = set(re.findall(r'^msgctxt "(web\..*)"$', source.read_text("utf-8"), re.MULTILINE))
    assert keys == {key for key in words if key.startswith("web.")}
    assert len(words["words.match"]) == 2
    again = client.get(
        "/api/words", params={"lang": lang}, headers={"If-None-Match": answer.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


def test_games_with_their_words(client: TestClient) -> None:
    games = get(client, "/api/games", lang="fr")
    assert [game["game"] for game in games][:3] == ["nim", "marienbad", "wythoff"]
    game = get(client, "/api/game", game="wythoff:misere,a=2", lang="fr")
    assert (game["game"], game["misere"], game["heaps"]) == ("wythoff:a=2,misere", True, 2)
    assert game["nouns"] == {"heap": "heap", "object": "token"}
    assert game["theories"][0] == {"name": "recurrence", "title": "Récurrence"}
    assert [level["name"] for level in game["levels"]] == [
        "naive",
        "novice",
        "club",
        "expert",
        "perfect",
    ]
    nim = get(client, "/api/game", game="nim")
    assert (nim["levels"][-1]["name"], nim["rules"]) == (
        "machine-004",
        "heaps 4\ntake n from one\n",
    )
    own = get(client, "/api/game", game="rules:heaps 1; take n from one where n < 4")
    assert own["rules"] == "heaps 1\ntake n from one where n < 4\n"


@pytest.mark.parametrize(
    ("query", "header", "lang"),
    [
        ("", None, "en"),
        ("", "fr", "fr"),
        ("", "de, fr-CH;q=0.9, en;q=0.8", "fr"),
        ("", "fr;q=0.1, en;q=0.2", "en"),
        ("", "fr;q=nonsense", "en"),
        ("&lang=fr", "en", "fr"),
    ],
)
def test_the_language_of_an_error(
    client: TestClient, query: str, header: str | None, lang: str
) -> None:
    headers = {"Accept-Language": header or ""}
    answer = client.get(f"/api/analysis?game=go&position=1{query}", headers=headers)
    message = answer.json()["error"]["message"]
    assert message.startswith("There is no game" if lang == "en" else "Il n’y a pas de jeu")
