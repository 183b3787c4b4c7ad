"""``marienbad worksheet``: exercises on paper, with their answers, as PDF or SVG."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from marienbad.cli.arguments import Speaker, add_game, add_number, print_messages
from marienbad.drawing.shapes import Drawing
from marienbad.school.kinds import EASIEST, HARDEST, KINDS
from marienbad.school.lesson import Lesson, lesson
from marienbad.school.reading import LONGEST, check_tasks, read_lesson
from marienbad.school.sheet.forms import FORMS
from marienbad.school.sheet.sheets import (
    ANSWERS,
    LARGEST_SEED,
    MOST_TASKS,
    MOST_VARIANTS,
    USUAL_SEED,
    Order,
    pages,
)
from marienbad.school.sheet.sources import USUAL_DIFFICULTY, source_of
from marienbad.text.problems import InputError
from marienbad.text.sentences import Count, Listing, say

FORMATS = (".pdf", ".svg")


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("sheet.help.examples")
    add_game(parser, speak, nargs="?")
    about = speak("sheet.help.heaps")
    parser.add_argument("heaps", metavar=speak("cli.heaps"), nargs="*", help=about)
    parser.add_argument(
        "--lesson", metavar=speak("sheet.help.name"), help=speak("sheet.help.lesson")
    )
    about = speak("sheet.help.kind", kinds=Listing((*KINDS,), ""))
    parser.add_argument("--kind", metavar=speak("sheet.help.name"), help=about)
    bounds = {"least": EASIEST, "most": HARDEST}
    about = speak("sheet.help.difficulty", **bounds, usual=USUAL_DIFFICULTY)
    add_number(parser, speak, "--difficulty", (EASIEST, HARDEST), about)
    told = [f"{name} ({speak(f'sheet.title.{name}')})" for name in FORMS]
    about = speak("sheet.help.form", forms=Listing(told, ""))
    parser.add_argument("--form", metavar=speak("sheet.help.name"), help=about)
    add_number(parser, speak, "--count", (1, MOST_TASKS), speak("sheet.help.count"))
    about = speak("sheet.help.variants")
    add_number(parser, speak, "--variants", (1, MOST_VARIANTS), about, default=1)
    about = speak("sheet.help.seed", usual=USUAL_SEED)
    add_number(parser, speak, "--seed", (0, LARGEST_SEED), about, default=USUAL_SEED)
    about = speak("sheet.help.answers")
    parser.add_argument("--answers", choices=ANSWERS, default="yes", help=about)
    about = speak("sheet.help.out")
    parser.add_argument("--out", type=Path, metavar=speak("cli.file"), required=True, help=about)


def run(arguments: Namespace) -> int:
    out: Path = arguments.out
    if out.suffix.lower() not in FORMATS:
        raise InputError("sheet.file", name=out.name)
    source = source_of(
        None if arguments.lesson is None else _lesson(arguments.lesson),
        arguments.kind,
        arguments.difficulty,
        arguments.game,
        (*arguments.heaps,),
        arguments.form,
    )
    order = Order(source, arguments.count, arguments.variants, arguments.seed, arguments.answers)
    made = pages(order, arguments.lang)
    names = _write(made, out)
    said = [say("sheet.written", count=Count(count, "page"), name=name) for name, count in names]
    print_messages(arguments.lang, *said)
    return 0


def _lesson(name: str) -> Lesson:
    """A lesson of the path, or that of a file."""
    if not name.endswith(".json"):
        return lesson(name)
    with Path(name).open("rb") as file:
        found = read_lesson(file.read(LONGEST + 1).decode("utf-8", "replace"))
    check_tasks(found)
    return found


def _write(made: tuple[Drawing, ...], out: Path) -> list[tuple[str, int]]:
    """Write the pages; return the names of the files, each with the number of its pages."""
    if out.suffix.lower() == ".pdf":
        from marienbad.drawing.pdf import pdf

        out.write_bytes(pdf(made))
        return [(str(out), len(made))]
    from marienbad.drawing.svg import svg

    files = [out]
    if len(made) > 1:
        files = [out.with_stem(f"{out.stem}-{n:03}") for n in range(1, len(made) + 1)]
    for file, page in zip(files, made, strict=True):
        file.write_text(svg(page), encoding="utf-8")
    return [(str(file), 1) for file in files]
