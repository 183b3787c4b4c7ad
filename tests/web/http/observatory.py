"""The grade of Mozilla's HTTP Observatory: its tests and its points, as they are published.

A site begins with 100 points and loses some by each test; what a test adds counts only where 90 are
left. Redirection from http to https is the proxy's, and is taken as done.
"""

import re
from collections.abc import Callable, Mapping
from html.parser import HTMLParser

Headers = Mapping[str, str]
Verdict = tuple[str, int]

HALF_A_YEAR = 15_768_000
LEAST_FOR_EXTRA = 90
GRADES = ((100, "A+"), (90, "A"), (85, "A-"), (80, "B+"), (70, "B"), (65, "B-"), (60, "C+"))
PRIVATE = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
BROAD = {"*", "http:", "https:", "data:", "blob:", "'unsafe-inline'", "'unsafe-eval'"}


def directives(headers: Headers) -> dict[str, set[str]]:
    policy = headers.get("content-security-policy", "")
    parts = [part.split() for part in policy.split(";") if part.strip()]
    return {name: set(sources) for name, *sources in parts}


def contents(headers: Headers, page: str) -> Verdict:
    found = directives(headers)
    if not found:
        return "not implemented", -25
    default = found.get("default-src", {"*"})
    for name in ("script-src", "object-src"):
        if BROAD & found.get(name, default):
            return f"unsafe {name}", -20
    if any("http:" in source for sources in found.values() for source in sources):
        return "insecure scheme", -20
    if BROAD & found.get("style-src", default):
        return "unsafe style-src", 0
    if default != {"'none'"} or not found.get("form-action", {"*"}) <= {"'none'", "'self'"}:
        return "no unsafe", 5
    return "default-src 'none'", 10


def cookies(headers: Headers, page: str) -> Verdict:
    kept = headers.get("set-cookie", "").lower()
    if not kept:
        return "not found", 0
    return ("secure", 5) if "secure" in kept and "samesite" in kept else ("without Secure", -20)


def sharing(headers: Headers, page: str) -> Verdict:
    is_open = "access-control-allow-credentials" in headers
    return ("universal access", -50) if is_open else ("not implemented", 0)


def redirection(headers: Headers, page: str) -> Verdict:
    return "by the proxy", 0


def referrer(headers: Headers, page: str) -> Verdict:
    policy = headers.get("referrer-policy")
    if policy is None:
        return "not implemented", 0
    return ("private", 5) if policy in PRIVATE else ("unsafe", -5)


def transport(headers: Headers, page: str) -> Verdict:
    told = re.search(r"max-age=(\d+)", headers.get("strict-transport-security", ""))
    if told is None:
        return "not implemented", -20
    return ("half a year", 0) if int(told[1]) >= HALF_A_YEAR else ("less", -10)


def integrity(headers: Headers, page: str) -> Verdict:
    scripts = Scripts()
    scripts.feed(page)
    if any("//" in source for source in scripts.sources):
        return "scripts of elsewhere", -50
    return "of the same origin", 0


def kinds(headers: Headers, page: str) -> Verdict:
    return ("nosniff", 0) if headers.get("x-content-type-options") == "nosniff" else ("no", -5)


def frames(headers: Headers, page: str) -> Verdict:
    if directives(headers).get("frame-ancestors") in ({"'none'"}, {"'self'"}):
        return "by the policy", 5
    is_set = headers.get("x-frame-options", "").upper() in ("DENY", "SAMEORIGIN")
    return ("by its header", 0) if is_set else ("not implemented", -20)


def resources(headers: Headers, page: str) -> Verdict:
    policy = headers.get("cross-origin-resource-policy")
    return (policy, 10) if policy in ("same-origin", "same-site") else ("cross-origin", 0)


TESTS: dict[str, Callable[[Headers, str], Verdict]] = {
    "content-security-policy": contents,
    "cookies": cookies,
    "cross-origin-resource-sharing": sharing,
    "redirection": redirection,
    "referrer-policy": referrer,
    "strict-transport-security": transport,
    "subresource-integrity": integrity,
    "x-content-type-options": kinds,
    "x-frame-options": frames,
    "cross-origin-resource-policy": resources,
}


class Scripts(HTMLParser):
    """Where the scripts of a page come from."""

    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self.sources.append(dict(attrs).get("src") or "//inline")


def grade(headers: Headers, page: str) -> tuple[str, int]:
    """The grade, and the points."""
    points = [test(headers, page)[1] for test in TESTS.values()]
    score = 100 + sum(point for point in points if point < 0)
    if score >= LEAST_FOR_EXTRA:
        score += sum(point for point in points if point > 0)
    return next((name for least, name in GRADES if score >= least), "F"), score
