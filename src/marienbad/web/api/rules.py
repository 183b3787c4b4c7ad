"""Calls of the lab for texts of rules: what can be written, and texts made by choice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict

from marienbad.analysis import Game
from marienbad.games.declaration import HEAP_NAMES
from marienbad.games.language.choices import (
    LARGEST_CHANGED,
    LONGEST,
    Choices,
    edited,
    examples,
    grammar,
    operators,
)
from marienbad.games.language.keywords import COUNTS, STATEMENTS, all_words, word, words
from marienbad.games.language.rule_text import rules_text
from marienbad.games.language.tokens import translated
from marienbad.study.picture.palette import HEAT
from marienbad.text.problems import InputError
from marienbad.web.api.routes import (
    HERE,
    Body,
    Field,
    ReaderLanguage,
    fields_of,
    get,
    post,
)
from marienbad.web.api.routes import RuleText as Rules
from marienbad.web.sizes import BOX_SIZES

ChosenNumber = Annotated[int, Field(ge=1, le=LARGEST_CHANGED)]
ChosenText = Annotated[str, Field(max_length=LONGEST)]


class Keywords(TypedDict):
    """The words of the rule language: those of the reader's language, and all that are understood.

    ``statements`` begin a statement, ``counts`` say from how many heaps one takes, or from which.
    """

    statements: list[str]
    counts: list[str]
    before_counts: str
    before_condition: str
    own: list[str]
    all: list[str]


class LabOffer(TypedDict):
    """What the lab offers: examples, keywords, and the sizes of a heap by the number of heaps.

    ``operators`` are what conditions are made of, what binds most first; ``heat`` has the colours
    of the Grundy values, from the least above 0 to the greatest.
    """

    examples: dict[str, str]
    grammar: dict[str, str]
    operators: list[str]
    keywords: Keywords
    sizes: dict[str, tuple[int, ...]]
    heat: Sequence[tuple[int, int, int]]


@get("/api/lab", tag="lab", queue=HERE, kept=2**20, warms=True)
def offer(lang: ReaderLanguage = "") -> LabOffer:
    """Examples, keywords and sizes."""
    keywords: Keywords = {
        "statements": [word(keyword, lang) for keyword in STATEMENTS],
        "counts": [*(word(keyword, lang) for keyword in COUNTS), *HEAP_NAMES],
        "before_counts": word("from", lang),
        "before_condition": word("where", lang),
        "own": [*words(lang)],
        "all": [*all_words()],
    }
    return {
        "examples": examples(lang),
        "grammar": grammar(lang),
        "operators": operators(lang),
        "keywords": keywords,
        "sizes": {str(heaps): sizes for heaps, sizes in BOX_SIZES.items()},
        "heat": HEAT,
    }


@dataclass(frozen=True, kw_only=True)
class RuleChoices(Body):
    """Rules by choice: what may be taken from one heap, from two and from all."""

    heaps: Annotated[int, Field(ge=1, le=len(BOX_SIZES))] = 2
    one: Literal["any", "bound", "multiple", "set", "none"] = "any"
    both: Literal["same", "near", "ratio", "none"] = "same"
    all: Literal["same", "none"] = "none"
    bound: ChosenNumber = 1
    multiple: ChosenNumber = 1
    gap: ChosenNumber = 1
    amounts: ChosenText = ""
    without: ChosenText = ""
    added: ChosenText = ""
    last_loses: bool = False


@dataclass(frozen=True, kw_only=True)
class RuleChange(RuleChoices):
    """Choices, and the text in which only what they change is to be changed."""

    rules: Rules = ""


class RuleText(TypedDict):
    """A text of rules."""

    rules: str


@post("/api/lab/text", tag="lab")
def write(change: RuleChange, lang: ReaderLanguage = "") -> RuleText:
    """The text of rules that were chosen, or a text changed only where something else is chosen."""
    chosen = Choices(**fields_of(change, *Choices._fields))
    return {"rules": edited(change.rules, chosen, lang)}


@get("/api/lab/rules", tag="lab")
def rules_of(
    rules: Rules = "",
    game: Rules = "",
    heaps: Annotated[int | None, Field(ge=1, le=len(HEAP_NAMES))] = None,
    lang: ReaderLanguage = "",
) -> RuleText:
    """Rules in the words of a language: those of a text, or of a game with so many heaps."""
    if not game:
        return {"rules": translated(rules, lang)}
    text = rules_text(Game.named(game).definition, lang, heaps)
    if text is None:
        raise InputError("lab.no_rules", game=game)
    return {"rules": text}
