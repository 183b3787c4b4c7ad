"""Calls for an investigation: all situations, labels, the table of winning moves, the graph."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from marienbad.heaps import Position, read_heap, state_of
from marienbad.school import graph as graphs
from marienbad.school.graph_picture import SAG, legend_of
from marienbad.school.situations import (
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
from marienbad.web.api.common import (
    WIDTH,
    AtPosition,
    FromStart,
    Left,
    MoveFields,
    Shown,
    ShownMove,
    Told,
    at_position,
    from_start,
    left_data,
    shown_move,
    subject,
    taken,
    told,
)
from marienbad.web.api.routes import (
    STUDY,
    Field,
    File,
    GameName,
    HeapsText,
    ReaderLanguage,
    get,
)
from marienbad.web.sizes import MOST_DIGITS

MOST = 2_000
"""The most situations that are sent."""
TYPES = {"csv": "text/csv", "markdown": "text/markdown"}

Label = Literal["leave", "not"]


class Situation(AtPosition, Told):
    """A situation up to order; what can follow it, by index in the list."""

    total: Shown
    next: list[int]


class AllSituations(FromStart):
    """All situations from a start, the end first; what each is worth is not said."""

    game: str
    situations: list[Situation]


@get("/api/situations", tag="school", queue=STUDY)
def situations(game: GameName, position: HeapsText) -> AllSituations:
    """All that can follow a start, up to order, at most 2,000; not what each is worth."""
    found = _situations(game, position)
    places = {one: place for place, one in enumerate(found.following)}
    return {
        "game": found.game.name,
        **from_start(found.start),
        "situations": [
            {
                **at_position(one),
                **told(found.game.definition, one),
                "total": json_integer(sum(one)),
                "next": [places[after] for after in following],
            }
            for one, following in found.following.items()
        ],
    }


class Refutation(MoveFields, Left):
    """A move, and the situation up to order that it leaves."""


class Labelled(AtPosition):
    """Whether a label is right, and where it is not, the moves that show it.

    A wrong `leave` is refuted by each move that wins, a wrong `not` by all moves: none of them
    wins. ``over`` says that no move is left: then the ending of the game decides.
    """

    game: str
    label: Label
    right: bool
    over: bool
    moves: list[Refutation]


@get("/api/label", tag="school", queue=STUDY)
def label(game: GameName, position: HeapsText, label: Label) -> Labelled:
    """Whether a situation is safe, or not, as somebody says; if wrong, the moves that show it.

    The empty position is written `0`.
    """
    found = _situations(game, position)  # no search without having counted what can follow
    definition, form, heaps = found.game.definition, found.form, found.start
    answer = answered(found.search, heaps, label)
    return {
        "game": found.game.name,
        **at_position(heaps),
        "label": label,
        "right": answer.is_right,
        "over": answer.is_over,
        "moves": [
            {**taken(move), **left_data(form(definition.after(heaps, move)))}
            for move in answer.moves
        ],
    }


class Won(AtPosition):
    """A situation, whether it is safe, and all moves that win from it."""

    total: Shown
    leave: bool
    moves: Sequence[str]


class WinningMoves(FromStart):
    """The situations from a start with all their winning moves, up to order."""

    game: str
    caption: str
    counts: str
    heads: list[str]
    rows: list[Won]


@get("/api/winning", tag="school", queue=STUDY, files=("text/csv", "text/markdown", "text/plain"))
def winning(
    game: GameName,
    position: HeapsText,
    total: Annotated[
        str | None,
        Field(max_length=MOST_DIGITS, description="Only situations with so many objects."),
    ] = None,
    only: Annotated[Literal["leave"] | None, Field(description="Only the safe situations.")] = None,
    format: Literal["json", "csv", "latex", "markdown", "text"] = "json",  # noqa: A002 (in addresses)
    lang: ReaderLanguage = "",
) -> WinningMoves | File:
    """Every situation from a start and all the moves that win from it, up to order."""
    found = _situations(game, position)
    layer = None if total is None else read_heap(total, "labels.total")
    chosen = list(lines(found, layer, only == "leave"))
    table, plain = sheet(found, chosen), Plain(lang)
    if format != "json":
        text = "".join(f"{line}\n" for line in written(table, format, lang, WIDTH))
        return File(text.encode("utf-8"), TYPES.get(format, "text/plain"))
    return {
        "game": found.game.name,
        **from_start(found.start),
        "caption": plain.line(table.caption),
        "counts": plain.line(counts(chosen)),
        "heads": [plain.line(column.head or "") for column in table.columns],
        "rows": [
            {
                **at_position(line.position),
                "total": json_integer(line.total),
                "leave": line.is_to_leave,
                "moves": line.moves,
            }
            for line in chosen
        ],
    }


def _situations(game: str, position: str) -> Situations:
    """All that can follow, unless it is a game of another kind or too much."""
    known, heaps = subject(game, position)
    check_turns(known.definition)
    return Situations(known, heaps, MOST)


# The graph


class GraphNode(AtPosition):
    """A situation, the middle of its frame and its size.

    ``lost`` says at an end whether whoever should play has lost; ``leave`` is ``null`` where what
    situations are worth was not asked for.
    """

    label: str
    distance: int
    layer: int
    x: int
    y: int
    width: int
    height: int
    lost: bool | None
    leave: bool | None


class GraphEdge(TypedDict):
    """A move between two situations, by their numbers, and how far the line is pulled aside."""

    source: int
    target: int
    move: ShownMove
    bend: int


class Measures(TypedDict):
    """From piece to piece, from row to row, the frame, and how far a line in a layer hangs."""

    pitch: int
    line: int
    pad: int
    sag: int


class GameGraph(TypedDict):
    """All that can follow a start; ``piece`` is ``null`` where heaps are written as numbers.

    ``order`` are the seats in order of play, repeated.
    """

    game: str
    start: int
    order: Sequence[int]
    width: int
    height: int
    piece: str | None
    measures: Measures
    legend: str | None
    situations: list[GraphNode]
    edges: list[GraphEdge]


@get("/api/graph", tag="school", queue=STUDY)
def graph(
    game: GameName,
    position: HeapsText,
    by: Literal["total", "moves"] = "total",
    colours: Literal["true", "false"] = "false",
    lang: ReaderLanguage = "",
) -> GameGraph:
    """All that can follow a start, at most 600 situations up to order, laid out in layers.

    What situations are worth is said only with `colours=true`.
    """
    known, heaps = subject(game, position)
    found = Situations(known, heaps, graphs.MOST_SITUATIONS)
    drawn, has_colours = graphs.graph_of(found, by), colours == "true"
    safe = found.to_leave if has_colours else None
    measures: Measures = {
        "pitch": graphs.PITCH,
        "line": graphs.LINE,
        "pad": graphs.PAD,
        "sag": SAG,
    }
    return {
        "game": known.name,
        "start": drawn.start,
        "order": known.definition.ruleset.memory.order(state_of(heaps)),
        "width": drawn.width,
        "height": drawn.height,
        "piece": known.nouns[1] if drawn.has_pieces else None,
        "measures": measures,
        "legend": Plain(lang).line(legend_of(known)) if has_colours else None,
        "situations": [_node(found, node, safe) for node in drawn.nodes],
        "edges": [
            {
                "source": edge.source,
                "target": edge.target,
                "move": shown_move(edge.move),
                "bend": edge.bend,
            }
            for edge in drawn.edges
        ],
    }


def _node(found: Situations, node: graphs.Node, safe: frozenset[Position] | None) -> GraphNode:
    """A situation; at an end whether whoever should play has lost, which the rules say."""
    is_over = not found.following[node.position]
    return {
        **at_position(node.position),
        "label": graphs.label_of(node.position),
        "distance": node.distance,
        "layer": node.layer,
        "x": node.x,
        "y": node.y,
        "width": node.width,
        "height": node.height,
        "lost": found.game.definition.is_p_at_end(node.position) if is_over else None,
        "leave": None if safe is None else node.position in safe,
    }
