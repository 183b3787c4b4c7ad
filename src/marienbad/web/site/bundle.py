"""The modules of the page in few files: a browser far away asks for two, and not for fifty.

The modules are written one by one, and remain what is meant; this puts them together when the
server starts. It reads the few forms that they are written in, and refuses any other: named imports
and exports at the beginning of a line, ``import("./…")`` for what is needed later, and no module
that imports itself by way of others. A division has a space after its sign: that is how a regular
expression is told from it.

What ``app.js`` imports, and what at least two of the modules for later import, is in its file; the
rest is in the file of the module for later that needs it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from posixpath import dirname, join, normpath

ROOT = "app.js"
TOKEN = re.compile(
    r"""
      (?P<comment> /\*.*?\*/[ \t]* | //[^\n]* )
    | (?P<kept> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\])*`
        | /(?![\s=])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]* )
    | (?P<space> \s*\n\s* )
    """,
    re.VERBOSE | re.DOTALL,
)
IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.[^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
UNREAD = re.compile(r"^(?:import\s|export\b).*$", re.MULTILINE)


class Module:
    """One module, without its comments: what it imports, now and later, and what it exports."""

    def __init__(self, path: str, source: str) -> None:
        text = stripped(source)
        self.path = path
        self.name = re.sub(r"\W", "_", path.removesuffix(".js"))
        self.imports = [self._path(found[2]) for found in IMPORT.finditer(text)]
        self.later = [self._path(written) for written in LATER.findall(text)]
        self.exports = [found[2] for found in EXPORT.finditer(text)]
        self.text = EXPORT.sub(r"\1 \2", text)
        left = UNREAD.search(IMPORT.sub("", self.text))
        if left:
            raise ValueError(f"{path}: {left[0]!r} is not a form that can be put together")

    def _path(self, written: str) -> str:
        """The path of another module, as this one writes it."""
        return normpath(join(dirname(self.path), written))

    def as_constant(self, modules: Mapping[str, "Module"]) -> str:
        """The module as a constant that holds what it exports."""

        def imported(found: re.Match[str]) -> str:
            names = re.sub(r"\s+as\s+", ": ", found[1])
            return f"const {names} = {modules[self._path(found[2])].name};"

        def asked_later(found: re.Match[str]) -> str:
            return f'import("./{file_of(self._path(found[1]))}")'

        text = LATER.sub(asked_later, IMPORT.sub(imported, self.text)).strip()
        exported = ", ".join(self.exports)
        return f"const {self.name} = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();\n"


def bundled(folder: Path) -> dict[str, str]:
    """The files by name: ``app.js``, and one for each module that is asked for later."""
    modules = _reachable(folder)
    entries = [ROOT, *sorted({path for module in modules.values() for path in module.later})]
    needed = {entry: _in_order(entry, modules) for entry in entries}
    counted = Counter(path for entry in entries[1:] for path in needed[entry])
    shared = {path for path, number in counted.items() if number > 1} | {*needed[ROOT]}
    # app.js itself comes last: by then everything that others need of its file is there
    parts = dict.fromkeys(path for entry in entries for path in needed[entry] if path in shared)
    parts.pop(ROOT)
    files = {ROOT: _file([*parts, ROOT], modules, [modules[path].name for path in parts])}
    for entry in entries[1:]:
        own = [path for path in needed[entry] if path not in shared]
        wanted = {name for path in own for name in modules[path].imports if name in shared}
        if entry in shared:
            wanted.add(entry)
        names = ", ".join(sorted(modules[path].name for path in wanted))
        head = f'import {{ {names} }} from "./{ROOT}";\n' if names else ""
        files[file_of(entry)] = head + _file(own, modules, []) + _exports(modules[entry])
    return files


def file_of(path: str) -> str:
    """The name of the file of a module that is asked for later.

    >>> file_of("play/page.js")
    'play-page.js'
    """
    return path.replace("/", "-")


def stripped(source: str) -> str:
    """A script without comments and indentation; texts and regular expressions stay as they are.

    >>> stripped('let a = "//"; // one\\n  /** two */ a = b / c;')
    'let a = "//"; \\na = b / c;'
    """
    return TOKEN.sub(lambda found: found["kept"] or ("\n" if found["space"] else ""), source)


def _reachable(folder: Path) -> dict[str, Module]:
    """The modules that the page can come to, by path."""
    modules: dict[str, Module] = {}
    waiting = [ROOT]
    while waiting:
        path = waiting.pop()
        if path not in modules:
            module = modules[path] = Module(path, (folder / path).read_text("utf-8"))
            waiting += [*module.imports, *module.later]
    return modules


def _in_order(entry: str, modules: Mapping[str, Module]) -> list[str]:
    """A module and all that it imports, each after those that it imports itself."""
    done: dict[str, None] = {}

    def visit(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            raise ValueError(f"{path} imports itself by way of {', '.join(above)}")
        if path not in done:
            for imported in modules[path].imports:
                visit(imported, (*above, path))
            done[path] = None

    visit(entry, ())
    return [*done]


def _file(paths: Iterable[str], modules: Mapping[str, Module], exported: list[str]) -> str:
    text = "".join(modules[path].as_constant(modules) for path in paths)
    return text + (f"export {{ {', '.join(exported)} }};\n" if exported else "")


def _exports(module: Module) -> str:
    return f"export const {{ {', '.join(module.exports)} }} = {module.name};\n"
