"""Query parameters that several calls read.

The calls that must be fastest read them without FastAPI, which takes as long over five parameters
as the theory takes over the position; they declare them by hand.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import unquote_to_bytes

from fastapi import Query
from starlette.requests import Request

from marienbad.text.explanation import say
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import quotable
from marienbad.web.http.errors import Refusal
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
    Literal["en", "fr"] | None,
    Query(description="The language of the sentences; else that of Accept-Language, else English."),
]
LONGEST_THEORY = 32
FORMATS = ("text", "html")


class Asked:
    """The query parameters of a request, read by name."""

    def __init__(self, request: Request) -> None:
        self._values = query_values(request.scope["query_string"])

    def text(self, name: str, longest: int) -> str:
        """A parameter that must be there."""
        value = self.optional(name, longest)
        if value is None:
            raise Refusal(422, say("server.missing", name=name))
        return value

    def optional(self, name: str, longest: int) -> str | None:
        """A parameter that may be left out."""
        value = self._values.get(name)
        if value is not None and len(value) > longest:
            raise Refusal(422, say("server.too_long", name=name, bound=longest))
        return value

    def choice(self, name: str, known: tuple[str, ...]) -> str | None:
        """A parameter that is one of a few words, or left out."""
        value = self._values.get(name)
        if value is not None and value not in known:
            text = quotable(value)
            raise Refusal(422, say("server.one_of", name=name, text=text, known=", ".join(known)))
        return value

    def language(self) -> str | None:
        """The language asked for in the address."""
        return self.choice("lang", LANGUAGES)


def query_values(query: bytes) -> dict[str, str]:
    """The parameters of an address by name; of several with the same name the last counts.

    >>> query_values(b"game=wythoff%3Aa%3D2&position=26,+66")
    {'game': 'wythoff:a=2', 'position': '26, 66'}
    """
    pairs = (part.partition(b"=") for part in query.replace(b"+", b" ").split(b"&"))
    return {_unquoted(name): _unquoted(value) for name, _, value in pairs}


def _unquoted(text: bytes) -> str:
    plain = unquote_to_bytes(text) if b"%" in text else text
    return plain.decode("utf-8", "replace")


def declared(name: str, schema: Mapping[str, Any], place: str = "query") -> dict[str, Any]:
    """The declaration of a parameter that a call reads by itself."""
    is_required = schema.get("required", False)
    facts = {key: value for key, value in schema.items() if key != "required"}
    return {"name": name, "in": place, "required": is_required, "schema": facts}


LANGUAGE = declared("lang", {"type": "string", "enum": list(LANGUAGES)})
MATCH = declared("key", {"type": "string", "required": True}, "path")
QUESTION = [
    declared("game", {"type": "string", "maxLength": LONGEST_GAME, "required": True}),
    declared("position", {"type": "string", "maxLength": LONGEST_POSITION, "required": True}),
    declared("theory", {"type": "string", "maxLength": LONGEST_THEORY}),
    declared("format", {"type": "string", "enum": list(FORMATS)}),
    LANGUAGE,
]
