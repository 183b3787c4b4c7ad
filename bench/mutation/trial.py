"""Which mutants the tests find: first each alone by the nearest tests, then the rest together."""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import TypeAlias, TypeVar

from bench.mutation.checkout import ALONE, EVERYTHING, FAST, WHOLE, Checkout, Outcome
from bench.mutation.mutant import PACKAGE, Mutant, path_in
from bench.mutation.near import own_tests, surrounding_tests

Item = TypeVar("Item")
Result = TypeVar("Result")
Group: TypeAlias = tuple[Sequence[Mutant], Sequence[str] | None]
"""Mutants and the tests they are tried with; None stands for all tests."""
WEB, PAGE = f"{PACKAGE}/web/", "tests/page"
KILLED, TIMEOUT, SURVIVED, NOT_THERE = "killed", "timeout", "survived", "not there"


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant, and the test that found it."""

    mutant: Mutant
    verdict: str
    test: str = ""
    seconds: float = 0.0

    @classmethod
    def of(cls, mutant: Mutant, found: Outcome, seconds: float = 0.0) -> "Verdict":
        if found.is_good:
            return cls(mutant, SURVIVED, seconds=seconds)
        verdict = TIMEOUT if found.is_endless else KILLED
        return cls(mutant, verdict, next(iter(found.failed), ""), seconds)

    def __str__(self) -> str:
        place = f"{self.mutant.path}: {self.mutant.line}"
        return f"{self.verdict:9} {self.seconds:6.1f} s  {place}  {self.test}".rstrip()


class Record:
    """A file of verdicts as JSON lines; of two about one mutant the later holds."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def read(self) -> dict[Mutant, Verdict]:
        found = {}
        if self.path is not None and self.path.is_file():
            for line in self.path.read_text("utf-8").splitlines():
                data = json.loads(line)
                mutant = Mutant(**{field.name: data[field.name] for field in fields(Mutant)})
                found[mutant] = Verdict(mutant, data["verdict"], data["test"], data["seconds"])
        return found

    def add(self, verdict: Verdict) -> None:
        if self.path is not None:
            data = asdict(verdict)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            line = {"id": verdict.mutant.id} | data.pop("mutant") | data
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


