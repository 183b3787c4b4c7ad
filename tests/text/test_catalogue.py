"""The catalogues: plural forms, missing keys, and the languages."""

import pickle
from gettext import c2py

import pytest
from babel.messages.plurals import PLURALS

from marienbad.cli.arguments import chosen_language
from marienbad.games.catalogue import define
from marienbad.text import language
from marienbad.text.catalogue import catalogue, counted_as
from marienbad.text.explanation import Explanation
from marienbad.text.language import closest_language
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Count, Listing, Value, say
from marienbad.theories.wording import describe_move


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0, "0 matches", "0 allumette"),
        (1, "1 match", "1 allumette"),
        (2, "2 matches", "2 allumettes"),
        (12_345, "12,345 matches", "12\u202f345 allumettes"),
    ],
)
def test_plural_forms(number: int, english: str, french: str) -> None:
    count = Count(number, "match")
    assert Plain("en").line(count) == english
    assert Plain("fr").line(count) == french


def test_every_language_counts_long_numbers_like_short_ones() -> None:
    numbers = (*range(3000), 10**5, 10**6, 10**6 + 2, 21 * 10**6, 10**9 + 11, 10**60 + 71)
    rules = {language: c2py(rule) for language, (_, rule) in PLURALS.items()}
    assert len(rules) > 60
    assert {
        (language, number)
        for language, form in rules.items()
        for number in numbers
        if form(number) != form(counted_as(number))
    } == set()


def test_a_missing_key_names_itself_and_the_language() -> None:
    with pytest.raises(KeyError, match=r"words\.nonsense.*fr"):
        Plain("fr").line(say("words.nonsense"))
    with pytest.raises(KeyError, match=r"words\.yes.*en"):
        Plain("en").line(Count(2, "yes"))
    with pytest.raises(KeyError, match=r"nonsense.*en"):
        Plain("en").line(say("nonsense.key"))


def test_a_missing_value_is_named() -> None:
    with pytest.raises(KeyError, match=r"words\.move\.leaving.*position"):
        Plain("en").line(say("words.move.leaving", move="x"))


@pytest.mark.parametrize(
    ("listing", "english", "french"),
    [
        (Listing((), "and"), "", ""),
        (Listing((1,), "and"), "1", "1"),
        (Listing((1, 2), "or"), "1 or 2", "1 ou 2"),
        (Listing((1, (2, 3), "x"), "and"), "1, (2, 3) and x", "1, (2, 3) et x"),
        (Listing((1, 2, 3), ""), "1, 2, 3", "1, 2, 3"),
    ],
)
def test_listings(listing: Value, english: str, french: str) -> None:
    assert Plain("en").line(listing) == english
    assert Plain("fr").line(listing) == french


def test_moves_in_both_languages() -> None:
    one = describe_move(define("nim"), (0, 3))
    two = describe_move(define("wythoff:a=2"), (7, 8))
    leaving = say("words.move.leaving", move=one, position=(1, 0))
    assert Plain("en").line(leaving) == "take 3 matches from row 2, leaving (1, 0)"
    assert Plain("fr").line(leaving) == (
        "prenez 3 allumettes dans la rangée 2, pour laisser (1, 0)"
    )
    assert Plain("en").line(two) == "take 7 tokens from heap 1 and 8 tokens from heap 2"
    assert Plain("fr").line(two) == "prenez 7 jetons dans le tas 1 et 8 jetons dans le tas 2"


@pytest.mark.parametrize(
    ("words", "environ", "expected"),
    [
        (["--lang", "fr"], {}, "fr"),
        (["--lang", "en"], {"LANG": "fr_FR.UTF-8"}, "en"),
        ([], {}, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, "fr"),
        ([], {"LANG": "fr"}, "fr"),
        ([], {"LANG": "fr.UTF-8"}, "fr"),
        ([], {"LANG": "fr_FR@euro"}, "fr"),
        ([], {"LANG": "fra"}, "en"),
        ([], {"LC_MESSAGES": "fr_CA", "LANG": "en_US"}, "fr"),
        ([], {"LC_ALL": "C", "LC_MESSAGES": "fr_CA"}, "en"),
        ([], {"LC_ALL": "", "LANG": "fr_BE"}, "fr"),
        ([], {"LANG": "tlh_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_chosen(words: list[str], environ: dict[str, str], expected: str) -> None:
    assert chosen_language(words, environ) == expected


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("pt-BR", "pt-BR"),
        ("pt_br.UTF-8", "pt-BR"),
        ("pt-PT", "pt-BR"),
        ("pt", "pt-BR"),
        ("zh-Hant-TW", "zh-Hant"),
        ("zh-Hans", "zh"),
        ("z", None),
        ("", None),
    ],
)
def test_a_variety_of_a_language(
    tag: str, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "LANGUAGES", ("en", "pt-BR", "zh", "zh-Hant"))
    assert closest_language(tag) == expected


def test_an_unknown_language_is_refused() -> None:
    for unknown in ("tlh", "../en", ""):
        with pytest.raises(InputError, match=r"There is no language “.*”: expected en.* or "):
            Explanation(()).render(unknown)
        with pytest.raises(KeyError):
            catalogue("words", unknown)


def test_errors_speak_both_languages() -> None:
    error = OutOfReach("errors.out_of_reach", theory="table", bound=150, position=(151, 3))
    assert isinstance(error, ValueError)
    expected = "The theory table does not reach (151, 3): expected 150 at most in the smaller heap."
    assert str(error) == expected
    assert error.render("fr") == (
        "La théorie table ne va pas jusqu’à (151, 3)\u202f: "
        "on attendait 150 au plus dans le plus petit tas."
    )
    assert error.message.key == "errors.out_of_reach"
    assert error.message.values["bound"] == 150


def test_errors_survive_a_process_pool() -> None:
    error = InputError("errors.heap", text="x")
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert copy.message == error.message


def test_errors_quote_neither_megabytes_nor_control_characters() -> None:
    sentence = str(InputError("errors.heap", text="\x1b[2J\udcff" + "x" * 10**6))
    assert len(sentence) < 200
    assert sentence.isprintable()
    sentence.encode()
