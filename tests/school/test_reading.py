"""Lessons that somebody wrote: whatever is wrong is said in a sentence with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.school.lesson import EXAMPLE, EXERCISES, Lesson
from marienbad.school.reading import LONGEST, LessonError, check_tasks, decoded, read_lesson
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError

RIGHT: dict[str, Any] = json.loads(EXAMPLE.read_text("utf-8"))
CAN_BE_SAID = 1_000
"""No sentence of complaint is longer, whatever was written."""


def read(data: Any) -> Lesson:
    found = read_lesson(json.dumps(data))
    check_tasks(found)
    return found


def complaint(data: Any) -> LessonError:
    with pytest.raises(LessonError) as problem:
        read(data)
    return problem.value


def test_a_lesson_is_read_as_it_is_written() -> None:
    found = read(RIGHT)
    assert (found.name, found.game, found.theory, found.alone) == ("three", "nim", "packets", 3)
    assert [task.exercise for task in found.tasks] == [
        "play",
        "play",
        "choose",
        "judge",
        "cut",
        "play",
    ]
    assert found.tasks[-1].game == "marienbad"
    assert found.more is not None
    assert (found.more.kind, found.more.difficulty) == ("mirror", 3)
    assert Plain("fr").line(found.said("title")) == "Trois rangées égales"


def test_one_language_suffices_and_the_rest_may_be_left_out() -> None:
    few = {part: {"fr": "Oui"} for part in ("title", "aim", "help", "learned")}
    needed = {name: RIGHT[name] for name in ("lesson", "name", "game", "tasks")}
    found = read(few | needed)
    assert (found.theory, found.more, found.alone) == (None, None, 3)
    assert Plain("en").line(found.said("aim")) == "Oui"


@pytest.mark.parametrize(
    ("change", "place", "told"),
    [
        ({"lesson": 2}, {}, "its format is 1"),
        ({"lesson": True}, {}, "its format is 1"),
        ({"colour": "red"}, {}, "“colour” is not known here"),
        ({"name": "Three rows"}, {"field": "name"}, "small letters"),
        ({"name": "x" * 41}, {"field": "name"}, "41 characters"),
        ({"name": 3}, {"field": "name"}, "small letters"),
        ({"game": "chess"}, {"field": "game"}, "There is no game “chess”"),
        ({"game": ["nim"]}, {"field": "game"}, "A text was expected"),
        ({"game": "spite"}, {"field": "game"}, "move in turn"),
        ({"game": "rules:" + "x" * 3000}, {"field": "game"}, "3006 characters"),
        ({"theory": "luck"}, {"field": "theory"}, "“luck”"),
        ({"theory": ["binary"]}, {"field": "theory"}, "binary"),
        (
            {"theory": "table", "tasks": [{"play": "999,998,997,996"}]},
            {"task": 1},
            "The search for (999",
        ),
        ({"tasks": []}, {"field": "tasks"}, "from 1 to 40"),
        ({"tasks": [{"play": "1"}] * 41}, {"field": "tasks"}, "from 1 to 40"),
        ({"tasks": "3,5"}, {"field": "tasks"}, "in square brackets"),
        ({"tasks": ["3,5"]}, {"task": 1}, "An object was expected"),
        ({"tasks": [{"play": "1"}, {}]}, {"task": 2}, "exactly one of play, choose, judge or cut"),
        ({"tasks": [{"play": "1", "cut": "1"}]}, {"task": 1}, "exactly one of"),
        ({"tasks": [{"win": "1"}]}, {"task": 1}, "“win” is not known here"),
        ({"tasks": [{"play": [1, 2]}]}, {"task": 1}, "The heaps are not a text"),
        ({"tasks": [{"play": "1,-2"}]}, {"task": 1}, "“-2” is not a heap"),
        ({"tasks": [{"play": "1000"}]}, {"task": 1}, "at most 12 heaps of at most 999"),
        ({"tasks": [{"play": ",".join("1" * 13)}]}, {"task": 1}, "at most 12 heaps"),
        ({"tasks": [{"play": "1,2,3", "game": "wythoff"}]}, {"task": 1}, "expected 2"),
        ({"tasks": [{"play": "3/1"}]}, {"task": 1}, "(3)"),
        ({"tasks": [{"play": "0,0"}]}, {"task": 1}, "No move is left at (0, 0)"),
        ({"tasks": [{"judge": "3,5", "game": "wythoff"}]}, {"task": 1}, "packets"),
        ({"tasks": [{"cut": "3,5", "game": "wythoff"}]}, {"task": 1}, "not in wythoff: expected"),
        ({"tasks": [{"cut": "3,5", "game": "moore:k=2"}]}, {"task": 1}, "Nim and Marienbad, not"),
        (
            {"more": {"kind": "race", "difficulty": 1, "as": "cut"}, "theory": "table"},
            {"field": "more"},
            "not in subtraction",
        ),
        ({"more": {"kind": "mirror"}}, {"field": "more"}, "“difficulty” is missing"),
        ({"more": {"kind": "go", "difficulty": 1}}, {"field": "more"}, "“go”"),
        ({"more": {"kind": [1], "difficulty": 1}}, {"field": "more"}, "A text was expected"),
        ({"more": {"kind": "nim", "difficulty": 6}}, {"field": "more"}, "from 1 to 5"),
        ({"more": {"kind": "nim", "difficulty": 1.0}}, {"field": "more"}, "from 1 to 5"),
        ({"more": {"kind": "nim", "difficulty": 1, "as": "win"}}, {"field": "more"}, "exactly one"),
        ({"more": {"kind": "queen", "difficulty": 1}}, {"field": "more"}, "packets"),
        ({"alone": 0}, {"field": "alone"}, "from 1 to 10"),
        ({"alone": True}, {"field": "alone"}, "from 1 to 10"),
        ({"title": "Three"}, {"field": "title"}, "An object was expected"),
        ({"title": {}}, {"field": "title"}, "expected one for en or fr"),
        ({"title": {"la": "Tres"}}, {"field": "title"}, "“la” is not known here"),
        ({"title": {"en": "x" * 81}}, {"field": "title"}, "at most 80"),
        ({"help": {"en": "x" * 601}}, {"field": "help"}, "at most 600"),
        ({"aim": {"en": "  "}}, {"field": "aim"}, "A text was expected"),
        ({"title": {"en": "\u3164 \u2800\ufe0f"}}, {"field": "title"}, "A text was expected"),
        ({"aim": {"en": "two\nlines"}}, {"field": "aim"}, "on one line"),
        ({"aim": {"en": "turned \u202e round"}}, {"field": "aim"}, "cannot be seen"),
        ({"aim": {"en": "half \ud800 a letter"}}, {"field": "aim"}, "cannot be seen"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    change: dict[str, Any], place: dict[str, Any], told: str
) -> None:
    problem = complaint(RIGHT | change)
    assert problem.place == place
    assert told in str(problem)
    for lang in LANGUAGES:
        assert 0 < len(problem.render(lang)) < CAN_BE_SAID


@pytest.mark.parametrize(
    "name", [name for name in RIGHT if name not in ("theory", "more", "alone")]
)
def test_what_is_missing_is_named(name: str) -> None:
    problem = complaint({other: value for other, value in RIGHT.items() if other != name})
    assert f"“{name}” is missing." in str(problem)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1 at column 1"),
        ('{"lesson": 1,\n"name": }', "line 2 at column 9"),
        ('{"lesson": 1, "lesson": 1}', "“lesson” is there twice"),
        ('{"lesson": NaN}', "expected JSON"),
        ("9" * 5_000, "expected JSON"),
        ("[" * 60_000, "expected JSON"),
        (" " * (LONGEST + 1), "at most 64 kB"),
    ],
)
def test_what_cannot_be_read_at_all(text: str, told: str) -> None:
    with pytest.raises(LessonError) as problem:
        read_lesson(text)
    assert told in str(problem.value)


# Whatever is sent

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
heaps = st.lists(st.integers(0, 9), min_size=1, max_size=4).map(lambda h: ",".join(map(str, h)))
games = st.sampled_from(["nim", "marienbad", "wythoff", "kayles", "fibonacci", "spite", "go"])
tasks = st.lists(
    st.dictionaries(
        st.sampled_from([*EXERCISES, "game", "x"]), heaps | games | scalars, max_size=3
    ),
    max_size=4,
)
changes = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(RIGHT, anything),
        "tasks": tasks | anything,
        "game": games | anything,
        "title": st.dictionaries(st.sampled_from([*LANGUAGES, "x"]), st.text() | anything),
    },
)


def read_or_told(text: str) -> None:
    """It is read, or a sentence says why not; nothing else ever happens."""
    try:
        check_tasks(read_lesson(text))
    except InputError as problem:
        for lang in LANGUAGES:
            told = problem.render(lang)
            assert 0 < len(told) < CAN_BE_SAID
            told.encode("utf-8")


@pytest.mark.slow
@given(changes)
def test_a_lesson_with_strange_fields_is_read_or_told(change: dict[str, Any]) -> None:
    read_or_told(json.dumps(RIGHT | change))


@pytest.mark.slow
@given(anything)
def test_strange_data_are_told(data: Any) -> None:
    with pytest.raises(InputError):
        read(data)


@pytest.mark.slow
@given(st.data())
def test_a_damaged_file_is_read_or_told(data: st.DataObject) -> None:
    body = bytearray(EXAMPLE.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(body)))
        stop = data.draw(st.integers(start, min(start + 12, len(body))))
        body[start:stop] = data.draw(st.binary(max_size=6))
    try:
        text = decoded(bytes(body))
    except InputError:
        return
    read_or_told(text)
