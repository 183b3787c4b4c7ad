"""Conjectures: conditions to choose from, and what became of one."""

from typing import Literal

from pydantic import BaseModel, Field

from marienbad.web.api.models.common import Shown, ShownHeaps

Claimed = Literal["exactly", "sufficient", "necessary"]


class ReadyCondition(BaseModel):
    """A condition to choose: what it says, and how it is written."""

    title: str
    condition: str
    tells_much: bool = Field(description="Whether it gives much of the answer away.")


class ConditionWord(BaseModel):
    """A word of conditions, and what it means."""

    word: str
    meaning: str


class Conditions(BaseModel):
    """Conditions to choose from, and the words that one can write."""

    ready: list[ReadyCondition]
    words: list[ConditionWord]


class AgainstIt(BaseModel):
    """A situation against a conjecture."""

    position: ShownHeaps
    state: Shown | None = None


class AnsweredMove(BaseModel):
    """What a move leaves, and what the answer leaves; none where no move is left then."""

    left: ShownHeaps
    left_state: Shown | None = None
    answer: ShownHeaps | None
    answer_state: Shown | None = None


class ShownAgainst(AgainstIt):
    """A situation against a conjecture, and what shows it.

    Where the condition holds, it is not to leave: a move leaves one that is. Where it does not,
    it is to leave: every move is answered. ``over`` says that no move is left.
    """

    holds: bool
    over: bool
    take: ShownHeaps | None
    leave: ShownHeaps | None = Field(None, description="Where a heap is parted: what is left.")
    left: ShownHeaps | None = None
    left_state: Shown | None = None
    answered: list[AnsweredMove]


class ConjectureTried(BaseModel):
    """What was found against a conjecture among all situations; the smallest first."""

    game: str
    start: ShownHeaps
    start_state: Shown | None = None
    up_to: int | None
    condition: str = Field(description="In the words of the language asked for.")
    words: str | None = Field(description="What it says, where it is one of those to choose.")
    claim: Claimed
    claimed: str
    situations: int
    holding: int = Field(description="How many situations have the condition.")
    wrong: int = Field(description="How many situations are against the conjecture.")
    positions: list[AgainstIt] = Field(description="The smallest 50 of them.")
    counterexample: ShownAgainst | None
    text: str
    html: str


class ConjectureDecided(BaseModel):
    """What was decided for two heaps of every size; `open` where it was only tried."""

    game: str
    condition: str
    words: str | None
    claim: Claimed
    claimed: str
    outcome: Literal["proved", "refuted", "open"]
    states: int | None
    seconds: float | None
    certificate: str | None = Field(description="Where `exactly` is proved: for `marienbad check`.")
    counterexample: ShownAgainst | None
    text: str
    html: str
