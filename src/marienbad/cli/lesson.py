"""``marienbad lesson``: the lessons of the path, and whether one that somebody wrote is right."""

from argparse import ArgumentParser, Namespace

from marienbad.cli.arguments import Speaker, UsageError, print_messages, speaker, terminal_width
from marienbad.heaps import write_position
from marienbad.school.lesson import EXAMPLE, PATH, TEXTS, Lesson, Task, lesson
from marienbad.school.reading import LONGEST, check_tasks, decoded, read_lesson
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Cell, Count, Message, Table, say

ACTIONS = ("list", "show", "check", "example")
NAMED = ("show", "check")
"""Those that need a lesson."""


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("lesson.help.about")
    parser.epilog = speak("lesson.help.examples")
    parser.add_argument("action", choices=ACTIONS, help=speak("lesson.help.action"))
    parser.add_argument(
        "name", nargs="?", metavar=speak("lesson.help.which"), help=speak("lesson.help.name")
    )


def run(arguments: Namespace) -> int:
    """Do what is asked for; return 1 if there is something wrong with a file that is checked."""
    action, name = arguments.action, arguments.name
    if (name is None) != (action not in NAMED):
        key = f"lesson.help.missing.{action}" if name is None else "lesson.help.too_much"
        problem = speaker(arguments.lang)(key, **({} if name is None else {"action": action}))
        raise UsageError(problem, "marienbad lesson")
    if action == "list":
        return _list(arguments.lang)
    if action == "show":
        return _show(lesson(name), arguments.lang)
    if action == "example":
        print(EXAMPLE.read_text("utf-8"), end="")
        return 0
    return _check(name, arguments.lang)


def _list(lang: str) -> int:
    heads = tuple(say(f"lesson.column.{column}") for column in ("number", "name", "title", "game"))
    found = map(lesson, PATH)
    rows = tuple((n, one.name, one.said("title"), one.game) for n, one in enumerate(found, 1))
    print(Plain(lang).blocks([Table(heads, rows)], terminal_width()))
    return 0


def _show(found: Lesson, lang: str) -> int:
    """What a lesson says, and its tasks with their answers."""
    title, *others = (Plain(lang).line(found.said(part)) for part in TEXTS)
    print(wrapped(title, terminal_width()))
    for part, text in zip(TEXTS[1:], others, strict=True):
        print_messages(lang, say(f"lesson.part.{part}", text=text))
    print()
    heads = tuple(say(f"lesson.column.{column}") for column in ("number", "task", "game", "answer"))
    rows = tuple(
        (number, asked(task), task.game, answer(task)) for number, task in enumerate(found.tasks, 1)
    )
    print(Plain(lang).blocks([Table(heads, rows)], terminal_width()))
    print()
    ends = say("lesson.ends", count=found.alone)
    if found.more is None:
        print_messages(lang, ends)
    else:
        kind = say(f"school.kind.{found.more.kind}")
        further = say("lesson.further", kind=kind, difficulty=found.more.difficulty)
        print_messages(lang, further, ends)
    return 0


def asked(task: Task) -> Message:
    """What is to be done with which position."""
    return say(f"lesson.asks.{task.exercise}", position=write_position(task.position))


def answer(task: Task) -> Cell:
    """Who begins, whether the position is to leave, or how its rows are cut."""
    if task.packets is not None:
        return ", ".join(" + ".join(map(str, row)) or "0" for row in task.packets)
    if task.exercise == "judge":
        return say("lesson.judged.to_leave" if task.is_to_leave else "lesson.judged.not_to_leave")
    return say(f"lesson.begins.{task.begins}")


def _check(name: str, lang: str) -> int:
    """Say what is wrong with a file and where, or that it is right, with its tasks."""
    with open(name, "rb") as file:  # noqa: PTH123 (as the other commands read files)
        body = file.read(LONGEST + 1)
    try:
        found = read_lesson(decoded(body))
        check_tasks(found)
    except InputError as problem:
        print_messages(lang, say("lesson.wrong", file=quotable(name), problem=problem.message))
        return 1
    tasks = Count(len(found.tasks), "task")
    print_messages(lang, say("lesson.right", file=quotable(name), tasks=tasks))
    print()
    return _show(found, lang)
