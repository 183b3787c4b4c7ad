"""Strategies discovered: found and proved again, or honestly not; and what they rest on."""

import os
import pty
import signal
import subprocess
import sys
import termios
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.checker import check
from marienbad.games.catalogue import define
from marienbad.prover.automata import atoms, fused, minimal, nondeterministic
from marienbad.prover.automata import automaton as automata
from marienbad.prover.automata.atoms import bound
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import read
from marienbad.prover.discovery import search as discovery
from marienbad.prover.discovery.diagonals import diagonals
from marienbad.prover.discovery.fitting import Beam, beams, fractions, systems
from marienbad.prover.discovery.positions import Positions, solved
from marienbad.prover.discovery.residuals import Unfinished, agrees, guess
from marienbad.prover.discovery.search import (
    Discovery,
    Interrupted,
    contradicts,
    discover,
    relatives,
)
from marienbad.prover.games.claims import LARGEST_STEP, points
from marienbad.prover.games.proof import Refutation, prove
from marienbad.prover.systems.linear import BINARY, FIBONACCI, System, continued_fraction
from marienbad.prover.systems.pisot import cubic_units, power_system, root
from marienbad.solver.clock import Clock, TimeIsUp
from marienbad.solver.plain import p_positions
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message
from tests.support import PATIENCE

pytestmark = pytest.mark.slow

HEAPS = "rules:heaps 2; take n from one; "
PLASTIC = power_system((0, 1, 1), 3)
PLASTIC_FILE = Path(__file__).parents[3] / "docs" / "plastic.json"
FOUND = {
    "nim": ("base 2", 2, None),
    "marienbad": ("base 2", 5, None),
    "rules:heaps 2; take n from one where n <= 3": ("base 2", 4, None),
    "rules:heaps 2; take n from one where n % 2 == 1": ("base 2", 3, None),
    HEAPS + "take n, m from two where m == 2 * n": ("base 2", 2, "nim"),
    "wythoff": ("[1; (1)]", 8, None),
    "wythoff:a=2": ("[1; (2)]", 10, None),
    "wythoff:a=3": ("[1; (3)]", 12, None),
    "wythoff:misere": ("[1; (1)]", 14, None),
    "wythoff:a=2,misere": ("[1; (2)]", 11, None),
    "wythoff:a=3,misere": ("[1; (3)]", 13, None),
    "wythoff:b=2": ("[1; (2)]", 13, None),
    "wythoff:b=3": ("[1; (3)]", 17, None),
    "wythoff:b=2,misere": ("[1; (2)]", 23, None),
    "wythoff:b=3,misere": ("[1; (3)]", 29, None),
    "wythoff:b=4,misere": ("[1; (4)]", 35, None),
    "wythoff:b=5,misere": ("[1; (5)]", 41, None),
    "wythoff:a=2,b=2,misere": ("[1; (4)]", 41, None),
    HEAPS + "take c, d from two where c - d in {0, 1}": ("[1; (2)]", 10, "wythoff:a=2"),
    HEAPS + "take c, d from x, y where c - d in {0, 1}": ("[1; (1, 2)]", 56, None),
    HEAPS + "take c, d from x, y where c - d in {0, 1, 2}": ("[1; (1, 3)]", 103, None),
    HEAPS + "take c, d from two where c - d in {-2, 0, 2}": ("[1; (2)]", 53, None),
    HEAPS + "take n, n from two; take 1, 3 from two": ("[1; (1)]", 8, "wythoff"),
}
"""System, states and the game with the same P-positions; b = 6 and more in the long run."""


def plain(name: str, size: int) -> set[tuple[int, ...]]:
    return set(p_positions(define(name), (size, size)))


@pytest.mark.parametrize("name", FOUND)
def test_found_and_proved(name: str) -> None:
    found = discover(define(name), seconds=PATIENCE)
    assert found.proof is not None
    automaton = found.proof.automaton
    assert (automaton.system.name, automaton.states, found.same_as) == FOUND[name]
    box = {tuple(place) for place in np.argwhere(automaton.box(30, 30)).tolist()}
    assert box == plain(name, 30)
    assert agrees(automaton, solved(define(name), 2000))
    for lang in ("en", "fr"):
        assert str(automaton.states) in found.explanation.render(lang)


