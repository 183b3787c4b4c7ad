"""Which database a command is about: an option, the environment, or the file in the data folder."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from marienbad.cli.arguments import Speaker
from marienbad.text.problems import InputError

if TYPE_CHECKING:
    from marienbad.web.matches.store import Store

VARIABLE = "MARIENBAD_DATABASE"


def add_database(parser: ArgumentParser, speak: Speaker) -> None:
    """Declare the options that name a database."""
    parser.add_argument("--database", metavar="URL", help=speak("backup.help.database"))
    parser.add_argument(
        "--database-password-file",
        type=Path,
        metavar=speak("cli.file"),
        help=speak("backup.help.password_file"),
    )


def configure_copy(parser: ArgumentParser, speak: Speaker, words: str) -> None:
    """Declare what a command about a copy of a database takes, in its own words."""
    parser.description = speak(f"backup.{words}.about")
    parser.epilog = speak(f"backup.{words}.examples")
    about = speak(f"backup.{words}.file")
    parser.add_argument("file", type=Path, metavar=speak("cli.file"), help=about)
    add_database(parser, speak)


def database_of(arguments: Namespace) -> str:
    """The address of the database; the folder of the usual one is made where it is missing."""
    address: str = arguments.database or os.environ.get(VARIABLE) or usual_database()
    file: Path | None = arguments.database_password_file
    if file is None:
        return address
    from marienbad.web.matches.engine import address_parts, shown_address

    url = address_parts(address)
    if url.drivername == "sqlite":
        shown = shown_address(address)
        raise InputError("backup.no_password", database=shown, name=str(file))
    # one line, as editors end it
    password = file.read_text("utf-8").rstrip("\r\n")
    return url.set(password=password).render_as_string(hide_password=False)


def usual_database() -> str:
    """The database in the data folder, which nobody else may read."""
    from marienbad.web.settings import data_folder, embedded_database

    folder = data_folder()
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise InputError("cli.serve.no_folder", folder=str(folder), reason=reason) from None
    return embedded_database(folder)


@contextmanager
def opened(arguments: Namespace) -> Iterator["Store"]:
    """The database of a command; what is wrong with it becomes a sentence."""
    try:
        from sqlalchemy.exc import DBAPIError

        from marienbad.web.matches.engine import unusable
        from marienbad.web.matches.store import Store
    except ModuleNotFoundError as problem:
        raise InputError("cli.serve.no_web", name=problem.name or "") from None
    address = database_of(arguments)
    store = Store(address)
    try:
        yield store
    except DBAPIError as problem:
        raise unusable(address, problem) from None
    finally:
        store.close()
