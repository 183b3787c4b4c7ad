"""A temporary copy of a checkout, in which mutants are put, and the tests that are nearest to them.

The copy's ``src`` comes first for every process that a test starts.
"""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from uuid import uuid4

PACKAGE = "src/marienbad"
LINKED = (".venv", "node_modules")
LEFT_OUT = shutil.ignore_patterns(*LINKED, ".hypothesis", ".*_cache", "dist", "_build")
MARK = "MARIENBAD_MUTATION"
"""An environment variable by which everything that a test started is found, and ended."""
PATIENCE = {"MARIENBAD_TEST_PATIENCE": "20"}
"""Tests wait as many seconds for what a mutant may prevent."""
LONGEST_TEST, LONGEST_RUN = 240, 1_800
"""Seconds, far more than they need."""
GOOD = {0, 5}
"""Statuses of pytest: all passed, or there is none."""
FAILED = re.compile(r"^(?:FAILED|ERROR) ([^\s\[]+)", re.MULTILINE)
WITH_SLOW = "not (browser or database or cluster)"
FAST = "not (slow or browser or database or cluster)"
MOST_PAGE_TESTS, MOST_IMPORTING = 6, 3
"""Files of tests in the browser; files that import a module, of which the slow tests run too."""


class Checkout:
    """A copy of a tree in a folder; made once, used for many mutants."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.root = folder / "checkout"
        self._kernels = folder / "kernels"
        self._environment = os.environ | PATIENCE | {"PYTHONPATH": str(self.root / "src")}
        self._environment[MARK] = str(uuid4())
        shutil.copytree(tree, self.root, symlinks=True, ignore=LEFT_OUT)
        for name in LINKED:
            if (tree / name).is_dir():
                (self.root / name).symlink_to((tree / name).resolve())

    @contextmanager
    def changed(self, name: str, content: bytes) -> Iterator[None]:
        """With other content of one file; afterwards it is as it was, with its time."""
        path = self.root / name
        before, status = path.read_bytes(), path.stat()
        try:
            path.write_bytes(content)
            if is_compiled(self.root, path):
                self._environment["NUMBA_CACHE_DIR"] = str(self._kernels)
            yield
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            self._environment.pop("NUMBA_CACHE_DIR", None)
            # what failed with one mutant would be tried first with the next
            for folder in (self._kernels, self.root / ".hypothesis/examples"):
                shutil.rmtree(folder, ignore_errors=True)

    def failure(self, tests: Sequence[str], marked: str, ignored: Iterable[str] = ()) -> str | None:
        """The first of the tests that fails, or "" where the run ended in another way."""
        command = [".venv/bin/python", "-m", "pytest", "-q", "-x", "--tb=no", "-m", marked]
        command += ["-p", "no:cacheprovider", "--hypothesis-seed=1", "--seed=1"]
        command += ["-o", f"faulthandler_timeout={LONGEST_TEST}"]
        command += [f"--deselect={test}" for test in ignored]
        with TemporaryFile() as output:
            process = subprocess.Popen(
                [*command, *tests],
                cwd=self.root,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            with suppress(subprocess.TimeoutExpired):
                process.wait(LONGEST_RUN)
            self.end_processes()
            if process.wait() in GOOD:
                return None
            output.seek(0)
            return "".join(FAILED.findall(output.read().decode(errors="replace"))[:1])

    def end_processes(self) -> None:
        """End what the tests have left behind: servers, browsers, workers."""
        own = f"{MARK}={self._environment[MARK]}".encode()
        for process in Path("/proc").iterdir():
            with suppress(OSError):
                if process.name.isdigit() and own in (process / "environ").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)


def is_compiled(root: Path, path: Path) -> bool:
    """Whether numba's cache may hold code or constants of a module, its own or of one it imports.

    Numba compares a module with itself only, not with those that it imports.
    """
    module = re.compile(re.escape(_dotted(path.relative_to(root / "src"))) + r"\b")
    folders = {cached.parents[1] for cached in (root / PACKAGE).rglob("*.nbi")}
    return path.parent in folders or any(
        module.search(kernel.read_text("utf-8"))
        for folder in folders
        for kernel in folder.glob("*.py")
    )


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


# Which tests are nearest


def nearest_tests(tree: Path, name: str) -> Iterator[tuple[list[str], str]]:
    """First the tests of a module itself, also the slow ones, then fast ones around it.

    Those of a module have its name or import it; those around it import it too, or are of its
    folder or a folder around that. A JavaScript module has tests in the browser.
    """
    module = (tree / name).relative_to(tree / PACKAGE)
    if module.suffix == ".js":
        yield [path.relative_to(tree).as_posix() for path in _page_tests(tree, module)], ""
        return
    title = module.parent.name if module.stem == "__init__" else module.stem
    importing = _importing(tree, module)
    own = [tree / "tests" / module.parent / f"test_{title}.py", *importing[:MOST_IMPORTING]]
    if ">>>" in (tree / name).read_text("utf-8"):
        own.append(tree / name)
    folders = [tree / "tests" / folder for folder in module.parents if folder.name]
    around = [path for folder in folders for path in sorted(folder.rglob("test_*.py"))]
    around += [] if folders else sorted((tree / "tests").glob("test_*.py"))
    seen: set[Path] = set()
    for paths, marked in ((own, WITH_SLOW), ([*importing, *around], FAST)):
        new = [path for path in dict.fromkeys(paths) if path.is_file() and path not in seen]
        seen |= {*new}
        if new:
            yield [path.relative_to(tree).as_posix() for path in new], marked


def _importing(tree: Path, module: Path) -> list[Path]:
    """Test files that import a module by its full name, or from its package; the nearest first."""
    dotted = _dotted(Path("marienbad", module))
    package, _, name = map(re.escape, dotted.rpartition("."))
    imports = re.compile(rf"\b{package}\.{name}\b|from {package} import [^\n]*\b{name}\b")

    def distance(path: Path) -> int:
        folders = path.relative_to(tree / "tests").parent.parts
        return -sum(a == b for a, b in zip(folders, module.parent.parts, strict=False))

    return sorted((path for path, text in _tests(tree) if imports.search(text)), key=distance)


def _page_tests(tree: Path, module: Path) -> list[Path]:
    """Tests in the browser, by how much their name and text have to do with a JavaScript module."""
    folder, name = module.parent.name, module.stem
    words = {name, folder} - {"static", "page", "common"}

    def nearness(test: tuple[Path, str]) -> tuple[int, ...]:
        path, text = test
        subject = path.stem.removeprefix("test_")
        by_name = sum(word.startswith(subject) or subject.startswith(word) for word in words)
        # where nothing speaks of it: the page that is opened first
        return by_name, len(re.findall(rf"\b{name}\b", text)), subject in {"board", "play"}

    tests = [test for test in _tests(tree) if test[0].parent.name == "page"]
    return [path for path, _ in sorted(tests, key=nearness, reverse=True)[:MOST_PAGE_TESTS]]


@cache
def _tests(tree: Path) -> list[tuple[Path, str]]:
    paths = sorted((tree / "tests").rglob("test_*.py"))
    return [(path, path.read_text("utf-8")) for path in paths]