@pytest.mark.parametrize(
    ("system", "names"),
    [
        (BINARY, {"nim", "marienbad"}),
        (
            continued_fraction(2),
            {"wythoff:a=2", "wythoff:b=2", "wythoff:a=2,misere"},
        ),
        (continued_fraction(LARGEST_STEP + 1), set()),
    ],
)
def test_a_discovery_is_compared_with_the_games_of_its_numeration(
    system: System, names: set[str]
) -> None:
    assert {game.name for game in relatives(system)} == names


# Diagonals with exceptions, and how sets are listed

LATE = {
    "rules:heaps 2; take n from one where x + y >= 5": 9,
    "rules:heaps 2; take n from one where x + y >= 100": 27,
    "rules:heaps 2; take n from one where x + y >= 150; last loses": 29,
    "rules:heaps 2; take n from x where x >= y; take n from y where y > x; last loses": 5,
    "rules:heaps 2; take n from one where n <= 400": 402,
}


@pytest.mark.parametrize("name", LATE)
def test_diagonals_that_begin_late_are_found(name: str) -> None:
    found = discover(define(name), seconds=PATIENCE)
    assert found.proof is not None
    automaton = found.proof.automaton
    assert (automaton.system, automaton.states) == (BINARY, LATE[name])
    assert (automaton.box(450, 450) == plain_box(name, 450)).all()
    if automaton.states < 100:  # the checker takes its time
        check(found.proof.certificate())


def test_a_diagonal_with_an_exception_in_the_far_half_is_not_guessed() -> None:
    nim = solved(define("nim"), 64)
    assert diagonals(nim) is not None
    columns = nim.columns.copy()
    columns[40] = 41
    assert diagonals(Positions(64, nim.starts, columns)) is None
    columns[40], columns[20] = 40, 21
    found = diagonals(Positions(64, nim.starts, columns))
    assert found is not None
    assert (20, 21) in found
    assert (20, 20) not in found


def test_in_a_dense_table_no_diagonals_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would take as much memory as the whole box."""
    dense = solved(define("rules:heaps 2; take 2 from one"), 512)
    monkeypatch.setattr(np, "setxor1d", None)  # what compares a table with diagonals
    assert diagonals(dense) is None


def test_a_guess_that_is_too_large_does_not_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where diagonals are made nor where a guess is first looked at."""
    monkeypatch.setattr(fused, "MOST_EDGES", 1)
    with pytest.raises(OutOfReach):
        diagonals(solved(define("nim"), 64))
    found = discover(define("nim"), size=384)
    assert (found.ending, found.reason) == ("not_found", "size")
    assert {attempt.result for attempt in found.attempts} == {"too_large"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (HEAPS + "take n, m from two", "The only position to leave is (0, 0)."),
        (
            HEAPS + "take n, m from two; last loses",
            "The positions to leave are (0, 1) and (1, 0), and no others. Write",
        ),
        ("nim", "(6, 6), (7, 7), …"),
        (
            "rules:heaps 2; take 1 from one where x + y < 1; last loses",
            "there is no position to leave",
        ),
        (
            "rules:heaps 2; take n from one where x + y >= 100; last loses",
            "The positions to leave are (50, 50), (49, 51),",
        ),
    ],
)
def test_a_finite_set_is_listed_whole(name: str, expected: str) -> None:
    text = " ".join(discover(define(name)).explanation.render("en", 1000).split())
    assert expected in text
    assert ("…" in text.partition("Write")[0]) == (name == "nim" or "100" in name)


# Endings


def test_without_a_strategy_it_says_what_was_tried() -> None:
    found = discover(define(HEAPS + "take n, n from two; take 1, 2 from two"), size=3000)
    assert (found.ending, found.reason, found.size) == ("not_found", "size", 3000)
    assert {attempt.result for attempt in found.attempts} <= {"unfinished", "disagrees"}
    text = found.explanation.render("en")
    assert "[1; (1)]" in text
    assert "1.6" in text
    assert "--size" in text


def test_two_beams_are_no_line() -> None:
    split = HEAPS + "take n, n from two; take n, m from two where m == 2 * n"
    text = discover(define(split), size=400).explanation.render("en", 1000)
    assert "Seen up to 399 in each heap, and beyond that not known: no narrow strip" in text


NO_PROOF = [
    ("rules:heaps 2; take n from one where n <= 400; last loses", 384),
    ("rules:heaps 2; take n from one where n % 101 == 1", 150),
    (HEAPS + "take n, n from two where n >= 90", 300),
    (HEAPS + "take n, n from two; take 1, 2 from two", 300),
    (HEAPS + "take c, d from x, y where c - d in {0, 5}", 300),
]


