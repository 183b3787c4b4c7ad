"""What a run of the tests prints: a progress bar on a terminal, the time, the slowest files."""

import os
import sys
import time
from collections import defaultdict
from typing import Any

import pytest
from tqdm import tqdm

KINDS = ("failed", "error", "passed", "skipped")
LETTERS = {"passed": "PASSED", "failed": "FAILED"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("marienbad").addoption(
        "--slowest", type=int, default=0, metavar="N", help="list the N slowest files at the end"
    )


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        config.pluginmanager.register(Report(config.option.slowest), "report")


class Report:
    """Follows the tests of a run, in the process that the user started."""

    def __init__(self, slowest: int) -> None:
        self.slowest = slowest
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed = 0
        self.counts: dict[str, int] = {}
        self.bar: Any = tqdm(unit=" tests", leave=False) if sys.stdout.isatty() else None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._expect(len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: object, ids: list[str]) -> None:
        self._expect(len(ids))

    def _expect(self, number: int) -> None:
        if self.bar is not None and number:
            self.bar.total = number
            self.bar.refresh()

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """On a terminal the bar replaces the dots."""
        if self.bar is None or report.when != "call" or report.outcome not in LETTERS:
            return None
        return report.outcome, "", LETTERS[report.outcome]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration
        self.failed += report.failed
        if self.bar is not None and report.when == "teardown":
            if self.failed:
                self.bar.set_postfix_str(f"{self.failed} failed", refresh=False)
            self.bar.update()

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.bar is not None:
            self.bar.close()
        stats = terminalreporter.stats
        self.counts = {kind: len(stats[kind]) for kind in KINDS if kind in stats}
        if self.slowest:
            terminalreporter.section(f"{self.slowest} slowest files")
            slowest = sorted(self.seconds.items(), key=lambda pair: -pair[1])
            for name, seconds in slowest[: self.slowest]:
                terminalreporter.line(f"{seconds:7.1f} s  {name}")

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        """`make test` counts from its own start: installing, lint and types included."""
        if "TESTS_BEGUN" in os.environ:
            minutes = (time.time() - float(os.environ["TESTS_BEGUN"])) / 60
            counts = ", ".join(f"{number} {kind}" for kind, number in self.counts.items())
            print(f"{counts} in {minutes:.1f} min")
