"""Questions and answers of drills, judged again by the search that knows only the rules."""

from random import Random

import pytest

from marienbad.heaps import Position
from marienbad.school.drill import Drill
from marienbad.school.kinds import KINDS
from marienbad.school.questions import (
    LARGEST_ANSWER,
    Question,
    asked,
    check_form,
    forms_of,
    judged,
    partner,
)
from marienbad.solver.reachable import Nimbers, Reachable
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError

CASES = [(kind, form) for kind in KINDS for form in forms_of(kind)]
SMALL = (1, 2)
"""Difficulties whose positions are searched in a moment."""


def questions(form: str, number: int = 4) -> list[Question]:
    return [
        asked(kind, difficulty, form, Random(seed))
        for kind, known in CASES
        if known == form
        for difficulty in SMALL
        for seed in range(number)
    ]


def said(question: Question, answer: tuple[int, ...] | bool | int, lang: str = "en") -> str:
    return " ".join(map(Plain(lang).line, judged(question, answer).said))


@pytest.mark.slow
def test_a_move_is_right_where_the_search_says_so_and_else_refuted() -> None:
    for question in questions("move", 3):
        game, position = question.game.definition, question.position
        search = Reachable(game)
        winning = search.winning_moves(position)
        assert winning, "a position that can be won is asked"
        for move in game.moves(position):
            left = game.after(position, move)
            judgement = judged(question, move)
            assert judgement.is_right == (move in winning)
            assert judgement.board == left
            if judgement.is_right:
                assert judgement.shown is None
            elif game.is_over(left):
                assert judgement.shown is None
                assert "has lost" in said(question, move)
            else:
                assert judgement.shown in search.winning_moves(left)


def test_a_judgment_is_right_where_the_search_says_so_and_else_refuted() -> None:
    outcomes = set()
    for question in questions("judge"):
        game, position = question.game.definition, question.position
        search = Reachable(game)
        is_p = search.is_p(position)
        outcomes.add(is_p)
        assert judged(question, is_p).is_right
        wrong = judged(question, not is_p)
        assert not wrong.is_right
        if not is_p:
            assert wrong.board == position
            assert wrong.shown in search.winning_moves(position)
        elif wrong.shown is None:
            assert game.is_over(wrong.board)
        else:
            assert wrong.board in {game.after(position, move) for move in game.moves(position)}
            assert wrong.shown in search.winning_moves(wrong.board)
    assert outcomes == {True, False}


@pytest.mark.slow
def test_a_value_is_the_grundy_value_by_the_search() -> None:
    for question in questions("value"):
        value = Nimbers(question.game.definition).value(question.position)
        assert judged(question, value).is_right
        assert not judged(question, value + 1).is_right
        assert str(value) in said(question, value + 1)


def test_a_partner_is_any_number_with_which_it_is_a_position_to_leave() -> None:
    for question in questions("pair", 3):
        game = question.game.definition
        search, (number,) = Reachable(game), question.position
        for other in range(16):
            judgement = judged(question, other)
            assert judgement.is_right == search.is_p((number, other))
            if not judgement.is_right:
                assert judgement.shown in search.winning_moves((number, other))


@pytest.mark.parametrize("difficulty", range(1, 6))
def test_every_number_that_may_be_asked_has_a_partner(difficulty: int) -> None:
    for kind in ("queen", "families"):
        game = Question(kind, difficulty, "pair", (1,)).game
        for number in range(1, 32):
            other = partner(game, number)
            assert other <= LARGEST_ANSWER
            assert game.analyse((number, other)).outcome == "P"


def test_the_last_match_lost_is_said_to_be_lost() -> None:
    question = Question("ending", 1, "judge", (1,))
    assert said(question, False) == (
        "No: it is a position to leave. Suppose that you take 1 match from row 1. "
        "No move is left, and whoever played the last one has lost."
    )
    assert said(Question("ending", 1, "move", (1, 2)), (0, 2)) == "Right: you leave (1, 0)."


def test_every_sentence_is_there_in_every_language() -> None:
    answers: dict[str, tuple[int, ...] | int] = {
        "move": (0, 1),
        "judge": True,
        "value": 9,
        "pair": 3,
    }
    for lang in LANGUAGES:
        for kind, form in CASES:
            position: Position = (4,) if form == "pair" else (3,) if kind == "race" else (5, 4)
            question = Question(kind, 2, check_form(kind, form), position)
            answer = (1,) if (kind, form) == ("race", "move") else answers[form]
            line = f"{Plain(lang).line(question.text)} {said(question, answer, lang)}"
            assert "practice." not in line


def test_what_cannot_be_asked_or_answered() -> None:
    with pytest.raises(InputError, match=r"“pair” cannot be asked .* nim: expected move, judge or"):
        Drill("nim", "pair")
    with pytest.raises(InputError, match="is not a number from 0 to"):
        judged(Question("nim", 1, "value", (1, 2)), LARGEST_ANSWER + 1)


def test_what_was_asked_is_not_asked_again_while_there_is_something_else() -> None:
    without: list[Question] = []
    for number in range(6):
        found = asked("mirror", 1, "move", Random(number), without)
        assert not any(found.is_like(other) for other in without)
        without.append(found)
    assert {tuple(sorted(one.position)) for one in without} == {
        (first, second) for second in range(1, 5) for first in range(1, second)
    }
    # There is no seventh: the one that was asked first may be asked again.
    assert asked("mirror", 1, "move", Random(9), without).is_like(without[0])
