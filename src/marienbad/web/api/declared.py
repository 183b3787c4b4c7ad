"""What calls declare for the OpenAPI document: parameters that several have, and their errors."""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from fastapi import Query

from marienbad.web.api.models.common import Error
from marienbad.web.http.language import LanguageCode, OfReader
from marienbad.web.sizes import LARGEST_SLICE, LONGEST_GAME, LONGEST_POSITION

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
ThirdHeap = Annotated[
    int | None,
    Query(
        ge=0,
        le=LARGEST_SLICE,
        description="The third heap of a game with three heaps: a slice of its positions.",
    ),
]
TheoryName = Annotated[str | None, Query(max_length=32)]
Language = Annotated[
    LanguageCode | None,
    Query(description="The language of the words; without it the match comes without words."),
]
if TYPE_CHECKING:
    ReaderLanguage: TypeAlias = str
else:
    ReaderLanguage = Annotated[
        LanguageCode | None,
        Query(
            description="The language of the sentences; else that of Accept-Language, else English."
        ),
        OfReader,
    ]
READERS: Any = None
"""What is given for a :data:`ReaderLanguage` where the address names none."""

DESCRIPTIONS = {
    400: "The request cannot be read.",
    401: "No token, or one that is not a token.",
    403: "Not allowed: the token does not hold the seat, or a page of another origin asks.",
    404: "There is no such match.",
    408: "The request did not come in time.",
    409: "The match stands otherwise now.",
    413: "The body is too long.",
    414: "The address is too long.",
    415: "The body is not declared as what is expected.",
    421: "The server is not called so.",
    422: "The input cannot be used; the message says what was expected.",
    429: "Too many requests from one address.",
    431: "The headers are too long or too many.",
    503: "The database does not answer, or too much waits or is connected; try again.",
}
ALWAYS = (400, 408, 413, 414, 421, 422, 429, 431, 503)
CHANGING = (403, 415)
"""What else a call can be answered that is not asked by GET."""


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The declaration of the errors of a call, those that every call can have included."""
    return {
        status: {"model": Error, "description": DESCRIPTIONS[status]}
        for status in sorted({*statuses, *ALWAYS})
    }


def declare_changes(paths: dict[str, Any]) -> None:
    """Declare what every call can be answered that may change something."""
    for operations in paths.values():
        for method, operation in operations.items():
            responses = operation["responses"]
            for status in CHANGING if method != "get" else ():
                like = {**responses["422"], "description": DESCRIPTIONS[status]}
                responses.setdefault(str(status), like)


def text(description: str) -> dict[str, Any]:
    """The declaration of an answer in plain text."""
    content = {"text/plain": {"schema": {"type": "string"}}}
    return {"description": description, "content": content}
