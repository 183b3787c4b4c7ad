"""Data as JSON, the same in the server, in its workers and in a browser."""

import json
from typing import Any

from marienbad.text.data import json_safe

try:
    import orjson
except ModuleNotFoundError:  # pragma: no cover (the standard library writes the same)
    orjson = None  # type: ignore[assignment]


def encoded(data: Any) -> bytes:
    """The data as JSON; an integer that not every reader keeps is a string.

    >>> encoded({"heaps": (7, 2**60)})
    b'{"heaps":[7,"1152921504606846976"]}'
    """
    if orjson is None:
        return encoded_plainly(data)
    try:
        return orjson.dumps(data, option=orjson.OPT_STRICT_INTEGER)
    except TypeError:  # an integer beyond 2⁵³ − 1, or one of another library
        return orjson.dumps(json_safe(data))


def encoded_plainly(data: Any) -> bytes:
    """The same by the standard library alone.

    >>> encoded_plainly({"heaps": (7, 2**60), "text": "é", "part": 0.5})
    b'{"heaps":[7,"1152921504606846976"],"text":"\\xc3\\xa9","part":0.5}'
    """
    return json.dumps(json_safe(data), ensure_ascii=False, separators=(",", ":")).encode("utf-8")
