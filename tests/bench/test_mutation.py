"""The maker of mutants: each changes one place and compiles; the same seed gives the same set."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.mutation import javascript, python
from bench.mutation.checkout import NEAR, Checkout, Limits, Outcome, outcome, stale_kernels
from bench.mutation.mutant import Change, Mutant, mutated, path_in
from bench.mutation.near import own_tests, surrounding_tests
from bench.mutation.selection import choose
from bench.mutation.trial import KILLED, SURVIVED, Record, Trial, Verdict

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
const a = "d < 2", b = 'e + 3', c = `f ${g({ h: `${i + 4}` })} !j`;
const d = /k<5"[/]+/g.test(a) ? [/6/] : `${"}"} < 7`;
function l(m, n) {}
const o = (m, n) => -m;
class P { q(m, n) {} }
"""


def results(source: str, changes: list[Change]) -> list[tuple[str, str]]:
    return [
        (change.operator, mutated(source, [Mutant.of("m", source, change)])) for change in changes
    ]


# The changes


@pytest.mark.parametrize(("operator", "before", "after"), PYTHON)
def test_an_operator_changes_one_place_of_python(operator: str, before: str, after: str) -> None:
    source = f"for _ in a:\n    {before}\n"
    changed = results(source, python.changes(source))
    assert (operator, f"for _ in a:\n    {after}\n") in changed
    assert all(python.compiles(text) for _, text in changed)


@pytest.mark.parametrize(("operator", "before", "after"), JAVASCRIPT)
def test_an_operator_changes_one_place_of_javascript(
    operator: str, before: str, after: str
) -> None:
    source = f"import a from 'b'; // <\n  {before}\n"
    assert (operator, f"import a from 'b'; // <\n  {after}\n") in results(
        source, javascript.changes(source)
    )


def test_texts_types_and_comments_are_left_alone() -> None:
    assert python.changes(UNTOUCHED_PYTHON) == []
    assert javascript.changes(UNTOUCHED_JAVASCRIPT) == []


def test_equal_arguments_are_not_swapped() -> None:
    source = "f(a, a, *b)\nmin(a, b)\n"
    assert "swapped arguments" not in {change.operator for change in python.changes(source)}


@pytest.mark.slow
def test_javascript_that_does_not_compile_is_seen() -> None:
    assert javascript.compiles("import a from 'b';\nexport const c = a;\n")
    assert not javascript.compiles("const a = ;\n")


