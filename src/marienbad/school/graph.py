"""The graph of a game: the situations that can follow a start, laid out in layers, and the moves.

Every coordinate is a whole number and the same start is always laid out the same.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from fractions import Fraction
from itertools import accumulate
from typing import Literal

from marienbad.heaps import Move, Position, state_of
from marienbad.numeration.integers import digits_of
from marienbad.school.situations import Situations
from marienbad.values import Record

By = Literal["total", "moves"]
MOST_SITUATIONS = 600
"""More could not be told apart in a picture."""
MOST_PIECES, MOST_ROWS = 21, 8
"""Heaps of more objects, and situations of more heaps, are written as numbers alone."""
PITCH, LINE, LABEL, PAD, LETTER = 8, 17, 16, 7, 7
"""From piece to piece, from row to row, the height of the numbers, the frame, a sign's width."""
GAP, STEP, MARGIN = 26, 58, 24
"""Between situations of a layer, between layers, around all."""
SWEEPS = 12
"""How often the layers are put in order, down and up in turn."""
BENDS = tuple(range(40, 401, 40))
"""How far an edge that would run behind a situation is pulled aside, the least first."""
BENT = 2_000
"""Among more edges nobody would see it."""


class Node(Record):
    """A situation and its place: the middle of its frame, and how large that is."""

    position: Position
    distance: int
    """The fewest moves by which it is reached from the start."""
    layer: int
    x: int
    y: int
    width: int
    height: int


class Edge(Record):
    """A move between two situations, by their numbers; the first of those that lead there."""

    source: int
    target: int
    move: Move
    bend: int = 0
    """How far the point that pulls its middle aside stands to the right."""


class Graph(Record):
    """Situations with their places, layer by layer, and the moves between them."""

    start: int
    """The number of the situation that all follow."""
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: int
    height: int
    has_pieces: bool
    """Whether objects are drawn one by one; otherwise the numbers alone are written."""


def graph_of(found: Situations, by: By = "total", levels: int | None = None) -> Graph:
    """The graph of situations, in layers by what is left in total or by the fewest moves.

    With ``levels`` only what so many moves reach.

    >>> from marienbad.analysis import Game
    >>> graph = graph_of(Situations(Game.named("nim"), (1, 2, 3)))
    >>> len(graph.nodes), len(graph.edges), graph.nodes[0].position, graph.nodes[-1].position
    (14, 38, (1, 2, 3), ())
    """
    distances = _distances(found, levels)
    layers = _layers(found, distances, by)
    has_pieces = all(
        len(position) <= MOST_ROWS and max(position, default=0) <= MOST_PIECES
        for position in distances
    )
    sizes = {position: _size(position, has_pieces) for position in distances}
    edges = {position: _moves(found, position, distances) for position in distances}
    ordered = _ordered(layers, {p: [*after] for p, after in edges.items()}, sizes)
    nodes, height = _placed(ordered, sizes, distances)
    number = {node.position: index for index, node in enumerate(nodes)}
    straight = [Edge(number[p], number[q], move) for p in number for q, move in edges[p].items()]
    joined = _bent(straight, nodes) if len(straight) <= BENT else tuple(straight)
    left, right = _extent(nodes, joined)
    moved = tuple(node.having(x=node.x - left) for node in nodes)
    return Graph(number[found.start], moved, joined, right - left, height, has_pieces)


def label_of(position: Position) -> str:
    """The numbers of a situation.

    >>> label_of((1, 3, 5)), label_of(())
    ('1·3·5', '0')
    """
    state = state_of(position)
    heaps = "·".join(map(digits_of, position)) or "0"
    return f"{heaps}/{digits_of(state)}" if state else heaps


def _distances(found: Situations, levels: int | None) -> dict[Position, int]:
    """The fewest moves to each situation, for those that are within so many moves."""
    distances, row = {found.start: 0}, [found.start]
    while row and (levels is None or distances[row[0]] < levels):
        after = dict.fromkeys(q for p in row for q in found.following[p] if q not in distances)
        distances |= dict.fromkeys(after, distances[row[0]] + 1)
        row = [*after]
    return distances


def _layers(found: Situations, distances: dict[Position, int], by: By) -> list[list[Position]]:
    """The situations in layers, that of the start first."""
    layers: dict[int, list[Position]] = defaultdict(list)
    for position in found.following:
        if position in distances:
            layers[distances[position] if by == "moves" else -sum(position)].append(position)
    return [sorted(layers[key], reverse=True) for key in sorted(layers)]


def _moves(
    found: Situations, position: Position, shown: dict[Position, int]
) -> dict[Position, Move]:
    """The first move to each situation that follows and is shown, in the order of the moves."""
    game = found.game.definition
    moves: dict[Position, Move] = {}
    for move in game.moves(position):
        after = found.form(game.after(position, move))
        if after in shown:
            moves.setdefault(after, move)
    return moves


def _size(position: Position, has_pieces: bool) -> tuple[int, int]:
    """How wide and how high the frame of a situation is."""
    letters = LETTER * len(label_of(position))
    across = PITCH * max(position, default=0) if has_pieces else 0
    rows = LINE * len(position) if has_pieces else 0
    width = max(letters, across) + 2 * PAD
    return width + width % 2, (rows + LABEL + 2 * PAD) // 2 * 2


# The order within layers

Neighbours = dict[Position, list[Position]]
Sizes = dict[Position, tuple[int, int]]


