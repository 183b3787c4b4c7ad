"""The tests that are nearest to a module, by the names of folders and files."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from bench.mutation.mutant import PACKAGE, read

MOST_PAGE_TESTS = 6
"""Files of tests in the browser."""
MOST_IMPORTING = 3
"""Files of tests that import a module, of which the slow tests are run too."""


def own_tests(tree: Path, path: str) -> list[str]:
    """The file of tests that has the module's name, its examples, and files that import it."""
    module = Path(path).relative_to(PACKAGE)
    if module.suffix == ".js":
        return _names(tree, _page_tests(tree, module)[:2])
    name = module.parent.name if module.stem == "__init__" else module.stem
    found = [tree / "tests" / module.parent / f"test_{name}.py"]
    if module.parent == Path():
        found += sorted((tree / "tests" / name).glob("test_*.py"))
    if ">>>" in read(tree / path):
        found.append(tree / path)
    return _names(tree, [*found, *_importing(tree, module)[:MOST_IMPORTING]])


def surrounding_tests(tree: Path, path: str) -> list[str]:
    """Tests that import the module, of its folder, and of the folders around it, in this order."""
    module = Path(path).relative_to(PACKAGE)
    if module.suffix == ".js":
        found = _page_tests(tree, module)[2:MOST_PAGE_TESTS]
    else:
        found = _importing(tree, module)
        folders = [folder for folder in (module.parent, *module.parent.parents) if folder.name]
        for folder in folders or [Path()]:
            test_files = sorted((tree / "tests" / folder).rglob("test_*.py"))
            found += [file for file in test_files if folders or file.parent == tree / "tests"]
    own = own_tests(tree, path)
    return [name for name in _names(tree, found) if name not in own]


def _importing(tree: Path, module: Path) -> list[Path]:
    """Test files that import a module by its full name, or from its package; the nearest first."""
    parts = ["marienbad", *module.with_suffix("").parts]
    if parts[-1] == "__init__":
        parts.pop()
    package, name = re.escape(".".join(parts[:-1])), re.escape(parts[-1])
    imports = re.compile(rf"\b{package}\.{name}\b|from {package} import [^\n]*\b{name}\b")

    def distance(path: Path) -> int:
        folders = path.relative_to(tree / "tests").parent.parts
        return -sum(a == b for a, b in zip(folders, module.parent.parts, strict=False))

    return sorted((path for path, text in _tests(tree) if imports.search(text)), key=distance)


def _page_tests(tree: Path, module: Path) -> list[Path]:
    """Tests in the browser, by how much their name and text have to do with a JavaScript module."""
    folder, name = module.parent.name, module.stem
    words = {name, folder} - {"static", "page", "common"}

    def distance(test: tuple[Path, str]) -> tuple[int, ...]:
        path, text = test
        subject = path.stem.removeprefix("test_")
        by_name = sum(word.startswith(subject) or subject.startswith(word) for word in words)
        by_address = len(re.findall(rf'"/{folder}\b|"/{name}\b', text))
        by_word = len(re.findall(rf"\b{name}\b", text))
        # where nothing speaks of it: the page that is opened first
        return -by_name, -by_address, -by_word, subject not in {"board", "play"}

    tests = [test for test in _tests(tree) if test[0].parent.name == "page"]
    return [path for path, _ in sorted(tests, key=distance)]


@cache
def _tests(tree: Path) -> list[tuple[Path, str]]:
    return [(path, read(path)) for path in sorted((tree / "tests").rglob("test_*.py"))]


def _names(tree: Path, paths: Iterable[Path]) -> list[str]:
    """The files that exist, each once."""
    found = dict.fromkeys(path for path in paths if path.is_file())
    return [path.relative_to(tree).as_posix() for path in found]
