"""Explanations; a form of writing is imported when something is first written in it."""

from __future__ import annotations

from typing import Any

from marienbad.text.problems import known_language
from marienbad.text.sentences import Block, Message
from marienbad.values import Record


class Explanation(Record):
    """Steps that a reader can follow, in any language and form.

    >>> from marienbad.text.mathematics import Floor, Symbol
    >>> from marienbad.text.relations import eq
    >>> from marienbad.text.sentences import Equation, say
    >>> step = Equation(eq(Floor(27 * Symbol("τ")), 43))
    >>> print(Explanation((say("words.over.normal"), step)).render("en"))
    The game is over: whoever should play now cannot, and has lost.
    <BLANKLINE>
        ⌊27τ⌋ = 43
    """

    steps: tuple[Block, ...]
    opening: tuple[Message, ...] = ()
    """Who wins, before the reason; a face that has said it leaves it out."""
    advice: tuple[Message, ...] = ()
    """What to play, after the reason."""

    @property
    def blocks(self) -> tuple[Block, ...]:
        return (*self.opening, *self.steps, *self.advice)

    def render(self, lang: str = "en", width: int = 80) -> str:
        """Return plain text for a terminal of this width."""
        from marienbad.text.plain import Plain

        return Plain(known_language(lang)).blocks(self.blocks, width)

    def html(self, lang: str = "en") -> str:
        """Return HTML with MathML, every value escaped."""
        from marienbad.text.hypertext import Hypertext

        return Hypertext(known_language(lang)).blocks(self.blocks)

    def latex(self, lang: str = "en") -> str:
        """Return LaTeX for a document with amsmath and T1 fonts."""
        from marienbad.text.latex import Latex

        return Latex(known_language(lang)).blocks(self.blocks)

    def data(self, lang: str = "en") -> list[dict[str, Any]]:
        """Return a dictionary for each block, ready for JSON."""
        from marienbad.text.data import block_data
        from marienbad.text.plain import Plain

        plain = Plain(known_language(lang))
        return [block_data(block, plain) for block in self.blocks]
