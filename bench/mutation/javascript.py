"""The same changes of JavaScript, by regular expressions on code as biome formats it.

Texts, comments and regular expressions are blanked first. ``node --check`` refuses the rest of what
is no JavaScript.
"""

import re
import subprocess
from collections.abc import Callable
from typing import TypeAlias

from bench.mutation.python import Change

SUFFIX = ".js"
BLANKED = re.compile(
    r"""//[^\n]*|/\*.*?\*/
  | "(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'
  | `(?:\\.|\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}|[^`\\])*`
  | (?<=[(,=:?&|!;{}\[\s])/(?![\s*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/""",
    re.VERBOSE | re.DOTALL,
)
SIGNS = {
    "comparison": (("<", "<="), (">", ">="), ("===", "!==")),
    "and, or": (("&&", "||"),),
    "plus, minus": (("+", "-"), ("+=", "-=")),
}
TEST = r"(?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))+"
"""What stands between brackets, with brackets in it."""
PAIR = r"[^(),\n]+, (?:\[[^\[\]\n]*\]|[^(),\n\[]+)"
"""Two arguments of a call. Those of a definition stay, and of min and max, whose order is free."""
Replacement: TypeAlias = str | Callable[[str], str]
RULES: list[tuple[str, str, Replacement]] = [
    *(
        # a text that is joined begins or ends with a blanked quotation mark
        (operator, rf"(?<=[^\"'`] ){re.escape(old)}(?=\s(?![\"'`]))", new)
        for operator, pairs in SIGNS.items()
        for pair in pairs
        for old, new in (pair, pair[::-1])
    ),
    ("not", r"!(?=[\w(#])", ""),
    ("wrong constant", r"(?<![.\w])true\b", "false"),
    ("wrong constant", r"(?<![.\w])false\b", "true"),
    ("off by one", r"(?<![\w.#$])\d{1,2}(?![\w.])", lambda old: str(int(old) + 1)),
    ("wrong constant", r"(?<![\w.#$])(?!1\b)[1-9]\d{0,8}(?![\w.])", lambda old: str(2 * int(old))),
    ("min, max", r"(?<=\bMath\.)min\b", "max"),
    ("min, max", r"(?<=\bMath\.)max\b", "min"),
    ("dropped branch", rf"(?<=\bif \(){TEST}(?=\)[ \n])", "false"),
    ("dropped branch", rf"(?<=\bif \(){TEST}(?=\)[ \n])", "true"),
    (
        "swapped arguments",
        rf"(?<!\bMath\.m..\()(?<=\w\((?!{TEST}\) (?:\{{|=>))){PAIR}(?=[,)])",
        lambda old: ", ".join(old.split(", ", 1)[::-1]),
    ),
    (
        "dropped statement",
        rf"(?m)(?:^|(?<=[;{{}}] )|(?<=  ))(?:await )?[\w#][\w.#]*(?:\({TEST}?\)| \+?= [^;\n]+);",
        ";",
    ),
]


def changes(source: str) -> list[Change]:
    """Every change of a module."""
    blanked = BLANKED.sub(_blank, source)
    return [
        Change(operator, *found.span(), new if isinstance(new, str) else new(_part(source, found)))
        for operator, pattern, new in RULES
        for found in re.finditer(pattern, blanked)
    ]


def _part(source: str, found: re.Match[str]) -> str:
    return source[found.start() : found.end()]


def _blank(found: re.Match[str]) -> str:
    """Of a text its ends stay, and of everything its lines."""
    text = found[0]
    inside = re.sub(r"[^\n]", " ", text[1:-1])
    return f"{text[0]}{inside}{text[0]}" if text[0] in "\"'`" else f" {inside} "


def compiles(source: str) -> bool:
    checked = subprocess.run(
        ["node", "--check", "--input-type=module", "-"],
        input=source.encode("latin-1"),
        capture_output=True,
        check=False,
    )
    return checked.returncode == 0
