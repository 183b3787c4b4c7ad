"""How the documentation is built: Markdown by MyST, mathematics as MathML, pages by furo.

Nothing in a built page is loaded from another host: formulas become MathML while the pages are
built, with the converter of docutils, instead of being set by a script in the reader's browser.

The manual is built in two languages: the English pages of this folder, and with ``-D language=fr``
those of ``fr``, which stand below them. Every page leads to the same one in the other language;
what there is in English only, a French page names by the role ``english``.
"""

import os
from collections.abc import Iterator, Sequence
from importlib.metadata import version as version_of
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote

# docutils has no types of its own.
from docutils import nodes  # type: ignore[import-untyped]
from docutils.parsers.rst import directives  # type: ignore[import-untyped]
from docutils.statemachine import StringList  # type: ignore[import-untyped]
from docutils.utils.math.latex2mathml import tex2mathml  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.writers.html5 import HTML5Translator

from marienbad.analysis import Game
from marienbad.cli import COMMANDS, parser_of
from marienbad.games.bibliography import WORKS
from marienbad.games.catalogue import EXAMPLES, define
from marienbad.prover.logic.statements import Statement, statements
from marienbad.registry import OF_EVERY_FAMILY
from marienbad.study.book.entry import entries
from marienbad.study.book.explanation import name_of
from marienbad.text.catalogue import template
from marienbad.text.plain import Plain
from marienbad.text.sentences import say

project = "marienbad"
author = "the marienbad authors"
version = release = version_of("marienbad")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "fr"]
nitpicky = False

myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
html_math_renderer = "mathml"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True

html_theme = "furo"
html_title = "marienbad"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "languages.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_css_files = ["marienbad.css"]
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    # The red of a match head is the one accent, on paper and in a salon at night.
    "light_css_variables": {"color-brand-primary": "#a5281b", "color-brand-content": "#a5281b"},
    "dark_css_variables": {"color-brand-primary": "#f08a7b", "color-brand-content": "#f08a7b"},
    "footer_icons": [],
}
pygments_style = "friendly"
pygments_dark_style = "monokai"


# Mathematics


def visit_inline_math(translator: HTML5Translator, node: nodes.Element) -> None:
    """Write a formula within a line."""
    translator.body.append(tex2mathml(node.astext(), as_block=False))
    raise nodes.SkipNode


def visit_displayed_math(translator: HTML5Translator, node: nodes.Element) -> None:
    """Write a formula on lines of its own."""
    translator.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>\n')
    raise nodes.SkipNode


# Languages

DOCS = Path(__file__).parent
FRENCH = "fr"
HEADS = {
    "en": {
        "games": ("written", "game", "rule"),
        "theories": ("theory", "games", "the idea in a line", "page"),
    },
    FRENCH: {
        "games": ("s’écrit", "jeu", "règle"),
        "theories": ("théorie", "jeux", "l’idée en une ligne", "page"),
    },
}


