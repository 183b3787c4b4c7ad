"""Records: written and read again without loss, and refused with the line where they are broken."""

import string
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.play.match import Match
from marienbad.play.notation import HEADERS, LONGEST_RECORD, RecordError, read_record, write_record
from marienbad.text.problems import InputError
from tests.play.test_match import matches, random_match

GOOD = """[Game "wythoff:a=2"]
[Start "4,9"]
[First "human"]
[Second "club"]
[Date "1961-06-25"]
[Result "first"]

1. 1:2+2:1 2:2
2. 2:5 1:1+2:1
3. 1:1
"""


@pytest.mark.slow
@given(
    matches(),
    st.text(string.ascii_letters + " -é", max_size=20),
    st.text(string.digits + "-", max_size=10),
)
def test_what_was_written_is_read(match: Match, name: str, date: str) -> None:
    match = Match(match.game, match.start, (name, "perfect"), date, match.moves)
    text = write_record(match)
    again = read_record(text)
    assert again == match
    assert (again.winner, again.position) == (match.winner, match.position)
    assert write_record(again) == text


@pytest.mark.slow
@given(st.sampled_from(["nim", "marienbad", "wythoff:a=3", "wythoff:b=2,misere"]), st.data())
def test_heaps_of_a_hundred_digits(name: str, data: st.DataObject) -> None:
    start = tuple(data.draw(st.integers(10**99, 10**100 - 1)) for _ in range(2))
    match = random_match(name, start, 40, data.draw(st.integers(0, 2**32)))
    assert match.ply > 0
    text = write_record(match)
    assert read_record(text) == match
    assert write_record(read_record(text)) == text


def test_every_parameter_of_wythoff() -> None:
    random = Random(1961)
    for a in range(1, 5):
        for b in range(1, 5):
            for misere in ("", ",misere"):
                name = f"wythoff:a={a},b={b}{misere}"
                match = random_match(name, (random.randrange(40), random.randrange(40)), 9, a * b)
                assert read_record(write_record(match)) == match


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_may_end_as_on_any_system(end: str) -> None:
    match = read_record(GOOD.replace("\n", end))
    assert match.moves == ((2, 1), (0, 2), (0, 5), (1, 1), (1, 0))
    assert match.players == ("human", "club")


def test_what_would_break_a_header_is_left_out() -> None:
    match = Match(Game.named("nim"), (1,), ('a"]\n[b', "c"), "[]")
    again = read_record(write_record(match))
    assert again.players == ("ab", "c")
    assert again.date == ""


def with_line(number: int, line: str | None) -> str:
    """The good record with one line changed, or left out."""
    lines = GOOD.split("\n")
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines)


def test_the_good_record_is_good() -> None:
    assert write_record(read_record(GOOD)) == GOOD
    assert with_line(1, '[Game "wythoff:a=2"]') == GOOD


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("change", ["left out", "empty", "junk", "open", "without quotes", "key"])
def test_a_broken_header_is_named_with_its_line(number: int, change: str) -> None:
    line = GOOD.split("\n")[number - 1]
    broken = {
        "left out": None,
        "empty": "",
        "junk": "\x00\x1b[2J",
        "open": line[:-1],
        "without quotes": line.replace('"', ""),
        "key": line.replace(HEADERS[number - 1], "Round"),
    }[change]
    with pytest.raises(RecordError) as refusal:
        read_record(with_line(number, broken))
    assert refusal.value.line == number
    assert HEADERS[number - 1] in str(refusal.value)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    ("number", "line", "at", "why"),
    [
        (1, '[Game "chess"]', 1, "no game “chess”"),
        (1, '[Game "wythoff:a=0"]', 1, "a=0"),
        (1, '[Game "wythoff"]', 8, "not a legal move"),
        (2, '[Start "4,x"]', 2, "“x” is not a heap"),
        (2, '[Start "4,-9"]', 2, "-9"),
        (2, '[Start "4,9,1"]', 2, "number of heaps"),
        (2, '[Start "1,9"]', 8, "not a legal move"),
        (6, '[Result "second"]', 6, "“first”"),
        (6, '[Result "*"]', 6, "“first”"),
        (6, '[Result "draw"]', 6, "draw"),
        (7, "1. 1:2+2:1 2:2", 7, "empty line"),
        (7, None, 7, "empty line"),
        (8, "2. 1:2+2:1 2:2", 8, "turn 1"),
        (8, "1 1:2+2:1 2:2", 8, "turn 1"),
        (8, "1.", 8, "turn 1"),
        (8, "", 8, "turn 1"),
        (8, "1. 1:2+2:1 2:2 2:5", 8, "turn 1"),
        (8, "1. 1:2+2:1", 9, "turn 2"),
        (8, "1. 1:9 2:2", 8, "not a legal move"),
        (8, "1. 1:2+2:1 nine", 8, "“nine” is not a move"),
        (9, "2. 1:2 1:1", 9, "not a legal move"),
        (9, "3. 2:5 1:1+2:1", 9, "turn 2"),
        (9, None, 9, "turn 2"),
        (10, "3. 1:1 1:1", 10, "not a legal move"),
        (10, "3. 1:1\n4. 1:1", 11, "turn 4"),
        (10, "junk", 10, "junk"),
        (10, None, 6, "first"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(
    number: int, line: str | None, at: int, why: str
) -> None:
    with pytest.raises(RecordError) as refusal:
        read_record(with_line(number, line))
    assert refusal.value.line == at
    assert f"line {at}: " in str(refusal.value)
    assert why in str(refusal.value)
    assert f"ligne {at}\u202f: " in refusal.value.render("fr")


@pytest.mark.parametrize("text", ["", "\n", "\x00", "1. 1:1", "[Game]", "{}", "\n" * 100_000])
def test_junk_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_record(text)


def test_a_record_that_is_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="too long: expected at most"):
        read_record(GOOD + " " * LONGEST_RECORD)


@pytest.mark.slow
@given(st.integers(0, len(GOOD)), st.characters(codec="utf-8"))
def test_any_other_letter_is_refused_or_read(place: int, letter: str) -> None:
    changed = GOOD[:place] + letter + GOOD[place + 1 :]
    try:
        match = read_record(changed)
    except InputError:
        return
    assert read_record(write_record(match)) == match
