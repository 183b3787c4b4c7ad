"""What lessons ask: the answer to a move, and the lessons themselves."""

from random import SystemRandom

from marienbad.games.data import move_fields, position_data
from marienbad.school.answering import Answer, Reply, answered
from marienbad.text.plain import Plain
from marienbad.web.encoding import encoded
from marienbad.web.thoughts.positions import judged_move
from marienbad.web.thoughts.subject import look_for_search, subject
from marienbad.web.workers.reach import check_reply


def answer_to(game: str, position: str, take: str, lang: str) -> bytes:
    """What a move is worth, and the reply to it; where it is not legal, why."""
    known, heaps = subject(game, position)
    move, against = judged_move(known, heaps, take)
    if against is not None:
        nothing = dict.fromkeys(("wins", "leave", "over", "plays_on", "won", "reply"))
        return encoded({"legal": False, "reason": Plain(lang).line(against), **nothing})
    definition = known.definition
    look_for_search(definition, heaps)
    check_reply(definition, definition.after(heaps, move), "perfect")
    found = answered(known, heaps, move, SystemRandom())
    return encoded({"legal": True, "reason": None, "wins": found.wins, **_fields(found)})


def _fields(answer: Answer) -> dict[str, object]:
    reply = answer.reply
    told = None if reply is None else {**move_fields(reply.move), **_end(reply)}
    return {**_end(answer), "reply": told}


def _end(moved: Answer | Reply) -> dict[str, object]:
    """What is left after a move, and whether it was the last."""
    return {
        **position_data(moved.left, "leave"),
        "over": moved.has_won is not None,
        "plays_on": moved.plays_on,
        "won": moved.has_won,
    }
