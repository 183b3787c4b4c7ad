"""The tables and figures of the thesis (Deslongchamps 1999) by their numbers."""

from collections.abc import Mapping

from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.study.board import draw
from marienbad.study.tables import all_kinds, tabulate
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say
from marienbad.text.tabular import Sheet
from marienbad.values import Record


class PrintedTable(Record):
    """What to tabulate for a table of the thesis."""

    game: str
    kind: str
    rows: int | None = None
    of: tuple[int, ...] = ()
    base: int | None = None

    def is_asked(self, asked: "PrintedTable") -> bool:
        """Whether this is what was asked for, whatever is said that changes nothing."""
        return self._completed() == asked._completed()

    def _completed(self) -> "PrintedTable":
        """With the usual base where none is said, and no rows where they cut nothing."""
        base = self.base or all_kinds()[self.kind].bases[0]
        is_whole = bool(self.of) or (self.kind == "digits" and self.rows == base)
        return self.having(base=base, rows=None if is_whole else self.rows)


class PrintedFigure(Record):
    """What to draw for a figure of the thesis."""

    game: str
    size: int = 8
    at: Position | None = None
    pairs: int | None = None


_THREE, _FIVE = (27, 12), (27, 12, 9, 5)
TABLES: Mapping[str, PrintedTable] = {
    "I": PrintedTable("nim", "nim-sum", 10),
    "II": PrintedTable("nim", "nim-sum", 10, base=2),
    "III": PrintedTable("nim", "position", of=(43, *_THREE), base=2),
    "IV": PrintedTable("nim", "position", of=(23, *_THREE), base=2),
    "V": PrintedTable("nim", "position", of=(43, *_FIVE), base=2),
    "VI": PrintedTable("nim", "position", of=(27, *_FIVE), base=2),
    "VII": PrintedTable("nim", "digits", base=4),
    "VIII": PrintedTable("nim", "position", of=(43, *_FIVE), base=4),
    "IX": PrintedTable("nim", "position", of=(27, *_FIVE), base=4),
    "X": PrintedTable("nim", "digits", base=8),
    "XI": PrintedTable("wythoff:a=2", "convergents", 9),
    "XII": PrintedTable("wythoff:a=2", "shifts", of=(40, 50)),
    "XIII": PrintedTable("wythoff", "convergents", 12),
    "XIV": PrintedTable("wythoff", "fibonacci", of=(40, 50, 33)),
    "XV": PrintedTable("wythoff", "pairs", 40),
    "XVI": PrintedTable("wythoff", "shifts", of=(16, 25, 27, 36, 43, 46)),
    "XVII": PrintedTable("wythoff:a=2", "pairs", 30),
    "XVIII": PrintedTable("wythoff:a=2", "shifts", of=(26, 27, 11)),
    "XIX": PrintedTable("wythoff:b=4", "pairs", 13),
    "XX": PrintedTable("wythoff:a=2,b=3", "pairs", 16),
    "XXI": PrintedTable("wythoff:misere", "pairs", 11),
    "XXII": PrintedTable("wythoff:a=2,misere", "pairs", 11),
}
"""Where the thesis prints a wrong number, the right one: table IX has (27, 27, 12, 9, 5)."""
MISPRINTED = ("III", "IV", "VIII", "IX", "XVI")
"""The tables beside which it is said what the thesis prints instead."""
FIGURES: Mapping[str, PrintedFigure] = {
    "1": PrintedFigure("nim", at=(6, 4)),
    "2": PrintedFigure("wythoff", at=(6, 4)),
    "3": PrintedFigure("wythoff", pairs=1),
    "4": PrintedFigure("wythoff"),
}


def printed_table(number: str) -> PrintedTable:
    """Return the table of a number, in Roman figures.

    >>> printed_table("xiii").kind
    'convergents'
    """
    found = TABLES.get(number.strip().upper())
    if found is None:
        raise InputError("table.thesis.unknown", text=number, known=Listing([*TABLES], ""))
    return found


def tabulated(
    number: str | None,
    game: str | None,
    kind: str | None,
    rows: int | None,
    base: int | None,
    of: tuple[int, ...],
    is_served: bool = False,
    third: int | None = None,
) -> Sheet:
    """Return the table of a number, what else is said of it going before; or that of a game.

    Where what else is said makes it another than the thesis has, the caption says so.

    >>> sheet = tabulated("xvii", "wythoff:a=3", None, 2, None, ())
    >>> sheet.game, sheet.kind, list(sheet.rows)
    ('wythoff:a=3', 'pairs', [(0, 0, 0), (1, 1, 4)])
    """
    if number is not None:
        printed = printed_table(number)
        game, rows = game or printed.game, rows or printed.rows
        if kind in (None, printed.kind):
            kind, base, of = printed.kind, base or printed.base, of or printed.of
    if game is None:
        raise InputError("table.which")
    definition = define(game)
    sheet = tabulate(definition, kind, rows, base, of, is_served, third)
    asked = PrintedTable(definition.name, sheet.kind, rows, of, base)
    return numbered(sheet, asked, None if number is None else number.strip().upper())


def numbered(sheet: Sheet, asked: PrintedTable, wanted: str | None = None) -> Sheet:
    """Return the sheet; if it is a table of the thesis, called so, and misprints mentioned.

    One that was wanted by a number and is none is called a changed one.

    >>> from marienbad.text.plain import Plain
    >>> printed = TABLES["IX"]
    >>> sheet = tabulate(define(printed.game), printed.kind, base=printed.base, of=printed.of)
    >>> Plain("en").line(numbered(sheet, printed).caption)[:30]
    'Table IX of the thesis. (27, 2'
    """
    number = next((number for number, table in TABLES.items() if table.is_asked(asked)), None)
    if number is None:
        if wanted is None:
            return sheet
        caption = say("table.thesis.changed", number=wanted, caption=sheet.caption)
        return sheet.having(caption=caption)
    caption = say("table.thesis.caption", number=number, caption=sheet.caption)
    if number in MISPRINTED:
        misprint = say(f"table.misprint.{number.lower()}")
        caption = say("table.thesis.misprint", caption=caption, misprint=misprint)
    return sheet.having(caption=caption)


def printed_figure(number: str) -> PrintedFigure:
    """Return the figure of a number."""
    found = FIGURES.get(number.strip())
    if found is None:
        raise InputError("board.thesis.unknown", text=number, known=Listing([*FIGURES], ""))
    return found


def drawn(
    number: str,
    game: str | None,
    form: str,
    size: int | None,
    at: Position | None,
    pairs: int | None,
    lang: str,
    third: int | None = None,
) -> str:
    """Return the drawing of a figure, what else is said of it going before.

    >>> drawn("1", None, "text", None, None, None, "en").partition(":")[0]
    'Figure 1 of the thesis. Nim'
    """
    printed = printed_figure(number)
    asked = PrintedFigure(
        define(game or printed.game).name,
        size or printed.size,
        at or printed.at,
        pairs or printed.pairs,
    )
    key = "board.thesis.caption" if (asked, third) == (printed, None) else "board.thesis.changed"

    def called(title: Message) -> Message:
        return say(key, number=number.strip(), caption=title)

    return draw(define(asked.game), form, asked.size, asked.at, asked.pairs, lang, called, third)
