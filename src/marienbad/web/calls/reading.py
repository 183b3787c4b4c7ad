"""The calls of the table as routes of the server: reading, checking, answering.

The query is read in one pass by one model that is made of the function's parameters, and a body is
read up to a bound.
"""

from collections.abc import Callable, Coroutine, Iterable
from inspect import Parameter, signature
from typing import Any, get_type_hints

from pydantic import TypeAdapter, create_model
from pydantic_core import PydanticCustomError, Url
from pydantic_core import core_schema as schemas
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Served

from marienbad.numeration.integers import parse
from marienbad.web.api.routes import (
    HERE,
    JSON,
    Body,
    File,
    OfReader,
    Route,
    Sent,
    answer_of,
    is_by_hand,
)
from marienbad.web.http.language import reader_language
from marienbad.web.http.limits import LONGEST_BODY, check_kind, read_body
from marienbad.web.http.origins import SAFE
from marienbad.web.lru import LruCache
from marienbad.web.services import run, warm
from marienbad.web.sizes import MOST_DIGITS

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Reader = Callable[[Request], Coroutine[Any, Any, dict[str, Any]]]

TOO_LARGE = 10**MOST_DIGITS


def served(routes: Iterable[Route]) -> list[Served]:
    """The calls as routes of Starlette."""
    return [Served(route.path, handler(route), methods=[route.method]) for route in routes]


def handler(route: Route) -> Handler:
    """The function that reads a request and answers it."""
    read, function, status = reader(route), route.function, route.status
    if is_by_hand(route):

        async def answer_itself(request: Request) -> Response:
            answer: Response = await function(request, **await read(request))
            return answer

        return answer_itself
    known: LruCache[tuple[Any, ...], bytes | File] = LruCache(route.kept)

    async def answer_by_job(request: Request) -> Response:
        values = await read(request)
        if route.warms:
            warm(request)
        name = (*values.values(),) if route.kept else ()
        found = known.get(name) if name else None
        if found is None:
            is_here = route.queue == HERE
            found = answer_of(function, values) if is_here else await run(request, route, values)
            if name:
                known.put(name, found, size_of(found) + sum(map(len, map(str, name))))
        if isinstance(found, File) and found.is_known(request.headers.get("if-none-match")):
            return Response(None, 304, found.headers)
        return response(found, status)

    return answer_by_job


def size_of(found: bytes | File) -> int:
    """How many bytes a response has."""
    return len(found.content if isinstance(found, File) else found)


def response(found: bytes | File, status: int = 200) -> Response:
    """What a job answered, as a response."""
    if isinstance(found, File):
        return Response(found.content, status, found.headers, found.kind)
    return Response(found, status, None, JSON)


# Reading


def reader(route: Route) -> Reader:
    """The function that reads what a call is given."""
    hints = get_type_hints(route.function, include_extras=True)
    in_path, query, bodies, spoken = [], {}, {}, []
    for name, parameter in signature(route.function).parameters.items():
        kind = hints[name]
        if kind is Request:
            continue
        if f"{{{name}}}" in route.path:
            in_path.append(name)
        elif is_body(kind):
            bodies[name] = kind
        else:
            is_language = OfReader in facts_of(kind)
            spoken += [name] * is_language
            default = ... if parameter.default is Parameter.empty else parameter.default
            query[name] = (kind | None, None) if is_language else (kind, default)
    read_query, is_safe = query_reader(query), route.method in SAFE
    kinds, most = body_kinds(bodies), body_bound(bodies)
    readers = {name: body_reader(kind) for name, kind in bodies.items()}

    async def read(request: Request) -> dict[str, Any]:
        if not is_safe:
            check_kind(request, kinds)
        values = {name: request.path_params[name] for name in in_path}
        values.update(read_query(request.scope["query_string"]))
        for name, read_one in readers.items():
            values[name] = read_one(await read_body(request, most))
        for name in spoken:
            values[name] = values[name] or reader_language(request)
        return values

    return read


def facts_of(kind: Any) -> tuple[Any, ...]:
    """What is said of a parameter beside its type."""
    return getattr(kind, "__metadata__", ())


def sent_of(kind: Any) -> Sent | None:
    """How a body is sent that is read as it is."""
    return next((fact for fact in facts_of(kind) if isinstance(fact, Sent)), None)


def is_body(kind: Any) -> bool:
    """Whether a parameter is the body of a request."""
    return sent_of(kind) is not None or (isinstance(kind, type) and issubclass(kind, Body))


def body_kinds(bodies: dict[str, Any]) -> list[str]:
    """The content types that a body may be declared as."""
    sent = next(map(sent_of, bodies.values()), None)
    return [JSON] if sent is None else [*sent.kinds]


def body_bound(bodies: dict[str, Any]) -> int:
    """How long a body may be."""
    sent = next(map(sent_of, bodies.values()), None)
    return LONGEST_BODY if sent is None else sent.most


def body_reader(kind: Any) -> Callable[[bytes], Any]:
    """The function that reads a body."""
    if sent_of(kind) is not None:
        return bytes
    validate = TypeAdapter(kind).validate_json
    return lambda content: validate(content or b"{}")


def query_values(query: bytes) -> dict[str, str]:
    """The parameters of an address by name; of several with the same name the last counts.

    >>> query_values(b"game=wythoff%3Aa%3D2&position=26,+66")
    {'game': 'wythoff:a=2', 'position': '26, 66'}
    """
    return dict(Url(f"http://localhost/?{query.decode('utf-8', 'replace')}").query_params())


def query_reader(fields: dict[str, Any]) -> Callable[[bytes], dict[str, Any]]:
    """The function that reads the query of these parameters."""
    if not fields:
        return lambda _: {}
    model = create_model("Query", **fields)
    usual = None if any(... in field for field in fields.values()) else vars(model())
    return lambda text: (
        usual if usual and not text else vars(model.model_validate(query_values(text)))
    )


# Integers of any size


def integer_schema() -> schemas.CoreSchema:
    """What is accepted as such an integer: a number, or the decimal digits of one."""
    strict = schemas.int_schema(strict=True)
    read = schemas.no_info_before_validator_function(_read_integer, strict)
    return schemas.no_info_after_validator_function(_check_bounds, read)


def _read_integer(value: object) -> object:
    """A number, or the decimal digits of one; whatever else is left to be refused."""
    if isinstance(value, str):
        if not (value.isascii() and value.isdigit()):
            return value
        if len(value) > MOST_DIGITS:
            raise _too_many_digits()
        return parse(value)
    return value


def _too_many_digits() -> PydanticCustomError:
    return PydanticCustomError("too_many_digits", "at most {digits}", {"digits": MOST_DIGITS})


def _check_bounds(value: int) -> int:
    """The number within its bounds, which are too long for the constraints of pydantic."""
    if value < 0:
        raise PydanticCustomError("greater_than_equal", "at least {ge}", {"ge": 0})
    if value >= TOO_LARGE:
        raise _too_many_digits()
    return value