@pytest.mark.parametrize(("name", "size"), NO_PROOF)
def test_what_is_only_seen_says_how_far(name: str, size: int) -> None:
    found = discover(define(name), size=size)
    assert found.ending != "proved"
    for lang, seen in (("en", "Seen up to"), ("fr", "Vu jusqu’à")):
        said = [block for block in found.explanation.blocks if isinstance(block, Message)]
        about = [Plain(lang).line(block) for block in said if "strip" in block.key]
        assert len(about) >= len(found.beams) > 0
        assert all(f"{seen} {size - 1}" in text for text in about)
        refuted = [Plain(lang).line(block) for block in said if "refuted" in block.key]
        assert all(f" {size} " in text for text in refuted)
    for beam in found.beams:
        assert is_held(beam, plain_box(name, size))


def is_held(beam: Beam, table: np.ndarray[Any, Any]) -> bool:
    """Whether the positions of one half lie in a strip of some slope as the beam says."""
    x, y = np.nonzero(table if beam.larger == "y" else table.T)
    half = x <= y if beam.larger == "y" else x < y
    smaller, larger = x[half].tolist(), y[half].tolist()
    slopes = [beam.low + (beam.high - beam.low) * Fraction(part, 16) for part in range(17)]
    widths = [
        max(offsets) - min(offsets)
        for slope in slopes
        for offsets in [[b - slope * a for a, b in zip(smaller, larger, strict=True)]]
    ]
    # the width is convex: between two of these slopes it is at most what the ends have
    return bool(min(widths) >= beam.width and max(widths) <= beam.width * 4 + 4)


def plain_box(name: str, size: int) -> np.ndarray[Any, Any]:
    box = np.zeros((size, size), np.bool_)
    positions = solved(define(name), size)
    box[positions.rows, positions.columns] = True
    near = {place for place in positions if max(place) < 30}
    assert near == plain(name, 30)
    return box


@pytest.mark.parametrize("is_p", [True, False])
def test_a_wrong_guess_is_refuted_at_its_smallest_error(
    monkeypatch: pytest.MonkeyPatch, is_p: bool
) -> None:
    wrong = (3, 5) if is_p else (4, 4)

    def misled(positions: Positions, system: System, *_: object) -> Automaton | Unfinished:
        found = guess(positions, FIBONACCI, positions.size)
        assert isinstance(found, Automaton)
        return found ^ points(FIBONACCI, wrong)

    monkeypatch.setattr(discovery, "guess", misled)
    monkeypatch.setattr(discovery, "agrees", lambda *_: True)
    monkeypatch.setattr(discovery, "contradicts", lambda *_: False)
    found = discover(define("wythoff"), size=300)
    assert found.ending == "refuted"
    assert found.refutation is not None
    assert (found.refutation.position, found.refutation.is_p) == (wrong, is_p)
    for lang in ("en", "fr"):
        assert str(wrong) in found.explanation.render(lang)


def test_time_ends_the_search() -> None:
    found = discover(define(HEAPS + "take n, n from two; take 1, 2 from two"), seconds=0)
    assert (found.ending, found.reason) == ("not_found", "seconds")
    assert "--seconds" in found.explanation.render("en")


def test_time_ends_a_search_that_lists_every_move() -> None:
    """Conditions on the heaps: one strip of the table would take half a minute."""
    rules = "take n from x where x >= 2 * y; take n from y where y >= 2 * x"
    found = discover(define(f"rules:heaps 2; {rules}; last loses"), seconds=1)
    assert (found.ending, found.reason) == ("not_found", "seconds")


def test_time_ends_a_search_in_any_thread_before_its_table_is_begun() -> None:
    """To list the moves of the first larger box takes minutes."""
    game = define(HEAPS + "take c, d from two where c + d <= 2000")
    with ThreadPoolExecutor(1) as threads:
        found = threads.submit(discover, game, seconds=3).result(PATIENCE)
    assert found.reason == "seconds"
    assert found.size <= 3072


