"""A room of a class as it is kept: who is there, what is voted on, who plays whom.

Pupils choose names, which are short, of letters, and look different from each other. Everyone in a
room shows a signed pass: that of the teacher, of a pupil, or of a projector. It names the room's
key, which no other room ever has, not its code, which may be given again.

>>> secret = b"0" * 32
>>> read_pass(secret, issue_pass(secret, "a-room", 7))
Pass(room='a-room', holder=7)
>>> read_pass(secret, issue_pass(b"1" * 32, "a-room", 7)) is None
True
"""

import unicodedata
from collections.abc import Iterable
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from marienbad.text.blanks import BLANKS
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.matches.seats import claimed, signed

MOST_PUPILS = 60
LONGEST_NAME = 24
MOST_MARKS = 2
"""How many marks may stand on one letter."""
PUNCTUATION = frozenset(" -'’.·_")
"""What a name may have beside letters, marks and digits."""
TEACHER, PROJECTOR = -1, -2
MARK = "room"
TEAM = "team"
"""What is named instead of a level, where two teams of pupils play each other."""

Kind = Literal["machine", "pairs"]


class Value(BaseModel):
    """A part of the room, which never changes."""

    model_config = ConfigDict(frozen=True)


class Pupil(Value):
    """A pupil by the chosen name, in a team, with the games finished and won."""

    name: str
    team: int
    played: int = 0
    won: int = 0


class Ballot(Value):
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


class Pairing(Value):
    """A match of the tournament: who sits where, 0 for the machine, and which seat has won."""

    match: str
    players: tuple[int, int]
    winner: int | None = None


class Round(Value):
    """What is played in the tournament now."""

    kind: Kind
    number: int
    rounds: int | None
    """How many there are; ``None`` where as many as the teacher likes."""
    games: tuple[Pairing, ...]


class Classroom(Value):
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
        name = cleaned(wanted)
        if not self.is_open:
            raise Refusal(403, "room.closed_door")
        if len(self.pupils) >= MOST_PUPILS:
            raise Refusal(409, "room.full")
        if is_taken(name, (pupil.name for pupil in self.pupils.values())):
            raise Refusal(409, say("room.name_taken", name=name))
        teams = [pupil.team for pupil in self.pupils.values()]
        pupil = Pupil(name=name, team=int(teams.count(0) > teams.count(1)))
        number = self.numbers + 1
        return self.having(pupils={**self.pupils, number: pupil}, numbers=number)

    def without(self, number: int) -> "Classroom":
        """The room without a pupil, and without the vote."""
        pupils = {key: pupil for key, pupil in self.pupils.items() if key != number}
        ballot = self.ballot
        if ballot is not None:
            votes = {key: vote for key, vote in ballot.votes.items() if key != number}
            ballot = ballot.model_copy(update={"votes": votes})
        return self.having(pupils=pupils, ballot=ballot)


# Names


def cleaned(text: str) -> str:
    """The name as it is kept and shown, or an error that says what a name may be.

    Control characters, marks of direction, letters of which nothing is seen and everything of which
    markup is made are refused. What stands for several letters is kept, and counted, as those.

    >>> cleaned("  Zoé   B. ")
    'Zoé B.'
    >>> cleaned("<b>")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “<b>” cannot be a name: ...
    """
    name = unicodedata.normalize("NFKC", text[: 8 * LONGEST_NAME])
    is_plain = len(text) <= 8 * LONGEST_NAME and _is_plain(name)
    name = " ".join(name.split())
    if not is_plain or len(name) > LONGEST_NAME or not any(_kind(one) in "LN" for one in name):
        raise InputError("room.name", text=quotable(text), bound=LONGEST_NAME)
    return name


def _kind(character: str) -> str:
    """L for a letter, M for a mark, N for a digit, …"""
    return unicodedata.category(character)[0]


def _is_plain(name: str) -> bool:
    marks = MOST_MARKS  # a mark stands on a letter
    for character in name:
        kind = _kind(character)
        if kind == "M":
            marks += 1
        else:
            marks = 0 if kind in "LN" else MOST_MARKS
        is_known = (kind in "LMN" or character in PUNCTUATION) and character not in BLANKS
        if marks > MOST_MARKS or not is_known or unicodedata.category(character) == "Me":
            return False
    return True


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Whether another name looks the same, however it is written; an accent makes no difference.

    Letters of another alphabet do, though some look alike.

    >>> is_taken("anna", ["Ａnná"]), is_taken("Anne", ["Anna"])
    (True, False)
    """
    return _looks(name) in map(_looks, others)


def _looks(name: str) -> str:
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    kept = (one for one in folded if _kind(one) in "LMN" and not unicodedata.combining(one))
    return "".join(kept)


# Passes


class Pass(NamedTuple):
    """Who somebody is in a room: the number of a pupil, from 1, the teacher or a projector."""

    room: str
    holder: int


def issue_pass(secret: bytes, room: str, holder: int) -> str:
    """The signed pass of a holder."""
    return signed(secret, f"{MARK}.{room}.{holder}")


def read_pass(secret: bytes, token: str) -> Pass | None:
    """The holder of a pass, or ``None`` if we have not signed it."""
    mark, _, rest = (claimed(secret, token) or "").partition(".")
    room, _, holder = rest.rpartition(".")
    return Pass(room, int(holder)) if mark == MARK else None
