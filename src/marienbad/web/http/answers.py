"""Answers as JSON, errors among them: ``{"error": {"key": …, "message": …}}`` in a language."""

import json
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Send

from marienbad.numeration.integers import digits_of
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Listing, Message, Value
from marienbad.web.api.common import ErrorText
from marienbad.web.api.routes import JSON
from marienbad.web.encoding import encoded
from marienbad.web.http.language import reader_language

NAMED = {"missing": "server.missing", "unexpected_keyword_argument": "server.unknown_field"}
"""The sentences that only name a parameter or a field."""
KNOWN_STATUSES = (400, 404, 405, 413)


def answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The data as a response."""
    return Response(encoded(data), status, headers, JSON)


class Refusal(Exception):
    """A request that is answered with a status and a sentence."""

    def __init__(
        self,
        status: int,
        message: Message | str,
        headers: Mapping[str, str] | None = None,
        place: Mapping[str, int | str] | None = None,
    ) -> None:
        self.message = Message(message, {}) if isinstance(message, str) else message
        super().__init__(self.message.key)
        self.status = status
        self.headers = headers
        self.place = place or {}
        """Where in a text of rules or in a lesson a mistake stands."""


def busy() -> Refusal:
    """Too much waits already: the request may be sent again soon."""
    return Refusal(503, "server.busy", headers={"Retry-After": "2"})


def refused(
    status: int, message: Message, lang: str, headers: Mapping[str, str] | None = None
) -> Response:
    """The answer that refuses a request."""
    return answer({"error": in_words(message, lang)}, status, headers)


def in_words(message: Message, lang: str) -> ErrorText:
    """A sentence with its key."""
    return {"key": message.key, "message": Plain(lang).line(quotable(message))}


class Lines(StreamingResponse):
    """Lines of JSON as they are found; when the client goes away, their generator is closed."""

    media_type = "application/x-ndjson"

    def __init__(self, lines: AsyncGenerator[bytes]) -> None:
        # a proxy that would collect the lines is asked not to
        super().__init__(lines, headers={"X-Accel-Buffering": "no"})
        self._lines = lines

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._lines):
            await super().stream_response(send)


async def refusal(request: Request, problem: Exception) -> Response:
    """The answer to a request that could not be met."""
    lang = reader_language(request)
    match problem:
        case Refusal():
            error = {**in_words(problem.message, lang), **problem.place}
            return answer({"error": error}, problem.status, problem.headers)
        case InputError():
            return refused(422, problem.message, lang)
        case ValidationError():
            return refused(422, describe(problem.errors(include_url=False)[0]), lang)
        case HTTPException(status_code=status):
            name = f"server.status.{status if status in KNOWN_STATUSES else 'other'}"
            return refused(status, Message(name, {"status": status}), lang, problem.headers)
    raise problem


HANDLERS = dict.fromkeys((Refusal, InputError, ValidationError, HTTPException), refusal)
"""Every error of the application is answered in this form."""


def describe(problem: Mapping[str, Any]) -> Message:
    """What is wrong with a parameter or a field, and what was expected.

    >>> problem = {"type": "missing", "loc": ("query", "game"), "input": None}
    >>> Plain("en").line(describe(problem))
    'The request lacks game.'
    """
    places = [str(part) for part in problem["loc"] if part not in ("query", "body", "path")]
    name = quotable(".".join(places)) if places else "body"
    context = problem.get("ctx") or {}
    given = quotable(shown(problem.get("input")))
    values: dict[str, Value] = {"name": name, "text": given}
    match problem["type"]:
        case kind if kind in NAMED:
            return Message(NAMED[kind], {"name": name})
        case "literal_error" | "bool_parsing" | "bool_type":
            known = re.findall("'(.*?)'", str(context.get("expected", "'true' or 'false'")))
            return Message("server.one_of", {**values, "known": Listing(known, "or")})
        case "greater_than_equal" | "less_than_equal":
            bound = str(context.get("ge", context.get("le")))
            key = "at_least" if "ge" in context else "at_most"
            return Message(f"server.{key}", {**values, "bound": bound})
        case "int_parsing" | "int_type" | "int_from_float" | "int_parsing_size":
            return Message("server.whole_number", values)
        case "string_too_long":
            return Message("server.too_long", {"name": name, "bound": int(context["max_length"])})
        case "too_many_digits":
            return Message("server.digits", {"bound": int(context["digits"])})
        case "too_long" | "too_short" as kind:
            length = context["max_length" if kind == "too_long" else "min_length"]
            return Message(f"server.length.{kind}", {"name": name, "bound": length})
        case "json_invalid":
            return Message("server.json", {})
        case "value_error" if isinstance(context["error"], InputError):
            return context["error"].message
        case _:
            return Message("server.value", values)


def shown(given: object) -> str:
    """What was given, as text, however long a number it is.

    >>> shown("x"), shown(None), len(shown(10**5000))
    ('x', 'null', 5001)
    """
    if given is None or isinstance(given, bool | float):
        return json.dumps(given)
    return digits_of(given) if isinstance(given, int) else str(given)
