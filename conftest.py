"""Runs the examples of README.md and docs/: ``python`` blocks, and ``console`` blocks in a shell.

A ``console`` block holds commands after ``$`` and what each prints, on either stream; ``...``
stands for anything. Examples of one document share their variables and a fresh directory. Blocks in
another language (``sh``, ``text``) are not run. After ``<!-- verify -->`` a block is run by ``make
verify`` only.
"""

import doctest
import gc
import os
import re
import signal
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

from hatch_build import compile_catalogues
from marienbad.solver import table
from marienbad.solver.clock import clock
from tests.console import printed

# Begun in the background of a shell, the tests would hear no interrupt, nor would their processes.
signal.signal(signal.SIGINT, signal.default_int_handler)

SOURCE = Path(__file__).parent / "src"
pytest_plugins = ("tests.selection", "tests.report")
collect_ignore = ["docs/conf.py"]
ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "COLUMNS": "80",
    "OPENBLAS_NUM_THREADS": "1",  # numpy's threads take 40 MB each: too much with 64 processors
}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def pytest_configure(config: pytest.Config) -> None:
    """Let the tests read the sentences as they stand, in an environment that is always the same."""
    for name in os.environ:
        if name.lower().endswith("_proxy"):
            del os.environ[name]
    os.environ.update(ENVIRONMENT)
    if not hasattr(config, "workerinput"):
        compile_catalogues()
    table.before_compiling = False  # the compiled search is tested, even if it is compiled first
    clock.stop()  # no search runs out of time, unless a test moves the clock


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A module of the package without an example is not imported to look for one."""
    if collection_path.suffix != ".py" or SOURCE not in collection_path.parents:
        return None
    return ">>>" not in collection_path.read_text("utf-8") or None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: to look there for garbage again and again is in vain."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def run_console(example: Example) -> str | None:
    """Run each command of the block; say where it prints something else, spaces included."""
    commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", f"{example.parsed}\n", re.MULTILINE)
    if not commands:
        return "a console block needs a command: a line that begins with '$ '"
    for command, output in commands:
        expected = _without_trailing_space(output)
        found = _without_trailing_space(printed(command, example.namespace["directory"].name))
        if not doctest.OutputChecker().check_output(expected, found, doctest.ELLIPSIS):
            return f"$ {command}\nExpected:\n{expected}\nPrinted:\n{found}"
    return None


def _without_trailing_space(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.rstrip().splitlines())


def _open_directory(namespace: dict[str, Any]) -> None:
    namespace["directory"] = TemporaryDirectory()


def _close_directory(namespace: dict[str, Any]) -> None:
    namespace["directory"].cleanup()


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=FLAGS),
        CodeBlockParser("console", run_console),
        SkipParser(),
    ],
    patterns=["README.md", "docs/*.md", "docs/*/*.md", "docs/*/*/*.md"],
    setup=_open_directory,
    teardown=_close_directory,
).pytest()
