"""What the application says of a session: messages, whose sentences stand in the catalogue."""

from marienbad.games.memory import LastTake
from marienbad.heaps import Block, Call, Move, Split
from marienbad.play import coach, phrases
from marienbad.play.objection import objection
from marienbad.play.players import called
from marienbad.play.session import Session
from marienbad.text.sentences import Message, say
from marienbad.theories.wording import describe_move, situation


def status(session: Session) -> list[Message]:
    """What was just taken and by whom, and whose turn it is or who has won."""
    match, viewed = session.match, session.viewed
    if viewed is not None:
        return [say("match.viewing", number=viewed + 1), phrases.took(match, viewed)]
    # what is called or forbidden is told by the state: there is room for what was taken before
    is_said = bool(match.moves) and isinstance(match.moves[-1], Call | Block)
    told = match.moves[:-1] if is_said and not match.is_over else match.moves
    last = [phrases.took(match, len(told) - 1)] if told else []
    if match.is_over:
        return last + phrases.result(session)
    turn = say("match.thinking") if match.is_machine_turn else phrases.turn(match)
    definition = match.game.definition
    state = situation(definition, match.position)
    memory = definition.ruleset.memory
    if (match.ply and isinstance(memory, LastTake)) or memory.is_to_forbid(match.position):
        state = None  # what was taken, or is to be done, is said already
    return [*last, *([state] if state else []), turn]


def action(session: Session) -> Message:
    """What the button says: the move that it plays, or why there is none."""
    match = session.match
    if session.viewed is not None:
        return say("match.play_on")
    if match.is_over:
        return say("match.again")
    if not session.is_human_turn:
        return say("match.wait")
    choice = session.choice
    reason = objection(match.game, session.position, choice)
    if reason is None and isinstance(choice, Split):  # in few words: it must fit on the button
        heap, taken = next((heap, amount) for heap, amount in enumerate(choice) if amount)
        smaller, larger = choice.leave[heap : heap + 2]
        return say("tui.part", taken=taken, smaller=smaller, larger=larger)
    return reason or describe_move(match.game.definition, choice)


def level(name: str) -> Message:
    """The level of the machine and what it can do."""
    ability = phrases.describe_level(name)
    return say("tui.level", name=called(name), ability=ability)


def hint(session: Session, step: int) -> tuple[Message, Move | None]:
    """One hint more, and by which key one learns more; the last with the move."""
    found = coach.hint(session.match.game, session.position, step)
    key = "tui.hint.more" if step < coach.STEPS else "tui.hint.last"
    return say(key, hint=found.message), found.move
