"""What a class plays: votes on its next move, and a tournament in rounds."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence

from marienbad.play.match import Match
from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.rooms.classroom import TEAM, Ballot, Classroom, Kind, Pairing, Round

GRACE = 1.0
"""For so many seconds after the end a vote may still be on its way."""
MACHINE = 0

# Votes


def open_vote(
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


def cast_vote(room: Classroom, ballot: Ballot, number: int, move: str) -> Classroom:
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


def choose_move(ballot: Ballot | None, by_lot: bool) -> str:
    """The move that the class has chosen; of several with as many votes one by lot, if wished."""
    if ballot is None or not ballot.votes:
        raise Refusal(409, "room.nobody_voted")
    found = leaders(ballot)
    if len(found) > 1 and not by_lot:
        raise Refusal(409, "room.tie")
    return secrets.choice(found)


# The tournament: everybody against the machine, or everybody against everybody


def rounds_of(count: int) -> int:
    """In how many rounds so many play everybody once.

    >>> rounds_of(4), rounds_of(5)
    (3, 5)
    """
    return count - 1 if count % 2 == 0 else count


def pair_up(roster: Sequence[int], number: int) -> list[tuple[int, int]]:
    """Who plays whom in a round, from 1; the first of each pair begins.

    One stays, the others move around a circle; whoever begins changes with the rounds.

    >>> [pair_up([1, 2, 3, 4], number) for number in (1, 2, 3)]
    [[(1, 4), (2, 3)], [(3, 1), (2, 4)], [(1, 2), (3, 4)]]
    >>> pair_up([1, 2, 3], 1)
    [(2, 3)]
    """
    seats: list[int | None] = [*roster, *([None] if len(roster) % 2 else [])]
    first, *rest = seats
    turned = number - 1
    rest = [*rest[len(rest) - turned % len(rest) :], *rest[: len(rest) - turned % len(rest)]]
    circle = [first, *rest]
    pairs = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
    found = [(one, other) for one, other in pairs if one is not None and other is not None]
    return [(other, one) for one, other in found] if turned % 2 else found


def next_pairs(
    room: Classroom, kind: Kind, begins: bool, is_new: bool
) -> tuple[Classroom, int, list[tuple[int, int]]]:
    """The room ready for the next round, the round's number, and who plays whom."""
    before = room.round
    is_new = is_new or before is None or before.kind != kind
    number = 1 if is_new or before is None else before.number + 1
    if is_new:
        room = room.having(pupils=reset(room), roster=tuple(sorted(room.pupils)))
    if kind == "machine":
        if not room.pupils:
            raise Refusal(409, "room.too_few")
        pairs = [(one, MACHINE) if begins else (MACHINE, one) for one in sorted(room.pupils)]
        return room, number, pairs
    if len(room.roster) < 2:
        raise Refusal(409, "room.too_few")
    if number > rounds_of(len(room.roster)):
        raise Refusal(409, "room.all_played")
    pairs = pair_up(room.roster, number)
    here = [(one, other) for one, other in pairs if one in room.pupils and other in room.pupils]
    return room, number, here


def reset(room: Classroom) -> Mapping[int, object]:
    """The pupils with nothing played yet."""
    none = {"played": 0, "won": 0}
    return {number: pupil.model_copy(update=none) for number, pupil in room.pupils.items()}


def start_round(
    room: Classroom, kind: Kind, number: int, pairs: Sequence[tuple[int, int]], keys: Sequence[str]
) -> Classroom:
    """The room with a round, whose matches have these names."""
    games = tuple(Pairing(match=key, players=pair) for key, pair in zip(keys, pairs, strict=True))
    rounds = rounds_of(len(room.roster)) if kind == "pairs" else None
    return room.having(round=Round(kind=kind, number=number, rounds=rounds, games=games))


def count_results(room: Classroom, winners: Mapping[str, int]) -> Classroom:
    """The room after some of its matches have ended, by the seat that has won each."""
    current = room.round
    news = [
        game
        for game in (() if current is None else current.games)
        if game.winner is None and game.match in winners
    ]
    if current is None or not news:
        return room
    pupils = dict(room.pupils)
    for game in news:
        for seat, number in enumerate(game.players):
            if number in pupils:
                pupil = pupils[number]
                won = pupil.won + (winners[game.match] == seat)
                counts = {"played": pupil.played + 1, "won": won}
                pupils[number] = pupil.model_copy(update=counts)
    games = tuple(
        game.model_copy(update={"winner": winners[game.match]}) if game in news else game
        for game in current.games
    )
    return room.having(pupils=pupils, round=current.model_copy(update={"games": games}))


def remove_pupil(room: Classroom, number: int) -> Classroom:
    """The room without a pupil: a game that he has not finished is won by the one who stays."""
    game = game_of(room, number)
    if game is not None and game.winner is None:
        room = count_results(room, {game.match: 1 - game.players.index(number)})
    return room.without(number)


def game_of(room: Classroom, number: int) -> Pairing | None:
    """The match that a pupil plays in this round."""
    games = () if room.round is None else room.round.games
    return next((game for game in games if number in game.players), None)
