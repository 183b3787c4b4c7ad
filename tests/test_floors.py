"""The floors of the house: who may import whom, and what `import marienbad` may load."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.support import PATIENCE

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = SOURCE / "marienbad"
FLOORS = (
    ("checker", "values"),
    ("numeration",),
    ("text", "drawing"),
    ("heaps", "games"),
    ("solver",),
    ("theories",),
    ("prover",),
    ("registry", "answer", "analysis", "study"),
    ("play",),
    ("school",),
    ("cli", "tui", "web"),
)
LEVEL = {part: level for level, parts in enumerate(FLOORS) for part in parts}
FACES = FLOORS[-1]
STARTED_BY_THE_COMMAND_LINE = ("tui", "web")
HEAVY = ("asyncio", "gmpy2", "numba", "numpy", "shtab", "tqdm")
ABOVE_THE_FLOORS = (PACKAGE / "__init__.py", PACKAGE / "__main__.py")
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path not in ABOVE_THE_FLOORS)


def part_of(module: str) -> str:
    """The floor's part that a dotted name belongs to; "" for the package itself."""
    return module.partition(".")[2].partition(".")[0]


def imports(tree: ast.AST, at_start: bool = True) -> Iterator[tuple[str, bool]]:
    """Every imported name of this package, and whether importing the module imports it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.expr):
            continue  # no import can stand in an expression
        else:
            later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            yield from imports(node, at_start and not later and not for_types)
            continue
        yield from ((name, at_start) for name in names if name.split(".")[0] == "marienbad")


def may_import(importer: str, imported: str, at_start: bool) -> bool:
    if importer == imported:
        return True
    if importer == "cli" and imported in STARTED_BY_THE_COMMAND_LINE:
        return not at_start
    if importer in FACES and imported not in LEVEL:
        # The faces may use the package's public names (marienbad.game) and its version.
        return True
    if imported not in LEVEL:
        return False
    if LEVEL[importer] == LEVEL[imported]:
        return importer not in FACES
    return LEVEL[imported] < LEVEL[importer]


@pytest.mark.slow
def test_a_module_imports_only_from_its_floor_and_those_above() -> None:
    forbidden = []
    for path in MODULES:
        importer = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        assert importer in LEVEL, f"{importer} stands on no floor: add it to FLOORS"
        forbidden += [
            (str(path.relative_to(PACKAGE)), name)
            for name, at_start in imports(ast.parse(path.read_text("utf-8")))
            if not may_import(importer, part_of(name), at_start)
        ]
    assert not forbidden


@pytest.mark.parametrize(
    ("importer", "code", "allowed"),
    [
        ("theories", "from marienbad.solver.search import solve", True),
        ("solver", "from marienbad.theories import nim", False),
        ("solver", "from marienbad import theories", False),
        ("numeration", "import marienbad.text.explanation", False),
        ("heaps", "from marienbad.games.nim import NimRules", True),
        ("analysis", "import marienbad", False),
        ("tui", "from marienbad.web import app", False),
        ("cli", "from marienbad.web import app", False),
        ("cli", "def serve():\n    from marienbad.web import app", True),
        ("cli", "from marienbad import __version__", True),
    ],
)
def test_the_rule_itself(importer: str, code: str, allowed: bool) -> None:
    ((name, at_start),) = imports(ast.parse(code))
    assert may_import(importer, part_of(name), at_start) is allowed


def package_edges() -> dict[str, dict[str, set[str]]]:
    """By package which of its modules and packages import which others, at their start."""
    edges: dict[str, dict[str, set[str]]] = {}
    for path in MODULES:
        module = path.relative_to(SOURCE).with_suffix("").parts
        for name, at_start in imports(ast.parse(path.read_text("utf-8"))):
            common, own, other = [], [*module], name.split(".")
            while own and other and own[0] == other[0]:
                common.append(own.pop(0))
                del other[0]
            if at_start and own and other:
                edges.setdefault(".".join(common), {}).setdefault(own[0], set()).add(other[0])
    return edges


@pytest.mark.slow
def test_what_stands_side_by_side_imports_in_one_direction() -> None:
    for package, edges in package_edges().items():
        try:
            TopologicalSorter(edges).prepare()
        except CycleError as problem:
            pytest.fail(f"in {package}: {' → '.join(problem.args[1])}")


def printed(*arguments: str) -> str:
    process = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_the_standard_library_suffices() -> None:
    code = (
        f"import sys; sys.path.append({str(SOURCE)!r}); import marienbad;"
        "print(marienbad.game('wythoff:a=2').analyse((26, 66)).winning_moves)"
    )
    # -S leaves out whatever is installed: only this package and the standard library are seen.
    assert printed("-I", "-S", "-c", code) == "((0, 2),)\n"


def test_importing_loads_nothing_heavy() -> None:
    loaded = printed("-c", "import marienbad, sys; marienbad.game; print(*sys.modules)").split()
    assert "marienbad" in loaded
    assert not set(HEAVY) & set(loaded)


def test_the_jobs_of_the_server_need_only_the_standard_library() -> None:
    code = (
        f"import sys; sys.path.append({str(SOURCE)!r});"
        "from marienbad.web.api.routes import ROUTES, answer_of, import_jobs; import_jobs();"
        "(job,) = (one.function for one in ROUTES if one.path == '/api/check');"
        "asked = {'game': 'nim', 'position': '1,2', 'take': '0,1', 'lang': 'en'};"
        "print(answer_of(job, asked).decode())"
    )
    assert printed("-I", "-S", "-c", code) == '{"legal":true,"reason":null,"leave":[1,1]}\n'
