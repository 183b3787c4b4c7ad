"""The OpenAPI document, from the table of the calls."""

import dataclasses
import json
from collections.abc import Iterable, Sequence
from inspect import Parameter, cleandoc, signature
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from starlette.requests import Request

from marienbad import __version__
from marienbad.web.api.common import Error
from marienbad.web.api.routes import JSON, Exact, Field, File, OfReader, Route, is_by_hand
from marienbad.web.calls.reading import facts_of, is_body, sent_of

DESCRIPTIONS = {
    304: "It has not changed.",
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
BOUNDS = {
    "ge": "minimum",
    "le": "maximum",
    "min_length": "minLength",
    "max_length": "maxLength",
    "pattern": "pattern",
}
PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
    object: {},
}


def document(routes: Iterable[Route], root_path: str) -> bytes:
    """The document of the calls, for a server that is reached under a path."""
    schemas, paths = Schemas(), dict[str, dict[str, Any]]()
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, schemas)
    found: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "marienbad", "version": __version__},
        **({"servers": [{"url": root_path}]} if root_path else {}),
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.components.items())),
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }
    return json.dumps(found, ensure_ascii=False).encode("utf-8")


def operation(route: Route, schemas: "Schemas") -> dict[str, Any]:
    """What a call is given and answers."""
    hints = get_type_hints(route.function, include_extras=True)
    parameters, bodies = list[dict[str, Any]](), list[dict[str, Any]]()
    for name, parameter in signature(route.function).parameters.items():
        if hints[name] is Request:
            continue
        if is_body(hints[name]):
            bodies.append({"required": True, "content": body_content(hints[name], schemas)})
        else:
            parameters.append(parameter_of(name, hints[name], parameter.default, route, schemas))
    about = cleandoc(route.function.__doc__ or "")
    return {
        "tags": [route.tag],
        "summary": about.partition("\n\n")[0].replace("\n", " "),
        "description": about,
        "operationId": f"{route.method.lower()}{route.path.translate(NAMES)}",
        **({"parameters": parameters} if parameters else {}),
        **({"requestBody": bodies[0]} if bodies else {}),
        "responses": responses(route, hints["return"], schemas),
        **({"security": [{"seat": []}]} if route.has_token else {}),
    }


NAMES = str.maketrans("/.-", "___", "{}")


def parameter_of(
    name: str, kind: Any, default: object, route: Route, schemas: "Schemas"
) -> dict[str, Any]:
    """A parameter of the path or of the query."""
    schema = schemas.of(kind)
    in_path = f"{{{name}}}" in route.path
    if default not in (Parameter.empty, None) and OfReader not in facts_of(kind):
        schema["default"] = default
    is_needed = in_path or default is Parameter.empty
    return {
        "name": name,
        "in": "path" if in_path else "query",
        "required": is_needed,
        "schema": schema,
    }


def body_content(kind: Any, schemas: "Schemas") -> dict[str, Any]:
    sent = sent_of(kind)
    if sent is None:
        return {JSON: {"schema": schemas.of(kind)}}
    return {one: {"schema": {"type": "string"}} for one in sent.kinds}


def responses(route: Route, returned: Any, schemas: "Schemas") -> dict[str, Any]:
    """The responses of a call by status."""
    changing = () if route.method == "GET" else CHANGING
    about = cleandoc(route.function.__doc__ or "").partition("\n")[0]
    content = {kind: {"schema": file_schema(kind)} for kind in route.files}
    model = route.model or (None if is_by_hand(route) else without_file(returned))
    if model is not None:
        content = {JSON: {"schema": schemas.of(model)}, **content}
    found: dict[int, Any] = {route.status: {"description": about, "content": content}}
    error = {JSON: {"schema": schemas.of(Error)}}
    for status in {*ALWAYS, *changing, *route.errors}:
        found[status] = {"description": DESCRIPTIONS[status], "content": error}
    for status, other in route.also.items():
        found[status] = {"description": DESCRIPTIONS.get(status, about)}
        if other is not None:
            found[status]["content"] = {JSON: {"schema": schemas.of(other)}}
    return {str(status): found[status] for status in sorted(found)}


