"""The graph of a game: situations with their places, and the moves between them."""

from typing import Literal

from pydantic import BaseModel

from marienbad.web.api.models.common import Shown, ShownHeaps, ShownMove


class GraphNode(BaseModel):
    """A situation, the middle of its frame and its size.

    ``lost`` says at an end whether whoever should play has lost; ``leave`` is ``null`` where what
    situations are worth was not asked for.
    """

    position: ShownHeaps
    state: Shown | None = None
    label: str
    distance: int
    layer: int
    x: int
    y: int
    width: int
    height: int
    lost: bool | None
    leave: bool | None


class GraphEdge(BaseModel):
    """A move between two situations, by their numbers, and how far the line is pulled aside."""

    source: int
    target: int
    move: ShownMove
    bend: int


class Measures(BaseModel):
    """From piece to piece, from row to row, the frame, and how far a line in a layer hangs."""

    pitch: int
    line: int
    pad: int
    sag: int


class GameGraph(BaseModel):
    """All that can follow a start; ``piece`` is ``null`` where heaps are written as numbers.

    ``order`` are the seats in order of play, repeated.
    """

    game: str
    start: int
    order: list[Literal[0, 1]]
    width: int
    height: int
    piece: Literal["match", "token"] | None
    measures: Measures
    legend: str | None
    situations: list[GraphNode]
    edges: list[GraphEdge]
