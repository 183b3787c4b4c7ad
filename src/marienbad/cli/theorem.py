"""``marienbad theorem``: what the sources say, with proofs in numbers and the prover's verdict."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import groupby
from json import dumps

from marienbad.cli.arguments import Speaker, UsageError, speaker, terminal_width
from marienbad.study.book.entry import Entry, entries
from marienbad.study.book.explanation import named
from marienbad.study.book.finding import asked_for
from marienbad.text.plain import Plain, broken
from marienbad.text.sentences import Section, Table, say


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("book.help.about")
    parser.epilog = speak("book.help.examples")
    parser.add_argument(
        "name", nargs="?", metavar=speak("book.help.statement"), help=speak("book.help.name")
    )
    parser.add_argument("numbers", nargs="*", metavar="n=7", help=speak("book.help.numbers"))
    parser.add_argument("--all", action="store_true", help=speak("book.help.all"))
    parser.add_argument("--formula", action="store_true", help=speak("book.help.formula"))
    parser.add_argument("--json", action="store_true", help=speak("book.help.json"))


def run(arguments: Namespace) -> int:
    if arguments.all:
        if arguments.name is not None:
            raise UsageError(speaker(arguments.lang)("book.help.alone"), "marienbad theorem")
        from marienbad.cli.theorems import run as run_theorems

        return run_theorems(arguments)
    if arguments.name is None:
        return _list(list(entries().values()), arguments)
    # th. 9 and lemma 12 bis may be written without quotes, and x=4 with spaces
    words = re.sub(r"\s*=\s*", "=", " ".join([arguments.name, *arguments.numbers])).split()
    found = asked_for(" ".join(word for word in words if "=" not in word))
    if len(found) > 1:
        return _list(found, arguments)
    numbers = found[0].read_numbers(word for word in words if "=" in word)
    return _show(found[0], numbers, arguments)


def _list(found: Sequence[Entry], arguments: Namespace) -> int:
    """The entries by chapters: their names, what and where they are, what they say."""
    from marienbad.study.book.explanation import name_of

    lang = arguments.lang
    if arguments.json:
        line = Plain(lang).line
        data = [
            {
                "name": entry.name,
                "chapter": entry.chapter,
                "what": line(name_of(entry)),
                "title": line(entry.title),
            }
            for entry in found
        ]
        print(dumps({"entries": data}, ensure_ascii=False))
        return 0
    heads = tuple(say(f"book.column.{column}") for column in ("name", "what", "title"))
    chapters = [
        Section(
            say(f"book.chapter.{chapter}"),
            (Table(heads, tuple((entry.name, name_of(entry), entry.title) for entry in members)),),
        )
        for chapter, members in groupby(found, key=lambda entry: entry.chapter)
    ]
    print(Plain(lang).blocks(chapters, terminal_width()))
    return 0


def _show(entry: Entry, numbers: dict[str, int], arguments: Namespace) -> int:
    from marienbad.study.book.explanation import decide, explanation_of, recorded

    decided = recorded(entry) if find_spec("numpy") is None else decide(entry)
    found = explanation_of(entry, numbers, decided)
    if arguments.json:
        data = {"name": entry.name, "explanation": found.data(arguments.lang)}
        data["decided"] = [vars(one) for one in decided]
        print(dumps(data, ensure_ascii=False))
        return 0
    print(found.render(arguments.lang, terminal_width()))
    if arguments.formula:
        for one in decided:
            case = Plain(arguments.lang).line(named([one.parameters]))
            formula = broken(one.formula, terminal_width())
            print(f"\n{one.statement} {case}".rstrip(), formula, sep="\n")
    return 0
