"""The games that users make: their rules come from a text (:mod:`marienbad.games.language`)."""

from marienbad.games.family import Family
from marienbad.games.ruleset import Ruleset


def rules_of_text(text: str) -> Ruleset:
    """Return the rules of a text."""
    from marienbad.games.language.rule_text import define_rules

    return define_rules(text).ruleset


RULES = Family(
    name="rules",
    rules=rules_of_text,
    start=(7, 11),
    nouns=("heap", "token"),
    piece="queen",
    references=(),
    examples=(),
    reader="marienbad.games.language.rule_text:define_rules",
)
