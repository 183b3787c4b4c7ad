"""The games that users make: their rules come from a text (:mod:`marienbad.games.language`)."""

from marienbad.games.definition import Definition
from marienbad.games.family import Family
from marienbad.games.ruleset import Ruleset


def _read(text: str) -> Definition:
    from marienbad.games.language.rule_text import define_rules

    return define_rules(text)


RULES = Family(
    name="rules",
    rules=Ruleset,
    start=(7, 11),
    nouns=("heap", "token"),
    piece="queen",
    references=(),
    examples=(),
    reader=_read,
)
