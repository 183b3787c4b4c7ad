"""The graph of a game as a picture: SVG for print, or a file for Graphviz."""

from __future__ import annotations

from collections.abc import Container
from html import escape

from marienbad.analysis import Game
from marienbad.games.memory import Order
from marienbad.heaps import Position
from marienbad.school.graph import LINE, PAD, PITCH, Edge, Graph, Node, label_of
from marienbad.text.sentences import Message, say

SAG = 44
"""How far an edge within a layer hangs down."""
LEGEND = 30


def drawing(
    graph: Graph,
    title: str,
    piece: str = "match",
    to_leave: Container[Position] | None = None,
    legend: str = "",
) -> str:
    """The graph as SVG, in black and white.

    Where the situations to leave are given, they stand on a tint in a double frame, which a
    printer without colours shows too, and the legend says so.

    >>> from marienbad.school.graph import graph_of
    >>> from marienbad.school.situations import Situations
    >>> drawing(graph_of(Situations(Game.named("nim"), (1, 2))), "nim (1, 2)").count("<rect")
    6
    """
    height = graph.height + (LEGEND if legend else 0)
    points = any(graph.nodes[e.target].layer <= graph.nodes[e.source].layer for e in graph.edges)
    parts = [_edge(graph, edge, points) for edge in graph.edges]
    marked = () if to_leave is None else to_leave
    parts += [_node(graph, node, piece, node.position in marked) for node in graph.nodes]
    if legend:
        parts.append(_text(graph.width // 2, height - LEGEND // 2, legend))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {graph.width} {height}" '
        f'width="{graph.width}" height="{height}" role="img" '
        'font-family="sans-serif" font-size="12" text-anchor="middle">\n'
        f"<title>{escape(title, quote=False)}</title>\n"
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#555555"/></marker></defs>\n'
        f'<rect width="{graph.width}" height="{height}" fill="#ffffff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


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


def _edge(graph: Graph, edge: Edge, points: bool) -> str:
    """A line from frame to frame: downwards, upwards, or hanging between two of a layer."""
    source, target = graph.nodes[edge.source], graph.nodes[edge.target]
    side = (target.layer > source.layer) - (target.layer < source.layer)
    start = source.y + (side or 1) * source.height // 2
    end = target.y - (side or -1) * target.height // 2
    middle = (source.x + target.x) // 2 + edge.bend
    deep = (start + end) // 2 if side else max(start, end) + SAG
    tip = ' marker-end="url(#tip)"' if points else ""
    return (
        f'<path d="M{source.x} {start}Q{middle} {deep} {target.x} {end}" fill="none" '
        f'stroke="#888888"{tip}/>'
    )


def _node(graph: Graph, node: Node, piece: str, is_marked: bool) -> str:
    left, top = node.x - node.width // 2, node.y - node.height // 2
    fill = "#f3d9d4" if is_marked else "#ffffff"
    parts = [_frame(left, top, node.width, node.height, fill)]
    if is_marked:
        parts.append(_frame(left - 4, top - 4, node.width + 8, node.height + 8, "none"))
    parts.append(_text(node.x, top + node.height - PAD - 3, label_of(node.position)))
    if graph.has_pieces:
        for row, size in enumerate(node.position):
            first = node.x - PITCH * (size - 1) // 2
            y = top + PAD + LINE * row + LINE // 2
            parts += [_piece(first + PITCH * index, y, piece) for index in range(size)]
    return f"<g>{''.join(parts)}</g>"


def _frame(x: int, y: int, width: int, height: int, fill: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{fill}" '
        'stroke="#222222"/>'
    )


def _piece(x: int, y: int, piece: str) -> str:
    if piece == "match":
        return (
            f'<path d="M{x} {y - 6}V{y + 6}" stroke="#222222" stroke-width="2"/>'
            f'<circle cx="{x}" cy="{y - 5}" r="2" fill="#222222"/>'
        )
    return f'<circle cx="{x}" cy="{y}" r="3" fill="#222222"/>'


def _text(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" fill="#222222">{escape(text, quote=False)}</text>'
