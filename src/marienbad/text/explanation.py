"""Explanations; a form of writing is imported when something is first written in it."""

from __future__ import annotations

from typing import Any

from marienbad.text.problems import known_language
from marienbad.text.sentences import Block, Message, Section, say
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
    method: tuple[Block, ...] = ()
    """The rule for every case, whatever the position: with it one can play on alone."""
    gist: tuple[Message, ...] = ()
    """The reason in a sentence or two, for those who want to know what to do."""
    replies: tuple[Block, ...] = ()
    """Every answer of the other player and what to reply: the proof for this position."""

    @property
    def reason(self) -> tuple[Block, ...]:
        """Why: the rule, then what it says here."""
        if not self.method:
            return self.steps
        return (
            Section(say("words.explanation.method"), self.method),
            *([Section(say("words.explanation.here"), self.steps)] if self.steps else []),
        )

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Everything."""
        return (*self.opening, *self.reason, *self.advice, *self.replies)

    @property
    def brief(self) -> Explanation:
        """The short form: who wins, why in a word, what to play."""
        return Explanation(self.gist or self.steps, self.opening, self.advice)

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
        """Return a dictionary for each block, ready for JSON, to be read and not to be changed."""
        from marienbad.text.data import block_data
        from marienbad.text.plain import Plain

        plain = Plain(known_language(lang))
        return [block_data(block, plain) for block in self.blocks]