class Checks(Clock):
    """Counts how often the clock is looked at, and ends the work at the last time."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last

    def check(self) -> None:
        self.last -= 1
        if not self.last:
            raise TimeIsUp


@pytest.mark.parametrize("module", [automata, fused, minimal, nondeterministic])
def test_a_proof_looks_at_the_clock_all_the_time(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType
) -> None:
    name, diagram = read(PLASTIC_FILE.read_text("utf-8"))
    automaton = Automaton.of(diagram)
    monkeypatch.setattr(module, "clock", Checks(20))
    with pytest.raises(TimeIsUp):
        prove(define(name), automaton)


def test_an_atom_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atoms, "clock", Checks(200))
    with pytest.raises(TimeIsUp):
        bound(BINARY, {"x": 301, "y": -307}, 0, 0)


def test_a_time_that_is_none_is_refused() -> None:
    for wrong in (-1, float("nan")):
        with pytest.raises(InputError, match=f"{wrong} is not a time"):
            discover(define("nim"), seconds=wrong)


def test_memory_ends_the_search() -> None:
    found = discover(define(HEAPS + "take n, n from two; take 1, 2 from two"), memory=0)
    assert (found.ending, found.reason, found.size) == ("not_found", "memory", 0)
    assert "--memory" in found.explanation.render("en")


def test_interrupted_it_has_what_it_had() -> None:
    def interrupt(stage: Message, _: int, __: int) -> None:
        if stage.key == "discover.stage.solve" and stage.values["size"] == 24576:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as problem:
        discover(define(HEAPS + "take n, n from two; take 1, 2 from two"), notice=interrupt)
    found: Discovery = problem.value.discovery
    assert (found.reason, found.size) == ("interrupted", 3072)
    assert found.attempts


def test_what_cannot_be_tried_is_refused() -> None:
    with pytest.raises(OutOfReach, match="two heaps"):
        discover(define("rules:heaps 3; take n from one"))
    with pytest.raises(InputError, match="gcd"):
        discover(define("rules:heaps 2; take n from one where gcd(n, x) == 1"))
    with pytest.raises(InputError, match="8 or more"):
        discover(define("nim"), size=7)


def test_the_stages_are_told() -> None:
    stages: list[str] = []
    discover(define("wythoff"), notice=lambda stage, _, __: stages.append(stage.key))
    named = list(dict.fromkeys(key.rpartition(".")[2] for key in stages))
    assert named == ["solve", "guess", "prove", "compare"]


# Guesses


@pytest.mark.parametrize(
    "name",
    [
        "nim",
        "marienbad",
        "wythoff:b=3",
        "rules:heaps 2; take n from one where n <= 3",
        HEAPS + "take c, d from x, y where c - d in {0, 1}; last loses",
    ],
)
def test_tables_are_those_of_the_plain_search(name: str) -> None:
    found, expected = solved(define(name), 40), plain(name, 40)
    assert set(found) == expected
    assert list(found) == sorted(found)
    assert all((place in found) == (place in expected) for place in np.ndindex(9, 9))


@given(st.integers(0, 30), st.integers(1, 9), st.integers(0, 30), st.integers(1, 9))
def test_equal_rectangles_give_equal_octets(x: int, width: int, y: int, height: int) -> None:
    def inside(x: int, y: int) -> set[tuple[int, int]]:
        return {(a, b) for a, b in np.ndindex(width, height) if (x + a, y + b) in table()}

    one, other = table().block(x, width, y, height), table().block(y, width, x, height)
    assert (one == other) == (inside(x, y) == inside(y, x))


@cache
def table() -> Positions:
    """Of Wythoff's game."""
    return solved(define("wythoff"), 400)


def test_a_guess_from_a_small_table_is_unfinished() -> None:
    assert isinstance(guess(table(), FIBONACCI, 6), Unfinished)


@given(st.tuples(st.integers(0, 399), st.integers(0, 399)))
@settings(max_examples=25)
def test_one_wrong_position_is_a_disagreement(place: tuple[int, int]) -> None:
    right = wythoff_automaton()
    assert agrees(right, table())
    assert not agrees(right ^ points(FIBONACCI, place), table())
    assert agrees(right ^ points(FIBONACCI, (400, place[1])), table())


def wythoff_automaton() -> Automaton:
    found = guess(table(), FIBONACCI, 400)
    assert isinstance(found, Automaton)
    return found


def test_a_guess_that_contradicts_itself() -> None:
    right, game = wythoff_automaton(), define("wythoff")
    assert not contradicts(game, right)
    assert contradicts(game, right | points(FIBONACCI, (3, 4)))


