"""Votes: who may vote for what, and which move the class has chosen."""

import secrets
from collections import Counter

from marienbad.play.match import Match
from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.rooms.classroom import TEAM, Ballot, Classroom

GRACE = 1.0
"""For so many seconds after the end a vote may still be on its way."""


def opened(
    room: Classroom, match: Match, seconds: int | None, is_hidden: bool, now: float
) -> Classroom:
    """The room with a new vote on the move to be played now."""
    check_votable(match)
    ends = None if seconds is None else now + seconds
    return room.having(ballot=Ballot(ply=match.ply, ends=ends, is_hidden=is_hidden))


def check_votable(match: Match) -> None:
    """Refuse a vote where nothing is left to be played."""
    if match.is_over:
        raise Refusal(409, "server.over")


def ballot_of(room: Classroom, match: Match) -> Ballot | None:
    """The vote on the move to be played now; one on an earlier move counts no more."""
    ballot = room.ballot
    return ballot if ballot is not None and ballot.ply == match.ply else None


def check_voter(room: Classroom, match: Match, number: int, ply: int, now: float) -> Ballot:
    """The vote in which a pupil may vote, or why he may not."""
    pupil = room.pupils.get(number)
    ballot = ballot_of(room, match)
    if pupil is None:
        raise Refusal(403, "room.not_here")
    if ply != match.ply:
        raise Refusal(409, say("server.ply", ply=ply, current=match.ply))
    if ballot is None or not ballot.is_open(now - GRACE):
        raise Refusal(409, "room.no_vote")
    if room.opponent == TEAM and pupil.team != match.turn:
        raise Refusal(403, "room.other_team")
    return ballot


def voted(room: Classroom, ballot: Ballot, number: int, move: str) -> Classroom:
    """The room after a vote, which takes the place of an earlier one."""
    votes = {**ballot.votes, number: move}
    return room.having(ballot=ballot.model_copy(update={"votes": votes}))


def tally(ballot: Ballot) -> list[tuple[str, int]]:
    """How many voted for each move, the most first; equals in the order of the moves.

    >>> tally(Ballot(ply=0, votes={1: "0,1", 2: "1,0", 3: "1,0", 4: "0,2"}))
    [('1,0', 2), ('0,1', 1), ('0,2', 1)]
    """
    return sorted(Counter(ballot.votes.values()).items(), key=lambda item: (-item[1], item[0]))


def leaders(ballot: Ballot) -> list[str]:
    """The moves with most votes.

    >>> leaders(Ballot(ply=0, votes={1: "0,1", 2: "1,0"}))
    ['0,1', '1,0']
    """
    counted = tally(ballot)
    return [move for move, count in counted if count == counted[0][1]]


def chosen(ballot: Ballot | None, by_lot: bool) -> str:
    """The move that the class has chosen; of several with as many votes one by lot, if wished."""
    if ballot is None or not ballot.votes:
        raise Refusal(409, "room.nobody_voted")
    found = leaders(ballot)
    if len(found) > 1 and not by_lot:
        raise Refusal(409, "room.tie")
    return secrets.choice(found)
