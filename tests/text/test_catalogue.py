"""The catalogues: plural forms, missing keys, and the languages."""

import io
import pickle
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from marienbad import text
from marienbad.text.catalogue import catalogue, plural_template, template
from marienbad.text.explanation import Count, Listing, Value, say
from marienbad.text.language import LANGUAGES, choose_language
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach

LOCALE = Path(text.__path__[0]) / "locale"
OWN_KEYS = sorted(
    {
        str(message.context)
        for path in LOCALE.glob("*.pot")
        for message in read_po(io.BytesIO(path.read_bytes()))
        if message.id
    }
)


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_are_counted_like_more(lang: str) -> None:
    known = catalogue("words", lang)
    forms = {known.ngettext("words.match", "words.match", number) for number in range(2, 300)}
    assert forms == {plural_template("words.match", 7, lang)}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", OWN_KEYS)
def test_every_key_has_a_text_in_every_language(key: str, lang: str) -> None:
    try:
        found = template(key, lang)
    except KeyError:
        found = plural_template(key, 1, lang)
    assert found
    assert "!" not in found


@pytest.mark.parametrize("key", OWN_KEYS)
def test_french_puts_a_narrow_space_before_high_punctuation(key: str) -> None:
    forms = catalogue(key.partition(".")[0], "fr")
    found = forms.gettext(key) if forms.gettext(key) != key else forms.ngettext(key, key, 2)
    for position, sign in enumerate(found) if len(found) > 1 else ():  # not of a key's own name
        if sign in ";?»" or (sign == ":" and found[position + 1 : position + 2] in ("", " ")):
            assert found[position - 1] == "\u202f", found
        if sign == "«":
            assert found[position + 1] == "\u202f", found


def test_a_missing_key_names_itself_and_the_language() -> None:
    with pytest.raises(KeyError, match=r"words\.nonsense.*fr"):
        Plain("fr").line(say("words.nonsense"))
    with pytest.raises(KeyError, match=r"words\.and.*en"):
        Plain("en").line(Count(2, "and"))
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
    one = say("words.move.one", count=Count(3, "match"), heap=say("words.row.name", number=2))
    two = say(
        "words.move.two",
        first=Count(7, "token"),
        first_heap=say("words.heap.name", number=1),
        second=8,
        second_heap=say("words.heap.name", number=2),
    )
    leaving = say("words.move.leaving", move=one, position=(1, 0))
    assert Plain("en").line(leaving) == "take 3 matches from row 2, leaving (1, 0)"
    assert Plain("fr").line(leaving) == (
        "prenez 3 allumettes dans la rangée 2, pour laisser (1, 0)"
    )
    assert Plain("en").line(two) == "take 7 tokens from heap 1 and 8 from heap 2"
    assert Plain("fr").line(two) == "prenez 7 jetons dans le tas 1 et 8 dans le tas 2"


@pytest.mark.parametrize(
    ("requested", "environ", "expected"),
    [
        ("fr", {}, "fr"),
        ("en", {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, {}, "en"),
        (None, {"LANG": "fr_FR.UTF-8"}, "fr"),
        (None, {"LANG": "fr"}, "fr"),
        (None, {"LANG": "fr.UTF-8"}, "fr"),
        (None, {"LANG": "fra"}, "en"),
        (None, {"LC_MESSAGES": "fr_CA", "LANG": "en_US"}, "fr"),
        (None, {"LC_ALL": "C", "LC_MESSAGES": "fr_CA"}, "en"),
        (None, {"LC_ALL": "", "LANG": "fr_BE"}, "fr"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_chosen(requested: str | None, environ: dict[str, str], expected: str) -> None:
    assert choose_language(requested, environ) == expected


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(InputError, match="'de': expected en or fr"):
        choose_language("de", {})
    with pytest.raises(InputError):
        Plain("../en")


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
