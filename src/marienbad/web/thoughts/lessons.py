"""What lessons ask: the answer to a move, and the lessons themselves."""

from random import SystemRandom

from marienbad.analysis import Game
from marienbad.games.data import move_fields, position_data
from marienbad.school.lesson import PATH, TEXTS, Lesson, Task, lesson
from marienbad.school.questions import Answer, Reply, answered
from marienbad.school.reading import at_task, check_tasks, decoded, read_lesson
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.web.encoding import encoded
from marienbad.web.thoughts.positions import judged_move
from marienbad.web.thoughts.subject import look_for_search, subject


def answer_to(game: str, position: str, take: str, lang: str) -> bytes:
    """What a move is worth, and the reply to it; where it is not legal, why."""
    known, named = subject(game, position)
    heaps = known.definition.ruleset.memory.begun(named)
    move, against = judged_move(known, heaps, take)
    if against is not None:
        nothing = dict.fromkeys(("wins", "leave", "over", "plays_on", "won", "reply"))
        return encoded({"legal": False, "reason": Plain(lang).line(against), **nothing})
    look_for_search(known.definition, heaps)
    found = answered(known, heaps, move, SystemRandom())
    return encoded({"legal": True, "reason": None, "wins": found.wins, **_fields(found)})


def _fields(answer: Answer) -> dict[str, object]:
    reply = answer.reply
    told = None if reply is None else {**move_fields(reply.move), **_end(reply)}
    return {**_end(answer), "reply": told}


def _end(moved: Answer | Reply) -> dict[str, object]:
    """What is left after a move, and whether it was the last."""
    return {
        **position_data(moved.left, "leave"),
        "over": moved.has_won is not None,
        "plays_on": moved.plays_on,
        "won": moved.has_won,
    }


# Lessons


def path(lang: str) -> bytes:
    """The lessons in the order in which they are walked."""
    return encoded({"lessons": [_summary(lesson(name), lang) for name in PATH]})


def shown(name: str, lang: str) -> bytes:
    """A lesson of the path."""
    return encoded(_lesson(lesson(name), lang))


def further(name: str, seed: int, number: int) -> bytes:
    """A further task of a lesson of the path."""
    return encoded(_further(lesson(name), seed, number))


def taught(body: bytes, lang: str) -> bytes:
    """A teacher's lesson, checked."""
    return encoded(_lesson(_read(body), lang))


def taught_further(body: bytes, seed: int, number: int) -> bytes:
    """A further task of a teacher's lesson."""
    return encoded(_further(_read(body), seed, number))


def _read(body: bytes) -> Lesson:
    """A lesson whose answers are checked."""
    found = read_lesson(decoded(body))
    for number, task in enumerate(found.tasks, 1):
        with at_task(number):
            look_for_search(Game.named(task.game).definition, task.position, found.theory)
    check_tasks(found)
    return found


def _further(found: Lesson, seed: int, number: int) -> dict[str, object]:
    if found.more is None:
        raise InputError("lesson.no_more", name=found.name)
    return _task(found.more.task(seed, number))


def _summary(found: Lesson, lang: str) -> dict[str, object]:
    plain = Plain(lang)
    said = {part: plain.line(found.said(part)) for part in ("title", "aim")}
    return {"name": found.name, **said, "game": found.game, "tasks": len(found.tasks)}


def _lesson(found: Lesson, lang: str) -> dict[str, object]:
    plain = Plain(lang)
    return {
        "name": found.name,
        **{part: plain.line(found.said(part)) for part in TEXTS},
        "game": found.game,
        "theory": found.theory,
        "alone": found.alone,
        "tasks": [_task(task) for task in found.tasks],
        "more": found.more is not None,
    }


def _task(task: Task) -> dict[str, object]:
    return {
        "as": task.exercise,
        "game": task.game,
        **position_data(task.position),
        "begins": task.begins,
        "answer": task.packets,
    }
