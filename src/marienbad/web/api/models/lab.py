"""The lab: questions about rules, and maps."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from marienbad.games.language.choices import LARGEST_CHANGED, LONGEST
from marienbad.web.api.models.common import Body
from marienbad.web.api.models.games import Memory
from marienbad.web.sizes import BOX_SIZES, LONGEST_GAME

ChosenNumber = Annotated[int, Field(ge=1, le=LARGEST_CHANGED)]
ChosenText = Annotated[str, Field(max_length=LONGEST)]


class LabQuestion(Body):
    """Rules to be solved: each heap smaller than the size, for outcomes or for Grundy values."""

    rules: Annotated[str, Field(max_length=LONGEST_GAME)]
    size: Annotated[int, Field(ge=2, le=max(map(max, BOX_SIZES.values())))] | None = None
    kind: Literal["outcomes", "grundy"] = "outcomes"
    fit: bool = False
    """Whether a size or a kind that these rules do not allow gives way to one that they do."""
    small: bool = False
    """Whether a map that is found at once will do, however small it is."""


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


class RuleChange(RuleChoices):
    """Choices, and the text in which only what they change is to be changed."""

    rules: Annotated[str, Field(max_length=LONGEST_GAME)] = ""


class Period(BaseModel):
    """From ``start`` on, the positions of one heap repeat after ``length``."""

    start: int
    length: int


class RuleText(BaseModel):
    """A text of rules."""

    rules: str


class Keywords(BaseModel):
    """The words of the rule language: those of the reader's language, and all that are understood.

    ``statements`` begin a statement, ``counts`` say from how many heaps one takes, or from which.
    """

    statements: list[str]
    counts: list[str]
    before_counts: str
    before_condition: str
    own: list[str]
    all: list[str]


class LabOffer(BaseModel):
    """What the lab offers: examples, keywords, and the sizes of a heap by the number of heaps."""

    examples: dict[str, str]
    grammar: dict[str, str]
    operators: list[str]
    """What conditions are made of, what binds most first."""
    keywords: Keywords
    sizes: dict[int, list[int]]
    heat: list[tuple[int, int, int]]
    """Colours of the Grundy values, from the least above 0 to the greatest."""


class LabMap(BaseModel):
    """The solved positions of some rules.

    ``pieces`` joined are the text of the rules, the numbers that can be changed apart, each after
    its name. ``choices`` say the same rules, where they can. ``english`` is that text with English
    keywords, as links write it.

    ``table`` is in base64: for outcomes a bit for each position, set where it is to be left, the
    first in the lowest bit; for Grundy values an octet or two, the lower first. The last heap runs
    fastest.
    """

    game: str
    title: str
    rule: str
    misere: bool
    memory: Memory | None
    tiles: bool
    """Whether there is more of the map than the table, which is asked for tile by tile."""
    pieces: list[str | tuple[str, int]]
    choices: RuleChoices | None
    proved: str | None
    """The game of the catalogue whose rules these are, where it is proved for two heaps."""
    english: str
    sizes: list[int]
    start: list[int]
    kind: Literal["outcomes", "grundy"]
    bits: Literal[1, 8, 16]
    table: str
    greatest: int
    count: int
    description: str | None
    period: Period | None
