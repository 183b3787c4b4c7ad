"""Calls for worksheets: what can be chosen, the pages as SVG, and the same as PDF."""

from typing import Annotated, TypedDict

from marienbad.analysis import Game
from marienbad.drawing.pdf import pdf
from marienbad.drawing.shapes import Drawing
from marienbad.drawing.svg import svg
from marienbad.school.kinds import EASIEST, HARDEST, KINDS
from marienbad.school.lesson import PATH, lesson
from marienbad.school.sheet.forms import FORMS
from marienbad.school.sheet.sheets import (
    LARGEST_SEED,
    MOST_TASKS,
    MOST_VARIANTS,
    USUAL_SEED,
    Answers,
    Order,
    pages,
)
from marienbad.school.sheet.sources import ListSource, Source, source_of
from marienbad.text.plain import Plain
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import say
from marienbad.web.api.common import Named
from marienbad.web.api.routes import STUDY, Field, File, ReaderLanguage, attachment, get
from marienbad.web.sizes import LONGEST_GAME

PDF = "application/pdf"
LONGEST_NAME = 40
LONGEST_LIST = 4_000
MOST_PAGES = 100
"""The most pages that are shown at once, or written into a file."""
MOST_POSITIONS = 12
"""The most positions of a game without a theory: each is searched."""

Name = Annotated[str | None, Field(max_length=LONGEST_NAME)]
GameText = Annotated[str | None, Field(max_length=LONGEST_GAME, examples=("nim",))]
Positions = Annotated[
    str | None,
    Field(
        max_length=LONGEST_LIST,
        description="Positions of the game, separated by semicolons; else its usual start.",
        examples=("1,3,5,7;2,2",),
    ),
]
Difficulty = Annotated[int | None, Field(ge=EASIEST, le=HARDEST)]
ExerciseCount = Annotated[
    int | None, Field(ge=1, le=MOST_TASKS, description="Exercises, or lines of a table of pairs.")
]
Variants = Annotated[int, Field(ge=1, le=MOST_VARIANTS)]
SheetSeed = Annotated[int, Field(ge=0, le=LARGEST_SEED)]


class Most(TypedDict):
    """The greatest numbers that can be asked for."""

    count: int
    variants: int
    seed: int


class SheetChoices(TypedDict):
    """What sheets are made of; ``difficulties`` are the easiest and the hardest."""

    lessons: list[Named]
    kinds: list[Named]
    forms: list[Named]
    difficulties: tuple[int, int]
    most: Most


class SheetPage(TypedDict):
    """An A4 page."""

    title: str
    svg: str


class SheetPages(TypedDict):
    """The pages of all sheets, and then those of the answers."""

    pages: list[SheetPage]


@get("/api/worksheet/choices", tag="school")
def sheet_choices(lang: ReaderLanguage = "") -> SheetChoices:
    """The lessons, kinds and forms of exercises that sheets are made of."""
    line = Plain(lang).line
    return {
        "lessons": [{"name": name, "title": line(lesson(name).said("title"))} for name in PATH],
        "kinds": [{"name": kind.name, "title": line(kind.title)} for kind in KINDS.values()],
        "forms": [{"name": name, "title": line(say(f"sheet.title.{name}"))} for name in FORMS],
        "difficulties": (EASIEST, HARDEST),
        "most": {"count": MOST_TASKS, "variants": MOST_VARIANTS, "seed": LARGEST_SEED},
    }


@get("/api/worksheet", tag="school", queue=STUDY, slow="sheet.slow")
def worksheet(
    lesson: Name = None,
    kind: Name = None,
    difficulty: Difficulty = None,
    game: GameText = None,
    positions: Positions = None,
    form: Name = None,
    count: ExerciseCount = None,
    variants: Variants = 1,
    seed: SheetSeed = USUAL_SEED,
    answers: Answers = "yes",
    lang: ReaderLanguage = "",
) -> SheetPages:
    """Sheets of a lesson, of a kind of positions, or of a game with positions, as SVG pages."""
    source = _source(lesson, kind, difficulty, game, positions, form)
    made = _pages(Order(source, count, variants, seed, answers), lang)
    return {"pages": [{"title": page.title, "svg": svg(page)} for page in made]}


@get("/api/worksheet.pdf", tag="school", queue=STUDY, files=(PDF,), slow="sheet.slow")
def worksheet_file(
    lesson: Name = None,
    kind: Name = None,
    difficulty: Difficulty = None,
    game: GameText = None,
    positions: Positions = None,
    form: Name = None,
    count: ExerciseCount = None,
    variants: Variants = 1,
    seed: SheetSeed = USUAL_SEED,
    answers: Answers = "yes",
    lang: ReaderLanguage = "",
) -> File:
    """The same as a file to print: the pages, A4, with their fonts."""
    source = _source(lesson, kind, difficulty, game, positions, form)
    made = _pages(Order(source, count, variants, seed, answers), lang)
    return attachment(pdf(made), PDF, "marienbad.pdf")


def _source(
    name: str | None,
    kind: str | None,
    difficulty: int | None,
    game: str | None,
    positions: str | None,
    form: str | None,
) -> Source:
    """Where the exercises come from."""
    listed = tuple(filter(None, (part.strip() for part in (positions or "").split(";"))))
    known = None if name is None else lesson(name)
    return source_of(known, kind, difficulty, game, listed, form)


def _pages(order: Order, lang: str) -> tuple[Drawing, ...]:
    _check(order.source)
    return pages(order, lang, MOST_PAGES)


def _check(source: Source) -> None:
    """Refuse what would take long: the positions of a list may be those of any rules."""
    if not isinstance(source, ListSource):
        return
    definition = Game.named(source.game).definition
    if not definition.is_solved and len(source.positions) > MOST_POSITIONS:
        count = len(source.positions)
        raise OutOfReach("sheet.many_positions", count=count, most=MOST_POSITIONS)
