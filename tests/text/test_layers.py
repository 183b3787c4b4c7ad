"""The modules of the words stand in layers: data, catalogues, forms of writing, doors."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

from marienbad import text

MODULES = {path.stem: path for path in Path(text.__path__[0]).glob("*.py")}


def imported(node: ast.AST) -> Iterator[str]:
    """The modules of the package that are imported, also within functions; not for types alone."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("marienbad.text."):
        yield str(node.module).rpartition(".")[2]
    for child in ast.iter_child_nodes(node):
        yield from imported(child)


def test_no_module_needs_one_that_needs_it() -> None:
    needs = {
        name: {*imported(ast.parse(path.read_text("utf-8")))} for name, path in MODULES.items()
    }
    assert set().union(*needs.values()) <= needs.keys()
    order = [*TopologicalSorter(needs).static_order()]  # a cycle raises CycleError
    assert order.index("mathematics") < order.index("plain") < order.index("problems")
