"""Compiles the message catalogues into the .mo files that gettext reads.

English is the source: ``NAME.pot`` holds each sentence under its key (msgctxt). A translation,
``LANGUAGE/LC_MESSAGES/NAME.po``, holds the key, the English sentence and its own. In the compiled
files a sentence is found by its key alone. Hatchling runs the hook for every wheel and every
editable install; ``python hatch_build.py`` does the same by hand after a sentence was changed.
"""

import io
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
LOCALE = "src/marienbad/text/locale"


def compile_catalogues(root: Path = ROOT) -> list[Path]:
    """Compile every catalogue that is newer than its compiled form; return what was written."""
    locale = root / LOCALE
    targets = {
        source: locale / f"en/LC_MESSAGES/{source.stem}.mo" for source in locale.glob("*.pot")
    }
    targets |= {source: source.with_suffix(".mo") for source in locale.glob("*/LC_MESSAGES/*.po")}
    written = []
    for source, target in sorted(targets.items()):
        if target.exists() and target.stat().st_mtime > source.stat().st_mtime:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        # A reader, or a second process compiling, must never meet half a file.
        unfinished = target.with_suffix(f".mo.{os.getpid()}")
        unfinished.write_bytes(_compiled(source))
        unfinished.replace(target)
        written.append(target)
    return written


def _compiled(source: Path) -> bytes:
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    by_key = Catalog()
    by_key.mime_headers = catalogue.mime_headers
    for message in catalogue:
        if message.id:
            key = str(message.context)
            text = message.id if source.suffix == ".pot" else message.string
            by_key.add(key if isinstance(message.id, str) else (key, key), text)
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
