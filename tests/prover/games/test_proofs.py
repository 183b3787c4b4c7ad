"""Proofs for all sizes: against the search on boxes, and every wrong claim refuted."""

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.prover.automata.automaton import Automaton, union
from marienbad.prover.games.claims import claim, points
from marienbad.prover.games.proof import Proof, Refutation, movable, prove, winning_sets
from marienbad.prover.systems.linear import BINARY, FIBONACCI
from marienbad.solver.table import solve
from marienbad.text.problems import InputError, OutOfReach

SIZE = 1000
PARAMETERS = [(a, b) for a in range(1, 13) for b in range(1, 13) if a * b <= 12]
NORMAL = [f"wythoff:a={a},b={b}" for a, b in PARAMETERS]
MISERE = [f"wythoff:a={a},misere" for a in range(1, 13)]
DISCOVERED = [f"wythoff:a={a},b={b},misere" for a, b in PARAMETERS if b > 1]
"""No theory claims these: discovery has found the automata that are kept."""
OTHERS = (
    *("lucas", "lucas:misere", "nimhoff:h=2", "nimhoff:h=3", "nimhoff:h=4", "nimhoff:h=5"),
    *("moore:k=1", "moore:k=2", "moore:k=1,misere", "moore:k=2,misere"),
)
"""Their own theories say in words what the automata say."""
GAMES = [define(name).name for name in ("nim", "marienbad", *OTHERS, *NORMAL, *MISERE, *DISCOVERED)]
MUTANTS = {
    "wythoff": 50,
    "wythoff:misere": 35,
    "wythoff:a=2": 35,
    "wythoff:b=2": 30,
    "wythoff:a=2,misere": 20,
    "wythoff:b=3": 20,
    "marienbad": 20,
}


@lru_cache(maxsize=64)
def proof_of(name: str) -> Proof:
    found = prove(define(name))
    assert isinstance(found, Proof)
    return found


@pytest.mark.slow
@pytest.mark.sample(25)
@pytest.mark.parametrize("name", GAMES)
def test_a_proof_agrees_with_the_search(name: str) -> None:
    """The proof is for all sizes; the search knows the rules only."""
    automaton = proof_of(name).automaton
    truth = solve(define(name), (SIZE, SIZE)).is_p
    assert (automaton.box(SIZE, SIZE) == truth).all()


@pytest.mark.parametrize(
    ("name", "states"),
    [
        ("wythoff", 8),
        ("wythoff:a=2", 10),
        ("wythoff:a=3", 12),
        ("wythoff:misere", 14),
        ("wythoff:a=2,misere", 11),
        ("wythoff:a=3,misere", 13),
        ("wythoff:b=2", 13),
        ("wythoff:b=3", 17),
        ("nim", 2),
    ],
)
def test_known_numbers_of_states(name: str, states: int) -> None:
    assert proof_of(name).automaton.states == states


# Wrong claims


def mutated(automaton: Automaton, random: np.random.Generator) -> Automaton:
    """One transition led elsewhere, or one state that accepts when it did not, or the reverse.

    A change may make the automaton see zeros in front; the set that is meant is then the one of
    the words without: a new start reads the zeros.
    """
    table, accepting = automaton.table.copy(), automaton.accepting.copy()
    state = int(random.integers(1, len(table)))
    if random.integers(4) == 0:
        accepting[state] ^= True
    else:
        live = np.flatnonzero(table[state]) if random.integers(2) else np.arange(table.shape[1])
        letter = int(random.choice(live)) if len(live) else 0
        table[state, letter] = random.integers(len(table))
    start = len(table)
    table = np.vstack([table, table[automaton.start]])
    table[start, 0] = start
    accepting = np.append(accepting, accepting[automaton.start])
    raw = Automaton(automaton.system, automaton.tracks, table, accepting, start)
    return raw & claim_everything(automaton)


def claim_everything(automaton: Automaton) -> Automaton:
    return automaton | ~automaton


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize("name", MUTANTS)
def test_every_mutant_is_refuted(name: str) -> None:
    """At least 200 in all, each with a position that the search decides against the mutant."""
    game, automaton = define(name), proof_of(name).automaton
    truth = solve(game, (700, 700)).is_p
    random = np.random.default_rng(len(name))
    refuted = 0
    while refuted < MUTANTS[name]:
        mutant = mutated(automaton, random)
        if mutant.is_same(automaton):
            continue
        found = prove(game, mutant)
        assert isinstance(found, Refutation)
        x, y = found.position
        if max(x, y) >= len(truth):
            truth = solve(game, (max(x, y) + 1,) * 2).is_p
        assert truth[x, y] == found.is_p
        assert ((x, y) in mutant) != found.is_p
        size = min(max(x, y), 300)
        assert (mutant.box(size, size) == truth[:size, :size]).all() if size else True
        refuted += 1


def test_there_are_enough_mutants() -> None:
    assert sum(MUTANTS.values()) >= 200


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [(0, 0), (1, 2), (3, 5), (2, 2), (0, 7), (10**20, 10**20 + 3)])
def test_one_position_more_or_less_is_found(wrong: tuple[int, int]) -> None:
    game = define("wythoff")
    found = prove(game, claim(game) ^ points(FIBONACCI, wrong))
    assert isinstance(found, Refutation)
    assert found.position == wrong


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("wythoff", "wythoff:misere"),
        ("wythoff:misere", "wythoff"),
        ("wythoff:a=2", "wythoff:b=2"),
        ("wythoff:a=2,b=2", "wythoff:b=4"),
        ("nim", "marienbad"),
    ],
)
def test_another_games_claim_is_refuted(name: str, other: str) -> None:
    found = prove(define(name), claim(define(other)))
    assert isinstance(found, Refutation)
    x, y = found.position
    mine, others = (solve(define(game), (x + 1, y + 1)).is_p for game in (name, other))
    assert mine[x, y] == found.is_p != others[x, y]


