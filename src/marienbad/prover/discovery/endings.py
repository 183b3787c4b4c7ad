"""How a search ends, whatever is looked for: what was found or tried, and what ended it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.prover.games.proof import Proof, Refutation
from marienbad.text.explanation import Explanation
from marienbad.values import Record

Reason = Literal["", "size", "seconds", "memory", "uneven", "interrupted"]
Result = Literal[
    "unfinished", "disagrees", "untested", "contradicts", "too_large", "refuted", "proved"
]


class Attempt(Record):
    """What became of one system with one box."""

    system: str
    size: int
    result: Result
    states: int = 0
    position: Position | None = None
    """The smallest position where a guess is wrong."""
    value: int = 0
    """The Grundy value of the positions that were guessed."""


@dataclass(frozen=True, kw_only=True)
class Ended(ABC):
    """How a search ended, and all that it had then."""

    game: Definition
    proof: Proof | None
    refutation: Refutation | None
    """Of the last guess that agreed with its table."""
    refuted_size: int
    """The heaps of that table are below this."""
    attempts: tuple[Attempt, ...]
    """The last one of each system."""
    size: int
    """The largest box that was solved."""
    reason: Reason
    """What ended the search, where it did not end by itself with a proof."""
    seconds: float

    @cached_property
    @abstractmethod
    def explanation(self) -> Explanation:
        """What was found, or what was tried, in words."""


class Interrupted(KeyboardInterrupt):
    """The search was interrupted; ``discovery`` is what it had."""

    def __init__(self, discovery: Ended) -> None:
        super().__init__()
        self.discovery = discovery
