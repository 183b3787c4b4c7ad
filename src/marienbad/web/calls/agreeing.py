"""The calls by which two people agree: undo, the same match again, and helps that are declared."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from marienbad.play.match import Match as PlayedMatch
from marienbad.text.sentences import say
from marienbad.web.api.bodies import Ply
from marienbad.web.api.play import opened
from marienbad.web.api.routes import Body, Language, post
from marienbad.web.calls.matches import (
    CHANGE,
    CreatedMatch,
    Match,
    Tokens,
    held_seat,
    keep,
    kept,
    today,
)
from marienbad.web.http.addresses import client_of
from marienbad.web.http.answers import Refusal, answer
from marienbad.web.matches import seats
from marienbad.web.matches.shown import shown
from marienbad.web.services import Services, services_of
from marienbad.web.workers.pool import REPLY


@dataclass(frozen=True, kw_only=True)
class Undo(Body):
    """With the number of moves seen, a move is taken back once, however often that is sent.

    ``request`` asks the other player, who has replied already; ``answer`` is that player's.
    """

    ply: Ply | None = None
    request: bool = False
    answer: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Rematch(Body):
    """``request`` asks the other player for the same match again; ``answer`` is that player's.

    Without either, the match is made at once and both its seats are given to whoever asks.
    """

    request: bool = False
    answer: bool | None = None


class AgreedRematch(Match):
    """The match that was played; once there is a next one, with the asker's own token for it."""

    seats: Tokens


@post("/api/matches/{key}/help", model=Match, **CHANGE)
async def declare_help(request: Request, key: str, lang: Language = None) -> Response:
    """Let the other player know that the seat was helped; 409 where helps are locked."""
    services = services_of(request)
    seat = held_seat(services, request)

    saved = None
    while saved is None:
        match = await services.matches.read(key, client_of(request))
        check_seat(seat, match)
        if match.accord.help == "locked":
            raise Refusal(409, "server.help_locked")
        after = match.agreeing(match.accord.helped(seat.number))
        saved = await services.matches.save(match, after)
    return answer(shown(saved, lang))


@post(
    "/api/matches/{key}/rematch",
    model=AgreedRematch,
    also={201: CreatedMatch, 202: AgreedRematch},
    **CHANGE,
)
async def rematch(request: Request, key: str, wish: Rematch, lang: Language = None) -> Response:
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
        made = await services.pool.run(request, opened, again, limits=REPLY)
        return await keep(request, made, lang)
    following, saved = "", None
    while saved is None:
        match = await services.matches.read(key, client_of(request))
        if is_agreed(match, seat.number, wish):
            following = following or await keep_next(request, match)
            after = match.agreeing(match.accord.having(rematch=None, next=following))
        else:
            after = asked(match, seat.number, wish)
        saved = await services.matches.save(match, after)
    content = {**shown(saved, lang), "seats": own_seat(services, saved, seat.number)}
    return answer(content, 200 if saved.accord.rematch is None else 202)


def check_seat(seat: seats.Seat, match: PlayedMatch) -> None:
    """Refuse a token of another match, and a seat that a machine plays."""
    if seat.match != match.key or seat.number not in match.humans:
        raise Refusal(403, "server.not_your_seat")


async def keep_next(request: Request, match: PlayedMatch) -> str:
    """Keep the next match, and say its name.

    It is kept before the agreement is: what is agreed on is there. Where the agreement then fails
    nobody holds a seat in it, and it expires.
    """
    # by rules that somebody wrote it may take long to see whether a move is left at the start
    begun = match.again(today()).ending(match.is_over and not match.ply)
    return (await kept(request, begun)).key


def is_agreed(match: PlayedMatch, seat: int, wish: Rematch) -> bool:
    """Whether both players want another match now, of which there is none yet."""
    accord = match.accord
    return not accord.next and accord.rematch == 1 - seat and wish.answer is not False


def asked(match: PlayedMatch, seat: int, wish: Rematch) -> PlayedMatch:
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


def own_seat(services: Services, match: PlayedMatch, seat: int) -> list[str | None]:
    """The seat's token in the next match, at the place that it has there."""
    found: list[str | None] = [None, None]
    following = match.accord.next
    if following:
        place = 1 - seat if is_exchanged(match) else seat
        found[place] = seats.issue(services.matches.store.secret, following, place)
    return found


def is_exchanged(match: PlayedMatch) -> bool:
    """Whether whoever began the match is second in the next: in turn, or by lot.

    The lot is the name of the next match, which the server has drawn.
    """
    return not match.accord.is_drawn or sum(match.accord.next.encode("ascii")) % 2 == 1


# Undo


@post("/api/matches/{key}/undo", model=Match, also={202: Match}, **CHANGE)
async def undo(request: Request, key: str, wish: Undo, lang: Language = None) -> Response:
    """Take back the seat's last move, and the machine's reply to it.

    Between people that is done at once while the other has not replied, unless the caller asks and
    the other has come; else by consent. The page always asks. Two at one screen have not come: only
    their page is there.
    """
    services = services_of(request)
    seat = held_seat(services, request)
    presence, saved = services.matches.presence, None
    while saved is None:
        match = await services.matches.read(key, client_of(request))
        check_undo(match, seat, wish)
        if wish.answer is not None:
            after = answered(match, seat.number, wish.answer)
        else:
            is_seen = len(match.humans) == 2 and await presence.has_come(key, 1 - seat.number)
            after = taken_back(match, seat.number, wish.request, is_seen)
        saved = await services.matches.save(match, after)
    return answer(shown(saved, lang), 200 if saved.asked is None else 202)


def check_undo(match: PlayedMatch, seat: seats.Seat, wish: Undo) -> None:
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


def taken_back(match: PlayedMatch, seat: int, is_asking: bool, is_seen: bool) -> PlayedMatch:
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


def answered(match: PlayedMatch, seat: int, is_granted: bool) -> PlayedMatch:
    """The match after the answer to the question; whoever asked can only withdraw it."""
    if match.asked is None:
        raise Refusal(409, "server.not_asked")
    if not is_granted:
        return match.asking(None)
    last = match.last_move_of((match.asked,))
    if seat == match.asked or last is None:
        raise Refusal(403, "server.not_yours_to_answer")
    return match.back_to(last)
