"""Worksheets over HTTP."""

import pytest
from starlette.testclient import TestClient

from tests.web.support import get


def test_choices_are_named_in_the_language(client: TestClient) -> None:
    found = get(client, "/api/worksheet/choices", lang="fr")
    assert {"name": "mirror", "title": "Le miroir"} in found["kinds"]
    assert {"name": "cut", "title": "partager en paquets"} in found["forms"]
    assert found["lessons"][0]["name"] == "mirror"
    assert found["difficulties"] == [1, 5]


def test_pages_and_file_are_the_same_sheets(client: TestClient) -> None:
    asked: dict[str, str | int] = {"game": "nim", "positions": "1,2,3; 4,5", "lang": "fr"}
    asked |= {"variants": 2, "seed": 3}
    pages = get(client, "/api/worksheet", **asked)["pages"]
    assert [page["title"] for page in pages] == [
        "Nim · fiche 1 · graine 3",
        "Nim · fiche 2 · graine 3",
        "Nim · réponses · graine 3",
    ]
    assert all(page["svg"].startswith("<svg ") for page in pages)
    answer = client.get("/api/worksheet.pdf", params=asked)
    assert answer.headers["content-type"] == "application/pdf"
    assert 'filename="marienbad.pdf"' in answer.headers["content-disposition"]
    assert answer.content.startswith(b"%PDF-")
    assert answer.content.count(b"/Type /Page\n") == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        {"lesson": "mirror"},
        {"kind": "queen", "difficulty": 5, "form": "board"},
        {"kind": "packets", "form": "cut", "variants": 40},
        {"game": "rules:heaps 2; take n from one; take 1, 1 from two", "form": "pairs"},
        {"game": "rules:heaps 2; take n from one; take 1, 1 from two", "positions": "9,9"},
        {"game": "kayles", "positions": "9,4"},
    ],
)
def test_every_source_gives_pages(client: TestClient, asked: dict[str, str | int]) -> None:
    assert len(get(client, "/api/worksheet", **asked)["pages"]) > 1
