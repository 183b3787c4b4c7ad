"""How the request of a call is read: FastAPI declares the call, this route reads what it declares.

FastAPI's own reader takes longer over five parameters than a theory takes over the position, reads
a body of any length, and cookies, of which a long one keeps it busy for seconds. Here the query is
one model, read in one pass, and the body has a bound.
"""

from collections.abc import Callable, Coroutine
from inspect import Parameter, signature
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError, create_model
from pydantic_core import Url
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import request_response

from marienbad.web.http.answers import JSON
from marienbad.web.http.language import OfReader, reader_language
from marienbad.web.http.limits import check_kind, read_body
from marienbad.web.http.origins import SAFE

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class Call(APIRoute):
    """A call whose parameters are ``request``, those of its path, one body, and its query."""

    def __init__(self, *declared: Any, **more: Any) -> None:
        super().__init__(*declared, **more)
        # FastAPI's own would open two stacks of dependencies, and a call has none
        self.app = request_response(self.get_route_handler())

    def get_route_handler(self) -> Handler:
        """The function that reads a request and answers it."""
        endpoint = self.endpoint
        parameters = signature(endpoint).parameters
        has_request = "request" in parameters
        in_path = [name for name in parameters if name in self.param_convertors]
        rest = {name: p for name, p in parameters.items() if name not in ("request", *in_path)}
        bodies = {name: p.annotation for name, p in rest.items() if is_model(p.annotation)}
        query = query_reader({name: p for name, p in rest.items() if name not in bodies})
        kinds = self.body_kinds()
        spoken = [name for name, p in rest.items() if is_of_reader(p.annotation)]

        async def handle(request: Request) -> Response:
            values: dict[str, Any] = {name: request.path_params[name] for name in in_path}
            if has_request:
                values["request"] = request
            if request.method not in SAFE:
                check_kind(request, kinds)
            try:
                if query is not None:
                    values.update(query(request.scope["query_string"]))
                for name, model in bodies.items():
                    values[name] = model.model_validate_json(await read_body(request) or b"{}")
            except ValidationError as problem:
                raise RequestValidationError(problem.errors(include_url=False)) from None
            for name in spoken:
                values[name] = values[name] or reader_language(request)
            answer: Response = await endpoint(**values)
            return answer

        return handle

    def body_kinds(self) -> list[str]:
        """What a body may be declared as: JSON, unless the call declares something else."""
        declared = (self.openapi_extra or {}).get("requestBody", {})
        return [*declared.get("content", [JSON])]


def query_values(query: bytes) -> dict[str, str]:
    """The parameters of an address by name; of several with the same name the last counts.

    >>> query_values(b"game=wythoff%3Aa%3D2&position=26,+66")
    {'game': 'wythoff:a=2', 'position': '26, 66'}
    """
    return dict(Url(f"http://localhost/?{query.decode('utf-8', 'replace')}").query_params())


def is_model(annotation: object) -> bool:
    """Whether a parameter is a body: its type is a model."""
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def is_of_reader(annotation: object) -> bool:
    """Whether a parameter is the language of the reader."""
    return OfReader in getattr(annotation, "__metadata__", ())


def query_reader(parameters: dict[str, Parameter]) -> Callable[[bytes], dict[str, Any]] | None:
    """The function that reads the query of these parameters; ``None`` where there are none."""
    if not parameters:
        return None
    fields: dict[str, Any] = {
        name: (p.annotation, ... if p.default is Parameter.empty else p.default)
        for name, p in parameters.items()
    }
    model = create_model("Query", **fields)
    usual = None if any(... in field for field in fields.values()) else vars(model())
    return lambda text: (
        usual if usual and not text else vars(model.model_validate(query_values(text)))
    )