def _ordered(layers: list[list[Position]], after: Neighbours, sizes: Sizes) -> list[list[Position]]:
    """The layers, each in an order with few crossings.

    Again and again each situation is put at the mean place of those that it is joined with in the
    layers before, then in the layers behind; the best order that was seen is kept.
    """
    layer_of = {p: index for index, layer in enumerate(layers) for p in layer}
    up: Neighbours = defaultdict(list)
    down: Neighbours = defaultdict(list)
    for p, followers in after.items():
        for q in followers:
            if layer_of[p] != layer_of[q]:
                first, last = (p, q) if layer_of[p] < layer_of[q] else (q, p)
                down[first].append(last)
                up[last].append(first)
    best, fewest = layers, _crossings(layers, down)
    now = layers
    for sweep in range(SWEEPS):
        now = _swept(now, down if sweep % 2 else up, sizes, bool(sweep % 2))
        crossings = _crossings(now, down)
        if crossings < fewest:
            best, fewest = now, crossings
    return best


def _swept(
    layers: list[list[Position]], joined: Neighbours, sizes: Sizes, is_up: bool
) -> list[list[Position]]:
    places: dict[Position, int] = {}
    swept = []
    for layer in reversed(layers) if is_up else layers:
        here = _across(layer, sizes)
        means = {p: _mean([places[q] for q in joined[p]] or [here[p]]) for p in layer}
        swept.append(sorted(layer, key=means.__getitem__))
        places |= _across(swept[-1], sizes)
    return swept[::-1] if is_up else swept


def _mean(numbers: list[int]) -> Fraction:
    return Fraction(sum(numbers), len(numbers))


def _across(layer: list[Position], sizes: Sizes) -> dict[Position, int]:
    """How far to the right of the middle each situation of a layer stands."""
    widths = [sizes[position][0] for position in layer]
    left = -(sum(widths) + GAP * (len(layer) - 1)) // 2
    starts = accumulate((width + GAP for width in widths), initial=left)
    return {p: x + w // 2 for p, x, w in zip(layer, starts, widths, strict=False)}


def _crossings(layers: list[list[Position]], down: Neighbours) -> int:
    """How many edges cross another one between the same two layers."""
    place = {p: (index, at) for index, layer in enumerate(layers) for at, p in enumerate(layer)}
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for p, followers in down.items():
        for q in followers:
            pairs[place[p][0], place[q][0]].append((place[p][1], place[q][1]))
    crossings = 0
    for ends in pairs.values():
        seen: list[int] = []
        for _, end in sorted(ends):
            crossings += len(seen) - bisect_right(seen, end)
            insort(seen, end)
    return crossings


# Places


def _placed(
    layers: list[list[Position]], sizes: Sizes, distances: dict[Position, int]
) -> tuple[tuple[Node, ...], int]:
    """Each layer around the middle, one under another; the height of all."""
    top, nodes = MARGIN, []
    for index, layer in enumerate(layers):
        tallest = max(sizes[position][1] for position in layer)
        for position, x in _across(layer, sizes).items():
            place = (x, top + tallest // 2)
            nodes.append(Node(position, distances[position], index, *place, *sizes[position]))
        top += tallest + STEP
    return tuple(nodes), top - STEP + MARGIN


def _extent(nodes: tuple[Node, ...], edges: tuple[Edge, ...]) -> tuple[int, int]:
    """How far frames and edges go to the left and to the right, with the margin."""
    # the middle of an edge is pulled aside by half of its bend
    middles = [(nodes[e.source].x + nodes[e.target].x + e.bend) // 2 for e in edges]
    left = min([*middles, *(node.x - node.width // 2 for node in nodes)])
    right = max([*middles, *(node.x + node.width // 2 for node in nodes)])
    return left - MARGIN, right + MARGIN


def _bent(edges: list[Edge], nodes: tuple[Node, ...]) -> tuple[Edge, ...]:
    """The edges, pulled aside where they would run behind situations and where that helps."""
    rows: dict[int, list[Node]] = defaultdict(list)
    for node in nodes:
        rows[node.layer].append(node)

    def bend(source: Node, target: Node) -> int:
        between = [rows[layer] for layer in range(source.layer + 1, target.layer)]
        side = -1 if len(between) % 2 == 0 else 1
        bends = (0, *(sign * size for size in BENDS for sign in (side, -side)))
        return next((bend for bend in bends if _is_free(source, target, bend, between)), 0)

    return tuple(edge.having(bend=bend(nodes[edge.source], nodes[edge.target])) for edge in edges)


def _is_free(source: Node, target: Node, bend: int, between: list[list[Node]]) -> bool:
    """Whether an edge that is pulled aside runs behind none of the situations between."""
    top, bottom = source.y + source.height // 2, target.y - target.height // 2
    return not any(
        2 * abs(_x_at(source.x, target.x, bend, y - top, bottom - top) - node.x) <= node.width + 6
        for row in between
        for node in row
        for y in (node.y - node.height // 2, node.y, node.y + node.height // 2)
    )


def _x_at(start: int, end: int, bend: int, done: int, whole: int) -> int:
    """Where the curve is after a part t of its way: at (1−t)·start + t·end + 2t(1−t)·bend."""
    return (
        whole * ((whole - done) * start + done * end) + 2 * done * (whole - done) * bend
    ) // whole**2
