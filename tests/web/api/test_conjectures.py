"""Conjectures over HTTP."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from marienbad.checker import check
from tests.web.support import get, queue_metric


def tried(client: TestClient, condition: str, **more: Any) -> dict[str, Any]:
    asked = {"game": "nim", "position": "1,3,5,7", "condition": condition, **more}
    found: dict[str, Any] = get(client, "/api/conjecture", **asked)
    return found


@pytest.mark.slow
def test_a_conjecture_is_tried(client: TestClient) -> None:
    found = tried(client, "twins", claim="sufficient")
    assert (found["situations"], found["holding"], found["wrong"]) == (143, 73, 63)
    assert found["positions"][:2] == [{"position": [1, 1, 1]}, {"position": [1, 1, 2]}]
    against = found["counterexample"]
    assert (against["position"], against["take"], against["left"]) == ([1, 1, 1], [0, 0, 1], [1, 1])
    assert "taking 1 match from row 3" in " ".join(found["text"].split())
    assert "<p data-key" in found["html"]
    found = tried(client, "paired", claim="necessary", lang="fr")
    assert (found["condition"], found["words"]) == ("paires", "les rangées vont par paires égales")
    assert "«\u202fles rangées vont par paires égales\u202f»" in found["claimed"]
    assert {"left": [1, 2], "answer": [1, 1]} in found["counterexample"]["answered"]
    assert "Mais elle est à laisser" in " ".join(found["text"].split())
    found = tried(client, "packets")
    assert (found["wrong"], found["counterexample"]) == (0, None)
    found = tried(client, "packets", position="1,1,1,1,1", up_to=9)
    assert (found["situations"], found["wrong"]) == (2002, 0)
    found = tried(client, "packets", game="marienbad")
    assert (found["wrong"], found["counterexample"]["over"]) == (5, True)


@pytest.mark.slow
def test_a_conjecture_is_decided_for_all_sizes(client: TestClient) -> None:
    question = {"game": "nim", "condition": "x = y"}
    before = queue_metric(client, "jobs_total", "proof")
    found = get(client, "/api/conjecture/prove", **question)
    assert found["outcome"] == "proved"
    assert queue_metric(client, "jobs_total", "proof") == before + 1
    assert check(found["certificate"]).game == "nim"
    found = get(client, "/api/conjecture/prove", **question | {"game": "wythoff"})
    assert (found["outcome"], found["counterexample"]["position"]) == ("refuted", [1, 1])
    assert found["counterexample"]["take"] == [1, 1]
    found = get(client, "/api/conjecture/prove", game="wythoff", condition="x*x < 9*y or x = 0")
    assert found["outcome"] == "refuted"
    found = get(
        client,
        "/api/conjecture/prove",
        game="wythoff",
        condition="x * x <= y * y",
        claim="necessary",
        lang="fr",
    )
    assert (found["outcome"], found["states"]) == ("open", None)
    assert "ne peut qu’être essayée" in " ".join(found["text"].split())


@pytest.mark.slow
def test_the_conditions_to_choose_can_be_tried(client: TestClient) -> None:
    for lang in ("en", "fr"):
        offered = get(client, "/api/conjecture/conditions", lang=lang)
        for ready in offered["ready"]:
            assert tried(client, ready["condition"], lang=lang)["condition"] == ready["condition"]
        assert len(offered["words"]) == 7


def test_large_numbers_can_only_be_tried(client: TestClient) -> None:
    asked = {"game": "nim", "condition": "x == y and x != 1000000"}
    found = get(client, "/api/conjecture/prove", **asked)
    assert (found["outcome"], found["counterexample"]) == ("open", None)
    assert "expected numbers up to 1000" in " ".join(found["text"].split())
