"""Data as JSON, the same in the server and in its workers."""

from typing import Any

import orjson

from marienbad.text.data import json_safe


def encoded(data: Any) -> bytes:
    """The data as JSON, by a fast encoder; an integer that not every reader keeps is a string.

    >>> encoded({"heaps": (7, 2**60)})
    b'{"heaps":[7,"1152921504606846976"]}'
    """
    try:
        return orjson.dumps(data, option=orjson.OPT_STRICT_INTEGER)
    except TypeError:  # an integer beyond 2⁵³ − 1, or one of another library
        return orjson.dumps(json_safe(data))
