"""The graph of a game as a drawing, or as a file for Graphviz."""

from __future__ import annotations

from collections.abc import Container

from marienbad.analysis import Game
from marienbad.drawing.shapes import (
    WHITE,
    Box,
    Curve,
    Disc,
    Drawing,
    Group,
    Line,
    Look,
    Shape,
    Text,
    arrow,
)
from marienbad.games.memory import Order
from marienbad.heaps import Position
from marienbad.school.graph import LINE, PAD, PITCH, Edge, Graph, Node, label_of
from marienbad.text.sentences import Message, say

SAG = 44
"""How far an edge within a layer hangs down."""
LEGEND = 30
SIZE = 12.0
TINT = "#f3d9d4"
PAPER, DARK = Look(fill=WHITE), Look(fill="#222222")
EDGE = Look(stroke="#888888")
FRAME, MARKED, SECOND = (Look(fill=f, stroke="#222222") for f in (WHITE, TINT, None))
STICK = Look(stroke="#222222", width=2)


def drawing(
    graph: Graph,
    title: str,
    piece: str = "match",
    to_leave: Container[Position] | None = None,
    legend: str = "",
) -> Drawing:
    """The graph in black and white.

    Where the situations to leave are given, they stand on a tint in a double frame, which a
    printer without colours shows too, and the legend says so.

    >>> from marienbad.school.graph import graph_of
    >>> from marienbad.school.situations import Situations
    >>> found = drawing(graph_of(Situations(Game.named("nim"), (1, 2))), "nim (1, 2)")
    >>> sum(isinstance(shape, Group) for shape in found.shapes)
    5
    """
    height = graph.height + (LEGEND if legend else 0)
    points = any(graph.nodes[e.target].layer <= graph.nodes[e.source].layer for e in graph.edges)
    shapes: list[Shape] = [Box(0, 0, graph.width, height, PAPER)]
    for edge in graph.edges:
        curve, tip = _edge(graph, edge)
        shapes += (curve, tip) if points else (curve,)
    marked = () if to_leave is None else to_leave
    shapes += [_node(graph, node, piece, node.position in marked) for node in graph.nodes]
    if legend:
        shapes.append(_text(graph.width // 2, height - LEGEND // 2, legend))
    return Drawing(graph.width, height, tuple(shapes), title)


def legend_of(game: Game) -> Message:
    """What a double frame means; in an order of play a party may leave it to itself."""
    memory = game.definition.ruleset.memory
    is_left = not memory.has_calls and not isinstance(memory, Order)
    return say("graph.legend" if is_left else "graph.legend.lost")


def dot(graph: Graph, title: str, to_leave: Container[Position] | None = None) -> str:
    """The graph as Graphviz reads it, each layer a rank.

    >>> from marienbad.school.graph import graph_of
    >>> from marienbad.school.situations import Situations
    >>> print(dot(graph_of(Situations(Game.named("nim"), (1,))), "nim (1)"), end="")
    digraph "nim (1)" {
      node [shape=box];
      n0 [label="1"];
      n1 [label="0"];
      {rank=same; n0;}
      {rank=same; n1;}
      n0 -> n1;
    }
    """
    name = title.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    lines = [f'digraph "{name}" {{', "  node [shape=box];"]
    layers: dict[int, list[str]] = {}
    for index, node in enumerate(graph.nodes):
        is_marked = to_leave is not None and node.position in to_leave
        more = ', peripheries=2, style=filled, fillcolor="#f3d9d4"' if is_marked else ""
        lines.append(f'  n{index} [label="{label_of(node.position)}"{more}];')
        layers.setdefault(node.layer, []).append(f"n{index};")
    lines += [f"  {{rank=same; {' '.join(names)}}}" for names in layers.values()]
    lines += [f"  n{edge.source} -> n{edge.target};" for edge in graph.edges]
    return "\n".join([*lines, "}"]) + "\n"


def _edge(graph: Graph, edge: Edge) -> tuple[Curve | Line, Shape]:
    """A line from frame to frame: downwards, upwards, or hanging between two of a layer."""
    source, target = graph.nodes[edge.source], graph.nodes[edge.target]
    side = (target.layer > source.layer) - (target.layer < source.layer)
    start = source.y + (side or 1) * source.height // 2
    end = target.y - (side or -1) * target.height // 2
    middle = (source.x + target.x) // 2 + edge.bend
    deep = (start + end) // 2 if side else max(start, end) + SAG
    return arrow(((source.x, start), (middle, deep), (target.x, end)), EDGE)


def _node(graph: Graph, node: Node, piece: str, is_marked: bool) -> Group:
    left, top = node.x - node.width // 2, node.y - node.height // 2
    shapes: list[Shape] = []
    if is_marked:
        shapes.append(Box(left - 4, top - 4, node.width + 8, node.height + 8, SECOND))
    shapes.append(Box(left, top, node.width, node.height, MARKED if is_marked else FRAME))
    shapes.append(_text(node.x, top + node.height - PAD - 3, label_of(node.position)))
    if graph.has_pieces:
        for row, size in enumerate(node.position):
            first = node.x - PITCH * (size - 1) // 2
            y = top + PAD + LINE * row + LINE // 2
            shapes += _pieces([first + PITCH * index for index in range(size)], y, piece)
    return Group(tuple(shapes))


def _pieces(row: list[int], y: int, piece: str) -> list[Shape]:
    if piece != "match":
        return [Disc(x, y, 3, DARK) for x in row]
    sticks: list[Shape] = [Line(x, y - 6, x, y + 6, STICK) for x in row]
    return sticks + [Disc(x, y - 5, 2, DARK) for x in row]


def _text(x: int, y: int, text: str) -> Text:
    return Text(x, y, text, SIZE, look=DARK, anchor="middle")
