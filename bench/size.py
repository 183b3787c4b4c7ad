"""How much code there is: files, lines, and lines of Python code by package; the totals have aims.

A line of code is not blank, and belongs to no comment, docstring or import.
"""

import ast
import io
import subprocess
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from bench.harness import ROOT

SOURCE = "src/marienbad/"
COLUMNS = "{:32}{:>8}{:>10}{:>10}  {}"
HEADING = COLUMNS.format("where", "files", "lines", "code", "aim")
TOTALS: tuple[tuple[str, str, str, dict[str, int]], ...] = (
    ("src", SOURCE, ".py", {"files": 400, "code": 38_500}),
    ("src, JavaScript", SOURCE, ".js", {"lines": 20_500}),
    ("tests", "tests/", ".py", {"lines": 37_000}),
    ("bench", "bench/", ".py", {"lines": 4_500}),
)
"""What is counted as a whole, and the most that there should be."""
BLANK = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT}
BLANK |= {tokenize.ENCODING, tokenize.ENDMARKER}


@dataclass(frozen=True)
class Row:
    """Files of one place and language, their lines, and their lines of code in Python."""

    place: str
    files: int
    lines: int
    code: int
    aims: dict[str, int]

    @property
    def is_missed(self) -> bool:
        return any(getattr(self, what) > most for what, most in self.aims.items())

    def __str__(self) -> str:
        aims = ", ".join(f"{most} {what}" for what, most in self.aims.items())
        verdict = f"≤ {aims}: {'MISSED' if self.is_missed else 'ok'}" if aims else ""
        cells = self.place, self.files, self.lines, self.code or ""
        return COLUMNS.format(*cells, verdict).rstrip()


def lines() -> Iterator[Row]:
    command = ["git", "ls-files", "src/*.py", "src/*.js", "tests/*.py", "bench/*.py"]
    listed = subprocess.check_output(command, cwd=ROOT, encoding="utf-8").splitlines()
    texts = {name: (ROOT / name).read_text("utf-8") for name in listed if (ROOT / name).is_file()}
    source = [name.removeprefix(SOURCE) for name in texts if name.startswith(SOURCE)]
    packages = {name.partition("/")[0] for name in source if name.endswith(".py")}
    parts = [(package, SOURCE + package, ".py", dict[str, int]()) for package in sorted(packages)]
    for place, start, suffix, aims in (*parts, *TOTALS):
        some = [texts[name] for name in texts if name.startswith(start) and name.endswith(suffix)]
        code = sum(map(count_code, some)) if suffix == ".py" else 0
        yield Row(place, len(some), sum(text.count("\n") for text in some), code, aims)


def count_code(source: str) -> int:
    """The lines of code of a module.

    >>> count_code('"Docstring."\\nimport os\\n\\n# comment\\nx = (\\n    1\\n)\\n')
    3
    """
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found = {
        line
        for token in tokens
        if token.type not in BLANK
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(found.difference(_not_code(ast.parse(source))))


def _not_code(tree: ast.Module) -> Iterator[int]:
    """The lines of imports and of texts that stand alone."""
    for node in ast.walk(tree):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
                yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
