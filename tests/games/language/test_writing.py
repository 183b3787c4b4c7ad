"""The grammar that is shown: complete, and every line of it can be read."""

import pytest

from marienbad.games.language.choices import GRAMMAR, grammar, operators
from marienbad.games.language.grammar import read
from marienbad.games.language.keywords import KEYWORDS, LANGUAGES, word
from marienbad.games.language.tokens import MARKS, tokens


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_keyword_and_mark_is_shown(lang: str) -> None:
    shown = {token.written for line in grammar(lang).values() for token in tokens(line)}
    shown.update(operators(lang))
    assert {word(keyword, lang) for keyword in KEYWORDS} <= shown
    assert {*MARKS} <= shown


@pytest.mark.parametrize("line", GRAMMAR.values())
def test_every_line_is_a_statement(line: str) -> None:
    heaps = [] if line.startswith("heaps") else ["heaps 3"]
    takes = [] if line.startswith("octal") else ["take n from one"]
    assert read("\n".join([*heaps, line, *takes])).ways
