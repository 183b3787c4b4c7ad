"""What all bodies and answers share: integers of any size, errors.

Bodies are checked by the models of this package. Answers are written without a second check, for
speed; the tests compare them with the models.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from marienbad.numeration.integers import parse
from marienbad.web.sizes import MOST_DIGITS, MOST_FORBIDDEN, MOST_HEAPS

LARGEST = 2**53 - 1
TOO_LARGE = 10**MOST_DIGITS


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


INTEGER_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": LARGEST},
        {"type": "string", "pattern": f"^[0-9]{{1,{MOST_DIGITS}}}$"},
    ],
    "description": "An integer; beyond 2⁵³ − 1 as a string of decimal digits.",
}
Integer = Annotated[
    int,
    BeforeValidator(_read_integer),
    Field(strict=True),
    AfterValidator(_check_bounds),
    WithJsonSchema(INTEGER_SCHEMA),
]
Heaps = Annotated[list[Integer], Field(max_length=MOST_HEAPS)]
Forbidden = Annotated[list[Heaps], Field(max_length=MOST_FORBIDDEN)]
Shown = Annotated[int | str, WithJsonSchema(INTEGER_SCHEMA)]
ShownHeaps = list[Shown]


class ShownCall(BaseModel):
    """A number that is called."""

    call: Shown


class ShownSplit(BaseModel):
    """What is taken, and the whole position that is left: a heap is parted."""

    take: ShownHeaps
    leave: ShownHeaps


class ShownForbidding(BaseModel):
    """The positions that the other may not leave by his next move; nothing is taken."""

    forbid: list[ShownHeaps]


ShownMove = ShownHeaps | ShownCall | ShownSplit | ShownForbidding


class Body(BaseModel):
    """What a client sends: known fields only."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ErrorText(BaseModel):
    """The key of a sentence, and the sentence in the reader's language.

    Of a mistake in a text of rules also the place, both numbers from 1; of one in a lesson the
    field, or the number of the task.
    """

    key: str
    message: str
    line: int | None = None
    column: int | None = None
    field: str | None = None
    task: int | None = None


class Error(BaseModel):
    """What went wrong."""

    error: ErrorText


class Health(BaseModel):
    """That the database can be written, and that workers answer or are being started."""

    status: Literal["ok"]
    version: str
    database: Literal["ok"]
    workers: Literal["ok", "starting"]


class Unwell(Error):
    """What is not as it should be."""

    status: Literal["not ok"] = "not ok"
    version: str = ""
    database: Literal["ok", "not ok"] = "ok"
    workers: Literal["ok", "starting", "not ok"] = "ok"