# Slopes and systems


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ("1.6180", "1.6181", ((1,), (1,))),
        ("2.4141", "2.4143", ((2,), (2,))),
        ("1.7320", "1.7321", ((1,), (1, 2))),
        ("3.3027", "3.3028", ((3,), (3,))),
    ],
)
def test_the_simplest_continued_fraction(low: str, high: str, expected: object) -> None:
    assert fractions(Fraction(low), Fraction(high))[0] == expected


def test_slopes_without_a_line_suggest_the_usual_systems() -> None:
    table = solved(define("rules:heaps 2; take n from one where n <= 3"), 300)
    assert [system.name for system in systems(beams(table))[:2]] == ["base 2", "base 3"]


def test_the_slope_without_the_move_2_2_is_the_plastic_number() -> None:
    (beam,) = beams(solved(define(HEAPS + "take n, n from two where n != 2"), 100_000))
    assert beam.low < root((0, 1, 1)) < beam.high
    assert beam.high - beam.low < Fraction(1, 1000)
    assert systems((beam,))[0] == PLASTIC


@pytest.mark.parametrize("polynomial", cubic_units())
def test_cubic_systems_write_every_number_once(polynomial: tuple[int, ...]) -> None:
    system = next(filter(None, (power_system(polynomial, power) for power in range(1, 5))))
    words = [system.digits(number) for number in range(300)]
    assert [system.value(word) for word in words] == list(range(300))
    padded = [(0,) * (max(map(len, words)) - len(word)) + word for word in words]
    assert padded == sorted(padded)
    for word in padded:
        state = 0
        for digit in word:
            state = system.language[state][digit]


def test_a_language_that_is_wrong_is_refused() -> None:
    assert PLASTIC is not None
    for state, targets in enumerate(PLASTIC.language):
        for longer in ((*targets, 0), targets[:-1]):
            language = (*PLASTIC.language[:state], longer, *PLASTIC.language[state + 1 :])
            with pytest.raises((ValueError, KeyError)):
                System(PLASTIC.name, PLASTIC.recurrence, PLASTIC.first, language, (0,)).check()


def test_an_atom_in_the_plastic_system_adds() -> None:
    assert PLASTIC is not None
    total = bound(PLASTIC, {"x": 1, "y": 1, "z": -1}, 0, 0)
    for x, y in np.ndindex(40, 40):
        assert total.holds(x=x, y=y, z=x + y)
        assert not total.holds(x=x, y=y, z=x + y + 1)
        assert not total.holds(x=x + 1, y=y, z=x + y)


def test_without_the_move_2_2_the_automaton_is_right_and_changed_ones_are_not() -> None:
    """docs/plastic.md proves the automaton of this file again."""
    name, diagram = read(PLASTIC_FILE.read_text("utf-8"))
    game, automaton = define(name), Automaton.of(diagram)
    assert automaton.system == PLASTIC
    assert agrees(automaton, solved(game, 300_000))
    for place in ((12, 16), (100, 132)):
        refuted = prove(game, automaton ^ points(automaton.system, place))
        assert isinstance(refuted, Refutation)
        assert refuted.position == place


# The command


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "marienbad", "discover", *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def test_the_command_writes_what_was_proved(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    process = run("wythoff:b=2,misere", "--out", str(path), "--lang", "fr")
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.startswith("Trouvé, et démontré pour des tas de toute taille.")
    assert '"wythoff:b=2,misere"' in path.read_text("utf-8")


def test_the_command_says_what_was_not_found() -> None:
    process = run(HEAPS + "take n, n from two; take 1, 2 from two", "--size", "300")
    assert (process.returncode, process.stderr) == (1, "")
    assert process.stdout.startswith("No strategy was found")


def test_the_command_is_interrupted() -> None:
    rules = HEAPS + "take n, n from two; take 1, 2 from two"
    screen, terminal = pty.openpty()  # only a terminal is told how far the search is
    termios.tcsetwinsize(terminal, (24, 80))
    process = subprocess.Popen(
        [sys.executable, "-m", "marienbad", "discover", rules],
        stdout=subprocess.PIPE,
        stderr=terminal,
        encoding="utf-8",
    )
    os.close(terminal)
    errors = ""
    while "24,576" not in errors:  # the size of the third box
        errors += os.read(screen, 4096).decode("utf-8", "replace")
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE)
    os.close(screen)
    assert process.returncode == 130
    assert "Traceback" not in errors + output
    assert "Interrupted" in output
