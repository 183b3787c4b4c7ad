"""A set of mutants by seed: spread over the packages, each in proportion to its size."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

from bench.mutation import javascript, python
from bench.mutation.mutant import PACKAGE, Change, Mutant, mutated, read

JAVASCRIPT_SHARE = 6
"""One mutant of so many is of JavaScript."""
MOST_DRAWS = 50
"""For one mutant: a line is not drawn twice, and not every change compiles."""


@dataclass(frozen=True)
class Language:
    """How the code of a language is changed, and how deep its packages are nested."""

    suffix: str
    depth: int
    changes: Callable[[str], list[Change]]
    compiles: Callable[[str], bool]


PYTHON = Language(".py", 2, python.changes, python.compiles)
JAVASCRIPT = Language(".js", 3, javascript.changes, javascript.compiles)


@dataclass
class Module:
    """A file that can be changed."""

    path: str
    source: str
    language: Language

    @cached_property
    def changes(self) -> dict[str, list[Change]]:
        """Its changes by operator."""
        found: dict[str, list[Change]] = {}
        for change in self.language.changes(self.source):
            found.setdefault(change.operator, []).append(change)
        return found

    @cached_property
    def size(self) -> int:
        """Its lines, without the empty ones."""
        return sum(bool(line.strip()) for line in self.source.split("\n")) if self.changes else 0


def choose(tree: Path, number: int, seed: int) -> list[Mutant]:
    """So many mutants of a checkout; the same seed gives the same ones."""
    of_javascript = round(number / JAVASCRIPT_SHARE)
    chosen: list[Mutant] = []
    for language, count in ((PYTHON, number - of_javascript), (JAVASCRIPT, of_javascript)):
        packages = packages_of(tree, language)
        sizes = {name: sum(m.size for m in modules) for name, modules in packages.items()}
        for name, share in shares(sizes, count).items():
            # of its own, so that a change of one package leaves the others' mutants as they are
            chosen += _draw(packages[name], share, Random(f"{seed} {name} {language.suffix}"))
    return chosen


def packages_of(tree: Path, language: Language) -> dict[str, list[Module]]:
    """The modules of a language by package."""
    found: dict[str, list[Module]] = {}
    for path in sorted((tree / PACKAGE).rglob(f"*{language.suffix}")):
        relative = path.relative_to(tree).as_posix()
        module = Module(relative, read(path), language)
        found.setdefault(package_of(relative), []).append(module)
    return found


def package_of(path: str) -> str:
    """The package of a file: for Python two names deep, for JavaScript three.

    >>> package_of("src/marienbad/web/matches/migrations/env.py")
    'web/matches'
    >>> package_of("src/marienbad/web/static/lab/map.js")
    'web/static/lab'
    >>> package_of("src/marienbad/heaps.py")
    '.'
    """
    folder = Path(path).relative_to(PACKAGE).parent
    depth = JAVASCRIPT.depth if path.endswith(JAVASCRIPT.suffix) else PYTHON.depth
    return Path(*folder.parts[:depth]).as_posix()


def shares(sizes: Mapping[str, int], number: int) -> dict[str, int]:
    """A number of mutants divided among packages by size, one at least where there are enough.

    >>> shares({"large": 900, "small": 10, "empty": 0}, 10)
    {'large': 9, 'small': 1}
    """
    found = {name: 0 for name, size in sizes.items() if size}
    least = 1 if number >= len(found) else 0
    found = dict.fromkeys(found, least)
    while found and sum(found.values()) < number:
        # the method of Webster and Sainte-Laguë
        found[max(found, key=lambda name: sizes[name] / (2 * found[name] + 1))] += 1
    return found


def _draw(modules: list[Module], number: int, random: Random) -> Iterator[Mutant]:
    """First the file, by its size, then the operator, then the place."""
    drawn: set[tuple[str, int]] = set()
    for _ in range(number):
        for _ in range(MOST_DRAWS):
            (module,) = random.choices(modules, [module.size for module in modules])
            change = random.choice(module.changes[random.choice(sorted(module.changes))])
            mutant = Mutant.of(module.path, module.source, change)
            if (module.path, change.line) not in drawn and module.language.compiles(
                mutated(module.source, [mutant])
            ):
                drawn.add((module.path, change.line))
                yield mutant
                break
