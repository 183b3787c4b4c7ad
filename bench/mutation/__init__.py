"""Mutants of the program's own code: does the suite find a mistake that is put into it?

``python -m bench mutation --number 170 --seed 1`` changes one place of ``src/marienbad`` at a time,
in a copy of the checkout, and runs the nearest tests. A mutant that survives is either equivalent
to the program, or shows a hole in the tests. (The topic ``mutants`` changes certificates instead.)
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

from bench.harness import ROOT
from bench.mutation import javascript, python
from bench.mutation.checkout import PACKAGE, Checkout, nearest_tests
from bench.mutation.python import Change

NUMBER, AT_ONCE = 170, 2
JAVASCRIPT_SHARE = 6
"""One mutant of so many is of JavaScript."""
MOST_DRAWS = 50
"""For one mutant: a line is not drawn twice, and not every change compiles."""
COLUMNS = "{:26}{:>9}{:>9}{:>9}"
HEADING = COLUMNS.format("package", "mutants", "killed", "survived")


@dataclass(frozen=True)
class Mutant:
    """A change of one file; the source is Latin-1, a character for each byte."""

    path: str
    source: str
    change: Change

    @property
    def changed(self) -> str:
        """The changed source."""
        return self.source[: self.change.start] + self.change.new + self.source[self.change.end :]

    @property
    def line(self) -> int:
        """The number of its line, counted from 0."""
        return self.source.count("\n", 0, self.change.start)

    @property
    def package(self) -> str:
        """For Python two names deep, for JavaScript three."""
        parts = Path(self.path).relative_to(PACKAGE).parent.parts
        return Path(*parts[: 3 if self.path.endswith(".js") else 2]).as_posix()

    def __str__(self) -> str:
        """Its place, and the line before and after."""
        lines = [text.split("\n")[self.line].strip() for text in (self.source, self.changed)]
        old, new = (line.encode("latin-1").decode() for line in lines)
        return f"{self.path}:{self.line + 1} ({self.change.operator})\n  - {old}\n  + {new}"


@dataclass(frozen=True)
class Row:
    """A line of the table, or a survivor."""

    text: str
    is_missed: bool = False

    def __str__(self) -> str:
        return self.text


# Which mutants


def choose(tree: Path, number: int, seed: int) -> Iterator[Mutant]:
    """So many mutants of a checkout; the same seed gives the same ones."""
    of_javascript = round(number / JAVASCRIPT_SHARE)
    for language, count in ((python, number - of_javascript), (javascript, of_javascript)):
        random = Random(f"{seed} {language.SUFFIX}")
        paths = sorted((tree / PACKAGE).rglob(f"*{language.SUFFIX}"))
        sources = {path: path.read_bytes().decode("latin-1") for path in paths}
        sizes = [len(source.split()) for source in sources.values()]
        drawn: set[tuple[str, int]] = set()
        for _ in range(count * MOST_DRAWS):
            # first the file, by its size, then the operator, then the place
            (path,) = random.choices(paths, sizes)
            changes = by_operator(language.changes, sources[path])
            if changes and len(drawn) < count:
                change = random.choice(changes[random.choice(sorted(changes))])
                mutant = Mutant(path.relative_to(tree).as_posix(), sources[path], change)
                place = mutant.path, mutant.line
                if place not in drawn and language.compiles(mutant.changed):
                    drawn.add(place)
                    yield mutant


@cache
def by_operator(find: Callable[[str], list[Change]], source: str) -> Mapping[str, Sequence[Change]]:
    """The changes of single lines of a module."""
    found: dict[str, list[Change]] = {}
    for change in find(source):
        if "\n" not in source[change.start : change.end]:
            found.setdefault(change.operator, []).append(change)
    return found


# What the tests find


def lines(number: int | None = None, seed: int = 1) -> Iterator[Row]:
    mutants = [*choose(ROOT, number or NUMBER, seed)]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="mutation-")))
        checkouts = [Checkout(ROOT, folder / str(place)) for place in range(AT_ONCE)]
        for checkout in checkouts:
            stack.callback(checkout.end_processes)
        yield from report(mutants, killers(checkouts, mutants))


def killers(checkouts: Sequence[Checkout], mutants: Sequence[Mutant]) -> dict[Mutant, str]:
    """The killed mutants, and the test that found each.

    A test that fails without a mutant too is ignored, and its mutants are tried again.
    """
    found: dict[Mutant, str] = {}
    ignored: set[str] = set()
    free: SimpleQueue[Checkout] = SimpleQueue()
    for checkout in checkouts:
        free.put(checkout)

    def attempt(mutant: Mutant) -> str | None:
        checkout = free.get()
        try:
            with checkout.changed(mutant.path, mutant.changed.encode("latin-1")):
                for tests, marked in nearest_tests(checkout.root, mutant.path):
                    killer = checkout.failure(tests, marked, ignored)
                    if killer is not None:
                        return killer
            return None
        finally:
            free.put(checkout)

    while mutants:
        with ThreadPoolExecutor(len(checkouts)) as threads:
            for mutant, killer in zip(mutants, threads.map(attempt, mutants), strict=True):
                verdict = "survived" if killer is None else f"killed by {killer}"
                print(f"{verdict}: {mutant}", file=sys.stderr, flush=True)
                found.pop(mutant, None)
                if killer is not None:
                    found[mutant] = killer
        asked = {*found.values()} - ignored - {""}
        failing = {test for test in sorted(asked) if checkouts[0].failure([test], "") is not None}
        ignored |= failing
        mutants = [mutant for mutant, killer in found.items() if killer in failing]
    return found


def report(mutants: Sequence[Mutant], killers: dict[Mutant, str]) -> Iterator[Row]:
    """The table of the packages, and every survivor as a small diff."""
    counts = Counter(mutant.package for mutant in mutants)
    killed = Counter(mutant.package for mutant in killers)
    for name in sorted(counts):
        cells = counts[name], killed[name], counts[name] - killed[name]
        yield Row(COLUMNS.format(name, *cells))
    cells = len(mutants), len(killers), len(mutants) - len(killers)
    yield Row(COLUMNS.format("all", *cells))
    for mutant in mutants:
        if mutant not in killers:
            yield Row(str(mutant), is_missed=True)
