"""Situations to label, what a label is worth, and the table of all winning moves."""

from marienbad.games.data import move_fields, position_data
from marienbad.heaps import read_heap
from marienbad.play.match import told_data
from marienbad.school.situations import (
    Label,
    Situations,
    answered,
    check_turns,
    counts,
    lines,
    sheet,
)
from marienbad.text.data import json_integer
from marienbad.text.plain import Plain
from marienbad.text.tabular import written
from marienbad.web.encoding import encoded
from marienbad.web.thoughts.subject import subject

MOST = 2_000
"""The most situations that are sent."""
WIDTH = 100


def situations_of(game: str, position: str) -> bytes:
    """All that can follow a start, from the end on; of what each is worth nothing is said."""
    found = _situations(game, position)
    places = {one: place for place, one in enumerate(found.following)}
    return encoded(
        {
            "game": found.game.name,
            **position_data(found.start, "start"),
            "situations": [
                {
                    **position_data(one),
                    **told_data(found.game.definition, one),
                    "total": json_integer(sum(one)),
                    "next": [places[after] for after in following],
                }
                for one, following in found.following.items()
            ],
        }
    )


def label_of(game: str, position: str, label: Label) -> bytes:
    """Whether a label is right; where it is not, the moves that refute it and what they leave."""
    found = _situations(game, position)  # no search without having counted what can follow
    definition, form, heaps = found.game.definition, found.form, found.start
    answer = answered(found.search, heaps, label)
    return encoded(
        {
            "game": found.game.name,
            **position_data(heaps),
            "label": label,
            "right": answer.is_right,
            "over": answer.is_over,
            "moves": [
                {
                    **move_fields(move),
                    **position_data(form(definition.after(heaps, move)), "left"),
                }
                for move in answer.moves
            ],
        }
    )


def table_of(
    game: str, position: str, total: str | None, only_to_leave: bool, form: str, lang: str
) -> bytes:
    """Every situation with its winning moves, as data or as a text to take away."""
    found = _situations(game, position)
    layer = None if total is None else read_heap(total, "labels.total")
    chosen = list(lines(found, layer, only_to_leave))
    table, plain = sheet(found, chosen), Plain(lang)
    if form != "json":
        return "".join(f"{line}\n" for line in written(table, form, lang, WIDTH)).encode("utf-8")
    return encoded(
        {
            "game": found.game.name,
            **position_data(found.start, "start"),
            "caption": plain.line(table.caption),
            "counts": plain.line(counts(chosen)),
            "heads": [plain.line(column.head or "") for column in table.columns],
            "rows": [
                {
                    **position_data(line.position),
                    "total": json_integer(line.total),
                    "leave": line.is_to_leave,
                    "moves": line.moves,
                }
                for line in chosen
            ],
        }
    )


def _situations(game: str, position: str) -> Situations:
    """All that can follow, unless it is a game of another kind or too much."""
    known, heaps = subject(game, position)
    check_turns(known.definition)
    return Situations(known, heaps, MOST)
