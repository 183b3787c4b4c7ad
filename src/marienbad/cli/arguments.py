"""Reading the command line in the reader's language."""

import argparse
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from marienbad.text.catalogue import catalogue
from marienbad.text.language import LANGUAGES, SOURCE, closest_language
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import quotable
from marienbad.text.sentences import Listing, Message, Value

Speaker = Callable[..., str]

NARROWEST, WIDEST = 40, 100
LONGEST_RULES = 1 << 20


class UsageError(ValueError):
    """Words that the command does not understand; ``command`` is the one whose help says more."""

    def __init__(self, message: str, command: str) -> None:
        super().__init__(message)
        self.command = command


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; examples stay as they are written."""

    def __init__(self, prog: str) -> None:
        # Left to itself argparse loads shutil to measure the terminal, for every argument.
        super().__init__(prog, max_help_position=28, width=terminal_width())


class Parser(argparse.ArgumentParser):
    """A parser that raises what is wrong instead of leaving the program."""

    def __init__(self, prog: str, **words: Any) -> None:
        super().__init__(prog, **words, formatter_class=Formatter, allow_abbrev=False)

    def format_help(self) -> str:
        if self.description:
            self.description = wrapped(self.description.replace("\n", " "), terminal_width())
        return super().format_help()

    def parse_known_args(  # type: ignore[override]  # without its overloads
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Read the words; an argument that takes many has those too that stand behind an option.

        >>> parser = Parser("verify")
        >>> _ = parser.add_argument("games", nargs="*"), parser.add_argument("--bound")
        >>> parser.parse_args(["nim", "--bound", "3", "euclid"]).games
        ['nim', 'euclid']
        """
        found, rest = super().parse_known_args(args, namespace)
        lists = [action.dest for action in self._actions if action.nargs in ("*", "+")]
        if lists and not any(word.startswith("-") for word in rest):
            setattr(found, lists[0], [*getattr(found, lists[0]), *rest])
            rest = []
        return found, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is none of the choices; argparse itself would quote them as Python does."""
        if action.choices is not None and value not in action.choices:
            sentence = vars(argparse)["_"]("invalid choice: %(value)r (choose from %(choices)s)")
            known = ", ".join(map(str, action.choices))
            problem = sentence % {"value": quotable(value), "choices": known}
            raise argparse.ArgumentError(action, problem)

    def error(self, message: str) -> NoReturn:
        # what is quoted may be the address of a database, with its password
        message = re.sub(r"(//[^\s:@/]*):\S*@", r"\1:***@", message)
        raise UsageError(message, self.prog)


class Offered(tuple[str, ...]):
    """Choices that help and completion name; which of them a game knows is for the game to say."""

    __slots__ = ()

    def __contains__(self, value: object) -> bool:
        return True


@contextmanager
def spoken_by_argparse(lang: str) -> Iterator[None]:
    """Let argparse speak this language; a sentence that we do not have stays English.

    It asks two functions of gettext, which would look for the language in the environment and
    load two modules to do so: a twentieth of a quick command's time.
    """
    before = {name: vars(argparse)[name] for name in ("_", "ngettext")}
    known = catalogue("argparse", lang)
    vars(argparse).update(_=known.gettext, ngettext=known.ngettext)
    try:
        yield
    finally:
        vars(argparse).update(before)


def speaker(lang: str) -> Speaker:
    """The function that says a key in a language.

    >>> speaker("fr")("cli.interrupted")
    'Interrompu.'
    """

    def speak(key: str, **values: Value) -> str:
        return Plain(lang).line(Message(key, values))

    return speak


def chosen_language(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language after ``--lang``, wherever it stands, or else that of the locale, or English.

    The locale is the first of LC_ALL, LC_MESSAGES and LANG that is not empty, as in POSIX.

    >>> chosen_language(["analyse", "nim", "1,2", "--lang=fr"], {})
    'fr'
    >>> chosen_language(["--lang", "tlh"], {"LANG": "fr_FR.UTF-8"})
    'fr'
    >>> chosen_language([], {"LC_ALL": "C", "LANG": "fr_FR"})
    'en'
    """
    requested = None
    for word, following in zip(words, [*words, ""][1:], strict=True):
        value = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and value in LANGUAGES:
            requested = value
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environ[name] for name in variables if environ.get(name)), "")
    return requested or closest_language(locale) or SOURCE


def protected(words: Sequence[str]) -> list[str]:
    """The words, those that begin as a negative number being no options.

    >>> protected(["analyse", "nim", "-3,5", "--json"])
    ['analyse', 'nim', ' -3,5', '--json']
    """
    return [f" {word}" if word[:1] == "-" and word[1:2].isdigit() else word for word in words]


def read_rules(arguments: argparse.Namespace) -> None:
    """Put the rules of a file in the place of ``@FILE``, wherever a game is an argument."""
    for name in ("game", "games"):
        given = getattr(arguments, name, None)
        if isinstance(given, str):
            setattr(arguments, name, _game_of(given))
        elif isinstance(given, list):
            setattr(arguments, name, [_game_of(game) for game in given])


def _game_of(text: str) -> str:
    """The name of a game as it was typed, or the rules of the file after an ``@``."""
    if not text.startswith("@"):
        return text
    with open(text[1:], "rb") as file:  # noqa: PTH123 (pathlib is slow to import)
        # Rules are far shorter: what is cut off here is refused as too long.
        rules = file.read(LONGEST_RULES)
    return "rules:" + rules.decode("utf-8-sig", "replace")


def whole_number(speak: Speaker, least: int, most: int) -> Callable[[str], int]:
    """The reader of an option that is a whole number between two bounds.

    >>> whole_number(speaker("en"), 1, 200)("150")
    150
    >>> whole_number(speaker("en"), 1, 200)("many")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: “many” is not a whole number from 1 to 200
    """

    def read(text: str) -> int:
        digits = text.strip()
        # No bound here has 100 digits, and int() refuses a few thousand.
        if digits.isascii() and digits.isdigit() and len(digits) < 100:
            number = int(digits)
            if least <= number <= most:
                return number
        problem = speak("cli.whole_number", text=quotable(digits), least=least, most=most)
        raise argparse.ArgumentTypeError(problem)

    return read


def add_number(
    parser: argparse.ArgumentParser,
    speak: Speaker,
    name: str,
    bounds: tuple[int, int],
    about: str,
    metavar: str = "N",
    default: int | None = None,
) -> None:
    """Declare an option that is a whole number between two bounds."""
    number = whole_number(speak, *bounds)
    parser.add_argument(name, type=number, metavar=metavar, default=default, help=about)


def add_game(parser: argparse.ArgumentParser, speak: Speaker, **more: Any) -> None:
    from marienbad.games.catalogue import BY_NAME, EXAMPLE

    names = Listing(tuple(name for name, family in BY_NAME.items() if family.reader is None), "")
    about = speak("cli.game.help", games=names, example=EXAMPLE)
    parser.add_argument("game", metavar=speak("cli.game"), help=about, **more)


def print_messages(lang: str, *messages: Message) -> None:
    """Print sentences, each on a line of its own, broken to the width of the terminal."""
    for message in messages:
        print(wrapped(Plain(lang).line(message), terminal_width()))


def today() -> str:
    """The date where the reader is, as records write it: year, month, day."""
    from datetime import datetime

    return datetime.now().astimezone().date().isoformat()


def terminal_width() -> int:
    """The columns to write in: those of the terminal, within reason; 80 where there is none."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) < 5:
        width = int(columns)
    else:
        try:
            width = os.get_terminal_size().columns
        except OSError:
            width = 80
    return min(max(width, NARROWEST), WIDEST)
