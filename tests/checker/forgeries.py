"""Files for checkers, right, forged and hostile, each with the verdict: one corpus for all of them.

Whoever tests a checker takes the files from here: this package for ``checker.py``, those of the
proved checker and of the page for theirs, which are not in Python: ``python -m
tests.checker.forgeries FOLDER`` writes the files there, and ``verdicts.json``, a list of objects
with the fields ``file``, ``name``, ``status`` and ``key``.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from marienbad.games.catalogue import define
from marienbad.prover.automata.atoms import congruence
from marienbad.prover.automata.automaton import built
from marienbad.prover.automata.fused import conjunction
from marienbad.prover.certificates.writing import certificate
from marienbad.prover.games.claims import claim, mirrored, points
from marienbad.prover.games.proof import Proof, prove
from marienbad.prover.systems.linear import BINARY
from tests.checker import block_forgeries, hostile, value_forgeries
from tests.checker.support import (
    ACCEPTED,
    LONGEST,
    REJECTED,
    UNREADABLE,
    Case,
    Change,
    changed,
    changed_case,
    drop_start,
    put,
    text_of,
    write_corpus,
)

GAMES = (
    "nim",
    "marienbad",
    "wythoff",
    "wythoff:misere",
    "wythoff:a=2",
    "wythoff:a=3,misere",
    "wythoff:b=3",
    "wythoff:a=2,b=2",
)
WRITTEN_BEFORE = Path(__file__).parent / "written_before"


def corpus() -> Iterator[Case]:
    """All of them, about a thousand."""
    yield from right()
    yield from quick()
    yield from forged_claims()
    for game in GAMES:
        yield from mutants(game)
    yield from values()
    yield from block_forgeries.blocking()


def quick() -> Iterator[Case]:
    """The files that take no time to make."""
    yield from hostile.no_certificates()
    yield from hostile.malformed()
    yield from hostile.labels()
    yield from hostile.amounts()
    yield from languages()
    yield from false_witnesses()
    yield from one_for_each_check()


# Certificates that are right


def right() -> Iterator[Case]:
    for game in GAMES:
        yield Case(f"right: {game}", text_of(game).encode(), ACCEPTED)
    for path in sorted(WRITTEN_BEFORE.glob("*.json")):
        yield Case(f"written before: {path.stem}", path.read_bytes(), ACCEPTED)
    for name, made in MADE.items():
        yield Case(f"right: {name}", certificate(made()).encode(), ACCEPTED)
    text = text_of("wythoff")
    yield changed_case("right: a condition that always holds", ACCEPTED, _holding_always)
    yield Case("right: as long as can be", text.ljust(LONGEST).encode(), ACCEPTED)
    yield Case("right: with escapes", text.replace('"game"', r'"\u0067ame"').encode(), ACCEPTED)
    yield Case("right: with spaces", text.replace(": ", " \t:\r\n").encode(), ACCEPTED)


def _holding_always(data: dict[str, Any]) -> None:
    """One more condition for the first take: its automaton accepts before anything is read."""
    data["game"] = "with more words"
    data["takes"][0]["where"] = [{"form": {"x": 1}, "low": -5, "high": None}]
    for run in data["cover"]["runs"]:
        if run[0] < 2:  # the two ways of that take
            run.append(1)


def proved(game: str, automaton: Any = None) -> Proof:
    found = prove(define(game), automaton)
    assert isinstance(found, Proof)
    return found


def three_heaps() -> Proof:
    """Bouton's theorem for three heaps: the nim-sum is 0."""

    def follow(state: int, x: int, y: int, z: int) -> int | None:
        return state if x ^ y ^ z == 0 else None

    return proved("nim", built(BINARY, ("x", "y", "z"), 1, follow, bool))


def subtraction() -> Proof:
    """Take at most three from one heap: equal heaps modulo 4."""
    equal = conjunction(congruence(BINARY, {"x": 1, "y": -1}, 4))
    return proved("rules:heaps 2; take n from one where n <= 3", equal)


def with_more_moves(rule: str) -> Proof:
    """Wythoff's game with further moves that change nothing."""
    game = f"rules:heaps 2; take n from one; take n, n from two; {rule}"
    return proved(game, claim(define("wythoff")))


CHANGING_NOTHING = (
    "take 1, 3 from two",
    "take 2, 4 from x, y; take 3 from one where x >= 7 and y <= 90",
)
MADE: dict[str, Callable[[], Proof]] = {
    "three heaps": three_heaps,
    "subtraction": subtraction,
    "a fixed amount": lambda: with_more_moves(CHANGING_NOTHING[0]),
    "conditions on heaps": lambda: with_more_moves(CHANGING_NOTHING[1]),
    "three ways": lambda: proved("wythoff:a=2,b=3"),
}
"""What is proved of games that are not in the catalogue as they are."""


# Certificates that are wrong