# The set


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    package = tmp_path / "tree/src/marienbad"
    body = "".join(f"def f{n}(a, b):\n    return a + b < {n}\n\n\n" for n in range(9))
    script = "".join(f"export const f{n} = (a, b) => a + b < {n};\n" for n in range(9))
    for name in ("a/one.py", "a/two.py", "b/three.py", "b/c/four.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(body, "utf-8")
    (package / "web/static/d").mkdir(parents=True)
    (package / "web/static/d/five.js").write_text(script, "utf-8")
    return tmp_path / "tree"


@pytest.mark.slow
def test_the_same_seed_gives_the_same_set(tree: Path) -> None:
    chosen = choose(tree, 8, 1)
    assert chosen == choose(tree, 8, 1)
    assert chosen != choose(tree, 8, 2)
    assert len({(mutant.path, mutant.line) for mutant in chosen}) == len(chosen) == 8
    assert sum(mutant.path.endswith(".js") for mutant in chosen) == 1
    assert {mutant.path.split("/")[2] for mutant in chosen} == {"a", "b", "web"}


def test_every_chosen_mutant_changes_one_line(tree: Path) -> None:
    for mutant in choose(tree, 8, 3):
        source = (tree / mutant.path).read_text("utf-8")
        lines = zip(source.split("\n"), mutated(source, [mutant]).split("\n"), strict=True)
        different = [pair for pair in lines if pair[0] != pair[1]]
        assert [(one.strip(), other.strip()) for one, other in different] == [
            (mutant.line, mutant.changed_line)
        ]


def test_a_mutant_is_found_again_in_a_changed_tree(tree: Path) -> None:
    mutant = Mutant("src/marienbad/b/three.py", "x", "return a + b < 4", 0, 9, 10, "-")
    path = tree / mutant.path
    path.write_text("# new\n" + path.read_text("utf-8"), "utf-8")
    assert path_in(tree, mutant) == mutant.path
    assert mutant.line_number(path.read_text("utf-8")) == 19
    for other in ("a/one", "a/two", "b/c/four"):
        (tree / f"src/marienbad/{other}.py").write_text("", "utf-8")
    path.rename(tree / "src/marienbad/new.py")
    assert path_in(tree, mutant) == "src/marienbad/new.py"
    (tree / "src/marienbad/new.py").write_text("a - b\n", "utf-8")
    assert path_in(tree, mutant) is None


def test_a_record_gives_back_the_last_verdict(tmp_path: Path) -> None:
    mutant = Mutant("a.py", "not", "if not é:", 1, 3, 8, "é")
    record = Record(tmp_path / "record.jsonl")
    assert record.read() == {}
    for test in ("one", "two"):
        record.add(Verdict(mutant, KILLED, test, 1.5))
    assert record.read() == {mutant: Verdict(mutant, KILLED, "two", 1.5)}


# The copy and its tests


def test_the_copy_is_restored_with_its_times(tree: Path, tmp_path: Path) -> None:
    path = tree / "src/marienbad/b/three.py"
    os.utime(path, ns=(1_000_000_001, 2_000_000_003))
    before = path.read_bytes()
    copy = Checkout(tree, tmp_path / "copy")
    own = copy.root / "src/marienbad/b/three.py"
    mutants = [
        Mutant("src/marienbad/b/three.py", "plus, minus", f"return a + b < {n}", 0, 9, 10, "-")
        for n in (2, 5)
    ]
    with copy.changed(mutants):
        assert own.read_bytes().count(b"a - b") == 2
        assert own.stat().st_mtime_ns != 2_000_000_003
        assert path.read_bytes() == before
    assert own.read_bytes() == before
    assert own.stat().st_mtime_ns == 2_000_000_003


def test_a_kernel_is_stale_with_those_that_it_imports(tree: Path) -> None:
    folder = tree / "src/marienbad/a"
    (folder / "__pycache__").mkdir()
    for name, text in (("one", ""), ("two", "from marienbad.a.one import f\n"), ("three", "")):
        (folder / f"{name}.py").write_text(text, "utf-8")
        (folder / "__pycache__" / f"{name}.f-1.py311.nbi").touch()
    assert stale_kernels(tree, [folder / "one.py"]) == {folder / "one.py", folder / "two.py"}
    assert stale_kernels(tree, [folder / "two.py"]) == {folder / "two.py"}
    assert stale_kernels(tree, [tree / "src/marienbad/b/three.py"]) == set()


def test_the_nearest_tests_have_the_name_of_the_module_then_that_of_its_folder(tree: Path) -> None:
    names = ("a/test_one", "a/test_other", "b/test_first", "page/test_d", "page/test_e")
    for name in names:
        path = tree / f"tests/{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tree / "tests/b/test_first.py").write_text("from marienbad.a import one\n", "utf-8")
    module = "src/marienbad/a/one.py"
    assert own_tests(tree, module) == ["tests/a/test_one.py", "tests/b/test_first.py"]
    assert surrounding_tests(tree, module) == ["tests/a/test_other.py"]
    assert own_tests(tree, "src/marienbad/web/static/d/five.js")[0] == "tests/page/test_d.py"


@pytest.mark.parametrize(
    ("output", "status", "expected"),
    [
        ("a.py::b PASSED [100%]\n== 1 passed in 1s ==\n", 0, Outcome((), is_complete=True)),
        (
            "a.py::b[c d] FAILED   [100%]\nFAILED a.py::b[c d] - x\n== 1 failed in 1s ==\n",
            1,
            Outcome(("a.py::b[c d]",), is_complete=True),
        ),
        (
            "[gw0] [ 50%] FAILED a.py::b[c - d] \n[gw1] [100%] PASSED a.py::e \n== in 1s ==\n",
            1,
            Outcome(("a.py::b[c - d]",), is_complete=True),
        ),
        ("ERROR a.py - No\n== 1 error in 1s ==\n", 2, Outcome(("a.py",), is_complete=True)),
        (
            "a.py::b PASSED [ 50%]\na.py::c Timeout (0:00:05)!\nThread 1\n",
            1,
            Outcome(("a.py::c",), is_complete=False, is_endless=True),
        ),
        ("a.py::c ", -9, Outcome(("a.py::c",), is_complete=False, is_endless=True)),
        ("ImportError while loading conftest\n", 4, Outcome((), is_complete=False)),
        (
            "ERROR: not found: x/checkout/a.py::b\n(no match)\n",
            4,
            Outcome((), is_complete=True, missing=("a.py::b",)),
        ),
    ],
)
def test_what_pytest_prints_is_read(output: str, status: int, expected: Outcome) -> None:
    assert outcome(output, status) == expected


# The verdicts


class Pretence(Checkout):
    """A checkout whose tests fail by the operators of the mutants that are in it."""

    def __init__(self, failing: dict[str, set[str]]) -> None:
        self.failing = failing
        self.runs: list[tuple[str, ...]] = []
        self.present: set[str] = set()

    @contextmanager
    def changed(self, mutants: Sequence[Mutant]) -> Iterator[None]:
        self.present = {mutant.operator for mutant in mutants}
        yield
        self.present = set()

    def test(
        self,
        tests: Sequence[str],
        *options: str,
        limits: Limits = NEAR,
        ignored: Iterable[str] = (),
    ) -> Outcome:
        self.runs.append(tuple(tests))
        failed = [
            test
            for test in tests or self.failing
            if test not in ignored and (not self.failing[test] or self.failing[test] & self.present)
        ]
        return Outcome(tuple(failed), is_complete=True)


def test_the_whole_suite_runs_once_and_what_fails_finds_each_mutant(tree: Path) -> None:
    failing = {"t::1": {"b"}, "t::2": {"b", "e"}, "t::3": {"none of them"}, "t::anyway": set[str]()}
    checkout = Pretence(failing)
    mutants = [Mutant("m.py", name, "", 0, 0, 0, "") for name in "abcdefgh"]
    found = {v.mutant.operator: v for v in Trial(tree, [checkout], {}).together(mutants)}
    killed = {name: verdict.test for name, verdict in found.items() if verdict.verdict == KILLED}
    assert killed == {"b": "t::1", "e": "t::2"}
    assert {found[name].verdict for name in "acdfgh"} == {SURVIVED}
    assert checkout.runs.count(()) == 1
    assert all("t::anyway" not in tests for tests in checkout.runs[2:])


def test_a_test_that_fails_anyway_kills_nothing(tree: Path) -> None:
    test = "tests/a/test_one.py"
    (tree / test).parent.mkdir(parents=True)
    (tree / test).touch()
    checkout = Pretence({test: set()})
    mutant = Mutant("src/marienbad/a/one.py", "x", "return a + b < 4", 0, 9, 10, "-")
    verdicts = [*Trial(tree, [checkout], {}).near([mutant])]
    assert [verdict.verdict for verdict in verdicts] == [KILLED, SURVIVED]
