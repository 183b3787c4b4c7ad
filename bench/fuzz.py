"""Calls that nobody would send by mistake: every route, with values as strange as they come.

Each call begins from one that is right, or nearly; some of its parameters, fields and headers are
replaced, left out, doubled, or added. Whatever is sent, the answer must be one that the OpenAPI
document declares for the call, errors in their one form, and nothing but too much work may be
answered with 503. The same seed gives the same calls.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote

from bench.attack.wire import Answer, Wire
from bench.harness import Line, whole
from bench.processes import DATABASES, databases, running
from bench.strange import BODIES, GAMES, HEADERS, MANGLED, NUMBERS, RAW, TEXTS, VALUES

CLIENTS = 8
CALLS = 30_000
"""In a long run."""
PATIENCE = 60.0
BUSY = 503
DATABASE_PROBLEM = "server.unavailable"
GUARDS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cache-control")
PAGES = (
    *("/", "/m/{key}", "/embed", "/analysis", "/lab", "/offline", "/sw.js", "/robots.txt"),
    *("/manifest.webmanifest", "/favicon.ico", "/static/icon.svg", "/nothing"),
)
"""What the document does not tell of: it is answered with a page, a file, or an error of a call."""


@dataclass(frozen=True)
class Call:
    """A request, and what the document says of it."""

    label: str
    octets: bytes
    responses: dict[str, Any]


@dataclass
class Findings:
    """What was answered, and what should not have been."""

    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, call: Call, answer: Answer) -> None:
        self.statuses[answer.status] += 1
        fault = fault_of(call, answer)
        if fault is not None:
            shown = call.octets[:600].decode("latin-1")
            self.faults.append(f"{call.label}: {fault}\n{shown}\n→ {answer.body[:300]!r}")


def fault_of(call: Call, answer: Answer) -> str | None:
    """What is wrong with an answer."""
    status, kind = answer.status, answer.headers.get("content-type", "").partition(";")[0]
    if str(status) not in call.responses:
        return f"status {status} is not declared"
    declared = call.responses[str(status)].get("content", {})
    if answer.body and kind not in declared:
        return f"{kind} is not declared for {status}"
    if not {*GUARDS} <= {*answer.headers}:
        return "a header of security is missing"
    if status >= 400 and kind == "application/json":
        error = answer.data.get("error", {})
        if not (error.get("key") and error.get("message")):
            return "an error without key or message"
        if status == BUSY and error["key"] == DATABASE_PROBLEM:
            return "the database was asked something that it refused"
    return None


FILES = ("text/plain", "text/javascript", "application/manifest+json", "image/png", "image/svg+xml")
ANSWERS = ("text/html", "application/json")
PAGE: dict[str, Any] = {
    "parameters": [
        {"name": "key", "in": "path", "schema": {}},
        *({"name": name, "in": "query", "schema": {}} for name in ("game", "position", "lang")),
    ],
    "responses": {
        "200": {"content": (*ANSWERS, *FILES)},
        **{status: {"content": ANSWERS} for status in ("304", "400", "404", "421")},
    },
}
"""How a page is asked for, and what may come."""


class Calls:
    """Makes calls from the document of a server, some matches and a room of it."""

    def __init__(
        self, document: dict[str, Any], matches: list[Any], room: Any, wire: Wire, seed: int
    ) -> None:
        self._operations = [
            (method, path, operation)
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
        ] + [("get", path, PAGE) for path in PAGES]
        self._matches = matches
        self._room = room
        self._wire = wire
        self._random = Random(seed)

    def __iter__(self) -> Iterator[Call]:
        while True:
            for method, path, operation in self._operations:
                yield self.call(method.upper(), path, operation)

    def call(self, method: str, path: str, operation: dict[str, Any]) -> Call:
        """One call of a route."""
        random = self._random
        match = random.choice(self._matches)
        query, address = [], path
        for parameter in operation.get("parameters", ()):
            name, schema = parameter["name"], parameter["schema"]
            if parameter["in"] == "path":
                known = {"code": self._room["code"], "number": "1"}.get(name, match["id"])
                key = known if random.random() < 0.7 else random.choice(TEXTS)
                address = address.replace(f"{{{name}}}", quoted(key) or "x")
            else:
                query += self._given(name, schema, parameter.get("required", False))
        if random.random() < 0.1:
            query.append(f"{quoted(random.choice(TEXTS))}={quoted(random.choice(TEXTS))}")
        if random.random() < 0.1:
            query.append(random.choice(MANGLED))
        if query:
            address += "?" + "&".join(query)
        # who closes the room for good is a pupil, who may not
        passes = self._room["seats"][path.endswith("/close") :]
        headers, token = self._headers(passes if "{code}" in path else match["seats"])
        body = self._body(path, headers) if "requestBody" in operation or method == "POST" else None
        octets = self._wire.request(method, address, body, token, headers)
        return Call(f"{method} {path}", octets, operation["responses"])

    def _given(self, name: str, schema: dict[str, Any], is_required: bool) -> list[str]:
        """A parameter of the query: right, strange, twice, or not at all."""
        random, chance = self._random, self._random.random()
        if chance < (0.02 if is_required else 0.4):
            return []
        if chance < 0.75:
            return [f"{name}={quoted(self._right(name, schema))}"]
        strange = [f"{name}={quoted(random.choice(TEXTS))}"]
        if chance < 0.8:
            strange = [f"{name}={random.choice(MANGLED)}"]
        return strange * 2 if chance < 0.83 else strange

    def _right(self, name: str, schema: dict[str, Any]) -> str:
        """A value that a parameter might well have."""
        random = self._random
        forms = [schema, *schema.get("anyOf", ())]
        choices = [value for form in forms for value in form.get("enum", ())]
        if choices:
            return str(random.choice(choices))
        if name in ("game", "rules"):
            game = random.choice(GAMES)
            return game.removeprefix("rules:") if name == "rules" else game
        if name == "axes":
            return random.choice(("0,1", "1,2", "1,0", "0,9"))
        if name == "player":
            return random.choice(("novice", "club", "expert", "perfect", "human"))
        if name in ("level", "column", "row"):
            return random.choice("0006")
        if name in ("position", "take", "of", "held"):
            return ",".join(
                random.choice(NUMBERS) for _ in range(random.choice((1, 2, 2, 2, 3, 4, 64)))
            )
        if name == "theory":
            return random.choice(
                ("binary", "base4", "recurrence", "algebra", "arithmetic", "table")
            )
        return random.choice(NUMBERS)

    def _headers(self, seats: list[str | None]) -> tuple[dict[str, str], str | None]:
        random = self._random
        headers = dict(random.choice(HEADERS)) if random.random() < 0.15 else {}
        tokens = [token for token in seats if token is not None]
        return headers, random.choice(tokens) if random.random() < 0.8 else None

    def _body(self, path: str, headers: dict[str, str]) -> bytes:
        """A body for a route: right, with something strange in it, or no longer what it was."""
        random = self._random
        right = BODIES.get(path)
        if isinstance(right, str) or right is None:
            headers.setdefault("Content-Type", "text/plain")
            octets = (right or "").encode("utf-8")
        else:
            headers.setdefault("Content-Type", "application/json")
            changed = right
            for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
                changed = self._changed(changed)
            octets = written(changed)
        if random.random() < 0.15:
            octets = self._spoilt(octets)
        return octets

    def _changed(self, value: Any) -> Any:
        """The value with one strange thing in it."""
        random = self._random
        if isinstance(value, dict) and value and random.random() < 0.9:
            name = random.choice(list(value))
            match random.randrange(6):
                case 0:
                    return {key: part for key, part in value.items() if key != name}
                case 1:
                    return {**value, random.choice(TEXTS): random.choice(VALUES)}
            return {**value, name: self._changed(value[name])}
        if isinstance(value, list) and value and random.random() < 0.5:
            place = random.randrange(len(value))
            return [*value[:place], self._changed(value[place]), *value[place + 1 :]]
        if random.random() < 0.3 and isinstance(value, str):
            return random.choice(GAMES)
        return random.choice(VALUES)

    def _spoilt(self, octets: bytes) -> bytes:
        """The body cut, doubled, or with other octets in it."""
        random = self._random
        place = random.randrange(len(octets) + 1)
        match random.randrange(4):
            case 0:
                return octets[:place]
            case 1:
                return octets + octets
            case 2:
                strange = random.choice((b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\x1b"))
                return octets[:place] + strange + octets[place:]
        return random.randbytes(random.choice((1, 10, 1_000)))


def quoted(text: str) -> str:
    """A text as it stands in an address."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def written(value: Any) -> bytes:
    """The value as JSON, and what JSON does not know as it stands in ``RAW``."""
    text = json.dumps(value)
    for name, raw in RAW.items():
        text = text.replace(f'"{name}"', raw)
    return text.encode("utf-8")


