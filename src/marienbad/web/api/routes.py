"""The table of the calls: each is a function whose signature says how it is asked.

The parameters are those of the query, but for those named in the path and for the body: a
dataclass for JSON, else bytes. A plain function is a job, which a worker process runs: it returns
its response, a ``TypedDict`` that is encoded as JSON, or a file. A coroutine function is given the
request and answers itself. Modules of jobs import nothing that is not in the standard library, so
that they run wherever Python does.
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar

from marienbad.text.language import LANGUAGES
from marienbad.web.encoding import encoded
from marienbad.web.sizes import LARGEST_SLICE, LONGEST_GAME, LONGEST_POSITION, MOST_DIGITS

HERE, REPLY, SHORT, STUDY, PROOF = "here", "reply", "short", "study", "proof"
"""The queues of jobs by urgency; ``here``: the server computes it once for each language."""

JSON = "application/json"
LARGEST = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Field:
    """Bounds of a parameter or a field, and what the OpenAPI document says of it."""

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    description: str | None = None
    examples: tuple[str, ...] = ()

    __is_annotated_types_grouped_metadata__: ClassVar[Literal[True]] = True

    def __iter__(self) -> Iterator[object]:
        """The bounds as pydantic knows them, which the server checks requests with."""
        from pydantic import Field as Checked

        yield from Checked(**self.bounds).metadata

    @property
    def bounds(self) -> dict[str, Any]:
        """The bounds that there are."""
        names = ("ge", "le", "min_length", "max_length", "pattern")
        return {name: found for name in names if (found := getattr(self, name)) is not None}


class Exact:
    """Marks an integer of any size: beyond 2⁵³ − 1 it is a string of decimal digits."""

    schema: ClassVar[dict[str, Any]] = {
        "anyOf": [
            {"type": "integer", "minimum": 0, "maximum": LARGEST},
            {"type": "string", "pattern": f"^[0-9]{{1,{MOST_DIGITS}}}$"},
        ],
        "description": "An integer; beyond 2⁵³ − 1 as a string of decimal digits.",
    }

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> Any:
        from marienbad.web.calls.reading import integer_schema

        return integer_schema()


class OfReader:
    """Marks the parameter that is the reader's language where the address names none."""


@dataclass(frozen=True)
class Sent:
    """Marks a body that is read as it is: its content types, and how long it may be."""

    kinds: tuple[str, ...]
    most: int


class Body:
    """What a client sends as JSON: known fields only, and no text for a number."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid", "strict": True}


class File(NamedTuple):
    """A response that is not JSON of its model."""

    content: bytes
    kind: str
    headers: Mapping[str, str] = {}

    def is_known(self, tag: str | None) -> bool:
        """Whether a client that has what it was sent with a tag has this."""
        return tag is not None and self.headers.get("ETag") == tag


def attachment(content: bytes, kind: str, name: str) -> File:
    """A file that a browser keeps under a name."""
    return File(content, kind, {"Content-Disposition": f'attachment; filename="{name}"'})


@dataclass(frozen=True)
class Route:
    """A call: its function, and what else the OpenAPI document says of it."""

    method: str
    path: str
    function: Callable[..., Any]
    tag: str
    queue: str
    model: Any
    """The model of the response of a coroutine function; a job returns its own."""
    status: int
    errors: tuple[int, ...]
    also: Mapping[int, Any]
    """The models of the responses of other statuses, ``None`` where there is no content."""
    files: tuple[str, ...]
    """The content types of the response besides JSON, or instead of it."""
    has_token: bool
    slow: str | None
    """The sentence where a worker takes too long, instead of the usual one."""
    kept: int
    """How many bytes of responses the server remembers."""
    warms: bool
    """Whether questions for the compiled search will follow, so that it is loaded now."""


JOBS = (
    *("positions", "boards", "games", "tables", "theory", "drills", "lessons", "conjectures"),
    *("machines", "investigation", "worksheets", "rules", "maps", "tiles", "discoveries", "play"),
    *("words", "pictures"),
)
"""The modules of jobs."""
ROUTES: list[Route] = []
"""Every call whose module is imported."""


def import_jobs() -> None:
    """Fill the table with every job."""
    for name in JOBS:
        import_module(f"marienbad.web.api.{name}")


def server_routes() -> list[Route]:
    """The calls of a server: a coroutine function replaces the job of the same call."""
    found = {(route.method, route.path): route for route in sorted(ROUTES, key=is_by_hand)}
    return [*found.values()]


def is_by_hand(route: Route) -> bool:
    """Whether the function of a call is given the request and answers itself."""
    return iscoroutinefunction(route.function)


def _declare(
    method: str,
    path: str,
    *,
    tag: str = "",
    queue: str = SHORT,
    model: Any = None,
    status: int = 200,
    errors: tuple[int, ...] = (),
    also: Mapping[int, Any] | None = None,
    files: tuple[str, ...] = (),
    has_token: bool = False,
    slow: str | None = None,
    kept: int = 0,
    warms: bool = False,
) -> Callable[[Function], Function]:
    """Enter a function into the table; it stays what it is."""
    facts = (tag, queue, model, status, errors, also or {}, files)
    more = (has_token, slow, kept, warms)

    def declared(function: Function) -> Function:
        ROUTES.append(Route(method, path, function, *facts, *more))
        return function

    return declared


get, post = partial(_declare, "GET"), partial(_declare, "POST")


def answer_of(job: Callable[..., Any], values: Mapping[str, Any]) -> bytes | File:
    """The response of a job, encoded where it is data."""
    found = job(**values)
    return found if isinstance(found, File) else encoded(found)


def fields_of(body: Any, *names: str) -> dict[str, Any]:
    """Some of the fields of a body, or all, by name."""
    found = {field.name: getattr(body, field.name) for field in dataclasses.fields(body)}
    return {name: found[name] for name in names} if names else found


telling: ContextVar[Callable[[Any], None]] = ContextVar("telling", default=lambda _: None)


def tell(found: object) -> None:
    """Say something to whoever waits for the answer, while the job goes on."""
    telling.get()(found)


# Parameters of several calls

GameName = Annotated[
    str,
    Field(
        max_length=LONGEST_GAME,
        description="A game by name, such as `wythoff:a=2,b=3,misere`.",
        examples=("marienbad", "wythoff:a=2"),
    ),
]
HeapsText = Annotated[
    str,
    Field(
        max_length=LONGEST_POSITION,
        description="Heaps as decimal digits, separated by commas.",
        examples=("1,3,5,7", "26,66"),
    ),
]
ThirdHeap = Annotated[
    int | None,
    Field(
        ge=0,
        le=LARGEST_SLICE,
        description="The third heap of a game with three heaps: a slice of its positions.",
    ),
]
TheoryName = Annotated[str | None, Field(max_length=32)]
LevelName = Annotated[str, Field(max_length=32, examples=("perfect",))]
RuleText = Annotated[str, Field(max_length=LONGEST_GAME)]
Seed = Annotated[int, Field(ge=0, le=LARGEST)]
if TYPE_CHECKING:
    LanguageCode: TypeAlias = str
    ReaderLanguage: TypeAlias = str
else:
    LanguageCode = Literal[LANGUAGES]  # declared as a choice of those that are there
    ReaderLanguage = Annotated[
        LanguageCode,
        Field(
            description="The language of the sentences; else that of Accept-Language, else English."
        ),
        OfReader,
    ]
Language = Annotated[
    LanguageCode | None,
    Field(description="The language of the words; without it the match comes without words."),
]
