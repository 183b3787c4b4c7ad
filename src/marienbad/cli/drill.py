"""``marienbad drill``: positions to practise on, asked and answered line by line."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from time import monotonic

from marienbad.__main__ import INTERRUPTED
from marienbad.cli.arguments import (
    Speaker,
    add_number,
    print_messages,
    terminal_width,
    today,
    whole_number,
)
from marienbad.cli.conversation import typed_line, wishes
from marienbad.cli.play import LARGEST_SEED
from marienbad.cli.strokes import drawn_rows
from marienbad.heaps import Move, read_heap
from marienbad.play.notation import example, read_move
from marienbad.play.objection import objection
from marienbad.school.drill import LONGEST_FILE, Drill, Progress, Session, Tally, read, written
from marienbad.school.kinds import EASIEST, HARDEST, KINDS
from marienbad.school.questions import FORMS, Question, judged, partner
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.numbers import decimal_text
from marienbad.text.plain import Plain, display_width, wrapped
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Message, Value, say

AUTO = "auto"
MOST_QUESTIONS = 10_000
RIGHT, WRONG = "#", "."
"""How the bars of the result are drawn."""


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("practice.help.examples")
    kinds, about = tuple(KINDS), speak("practice.help.kind")
    parser.add_argument("--kind", choices=kinds, default="mirror", help=about)
    parser.add_argument(
        "--difficulty",
        type=_difficulty(speak),
        metavar="D",
        help=speak("practice.help.difficulty", least=EASIEST, most=HARDEST),
    )
    parser.add_argument("--form", choices=FORMS, default="move", help=speak("practice.help.form"))
    add_number(parser, speak, "--count", (1, MOST_QUESTIONS), speak("practice.help.count"))
    add_number(parser, speak, "--seed", (0, LARGEST_SEED), speak("practice.help.seed"), "S")
    metavar = speak("cli.file")
    parser.add_argument("--keep", metavar=metavar, help=speak("practice.help.keep"))


def run(arguments: Namespace) -> int:
    """Ask until enough was asked or the learner leaves; then tell the result and keep it."""
    kept = Progress() if arguments.keep is None else _read(Path(arguments.keep))
    seed = arguments.seed
    drill = Drill(
        arguments.kind,
        arguments.form,
        arguments.difficulty,
        SystemRandom().randrange(LARGEST_SEED) if seed is None else seed,
        kept.returning,
        kept.number,
    )
    practice, status = Practice(drill, arguments.lang), 0
    try:
        practice.run(arguments.count or MOST_QUESTIONS)
    except KeyboardInterrupt:
        print()
        status = INTERRUPTED
    practice.tell_result()
    if arguments.keep is not None and drill.answers:
        _keep(Path(arguments.keep), kept, drill, arguments.difficulty)
        name, count = quotable(arguments.keep), len(drill.returning)
        practice.tell("practice.kept", name=name, count=count)
    return status


class Practice:
    """A drill typed and printed line by line."""

    def __init__(self, drill: Drill, lang: str) -> None:
        self.drill, self.lang = drill, lang
        self.is_leaving = False
        self.rule: Message | None = None
        """The rule that was told last."""

    def tell(self, key: str, **values: Value) -> None:
        print_messages(self.lang, say(key, **values))

    def run(self, count: int) -> None:
        """Ask so many questions, unless the learner leaves before."""
        self.tell("practice.opening", kind=KINDS[self.drill.kind].title)
        self.tell("practice.typing")
        for _ in range(count):
            question = self.drill.next()
            self.ask(question)
            began, is_right = monotonic(), None
            while is_right is None and not self.is_leaving:
                is_right = self.listen(question)
            if is_right is None:
                return
            self.drill.take(question, is_right, round(1000 * (monotonic() - began)))

    def ask(self, question: Question) -> None:
        """The number of the question, the rule where it is another, the position, what is asked."""
        drill, game = self.drill, question.game
        print()
        is_again = any(one.question.is_like(question) for one in drill.returning)
        key = "practice.question.again" if is_again else "practice.question"
        self.tell(key, number=len(drill.answers) + 1, difficulty=question.difficulty)
        if game.definition.rule != self.rule:
            self.rule = game.definition.rule
            print_messages(self.lang, self.rule)
        if question.form != "pair":
            for row in drawn_rows(game, question.position, self.lang):
                print(f"  {row}")
        print_messages(self.lang, question.text)

    def listen(self, question: Question) -> bool | None:
        """Read a line; whether it answers rightly, ``None`` where it is no answer."""
        try:
            line = typed_line()
            if line is None:
                self.is_leaving = True
                return None
            return self.obey(question, line)
        except InputError as problem:
            print_messages(self.lang, problem.message)
            return None

    def obey(self, question: Question, line: str) -> bool | None:
        """Judge an answer, or fulfil a wish."""
        answer = _said(line) if question.form == "judge" else None
        wish = None if answer is not None else wishes(self.lang).get(line.lower())
        if wish == "quit":
            self.is_leaving = True
            return None
        if wish == "why":
            return self.explain(question)
        if wish in ("hint", "help") or not line:
            self.help(question)
            return None
        judgement = judged(question, self.read(question, line) if answer is None else answer)
        said = " ".join(map(Plain(self.lang).line, judgement.said))
        print(wrapped(said, terminal_width()))
        return judgement.is_right

    def read(self, question: Question, line: str) -> Move | int:
        """A move that may be played, or a number."""
        if question.form == "judge":
            raise InputError("practice.not_yes_no", text=line)
        if question.form != "move":
            return read_heap(line)
        game, position = question.game, question.position
        move = read_move(line, game, position)
        problem = objection(game, position, move)
        if problem is not None:
            raise InputError("play.refused", reason=problem)
        return move

    def explain(self, question: Question) -> bool:
        """Tell the reason; whoever has read it has not found it alone."""
        game, position = question.game, question.position
        if question.form == "pair":
            position = (*position, partner(game, *position))
        print(game.analyse(position).explanation.brief.render(self.lang, terminal_width()))
        self.tell("practice.why.counted")
        return False

    def help(self, question: Question) -> None:
        """What can be typed here."""
        game = question.game
        if question.form == "move":
            noun = say(f"play.noun.{game.nouns[0]}")
            way = "parts" if game.definition.ruleset.parts_heaps else "amounts"
            shown = example(game, question.position)
            self.tell(f"play.typing.{way}", heap=noun, **shown)
        else:
            self.tell("practice.yes_no" if question.form == "judge" else "practice.type.number")
        for wish in Plain(self.lang).line(say("practice.wishes")).split("\n"):
            print(wish)

    def tell_result(self) -> None:
        """How many were right and how fast; by tens where there were more than ten."""
        answers = self.drill.answers
        print()
        if not answers:
            self.tell("practice.result.none")
            return
        tally = Tally.of(answers)
        seconds = _seconds(tally, self.lang)
        self.tell("practice.result", right=tally.right, asked=tally.asked, seconds=seconds)
        if len(answers) > 10:
            self.tell("practice.tens")
            for line in plotted(self.drill.tens(), self.lang):
                print(f"  {line}")


def plotted(tens: list[Tally], lang: str) -> list[str]:
    """A line for each ten: a bar, right of asked, and the median time.

    >>> print(*plotted([Tally(10, 7, 2345), Tally(4, 4, 900)], "en"), sep="\\n")
     1–10  #######...  7 of 10  2.3 s
    11–14  ####         4 of 4  0.9 s
    """
    plain, rows = Plain(lang), []
    for index, ten in enumerate(tens):
        first = 10 * index + 1
        bar = (RIGHT * ten.right + WRONG * (ten.asked - ten.right)).ljust(10)
        count = plain.line(say("practice.ten", right=ten.right, asked=ten.asked))
        time = plain.line(say("practice.ten.seconds", seconds=_seconds(ten, lang)))
        rows.append((f"{first}–{first + ten.asked - 1}", bar, count, time))
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def _seconds(tally: Tally, lang: str) -> str:
    """The median time in seconds and tenths."""
    return decimal_text((tally.milliseconds or 0) // 100, 1, lang)


def _said(line: str) -> bool | None:
    """Yes or no, in any language; ``None`` where it is neither."""
    typed = line.lower()
    for key, meaning in (("practice.yes", True), ("practice.no", False)):
        if any(typed in template(key, lang).split() for lang in LANGUAGES):
            return meaning
    return None


def _difficulty(speak: Speaker) -> Callable[[str], int | None]:
    """The reader of a difficulty: a number, or ``None`` where it follows the answers."""
    number = whole_number(speak, EASIEST, HARDEST)

    def read_difficulty(text: str) -> int | None:
        if text.strip() == AUTO:
            return None
        try:
            return number(text)
        except ArgumentTypeError:
            known = {"least": EASIEST, "most": HARDEST}
            problem = speak("practice.difficulty", text=quotable(text), **known)
            raise ArgumentTypeError(problem) from None

    return read_difficulty


def _read(path: Path) -> Progress:
    """What the file holds; a file that is not there yet is begun."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        return Progress()
    return read(data.decode("utf-8", "replace"), str(path))


def _keep(path: Path, kept: Progress, drill: Drill, difficulty: int | None) -> None:
    """Write the file anew, whole or not at all."""
    tally = Tally.of(drill.answers)
    session = Session(today(), drill.kind, drill.form, difficulty, tally)
    progress = Progress(drill.number, tuple(drill.returning), (*kept.sessions, session))
    part = path.with_name(f"{path.name}.part")
    part.write_text(written(progress), encoding="utf-8")
    part.replace(path)