async def fuzz(port: int, number: int, seed: int = 1961) -> Findings:
    """Send so many calls from several addresses, and judge every answer."""
    first = Wire(port, "127.0.1.1")
    document = (await first.ask("GET", "/openapi.json")).data
    wishes = (
        {"game": "nim", "position": [3, 4], "players": ["human", "human"]},
        {"game": "marienbad", "players": ["human", "perfect"]},
        {"game": "wythoff:a=2", "position": ["9" * 1_000, 5], "players": ["novice", "human"]},
        {"game": GAMES[-2], "position": [5, 6], "players": ["human", "club"]},
    )
    matches = [(await first.ask("POST", "/api/matches", wish)).data for wish in wishes]
    room = (await first.ask("POST", "/api/rooms", BODIES["/api/rooms"])).data
    pupil = await first.ask("POST", f"/api/rooms/{room['code']}/pupils", {"name": "Anna"})
    room["seats"] = [room["token"], room["projector"], pupil.data["token"]]
    findings = Findings()

    async def follow(client: int) -> None:
        wire = Wire(port, f"127.0.1.{client + 1}", PATIENCE)
        calls = iter(Calls(document, matches, room, wire, seed + client))
        for _ in range(number // CLIENTS):
            call = next(calls)
            findings.note(call, await wire.send(call.octets))

    await asyncio.gather(*(follow(client) for client in range(CLIENTS)))
    return findings


def lines(kinds: Iterable[str] = DATABASES, calls: int | None = None) -> Iterator[Line]:
    """A long run on databases of each kind."""
    number = (calls or CALLS) // CLIENTS * CLIENTS
    for kind in kinds:
        with databases(kind) as source:
            database = source.new()
            with running(database.address, database.folder / "log") as server:
                found = asyncio.run(fuzz(server.port, number))
        for fault in found.faults:
            print(fault)
        statuses = ", ".join(f"{number} × {status}" for status, number in found.statuses.items())
        right = found.statuses.total() - len(found.faults)
        what = f"strange calls on {kind}"
        yield Line(what, number, "answered as declared", right, 1, statuses, unit=whole)
