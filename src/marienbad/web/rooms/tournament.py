"""The tournament: everybody against the machine, or everybody against everybody in rounds."""

from collections.abc import Mapping, Sequence

from marienbad.web.http.answers import Refusal
from marienbad.web.rooms.classroom import Classroom, Kind, Pairing, Round

MACHINE = 0


def rounds_of(count: int) -> int:
    """In how many rounds so many play everybody once.

    >>> rounds_of(4), rounds_of(5)
    (3, 5)
    """
    return count - 1 if count % 2 == 0 else count


def paired(roster: Sequence[int], number: int) -> list[tuple[int, int]]:
    """Who plays whom in a round, from 1; the first of each pair begins.

    One stays, the others move around a circle; whoever begins changes with the rounds.

    >>> [paired([1, 2, 3, 4], number) for number in (1, 2, 3)]
    [[(1, 4), (2, 3)], [(3, 1), (2, 4)], [(1, 2), (3, 4)]]
    >>> paired([1, 2, 3], 1)
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
    pairs = paired(room.roster, number)
    here = [(one, other) for one, other in pairs if one in room.pupils and other in room.pupils]
    return room, number, here


def reset(room: Classroom) -> Mapping[int, object]:
    """The pupils with nothing played yet."""
    none = {"played": 0, "won": 0}
    return {number: pupil.model_copy(update=none) for number, pupil in room.pupils.items()}


def begun(
    room: Classroom, kind: Kind, number: int, pairs: Sequence[tuple[int, int]], keys: Sequence[str]
) -> Classroom:
    """The room with a round, whose matches have these names."""
    games = tuple(Pairing(match=key, players=pair) for key, pair in zip(keys, pairs, strict=True))
    rounds = rounds_of(len(room.roster)) if kind == "pairs" else None
    return room.having(round=Round(kind=kind, number=number, rounds=rounds, games=games))


def settled(room: Classroom, winners: Mapping[str, int]) -> Classroom:
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


def left(room: Classroom, number: int) -> Classroom:
    """The room without a pupil: a game that he has not finished is won by the one who stays."""
    game = game_of(room, number)
    if game is not None and game.winner is None:
        room = settled(room, {game.match: 1 - game.players.index(number)})
    return room.without(number)


def game_of(room: Classroom, number: int) -> Pairing | None:
    """The match that a pupil plays in this round."""
    games = () if room.round is None else room.round.games
    return next((game for game in games if number in game.players), None)
