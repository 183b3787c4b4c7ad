"""Changes of Python code, placed by its syntax tree.

Left alone: annotations and other code for types, decorators, imports, assertions, texts, f-strings,
``__repr__`` and its kind.
"""

import ast
import re
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

SUFFIX = ".py"
OTHERS = {"==": "!=", "<": "<=", ">": ">=", "in": "not in", "is": "is not", "and": "or", "+": "-"}
OTHERS |= {other: sign for sign, other in OTHERS.items()}
SIGN = re.compile(r"not in|is not|[<>=!]=|[<>+-]|\b(?:in|is|and|or)\b")
"""What may stand between two operands, each of :data:`OTHERS` replaced by its other."""
EXTREMES = {"min": "max", "max": "min"}
SYMMETRIC = {"min", "max", "gcd", "lcm", "isinstance", "issubclass"}
"""Functions whose arguments are not swapped: it changes nothing, or nothing can run."""
FOR_TYPES = {"cast", "NewType", "ParamSpec", "TypeVar"}
LARGEST_OFF_BY_ONE = 100
"""Of larger constants, one more is seldom wrong."""


class Change(NamedTuple):
    """The replacement of a part of a source, both ends counted in bytes."""

    operator: str
    start: int
    end: int
    new: str


def changes(source: str) -> list[Change]:
    """Every change of a module, whose bytes are given as Latin-1: one character each."""
    text = _Text(source)
    return [
        change
        for node in _nodes(ast.parse(source.encode("latin-1")))
        for operator in OPERATORS
        for change in operator(node, text)
    ]


def compiles(source: str) -> bool:
    try:
        compile(source.encode("latin-1"), "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """What may be changed."""
    children: list[ast.AST | None]
    match node:
        case ast.FunctionDef(args=arguments) | ast.AsyncFunctionDef(args=arguments):
            children = [*arguments.defaults, *arguments.kw_defaults, *node.body]
        case ast.ClassDef():
            children = [*node.body]
        case ast.AnnAssign():
            children = [node.value]
        case _:
            children = [*ast.iter_child_nodes(node)]
    if not _is_left_alone(node):
        yield node
        for child in filter(None, children):
            yield from _nodes(child)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.JoinedStr():
            return True
        case ast.FunctionDef(name=name):
            return re.fullmatch(r"__(repr|str)__|_repr_\w+_", name) is not None
        case ast.ClassDef(bases=bases):
            return not {"Protocol", "TypedDict"}.isdisjoint(map(_name, bases))
        case ast.If(test=test):
            return ast.unparse(test) in {"TYPE_CHECKING", "__name__ == '__main__'"}
        case ast.Call(func=function):
            return _name(function) in FOR_TYPES
        case ast.keyword(arg=name):
            return name == "strict"  # of zip: it finds mistakes, as an assertion does
    return False


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(value=ast.Name(id=name)):
            return name
    return ""


class _Text:
    """A source, and where the nodes of its tree stand in it."""

    def __init__(self, source: str) -> None:
        self._source = source
        lines = source.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        last, column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[last - 1] + column

    def of(self, node: ast.expr) -> str:
        return self._source[slice(*self.span(node))]

    def instead(self, operator: str, node: ast.expr | ast.stmt, new: str) -> Iterator[Change]:
        """The replacement of a node that stands in one line."""
        if node.lineno == node.end_lineno:
            yield Change(operator, *self.span(node), new)

    def between(self, operator: str, left: ast.expr, right: ast.expr) -> Iterator[Change]:
        """The replacement of the sign that stands between two nodes."""
        found = SIGN.search(self._source, self.span(left)[1], self.span(right)[0])
        if found and left.end_lineno == right.lineno:
            yield Change(operator, *found.span(), OTHERS[found[0]])

    def swapped(self, one: ast.expr, other: ast.expr) -> Iterator[Change]:
        (start, end), (first, last) = self.span(one), self.span(other)
        if one.lineno == other.end_lineno:
            new = self.of(other) + self._source[end:first] + self.of(one)
            yield Change("swapped arguments", start, last, new)


def _signs(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.Compare(left=first, comparators=others):
            for left, right in pairwise([first, *others]):
                yield from text.between("comparison", left, right)
        case ast.BoolOp(values=values):
            for left, right in pairwise(values):
                yield from text.between("and, or", left, right)
        case ast.UnaryOp(op=ast.Not()):
            yield from text.instead("not", node, re.sub(r"^not\s*", "", text.of(node)))
        case (
            ast.BinOp(left=left, right=right, op=ast.Add() | ast.Sub())
            | ast.AugAssign(target=left, value=right, op=ast.Add() | ast.Sub())
        ):
            if not (_is_string(left) or _is_string(right)):
                yield from text.between("plus, minus", left, right)


def _constants(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool(flag)):
            yield from text.instead("wrong constant", node, str(not flag))
        case ast.Constant(value=int(value) | float(value)):
            if isinstance(value, int) and value <= LARGEST_OFF_BY_ONE:
                yield from text.instead("off by one", node, str(value + 1))
            if value >= 2 or (value and isinstance(value, float)):
                yield from text.instead("wrong constant", node, str(2 * value))


def _calls(node: ast.AST, text: _Text) -> Iterator[Change]:
    if not isinstance(node, ast.Call):
        return
    name, arguments = _name(node.func), node.args
    is_unpacked = any(isinstance(argument, ast.Starred) for argument in arguments)
    if name in EXTREMES:
        yield from text.instead("min, max", node.func, EXTREMES[name])
    if name == "range" and not is_unpacked:
        end = arguments[min(1, len(arguments) - 1)]
        yield from text.instead("off by one", end, f"({text.of(end)}) + 1")
    if name not in SYMMETRIC and not is_unpacked:
        for one, other in pairwise(arguments):
            is_equal = ast.dump(one) == ast.dump(other)
            if not (is_equal or (_is_string(one) and _is_string(other))):
                yield from text.swapped(one, other)


def _statements(node: ast.AST, text: _Text) -> Iterator[Change]:
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            for new in ("False", "True"):
                yield from text.instead("dropped branch", test, new)
        case ast.While(test=test):
            yield from text.instead("dropped branch", test, "False")
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield from text.instead("dropped branch", test, "True")
        case (
            ast.Expr(value=ast.Call() | ast.Await())
            | ast.AugAssign()
            | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
            | ast.Raise()
            | ast.Continue()
            | ast.Break()
        ):
            yield from text.instead("dropped statement", node, "pass")


def _is_string(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


OPERATORS = (_signs, _constants, _calls, _statements)
