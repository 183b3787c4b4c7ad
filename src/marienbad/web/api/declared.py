"""What calls declare for the OpenAPI document: parameters that several have, and their errors."""

from typing import Annotated, Any

from fastapi import Query

from marienbad.web.api.models.common import Error
from marienbad.web.http.language import LanguageCode
from marienbad.web.http.limits import LONGEST_GAME, LONGEST_POSITION

GameName = Annotated[
    str,
    Query(
        max_length=LONGEST_GAME,
        description="A game by name, such as `wythoff:a=2,b=3,misere`.",
        examples=["marienbad", "wythoff:a=2"],
    ),
]
HeapsText = Annotated[
    str,
    Query(
        max_length=LONGEST_POSITION,
        description="Heaps as decimal digits, separated by commas.",
        examples=["1,3,5,7", "26,66"],
    ),
]
TheoryName = Annotated[str | None, Query(max_length=32)]
Language = Annotated[
    LanguageCode | None,
    Query(description="The language of the sentences; else that of Accept-Language, else English."),
]

DESCRIPTIONS = {
    401: "No token, or one that is not a token.",
    403: "A token that does not hold the seat.",
    404: "There is no such match.",
    409: "The match stands otherwise now.",
    413: "The body is too long.",
    422: "The input cannot be used; the message says what was expected.",
    429: "Too many requests from one address.",
    503: "The database does not answer, or too much long work waits; try again.",
}
ALWAYS = (422, 429, 503)


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The declaration of the errors of a call, those that every call can have included."""
    declared: dict[int | str, dict[str, Any]] = {
        status: {"model": Error, "description": DESCRIPTIONS[status]}
        for status in sorted({*statuses, *ALWAYS})
    }
    # What is no HTTP, or an address of more than 64 kB, does not come as far as the application.
    return {400: text("The request cannot be read."), **declared}


def text(description: str) -> dict[str, Any]:
    """The declaration of an answer in plain text."""
    content = {"text/plain": {"schema": {"type": "string"}}}
    return {"description": description, "content": content}
