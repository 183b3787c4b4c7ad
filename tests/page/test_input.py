"""What is written into a field: read as it stands, or refused beside it; nothing is guessed."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.browser import Open

WIDTHS = (360, 768, 1280)
WRONG = {
    "en": [
        ("", "Write a position"),
        ("abc", "“abc” does not belong in a position"),
        ("-3, 4", "“-3” does not belong in a position"),
        ("1e9, 3", "“1e9” does not belong in a position"),
        ("0, 0", "No move can be played from (0, 0)"),
        ("5", "expected 2"),
        ("3,,5", "A number is missing in “3,,5”: expected numbers separated by single commas"),
        ("3, 5,", "such as 7, 11"),
    ],
    "fr": [
        ("", "Écrivez une position"),
        ("abc", "«\u202fabc\u202f» n’a pas sa place dans une position"),
        ("0, 0", "Aucun coup n’est possible depuis (0, 0)"),
    ],
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_wrong_start_is_answered_beside_the_field(visit: Open, lang: str) -> None:
    player = visit("/", lang=lang)
    board = player.find("[data-heap]")
    expect(board.first).to_be_visible()
    player.act("setup")
    player.find('dialog input[value="wythoff"]').check()
    field = player.find('[data-input="start"]')
    problem = player.find(".heaps-field .problem")
    player.refused.add(422)
    for width in WIDTHS:
        player.page.set_viewport_size({"width": width, "height": 800})
        for text, said in WRONG[lang]:
            field.fill(text)
            player.act("begin")
            expect(problem).to_contain_text(said)
            expect(problem).to_be_in_viewport()
            expect(field).to_be_focused()
            expect(field).to_have_attribute("aria-invalid", "true")
    assert board.count() == 16
    field.fill("3-5")
    expect(problem).to_be_empty()
    player.act("begin")
    expect(player.find("dialog")).to_have_count(0)
    assert player.position == (3, 5)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "“abc” does not belong in a position"),
        ("fr", "«\u202fabc\u202f» n’a pas sa place dans une position"),
    ],
)
def test_a_link_with_a_wrong_position_says_so(visit: Open, lang: str, said: str) -> None:
    player = visit("/analysis?game=wythoff&position=abc", lang=lang)
    expect(player.find(".heaps-field .problem")).to_contain_text(said)
    expect(player.find('[data-input="position"]')).to_have_value("abc")
    expect(player.find(".verdict")).to_be_empty()
    expect(player.find("[data-heap]")).to_have_count(0)
    expect(player.find('[data-action="take"]')).to_be_hidden()


@pytest.mark.parametrize(
    ("path", "lang", "said"),
    [
        ("/analysis?game=nim&position=1,2&theory=xyz", "en", "“theory=xyz”"),
        ("/tables?game=nim&kind=xyz&base=7", "fr", ". Le lien demande «\u202fbase=7\u202f»"),
        ("/embed?level=xyz", "en", "“level=xyz”"),
    ],
)
def test_a_link_to_what_a_game_does_not_have_says_what_there_is(
    visit: Open, path: str, lang: str, said: str
) -> None:
    player = visit(path, lang=lang)
    problem = player.find(".problem").filter(has_text=said)
    expect(problem).to_contain_text({"en": "Possible: ", "fr": "Possible\u202f: "}[lang])
    if path.startswith("/tables"):
        player.find('[data-action="kind"]').select_option("pairs")
        expect(problem).to_have_count(0)


WRONG_LINKS = (
    ("/analysis?game=wythoff&position=1,2,3", "#main", "(1, 2, 3) is 3: expected 2."),
    ("/analysis?game=chess&position=1,2", "#main", "There is no game “chess”"),
    ("/drill?kind=nim&form=pair", "main", "form=pair"),
    ("/embed?game=marienbad&position=abc", ".status", "“abc” does not belong"),
    ("/investigate?view=graph&game=nim&position=40,40,40", ".status", "600"),
    ("/investigate?view=machine&game=nim&position=9,9,9,9", ".status", "201"),
    ("/theory?name=partitions", ".status", "partition"),
    ("/?game=nim&position=1,x&watch=perfect,naive", ".status", "x"),
    ("/?game=marienbad&position=1,2&watch=machine-004,naive", ".status", "machine-004"),
)


def test_a_link_to_what_there_is_not_says_so(visit: Open) -> None:
    player = visit("/privacy")
    player.refused.add(422)
    for path, place, said in WRONG_LINKS:
        player.go(path)
        expect(player.find(place).filter(has_text=said).first).to_be_visible()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("lang", "said"), [("en", "from 1 to 256"), ("fr", "un nombre entier de 1 à 256")]
)
def test_a_wrong_number_of_rows_is_answered_beside_its_field(
    visit: Open, lang: str, said: str
) -> None:
    player = visit("/tables?game=nim&rows=257", lang=lang)
    rows, problem = player.find('[data-input="rows"]'), player.find(".ask .options .problem")
    for width in WIDTHS:
        player.page.set_viewport_size({"width": width, "height": 800})
        for text in ("257", "0", "-1", "1e2", "abc"):
            rows.fill(text)
            expect(problem).to_contain_text(f"{text}")
            expect(problem).to_contain_text(said)
            expect(rows).to_have_attribute("aria-invalid", "true")
            expect(player.find("table")).to_have_count(0)
        assert player.page.evaluate("document.documentElement.scrollWidth") == width
    rows.fill("3")
    expect(problem).to_be_empty()
    expect(player.find("tbody tr")).to_have_count(3)


def test_the_answer_comes_before_the_choices(visit: Open) -> None:
    player = visit("/analysis?game=wythoff&position=26,66", viewport={"width": 360, "height": 640})
    expect(player.find(".verdict")).to_contain_text("(26, 66)")
    assert "(26,\u00a066)" in player.find(".verdict").inner_text()
    expect(player.find(".verdict")).to_be_in_viewport(ratio=1)
    expect(player.find("[data-heap]").first).to_be_in_viewport(ratio=1)


def test_back_and_forward_walk_through_the_analysis(visit: Open) -> None:
    player = visit("/analysis?game=wythoff&position=3,4")
    field = player.find('[data-input="position"]')
    player.find('.follow[data-take="2,2"]').click()
    expect(field).to_have_value("1, 2")
    field.fill("26 66")
    player.act("analyse")
    expect(player.find(".verdict")).to_contain_text("(26, 66)")
    player.page.go_back()
    expect(player.find(".verdict")).to_contain_text("(1, 2)")
    player.page.go_back()
    expect(player.find(".verdict")).to_contain_text("(3, 4)")
    expect(field).to_have_value("3, 4")
    player.page.go_forward()
    expect(player.find(".verdict")).to_contain_text("(1, 2)")
    expect(player.page).to_have_url(re.compile(r"position=1,2"))
    # what could not be had is asked for again, not what was there before
    held = player.hold("**/api/analysis?*")
    field.fill("4 5")
    player.act("analyse")
    player.refuse(held())
    player.act("again")
    held().continue_()
    expect(player.find(".verdict")).to_contain_text("(4, 5)")
    player.page.unroute("**/api/analysis?*")
    # a start drawn by lot is drawn whole, whatever was played before
    player.find(".follow").first.click()
    expect(player.find('[data-action="undo"]')).not_to_have_attribute("aria-disabled", "true")
    player.act("random")
    expect(player.find('[data-action="undo"]')).to_have_attribute("aria-disabled", "true")
    heaps = [int(heap) for heap in field.input_value().split(", ")]
    expect(player.find(f'.square.here[data-square="{heaps[0]},{heaps[1]}"]')).to_have_count(1)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("lang", "last"), [("en", "last match loses"), ("fr", "dernière")])
def test_the_chooser_names_the_games(visit: Open, lang: str, last: str) -> None:
    player = visit("/analysis?game=wythoff:a=2&position=3,5", lang=lang)
    games = player.find(".chooser .radios").first
    expect(player.find("summary strong")).to_contain_text("Wythoff")
    player.find(".chooser summary").click()
    for name in ("Nim", "Marienbad", "Wythoff", "1 · 3 · 5 · 7", last):
        expect(games).to_contain_text(name)
    expect(player.find('.parameter:has([data-parameter="a"])')).to_contain_text("a·b")
    for wrong in ("0", "", "1e1"):
        player.find('[data-parameter="a"]').fill(wrong)
        expected = {
            "en": "Expected for a: a whole number, 1 or more.",
            "fr": "nombre entier, 1 ou plus",
        }
        expect(player.find(".parameter .problem:not(:empty)")).to_contain_text(expected[lang])
    player.find('[data-parameter="a"]').fill("3")
    expect(player.find(".parameter .problem:not(:empty)")).to_have_count(0)
    player.find('input[value="nim"]').check()
    expect(player.find("summary strong")).to_have_text("Nim")
    expect(player.find(".parameter")).to_have_count(0)