class Trial:
    """Mutants before the tests of a tree, by several processes at once."""

    def __init__(self, tree: Path, checkouts: Sequence[Checkout], killers: Mapping[Mutant, str]):
        self.tree = tree
        self.killers = killers
        """The test that found a mutant in an earlier trial: it is tried first."""
        self.ignored: set[str] = set()
        """Tests that fail without any mutant."""
        self._checkouts = checkouts
        self._free: SimpleQueue[Checkout] = SimpleQueue()
        for checkout in checkouts:
            self._free.put(checkout)

    @classmethod
    @contextmanager
    def of(cls, tree: Path, jobs: int, killers: Mapping[Mutant, str]) -> "Iterator[Trial]":
        with TemporaryDirectory(prefix="mutation-", ignore_cleanup_errors=True) as folder:
            checkouts = [Checkout(tree, Path(folder, str(number))) for number in range(jobs)]
            try:
                yield cls(tree, checkouts, killers)
            finally:
                for checkout in checkouts:
                    checkout.end_processes()

    # Each alone

    def near(self, mutants: Sequence[Mutant]) -> Iterator[Verdict]:
        """Each mutant before its nearest tests; a second time where the test fails anyway."""
        while mutants:
            killers = {}
            for verdict in self._each(self._near, mutants):
                yield verdict
                if verdict.test:
                    killers[verdict.mutant] = verdict.test
            failing = self._failing_anyway([*killers.values()])
            mutants = [mutant for mutant, test in killers.items() if test in failing]

    def _near(self, checkout: Checkout, mutant: Mutant) -> Verdict:
        path = path_in(self.tree, mutant)
        if path is None:
            return Verdict(mutant, NOT_THERE)
        start, is_python = time.monotonic(), path.endswith(".py")
        steps: list[tuple[list[str], tuple[str, ...]]] = [
            ([self.killers[mutant]] if self.killers.get(mutant) else [], ()),
            (own_tests(self.tree, path), ALONE if is_python else ()),
            (surrounding_tests(self.tree, path), FAST if is_python else ()),
        ]
        found = Outcome((), is_complete=True)
        with checkout.changed([mutant]):
            for tests, options in steps:
                if tests and found.is_good:
                    found = checkout.test(tests, "-x", *options, ignored=self.ignored)
        return Verdict.of(mutant, found, time.monotonic() - start)

    def _each(
        self, function: Callable[[Checkout, Item], Result], items: Sequence[Item]
    ) -> Iterator[Result]:
        """The function's results for the items, each in a checkout of its own."""

        def with_checkout(item: Item) -> Result:
            checkout = self._free.get()
            try:
                return function(checkout, item)
            finally:
                self._free.put(checkout)

        with ThreadPoolExecutor(len(self._checkouts)) as threads:
            futures = [threads.submit(with_checkout, item) for item in items]
            try:
                for future in as_completed(futures):
                    yield future.result()
            except BaseException:
                threads.shutdown(wait=False, cancel_futures=True)
                for checkout in self._checkouts:
                    checkout.end_processes()
                raise

    def _failing_anyway(self, tests: Sequence[str]) -> set[str]:
        """Those of the tests that fail without a mutant; they are ignored from now on."""
        asked = {_selectable(test) for test in tests} - self.ignored
        if not asked:
            return set()
        found = self._run(self._checkouts[0], sorted(asked))
        for test in found.failed:
            print(f"fails without a mutant and is ignored: {test}", file=sys.stderr)
        self.ignored |= {*found.failed}
        return {*found.failed}

    # Together

    def together(self, mutants: Sequence[Mutant]) -> Iterator[Verdict]:
        """All mutants at once before the whole suite, then halves before the tests that failed.

        A test that one mutant lets fail fails, as a rule, among others too. So the suite runs once.
        The tests of the page are apart: each mutant of ``web/`` is tried alone, until a first one
        fails. All of them would wait in vain for a page that one mutant has broken.
        """
        python = [mutant for mutant in mutants if mutant.path.endswith(".py")]
        of_page = [mutant for mutant in mutants if mutant not in python]
        groups: list[Group] = [(python, None)] if python else []
        while groups:
            halves: list[Group] = []
            for (group, tests), found in self._each(self._try_group, groups):
                if tests is None:
                    self._failing_anyway(found.failed)
                failed = sorted({_selectable(test) for test in found.failed} - self.ignored)
                if found.is_complete and not failed:
                    for mutant in group:
                        if mutant.path.startswith(WEB):
                            of_page.append(mutant)
                        else:
                            yield Verdict(mutant, SURVIVED)
                elif len(group) == 1:
                    yield Verdict.of(group[0], replace(found, failed=tuple(failed)))
                else:
                    rest = failed if found.is_complete else tests
                    middle = len(group) // 2
                    halves += [(group[:middle], rest), (group[middle:], rest)]
            groups = halves
        yield from self._each(self._try_page, of_page)

    def _try_page(self, checkout: Checkout, mutant: Mutant) -> Verdict:
        start = time.monotonic()
        with checkout.changed([mutant]):
            found = checkout.test([PAGE], "-x", limits=WHOLE, ignored=self.ignored)
        return Verdict.of(mutant, found, time.monotonic() - start)

    def _try_group(self, checkout: Checkout, group: Group) -> tuple[Group, Outcome]:
        mutants, tests = group
        start = time.monotonic()
        with checkout.changed(mutants):
            found = self._run(checkout, tests)
        seconds = time.monotonic() - start
        counts = f"{len(mutants)} together: {len(found.failed)} tests failed in {seconds:.0f} s"
        print(counts, file=sys.stderr, flush=True)
        return group, found

    def _run(self, checkout: Checkout, tests: Sequence[str] | None) -> Outcome:
        """The whole suite, or some tests; the whole file where one cannot be called by its name."""
        options = (*EVERYTHING, f"--ignore={PAGE}") if tests is None else ()
        found = checkout.test(tests or (), *options, limits=WHOLE, ignored=self.ignored)
        if tests is None or not found.missing:
            return found
        files = {test.partition("::")[0] if test in found.missing else test for test in tests}
        return found if files == {*tests} else self._run(checkout, sorted(files))


def _selectable(test: str) -> str:
    """A test by which pytest can be called: the examples of a page need one another."""
    path = test.partition("::")[0]
    return path if path.endswith(".md") else test
