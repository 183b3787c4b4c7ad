"""Drills: what comes when, what comes back, how difficult it becomes, and what is counted."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.school.drill import (
    EASIER_AFTER,
    GAPS,
    HARDER_AFTER,
    MOST_IN_A_ROW,
    RECENT,
    Answer,
    Drill,
    Progress,
    Session,
    Tally,
    read,
    written,
)
from marienbad.school.questions import Question
from marienbad.text.problems import InputError

QUESTION = Question("mirror", 1, "move", (2, 1))


def test_what_went_wrong_returns_after_one_three_nine_and_twenty_seven_others() -> None:
    drill = Drill("nim", "move", 3, seed=2)
    missed = drill.next()
    drill.take(missed, is_right=False)
    places = []
    for number in range(1, 60):
        question = drill.next()
        if question.is_like(missed):
            places.append(number)
        drill.take(question, is_right=True)
    assert [*GAPS] == [1, 3, 9, 27]
    assert places == [2, 6, 16, 44]
    assert drill.returning == []


def test_a_second_mistake_begins_the_ladder_anew() -> None:
    drill = Drill("nim", "move", 3)
    missed = drill.next()
    drill.take(missed, is_right=False)
    drill.take(drill.next(), is_right=True)
    assert drill.next() == missed
    drill.take(missed, is_right=True)
    assert drill.returning[0].due == 6
    drill.take(missed, is_right=False)
    assert (drill.returning[0].step, drill.returning[0].due) == (0, 5)


@given(st.lists(st.booleans(), max_size=60), st.integers(0, 2**63))
def test_nothing_new_was_asked_soon_before_and_something_new_always_comes(
    answers: list[bool], seed: int
) -> None:
    drill = Drill("marienbad", "judge", 3, seed)
    returned = 0
    for is_right in answers:
        question = drill.next()
        assert drill.next() == question
        is_return = any(one.question.is_like(question) for one in drill.returning)
        returned = returned + 1 if is_return else 0
        assert returned <= MOST_IN_A_ROW
        if not is_return:
            recent = [one.question for one in drill.answers[-RECENT:]]
            assert not any(question.is_like(other) for other in recent)
        drill.take(question, is_right)
    assert drill.number == len(answers)
    assert drill.streak == len(answers) - max(
        (n + 1 for n, is_right in enumerate(answers) if not is_right), default=0
    )


def test_the_same_seed_and_answers_ask_the_same() -> None:
    def asked(seed: int) -> list[Question]:
        drill, found = Drill("queen", "pair", seed=seed), []
        for number in range(30):
            found.append(drill.next())
            drill.take(found[-1], is_right=number % 3 > 0)
        return found

    assert asked(4) == asked(4)
    assert asked(4) != asked(5)


def test_the_difficulty_follows_the_answers_only_where_it_is_not_fixed() -> None:
    drill, fixed = Drill("nim", "judge"), Drill("nim", "judge", 2)
    answers = [*[True] * HARDER_AFTER * 6, *[False] * EASIER_AFTER * 2]
    levels = []
    for is_right in answers:
        levels.append(drill.difficulty)
        for one in (drill, fixed):
            one.take(one.next(), is_right)
    assert levels[HARDER_AFTER - 1 : HARDER_AFTER + 1] == [1, 2]
    assert max(levels) == 5
    assert (drill.difficulty, fixed.difficulty) == (3, 2)


@given(st.lists(st.tuples(st.booleans(), st.none() | st.integers(0, 10**6)), max_size=30))
def test_a_tally_is_right_of_asked_and_the_median_of_known_times(
    given_answers: list[tuple[bool, int | None]],
) -> None:
    tally = Tally.of([Answer(QUESTION, *one) for one in given_answers])
    assert (tally.asked, tally.right) == (len(given_answers), sum(r for r, _ in given_answers))
    times = [time for _, time in given_answers if time is not None]
    if tally.milliseconds is None:
        assert not times
    else:
        assert 2 * sum(time <= tally.milliseconds + 1 for time in times) >= len(times)
        assert 2 * sum(time >= tally.milliseconds for time in times) >= len(times)


def test_tens() -> None:
    drill = Drill("nim", "judge", 2)
    for number in range(13):
        drill.take(drill.next(), is_right=number > 1, milliseconds=100 * number)
    assert drill.tens() == [Tally(10, 8, 450), Tally(3, 3, 1100)]


# What is kept in a file


def kept() -> Progress:
    drill = Drill("families", "pair", 3)
    for number in range(9):
        drill.take(drill.next(), is_right=number % 2 > 0, milliseconds=10)
    assert drill.returning
    session = Session("2026-01-02", "families", "pair", 3, Tally.of(drill.answers))
    return Progress(
        drill.number, tuple(drill.returning), (session, session.having(difficulty=None))
    )


def test_what_is_written_is_read_again() -> None:
    assert read(written(kept()), "x") == kept()


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("number",), -1, "number"),
        (("number",), 1.5, "number"),
        (("returning",), {}, "returning"),
        (("returning", 0), 3, "returning[0]"),
        (("returning", 0, "kind"), "chess", "returning[0].kind"),
        (("returning", 0, "form"), "value", "returning[0].form"),
        (("returning", 0, "difficulty"), True, "returning[0].difficulty"),
        (("returning", 0, "position"), [10**30], "returning[0].position"),
        (("returning", 0, "position"), [1, 2], "returning[0].position"),
        (("returning", 0, "step"), 4, "returning[0].step"),
        (("sessions", 1, "right"), 10, "sessions[1].right"),
        (("sessions", 1, "date"), "today", "sessions[1].date"),
        (("sessions", 1, "milliseconds"), "1", "sessions[1].milliseconds"),
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_refused_with_the_place(
    path: tuple[str | int, ...], value: Any, place: str
) -> None:
    data = json.loads(written(kept()))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(InputError) as refusal:
        read(json.dumps(data), "mine.json")
    assert str(refusal.value) == f"In “mine.json”, {place} is not as expected."


def test_what_is_no_file_of_drills() -> None:
    for text, words in (
        ("{", "is not a file of drills: expected JSON"),
        ("[" * 100_000, "expected JSON"),
        ("[]", "of version 1"),
        ('{"format": "marienbad drills", "version": 2}', "of version 1"),
        (" " * 200_001, "is longer than"),
    ):
        with pytest.raises(InputError, match=words):
            read(text, "mine.json")
