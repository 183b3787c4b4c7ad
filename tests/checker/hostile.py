"""Files that are no certificates, malformed ones, and such as show what must not be shown."""

import gzip
import json
from collections.abc import Iterator
from typing import Any

from tests.checker.support import (
    ACCEPTED,
    LONGEST,
    REJECTED,
    UNREADABLE,
    Case,
    Change,
    changed_case,
    put,
    text_of,
)

# Files that are no certificates


def no_certificates() -> Iterator[Case]:
    text = text_of("wythoff")
    for name, content, key in (
        ("nothing", "", "json"),
        ("a brace", "{", "json"),
        ("deep lists", "[" * 10**6, "nesting"),
        ("deep objects", '{"a":' * 10**5 + "1" + "}" * 10**5, "nesting"),
        ("a list", "[]", "field"),
        ("another format", '{"format": 1}', "format"),
        ("a name twice", '{"format": "a", "format": "b"}', "twice"),
        ("a name twice, escaped", '{"format": "a", "form\\u0061t": "b"}', "twice"),
        ("a field twice", text.replace("{", '{"heaps": 2, ', 1), "twice"),
        ("a long number", '{"format": ' + "9" * 5000 + "}", "number"),
        ("more digits than 20", text.replace('"heaps": 2', f'"heaps": {2:021}'), "json"),
        ("an integer beyond all words", text.replace('"heaps": 2', f'"heaps": {2**64 + 2}'), ""),
        ("an exponent", '{"format": 1e400}', "number"),
        ("a fraction", text.replace('"heaps": 2', '"heaps": 2.0'), "number"),
        ("no number", '{"format": NaN}', "number"),
        ("a plus", text.replace('"heaps": 2', '"heaps": +2'), "json"),
        ("a comma too many", text.replace("}", ",}", 1), "json"),
        ("something after it", text + "{}", "json"),
        ("cut off", text[: len(text) // 2], "json"),
        ("without the last brace", text.rstrip()[:-1], "json"),
        ("a byte order mark", "\ufeff" + text, "json"),
        ("a space that is none", text.replace(" ", "\u00a0", 1), "json"),
        ("a zero byte", text.replace(" ", "\0", 1), "json"),
        ("an escape that is none", text.replace('"game"', '"\\game"'), "json"),
        ("a line within a string", text.replace('"game"', '"ga\nme"'), "json"),
        ("spaces", " " * (LONGEST + 1), "length"),
        ("too long by one", text.ljust(LONGEST + 1), "length"),
        ("too long by its ends of lines", text + "\r\n" * (LONGEST // 2), "length"),
        ("51 MB", '{"format": "' + "a" * 51_000_000 + '"}', "length"),
        ("two million lists", "[" + "[]," * 2_000_000 + "[]]", "field"),
        ("many names", json.dumps({str(i): 0 for i in range(200_000)}), "field"),
    ):
        yield Case(f"no certificate: {name}", content.encode(), UNREADABLE, key)
    for name, raw in (
        ("no text", b"\xff\xfe\x00"),
        ("UTF-16", text.encode("utf-16")),
        ("Latin 1", text.replace('"game": "', '"game": "\xe9').encode("latin-1")),
        ("a letter that is too long", text.encode().replace(b" ", b"\xc0\xa0", 1)),
        ("half a pair", text.encode().replace(b'"game": "', b'"game": "\xed\xa0\x80')),
        ("a letter that is cut off", text.encode() + b"\xe2\x82"),
    ):
        yield Case(f"no certificate: {name}", raw, UNREADABLE, "text")


def compressed() -> Iterator[Case]:
    """Compressed files, of which a program reads one member and nothing after it."""
    text = text_of("wythoff").encode()
    whole = gzip.compress(text)
    yield Case("compressed", whole, ACCEPTED)
    for name, content in (
        ("cut off", whole[:-20]),
        ("without its end", whole[:-1]),
        ("cut off in its head", whole[:5]),
        ("with another check sum", whole[:-8] + bytes(8)),
        ("damaged inside", whole[:200] + b"damaged" + whole[207:]),
        ("of another method", whole[:2] + b"\x07" + whole[3:]),
        ("with more after it", whole + b"more"),
        ("with zeros after it", whole + bytes(512)),
        ("of two members", gzip.compress(text[:99]) + gzip.compress(text[99:])),
        ("with an empty member after it", whole + gzip.compress(b"")),
    ):
        yield Case(f"compressed, {name}", content, UNREADABLE, "gzip")
    yield Case("compressed, no text", gzip.compress(b"\xff\xfe"), UNREADABLE, "text")
    too_long = gzip.compress(b" " * (2 * LONGEST))
    yield Case("compressed, too long", too_long, UNREADABLE, "length")


def malformed() -> Iterator[Case]:
    """Certificates in which one thing is not as it must be."""
    for name, change in MALFORMED.items():
        yield changed_case(f"malformed: {name}", UNREADABLE, change)


def _where(**condition: Any) -> Change:
    return lambda d: d["takes"][0].__setitem__("where", [condition])


MALFORMED: dict[str, Change] = {
    "no cover": lambda d: d.pop("cover"),
    "no positions": lambda d: d.pop("positions"),
    "a field more": put("author", "me"),
    "a terminal set without misere": put("terminal", None),
    "five heaps": put("heaps", 5),
    "one heap": put("heaps", 1),
    "true heaps": put("heaps", True),
    "misere 2": put("misere", 2),
    "misere -1": put("misere", -1),
    "a game that is a list": put("game", []),
    "no takes": put("takes", []),
    "65 takes": lambda d: d["takes"].extend(d["takes"][:1] * 63),
    "no amounts": put("takes", 0, "amounts", []),
    "a heap for an amount": put("takes", 0, "amounts", ["x"]),
    "nothing to take": put("takes", 0, "amounts", [0]),
    "three amounts": put("takes", 0, "amounts", ["n", "n", "n"]),
    "the same place twice": put("takes", 1, "places", [0, 0]),
    "a place that is none": put("takes", 1, "places", [0, 2]),
    "a place below 0": put("takes", 1, "places", [0, -1]),
    "two places for one": put("takes", 0, "places", [1, 1]),
    "a name that stands for nothing": _where(form={"m": 1}, low=1, high=None),
    "a heap that there is not": _where(form={"z": 1}, low=1, high=None),
    "too large a factor": _where(form={"n": 200}, low=1, high=2),
    "a factor beyond all": _where(form={"n": 10**19}, low=1, high=2),
    "a bound beyond all": _where(form={"n": 1}, low=1, high=10**6 + 1),
    "modulus 0": _where(form={"n": 1}, modulus=0, residue=0),
    "modulus below 0": _where(form={"n": 1}, modulus=-2, residue=0),
    "a residue beyond all": _where(form={"n": 1}, modulus=2, residue=10**7),
    "bounds and modulus": _where(form={"n": 1}, low=1, high=2, modulus=2, residue=0),
    "65 conditions": put("takes", 0, "where", [{"form": {"n": 1}, "low": 1, "high": None}] * 65),
    "a start that is no state": put("positions", "start", 8),
    "the dead end accepts": put("positions", "accepting", [0]),
    "more accepting states than states": put("positions", "accepting", [1] * 9),
    "a row that leads nowhere": lambda d: d["positions"]["table"].append([0, 0, 0, 9]),
    "a row that is short": lambda d: d["positions"]["table"].append([0, 0, 0]),
    "no rows": put("positions", "table", []),
    "a way out of the dead end": put("positions", "table", 0, 0, 1),
    "a state below 0": put("positions", "table", 1, 0, -1),
    "a state and no integer": put("positions", "table", 1, 0, 1.0),
    "a state that is true": put("positions", "table", 1, 0, True),
    "a set too few": lambda d: d["cover"]["sets"].pop(),
    "a set for the dead end": lambda d: d["cover"]["sets"][0].append(0),
    "a run that is none": lambda d: d["cover"]["sets"][2].append(10**5),
    "the same run twice": lambda d: d["cover"]["runs"].append(d["cover"]["runs"][0]),
    "an empty run": lambda d: d["cover"]["runs"].append([]),
    "a run of 101": lambda d: d["cover"]["runs"].append([0] * 101),
    "65 digits": put("numeration", "language", [[0] * 65]),
    "no digits": put("numeration", "language", [[]]),
    "no first weights": put("numeration", "first", []),
    "a weight of 0": put("numeration", "first", [1, 0]),
    "a state of free that is none": put("numeration", "free", [7]),
}


# What is shown


def labels() -> Iterator[Case]:
    for name in LIKE_OURS:
        yield changed_case(f"name: {name!r}", REJECTED, put("game", name), key="rules")
    for value in NO_NAMES:
        for path in (("game", value), ("numeration", "name", f"\x1b{value}")):
            yield changed_case(f"name: {path!r}"[:60], UNREADABLE, put(*path), key="name")
    for name in ("The queen's game", "unheard-of", "a" * 60, "Wy", "5"):
        yield changed_case(f"name: {name!r}", ACCEPTED, put("game", name))
    yield changed_case("name: nim for wythoff", REJECTED, put("game", "nim"), key="rules")
    yield changed_case(
        "name: wythoff for misere", REJECTED, put("game", "wythoff"), "wythoff:misere", "rules"
    )
    yield changed_case(
        "name: nim for a=2", REJECTED, put("game", "wythoff"), "wythoff:a=2", "rules"
    )


LIKE_OURS = (
    *("nim", "Wythoff", "wythoff ", " wythoff", "wythoff:", "wythoff:a=1", "wythoff:a=2"),
    *("wythoffs", "wythoff:misere", "wythoff,misere", "wythoff:a=01", "w-y-t-h-o-f-f", "NIM 3"),
    *("nimble", "euclid", "marienbad!", "Rules:heaps 2", "rules of it", "wythoff:b=1,a=1"),
    *("moore:k=1", "moore:k=2", "lucas", "nimhoff:h=2", "nimhoff:h=11", "moore:k=0"),
)
"""Names of Wythoff's game that are like ours, and not its own."""
NO_NAMES: tuple[object, ...] = (
    *("", "wyth\u043eff", "a\nb", "a\x1b[2Jb", "a\u202eb", "a\u200bb", "a\u00a0b", "\ud800"),
    *("a\x7f", 'a"b', "a\\b", "a" * 61, "rules:\n", "rules:" + "a" * 2048, 7, None, ["nim"]),
)
NO_AMOUNTS: tuple[object, ...] = (
    *("1", "", "x", "y", "z", "w", "take", "from", "one", "abs", "n ", "n,m", "n m", "n-1"),
    *("\u0578", "n\n", "n\u200b", "1n", "n'", True, 1.0, None, [], {}, 0, -1, 10**6 + 1),
    *("n" * 2049, "all", "gcd"),
)


def amounts() -> Iterator[Case]:
    def renamed(amount: Any) -> Change:
        return lambda d: (put("takes", 0, "amounts", [amount])(d), put("game", "unheard-of")(d))

    for amount in NO_AMOUNTS:
        yield changed_case(f"amount: {amount!r}"[:60], UNREADABLE, renamed(amount), "nim")
    for amount in ("_Stones2", "All", "n" * 2048):
        yield changed_case(f"amount: {amount!r}"[:60], ACCEPTED, renamed(amount), "nim")
