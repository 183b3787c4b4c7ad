"""The calls of drills: what is asked and judged over HTTP is what the school asks and judges."""

from typing import Any

from starlette.testclient import TestClient

from marienbad.school.kinds import KINDS
from marienbad.school.questions import FORMS, forms_of, partner, question_of


def asked(client: TestClient, **query: Any) -> Any:
    answer = client.get("/api/drill", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_kinds_with_their_titles_in_both_languages(client: TestClient) -> None:
    found = {lang: client.get("/api/kinds", params={"lang": lang}).json() for lang in ("en", "fr")}
    english, french = found["en"], found["fr"]
    assert [kind["name"] for kind in english["kinds"]] == [*KINDS]
    assert [form["name"] for form in english["forms"]] == [*FORMS]
    assert english["kinds"][0]["title"] == "Mirror"
    assert french["forms"][0]["title"] == "Un coup gagnant"
    assert all(len(kind["games"]) == 5 for kind in english["kinds"])
    assert {kind["name"]: tuple(kind["forms"]) for kind in english["kinds"]} == {
        name: forms_of(name) for name in KINDS
    }
    assert english["returns"]["gaps"] == [1, 3, 9, 27]


def test_the_same_address_asks_the_same_and_nothing_that_is_excluded(client: TestClient) -> None:
    query: dict[str, Any] = {"kind": "mirror", "difficulty": 1, "seed": 5}
    first = asked(client, **query, number=3)
    assert asked(client, **query, number=3) == first
    seen: list[str] = []
    for number in range(6):
        found = asked(client, **query, number=number, without=";".join(seen))
        position = ",".join(map(str, sorted(found["position"])))
        assert position not in seen
        seen.append(position)
    french = asked(client, **query, lang="fr")
    assert french["text"] == "Trouvez un coup gagnant."


def test_answers_of_every_form_are_judged(client: TestClient) -> None:
    for form, kind in (("move", "nim"), ("judge", "nim"), ("value", "sums"), ("pair", "families")):
        query: dict[str, Any] = {"kind": kind, "difficulty": 2, "form": form}
        question = asked(client, **query, seed=8)
        position = question["position"]
        known = question_of(kind, 2, form, tuple(position))
        assert question["game"] == known.game.name
        shared = {**query, "position": ",".join(map(str, position))}
        if form == "move":
            wins = {*known.game.analyse(tuple(position)).winning_moves}
            given = {",".join(map(str, m)): m in wins for m in known.game.moves(tuple(position))}
        elif form == "judge":
            is_p = known.game.analyse(tuple(position)).outcome == "P"
            given = {"yes": is_p, "no": not is_p}
        elif form == "pair":
            given = {str(partner(known.game, *position)): True, "0": False}
        else:
            given = {"77": False}
        for answer, is_right in given.items():
            found = client.get("/api/drill/answer", params={**shared, "answer": answer}).json()
            assert found["right"] == is_right
            assert found["said"]
            if found["shown"] is not None:
                taken = [a - b for a, b in zip(found["board"], found["leave"], strict=True)]
                assert taken == found["shown"]
