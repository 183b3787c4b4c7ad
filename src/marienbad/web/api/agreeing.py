"""The calls by which two people agree: the same match again, and helps that are declared."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.play.match import Match
from marienbad.web.api.declared import Language, errors
from marienbad.web.api.matches import CHANGE, TOKEN, held_seat, keep, kept, shown, today
from marienbad.web.api.models.matches import AgreedRematch, CreatedMatch, Rematch
from marienbad.web.http.addresses import client_of
from marienbad.web.http.answers import Refusal, answer
from marienbad.web.http.call import Call
from marienbad.web.matches import seats
from marienbad.web.services import Services, services_of
from marienbad.web.thoughts.matches import opened

router = APIRouter(tags=["matches"], route_class=Call)


@router.post("/api/matches/{key}/help", **CHANGE)
async def declare_help(key: str, request: Request, lang: Language = None) -> Response:
    """Let the other player know that the seat was helped; 409 where helps are locked."""
    services = services_of(request)
    seat = held_seat(services, request)

    async def decide(match: Match) -> Match:
        check_seat(seat, match)
        if match.accord.help == "locked":
            raise Refusal(409, "server.help_locked")
        return match.agreeing(match.accord.helped(seat.number))

    return answer(shown(await services.matches.change(key, decide, client_of(request)), lang))


@router.post(
    "/api/matches/{key}/rematch",
    response_model=AgreedRematch,
    responses={
        **errors(401, 403, 404, 409, 413),
        201: {"model": CreatedMatch, "description": "The match is made, without a question."},
        202: {"model": AgreedRematch, "description": "The other player is asked."},
    },
    openapi_extra=TOKEN,
)
async def rematch(key: str, request: Request, wish: Rematch, lang: Language = None) -> Response:
    """Ask for the same match again, the seats exchanged or drawn anew, or answer that question.

    When both want it, each is given the own seat in the next match: by asking once more, too.
    """
    services = services_of(request)
    seat = held_seat(services, request)
    match = await services.matches.read(key, client_of(request))
    check_seat(seat, match)
    if match.accord.is_of_class:
        raise Refusal(409, "room.no_rematch")
    if wish.request and wish.answer is not None:
        raise Refusal(422, "server.asks_and_answers")
    if len(match.humans) < 2 or (wish.answer is None and not wish.request):
        again = match.again(today(), is_swapped=True)
        made = await services.think(request, services.lanes.reply, opened, again)
        return await keep(request, made, lang)
    made_already: list[str] = []

    async def decide(before: Match) -> Match:
        if not is_agreed(before, seat.number, wish):
            return asked(before, seat.number, wish)
        if not made_already:
            made_already.append(await keep_next(request, before))
        return before.agreeing(before.accord.having(rematch=None, next=made_already[0]))

    match = await services.matches.change(key, decide, client_of(request))
    content = {**shown(match, lang), "seats": own_seat(services, match, seat.number)}
    return answer(content, 200 if match.accord.rematch is None else 202)


def check_seat(seat: seats.Seat, match: Match) -> None:
    """Refuse a token of another match, and a seat that a machine plays."""
    if seat.match != match.key or seat.number not in match.humans:
        raise Refusal(403, "server.not_your_seat")


async def keep_next(request: Request, match: Match) -> str:
    """Keep the next match, and say its name.

    It is kept before the agreement is: what is agreed on is there. Where the agreement then fails
    nobody holds a seat in it, and it expires.
    """
    # by rules that somebody wrote it may take long to see whether a move is left at the start
    begun = match.again(today()).ending(match.is_over and not match.ply)
    return (await kept(request, begun)).key


def is_agreed(match: Match, seat: int, wish: Rematch) -> bool:
    """Whether both players want another match now, of which there is none yet."""
    accord = match.accord
    return not accord.next and accord.rematch == 1 - seat and wish.answer is not False


def asked(match: Match, seat: int, wish: Rematch) -> Match:
    """The match after a wish for another one, or after an answer that does not grant it."""
    accord = match.accord
    if accord.next:
        return match
    if wish.answer is None:
        return match if accord.rematch == seat else match.agreeing(accord.having(rematch=seat))
    if accord.rematch is None:
        raise Refusal(409, "server.not_asked")
    if wish.answer:
        raise Refusal(403, "server.not_yours_to_answer")
    return match.agreeing(accord.having(rematch=None))


def own_seat(services: Services, match: Match, seat: int) -> list[str | None]:
    """The seat's token in the next match, at the place that it has there."""
    found: list[str | None] = [None, None]
    following = match.accord.next
    if following:
        place = 1 - seat if is_exchanged(match) else seat
        found[place] = seats.issue(services.matches.store.secret, following, place)
    return found


def is_exchanged(match: Match) -> bool:
    """Whether whoever began the match is second in the next: in turn, or by lot.

    The lot is the name of the next match, which the server has drawn.
    """
    return not match.accord.is_drawn or sum(match.accord.next.encode("ascii")) % 2 == 1
