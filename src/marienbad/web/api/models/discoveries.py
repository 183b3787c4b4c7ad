"""Strategies that are looked for from rules alone, and automata that read positions."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, RootModel

from marienbad.web.api.models.common import Body, ErrorText, Shown, ShownHeaps
from marienbad.web.sizes import LONGEST_GAME, LONGEST_POSITION
from marienbad.web.thoughts.discoveries import LONGEST_FILE

RuleText = Annotated[str, Field(max_length=LONGEST_GAME)]


class DiscoveryQuestion(Body):
    """Rules of two heaps for which a strategy is looked for."""

    rules: RuleText


class DiscoveredAutomaton(BaseModel):
    """The automaton that accepts the positions to leave; from state 0 there is no way back."""

    system: str
    """The numeration in which both heaps are written."""
    weights: ShownHeaps
    """The first weights of the system, the least first."""
    states: int
    start: int
    accepting: list[int]
    file: str | None
    """With its edges, as ``/api/lab/steps`` reads it; none where it is too long for that."""
    picture: str | None
    """As SVG, where it is small; every state bears its number as ``data-state``."""


class StageLine(BaseModel):
    """What is being done; how much of it, where that is known, else 0 of 0."""

    kind: Literal["stage"]
    stage: str
    done: int
    of: int


class FoundLine(BaseModel):
    """How the search ended."""

    kind: Literal["found"]
    game: str
    ending: Literal["proved", "refuted", "not_found"]
    reason: str
    """Which bound ended it, such as ``seconds``; empty where it ended with a proof."""
    size: int
    """The heaps of the largest table are below this."""
    seconds: float
    same_as: str | None
    """A game of the catalogue that is proved to have the same positions to leave."""
    html: str
    automaton: DiscoveredAutomaton | None


class CertificateLine(BaseModel):
    """The certificate of what was proved, as its file holds it, or why there is none."""

    kind: Literal["certificate"]
    certificate: str | None
    error: ErrorText | None


class ErrorLine(BaseModel):
    """Why the answer ends here."""

    kind: Literal["error"]
    error: ErrorText


class DiscoveryLine(RootModel[StageLine | FoundLine | CertificateLine | ErrorLine]):
    """A line of the answer: stages, then what was found, then the certificate of a proof."""


class StepsQuestion(Body):
    """A position that an automaton is to read."""

    rules: RuleText
    automaton: Annotated[str, Field(max_length=LONGEST_FILE)]
    """The ``file`` of an automaton that was found for the rules."""
    position: Annotated[str, Field(max_length=LONGEST_POSITION)]


class WinningStep(BaseModel):
    """A move, and what it leaves."""

    take: ShownHeaps
    leave: ShownHeaps


class Steps(BaseModel):
    """How an automaton reads the heaps, a digit of each at a time.

    ``states`` has one more than there are digits: it begins with the start.
    """

    game: str
    position: ShownHeaps
    weights: list[Shown]
    """Of each digit, the first digit first."""
    words: list[list[int]]
    states: list[int]
    accepted: bool
    block: int
    """One position fewer may be forbidden before each move; 1 where none may."""
    moves: list[WinningStep] | None
    """The first moves to positions that are accepted, one more at least than may be forbidden; none
    where this one is, or where they are too many to be listed."""