def file_schema(kind: str) -> dict[str, Any]:
    """The schema of a file's content."""
    if kind == JSON:
        return {"type": "object"}
    is_text = kind.startswith("text/") or "svg" in kind or "json" in kind
    return {"type": "string"} if is_text else {"type": "string", "format": "binary"}


def without_file(returned: Any) -> Any:
    """The model that a job returns; ``None`` where it only returns files."""
    kinds = [kind for kind in get_args(returned) or (returned,) if kind is not File]
    return (returned if File not in get_args(returned) else Union[*kinds]) if kinds else None


class Schemas:
    """The JSON schemas of types; those of models by name."""

    def __init__(self) -> None:
        self.components: dict[str, Any] = {}
        self._models: dict[str, Any] = {}

    def of(self, kind: Any) -> dict[str, Any]:
        """The schema of a type."""
        origin, inside = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(inside[0], inside[1:])
        if origin is NotRequired:
            return self.of(inside[0])
        if origin is Literal:
            return {**PLAIN[type(inside[0])], "enum": [*inside]}
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(one) for one in inside]}
        if origin in (list, Sequence):
            return {"type": "array", "items": self.of(inside[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        if origin is tuple:
            if inside[-1] is ...:
                return {"type": "array", "items": self.of(inside[0])}
            items, count = [self.of(one) for one in inside], len(inside)
            return {"type": "array", "prefixItems": items, "minItems": count, "maxItems": count}
        if is_typeddict(kind) or dataclasses.is_dataclass(kind):
            return self._model(kind)
        return {**PLAIN[kind]}

    def _annotated(self, kind: Any, facts: tuple[Any, ...]) -> dict[str, Any]:
        schema = self.of(kind)
        for fact in facts:
            if fact is Exact or isinstance(fact, Exact):
                schema = {**Exact.schema}
            if isinstance(fact, Field):
                inner = schema["anyOf"][0] if schema.keys() == {"anyOf"} else schema
                inner |= {bound_name(inner, name): n for name, n in fact.bounds.items()}
                schema |= {"description": fact.description} if fact.description else {}
                schema |= {"examples": [*fact.examples]} if fact.examples else {}
        return schema

    def _model(self, kind: Any) -> dict[str, Any]:
        name = kind.__name__
        known = self._models.setdefault(name, kind)
        assert known is kind, f"two models are called {name}"
        if name not in self.components:
            self.components[name] = {}  # it may hold itself
            self.components[name] = self._object(kind)
        return {"$ref": f"#/components/schemas/{name}"}

    def _object(self, kind: Any) -> dict[str, Any]:
        hints = get_type_hints(kind, include_extras=True)
        if dataclasses.is_dataclass(kind):
            fields = {field.name: field for field in dataclasses.fields(kind)}
            properties = {name: self.of(hints[name]) for name in fields}
            needed = [name for name, field in fields.items() if is_needed(field)]
            for name, field in fields.items():
                if field.default not in (dataclasses.MISSING, None):
                    properties[name]["default"] = field.default
            closed: dict[str, Any] = {"additionalProperties": False}
        else:
            properties = {name: self.of(hint) for name, hint in hints.items()}
            needed = [name for name in hints if name in kind.__required_keys__]
            closed = {}
        return {
            "type": "object",
            "title": kind.__name__,
            "description": cleandoc(kind.__doc__ or ""),
            "properties": properties,
            **({"required": needed} if needed else {}),
            **closed,
        }


def is_needed(field: "dataclasses.Field[Any]") -> bool:
    """Whether a field of a body has to be sent."""
    missing = dataclasses.MISSING
    return field.default is missing and field.default_factory is missing


def bound_name(schema: dict[str, Any], name: str) -> str:
    """What JSON schema calls a bound."""
    found = BOUNDS[name]
    return found.replace("Length", "Items") if schema.get("type") == "array" else found
