"""Situations that are investigated: what follows each, labels, and the table of winning moves."""

from typing import Literal

from pydantic import BaseModel, Field

from marienbad.web.api.models.common import Shown, ShownHeaps
from marienbad.web.api.models.positions import Situation as Said


class Situation(BaseModel):
    """A situation up to order; what can follow it, by index in the list."""

    position: ShownHeaps
    state: Shown | None = None
    situation: Said | None = None
    total: Shown
    next: list[int]


class AllSituations(BaseModel):
    """All situations from a start, the end first; what each is worth is not said."""

    game: str
    start: ShownHeaps
    start_state: Shown | None = None
    situations: list[Situation]


class Refutation(BaseModel):
    """A move, and the situation up to order that it leaves."""

    take: ShownHeaps | None
    leave: ShownHeaps | None = Field(None, description="Where a heap is parted: what is left.")
    left: ShownHeaps
    left_state: Shown | None = None


class Labelled(BaseModel):
    """Whether a label is right, and where it is not, the moves that show it.

    A wrong `leave` is refuted by each move that wins, a wrong `not` by all moves: none of them
    wins. ``over`` says that no move is left: then the ending of the game decides.
    """

    game: str
    position: ShownHeaps
    state: Shown | None = None
    label: Literal["leave", "not"]
    right: bool
    over: bool
    moves: list[Refutation]


class Won(BaseModel):
    """A situation, whether it is to leave, and all moves that win from it."""

    position: ShownHeaps
    state: Shown | None = None
    total: Shown
    leave: bool
    moves: list[str]


class WinningMoves(BaseModel):
    """The situations from a start with all their winning moves, up to order."""

    game: str
    start: ShownHeaps
    start_state: Shown | None = None
    caption: str
    counts: str
    heads: list[str]
    rows: list[Won]
