"""What drills ask, and what answers are worth."""

from random import Random

from marienbad.games.data import move_data, position_data
from marienbad.heaps import Call, Move, read_heap
from marienbad.play.objection import objection
from marienbad.school import questions
from marienbad.school.drill import (
    EASIER_AFTER,
    FORMAT,
    GAPS,
    HARDER_AFTER,
    MOST_IN_A_ROW,
    MOST_RETURNING,
    MOST_SESSIONS,
    RECENT,
    VERSION,
)
from marienbad.school.kinds import EASIEST, HARDEST, KINDS, kind_of
from marienbad.school.questions import FORMS, Question, asked, forms_of, question_of
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import say
from marienbad.web.encoding import encoded
from marienbad.web.sizes import bounded_move, bounded_position

DIFFICULTIES = range(EASIEST, HARDEST + 1)


def kinds(lang: str) -> bytes:
    """The kinds and forms by their titles, and how what went wrong returns."""
    line = Plain(lang).line
    return encoded(
        {
            "kinds": [
                {
                    "name": name,
                    "title": line(kind.title),
                    "games": [kind.game_of(difficulty) for difficulty in DIFFICULTIES],
                    "forms": forms_of(name),
                }
                for name, kind in KINDS.items()
            ],
            "forms": [
                {"name": name, "title": line(say(f"practice.title.{name}"))} for name in FORMS
            ],
            "returns": {
                "gaps": GAPS,
                "in_a_row": MOST_IN_A_ROW,
                "most": MOST_RETURNING,
                "recent": RECENT,
                "harder_after": HARDER_AFTER,
                "easier_after": EASIER_AFTER,
            },
            "file": {"format": FORMAT, "version": VERSION, "sessions": MOST_SESSIONS},
        }
    )


def question(
    kind: str, difficulty: int, form: str, seed: int, number: int, without: str, lang: str
) -> bytes:
    """The question of a number in what a seed draws."""
    listed = [bounded_position(text) for text in without.split(";") if text]
    avoided = [question_of(kind, difficulty, form, position) for position in listed]
    avoided = avoided[-MOST_RETURNING - RECENT :]
    found = asked(kind, difficulty, form, Random(f"{seed} {number}"), avoided)
    return _told(found, lang)


def returning(kind: str, difficulty: int, form: str, position: str, lang: str) -> bytes:
    """The question of a position that is given."""
    return _told(question_of(kind, difficulty, form, bounded_position(position)), lang)


def judged(kind: str, difficulty: int, form: str, position: str, answer: str, lang: str) -> bytes:
    """What an answer is worth."""
    known = question_of(kind, difficulty, form, bounded_position(position))
    found = questions.judged(known, _read(known, answer))
    shown, game = found.shown, known.game.definition
    left = None if shown is None else game.after(found.board, shown)
    return encoded(
        {
            "right": found.is_right,
            "said": " ".join(map(Plain(lang).line, found.said)),
            **position_data(found.board, "board"),
            "shown": None if shown is None else move_data(shown),
            "leave": None if left is None else position_data(left)["position"],
        }
    )


def _told(found: Question, lang: str) -> bytes:
    return encoded(
        {
            "kind": found.kind,
            "difficulty": found.difficulty,
            "form": found.form,
            "game": kind_of(found.kind).game_of(found.difficulty),
            **position_data(found.position),
            "text": Plain(lang).line(found.text),
        }
    )


def _read(known: Question, answer: str) -> Move | bool | int:
    """An answer as it is written for its form."""
    if known.form == "judge":
        if answer not in ("yes", "no"):
            raise InputError("practice.answer.yes_no", text=answer)
        return answer == "yes"
    if known.form != "move":
        return read_heap(answer)
    move = bounded_move(answer)
    if len(move) != len(known.position) or isinstance(move, Call):
        raise InputError("server.take_length", heaps=len(known.position), count=len(move))
    problem = objection(known.game, known.position, move)
    if problem is not None:
        raise InputError("play.refused", reason=problem)
    return move
