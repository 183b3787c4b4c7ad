"""Compiles the message catalogues (.po, kept in git) into the .mo files that gettext reads.

Hatchling runs the hook for every wheel and every editable install; ``python hatch_build.py`` does
the same by hand after a sentence was changed.
"""

import io
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
CATALOGUES = "src/marienbad/text/locale/*/LC_MESSAGES/*.po"


def compile_catalogues(root: Path = ROOT) -> list[Path]:
    """Compile every catalogue that is newer than its compiled form; return what was written."""
    written = []
    for source in sorted(root.glob(CATALOGUES)):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime > source.stat().st_mtime:
            continue
        # A reader, or a second process compiling, must never meet half a file.
        unfinished = target.with_suffix(f".mo.{os.getpid()}")
        unfinished.write_bytes(_compiled(source))
        unfinished.replace(target)
        written.append(target)
    return written


def _compiled(source: Path) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    language = source.parent.parent.name
    with source.open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


class CatalogueHook(BuildHookInterface[Any]):
    """Hatchling's door to compile_catalogues."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))


if __name__ == "__main__":
    for catalogue in compile_catalogues():
        print(catalogue.relative_to(ROOT))
