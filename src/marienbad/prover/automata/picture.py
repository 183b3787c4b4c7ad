"""An automaton as a picture: states in columns, edges with their digits, in SVG."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from math import hypot

from marienbad.prover.automata.diagram import Diagram
from marienbad.text.problems import OutOfReach

MOST_STATES = 60
"""The edges of a larger automaton could not be distinguished."""
RADIUS, MARGIN = 17, 76
COLUMN, ROW = 132, 104
LABELS = 3
"""The most letters that are written beside an edge; its title lists all of them."""

Point = tuple[float, float]


def drawing(diagram: Diagram, title: str) -> str:
    """The automaton as SVG; the dead state and the edges to it are left out.

    An arrow enters the start, a double ring marks a state that accepts, and beside an edge stand
    the digits that it reads, those of the first heap above those of the second.

    >>> from marienbad.prover.systems.linear import BINARY
    >>> equal = Diagram(BINARY, ("x", "y"), ((), (((0, 0), 1), ((1, 1), 1))), (1,))
    >>> drawing(equal, "nim").count("<circle")
    2
    """
    count = len(diagram.edges) - 1
    if count > MOST_STATES:
        raise OutOfReach("prover.drawing_too_large", states=count + 1, bound=MOST_STATES)
    places, width, height = _places(diagram)
    parts = []
    for state in places:
        targets: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for digits, target in diagram.edges[state]:
            targets[target].append(digits)
        parts += [
            _edge(places, state, target, letters) for target, letters in targets.items() if target
        ]
    parts += [_state(state, place, diagram.accepts(state)) for state, place in places.items()]
    if places:
        parts.append(_arrow(places[1]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="sans-serif" font-size="11" color="#1f2937">\n'
        f"<title>{escape(title, quote=False)}</title>\n"
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="currentColor"/></marker>'
        "</defs>\n"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        '<g fill="none" stroke="currentColor" text-anchor="middle">\n'
        + "\n".join(parts)
        + "\n</g>\n</svg>\n"
    )


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


def _state(state: int, place: Point, accepts: bool) -> str:
    x, y = place
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS - 4}"/>' if accepts else ""
    return (
        f'<g data-state="{state}"><circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="#ffffff"/>'
        f'{ring}<text x="{x:.1f}" y="{y + 4:.1f}" fill="currentColor" stroke="none">{state}</text>'
        "</g>"
    )


def _arrow(place: Point) -> str:
    """The arrow into the start, from the left."""
    x, y = place
    return f'<path d="M{x - RADIUS - 26:.1f} {y:.1f}H{x - RADIUS:.1f}" marker-end="url(#tip)"/>'


def _edge(places: dict[int, Point], state: int, target: int, letters: list[tuple[int, ...]]) -> str:
    """A curve from state to state, bent to its right so that both directions stay apart."""
    (x, y), (u, v) = places[state], places[target]
    if state == target:
        path, label = _loop((x, y))
    else:
        length = hypot(u - x, v - y)
        # an edge over several columns goes round the states in between
        bend = 16 + length / 10 if length < 1.5 * COLUMN else length / 3.5
        middle = (x + u) / 2 - (v - y) / length * bend, (y + v) / 2 + (u - x) / length * bend
        start, end = _towards((x, y), middle), _towards((u, v), middle)
        path = "M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*start, *middle, *end)
        # the point of the curve at 0.4, nearer to where the edge begins
        label = (
            0.36 * start[0] + 0.48 * middle[0] + 0.16 * end[0],
            0.36 * start[1] + 0.48 * middle[1] + 0.16 * end[1],
        )
    words = ", ".join("/".join(map(str, digits)) for digits in letters)
    title = f"<title>{state} → {target}: {words}</title>"
    return f'<path d="{path}" marker-end="url(#tip)">{title}</path>{_label(letters, label)}'


def _loop(place: Point) -> tuple[str, Point]:
    """A loop above the state."""
    x, y = place
    path = (
        f"M{x - 9:.1f} {y - RADIUS + 2:.1f}C{x - 24:.1f} {y - RADIUS - 34:.1f} "
        f"{x + 24:.1f} {y - RADIUS - 34:.1f} {x + 9:.1f} {y - RADIUS + 2:.1f}"
    )
    return path, (x, y - RADIUS - 26)


def _towards(place: Point, aim: Point) -> Point:
    """The point on the rim of a state that faces another point."""
    length = hypot(aim[0] - place[0], aim[1] - place[1])
    return (
        place[0] + (aim[0] - place[0]) / length * RADIUS,
        place[1] + (aim[1] - place[1]) / length * RADIUS,
    )


def _label(letters: list[tuple[int, ...]], place: Point) -> str:
    """The digits on a white ground, a row for each track."""
    x, y = place
    shown = letters[:LABELS]
    more = " …" if len(letters) > LABELS else ""
    rows = [
        " ".join(str(digits[track]) for digits in shown) + more for track in range(len(shown[0]))
    ]
    width = max(map(len, rows)) * 6 + 4
    top = y - 6 * len(rows)
    lines = "".join(
        f'<tspan x="{x:.1f}" y="{top + 10 + 12 * row:.1f}">{text}</tspan>'
        for row, text in enumerate(rows)
    )
    return (
        f'<rect x="{x - width / 2:.1f}" y="{top:.1f}" width="{width}" height="{12 * len(rows)}" '
        f'fill="#ffffff" stroke="none"/><text fill="#1d4ed8" stroke="none">{lines}</text>'
    )