SYSTEMS: dict[str, dict[str, Any]] = {
    "base 3": {"language": [[0, 0, 0]], "free": [0], "first": [1], "recurrence": [[3]]},
    "Fibonacci": {"language": [[0, 1], [0]], "free": [0], "first": [1, 2], "recurrence": [[1, 1]]},
    "[1; (1, 2)]": {
        "language": [[2, 2, 3], [2], [0, 1], [0]],
        "free": [0, 2],
        "first": [1, 2],
        "recurrence": [[2, 1], [1, 1]],
    },
    "U(n) = 3 U(n-1) - U(n-2)": {
        "language": [[0, 0, 1], [0, 1]],
        "free": [0],
        "first": [1, 3],
        "recurrence": [[3, -1]],
    },
    "plastic": {
        "language": [[0, 0, 1], [2], [0, 2]],
        "free": [0],
        "first": [1, 3, 7],
        "recurrence": [[3, -2, 1]],
    },
}
NO_NUMERATIONS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("Fibonacci", {"language": [[0, 1], [0, 1]]}, "recurrence"),  # 11 is read too
    ("Fibonacci", {"language": [[0, 1], [1]]}, "recurrence"),  # zeros do not set free
    ("Fibonacci", {"language": [[0], [0]]}, "language"),  # no word but zeros
    ("Fibonacci", {"language": [[0]], "recurrence": [[0, 1]], "first": [1, 1]}, "language"),
    ("Fibonacci", {"language": [[0, 2], [0]]}, "language"),
    ("Fibonacci", {"first": [1, 3]}, "recurrence"),
    ("Fibonacci", {"recurrence": [[2, 0]]}, "recurrence"),
    ("Fibonacci", {"recurrence": [[1, 1], [1, 1]]}, "recurrence"),
    ("Fibonacci", {"free": [1]}, "language"),
    # a state that reads too much: the proved checker sees the recurrence fail first
    ("base 3", {"language": [[0, 0, 1], [0, 0, 0, 0]]}, ""),
    ("[1; (1, 2)]", {"free": [0, 3]}, "language"),
    ("[1; (1, 2)]", {"language": [[2, 2, 3], [2], [0, 1], [1]]}, "recurrence"),
    ("plastic", {"language": [[0, 0, 1], [2], [0, 1]]}, "recurrence"),
)
"""Languages that write some number twice or not at all, or wrong weights; why it is rejected."""


def languages() -> Iterator[Case]:
    """One heap, a take that is never allowed, and the claim that all positions are to be left."""
    for name, system in SYSTEMS.items():
        yield Case(f"language: {name}", _motionless(name, system), ACCEPTED)
    for i, (name, changes, key) in enumerate(NO_NUMERATIONS):
        content = _motionless(name, SYSTEMS[name] | changes)
        yield Case(f"language: {name}, wrong ({i})", content, REJECTED, key)


def _motionless(name: str, system: dict[str, Any]) -> bytes:
    language = system["language"]
    width, last = max(map(len, language)), len(language) - 1
    rows = [[1 + q if q <= last else 0 for q in row] for row in language]
    table = [row + [0] * (width - len(row)) for row in ([], *rows)]
    never = {"form": {"n": 1}, "low": None, "high": 0}
    ends = [1 + q for q in _whole(language, len(system["free"]))]
    return json.dumps(
        {
            "format": "marienbad certificate 1",
            "game": "motionless",
            "heaps": 1,
            "misere": 0,
            "takes": [{"amounts": ["n"], "places": None, "where": [never]}],
            "numeration": {"name": name, **system},
            "positions": {"start": 1, "accepting": ends, "table": table},
            "cover": {"start": 0, "runs": [], "sets": [[]], "table": [[0] * width]},
        }
    ).encode()


def _whole(language: list[list[int]], period: int) -> list[int]:
    """The states of a language that are reached by words of whole periods."""
    phases, waiting = {0: 0}, [0]
    for q in waiting:
        for target in language[q]:
            if target < len(language) and target not in phases:
                phases[target] = (phases[q] + 1) % period
                waiting.append(target)
    return sorted(q for q, phase in phases.items() if phase == 0)


def false_witnesses() -> Iterator[Case]:
    """The covers of another game, covers without runs, covers that name every run, and others."""
    wrong = json.loads(changed("wythoff", drop_start))
    true = json.loads(text_of("wythoff"))
    cover = true["cover"]
    runs, states = len(cover["runs"]), len(cover["sets"])
    nothing = {"start": 0, "runs": [], "sets": [[]], "table": [[0] * 4]}
    everything = cover | {"sets": [[], *([list(range(runs))] * (states - 1))]}
    for name, false in (("nothing", nothing), ("everything", everything), ("the true one", cover)):
        yield _witness(f"{name} for a false claim", wrong, false)
        if false is not cover:
            yield _witness(f"{name} for a true claim", true, false)
    for name, change in (
        ("a run too many at the start", lambda d: d["cover"]["sets"][1].append(runs - 1)),
        ("a run too many", lambda d: d["cover"]["sets"][2].append(runs - 1)),
        ("a state of the set that is none", put("cover", "runs", 0, [0, 10**6, 1])),
        ("a condition's state that is none", put("cover", "runs", 0, [0, 1, 10**6])),
        ("a way that is none", put("cover", "runs", 0, [10**6, 1, 1])),
        ("a run that is short", put("cover", "runs", 0, [0])),
        ("a start later on", put("cover", "start", 2)),
    ):
        yield changed_case(f"witness: {name}", REJECTED, change, key="witness")


