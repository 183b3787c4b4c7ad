"""Answers that come line by line, as they are found."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.responses import StreamingResponse
from starlette.types import Send

HEADERS = {"X-Accel-Buffering": "no"}
"""A proxy that would collect the lines is asked not to."""


class Lines(StreamingResponse):
    """Lines of JSON; when nobody reads them any more, whatever makes them is told at once."""

    media_type = "application/x-ndjson"

    def __init__(self, lines: AsyncGenerator[bytes]) -> None:
        super().__init__(lines, headers=HEADERS)
        self._lines = lines

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._lines):
            await super().stream_response(send)
