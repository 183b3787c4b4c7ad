"""The call that takes back a move: at once, or by consent where the other player has seen it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.play.match import Match
from marienbad.text.sentences import say
from marienbad.web.api.declared import Language, errors
from marienbad.web.api.matches import TOKEN, held_seat, shown
from marienbad.web.api.models.matches import Match as MatchModel
from marienbad.web.api.models.matches import Undo
from marienbad.web.http.addresses import client_of
from marienbad.web.http.answers import Refusal, answer
from marienbad.web.http.call import Call
from marienbad.web.matches.seats import Seat
from marienbad.web.services import services_of

router = APIRouter(tags=["matches"], route_class=Call)


@router.post(
    "/api/matches/{key}/undo",
    response_model=MatchModel,
    responses={
        **errors(401, 403, 404, 409, 413),
        202: {"model": MatchModel, "description": "The other player is asked."},
    },
    openapi_extra=TOKEN,
)
async def undo(key: str, request: Request, wish: Undo, lang: Language = None) -> Response:
    """Take back the seat's last move, and the machine's reply to it.

    Between people that is done at once while the other has not replied, unless the caller asks and
    the other has come; else by consent. The page always asks. Two at one screen have not come: only
    their page is there.
    """
    services = services_of(request)
    seat = held_seat(services, request)
    attendance = services.matches.attendance

    async def decide(match: Match) -> Match:
        check_undo(match, seat, wish)
        if wish.answer is not None:
            return answered(match, seat.number, wish.answer)
        is_seen = len(match.humans) == 2 and await attendance.has_come(key, 1 - seat.number)
        return taken_back(match, seat.number, wish.request, is_seen)

    match = await services.matches.change(key, decide, client_of(request))
    return answer(shown(match, lang), 200 if match.asked is None else 202)


def check_undo(match: Match, seat: Seat, wish: Undo) -> None:
    """Refuse a stranger, a match of a class or over, and one changed since it was seen."""
    if wish.request and wish.answer is not None:
        raise Refusal(422, "server.asks_and_answers")
    if seat.match != match.key:
        raise Refusal(403, "server.not_your_seat")
    if match.accord.is_of_class:
        raise Refusal(409, "room.no_undo")
    if match.is_over:
        raise Refusal(409, "server.over")
    if wish.ply not in (None, match.ply):
        raise Refusal(409, say("server.undo_ply", ply=wish.ply, current=match.ply))


def taken_back(match: Match, seat: int, is_asking: bool, is_seen: bool) -> Match:
    """The match without the seat's last move, or with the question whether it may take it back.

    Whoever asks waits for an answer if the other has seen the move; without asking, only a reply
    bars the way.
    """
    last = match.last_move_of((seat,))
    if last is None:
        raise Refusal(409, "server.nothing_to_undo")
    is_replied = last < match.ply - 1
    if len(match.humans) < 2 or not (is_replied or (is_asking and is_seen)):
        return match.back_to(last)
    if not is_asking:
        raise Refusal(409, "server.answered")
    return match if match.asked == seat else match.asking(seat)


def answered(match: Match, seat: int, is_granted: bool) -> Match:
    """The match after the answer to the question; whoever asked can only withdraw it."""
    if match.asked is None:
        raise Refusal(409, "server.not_asked")
    if not is_granted:
        return match.asking(None)
    last = match.last_move_of((match.asked,))
    if seat == match.asked or last is None:
        raise Refusal(403, "server.not_yours_to_answer")
    return match.back_to(last)
