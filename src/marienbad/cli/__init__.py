"""The command line: one module for each command, loaded only when that command is run.

A command's module offers ``configure(parser, speak)``, which declares its arguments with help texts
``speak(key)``, and ``run(arguments)``, which returns the exit status; ``arguments.lang`` is set.

>>> main(["--version"])
marienbad ...
0
"""

import gc
import io
import os
import sys
from argparse import SUPPRESS
from collections.abc import Container, Iterable, Sequence
from errno import ENOSPC
from importlib import import_module

from marienbad.__main__ import INTERRUPTED
from marienbad.cli.arguments import (
    Parser,
    UsageError,
    chosen_language,
    protected,
    read_rules,
    speaker,
    spoken_by_argparse,
)
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Listing

COMMANDS = (
    "play",
    "watch",
    "review",
    "drill",
    "lesson",
    "analyse",
    "table",
    "number",
    "board",
    "chance",
    "solve",
    "graph",
    "conjecture",
    "worksheet",
    "train",
    "describe",
    "verify",
    "sweep",
    "prove",
    "theorem",
    "history",
    "discover",
    "check",
    "cluster",
    "serve",
    "backup",
    "restore",
    "completion",
)
PIPE_CLOSED = 141
"""What a shell reports of programs that the signal PIPE has ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return 0, or 1 where a check failed, or 2 after a sentence of complaint."""
    words = protected(sys.argv[1:] if argv is None else argv)
    lang = chosen_language(words, os.environ)
    _replace_closed_streams()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # What a terminal cannot write becomes a question mark, and no traceback.
            stream.reconfigure(errors="replace")
    try:
        try:
            return _run(words, lang)
        finally:
            sys.stdout.flush()
    except SystemExit as finished:
        return int(finished.code or 0)
    except BrokenPipeError:
        _give_up_standard_output()
        return PIPE_CLOSED
    except KeyboardInterrupt as problem:
        sys.stderr.write(f"{complaint(problem, lang)}\n")
        return INTERRUPTED
    except (ValueError, OSError, MemoryError) as problem:
        if isinstance(problem, OSError) and problem.filename is None:
            _give_up_standard_output()
        sys.stderr.write(f"{complaint(problem, lang)}\n")
        return 2


def parser_of(lang: str, commands: Iterable[str], configured: Container[str]) -> Parser:
    """The parser that knows these commands, some of them with their arguments."""
    from marienbad import __version__

    speak = speaker(lang)
    help_on_lang = speak("cli.lang", languages=Listing(LANGUAGES, "or"))
    with spoken_by_argparse(lang):
        parser = Parser(
            "marienbad", description=speak("cli.description"), epilog=speak("cli.examples")
        )
        version = f"marienbad {__version__}"
        parser.add_argument(
            "--version", action="version", version=version, help=speak("cli.version")
        )
        parser.add_argument("--lang", choices=LANGUAGES, default=lang, help=help_on_lang)
        # Without prog argparse would format a usage that is not shown.
        subparsers = parser.add_subparsers(
            title=speak("cli.commands"),
            metavar=speak("cli.command"),
            dest="command",
            prog=parser.prog,
        )
        for command in commands:
            summary = speak(f"cli.summary.{command}")
            subparser = subparsers.add_parser(command, help=summary, description=summary)
            if command not in configured:
                continue
            import_module(f"marienbad.cli.{command}").configure(subparser, speak)
            # Left out, it must not undo a --lang that stands before the command.
            subparser.add_argument("--lang", choices=LANGUAGES, default=SUPPRESS, help=help_on_lang)
    return parser


def command_among(words: Sequence[str]) -> str | None:
    """The command, where the first word that is not an option is one.

    >>> command_among(["--lang", "fr", "analyse", "nim", "1,2"])
    'analyse'
    """
    options = 0
    while words[options : options + 1] and words[options].startswith("--lang"):
        options += 1 if "=" in words[options] else 2
    first = "".join(words[options : options + 1])
    return first if first in COMMANDS else None


def complaint(problem: BaseException, lang: str) -> str:
    """What went wrong, as one sentence.

    >>> complaint(FileNotFoundError(2, "…", "moves.txt"), "en")
    'There is no file “moves.txt”.'
    """
    speak = speaker(lang)
    if isinstance(problem, InputError):
        return problem.render(lang)
    if isinstance(problem, UsageError):
        message = str(problem)
        return speak(
            "cli.usage", message=message[:1].upper() + message[1:], command=problem.command
        )
    if isinstance(problem, KeyboardInterrupt):
        return speak("cli.interrupted")
    if isinstance(problem, MemoryError):
        return speak("cli.memory")
    if isinstance(problem, OSError):
        return _file_complaint(problem, lang)
    return str(problem)


def _file_complaint(problem: OSError, lang: str) -> str:
    speak = speaker(lang)
    if problem.filename is None:
        return speak("cli.file.output", reason=problem.strerror or str(problem))
    name = quotable(str(problem.filename))
    if isinstance(problem, FileNotFoundError):
        from pathlib import Path

        folder = Path(str(problem.filename)).parent
        if not folder.is_dir():
            return speak("cli.file.folder", name=name, folder=quotable(str(folder)))
        return speak("cli.file.missing", name=name)
    if isinstance(problem, PermissionError):
        return speak("cli.file.forbidden", name=name)
    if isinstance(problem, IsADirectoryError | NotADirectoryError):
        return speak("cli.file.directory", name=name)
    if problem.errno == ENOSPC:
        return speak("cli.file.full", name=name)
    return speak("cli.file.other", name=name, reason=problem.strerror or str(problem))


def _replace_closed_streams() -> None:
    """Read from nowhere and write to nowhere where the shell has closed a standard stream.

    Python has None in its place.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 (to the end)
            setattr(sys, name, nowhere)


def _give_up_standard_output() -> None:
    """Write to nowhere: the interpreter flushes once more at its end, and would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: Sequence[str], lang: str) -> int:
    command = command_among(words)
    parser = parser_of(lang, (command,), (command,)) if command else parser_of(lang, COMMANDS, ())
    with spoken_by_argparse(lang):
        arguments = parser.parse_args(words)
    gc.enable()
    if arguments.command is None:
        from marienbad.cli import serve

        words = ("--lang", arguments.lang, "serve", "--open")
        parser = parser_of(arguments.lang, ("serve",), ("serve",))
        return serve.run(parser.parse_args(words), 0)  # any free port where the usual one is taken
    read_rules(arguments)
    status: int = import_module(f"marienbad.cli.{arguments.command}").run(arguments)
    return status
