"""Query parameters that several calls have."""

from typing import Annotated

from fastapi import Query

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