# The moves as conditions


@pytest.mark.parametrize("name", ["nim", "wythoff:a=2,b=3", "wythoff:b=4", "wythoff:a=3"])
def test_positions_with_a_move_left(name: str) -> None:
    game = define(name)
    found = movable(game, BINARY, 2).box(15, 15)
    truth = [[not game.is_over((x, y)) for y in range(15)] for x in range(15)]
    assert (found == np.array(truth)).all()


def test_stages_are_told_and_steps_are_kept() -> None:
    told: list[str] = []
    found = prove(define("wythoff:misere"), notice=lambda stage: told.append(stage.key))
    stages = ["claim", "take", "take", "take", "terminal", "compare"]
    assert told == [f"prover.stage.{stage}" for stage in stages]
    ways = ["take n from x", "take n from y", "take n, n from x, y"]
    assert [step.what for step in found.steps] == [*ways, None]


def test_a_game_without_a_theory_is_refused() -> None:
    with pytest.raises(OutOfReach, match="wythoff:b=30,misere"):
        prove(define("wythoff:b=30,misere"))
    with pytest.raises(OutOfReach, match="wythoff:a=100"):
        prove(define("wythoff:a=100"))


def rules(text: str) -> Definition:
    from marienbad.analysis import Game

    return Game.named(f"rules:{text}").definition


WHERE = (
    "n % {b} == {c}",
    "n <= {a}",
    "n >= {a}",
    "x >= y",
    "n <= y + {c}",
    "x + y >= {a} * n",
    "(x + n) % {b} == {c}",
    "x < {a}",
)
PAIRS = ("abs(c - d) < {b}", "c + 2 * d <= {a}", "(c - d) % {b} == {c}", "c <= d", "x + d >= y")


@st.composite
def takes(draw: st.DrawFn) -> str:
    values = {
        "a": draw(st.integers(1, 7)),
        "b": draw(st.integers(1, 4)),
        "c": draw(st.integers(0, 2)),
    }
    kind = draw(st.sampled_from(("n", "n, n", "c, d", "number", "mixed")))
    if kind == "number":
        return f"take {values['a']}, {values['b']} from {draw(st.sampled_from(('two', 'x, y')))}"
    if kind == "mixed":
        return f"take n, {values['b']} from {draw(st.sampled_from(('two', 'y, x')))}"
    heaps = draw(st.sampled_from({"n": ("one", "x", "y")}.get(kind, ("two", "x, y"))))
    where = draw(st.lists(st.sampled_from(PAIRS if kind == "c, d" else WHERE), max_size=2))
    text = " and ".join(where).format(**values)
    return f"take {kind} from {heaps}" + (f" where {text}" if text else "")


@pytest.mark.slow
@given(
    st.lists(takes(), min_size=1, max_size=3),
    st.booleans(),
    st.sampled_from(("wythoff", "wythoff:b=2", "nim", "wythoff:a=2,misere")),
)
def test_any_rules_against_their_moves(rule: list[str], misere: bool, claimed: str) -> None:
    """Which positions have a move into a set, for rules and sets that do not belong together."""
    try:
        game = rules("; ".join(["heaps 2", *rule, *["last loses"] * misere]))
    except InputError:  # a take whose conditions contradict each other
        reject()
    automaton, size = claim(define(claimed)), 11
    inside = automaton.box(size, size)
    sets = (won for _, won in winning_sets(game, automaton))
    found = union(sets, automaton.system, automaton.tracks).box(size, size)
    for x, y in np.ndindex(size, size):
        reaches = any(inside[x - c, y - d] for c, d in game.moves((x, y)))
        assert found[x, y] == (reaches or (misere and game.is_over((x, y)))), (x, y)


@pytest.mark.parametrize(
    ("text", "system_claim"),
    [
        ("heaps 2; take n from one; take n, n from two; take 1, 3 from two", "wythoff"),
        ("heaps 2; take n from x; take n from y; take n, n from x, y", "wythoff"),
        ("heaps 2; take n from one; last loses", "marienbad"),
        ("heaps 2; take c, d from two where -2 < c - d < 2; take n from one", "wythoff:a=2"),
    ],
)
def test_the_rules_of_a_user_are_read(text: str, system_claim: str) -> None:
    assert isinstance(prove(rules(text), claim(define(system_claim))), Proof)


def test_a_condition_on_heap_sizes_is_read() -> None:
    """Take from the larger heap only, or from either where they are equal: (0, 0) and …"""
    game = rules("heaps 2; take n from x where x >= y; take n from y where y >= x")
    truth = solve(game, (40, 40)).is_p
    found = prove(game, claim(define("nim")))
    assert isinstance(found, Proof if (truth == np.eye(40, dtype=bool)).all() else Refutation)
    misere = rules("heaps 2; take n from x where x >= y; take n from y where y >= x; last loses")
    assert isinstance(prove(misere, claim(define("marienbad"))), Proof | Refutation)
    expected = np.ones((9, 9), bool)
    expected[0, 0] = False
    assert (movable(misere, BINARY, 2).box(9, 9) == expected).all()


def test_a_condition_that_is_not_linear_is_refused_by_name() -> None:
    game = rules("heaps 2; take n from one where gcd(n, 6) == 1")
    with pytest.raises(InputError, match="gcd"):
        prove(game, claim(define("nim")))