def _witness(name: str, data: dict[str, Any], cover: dict[str, Any]) -> Case:
    return Case(f"witness: {name}", json.dumps(data | {"cover": cover}).encode(), REJECTED)


def one_for_each_check() -> Iterator[Case]:
    more = {"amounts": [1, 1], "places": None, "where": []}
    for game, change, key in (
        ("wythoff", lambda d: d["takes"].pop(), "witness"),
        ("wythoff", drop_start, "cover"),
        ("nim", lambda d: d["takes"].append(more), "inside"),
        ("wythoff", put("positions", "table", 1, 3, 1), "words"),
        ("wythoff", put("positions", "table", 1, 0, 4), "zeros"),
        ("wythoff:misere", _normal, "cover"),
        ("marienbad", put("terminal", "table", 1, 1, 1), "terminal"),
        ("marienbad", put("terminal", "accepting", []), "cover"),
        ("marienbad", put("movable", "start", 0), "movable"),
    ):
        data = json.loads(text_of(game))
        change(data)
        data["game"] = "unnamed"  # with a name of ours the moves would be refused before all else
        yield Case(f"check: {key}, {game}", json.dumps(data).encode(), REJECTED, key)


def _normal(data: dict[str, Any]) -> None:
    """A claim about misère play as one about normal play."""
    data.update(misere=0)
    del data["terminal"], data["movable"]


def mutants(game: str) -> Iterator[Case]:
    """Every change of one accepting state, and of every fifth transition to three other states.

    The automaton is minimal and the rest unchanged, so that every mutant is a false claim.
    """
    for name, change in changes(game):
        yield changed_case(f"{game}: {name}", REJECTED, change, game)


def changes(game: str) -> Iterator[tuple[str, Change]]:
    table = json.loads(text_of(game))["positions"]["table"]
    for state in range(1, len(table)):
        yield f"state {state}", _flipped(state)
    edges = [(q, a) for q in range(1, len(table)) for a in range(len(table[0]))]
    for q, a in edges[:: max(1, len(edges) // 24)]:
        for target in sorted({0, 1, len(table) - 1} - {table[q][a]}):
            yield f"{q} -{a}-> {target}", put("positions", "table", q, a, target)


def _flipped(state: int) -> Change:
    def flip(data: dict[str, Any]) -> None:
        accepting = set(data["positions"]["accepting"]) ^ {state}
        data["positions"]["accepting"] = sorted(accepting)

    return flip


FALSE = ((1, 1), (3, 5), (4, 7), (100, 162), (40, 40))


def forged_claims() -> Iterator[Case]:
    """The maker does its best for a claim with one wrong position, and for the empty set."""
    for game in ("wythoff", "wythoff:misere"):
        automaton = claim(define(game))
        for position in FALSE:
            single = points(automaton.system, position)
            for change in (single, mirrored(single)):
                false = Proof(define(game), automaton ^ change, (), 0.0)
                side = "" if change is single else ", mirrored"
                yield Case(
                    f"{game}, wrong about {position}{side}", certificate(false).encode(), REJECTED
                )
        nothing = Proof(define(game), automaton - automaton, (), 0.0)
        yield Case(f"{game} without positions", certificate(nothing).encode(), REJECTED)


# Certificates for Grundy values

NO_FORM = ("list", "integer", "field", "format")
"""Keys of files that are no certificates; the others are rejected."""


def values() -> Iterator[Case]:
    """Right ones, forged ones and mutants."""
    for game, value in value_forgeries.RIGHT:
        text = value_forgeries.value_text(game, value)
        yield Case(f"value {value} of {game}", text.encode(), ACCEPTED)
    for forgery in value_forgeries.forged():
        status = UNREADABLE if forgery.key in NO_FORM else REJECTED
        yield Case(f"value: {forgery.name}", forgery.text.encode(), status, forgery.key)
    for game, value, step in (("nim", 3, 1), ("wythoff:a=2", 1, 97)):
        for name, text in value_forgeries.mutants(game, value, step):
            yield Case(f"value {value} of {game}: {name}", text.encode(), REJECTED)


if __name__ == "__main__":
    write_corpus(corpus(), Path(sys.argv[1]))
