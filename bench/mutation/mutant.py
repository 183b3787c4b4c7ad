"""A mutant: one place of one file, changed as text.

A mutant names its place by the text of the line, not by its number, so that the same set can be
applied to another commit.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

PACKAGE = "src/marienbad"


@dataclass(frozen=True)
class Change:
    """A replacement in one line of a source: the line counts from 0, columns count characters."""

    operator: str
    line: int
    start: int
    end: int
    replacement: str


@dataclass(frozen=True)
class Mutant:
    """A change of a file, found again by the line's text and which of the equal lines it is."""

    path: str
    operator: str
    line: str
    occurrence: int
    start: int
    end: int
    replacement: str

    @classmethod
    def of(cls, path: str, source: str, change: Change) -> "Mutant":
        """The mutant that makes a change in a source."""
        lines = source.split("\n")
        text = lines[change.line].strip()
        indent = len(lines[change.line]) - len(lines[change.line].lstrip())
        occurrence = sum(line.strip() == text for line in lines[: change.line])
        start, end = change.start - indent, change.end - indent
        return cls(path, change.operator, text, occurrence, start, end, change.replacement)

    @property
    def id(self) -> str:
        return sha256(repr(asdict(self)).encode()).hexdigest()[:10]

    @property
    def changed_line(self) -> str:
        return self.line[: self.start] + self.replacement + self.line[self.end :]

    def line_number(self, source: str) -> int | None:
        """Where the line stands, counted from 1, or None where it is gone."""
        numbers = [n for n, line in enumerate(source.split("\n"), 1) if line.strip() == self.line]
        return numbers[self.occurrence] if self.occurrence < len(numbers) else None

    def diff(self, source: str) -> str:
        """The change as three lines: place, before, after."""
        place = f"{self.path}:{self.line_number(source)} ({self.operator}, {self.id})"
        return f"{place}\n  - {self.line}\n  + {self.changed_line}"


def mutated(source: str, mutants: Iterable[Mutant]) -> str:
    """The source with each mutant in it; they stand in different lines."""
    lines = source.split("\n")
    numbers = [(mutant, mutant.line_number(source)) for mutant in mutants]
    for mutant, number in numbers:
        if number is None:
            raise ValueError(f"the line of {mutant} is gone")
        line = lines[number - 1]
        lines[number - 1] = line.replace(mutant.line, mutant.changed_line, 1)
    return "\n".join(lines)


def path_in(tree: Path, mutant: Mutant) -> str | None:
    """The file that holds the mutant's line; where its file is gone, the only other one."""
    files = [tree / mutant.path]
    if not files[0].is_file():
        files = [*(tree / PACKAGE).rglob(f"*{files[0].suffix}")]
    holding = [file for file in files if mutant.line_number(read(file)) is not None]
    return holding[0].relative_to(tree).as_posix() if len(holding) == 1 else None


def read(path: Path) -> str:
    """The text of a file, its line ends as they are."""
    return path.read_bytes().decode("utf-8")
