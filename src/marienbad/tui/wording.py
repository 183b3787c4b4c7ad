"""What the application says of a session: messages, whose sentences stand in the catalogue."""

from marienbad.heaps import Move
from marienbad.play import coach
from marienbad.play.coach import describe_level
from marienbad.play.match import Match
from marienbad.play.objection import objection
from marienbad.play.session import Session
from marienbad.text.explanation import Count, Message, say
from marienbad.theories import telling


def person(match: Match, seat: int) -> str:
    """How a seat is called: you and the machine, or the first and the second player."""
    if len(match.humans) == 1:
        return "you" if seat in match.humans else "machine"
    return ("first", "second")[seat]


def taken(session: Session, move: Move) -> Message:
    """What was taken, without a verb."""
    game = session.match.game.definition
    if len(move) == 2 and move[0] == move[1]:
        return say("tui.taken.each", count=Count(move[0], game.nouns[1]))
    return say("tui.taken.several", parts=telling.taken(game, move))


def status(session: Session) -> list[Message]:
    """What was just taken and by whom, and whose turn it is or who has won."""
    match = session.match
    if session.viewed is not None:
        who = person(match, session.viewed % 2)
        move = taken(session, match.moves[session.viewed])
        return [
            say("tui.looking_back", number=session.viewed + 1),
            say(f"tui.took.{who}", taken=move),
        ]
    messages = []
    if match.ply:
        who = person(match, (match.ply - 1) % 2)
        messages.append(say(f"tui.took.{who}", taken=taken(session, match.moves[-1])))
    if match.winner is None:
        assert match.turn is not None
        return [*messages, say(f"tui.turn.{person(match, match.turn)}")]
    winner = person(match, match.winner)
    messages.append(say(f"tui.won.{winner}"))
    if winner == "you" and not session.helps and match.ply:
        messages.append(say("tui.won.alone"))
    return messages


def action(session: Session) -> Message:
    """What the button says: the move that it plays, or why there is none."""
    match = session.match
    if session.viewed is not None:
        return say("tui.action.play_on")
    if match.is_over:
        return say("tui.action.again")
    if not session.is_human_turn:
        return say("tui.action.wait")
    reason = objection(match.game, session.position, session.choice)
    return reason or telling.describe_move(match.game.definition, session.choice)


def level(session: Session) -> Message:
    """The level of the machine and what it can do."""
    assert session.level is not None
    return say("tui.level", name=session.level, ability=describe_level(session.level))


def hint(session: Session, step: int) -> tuple[Message, Move | None]:
    """One hint more, and by which key one learns more; the last with the move."""
    found = coach.hint(session.match.game, session.position, step)
    key = "tui.hint.more" if step < coach.STEPS else "tui.hint.last"
    return say(key, hint=found.message), found.move
