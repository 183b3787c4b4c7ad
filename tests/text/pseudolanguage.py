"""A language made by a program: sentences in accents and brackets, other signs, three plurals.

What is seen without them did not come from a catalogue. It goes the way of a translator: the
commands of CONTRIBUTING.md begin the folder, and nothing but its ``.po`` files is written.
"""

import re
import shutil
from pathlib import Path

from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po, write_po

import marienbad
from hatch_build import LOCALE, compile_catalogues

UNTRANSLATED = "cli.input_too_long"
"""A sentence that the translator has not yet come to."""
LANGUAGE = "pl"  # its plural rule has three forms: 1; 2 to 4; 5 to 21
OPENING, CLOSING = "⟦", "⟧"
SIGNS = {
    "language.name": "Pšeudö",
    "language.direction": "ltr",
    "language.locale": "eo",
    "language.group": "'",
    "language.decimal": "·",
    "language.comma": " / ",
    "language.and": "{before} & {last}",
    "language.or": "{before} | {last}",
}
ACCENTS = str.maketrans("aeiouAEIOUnc", "áéíóúÁÉÍÓÚñç")
PLACES = re.compile(r"(\{\w+\}|%\(\w+\)[sr]|%[srd%])")


def add_language(folder: Path) -> Path:
    """Copy the package, add the language to the copy, and return where to import it from."""
    source = folder / "src" / "marienbad"
    shutil.copytree(
        Path(marienbad.__file__).parent, source, ignore=shutil.ignore_patterns("__pycache__")
    )
    locale = folder / LOCALE
    for template in sorted(locale.glob("*.pot")):
        begin_translation(template)
        translate(locale / LANGUAGE / "LC_MESSAGES" / f"{template.stem}.po")
    compile_catalogues(folder)
    return source.parent


def begin_translation(template: Path) -> None:
    """Do what ``pybabel update --init-missing`` does."""
    options = ["--init-missing", "--no-wrap", "--domain", template.stem, "--locale", LANGUAGE]
    files = ["--input-file", str(template), "--output-dir", str(template.parent)]
    CommandLineInterface().run(  # type: ignore[no-untyped-call]
        ["pybabel", "--quiet", "update", *options, *files]
    )


def translate(path: Path) -> None:
    """Write a sentence of the language beside each English one."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        if not message.id or message.context == UNTRANSLATED:
            continue
        if isinstance(message.id, str):
            message.string = SIGNS.get(str(message.context)) or sentence(message.id)
        else:
            forms = range(catalogue.num_plurals)
            message.string = tuple(sentence(f"{message.id[1]} {form}") for form in forms)
    with path.open("wb") as file:
        write_po(file, catalogue, width=0)


def sentence(english: str) -> str:
    """Return the sentence in accents and brackets, its places as they are.

    >>> sentence("take {count} from each heap")
    '⟦táké {count} fróm éáçh héáp⟧'
    """
    parts = PLACES.split(english)
    parts[::2] = [part.translate(ACCENTS) for part in parts[::2]]
    return OPENING + "".join(parts) + CLOSING


def untranslated(text: str) -> set[str]:
    """Return the words without accents: those of options and choices aside, and of formulas.

    >>> sorted(untranslated("⟦fróm (1, 2)⟧ take a₁₇ or ⟦leave 'x'⟧; --theory {binary,packets}"))
    ['leave', 'or', 'take']
    """
    prose = re.sub(r"--[a-z-]+|\{[^}]*\}", "", text)
    words = [word for word in re.findall(r"\w{2,}", prose) if re.fullmatch("[A-Za-zÀ-ſ]+", word)]
    return {word for word in words if word.translate(ACCENTS) != word}
