"""Text that fills the width it is given, broken into lines as everywhere else in the program."""

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from marienbad.text.plain import display_width, hanging, wrapped


class Prose(Visual):
    r"""Paragraphs, each behind a margin; Textual alone would break before the « ; » of French.

    >>> Prose("une seule rangée\N{NARROW NO-BREAK SPACE}; qui").broken(17).split("\n")
    ['une seule', 'rangée\u202f; qui']
    >>> print(Prose(("Tab  ", "go from the heaps on")).broken(17))
    Tab  go from the
         heaps on
    """

    def __init__(self, *paragraphs: str | tuple[str, str]) -> None:
        self.paragraphs = [("", one) if isinstance(one, str) else one for one in paragraphs]

    def broken(self, width: int) -> str:
        """The text in lines of this width."""
        lines: list[str] = []
        for margin, text in self.paragraphs:
            indent = display_width(margin)
            lines += hanging(wrapped(text, width - indent), margin, " " * indent)
        return "\n".join(lines)

    def __str__(self) -> str:
        return "\n".join(margin + text for margin, text in self.paragraphs)

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        return Content(self.broken(width)).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return Content(str(self)).get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return Content(self.broken(width)).get_height(rules, width)
