"""Going through the words of a text one by one, with errors that say what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from marienbad.games.language.keywords import begun
from marienbad.games.language.tokens import RuleError, Token, quoted, quoted_word, tokens
from marienbad.text.sentences import Listing, Message, say

T = TypeVar("T")


class Cursor:
    """Stands at a word; every method begins at the word that it is to read."""

    def __init__(self, text: str) -> None:
        self.tokens = self.words(text)
        self.at = 0

    def words(self, text: str) -> list[Token]:
        """The words of the text, the last of them its end."""
        return tokens(text)

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def several(self, item: Callable[[], T]) -> list[T]:
        items = [item()]
        while self.skip(","):
            items.append(item())
        return items

    def skip(self, text: str) -> bool:
        if self.token.text != text or self.at == len(self.tokens) - 1:
            return False
        self.at += 1
        return True

    def one_of(self, *texts: str) -> Token:
        token = self.token
        if token.text not in texts:
            raise self.expected(*texts)
        self.at += 1
        return token

    def close(self, bracket: str) -> None:
        if not self.skip(bracket):
            raise self.expected(bracket, ",")

    def expected(self, *wanted: str | Message) -> RuleError:
        """What is wrong at this word, or at the next where this one begins what is expected."""
        ends = (at for at in range(self.at, len(self.tokens)) if self.tokens[at].kind == "end")
        written = [token.written for token in self.tokens[self.at : next(ends)]]
        words, rests = begun(written, [one for one in wanted if isinstance(one, str)])
        named = [quoted_word(one) if isinstance(one, str) else one for one in wanted]
        choices = Listing(tuple(map(quoted, rests) if rests else named), "or")
        token = self.tokens[self.at + words]
        found = say("rules.what.end") if token.kind == "end" else quoted(token.written)
        return RuleError(token.place, say("rules.expected", expected=choices, found=found))
