"""Worksheets: what can be chosen, and the pages as SVG and as PDF."""

from marienbad.analysis import Game
from marienbad.drawing.pdf import pdf
from marienbad.drawing.shapes import Drawing
from marienbad.drawing.svg import svg
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.school.kinds import EASIEST, HARDEST, KINDS
from marienbad.school.lesson import PATH, lesson
from marienbad.school.sheet.boards import SMALLEST_BOARD
from marienbad.school.sheet.forms import FORMS
from marienbad.school.sheet.sheets import (
    LARGEST_SEED,
    MOST_TASKS,
    MOST_VARIANTS,
    Answers,
    Order,
    pages,
)
from marienbad.school.sheet.sources import ListSource, Source, source_of
from marienbad.study.tables import has_pairs
from marienbad.text.plain import Plain
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import say
from marienbad.web.encoding import encoded
from marienbad.web.thoughts.subject import look_for_search

MOST_PAGES = 100
"""The most pages that are shown at once, or written into a file."""
MOST_POSITIONS = 12
"""The most positions of a game without a theory: each is searched."""

FARTHEST_PAIR = (60, 300)
"""How far the pairs of a game are searched whose family does not know them."""

Wish = tuple[str | None, str | None, int | None, str | None, str | None, str | None]
"""The lesson, the kind and its difficulty, the game and its positions, the form."""


def offered(lang: str) -> bytes:
    """The lessons, kinds and forms that sheets are made of, and the bounds of the choices."""
    line = Plain(lang).line
    return encoded(
        {
            "lessons": [{"name": name, "title": line(lesson(name).said("title"))} for name in PATH],
            "kinds": [{"name": kind.name, "title": line(kind.title)} for kind in KINDS.values()],
            "forms": [{"name": name, "title": line(say(f"sheet.title.{name}"))} for name in FORMS],
            "difficulties": [EASIEST, HARDEST],
            "most": {"count": MOST_TASKS, "variants": MOST_VARIANTS, "seed": LARGEST_SEED},
        }
    )


def shown(
    wish: Wish, count: int | None, variants: int, seed: int, answers: Answers, lang: str
) -> bytes:
    """The pages as SVG, for the page and for print."""
    made = _made(wish, count, variants, seed, answers, lang)
    return encoded({"pages": [{"title": page.title, "svg": svg(page)} for page in made]})


def written(
    wish: Wish, count: int | None, variants: int, seed: int, answers: Answers, lang: str
) -> bytes:
    """The pages as PDF."""
    return pdf(_made(wish, count, variants, seed, answers, lang))


def _made(
    wish: Wish, count: int | None, variants: int, seed: int, answers: Answers, lang: str
) -> tuple[Drawing, ...]:
    name, kind, difficulty, game, positions, form = wish
    listed = tuple(filter(None, (part.strip() for part in (positions or "").split(";"))))
    known = None if name is None else lesson(name)
    source = source_of(known, kind, difficulty, game, listed, form)
    _check(source)
    return pages(Order(source, count, variants, seed, answers), lang, MOST_PAGES)


def _check(source: Source) -> None:
    """Refuse what would take long: the positions of a list may be those of any rules."""
    if not isinstance(source, ListSource):
        return
    definition = Game.named(source.game).definition
    if not definition.is_solved and len(source.positions) > MOST_POSITIONS:
        count = len(source.positions)
        raise OutOfReach("sheet.many_positions", count=count, most=MOST_POSITIONS)
    for corner in _corners(source, definition):
        look_for_search(definition, corner)


def _corners(source: ListSource, definition: Definition) -> tuple[Position, ...]:
    """The largest positions that are looked at."""
    if source.form == "pairs":
        return () if has_pairs(definition) else (FARTHEST_PAIR,)
    if source.form == "board":
        return tuple(
            (max(SMALLEST_BOARD, *position),) * len(position) for position in source.positions
        )
    return source.positions
