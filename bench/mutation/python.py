"""The changes of Python code, placed by its syntax tree.

Left alone: annotations and other code for types, decorators, imports, assertions, texts, f-strings,
``__repr__`` and its kind, and places that reach over more than one line.
"""

import ast
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from bench.mutation.mutant import Change

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
EXTREMES = {"min": "max", "max": "min"}
SYMMETRIC = {"min", "max", "gcd", "lcm", "isinstance", "issubclass"}
"""Functions whose arguments are not swapped: it changes nothing, or nothing can run."""
FOR_TYPES = {"cast", "NewType", "ParamSpec", "TypeVar"}
SHOWING = re.compile(r"__(repr|str)__|_repr_\w+_")
LARGEST_OFF_BY_ONE = 100
"""Of larger constants, one more is seldom wrong."""


def changes(source: str) -> list[Change]:
    """Every change of a module."""
    text = _Text(source)
    return [
        change
        for node in _nodes(ast.parse(source))
        for operator in OPERATORS
        for change in operator(node, text)
    ]


def compiles(source: str) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


# Which code is changed


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    if not _is_left_alone(node):
        yield node
        for child in _children(node):
            yield from _nodes(child)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.JoinedStr():
            return True
        case ast.FunctionDef(name=name):
            return SHOWING.fullmatch(name) is not None
        case ast.ClassDef(bases=bases):
            return any(_name(base) in {"Protocol", "TypedDict"} for base in bases)
        case ast.If(test=test):
            return ast.unparse(test) in {"TYPE_CHECKING", "__name__ == '__main__'"}
        case ast.Call(func=function):
            return _name(function) in FOR_TYPES
        case ast.keyword(arg=name):
            return name == "strict"  # of zip: it finds mistakes, as an assertion does
    return False


def _children(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.FunctionDef(args=arguments) | ast.AsyncFunctionDef(args=arguments):
            yield from arguments.defaults
            yield from filter(None, arguments.kw_defaults)
            yield from node.body
        case ast.ClassDef():
            yield from node.body
        case ast.AnnAssign(value=value):
            yield from filter(None, [value])
        case _:
            yield from ast.iter_child_nodes(node)


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(value=ast.Name(id=name)):
            return name
    return ""


class _Text:
    """The lines of a source, and changes by the nodes that stand in them.

    The syntax tree counts bytes, a change counts characters.
    """

    def __init__(self, source: str) -> None:
        self.lines = [line.encode() for line in source.split("\n")]

    def of(self, node: ast.expr) -> str:
        line = self.lines[node.lineno - 1]
        return line[node.col_offset : node.end_col_offset].decode()

    def instead(
        self,
        operator: str,
        first: ast.expr | ast.stmt,
        replacement: str,
        last: ast.expr | None = None,
    ) -> Iterator[Change]:
        """The replacement of a node, or of all from it to the end of another."""
        end = last or first
        if first.lineno == end.end_lineno and end.end_col_offset is not None:
            yield self._change(
                operator, first.lineno, first.col_offset, end.end_col_offset, replacement
            )

    def between(
        self, operator: str, left: ast.expr, right: ast.expr, old: str, new: str
    ) -> Iterator[Change]:
        """The replacement of the sign that stands between two nodes."""
        if left.end_lineno == right.lineno and left.end_col_offset is not None:
            start = self.lines[right.lineno - 1].find(
                old.encode(), left.end_col_offset, right.col_offset
            )
            if start >= 0:
                yield self._change(operator, right.lineno, start, start + len(old), new)

    def _change(self, operator: str, number: int, start: int, end: int, new: str) -> Change:
        line = self.lines[number - 1]
        return Change(
            operator, number - 1, len(line[:start].decode()), len(line[:end].decode()), new
        )


# The operators


def _comparison(node: ast.AST, text: _Text) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        sides = pairwise([node.left, *node.comparators])
        for kind, (left, right) in zip(node.ops, sides, strict=True):
            yield from text.between("comparison", left, right, *COMPARISONS[type(kind)])


def _connective(node: ast.AST, text: _Text) -> Iterator[Change]:
    if isinstance(node, ast.BoolOp):
        signs = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in pairwise(node.values):
            yield from text.between("and, or", left, right, *signs)


def _sum(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.BinOp(left=left, right=right) | ast.AugAssign(target=left, value=right):
            signs = {ast.Add: ("+", "-"), ast.Sub: ("-", "+")}.get(type(node.op))
            if signs and not any(_is_string(side) for side in (left, right)):
                yield from text.between("plus, minus", left, right, *signs)


def _is_string(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _extreme(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in EXTREMES:
            yield from text.instead("min, max", node.func, EXTREMES[name])


def _negation(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.UnaryOp(op=ast.Not()) if node.lineno == node.end_lineno:
            rest = re.sub(r"^not\s*", "", text.of(node))
            yield from text.instead("not", node, rest)


def _constant(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool(value)):
            yield from text.instead("wrong constant", node, str(not value))
        case ast.Constant(value=int(value)):
            if value <= LARGEST_OFF_BY_ONE:
                yield from text.instead("off by one", node, str(value + 1))
            if value >= 2:
                yield from text.instead("wrong constant", node, str(2 * value))
        case ast.Constant(value=float(value)) if value:
            yield from text.instead("wrong constant", node, str(2 * value))


def _range(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=[end] | [_, end] | [_, end, _]):
            if end.lineno == end.end_lineno and not isinstance(end, ast.Starred):
                yield from text.instead("off by one", end, f"({text.of(end)}) + 1")


def _swap(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.Call(func=function, args=arguments) if _name(function) not in SYMMETRIC:
            for one, other in pairwise(arguments):
                if one.lineno == other.end_lineno and _can_swap(one, other):
                    line = text.lines[one.lineno - 1]
                    between = line[one.end_col_offset : other.col_offset].decode()
                    swapped = text.of(other) + between + text.of(one)
                    yield from text.instead("swapped arguments", one, swapped, other)


def _can_swap(one: ast.expr, other: ast.expr) -> bool:
    """Two arguments that are not the same, nor unpacked, nor both words of a sentence."""
    return (
        ast.dump(one) != ast.dump(other)
        and not isinstance(one, ast.Starred)
        and not isinstance(other, ast.Starred)
        and not (_is_string(one) and _is_string(other))
    )


def _branch(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            for value in ("False", "True"):
                yield from text.instead("dropped branch", test, value)
        case ast.While(test=test):
            yield from text.instead("dropped branch", test, "False")
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield from text.instead("dropped branch", test, "True")


def _statement(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case (
            ast.Expr(value=ast.Call() | ast.Await())
            | ast.AugAssign()
            | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
            | ast.Raise()
            | ast.Continue()
            | ast.Break()
        ):
            yield from text.instead("dropped statement", node, "pass")


OPERATORS: tuple[Callable[[ast.AST, _Text], Iterator[Change]], ...] = (
    _comparison,
    _connective,
    _sum,
    _extreme,
    _negation,
    _constant,
    _range,
    _swap,
    _branch,
    _statement,
)
