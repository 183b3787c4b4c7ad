"""A builder of Sphinx for tests: all pages are read and written, some with the theme around them.

What furo adds is the same on every page, and takes longer than the page: all titles are listed
beside it.
"""

import gc
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder


class TestedBuilder(StandaloneHTMLBuilder):
    """Writes the pages that the setting ``themed`` names, and the text of all others."""

    name = "tested"

    def handle_page(self, pagename: str, *rest: Any, **named: Any) -> None:
        if pagename in self.config.themed:
            super().handle_page(pagename, *rest, **named)


def setup(app: Sphinx) -> dict[str, bool]:
    """Give Sphinx the builder."""
    gc.disable()  # pages are large circles of nodes that stay to the end
    app.add_builder(TestedBuilder)
    app.add_config_value("themed", [], "", (list,))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
