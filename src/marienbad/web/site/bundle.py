"""The modules of the page in few files: a browser far away asks for two, and not for fifty.

The modules are written one by one, and remain what is meant; this puts them together when the
server starts. It reads the few forms that they are written in, and refuses any other: named imports
and exports at the beginning of a line, ``import("./…")`` for what is needed later, ``new
URL("./….js", import.meta.url)`` for what runs in a thread of its own, and no module that imports
itself by way of others. A division has a space after its sign: that is how a regular expression is
told from it.

What ``app.js`` imports is in its file, with what the first page shares with any other; what only
others share is in a file of its own; the rest is in the file of the module for later that needs it.
A thread has one file with all that it needs.
"""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname, join, normpath

ROOT = "app.js"
FIRST = "play/page.js"
"""The page that has to come soonest: nothing that only others need comes before it."""
SHARED = "shared.js"
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
APART = re.compile(r'\bnew URL\("(\.[^"]+\.js)", import\.meta\.url\)')
UNREAD = re.compile(r"^(?:import\s|export\b).*$", re.MULTILINE)


class Module:
    """One module, without its comments: what it imports, now and later, and what it exports."""

    def __init__(self, path: str, source: str) -> None:
        text = stripped(source)
        self.path = path
        self.name = re.sub(r"\W", "_", path.removesuffix(".js"))
        self.imports = [self._path(found[2]) for found in IMPORT.finditer(text)]
        self.later = [self._path(written) for written in LATER.findall(text)]
        self.apart = [self._path(written) for written in APART.findall(text)]
        self.exports = [found[2] for found in EXPORT.finditer(text)]
        self.text = EXPORT.sub(r"\1 \2", text)
        left = UNREAD.search(IMPORT.sub("", self.text))
        if left:
            raise ValueError(f"{path}: {left[0]!r} is not a form that can be put together")

    def _path(self, written: str) -> str:
        """The path of another module, as this one writes it."""
        return normpath(join(dirname(self.path), written))

    def as_constant(self, modules: Mapping[str, "Module"], places: Mapping[str, str]) -> str:
        """The module as a constant that holds what it exports; ``places`` are all files by path."""

        def imported(found: re.Match[str]) -> str:
            names = re.sub(r"\s+as\s+", ": ", found[1])
            return f"const {names} = {modules[self._path(found[2])].name};"

        def asked_later(found: re.Match[str]) -> str:
            path = self._path(found[1])
            asked, name = f'import("./{places[path]}")', modules[path].name
            if places[path] == file_of(path):
                return asked
            return f"{asked}.then(({{ {name} }}) => {name})"

        def apart(found: re.Match[str]) -> str:
            return f'new URL("./{file_of(self._path(found[1]))}", import.meta.url)'

        text = LATER.sub(asked_later, IMPORT.sub(imported, self.text)).strip()
        text = APART.sub(apart, text)
        exported = ", ".join(self.exports)
        return f"const {self.name} = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();\n"


def bundled(folder: Path, first: str = FIRST) -> dict[str, str]:
    """The files by name: ``app.js``, what others share, and one for each module for later."""
    modules = _reachable(folder)
    entries = [ROOT, *sorted({path for module in modules.values() for path in module.later})]
    needed = {entry: _in_order(entry, modules) for entry in entries}
    places = _places(needed, first)
    # app.js itself comes last: by then everything that others need of its file is there
    order = dict.fromkeys(path for entry in entries for path in needed[entry])
    order[ROOT] = order.pop(ROOT)
    held: dict[str, list[str]] = {}
    for path in order:
        held.setdefault(places[path], []).append(path)
    files = {name: _file(name, paths, places, modules) for name, paths in held.items()}
    threads = {path for module in modules.values() for path in module.apart}
    return files | {file_of(path): _thread(path, modules) for path in sorted(threads)}


def _places(needed: Mapping[str, list[str]], first: str) -> dict[str, str]:
    """The file of each module."""
    counted = Counter(path for entry, paths in needed.items() if entry != ROOT for path in paths)
    soon = {*needed[ROOT]}
    soon |= {path for path in needed.get(first, ()) if counted[path] > 1}
    return {
        path: ROOT if path in soon else SHARED if counted[path] > 1 else file_of(entry)
        for entry, paths in needed.items()
        for path in paths
    }


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
            waiting += [*module.imports, *module.later, *module.apart]
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


def _thread(path: str, modules: Mapping[str, Module]) -> str:
    """The file of a thread, which takes nothing from others: their files belong to the page."""
    needed = _in_order(path, modules)
    if any(modules[one].later for one in needed):
        raise ValueError(f"{path} runs apart, and can ask for nothing later")
    return "".join(modules[one].as_constant(modules, {}) for one in needed)


def _file(
    name: str, paths: list[str], places: Mapping[str, str], modules: Mapping[str, Module]
) -> str:
    """A file: what it takes from others, its modules, and what it has for others."""
    taken: dict[str, set[str]] = {}
    for path in (path for own in paths for path in modules[own].imports):
        if places[path] != name:
            taken.setdefault(places[path], set()).add(modules[path].name)
    lines = [
        f'import {{ {", ".join(sorted(names))} }} from "./{other}";\n'
        for other, names in sorted(taken.items())
    ]
    lines += [modules[path].as_constant(modules, places) for path in paths]
    if name in (ROOT, SHARED):
        given = [modules[path].name for path in paths if path != ROOT]
        lines.append(f"export {{ {', '.join(given)} }};\n" if given else "")
    else:
        module = next(modules[path] for path in paths if file_of(path) == name)
        lines.append(f"export const {{ {', '.join(module.exports)} }} = {module.name};\n")
    return "".join(lines)
