"""The graph of a game as data, for a browser that draws it."""

from typing import Any

from marienbad.games.data import move_data, position_data
from marienbad.heaps import Position, state_of
from marienbad.school.graph import (
    LINE,
    MOST_SITUATIONS,
    PAD,
    PITCH,
    By,
    Graph,
    Node,
    graph_of,
    label_of,
)
from marienbad.school.graph_picture import SAG, legend_of
from marienbad.school.situations import Situations
from marienbad.text.plain import Plain
from marienbad.web.encoding import encoded
from marienbad.web.thoughts.subject import subject


def laid_out(game: str, position: str, by: By, has_colours: bool, lang: str) -> bytes:
    """Every situation with its place, and every move; what each is worth only where asked for."""
    known, heaps = subject(game, position)
    found = Situations(known, heaps, MOST_SITUATIONS)
    graph = graph_of(found, by)
    to_leave = found.to_leave if has_colours else None
    return encoded(
        {
            "game": known.name,
            "start": graph.start,
            "order": known.definition.ruleset.memory.order(state_of(heaps)),
            "width": graph.width,
            "height": graph.height,
            "piece": known.nouns[1] if graph.has_pieces else None,
            "measures": {"pitch": PITCH, "line": LINE, "pad": PAD, "sag": SAG},
            "legend": Plain(lang).line(legend_of(known)) if has_colours else None,
            "situations": [_node(found, node, to_leave) for node in graph.nodes],
            "edges": _edges(graph),
        }
    )


def _node(found: Situations, node: Node, to_leave: frozenset[Position] | None) -> dict[str, Any]:
    """A situation; at an end whether whoever should play has lost, which the rules say."""
    is_over = not found.following[node.position]
    return {
        **position_data(node.position),
        "label": label_of(node.position),
        "distance": node.distance,
        "layer": node.layer,
        "x": node.x,
        "y": node.y,
        "width": node.width,
        "height": node.height,
        "lost": found.game.definition.is_p_at_end(node.position) if is_over else None,
        "leave": None if to_leave is None else node.position in to_leave,
    }


def _edges(graph: Graph) -> list[dict[str, Any]]:
    return [
        {
            "source": edge.source,
            "target": edge.target,
            "move": move_data(edge.move),
            "bend": edge.bend,
        }
        for edge in graph.edges
    ]
