"""A room of a class as it is kept: who is there, what is voted on, who plays whom."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.rooms import names

MOST_PUPILS = 60
TEAM = "team"
"""What is named instead of a level, where two teams of pupils play each other."""

Kind = Literal["machine", "pairs"]


class Kept(BaseModel):
    """A value of the room."""

    model_config = ConfigDict(frozen=True)


class Pupil(Kept):
    """Somebody by the name he chose, in a team, with the games he has finished and won."""

    name: str
    team: int
    played: int = 0
    won: int = 0


class Ballot(Kept):
    """A vote for the move of one ply: what each pupil would play, as it is kept of moves."""

    ply: int
    ends: float | None = None
    """When time is up, in seconds of the epoch; ``None`` where it is not measured."""
    is_stopped: bool = False
    is_hidden: bool = False
    """Whether nobody but the teacher sees before the end what others vote for."""
    votes: dict[int, str] = {}

    def is_open(self, now: float) -> bool:
        return not self.is_stopped and (self.ends is None or now < self.ends)


class Pairing(Kept):
    """A match of the tournament: who sits where, 0 for the machine, and which seat has won."""

    match: str
    players: tuple[int, int]
    winner: int | None = None


class Round(Kept):
    """What is played in the tournament now."""

    kind: Kind
    number: int
    rounds: int | None
    """How many there are; ``None`` where as many as the teacher likes."""
    games: tuple[Pairing, ...]


class Classroom(Kept):
    """A room; ``board`` counts how often what stands on its board has changed."""

    code: str
    key: str
    revision: int = 0
    is_open: bool = True
    """Whether others may still come in."""
    pupils: dict[int, Pupil] = {}
    numbers: int = 0
    """How many numbers were given to pupils: none is given twice."""
    opponent: str = TEAM
    match: str
    board: int = 0
    ballot: Ballot | None = None
    roster: tuple[int, ...] = ()
    """Who takes part in the tournament in which everybody plays everybody."""
    round: Round | None = None

    def having(self, **changes: object) -> "Classroom":
        """The room with some of it changed."""
        return self.model_copy(update=changes)

    @property
    def games(self) -> list[str]:
        """The matches of the tournament."""
        return [] if self.round is None else [game.match for game in self.round.games]

    @property
    def matches(self) -> list[str]:
        """Every match that goes with the room."""
        return [self.match, *self.games]

    def joined(self, wanted: str) -> "Classroom":
        """The room with one pupil more, who has the last number."""
        name = names.cleaned(wanted)
        if not self.is_open:
            raise Refusal(403, "room.closed_door")
        if len(self.pupils) >= MOST_PUPILS:
            raise Refusal(409, "room.full")
        if names.is_taken(name, (pupil.name for pupil in self.pupils.values())):
            raise Refusal(409, say("room.name_taken", name=name))
        teams = [pupil.team for pupil in self.pupils.values()]
        pupil = Pupil(name=name, team=int(teams.count(0) > teams.count(1)))
        number = self.numbers + 1
        return self.having(pupils={**self.pupils, number: pupil}, numbers=number)

    def without(self, number: int) -> "Classroom":
        """The room without a pupil, and without his vote."""
        pupils = {key: pupil for key, pupil in self.pupils.items() if key != number}
        ballot = self.ballot
        if ballot is not None:
            votes = {key: vote for key, vote in ballot.votes.items() if key != number}
            ballot = ballot.model_copy(update={"votes": votes})
        return self.having(pupils=pupils, ballot=ballot)
