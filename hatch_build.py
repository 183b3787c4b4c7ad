"""Compiles the message catalogues into the .mo files that gettext reads.

English is the source: ``NAME.pot`` holds each sentence under its key (msgctxt). A translation,
``LANGUAGE/LC_MESSAGES/NAME.po``, holds the key, the English sentence and its own; what it lacks
stays English. In the compiled files a sentence is found by its key alone. Hatchling runs the hook
for every wheel and every editable install; ``python hatch_build.py`` does the same by hand after a
sentence was changed.
"""

import io
import os
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ROOT = Path(__file__).parent
LOCALE = "src/marienbad/text/locale"


def compile_catalogues(root: Path = ROOT) -> list[Path]:
    """Compile every catalogue that is newer than its compiled form; return what was written."""
    locale = root / LOCALE
    languages = {"en"} | {path.parts[-3] for path in locale.glob("*/LC_MESSAGES/*.po")}
    compiled, written = set(), []
    for language, template in product(sorted(languages), sorted(locale.glob("*.pot"))):
        target = locale / language / "LC_MESSAGES" / f"{template.stem}.mo"
        translation = target.with_suffix(".po")
        sources = [path for path in (template, translation) if path.exists()]
        compiled.add(target)
        newest = max(path.stat().st_mtime for path in (*sources, Path(__file__)))
        if target.exists() and target.stat().st_mtime > newest:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        # A reader, or a second process compiling, must never meet half a file.
        unfinished = target.with_suffix(f".mo.{os.getpid()}")
        unfinished.write_bytes(_compiled(language, template.stem, *map(_read, sources)))
        unfinished.replace(target)
        written.append(target)
    for left_over in {*locale.glob("*/LC_MESSAGES/*.mo")} - compiled:  # of a language that went
        left_over.unlink(missing_ok=True)
    return written


def _read(path: Path) -> "Catalog":
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def _compiled(
    language: str, domain: str, source: "Catalog", translation: "Catalog | None" = None
) -> bytes:
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    translated = Catalog() if translation is None else translation
    by_key = Catalog("en")
    if translation is not None:
        by_key.mime_headers = translation.mime_headers
    messages = [message for message in source if message.id]
    # gettext finds an entry by its key, but does not list the keys.
    by_key.add(domain, "\n".join(str(message.context) for message in messages))
    untranslated = []
    for message in messages:
        key, text = str(message.context), message.id
        found = translated.get(message.id, message.context)
        if found and not found.fuzzy and found.string and all(found.string):
            text = found.string
        else:
            untranslated.append(key)
            if not isinstance(text, str):  # as many forms as the language has
                one, many = text
                count = by_key.num_plurals
                text = (one, *[many] * (count - 1)) if count > 1 else (many,)
        by_key.add(key if isinstance(message.id, str) else (key, key), text)
    if untranslated and language != "en":
        by_key.add(f"{domain} untranslated", "\n".join(untranslated))
    compiled = io.BytesIO()
    write_mo(compiled, by_key)
    return compiled.getvalue()


class CatalogueHook(BuildHookInterface[Any]):
    """Hatchling's door to compile_catalogues."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))


if __name__ == "__main__":
    for catalogue in compile_catalogues():
        print(catalogue.relative_to(ROOT))
