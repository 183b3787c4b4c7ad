"""The checker: its arithmetic against enumeration, and certificates that it must not accept."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad import checker
from marienbad.checker import Atom, Budget, Condition, Numeration, Rejected, Unreadable, check
from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.prover.certificates.checking import smallest_error
from marienbad.prover.certificates.writing import certificate
from marienbad.prover.games.claims import claim
from marienbad.prover.games.proof import Proof, prove
from tests.support import PATIENCE

GAMES = (
    "nim",
    "marienbad",
    "wythoff",
    "wythoff:misere",
    "wythoff:a=2",
    "wythoff:a=3,misere",
    "wythoff:b=3",
    "wythoff:a=2,b=2",
)
SYSTEMS: dict[str, dict[str, Any]] = {
    "base 3": {"language": [[0, 0, 0]], "free": [0], "first": [1], "recurrence": [[3]]},
    "Fibonacci": {"language": [[0, 1], [0]], "free": [0], "first": [1, 2], "recurrence": [[1, 1]]},
    "[1; (1, 2)]": {
        "language": [[2, 2, 3], [2], [0, 1], [0]],
        "free": [0, 2],
        "first": [1, 2],
        "recurrence": [[2, 1], [1, 1]],
    },
    "U(n) = 3 U(n-1) - U(n-2)": {
        "language": [[0, 0, 1], [0, 1]],
        "free": [0],
        "first": [1, 3],
        "recurrence": [[3, -1]],
    },
    "plastic": {
        "language": [[0, 0, 1], [2], [0, 2]],
        "free": [0],
        "first": [1, 3, 7],
        "recurrence": [[3, -2, 1]],
    },
}


@lru_cache(maxsize=16)
def text_of(game: str) -> str:
    proof = prove(define(game))
    assert isinstance(proof, Proof)
    return certificate(proof)


def changed(game: str, change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(text_of(game))
    change(data)
    return json.dumps(data)


def _drop_start(data: dict[str, Any]) -> None:
    data["positions"]["accepting"].remove(1)


def numeration(name: str, **changes: object) -> Numeration:
    return Numeration(SYSTEMS[name] | {"name": name} | changes, Budget(10**7))


def words(system: Numeration, length: int) -> dict[tuple[int, ...], int]:
    """The words of a length that the language reads, and their values."""
    found = {}
    for word in product(range(system.base), repeat=length):
        state: int | None = 0
        for digit in word:
            row = system.language[state] if state is not None else []
            state = row[digit] if digit < len(row) else None
        if state is not None:
            weights = [system.weight(place) for place in reversed(range(length))]
            found[word] = sum(d * w for d, w in zip(word, weights, strict=True))
    return found


# Numbers


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_words_are_the_numbers_in_order(name: str) -> None:
    system = numeration(name)
    for length in range(0, 7, system.period):
        assert list(words(system, length).values()) == list(range(system.weight(length)))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("Fibonacci", {"language": [[0, 1], [0, 1]]}),  # 11 as well: 3 would have two words
        ("Fibonacci", {"language": [[0, 1], [1]]}),  # zeros do not set free
        ("Fibonacci", {"language": [[0], [0]]}),  # no word but zeros
        ("Fibonacci", {"language": [[0]], "recurrence": [[0, 1]], "first": [1, 1]}),
        ("Fibonacci", {"language": [[0, 2], [0]]}),
        ("Fibonacci", {"first": [1, 3]}),
        ("Fibonacci", {"recurrence": [[2, 0]]}),
        ("Fibonacci", {"recurrence": [[1, 1], [1, 1]]}),
        ("Fibonacci", {"free": [1]}),
        ("base 3", {"language": [[0, 0, 1], [0, 0, 0, 0]]}),  # a state that reads too much
        ("[1; (1, 2)]", {"free": [0, 3]}),
        ("[1; (1, 2)]", {"language": [[2, 2, 3], [2], [0, 1], [1]]}),
        ("plastic", {"language": [[0, 0, 1], [2], [0, 1]]}),
    ],
)
def test_a_language_that_is_no_numeration_is_rejected(name: str, changes: dict[str, Any]) -> None:
    with pytest.raises(Rejected):
        numeration(name, **changes)


CONDITIONS = st.one_of(
    st.builds(
        lambda form, low, width: Condition(form, low, None if width is None else low + width),
        st.tuples(*[st.integers(-2, 2)] * 2),
        st.integers(-6, 6),
        st.one_of(st.none(), st.integers(0, 5)),
    ),
    st.builds(
        lambda form, high: Condition(form, None, high),
        st.tuples(*[st.integers(-2, 2)] * 2),
        st.integers(-6, 6),
    ),
    st.builds(
        lambda form, modulus, residue: Condition(form, None, None, modulus, residue),
        st.tuples(*[st.integers(-2, 2)] * 2),
        st.integers(1, 6),
        st.integers(-6, 6),
    ),
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SYSTEMS)), CONDITIONS)
def test_an_atom_decides_its_condition(name: str, condition: Condition) -> None:
    """One heap, before and after the move: all pairs of words of a few digits."""
    system = numeration(name)
    atom = Atom(system, [(digit,) for digit in range(system.base)], condition)
    length = 4
    for (one, before), (other, after) in product(words(system, length).items(), repeat=2):
        state = 1
        for x, u in zip(one, other, strict=True):
            state = atom.table[state][atom.before[x] + atom.after[u]]
        value = condition.form[0] * before + condition.form[1] * after
        assert atom.accepting[state] == condition.admits(value), (before, after)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(SYSTEMS)),
    CONDITIONS,
    st.integers(0, 10**15),
    st.one_of(st.integers(-9, 9), st.integers(-(10**15), 10**15)),
)
def test_an_atom_decides_of_large_numbers(
    name: str, condition: Condition, before: int, more: int
) -> None:
    system = numeration(name)
    atom = Atom(system, [(digit,) for digit in range(system.base)], condition)
    after = abs(before + more)
    length = next(i for i in range(0, 200, system.period) if system.weight(i) > max(before, after))
    state, rest = 1, [before, after]
    for place in reversed(range(length)):
        x, u = (number // system.weight(place) for number in rest)
        rest = [number % system.weight(place) for number in rest]
        state = atom.table[state][atom.before[x] + atom.after[u]]
    value = condition.form[0] * before + condition.form[1] * after
    assert atom.accepting[state] == condition.admits(value)


# Certificates that are right


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_certificate_is_accepted(game: str) -> None:
    accepted = check(text_of(game))
    assert accepted.game == game
    assert smallest_error(accepted) is None


def test_the_checker_stands_alone(tmp_path: Path) -> None:
    """It imports the standard library only, and runs as one file without anything installed."""
    source = Path(checker.__file__)
    tree = ast.parse(source.read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
        + [alias.name for alias in node.names if isinstance(node, ast.Import)]
    }
    assert imported <= sys.stdlib_module_names
    copy = tmp_path / "alone.py"
    copy.write_bytes(source.read_bytes())
    (tmp_path / "right.json").write_text(text_of("wythoff"), "utf-8")
    (tmp_path / "wrong.json").write_text(changed("wythoff", _drop_start), "utf-8")
    (tmp_path / "none.json").write_text("{}", "utf-8")
    for name, status, word in (
        ("right", 0, "accepted"),
        ("wrong", 1, "rejected"),
        ("none", 2, "unreadable"),
    ):
        command = [sys.executable, "-I", "-S", str(copy), str(tmp_path / f"{name}.json")]
        process = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert (process.returncode, word in process.stdout) == (status, True), process


# Certificates that are wrong


def mutants(game: str) -> list[tuple[str, Callable[[dict[str, Any]], object]]]:
    """Every change of one accepting state, and of every fifth transition to three other states."""
    data = json.loads(text_of(game))
    table = data["positions"]["table"]
    found: list[tuple[str, Callable[[dict[str, Any]], object]]] = []
    for state in range(1, len(table)):

        def flip(data: dict[str, Any], state: int = state) -> None:
            accepting = set(data["positions"]["accepting"]) ^ {state}
            data["positions"]["accepting"] = sorted(accepting)

        found.append((f"state {state}", flip))
    edges = [(q, a) for q in range(1, len(table)) for a in range(len(table[0]))]
    for q, a in edges[:: max(1, len(edges) // 24)]:
        for target in {0, 1, len(table) - 1} - {table[q][a]}:

            def turn(data: dict[str, Any], q: int = q, a: int = a, target: int = target) -> None:
                data["positions"]["table"][q][a] = target

            found.append((f"{q} -{a}-> {target}", turn))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_of_the_automaton_is_accepted(game: str) -> None:
    """The automaton is minimal and the rest unchanged, so that every mutant is a false claim."""
    for name, change in mutants(game):
        with pytest.raises(Rejected):
            print(f"{name} is accepted: {check(changed(game, change)).game}")


def test_a_false_claim_is_rejected_whatever_the_witness() -> None:
    """The covers of other games, covers without runs, and covers that name every run."""
    wrong = json.loads(changed("wythoff", _drop_start))
    true = json.loads(text_of("wythoff"))
    runs = len(true["cover"]["runs"])
    nothing = {"start": 0, "runs": [], "sets": [[]], "table": [[0] * 4]}
    everything = true["cover"] | {
        "sets": [[], *([list(range(runs))] * (len(true["cover"]["sets"]) - 1))]
    }
    for cover in (nothing, everything, true["cover"]):
        with pytest.raises(Rejected):
            check(json.dumps(wrong | {"cover": cover}))
    for cover in (nothing, everything):
        with pytest.raises(Rejected):
            check(json.dumps(true | {"cover": cover}))


def test_a_witness_must_name_real_runs() -> None:
    for change in (
        lambda data: data["cover"]["sets"][1].append(len(data["cover"]["runs"]) - 1),
        lambda data: data["cover"]["sets"][2].append(len(data["cover"]["runs"]) - 1),
        lambda data: data["cover"]["sets"][2].append(10**5),
        lambda data: data["cover"]["runs"].__setitem__(0, [0, 10**6, 1]),
        lambda data: data["cover"].__setitem__("start", 2),
    ):
        with pytest.raises((Rejected, Unreadable)):
            check(changed("wythoff", change))


@pytest.mark.parametrize(
    ("game", "change", "key"),
    [
        ("wythoff", lambda d: d["takes"].pop(), "witness"),
        ("wythoff", _drop_start, "cover"),
        (
            "nim",
            lambda d: d["takes"].append({"amounts": [1, 1], "places": None, "where": []}),
            "inside",
        ),
        ("wythoff", lambda d: d["positions"]["table"][1].__setitem__(3, 1), "words"),
        ("wythoff", lambda d: d["positions"]["table"][1].__setitem__(0, 4), "zeros"),
        ("wythoff:misere", lambda d: d.__setitem__("misere", 0), "cover"),
        ("marienbad", lambda d: d["terminal"]["table"][1].__setitem__(1, 1), "terminal"),
        ("marienbad", lambda d: d["terminal"].__setitem__("accepting", []), "cover"),
        ("marienbad", lambda d: d["movable"].__setitem__("start", 0), "movable"),
    ],
)
def test_each_check_rejects(game: str, change: Callable[[Any], object], key: str) -> None:
    with pytest.raises(Rejected) as caught:
        check(changed(game, change))
    assert caught.value.key == key


# Files that are no certificates


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "json"),
        ("{", "json"),
        ("[" * 10**6, "nesting"),
        ('{"a":' * 10**5 + "1" + "}" * 10**5, "nesting"),
        ("[]", "field"),
        ('{"format": 1}', "format"),
        ('{"format": "a", "format": "b"}', "twice"),
        ('{"format": ' + "9" * 5000 + "}", "number"),
        ('{"format": 1e400}', "number"),
        ('{"format": NaN}', "number"),
        (" " * (checker.LONGEST + 1), "length"),
    ],
)
def test_what_is_no_certificate_is_unreadable(text: str, key: str) -> None:
    with pytest.raises(Unreadable) as caught:
        check(text)
    assert caught.value.key == key


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.pop("cover"),
        lambda d: d.pop("positions"),
        lambda d: d.__setitem__("heaps", 5),
        lambda d: d.__setitem__("heaps", 1),
        lambda d: d.__setitem__("heaps", True),
        lambda d: d.__setitem__("game", []),
        lambda d: d.__setitem__("takes", []),
        lambda d: d["takes"][0].__setitem__("amounts", []),
        lambda d: d["takes"][0].__setitem__("amounts", ["x"]),
        lambda d: d["takes"][0].__setitem__("amounts", [0]),
        lambda d: d["takes"][0].__setitem__("amounts", ["n", "n", "n"]),
        lambda d: d["takes"][1].__setitem__("places", [0, 0]),
        lambda d: d["takes"][1].__setitem__("places", [0, 2]),
        lambda d: d["takes"][0].__setitem__("places", [1, 1]),
        lambda d: d["takes"][0].__setitem__("where", [{"form": {"m": 1}, "low": 1, "high": None}]),
        lambda d: d["takes"][0].__setitem__("where", [{"form": {"n": 200}, "low": 1, "high": 2}]),
        lambda d: d["takes"][0].__setitem__(
            "where", [{"form": {"n": 1}, "modulus": 0, "residue": 0}]
        ),
        lambda d: d["positions"].__setitem__("start", 8),
        lambda d: d["positions"].__setitem__("accepting", [0]),
        lambda d: d["positions"]["table"].append([0, 0, 0, 9]),
        lambda d: d["positions"]["table"].append([0, 0, 0]),
        lambda d: d["positions"]["table"][0].__setitem__(0, 1),
        lambda d: d["positions"]["table"][1].__setitem__(0, -1),
        lambda d: d["positions"]["table"][1].__setitem__(0, 1.0),
        lambda d: d["cover"]["sets"].pop(),
        lambda d: d["cover"]["sets"][0].append(0),
        lambda d: d["numeration"].__setitem__("language", [[0] * 65]),
    ],
)
def test_a_malformed_certificate_is_unreadable(change: Callable[[Any], object]) -> None:
    with pytest.raises(Unreadable):
        check(changed("wythoff", change))


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MOST_STEPS", 10**6)

    def far(data: dict[str, Any]) -> None:
        data["takes"][0]["where"] = [{"form": {"n": 1}, "modulus": 10**6 - 1, "residue": 0}]

    with pytest.raises(Unreadable) as caught:
        check(changed("wythoff", far))
    assert caught.value.key == "work"


# The command


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_command_accepts_rejects_and_complains(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def status(text: str) -> int:
        path = tmp_path / "certificate.json"
        path.write_text(text, "utf-8")
        return main(["--lang", lang, "check", str(path)])

    assert status(text_of("wythoff")) == 0
    assert "1, 2, 3, 5, 8" in " ".join(capsys.readouterr().out.split())
    assert status(changed("wythoff", _drop_start)) == 1
    assert "(0, 0)" in capsys.readouterr().out
    other = changed("wythoff", lambda data: data.__setitem__("game", "nim"))
    assert status(other) == 1
    assert "nim" in capsys.readouterr().out
    assert status(changed("wythoff", lambda data: data.__setitem__("game", "unheard-of"))) == 0
    assert "take n, n from two" in capsys.readouterr().out
    assert status("[" * 10**5) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "certificate.json" in captured.err.replace("\n", "")


def test_a_file_that_is_missing_or_no_text(tmp_path: Path) -> None:
    assert main(["check", str(tmp_path / "missing.json")]) == 2
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert main(["check", str(tmp_path / "bytes.json")]) == 2


def test_the_smallest_error_is_found_by_the_definition() -> None:
    """Whatever one accepting state is changed, and for misère play too."""
    for game in ("wythoff", "marienbad"):
        for name, change in mutants(game):
            if not name.startswith("state"):
                continue
            found = smallest_error(checker.Certificate(changed(game, change)))
            assert found is not None, name
            position, is_p = found
            assert (position in claim(define(game))) == is_p
