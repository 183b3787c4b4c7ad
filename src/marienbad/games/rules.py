"""The games that users make: their rules come from a text (:mod:`marienbad.games.language`)."""

from marienbad.games.family import Family
from marienbad.games.ruleset import Ruleset

RULES = Family(
    name="rules",
    rules=Ruleset,
    start=(7, 11),
    nouns=("heap", "token"),
    piece="queen",
    references=(),
    examples=(),
    reader="marienbad.games.language.rule_text:define_rules",
)
