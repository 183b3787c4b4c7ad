"""The sentences of a match, the same for every face: who took what, whose turn it is, who has won.

The page finds them in the same catalogue, and knows by itself who is 'you'.

>>> from marienbad.analysis import Game
>>> from marienbad.text.plain import Plain
>>> match = Match(Game.named("nim"), (3, 4), ("human", "perfect"), moves=[(1, 0)])
>>> Plain("en").line(took(match, 0))
'You took 1 match from row 1.'
"""

from marienbad.analysis import Game
from marienbad.games.memory import Order
from marienbad.heaps import Move
from marienbad.play.grading import SHOWN_BETTER, Grade
from marienbad.play.match import Match
from marienbad.play.players import GRADES
from marienbad.play.session import Session
from marienbad.text.sentences import Message, say
from marienbad.theories.wording import by, deed, taken


def person(match: Match, seat: int) -> str:
    """How a seat is called: you and the machine, or the first and the second player."""
    if len(match.humans) == 1:
        return "you" if seat in match.humans else "machine"
    return ("first", "second")[seat]


def name(match: Match, seat: int) -> Message:
    """A seat in a word."""
    return say(f"match.name.{person(match, seat)}")


def took(match: Match, ply: int) -> Message:
    """Who took, called or chose what at a ply."""
    who, move, game = person(match, match.seat(ply)), match.moves[ply], match.game.definition
    return say(f"match.{deed(game, move)}.{who}", taken=taken(game, move))


def takes(game: Game, move: Move, player: Message) -> Message:
    """Who takes, calls or chooses what, where a player has a name of its own."""
    keys = {"took": "takes", "called": "calls", "chose": "chooses", "forbade": "forbids"}
    key = keys[deed(game.definition, move)]
    return say(f"play.{key}", player=player, taken=taken(game.definition, move))


def turn(match: Match) -> Message:
    """Whose turn it is; the match is not over."""
    who = person(match, match.seat(match.ply))
    if match.game.definition.ruleset.memory.is_to_forbid(match.position):
        return say(f"match.forbids.{who}")
    return say(f"match.turn.{who}")


def result(session: Session) -> list[Message]:
    """Who has won, and with how much help; the match is over."""
    match = session.match
    assert match.winner is not None
    winner = person(match, match.winner)
    said = [*_party(match, match.winner), say(f"match.won.{winner}")]
    if winner != "you" or not match.ply:
        return said
    helps, undos = session.helps, session.undos
    if helps:
        said.append(say("match.won.helped", number=helps))
    if undos:
        said.append(say("match.won.undone" if helps else "match.won.undone.alone", number=undos))
    return said if helps or undos else [*said, say("match.won.alone")]


def _party(match: Match, winner: int) -> list[Message]:
    """The party that has won, where parties play in an order."""
    memory = match.game.definition.ruleset.memory
    if not isinstance(memory, Order):
        return []
    first, other = ("A", "B") if memory.party(match.start) == "A" else ("B", "A")
    return [say("match.won.party", party=other if winner else first)]


def decided(match: Match, mistake: Grade | None) -> Message:
    """Where the match was decided, and what would have won there."""
    if mistake is None:
        return say("match.flawless")
    better = by(match.game.definition, mistake.better[:SHOWN_BETTER])
    who = person(match, mistake.player)
    return say(f"match.decided.{who}", number=mistake.ply + 1, better=better)


def describe_level(level: str) -> Message:
    """What a machine can do."""
    if level in GRADES:
        moves, one_error_in = GRADES[level]
        return say("play.level.novice", moves=moves, one_error_in=one_error_in)
    return say(f"play.level.{level}")
