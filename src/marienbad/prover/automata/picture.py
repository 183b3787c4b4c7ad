"""An automaton as a drawing: states in columns, edges with their digits."""

from __future__ import annotations

from collections import defaultdict
from math import hypot

from marienbad.drawing.shapes import (
    WHITE,
    Box,
    Disc,
    Drawing,
    Group,
    Look,
    Point,
    Shape,
    Text,
    arrow,
)
from marienbad.prover.automata.diagram import Diagram
from marienbad.text.problems import OutOfReach

MOST_STATES = 60
"""The edges of a larger automaton could not be distinguished."""
RADIUS, MARGIN = 17, 76
COLUMN, ROW = 132, 104
LABELS = 3
"""The most letters that are written beside an edge; its title lists all of them."""
SIZE = 11.0
DARK = "#1f2937"
PAPER, LINE, INK = Look(fill=WHITE), Look(stroke=DARK), Look(fill=DARK)
STATE, DIGITS = Look(fill=WHITE, stroke=DARK), Look(fill="#1d4ed8")


def drawing(diagram: Diagram, title: str) -> Drawing:
    """The automaton; the dead state and the edges to it are left out.

    An arrow enters the start, a double ring marks a state that accepts, and beside an edge stand
    the digits that it reads, those of the first heap above those of the second.

    >>> from marienbad.prover.systems.linear import BINARY
    >>> equal = Diagram(BINARY, ("x", "y"), ((), (((0, 0), 1), ((1, 1), 1))), (1,))
    >>> [len(shape.shapes) for shape in drawing(equal, "nim").shapes if isinstance(shape, Group)]
    [5, 3]
    """
    count = len(diagram.edges) - 1
    if count > MOST_STATES:
        raise OutOfReach("prover.drawing_too_large", states=count + 1, bound=MOST_STATES)
    places, width, height = _places(diagram)
    shapes: list[Shape] = [Box(0, 0, width, height, PAPER)]
    for state in places:
        targets: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for digits, target in diagram.edges[state]:
            targets[target].append(digits)
        shapes += [
            _edge(places, state, target, letters) for target, letters in targets.items() if target
        ]
    shapes += [_state(state, place, diagram.accepts(state)) for state, place in places.items()]
    if places:
        x, y = places[1]
        shapes += arrow(((x - RADIUS - 26, y), (x - RADIUS, y)), LINE)
    return Drawing(width, height, tuple(shapes), title)


def _places(diagram: Diagram) -> tuple[dict[int, Point], int, int]:
    """Each state in the column of its distance from the start; width and height of all."""
    columns = [[1]] if len(diagram.edges) > 1 else []
    seen = {0, 1}
    while columns and columns[-1]:
        targets = [target for state in columns[-1] for _, target in diagram.edges[state]]
        columns.append([state for state in dict.fromkeys(targets) if state not in seen])
        seen.update(columns[-1])
    tallest = max(map(len, columns), default=1)
    height = 2 * MARGIN + ROW * (tallest - 1)
    places = {
        state: (float(MARGIN + COLUMN * column), height / 2 + ROW * (row - (len(states) - 1) / 2))
        for column, states in enumerate(columns)
        for row, state in enumerate(states)
    }
    return places, 2 * MARGIN + COLUMN * max(len(columns) - 2, 0), height


def _state(state: int, place: Point, accepts: bool) -> Group:
    x, y = place
    rings = (RADIUS, RADIUS - 4) if accepts else (RADIUS,)
    name = Text(x, y + 4, str(state), SIZE, look=INK, anchor="middle")
    return Group(
        (*(Disc(x, y, ring, STATE) for ring in rings), name), data=(("state", str(state)),)
    )


def _edge(
    places: dict[int, Point], state: int, target: int, letters: list[tuple[int, ...]]
) -> Group:
    """A curve from state to state, bent to its right so that both directions stay apart."""
    (x, y), (u, v) = places[state], places[target]
    points: tuple[Point, ...]
    if state == target:  # a loop above the state
        high = y - RADIUS - 34
        points = (x - 9, y - RADIUS + 2), (x - 24, high), (x + 24, high), (x + 9, y - RADIUS + 2)
        label = x, y - RADIUS - 26
    else:
        length = hypot(u - x, v - y)
        # an edge over several columns goes round the states in between
        bend = 16 + length / 10 if length < 1.5 * COLUMN else length / 3.5
        middle = (x + u) / 2 - (v - y) / length * bend, (y + v) / 2 + (u - x) / length * bend
        start, end = _towards((x, y), middle), _towards((u, v), middle)
        points = start, middle, end
        # the point of the curve at 0.4, nearer to where the edge begins
        label = (
            0.36 * start[0] + 0.48 * middle[0] + 0.16 * end[0],
            0.36 * start[1] + 0.48 * middle[1] + 0.16 * end[1],
        )
    words = ", ".join("/".join(map(str, digits)) for digits in letters)
    shapes = (*arrow(points, LINE), *_label(letters, label))
    return Group(shapes, f"{state} → {target}: {words}")


def _towards(place: Point, aim: Point) -> Point:
    """The point on the rim of a state that faces another point."""
    length = hypot(aim[0] - place[0], aim[1] - place[1])
    return (
        place[0] + (aim[0] - place[0]) / length * RADIUS,
        place[1] + (aim[1] - place[1]) / length * RADIUS,
    )


def _label(letters: list[tuple[int, ...]], place: Point) -> list[Shape]:
    """The digits on a white ground, a row for each track."""
    x, y = place
    shown = letters[:LABELS]
    more = " …" if len(letters) > LABELS else ""
    rows = [
        " ".join(str(digits[track]) for digits in shown) + more for track in range(len(shown[0]))
    ]
    width = max(map(len, rows)) * 6 + 4
    top = y - 6 * len(rows)
    ground = Box(x - width / 2, top, width, 12 * len(rows), PAPER)
    lines = [
        Text(x, top + 10 + 12 * row, text, SIZE, look=DIGITS, anchor="middle")
        for row, text in enumerate(rows)
    ]
    return [ground, *lines]
