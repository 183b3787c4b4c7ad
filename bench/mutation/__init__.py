"""Mutants of the program's own code: does the suite find a mistake that is put into it?

``python -m bench mutation --number 170 --seed 1`` changes one place of ``src/marienbad`` at a time,
in a copy of the checkout, and runs the nearest tests; what they do not find is tried together by
the whole suite. A mutant that survives is either equivalent to the program, or shows a hole in the
tests. (``python -m bench mutants`` is another matter: it changes certificates, to test checkers.)
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bench.mutation.mutant import path_in, read
from bench.mutation.selection import choose, package_of
from bench.mutation.trial import KILLED, NOT_THERE, SURVIVED, TIMEOUT, Record, Trial, Verdict

ROOT = Path(__file__).parents[2]
NUMBER = 170
COLUMNS = "{:26}{:>9}{:>9}{:>9}{:>11}"
HEADING = COLUMNS.format("package", "mutants", "killed", "survived", "not there")


@dataclass(frozen=True)
class Options:
    """How many mutants, by which seed; the checkout; what is known of them from a record."""

    number: int = NUMBER
    seed: int = 1
    tree: Path = ROOT
    record: Path | None = None
    mutants: Path | None = None
    near: bool = False
    whole: bool = False
    jobs: int = 2


@dataclass(frozen=True)
class Row:
    """A line of the table, or a survivor."""

    text: str
    is_missed: bool = False

    def __str__(self) -> str:
        return self.text


def lines(options: Options | None = None) -> Iterator[Row]:
    options = options or Options()
    tree, record = options.tree.resolve(), Record(options.record)
    known = Record(options.mutants).read() | record.read()
    if options.mutants is not None:
        mutants = [*Record(options.mutants).read()]
    else:
        mutants = choose(tree, options.number, options.seed)
    killers = {mutant: verdict.test for mutant, verdict in known.items() if verdict.test}
    with Trial.of(tree, options.jobs, killers) as trial:
        untried = [mutant for mutant in mutants if not options.whole or mutant not in known]
        found = {mutant: known[mutant] for mutant in mutants if mutant not in untried}
        for verdict in _told(trial.near(untried), record, len(untried)):
            found[verdict.mutant] = verdict
        survivors = [mutant for mutant in mutants if found[mutant].verdict == SURVIVED]
        if survivors and not options.near:
            for verdict in _told(trial.together(survivors), record, len(survivors)):
                found[verdict.mutant] = verdict
    yield from report(tree, [found[mutant] for mutant in mutants])


def _told(verdicts: Iterable[Verdict], record: Record, number: int) -> Iterator[Verdict]:
    """The verdicts, each written to the record and printed as progress."""
    for count, verdict in enumerate(verdicts, 1):
        record.add(verdict)
        print(f"{count:4} of {number}  {verdict}", file=sys.stderr, flush=True)
        yield verdict


def report(tree: Path, verdicts: list[Verdict]) -> Iterator[Row]:
    """The table of the packages, and every survivor as a small diff."""
    counts: dict[str, Counter[str]] = {}
    for verdict in verdicts:
        counts.setdefault(package_of(verdict.mutant.path), Counter())[verdict.verdict] += 1
    counts = {name: counts[name] for name in sorted(counts)}
    counts["all"] = sum(counts.values(), Counter())
    for name, count in counts.items():
        killed = count[KILLED] + count[TIMEOUT]
        cells = count.total(), killed, count[SURVIVED], count[NOT_THERE]
        yield Row(COLUMNS.format(name, *cells))
    for verdict in verdicts:
        if verdict.verdict == SURVIVED:
            path = path_in(tree, verdict.mutant) or verdict.mutant.path
            mutant = replace(verdict.mutant, path=path)
            yield Row(mutant.diff(read(tree / path)), is_missed=True)
