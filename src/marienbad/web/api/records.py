"""The calls after a match: its history and record, and the same match again."""

import re
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from marienbad.play import grading
from marienbad.play.grading import Grade
from marienbad.play.match import Match
from marienbad.play.record import HEADERS, read_moves, read_start, write_record
from marienbad.text.data import json_integers
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.web.api.declared import Language, errors, text
from marienbad.web.api.matches import TOKEN, begin, held_seat, today
from marienbad.web.api.models.matches import CreatedMatch, History
from marienbad.web.http import limits
from marienbad.web.http.answers import Refusal, answer
from marienbad.web.http.call import Call
from marienbad.web.http.language import reader_language
from marienbad.web.services import services_of
from marienbad.web.workers.reach import is_heavy

SHOWN_BETTER = 8
MOST_BITS = 500_000
"""How much may be analysed for one history, in bits of all heaps at all plies: under a second."""

LINES_BEFORE_MOVES = len(HEADERS) + 1
LONGEST_DATE = 32

router = APIRouter(tags=["records"], route_class=Call)


@router.get("/api/matches/{key}/history", response_model=History, responses=errors(404))
async def history(key: str, request: Request, lang: Language = None) -> Response:
    """Every move judged, and the decisive mistake."""
    services = services_of(request)
    match = await services.matches.read(key)
    language = lang or reader_language(request)
    heavy = is_heavy(match.game.definition, match.start)
    think = services.think
    return answer(await think(match.game, judged_match, match, language, is_heavy=heavy))


@router.post(
    "/api/matches/{key}/rematch",
    status_code=201,
    response_model=CreatedMatch,
    responses=errors(401, 403, 404),
    openapi_extra=TOKEN,
)
async def rematch(key: str, request: Request, lang: Language = None) -> Response:
    """Make the same match again with the seats exchanged."""
    services = services_of(request)
    seat = held_seat(services, request)
    match = await services.matches.read(key)
    if seat.match != key:
        raise Refusal(403, "server.not_your_seat")
    return await begin(services, match.again(today(), is_swapped=True), lang)


@router.get(
    "/api/matches/{key}/record",
    response_class=Response,
    responses={**errors(404), 200: text("The record.")},
)
async def download(key: str, request: Request) -> Response:
    """The record of the match, as text."""
    record = write_record(await services_of(request).matches.read(key))
    name = f'attachment; filename="marienbad-{key}.txt"'
    return PlainTextResponse(record, headers={"Content-Disposition": name})


@router.post(
    "/api/records",
    status_code=201,
    response_model=CreatedMatch,
    responses=errors(413),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    },
)
async def upload(request: Request, lang: Language = None) -> Response:
    """Make a match from its record; it goes on from where the record ends."""
    services = services_of(request)
    record = bounded_record(await limits.read_body(request, limits.LONGEST_RECORD))
    begun = read_start(record)
    begun = begun.again(begun.date[:LONGEST_DATE] or today())
    match = await services.think(begun.game, read_moves, record, begun)
    return await begin(services, match, lang)


def judged_match(match: Match, lang: str) -> dict[str, Any]:
    """The history of a match as data and in words."""
    if len(match.moves) * (64 + sum(map(int.bit_length, match.start))) > MOST_BITS:
        raise OutOfReach("server.long_history")
    grades = grading.grade_match(match)
    mistake = grading.decisive(grades)
    plain = Plain(lang)
    sentences = [grading.tell_result(match)]
    if mistake is not None:
        sentences.insert(0, grading.tell_mistake(match, mistake))
    return {
        "moves": [judged(grade, plain) for grade in grades],
        "decisive": None if mistake is None else mistake.ply,
        "text": " ".join(map(plain.line, sentences)),
    }


def judged(grade: Grade, plain: Plain) -> dict[str, Any]:
    """One move of the history."""
    return {
        "ply": grade.ply,
        "player": grade.player,
        "take": json_integers(grade.move),
        "position": json_integers(grade.after),
        "judgement": grade.judgement,
        "text": plain.line(grading.tell_judgement(grade)),
        "longest": grade.is_longest,
        "better": [json_integers(move) for move in grade.better[:SHOWN_BETTER]],
        "leader": grade.leader,
    }


def bounded_record(body: bytes) -> str:
    """The text of a record that does not take long to play."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("server.not_text") from None
    # huge heaps and many moves together would take long
    if max(map(len, re.findall(r"\d+", text)), default=0) > limits.MOST_DIGITS:
        raise InputError("server.digits", bound=limits.MOST_DIGITS)
    if any(line.count(",") >= limits.MOST_HEAPS for line in text.splitlines()):
        raise InputError("server.heaps", bound=limits.MOST_HEAPS)
    if len(text.splitlines()) > limits.LONGEST_MATCH // 2 + LINES_BEFORE_MOVES:
        raise InputError("server.long_match", bound=limits.LONGEST_MATCH)
    return text
