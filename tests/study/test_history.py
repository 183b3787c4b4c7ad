"""History and bibliography: nothing cited is missing, nothing in the thesis is left out."""

import pytest

import marienbad
from marienbad.cli import main
from marienbad.games.bibliography import WORKS
from marienbad.games.catalogue import EXAMPLES
from marienbad.study.history import EVENTS, history
from marienbad.text.language import LANGUAGES

REFERENCES = 29
"""The works in the bibliography of the thesis."""


def test_every_reference_of_the_thesis_is_there_once() -> None:
    numbers = [work.number for work in WORKS.values() if work.number is not None]
    assert numbers == [*range(1, REFERENCES + 1)]


def test_events_stand_in_order_and_cite_works() -> None:
    assert [event.year for event in EVENTS] == sorted(event.year for event in EVENTS)
    for event in EVENTS:
        for name in event.works:
            work = WORKS[name]
            assert event.year in work.text or work.number is None or name == "silber-1977"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_work_is_shown(lang: str) -> None:
    text = " ".join(history().render(lang, 1000).split())
    assert all(" ".join(work.text.split()) in text for work in WORKS.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_doi_is_not_broken_and_is_a_link(lang: str) -> None:
    text, page = history().render(lang, 80), history().html(lang)
    for doi in filter(None, (work.doi for work in WORKS.values())):
        assert f" doi:{doi}.\n" in text + "\n"
        assert f'href="https://doi.org/{doi}">doi:{doi}</a>.' in page


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_has_its_line_and_its_works(name: str) -> None:
    game = marienbad.game(name)
    known = {work.text for work in WORKS.values()}
    assert set(game.references) <= known
    lines = [game.history(lang) for lang in LANGUAGES]
    assert all(lines)
    assert len(set(lines)) == len(LANGUAGES)


def test_who_is_named_for_which_parameters() -> None:
    named = {
        "wythoff": "Wythoff",
        "wythoff:a=3": "Fraenkel, How to beat",
        "wythoff:b=3": "Connell",
        "wythoff:a=3,b=2": "Borosh",
        "wythoff:a=3,misere": "cedar trees",
        "wythoff:b=3,misere": "Connell",
        "marienbad": "Bouton",
    }
    for name, author in named.items():
        assert author in marienbad.game(name).references[0]


def test_rules_of_one_s_own_have_no_history(capsys: pytest.CaptureFixture[str]) -> None:
    assert marienbad.rules("heaps 2; take 2 from one").history() == ""
    assert main(["history", "rules:heaps 2; take n from one"]) == 0
    assert "no history of them is known" in capsys.readouterr().out


def test_no_english_words_stand_in_the_french_works() -> None:
    of_the_texts = ("pantaloni", "deslongchamps", "mathenjeans", "hardy", "program", "gardner")
    for name in of_the_texts:
        work = WORKS[name]
        assert not {"of", "in", "with", "by", "for", "master's"} & {*work.place.split()}
