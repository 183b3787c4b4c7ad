"""Calls for drills: the kinds of positions, a question, and what an answer is worth."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal, NotRequired, TypedDict, cast

from marienbad.games.data import position_data
from marienbad.heaps import Call, Move, read_heap
from marienbad.play.objection import objection
from marienbad.school import drill as rules
from marienbad.school import questions
from marienbad.school.kinds import EASIEST, HARDEST, KINDS, kind_of
from marienbad.text.data import json_integers
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import say
from marienbad.web.api.common import (
    AtPosition,
    Named,
    Shown,
    ShownHeaps,
    ShownMove,
    at_position,
    shown_move,
)
from marienbad.web.api.routes import Field, ReaderLanguage, Seed, get
from marienbad.web.sizes import bounded_move, bounded_position

LONGEST_NAME, LONGEST_HEAPS, LONGEST_WITHOUT = 32, 32, 3000

KindName = Annotated[
    str,
    Field(max_length=LONGEST_NAME, description="One of `/api/kinds`.", examples=("nim",)),
]
FormName = Literal["move", "judge", "value", "pair"]
Difficulty = Annotated[int, Field(ge=EASIEST, le=HARDEST)]


class Kind(Named):
    """A kind of positions: its game for each difficulty, from 1 to 5, and what is asked of it."""

    games: list[str]
    forms: Sequence[FormName]


class Returns(TypedDict):
    """When what went wrong returns: after so many other questions each time it was right again.

    At most ``in_a_row`` return one after another, and ``most`` are remembered; the ``recent``
    ones are not drawn again. So many right answers in a row make a drill harder, so many wrong ones
    easier, where its difficulty is not fixed.
    """

    gaps: Sequence[int]
    in_a_row: int
    most: int
    recent: int
    harder_after: int
    easier_after: int


class FileFacts(TypedDict):
    """What the file of somebody's drills says of itself, and how many sessions it holds at most."""

    format: str
    version: int
    sessions: int


class Kinds(TypedDict):
    """The kinds and forms, and how drills are done with them."""

    kinds: list[Kind]
    forms: list[Named]
    returns: Returns
    file: FileFacts


@get("/api/kinds", tag="school")
def kinds(lang: ReaderLanguage = "") -> Kinds:
    """The kinds of positions to practise on, what is asked of them, and when what returns."""
    line, difficulties = Plain(lang).line, range(EASIEST, HARDEST + 1)
    return {
        "kinds": [
            {
                "name": name,
                "title": line(kind.title),
                "games": [kind.game_of(difficulty) for difficulty in difficulties],
                "forms": questions.forms_of(name),
            }
            for name, kind in KINDS.items()
        ],
        "forms": [
            {"name": name, "title": line(say(f"practice.title.{name}"))} for name in questions.FORMS
        ],
        "returns": {
            "gaps": rules.GAPS,
            "in_a_row": rules.MOST_IN_A_ROW,
            "most": rules.MOST_RETURNING,
            "recent": rules.RECENT,
            "harder_after": rules.HARDER_AFTER,
            "easier_after": rules.EASIER_AFTER,
        },
        "file": {
            "format": rules.FORMAT,
            "version": rules.VERSION,
            "sessions": rules.MOST_SESSIONS,
        },
    }


class Question(AtPosition):
    """What is asked, in a sentence; of a pair the position is the one number whose partner is
    looked for.
    """

    kind: str
    difficulty: int
    form: FormName
    game: str
    text: str


@get("/api/drill", tag="school")
def question(
    kind: KindName,
    difficulty: Difficulty,
    form: FormName = "move",
    seed: Seed = 0,
    number: Annotated[int, Field(ge=0, le=10**9)] = 0,
    without: Annotated[
        str,
        Field(
            max_length=LONGEST_WITHOUT,
            description="Positions not to ask of, the latest last, separated by semicolons.",
            examples=("1,2;3,5",),
        ),
    ] = "",
    position: Annotated[
        str | None,
        Field(max_length=LONGEST_HEAPS, description="What to ask of, where it is not drawn."),
    ] = None,
    lang: ReaderLanguage = "",
) -> Question:
    """A question drawn by lot, or of a position that is given; the same address asks the same.

    Where there is no other, the oldest of those in `without` may be asked again.
    """
    if position is not None:
        found = questions.question_of(kind, difficulty, form, bounded_position(position))
    else:
        listed = [bounded_position(text) for text in without.split(";") if text]
        avoided = [questions.question_of(kind, difficulty, form, one) for one in listed]
        avoided = avoided[-rules.MOST_RETURNING - rules.RECENT :]
        found = questions.asked(kind, difficulty, form, Random(f"{seed} {number}"), avoided)
    return {
        "kind": found.kind,
        "difficulty": found.difficulty,
        "form": form,
        "game": kind_of(found.kind).game_of(found.difficulty),
        **at_position(found.position),
        "text": Plain(lang).line(found.text),
    }


class OnBoard(TypedDict):
    """A position on the board."""

    board: ShownHeaps
    board_state: NotRequired[Shown]


class Judgement(OnBoard):
    """Whether an answer is right, and what is said.

    ``board`` is the position that is then to be seen, ``shown`` the move by which whoever is right
    plays there, and ``leave`` what that leaves.
    """

    right: bool
    said: str
    shown: ShownMove | None
    leave: ShownHeaps | None


@get("/api/drill/answer", tag="school")
def judge(
    kind: KindName,
    difficulty: Difficulty,
    form: FormName,
    position: Annotated[str, Field(max_length=LONGEST_HEAPS, examples=("1,3,5",))],
    answer: Annotated[
        str,
        Field(
            max_length=2 * LONGEST_HEAPS,
            description="A move as `/api/check` reads it, `yes` or `no`, or a number.",
            examples=("0,2,1",),
        ),
    ],
    lang: ReaderLanguage = "",
) -> Judgement:
    """Whether an answer is right, and what is said and shown."""
    known = questions.question_of(kind, difficulty, form, bounded_position(position))
    found = questions.judged(known, _read(known, answer))
    move, game = found.shown, known.game.definition
    return {
        "right": found.is_right,
        "said": " ".join(map(Plain(lang).line, found.said)),
        **cast(OnBoard, position_data(found.board, "board")),
        "shown": None if move is None else shown_move(move),
        "leave": None if move is None else json_integers(game.after(found.board, move)),
    }


def _read(known: questions.Question, answer: str) -> Move | bool | int:
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
