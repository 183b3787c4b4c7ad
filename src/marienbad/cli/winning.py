"""``marienbad solve --moves``: every situation from a start, and all the moves that win from it."""

import sys
from argparse import Namespace
from pathlib import Path

from marienbad.analysis import Game
from marienbad.cli.arguments import speaker, terminal_width
from marienbad.games.catalogue import misere
from marienbad.heaps import read_position
from marienbad.school.labelling import check_turns
from marienbad.school.situations import Situations
from marienbad.school.winning import counts, lines, sheet
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing
from marienbad.text.tabular import written

SUFFIXES = {".csv": "csv", ".tex": "latex", ".md": "markdown", ".json": "json"}
FORMS = (*SUFFIXES.values(), "text")
OF_BOXES = ("heaps", "grundy", "memory", "cluster", "patience")


def tabulate(arguments: Namespace) -> int:
    """Print the table or write it into a file, and say how many situations there are."""
    for option in OF_BOXES:
        if getattr(arguments, option):
            raise InputError("solve.moves_alone", option=f"--{option}")
    path: Path | None = arguments.out
    form = form_of(path, arguments.format)
    game = Game.named(arguments.game).definition
    game = misere(game) if arguments.misere else game
    check_turns(game)
    situations = Situations(Game(game), read_position(arguments.moves))
    found = list(lines(situations))
    width = terminal_width()
    text = "\n".join(written(sheet(situations, found), form, arguments.lang, width)) + "\n"
    if path is None:
        sys.stdout.write(text)
    else:
        path.write_text(text, "utf-8", newline="\n")
    if path is not None or form == "text":
        print(wrapped(Plain(arguments.lang).line(counts(found)), width))
    if path is not None:
        print(speaker(arguments.lang)("solve.written", path=str(path), format=form))
    return 0


def form_of(path: Path | None, form: str | None) -> str:
    """The form that is named, else the one that the file's name ends with, else text.

    >>> form_of(Path("nim.tex"), None), form_of(Path("nim.out"), "csv"), form_of(None, None)
    ('latex', 'csv', 'text')
    """
    found = form or ("text" if path is None else SUFFIXES.get(path.suffix.lower()))
    if found not in FORMS:
        wrong = form or (path.name if path else "")
        raise InputError("solve.format", path=wrong, known=Listing(FORMS, ""))
    if path is not None and not path.absolute().parent.is_dir():
        raise InputError("solve.folder", path=str(path.parent))
    return found
