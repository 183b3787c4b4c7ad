"""The maker of mutants: each changes one place and compiles; the same seed gives the same set."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

import pytest

from bench.mutation import Mutant, choose, javascript, killers, python, report
from bench.mutation.checkout import FAILED, Checkout, is_compiled, nearest_tests
from bench.mutation.python import Change

PYTHON = [
    ("comparison", "a < b", "a <= b"),
    ("comparison", "0 <= a", "0 < a"),
    ("comparison", "a == b", "a != b"),
    ("comparison", "a not in b", "a in b"),
    ("off by one", "a[1]", "a[2]"),
    ("off by one", "range(a, b)", "range(a, (b) + 1)"),
    ("wrong constant", "x = True", "x = False"),
    ("wrong constant", "MOST = 3_000", "MOST = 6000"),
    ("swapped arguments", "f(α, b + c)", "f(b + c, α)"),
    ("dropped branch", "x = a if b else c", "x = a if False else c"),
    ("dropped branch", "while a: b", "while False: b"),
    ("dropped branch", "[a for a in b if c]", "[a for a in b if True]"),
    ("dropped statement", "a.b(c)  # why", "pass  # why"),
    ("dropped statement", "a.b = c", "pass"),
    ("dropped statement", "raise Wrong", "pass"),
    ("and, or", "a and b", "a or b"),
    ("plus, minus", '"α", a + b', '"α", a - b'),
    ("plus, minus", "a -= b", "a += b"),
    ("min, max", "min(a, b)", "max(a, b)"),
    ("not", "x = not (a or b)", "x = (a or b)"),
]
JAVASCRIPT = [
    ("comparison", "a < b", "a <= b"),
    ("comparison", "a === b", "a !== b"),
    ("off by one", "a[1]", "a[2]"),
    ("wrong constant", "const a = true;", "const a = false;"),
    ("wrong constant", "f(300)", "f(600)"),
    ("swapped arguments", "f(a, [b, c])", "f([b, c], a)"),
    ("dropped branch", "if (f(a)) b();", "if (false) b();"),
    ("dropped statement", "{ this.a = f(b); }", "{ ; }"),
    ("dropped statement", "; await f(b);", "; ;"),
    ("and, or", "a && b", "a || b"),
    ("plus, minus", "a - b", "a + b"),
    ("plus, minus", "a += b", "a -= b"),
    ("min, max", "Math.min(a, b)", "Math.max(a, b)"),
    ("not", "f(!a)", "f(a)"),
]
UNTOUCHED_PYTHON = '''
"""At most 3, and not < 2."""
import a.b
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    MOST = 3
def f(a: "A[1]", *, b: B[2]) -> C[3]:
    """One + one."""
    assert a < 1
    return f"{a + 1}"
class D:
    a: E[4]
    @cached(5)
    def __repr__(self):
        return g(a, 6 + 7)
class F(Protocol):
    a = 8
X = cast(Y, 9)
'''
UNTOUCHED_JAVASCRIPT = r"""
// a < 1
/* b && !c */
const a = "d < 2", b = 'e + 3', c = `f ${g({ h: i + 4 }, `${i}`)} !j`;
const d = /k<5"[/]+/g.test(a) ? [/6/] : `${"}"} < 7`;
function l(m, n) {}
const o = (m, n) => -m;
class P { q(m, n) {} }
"""


def results(language: ModuleType, source: str) -> list[tuple[str, str]]:
    text = source.encode().decode("latin-1")
    found: list[Change] = language.changes(text)
    changed = [(change.operator, Mutant("m", text, change).changed) for change in found]
    return [(operator, after.encode("latin-1").decode()) for operator, after in changed]


@pytest.mark.parametrize(
    ("language", "frame", "row"),
    [
        *((python, "for _ in a:\n    {}\n", row) for row in PYTHON),
        *((javascript, "import a from 'b'; // <\n  {}\n", row) for row in JAVASCRIPT),
    ],
)
def test_an_operator_changes_one_place(
    language: ModuleType, frame: str, row: tuple[str, str, str]
) -> None:
    operator, *texts = row
    before, after = (frame.replace("{}", text) for text in texts)
    changed = results(language, before)
    assert (operator, after) in changed
    if language is python:
        assert all(python.compiles(text.encode().decode("latin-1")) for _, text in changed)


def test_texts_types_and_comments_are_left_alone() -> None:
    assert results(python, UNTOUCHED_PYTHON) == []
    assert results(javascript, UNTOUCHED_JAVASCRIPT) == []


def test_equal_arguments_and_those_of_min_are_not_swapped() -> None:
    found = results(python, "f(a, a)\nmin(a, b)\nf(a, *b)\n")
    found += results(javascript, "f();\nconst a = Math.min(b, c);\n")
    assert "swapped arguments" not in {operator for operator, _ in found}


@pytest.mark.slow
def test_javascript_that_does_not_compile_is_seen() -> None:
    assert javascript.compiles("import a from 'b';\nexport const c = a;\n")
    assert not javascript.compiles("const a = ;\n")


def touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    package = tmp_path / "tree/src/marienbad"
    body = "".join(f"def f{n}(a, b):\n    return a + b < {n}\n\n\n" for n in range(9))
    script = "".join(f"export const f{n} = (a, b) => a + b < {n};\n" for n in range(9))
    modules = {f"{name}.py": body for name in ("a/one", "a/two", "b/three", "b/c/four")}
    for name, text in (modules | {"web/static/d/five.js": script}).items():
        touch(package, name)
        (package / name).write_text(text, "utf-8")
    return tmp_path / "tree"


@pytest.mark.slow
def test_the_same_seed_gives_the_same_set(tree: Path) -> None:
    chosen = [*choose(tree, 8, 1)]
    assert chosen == [*choose(tree, 8, 1)]
    assert chosen != [*choose(tree, 8, 2)]
    assert len({(mutant.path, mutant.line) for mutant in chosen}) == len(chosen) == 8
    assert sum(mutant.path.endswith(".js") for mutant in chosen) == 1
    for mutant in chosen:
        lines = zip(mutant.source.split("\n"), mutant.changed.split("\n"), strict=True)
        assert [number for number, (old, new) in enumerate(lines) if old != new] == [mutant.line]


def test_the_copy_is_restored_with_its_times(tree: Path, tmp_path: Path) -> None:
    path = tree / "src/marienbad/b/three.py"
    os.utime(path, ns=(1_000_000_001, 2_000_000_003))
    before = path.read_bytes()
    copy = Checkout(tree, tmp_path / "copy")
    own = copy.root / "src/marienbad/b/three.py"
    with copy.changed("src/marienbad/b/three.py", b"changed"):
        assert own.read_bytes() == b"changed"
        assert path.read_bytes() == before
    assert own.read_bytes() == before
    assert own.stat().st_mtime_ns == 2_000_000_003


def test_a_module_is_compiled_itself_or_with_one_that_imports_it(tree: Path) -> None:
    folder = tree / "src/marienbad/a"
    touch(folder, "__pycache__/one.f-1.py311.nbi")
    (folder / "one.py").write_text("from marienbad.b.three import f\n", "utf-8")
    compiled = [path.stem for path in tree.rglob("*.py") if is_compiled(tree, path)]
    assert sorted(compiled) == ["one", "three", "two"]


def test_the_nearest_tests_have_the_name_of_the_module_then_that_of_its_folder(tree: Path) -> None:
    touch(tree, *(f"tests/{name}.py" for name in ("a/test_one", "a/test_other", "b/test_first")))
    touch(tree, "tests/page/test_d.py", "tests/page/test_e.py")
    (tree / "tests/b/test_first.py").write_text("from marienbad.a import one\n", "utf-8")
    assert [tests for tests, _ in nearest_tests(tree, "src/marienbad/a/one.py")] == [
        ["tests/a/test_one.py", "tests/b/test_first.py"],
        ["tests/a/test_other.py"],
    ]
    ((tests, _),) = nearest_tests(tree, "src/marienbad/web/static/d/five.js")
    assert tests[0] == "tests/page/test_d.py"


def test_a_failure_is_read_from_the_summary_of_pytest() -> None:
    summary = "FAILED tests/a.py::b[c d] - x\nERROR tests/e.py - No\n== 1 failed in 1s ==\n"
    assert FAILED.findall(summary) == ["tests/a.py::b", "tests/e.py"]


def test_a_test_that_fails_anyway_kills_nothing(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch(tree, "tests/a/test_one.py", "tests/a/test_two.py")
    checkout = Checkout(tree, tmp_path / "copy")
    before = (tree / "src/marienbad/a/one.py").read_text("latin-1")

    def failure(tests: Sequence[str], _marked: str, ignored: Iterable[str] = ()) -> str | None:
        is_changed = (checkout.root / "src/marienbad/a/one.py").read_text("latin-1") != before
        failing = {"tests/a/test_two.py", *(["tests/a/test_one.py"] if is_changed else [])}
        return next((test for test in tests if test in failing and test not in ignored), None)

    monkeypatch.setattr(checkout, "failure", failure)
    mutants = [
        Mutant(f"src/marienbad/a/{name}.py", before, Change("x", 0, 3, "not"))
        for name in ("one", "two")
    ]
    found = killers([checkout], mutants)
    assert found == {mutants[0]: "tests/a/test_one.py"}
    rows = [(str(row).split("\n")[0], row.is_missed) for row in report(mutants, found)]
    assert [row.split() for row, _ in rows[:2]] == [["a", "2", "1", "1"], ["all", "2", "1", "1"]]
    assert rows[2:] == [("src/marienbad/a/two.py:1 (x)", True)]
