"""A temporary copy of a checkout, in which mutants are put and tests run.

The copy has a virtual environment of its own. Its packages are links to those of the original, and
its editable install is the copy: any process that a test starts runs the code of the copy.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

from bench.mutation.mutant import PACKAGE, Mutant, mutated, path_in, read

LEFT_OUT = (".venv", "node_modules", ".hypothesis", ".*_cache", "dist", "_build")
MARK = "MARIENBAD_MUTATION"
"""An environment variable by which everything that a test started is found, and ended."""
FAST = ("-m", "not (slow or browser or database or cluster)")
ALONE = ("-m", "not (browser or database or cluster)")
EVERYTHING = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
REPORTED = re.compile(
    r"^(?:\[gw\d+\] \[ *\d+%\] (?:FAILED|ERROR) (?P<parallel>\S.*?) *"
    r"|(?P<alone>\S.*::.*) (?:FAILED|ERROR) *(?:\[ *\d+%\])?"
    r"|ERROR (?P<collected>[^\s:]+)(?: - .*)?)$",
    re.MULTILINE,
)
MISSING = re.compile(r"^ERROR: (?:file or directory )?not found: (.*)$", re.MULTILINE)
BEGUN = re.compile(r"^(\S+?::.*?) (?:Timeout|Fatal|$)", re.MULTILINE)
TIMEOUT = "Timeout ("
"""What faulthandler prints when a test takes too long."""


@dataclass(frozen=True)
class Limits:
    """Seconds that one test and one run may take, both far more than they need."""

    test: int
    run: int


PATIENCE = {"MARIENBAD_TEST_PATIENCE": "20"}
"""Tests wait as many seconds for what a mutant may prevent."""
NEAR = Limits(test=240, run=1_800)
WHOLE = Limits(test=900, run=3 * 3_600)


@dataclass(frozen=True)
class Outcome:
    """How a run of tests has ended."""

    failed: tuple[str, ...]
    """Tests that failed, or files that could not be imported."""
    is_complete: bool
    """Whether the run came to its end: no test was endless, and no crash ended it."""
    is_endless: bool = False
    missing: tuple[str, ...] = ()
    """Tests that were named and are not there; then none has run."""

    @property
    def is_good(self) -> bool:
        return self.is_complete and not self.failed


class Checkout:
    """A copy of a tree in a folder; made once, used for many mutants."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.root = folder / "checkout"
        self._kept = folder / "kernels"
        self._output = folder / "output"
        self._mark = f"{MARK}={uuid4()}"
        shutil.copytree(tree, self.root, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        if (tree / "node_modules").is_dir():
            (self.root / "node_modules").symlink_to(tree / "node_modules")
        own = tree / ".venv"
        link_environment(own if own.is_dir() else Path(sys.prefix), self.root / ".venv", tree)
        for cache in self._caches():
            shutil.copytree(cache, self._kept / cache.relative_to(self.root))
        self._changes = 0

    # Mutants

    @contextmanager
    def changed(self, mutants: Sequence[Mutant]) -> Iterator[None]:
        """With the mutants in the copy; afterwards it is as it was, with the times of its files."""
        originals: dict[Path, tuple[bytes, os.stat_result]] = {}
        stale: set[Path] = set()
        found = [replace(mutant, path=path_in(self.root, mutant) or "") for mutant in mutants]
        try:
            for name in {mutant.path for mutant in found}:
                path = self.root / name
                originals[path] = path.read_bytes(), path.stat()
                text = mutated(read(path), [mutant for mutant in found if mutant.path == name])
                path.write_bytes(text.encode())
                # bytecode is taken as new where time and size are the same
                self._changes += 1
                os.utime(path, (0, originals[path][1].st_mtime + 10 * self._changes))
            stale = stale_kernels(self.root, originals)
            for kernel in stale:
                for cached in (kernel.parent / "__pycache__").glob(f"{kernel.stem}.*.nb[ic]"):
                    cached.unlink()
            yield
        finally:
            for path, (content, status) in originals.items():
                path.write_bytes(content)
                os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            if stale:
                self._restore_caches()
            # what failed with one mutant would be tried first with the next
            shutil.rmtree(self.root / ".hypothesis" / "examples", ignore_errors=True)

    def _caches(self) -> set[Path]:
        return {path.parent for path in (self.root / PACKAGE).rglob("*.nbi")}

    def _restore_caches(self) -> None:
        for cache in self._caches():
            for cached in cache.glob("*.nb[ic]"):
                cached.unlink()
        shutil.copytree(self._kept, self.root, dirs_exist_ok=True)

    # Tests

    def test(
        self,
        tests: Sequence[str],
        *options: str,
        limits: Limits = NEAR,
        ignored: Iterable[str] = (),
    ) -> Outcome:
        """Run tests, all of them where none is named, in a process of their own."""
        command = [str(self.root / ".venv/bin/python"), "-m", "pytest", "-v", "--tb=no"]
        command += ["-p", "no:cacheprovider", "--hypothesis-seed=1", *options]
        if (self.root / "tests/selection.py").is_file():
            command += ["--seed=1"]  # of the samples
        command += ["-o", f"faulthandler_timeout={limits.test}"]
        command += ["-o", "faulthandler_exit_on_timeout=true"]
        command += [f"--deselect={test}" for test in ignored]
        with self._output.open("wb") as output:
            process = subprocess.Popen(
                [*command, *tests],
                cwd=self.root,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            with suppress(subprocess.TimeoutExpired):
                process.wait(limits.run)
            self.end_processes()
            process.wait()
        return outcome(self._output.read_text("utf-8", errors="replace"), process.returncode)

    def _environment(self) -> dict[str, str]:
        left_out = {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV", "NUMBA_CACHE_DIR"}
        kept = {name: value for name, value in os.environ.items() if name not in left_out}
        name, _, value = self._mark.partition("=")
        return kept | PATIENCE | {name: value}

    def end_processes(self) -> None:
        """End what the tests have left behind: servers, browsers, workers."""
        for process in Path("/proc").iterdir():
            if process.name.isdigit():
                with suppress(OSError):
                    if self._mark.encode() in (process / "environ").read_bytes().split(b"\0"):
                        os.kill(int(process.name), signal.SIGKILL)


def outcome(output: str, status: int) -> Outcome:
    """Read what pytest has printed. Of an endless test only the beginning of its line is there."""
    failed = [next(filter(None, found.groups())) for found in REPORTED.finditer(output)]
    missing = tuple(name.partition("/checkout/")[2] or name for name in MISSING.findall(output))
    last_line = output.rstrip().rpartition("\n")[2]
    is_complete = bool(missing) or (last_line.startswith("=") and " in " in last_line)
    if not is_complete:
        failed += BEGUN.findall(output)[-1:]
    is_endless = not is_complete and (TIMEOUT in output or status == -signal.SIGKILL)
    return Outcome(tuple(dict.fromkeys(failed)), is_complete, is_endless, missing)


def link_environment(environment: Path, copy: Path, tree: Path) -> None:
    """A virtual environment like another one, for a copy of its tree: links where it can."""
    packages = next(environment.glob("lib/python*/site-packages"))
    (copy / "bin").mkdir(parents=True)
    (copy / packages.relative_to(environment)).mkdir(parents=True)
    shutil.copy2(environment / "pyvenv.cfg", copy)
    for path in [*(environment / "bin").iterdir(), *packages.iterdir()]:
        new = copy / path.relative_to(environment)
        if path.is_symlink():
            new.symlink_to(path.readlink())
        elif path.suffix == ".pth" or _is_script(path):
            text = path.read_text("utf-8").replace(str(environment), str(copy))
            new.write_text(text.replace(str(tree), str(copy.parent)), "utf-8")
            new.chmod(path.stat().st_mode)
        else:
            new.symlink_to(path)


def _is_script(path: Path) -> bool:
    if path.parent.name != "bin":
        return False
    with path.open("rb") as file:
        return file.read(2) == b"#!"


def stale_kernels(root: Path, changed: Iterable[Path]) -> set[Path]:
    """The modules whose compiled code holds code or constants of a changed one.

    Numba compares a module with itself only, not with those that it imports.
    """
    caches = (root / PACKAGE).rglob("*.nbi")
    kernels = {cache.parents[1] / f"{cache.name.partition('.')[0]}.py" for cache in caches}
    stale, grown = set(changed), True
    while grown:
        names = "|".join(re.escape(_module(root, path)) for path in stale)
        importing = re.compile(rf"^from (?:{names}) import|^import (?:{names})$", re.MULTILINE)
        more = {path for path in kernels - stale if importing.search(read(path))}
        stale, grown = stale | more, bool(more)
    return stale & kernels


def _module(root: Path, path: Path) -> str:
    return ".".join(path.relative_to(root / "src").with_suffix("").parts)
