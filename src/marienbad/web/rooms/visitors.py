"""Who is connected to rooms here, and what each is told: of what has changed, the newest.

What stands on the board, the vote, the pupils and the tournament are parts that change apart from
each other; a visitor is sent those parts that differ from what he was sent last, and beside them
what concerns him alone.
"""

import asyncio
import time
from collections import defaultdict
from typing import Any

import orjson

from marienbad.games.data import move_data
from marienbad.heaps import stored_move
from marienbad.play.match import Match
from marienbad.web.encoding import encoded
from marienbad.web.http.limits import OpenSockets, SocketLimits
from marienbad.web.matches import seats
from marienbad.web.matches.shown import shown
from marienbad.web.rooms.classroom import PROJECTOR, TEACHER, Ballot, Classroom
from marienbad.web.rooms.playing import ballot_of, game_of, tally


class View:
    """A room as it stands, with the match on its board; each part is written once for all."""

    def __init__(self, room: Classroom, match: Match) -> None:
        self.room = room
        self.match = match
        self._parts: dict[str | None, dict[str, bytes]] = {}

    def parts(self, lang: str | None) -> dict[str, bytes]:
        """What everybody in the room may see."""
        found = self._parts.get(lang)
        if found is None:
            found = {name: encoded(part) for name, part in self._shown(lang).items()}
            self._parts[lang] = found
        return found

    def _shown(self, lang: str | None) -> dict[str, Any]:
        room = self.room
        return {
            "room": {"code": room.code, "open": room.is_open},
            "board": {**shown(self.match, lang), "opponent": room.opponent},
            "vote": None if self.ballot is None else shown_ballot(self.ballot),
            "pupils": [
                {"number": number, **pupil.model_dump()} for number, pupil in room.pupils.items()
            ],
            "round": None if room.round is None else shown_round(room),
        }

    @property
    def ballot(self) -> Ballot | None:
        return ballot_of(self.room, self.match)

    def own(self, holder: int, secret: bytes) -> dict[str, Any]:
        """What one of them sees alone: who he is, his vote, his match; the teacher every vote."""
        votes = {} if self.ballot is None else self.ballot.votes
        if holder == TEACHER:
            return {"role": "teacher", "votes": {str(n): shown_vote(v) for n, v in votes.items()}}
        if holder == PROJECTOR:
            return {"role": "projector"}
        vote, game = votes.get(holder), game_of(self.room, holder)
        found: dict[str, Any] = {"role": "pupil", "number": holder, "game": None}
        found["vote"] = None if vote is None else shown_vote(vote)
        if game is not None:
            seat = game.players.index(holder)
            token = seats.issue(secret, game.match, seat)
            found["game"] = {"match": game.match, "seat": seat, "token": token}
        return found


def shown_vote(move: str) -> Any:
    """A move that was voted for, as moves are shown."""
    return move_data(stored_move(move))


def shown_ballot(ballot: Ballot) -> dict[str, Any]:
    """A vote as the room sees it: with what is voted for, unless that is hidden until its end."""
    counted = None
    if ballot.is_stopped or not ballot.is_hidden:
        counted = [{"move": shown_vote(move), "count": count} for move, count in tally(ballot)]
    return {
        "ply": ballot.ply,
        "stopped": ballot.is_stopped,
        "hidden": ballot.is_hidden,
        "ends": ballot.ends,
        "count": len(ballot.votes),
        "tally": counted,
    }


def shown_round(room: Classroom) -> dict[str, Any]:
    """What is played in the tournament, without the names of the matches."""
    assert room.round is not None
    games = [{"players": game.players, "winner": game.winner} for game in room.round.games]
    fields = {"kind", "number", "rounds"}
    return {**room.round.model_dump(include=fields), "games": games}


class Visitor:
    """One connection to a room."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.news = asyncio.Event()
        self._told: dict[str, bytes] = {}

    def message(self, view: View, holder: int, secret: bytes, lang: str | None) -> bytes:
        """What he has not been told yet; nothing where there is nothing new."""
        own = encoded(view.own(holder, secret))
        parts = {**view.parts(lang), "you": own}
        news = {name: part for name, part in parts.items() if self._told.get(name) != part}
        self._told = parts
        if not news:
            return b""
        written: dict[str, Any] = {name: orjson.Fragment(part) for name, part in news.items()}
        return encoded({"clock": time.time(), **written})


class Visitors(OpenSockets):
    """Who is connected to the rooms of this process."""

    def __init__(self, limits: SocketLimits) -> None:
        super().__init__(limits)
        self._of_room: dict[str, set[Visitor]] = defaultdict(set)

    def enter(self, code: str) -> Visitor:
        visitor = Visitor(code)
        self._of_room[code].add(visitor)
        return visitor

    def leave(self, visitor: Visitor) -> None:
        here = self._of_room[visitor.code]
        here.discard(visitor)
        if not here:
            del self._of_room[visitor.code]

    def tell(self, code: str) -> None:
        """Let everybody in a room look."""
        for visitor in self._of_room.get(code, ()):
            visitor.news.set()

    def visited(self) -> list[str]:
        """The rooms in which somebody is by this process."""
        return list(self._of_room)

    def is_visited(self, code: str) -> bool:
        return code in self._of_room
