"""Names that pupils choose: whatever is sent, nothing but a short plain name is kept."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.text.problems import InputError
from marienbad.web.rooms.classroom import LONGEST_NAME, cleaned, is_taken

BLANK = (
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x2800, 0x3164),
    *(0xFE00, 0xFE0F, 0xFFA0, 0xE0100, 0xE0101),
)
HOSTILE = (
    "",
    "   ",
    "-.-",
    "x" * (LONGEST_NAME + 1),
    "x" * 10_000,
    "<script>alert(1)</script>",
    "a&amp;b",
    'a"b',
    "Anna\u202eannA",
    "Anna\u200f",
    "An\u200bna",
    "Anna\u0000",
    "An\nna",
    "An\tna",
    "\x1b[31mAnna",
    "a" + "\u0301" * 4,
    "\ufeffAnna",
    "\U000e0041nna",
    "Anna\ud800",
    "{name}",
    "=1+1",
    "@SUM(1)",
    *(f"Anna{chr(blank)}" for blank in BLANK),
    *map(chr, BLANK),
    "\ufdfa" * 24,
    "\ufdfa\ufdfa",
    "\u0301Anna",
    "Anna \u0301",
    "Anna\u00b4",
    "A\u20dd",
)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Anna", "Anna"),
        ("  Jean-Luc   d’Arc ", "Jean-Luc d’Arc"),
        ("Zoe\u0301", "Zoé"),
        ("李小龍", "李小龍"),
        ("مريم", "مريم"),
        ("O'Neil 2.", "O'Neil 2."),
        ("प्रिया", "प्रिया"),
        ("ทิพย์", "ทิพย์"),
        ("ﬁnn", "finn"),
    ],
)
def test_names_of_people_are_kept(given: str, kept: str) -> None:
    assert cleaned(given) == kept


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(InputError) as refused:
        cleaned(text)
    assert refused.value.message.key == "room.name"


@given(st.text(max_size=60) | st.text("aé\u0301\u0302\u202e\u200d <>&\t-'", max_size=30))
def test_a_name_is_plain_and_stays_what_it_is(text: str) -> None:
    try:
        name = cleaned(text)
    except InputError:
        return
    assert 0 < len(name) <= LONGEST_NAME
    assert name.isprintable()
    assert not any(unicodedata.category(letter)[0] == "C" for letter in name)
    assert not {*'<>&"\\\n\t\u202e'} & {*name}
    assert cleaned(name) == name
    assert is_taken(name, [name.upper()]) or name.upper().casefold() != name.casefold()


def test_names_that_look_alike_are_the_same() -> None:
    for other in ("ANNA", "ａｎｎａ", "An na", "An-na", "anna.", "Ánna", "An̈na"):
        assert is_taken("Anna", [other])
    assert not is_taken("Anna", ["Anne", "Hanna"])
    assert not is_taken("प्रिया", ["प्रिय"])