def name_other_language(
    app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Tell a page where it stands in the other language; where it does not, where that begins."""
    is_french = app.config.language == FRENCH
    folder = DOCS if is_french else DOCS / FRENCH
    wanted = pagename if (folder / f"{pagename}.md").exists() else "index"
    up = "../" * (pagename.count("/") + is_french)
    context["other_language"] = {
        "code": "en" if is_french else FRENCH,
        "name": "English" if is_french else "Français",
        "address": f"{up}{'' if is_french else f'{FRENCH}/'}{wanted}.html",
    }


class English(SphinxRole):
    """A link from a French page to one that there is in English only: ``text <page#part>``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        text, _, target = self.text.removesuffix(">").rpartition(" <")
        name, hash_mark, part = target.partition("#")
        if not (DOCS / f"{name}.md").exists():
            raise ValueError(f"there is no page {name}.md: {self.text}")
        up = "../" * (self.env.docname.count("/") + 1)
        address = f"{up}{name}.html{hash_mark}{part}"
        return [nodes.reference(text, text, refuri=address, hreflang="en")], []


# The command line's own help


class HelpOf(SphinxDirective):
    """What ``marienbad COMMAND --help`` prints, asked of the program while the pages are built."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        text = help_of(self.arguments[0], self.config.language)
        block = nodes.literal_block(text, text)
        block["language"] = "text"
        return [block]


def help_of(command: str, lang: str) -> str:
    """The help of a command, or of the program for ``marienbad`` itself."""
    os.environ["COLUMNS"] = "80"
    known = (command,) if command in COMMANDS else ()
    parser = parser_of(lang, known or COMMANDS, known)
    written = StringIO()
    if known:
        (choices,) = (action.choices for action in parser._actions if action.dest == "command")
        parser = dict(choices or {})[command]
    parser.print_help(written)
    return written.getvalue()


# What the catalogue holds


class Listed(SphinxDirective):
    """A table in Markdown, made while the pages are built."""

    def rows(self) -> Iterator[tuple[str, ...]]:
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        heads, *rows = self.rows()
        lines = [f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rows)]
        found = nodes.container()
        self.state.nested_parse(StringList(lines, source=""), self.content_offset, found)
        return list(found.children)


class ListOfGames(Listed):
    """The examples of every family, with their rules."""

    def rows(self) -> Iterator[tuple[str, ...]]:
        lang = self.config.language
        yield HEADS[lang]["games"]
        for game in map(Game.named, EXAMPLES):
            yield f"`{game.name}`", game.title(lang), game.rule(lang)


class ListOfTheories(Listed):
    """The theories in the order of the catalogue, by the metadata of their pages."""

    def rows(self) -> Iterator[tuple[str, ...]]:
        yield HEADS[self.config.language]["theories"]
        games = map(define, EXAMPLES)
        own = [name for game in games for name in game.family.theories]
        order = [*dict.fromkeys(own), *OF_EVERY_FAMILY]
        pages = theory_pages(Path(self.env.srcdir) / "theories")
        for path, facts in sorted(pages, key=lambda page: order.index(page[1]["theories"][0])):
            title = path.read_text("utf-8").partition("\n# ")[2].partition("\n")[0]
            names = ", ".join(f"`{name}`" for name in facts["theories"])
            yield names, facts["games"], facts["idea"], f"[{title}]({path.name})"


class ListOfEntries(Listed):
    """The book: every entry, and what the prover decides of it or why it has nothing to decide."""

    def rows(self) -> Iterator[tuple[str, ...]]:
        yield "name", "what, where", "what it says", "decided"
        line = Plain("en").line
        for entry in entries().values():
            names = ", ".join(f"`{name}`" for name in (*entry.decided, *entry.refuted))
            why = line(say(f"book.without.{entry.undecided}")) if entry.undecided else ""
            yield f"`{entry.name}`", line(name_of(entry)), line(entry.title), names or why


class ListOfWorks(Listed):
    """The bibliography of the thesis by its numbers, or the other works."""

    required_arguments = 1

    def rows(self) -> Iterator[tuple[str, ...]]:
        is_thesis = self.arguments[0] == "thesis"
        yield "number" if is_thesis else "cited as", "work"
        for work in WORKS.values():
            if (work.number is not None) == is_thesis:
                doi = f", [doi:{work.doi}](https://doi.org/{quote(work.doi)})" if work.doi else ""
                yield f"[{work.number}]" if is_thesis else work.short, work.text + doi


class ListOfStatements(Listed):
    """The statements of some kinds: those that hold, or those that do not."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"false": directives.flag}

    def rows(self) -> Iterator[tuple[str, ...]]:
        is_false = "false" in self.options
        heads = (
            "name",
            "statement",
            "where",
            "what it is",
            "cases",
            "formula (for the first case)",
        )
        yield (*heads, *(("smallest counterexample", "[item](corrections.md)") if is_false else ()))
        for _, found in groupby(statements(), key=lambda statement: statement.name):
            group = list(found)
            is_listed = group[0].kind in self.arguments[0].split()
            if is_listed and (group[0].correction is not None) == is_false:
                yield tuple(statement_row(group))


def statement_row(group: Sequence[Statement]) -> Iterator[str]:
    """What a statement says, where, in which cases; what shows that it is false."""
    first = group[0]
    yield f"`{first.name}`"
    yield (first.writer.__doc__ or "").partition("\n")[0]
    yield first.reference
    yield template(f"theorems.kind.{first.kind}", "en")
    yield "; ".join(", ".join(f"{k} = {v}" for k, v in one.parameters) for one in group)
    yield f"`{first.formula}`"
    if first.correction is not None:
        answers = (one.decide().counterexample or {} for one in group)
        yield "; ".join(", ".join(f"{k} = {v}" for k, v in each.items()) for each in answers)
        yield str(first.correction)


def theory_pages(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The pages that name theories between the two rules at their beginning, with what they say."""
    for path in sorted(folder.glob("*.md")):
        _, opened, rest = path.read_text("utf-8").partition("---\n")
        lines = rest.partition("\n---")[0].splitlines() if opened else []
        facts: dict[str, Any] = dict(line.split(": ", 1) for line in lines if ": " in line)
        if "theories" in facts:
            yield path, {**facts, "theories": facts["theories"].split(", ")}


# Docstrings


def keep_bars(*event: Any) -> None:
    """Let |x| stand for itself in a docstring, where reStructuredText sees a substitution."""
    lines: list[str] = event[-1]
    lines[:] = [line.replace("|", r"\|") for line in lines]


def setup(app: Sphinx) -> dict[str, bool]:
    """Give Sphinx what is ours."""
    app.add_html_math_renderer("mathml", (visit_inline_math, None), (visit_displayed_math, None))
    app.add_directive("help-of", HelpOf)
    app.add_directive("list-of-entries", ListOfEntries)
    app.add_directive("list-of-games", ListOfGames)
    app.add_directive("list-of-works", ListOfWorks)
    app.add_directive("list-of-statements", ListOfStatements)
    app.add_directive("list-of-theories", ListOfTheories)
    app.add_role("english", English())
    app.connect("html-page-context", name_other_language)
    app.connect("autodoc-process-docstring", keep_bars)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


# A table is also a part of an explanation: two classes rightly bear the name.
suppress_warnings = ["ref.python"]
