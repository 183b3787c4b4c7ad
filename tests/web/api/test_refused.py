"""Questions that cannot be answered: each is refused with a sentence that says why."""

import pytest
from starlette.testclient import TestClient

DIGITS = "1" * 1001
OWN = "rules:heaps 2; take n from one"
ALL_OF_THREE = "rules:heaps 3; take c, d, e from all"
DRILL = "drill/answer?kind=nim&difficulty=1&form=move&position=3,5&answer=1,0"
TRIED, NIM = "conjecture?game=nim&position=1,3,5,7", "conjecture?game=nim"

REFUSED = {
    # Positions
    "analysis?game=wythoff": "server.missing",
    "analysis?game=go&position=1": "errors.unknown_game",
    "analysis?game=nim&position=1,x": "errors.heap",
    "analysis?game=wythoff&position=1": "errors.heap_count",
    "analysis?game=nim&position=1&theory=luck": "errors.unknown_theory",
    "analysis?game=nim&position=1&lang=de": "server.one_of",
    "analysis?game=nim&position=1&format=pdf&lang=en": "text or html",
    "analysis?game=nim&position=1&format=pdf&lang=fr": "text ou html",
    f"analysis?game=nim&position={DIGITS}": "server.digits",
    f"analysis?game=nim&position={','.join('1' * 65)}": "server.heaps",
    f"analysis?game={'n' * 9000}&position=1": "server.too_long",
    "analysis?game=nim&position=99,99,99,99&theory=table": "errors.table_too_large",
    "analysis?game=wythoff:a=9&position=3000,3000&theory=table": "errors.table_too_large",
    "analysis?game=wythoff:a=9,b=2,misere&position=9999,9999&theory=table": "errors.table",
    "drawing?game=nim&position=99,99,99,99&theory=table": "errors.table",
    "reply?game=marienbad&position=1,3,5,7&player=machine-004": "machine-004",
    "reply?game=nim&position=1,3&player=human": "errors.unknown_player",
    "reply?game=nim&position=0,0&player=genius": "errors.unknown_player",
    "reply?game=nim&position=1,x&player=perfect": "errors.heap",
    "certificate?game=euclid": "prover.not_proved",
    "certificate?game=wythoff:a=98": "prover.not_proved",
    f"certificate?game={OWN}": "prover.not_proved",
    "certificate?game=../proved/nim": "errors.unknown_game",
    f"certificate?game={'x' * 5000}": "server.too_long",
    # Tables and boards
    "chance?game=wythoff&size=0": "chance.size",
    "chance?game=wythoff:a=9,b=2,misere&size=9999999": "chance.too_far",
    "chance?game=nim&size=8&no_empty=zz": "expected true or false",
    "map?game=wythoff&size=65": "server.at_most",
    "map?game=wythoff&size=many": "server.whole_number",
    "map?game=wythoff&slice=1": "table.three_heaps",
    "map?game=rules:heaps 3; take a, b, c from all&size=64&slice=500": "errors.table_too_large",
    "table": "lacks game",
    "table?thesis=XXX": "XXI, XXII",
    "table?thesis=XV&slice=1": "table.three_heaps",
    "table?game=wythoff&rows=2001": "server.at_most",
    "table?game=nim&rows=2000": "server.rows",
    "table?game=wythoff&kind=nosuch": "server.one_of",
    "table?game=wythoff&slice=1": "table.three_heaps",
    "board?game=nim&slice=501": "server.at_most",
    "board?game=nim&slice=-1": "server.at_least",
    "board?game=nim&slice=1&pairs=2": "board.slice_pairs",
    "board?game=nim&at=1,2,3,4": "board.at",
    "board?game=wythoff&at=9,9": "board.at",
    "board?game=wythoff&at=1,2,3": "board.at",
    "board?game=wythoff&size=99": "server.at_most",
    "construction?game=rules:heaps 3; take n from one": "table.two_heaps",
    # Investigations
    "situations?game=nim&position=20,20,20,20": "more than 2000 situations",
    f"situations?game=nim&position=1{'0' * 900}": "more than 2000 situations",
    "situations?game=order:AAB&position=5": "take turns",
    "situations?game=nim&position=x": "“x”",
    f"label?game=nim&position={'9' * 99}&label=leave": "more than 2000 situations",
    "label?game=nim&position=1&label=perhaps": "server.one_of",
    "label?game=kayles&position=60,60&label=leave": "2000 situations",
    "winning?game=nim&position=30,30,30": "more than 2000 situations",
    "winning?game=nim&position=1,2&total=a": "“a”",
    "winning?game=nim&position=1,2&total=": "labels.total_missing",
    "graph?game=nim&position=40,40,40": "more than 600 ",
    f"graph?game=nim&position={'9' * 900}": "more than 600 ",
    "graph?game=wythoff&position=99,99": "more than 600 ",
    "graph?game=nim&position=200": "more than 12,000 ",
    # Drills
    f"{DRILL}&kind=chess": "school.kind_unknown",
    f"{DRILL}&form=pair": "practice.form",
    f"{DRILL}&position=100,1": "practice.position",
    f"{DRILL}&position=0,0": "practice.position",
    f"{DRILL}&position={','.join('1' * 9)}": "practice.position",
    f"{DRILL}&answer=1": "server.take_length",
    f"{DRILL}&answer=%3D3": "server.take_length",
    f"{DRILL}&answer=1,1": "play.refused",
    f"{DRILL}&form=judge&answer=maybe": "practice.answer.yes_no",
    f"{DRILL}&form=value&answer=10000": "practice.number",
    f"{DRILL}&form=value&answer=x": "errors.heap",
    "drill?kind=nim&difficulty=6": "server.at_most",
    "drill?kind=nim&difficulty=1&number=10000000000": "server.at_most",
    "drill?kind=nim&difficulty=1&seed=-1": "server.at_least",
    f"drill?kind=nim&difficulty=1&without={'1;' * 2000}": "server.too_long",
    "drill?kind=nim&difficulty=1&without=9999,1": "practice.position",
    f"drill?kind={'n' * 33}&difficulty=1": "server.too_long",
    # Conjectures
    f"{TRIED}&condition=x == y %2B": "Line 1, column 9: expected a number",
    f"{TRIED}&condition=__import__('os')": "has no meaning here",
    f"{TRIED}&condition=x == 9**9**9": "expected a number",
    f"{TRIED}&condition=x": "expected a condition",
    f"{NIM}&condition=total == 1&position=99,99,99,99": "expected a smaller start",
    f"{NIM}&condition=total == 1&position={'1' * 900}": "expected a smaller start",
    f"{TRIED}&condition=total == 1&up_to=100": "conjecture.box",
    f"{NIM}&condition=total == 1&position={','.join('1' * 60)}&up_to=2": "school.many_moves",
    "conjecture?condition=x == 1&game=order:AAB&position=9": "take turns",
    "conjecture/prove?game=kayles&condition=x == 1": "heaps stay what they are",
    "conjecture/prove?game=rules:heaps 3; take 1 from one&condition=x == 1": "two heaps",
    # Worksheets
    **{
        f"{path}?{asked}": said
        for path in ("worksheet", "worksheet.pdf")
        for asked, said in {
            "": "It is not clear where",
            "kind=mirror&variants=99": "at most 60",
            "kind=nim&difficulty=4&count=30&variants=20": "at most 100",
            f"game=rules:heaps 1; take 1 from one&positions={'3%3B' * 13}": "13 positions",
            f"game=nim&positions={'1%3B' * 41}": "41 positions are too many",
            f"game={ALL_OF_THREE}&positions=999,999,999": "The search for (999, 999, 999)",
        }.items()
    },
}


@pytest.mark.parametrize("asked", REFUSED, ids=lambda asked: asked[:60])
def test_what_cannot_be_answered_is_refused_in_words(client: TestClient, asked: str) -> None:
    answer = client.get(f"/api/{asked}", headers={"Accept-Language": "en"})
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    assert REFUSED[asked] in f"{error['key']} {error['message']}"
