"""Answers as JSON, written by a fast encoder: integers must already be safe to read."""

from collections.abc import Mapping
from typing import Any

import orjson
from starlette.responses import Response

JSON = "application/json"


def answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The data as a response."""
    return Response(orjson.dumps(data), status, headers, JSON)
