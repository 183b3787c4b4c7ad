"""What is said of an accepted certificate is what was checked, whatever stands in the file."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad import checker
from marienbad.checker import Certificate, Ordered, Statement, moves_text
from marienbad.cli import main
from marienbad.games.catalogue import BY_NAME, define
from marienbad.games.language.keywords import BEGINNING, KEYWORDS
from marienbad.games.language.tokens import RuleError
from marienbad.prover.automata.atoms import bound, congruence
from marienbad.prover.automata.automaton import Automaton, union
from marienbad.prover.automata.fused import conjunction
from marienbad.prover.certificates.checking import accept
from marienbad.prover.certificates.writing import certificate, claimed, declared
from marienbad.prover.games.claims import points
from marienbad.prover.games.proof import Proof, prove
from marienbad.prover.systems.linear import BINARY, FIBONACCI, continued_fraction
from tests.checker.support import changed, text_of
from tests.support import PATIENCE

RULES = "rules:heaps 2; take n from one where n <= 2; take 1, 1 from x, y"
MOD_THREE = conjunction(congruence(BINARY, {"x": 1, "y": 1}, 3))


def stated(game: str, change: Callable[[dict[str, Any]], object]) -> Statement:
    return Certificate(changed(game, change)).check()


def named(game: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.__setitem__("game", game)


def rules_certificate() -> str:
    proof = prove(define(RULES), MOD_THREE)
    assert isinstance(proof, Proof)
    return certificate(proof)


# The name


@pytest.mark.parametrize(
    "game",
    ["nim", "marienbad", "lucas", "lucas:misere"]
    + [
        f"wythoff:a={a},b={b}{end}"
        for a in (1, 2, 7)
        for b in (1, 2, 12)
        for end in ("", ",misere")
    ],
)
def test_the_checker_knows_the_moves_of_our_names(game: str) -> None:
    definition = define(game)
    known = checker._known_rules(definition.name)
    assert known is not None
    heaps, is_misere, takes = known
    ours = [declared(take) for take in definition.ruleset.takes]
    assert (heaps or None, is_misere) == (definition.ruleset.heaps, definition.is_misere)
    assert moves_text(takes, 2) == moves_text(ours, 2)


def test_words_are_those_of_the_language_and_of_the_catalogue() -> None:
    words = {word for word in KEYWORDS if word.isalpha()}  # two words are no name anyway
    assert words - {*BEGINNING} == checker.KEYWORDS
    assert set(checker.OURS) == set(BY_NAME)


def test_another_name_is_its_authors_word() -> None:
    statement = stated("wythoff", named("The queen's game"))
    assert (statement.name, statement.label) == ("", "The queen's game")
    assert 'called "The queen\'s game" by its author' in "\n".join(statement.lines())


def test_rules_for_a_name_are_read_by_marienbad_and_never_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, path = rules_certificate(), tmp_path / "rules.json"
    statement = accept(Certificate(text))
    assert (statement.name, statement.label) == ("", "")
    assert statement.moves == ["take n from one where n <= 2", "take 1, 1 from x, y"]
    for other in (
        "rules:heaps 2; take n from one",
        "rules:nonsense",
        "rules:heaps 1; take n from x",
    ):
        data = json.dumps(json.loads(text) | {"game": other})
        alone = Certificate(data).check()
        assert alone.digest == statement.digest
        assert "game: its name is a text of rules, which was not read" in [*alone.lines()]
        path.write_text(data, "utf-8")
        assert main(["check", str(path)]) == 1
        assert "not those of a game of that name" in " ".join(capsys.readouterr().out.split())


# The moves


def test_the_name_of_an_amount_changes_nothing_but_the_text() -> None:
    def rename(data: dict[str, Any]) -> None:
        data["takes"][0]["amounts"] = ["_Stones2"]

    before, after = stated("nim", lambda _: None), stated("nim", rename)
    assert after.moves == ["take _Stones2 from one"]
    assert after._replace(moves=before.moves) == before


def condition(names: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    form = st.dictionaries(st.sampled_from(names), st.integers(-3, 3), max_size=3)
    ends = st.one_of(st.none(), st.integers(-4, 6))
    bounds = st.fixed_dictionaries({"form": form, "low": ends, "high": ends})
    residues = {"modulus": st.integers(1, 5), "residue": st.integers(-7, 7)}
    return st.one_of(bounds, st.fixed_dictionaries({"form": form, **residues}))


@st.composite
def some_take(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    heaps = draw(st.integers(1, 3))
    count = draw(st.integers(1, heaps))
    amounts = draw(st.lists(st.sampled_from(["n", "c", 1, 2]), min_size=count, max_size=count))
    order = draw(st.permutations(range(heaps)))[:count]
    names = [*checker.HEAPS[:heaps], *(name for name in amounts if isinstance(name, str))]
    where = draw(st.lists(condition(names), max_size=2))
    return heaps, {
        "amounts": amounts,
        "places": draw(st.sampled_from([None, list(order)])),
        "where": where,
    }


def moves_of(take: dict[str, Any], before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """What may be taken, by the conditions that the checker checks."""
    heaps = len(before)
    for after in product(*(range(heap + 1) for heap in before)):
        changed_heaps = tuple(i for i in range(heaps) if before[i] != after[i])
        for touched, conditions in checker._choices(take, heaps):
            values = [checker._dot(c.form, before + after) for c in conditions]
            holds = all(c.admits(value) for c, value in zip(conditions, values, strict=True))
            if touched == changed_heaps and holds:
                yield tuple(x - u for x, u in zip(before, after, strict=True))


@pytest.mark.slow
@given(some_take())
def test_a_printed_move_means_what_was_checked(made: tuple[int, dict[str, Any]]) -> None:
    """Read as rules, the text has the same moves from every position of a box."""
    heaps, take = made
    try:
        game = define(f"rules:heaps {heaps}; {checker._written(take)}")
    except RuleError as problem:
        if "never" not in str(problem):
            raise
        game = None
    for position in product(range({1: 9, 2: 5, 3: 3}[heaps]), repeat=heaps):
        read = set(game.moves(position)) if game else set()
        assert set(moves_of(take, position)) == read, checker._written(take)


def test_moves_are_never_shortened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def lengthen(data: dict[str, Any]) -> None:
        data["game"] = "long"
        more = {"amounts": ["n"], "places": [0], "where": []}
        more["where"] = [{"form": {"n": 1}, "low": 2, "high": None}] * 30
        data["takes"] += [more] * 8

    path = tmp_path / "long.json"
    path.write_text(changed("nim", lengthen), "utf-8")
    assert main(["check", str(path)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    move = "take n from x where " + " and ".join(["2 <= n"] * 30)
    assert f"Moves: take n from one; {'; '.join([move] * 8)}. The last" in shown


# The positions


SETS: dict[str, Automaton] = {
    "sums of three": MOD_THREE,
    "nothing": MOD_THREE - MOD_THREE,
    "the origin": points(BINARY, (0, 0)),
    "one far away": points(FIBONACCI, (100, 3)),
    "ten": union((points(BINARY, (i * i, 5)) for i in range(10)), BINARY, ("x", "y")),
    "eleven": union((points(BINARY, (i * i, 5)) for i in range(11)), BINARY, ("x", "y")),
    "a line": conjunction(bound(FIBONACCI, {"x": 1, "y": -1}, 3, 3)),
    "late": conjunction(bound(BINARY, {"x": 1, "y": 1}, 40, None)),
    "a strip in two phases": conjunction(bound(continued_fraction(1, 2), {"x": 1, "y": -2}, 0, 1)),
}


@pytest.mark.parametrize("name", SETS)
def test_the_first_positions_come_by_total(name: str) -> None:
    automaton = SETS[name]
    text = json.dumps(claimed(define("wythoff"), automaton))
    found, is_complete = Ordered(Certificate(text)).first(10)
    totals = range(110)
    by_total = ((x, total - x) for total in totals for x in range(total + 1))
    true = [position for position in by_total if position in automaton][:11]
    assert found == true[:10]
    assert is_complete == (len(true) <= 10)


def test_a_sparse_set_is_found_in_long_words() -> None:
    """Powers of two, in one heap: the word 0…010…0, and nothing else."""
    data = json.loads(text_of("nim")) | {"heaps": 1}
    data["positions"] = {"start": 1, "accepting": [2], "table": [[0, 0], [1, 2], [2, 0]]}
    found, is_complete = Ordered(Certificate(json.dumps(data))).first(10)
    assert (found, is_complete) == ([(2**i,) for i in range(10)], False)


@pytest.mark.slow
def test_states_that_no_word_leads_to_say_nothing() -> None:
    data = json.loads(text_of("nim"))
    first = Ordered(Certificate(json.dumps(data))).first(10)
    data["positions"]["table"] += [[0] * 4] * 50_000
    assert Ordered(Certificate(json.dumps(data))).first(10) == first


@pytest.mark.parametrize(("game", "position"), [("nim", 0), ("marienbad", 1)])
def test_a_set_of_one_position_is_told_as_it_is(
    game: str, position: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = prove(define(game), conjunction(bound(BINARY, {"x": 1}, position, position)))
    assert isinstance(proof, Proof)
    path = tmp_path / "one.json"
    path.write_text(certificate(proof), "utf-8")
    assert main(["check", str(path)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"There are no other positions to leave than ({position})." in shown
    lines = Certificate(path.read_text("utf-8")).check().lines()
    assert f"positions to leave, all: ({position})" in list(lines)


# The digest


def shuffled(data: dict[str, Any]) -> None:
    """Other numbers for the states of the set, and one more that is never met."""
    table, accepting = data["positions"]["table"], data["positions"]["accepting"]
    order = list(range(1, len(table)))
    random.Random(5).shuffle(order)
    number = [0, *order]
    rows = [[number[target] for target in row] for row in table]
    placed = {number[state]: row for state, row in enumerate(rows)}
    data["positions"]["table"] = [placed[i] for i in range(len(table))] + [rows[1]]
    data["positions"]["accepting"] = [number[state] for state in accepting] + [len(table)]
    data["positions"]["start"] = number[data["positions"]["start"]]


def digest(text: str) -> str:
    return sha256(Certificate(text).claim().encode()).hexdigest()


def test_the_digest_is_of_the_claim_and_of_nothing_else() -> None:
    own = digest(text_of("wythoff:a=2"))
    assert own == Certificate(text_of("wythoff:a=2")).check().digest

    def renamed(data: dict[str, Any]) -> None:
        data["takes"][1] |= {"amounts": ["b", "a"]}
        data["takes"][1]["where"][0]["form"] = {"a": 1, "b": -1}

    same = (
        shuffled,
        renamed,
        lambda data: data["takes"].reverse(),
        lambda data: data["takes"].append(data["takes"][0]),
        lambda data: data.__setitem__("cover", None),
        named("mine"),
    )
    others = (
        lambda data: data["takes"].pop(),
        lambda data: data["takes"][1]["where"][0].__setitem__("high", 2),
        lambda data: data["positions"]["accepting"].pop(),
        lambda data: data["positions"].__setitem__("start", 0),
        lambda data: data.update(misere=1, terminal=None, movable=None),
    )
    assert {digest(changed("wythoff:a=2", change)) for change in same} == {own}
    assert own not in {digest(changed("wythoff:a=2", change)) for change in others}


def test_the_claim_is_written_as_specified() -> None:
    """An example that a reader of the specification can compute by hand."""
    assert Certificate(text_of("nim")).claim() == (
        '"marienbad claim 1",2,0,'
        "[[[0],[[[1,0,-1,0],1,null,0,0]]],[[1],[[[0,1,0,-1],1,null,0,0]]]],"
        "[[0,0]],[1],[[0,0,0,0],[1,0,0,1]]"
    )


# The checker alone


def test_the_checker_alone_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "\u202eright\n.json").write_text(text_of("wythoff"), "utf-8")
    hostile = changed("wythoff", lambda data: data["takes"][0].__setitem__("amounts", ["\x1b[2J"]))
    (tmp_path / "hostile.json").write_text(hostile, "utf-8")
    process = subprocess.run(
        [sys.executable, "-I", "-S", checker.__file__, *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert process.returncode == 2, process
    assert process.stderr == ""
    assert process.stdout.isascii()
    lines = process.stdout.splitlines()
    assert all(line.isprintable() for line in lines)
    assert lines[0].endswith("hostile.json: unreadable: amount \\x1b[2J")
    assert lines[1].endswith("\\u202eright\\n.json: accepted")
    assert [line.strip() for line in lines[2:]] == list(stated("wythoff", lambda _: None).lines())
