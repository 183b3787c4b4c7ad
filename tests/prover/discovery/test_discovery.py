"""Strategies discovered: found and proved again, or honestly not."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from marienbad.checker import check
from marienbad.games.catalogue import define
from marienbad.prover.automata import fused
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.discovery import boxes, residuals
from marienbad.prover.discovery.agreement import agrees
from marienbad.prover.discovery.diagonals import diagonals
from marienbad.prover.discovery.fitting import Beam
from marienbad.prover.discovery.positions import Positions, solved
from marienbad.prover.discovery.residuals import Guess
from marienbad.prover.discovery.search import discover
from marienbad.prover.games.claims import LARGEST_STEP, points, relatives
from marienbad.prover.systems.linear import BINARY, System, continued_fraction
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message
from tests.prover.discovery.support import HEAPS, UNKNOWN, plain

LUCAS = (
    "rules:heaps 2; take n from one; take n, n from two; take 1, 2 from x, y where x < y; "
    "take 2, 1 from x, y where x > y; "
    "take c, d from x, y where c == x and d == y and abs(x - y) == 1"
)
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
    LUCAS: ("[1; (1)]", 43, "lucas"),
    LUCAS + "; last loses": ("[1; (1)]", 54, "lucas:misere"),
}
"""System, states and the game with the same P-positions; b = 6 and more in the long run."""


@pytest.mark.slow
@pytest.mark.sample(8)
@pytest.mark.parametrize("name", FOUND)
def test_found_and_proved(name: str) -> None:
    found = discover(define(name))
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


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("name", LATE)
def test_diagonals_that_begin_late_are_found(name: str) -> None:
    found = discover(define(name))
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_without_a_strategy_it_says_what_was_tried() -> None:
    found = discover(define(UNKNOWN), size=3000)
    assert (found.ending, found.reason, found.size) == ("not_found", "size", 3000)
    assert {attempt.result for attempt in found.attempts} <= {"unfinished", "disagrees"}
    text = found.explanation.render("en")
    assert "[1; (1)]" in text
    assert "1.6" in text
    assert "--size" in text


@pytest.mark.slow
def test_two_beams_are_no_line() -> None:
    split = HEAPS + "take n, n from two; take n, m from two where m == 2 * n"
    text = discover(define(split), size=400).explanation.render("en", 1000)
    assert "Seen up to 399 in each heap, and beyond that not known: no narrow strip" in text


NO_PROOF = [
    ("rules:heaps 2; take n from one where n <= 400; last loses", 384),
    ("rules:heaps 2; take n from one where n % 101 == 1", 150),
    (HEAPS + "take n, n from two where n >= 90", 300),
    (UNKNOWN, 300),
    (HEAPS + "take c, d from x, y where c - d in {0, 5}", 300),
]


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("is_p", [True, False])
def test_a_wrong_guess_is_refuted_at_its_smallest_error(
    monkeypatch: pytest.MonkeyPatch, is_p: bool
) -> None:
    wrong = (3, 5) if is_p else (4, 4)

    class Misled(Guess):
        @property
        def automaton(self) -> Automaton:
            return super().automaton ^ points(self.system, wrong)

    monkeypatch.setattr(residuals, "Guess", Misled)
    monkeypatch.setattr(boxes, "wrong_positions", lambda *_: [])
    monkeypatch.setattr(boxes, "contradiction", lambda *_: [])
    found = discover(define("wythoff"), size=300)
    assert found.ending == "refuted"
    assert found.refutation is not None
    assert (found.refutation.position, found.refutation.is_p) == (wrong, is_p)
    for lang in ("en", "fr"):
        assert str(wrong) in found.explanation.render(lang)


def test_what_cannot_be_tried_is_refused() -> None:
    with pytest.raises(OutOfReach, match="two heaps"):
        discover(define("rules:heaps 3; take n from one"))
    with pytest.raises(InputError, match="gcd"):
        discover(define("rules:heaps 2; take n from one where gcd(n, x) == 1"))
    with pytest.raises(InputError, match="8 or more"):
        discover(define("nim"), size=7)


@pytest.mark.slow
def test_the_stages_are_told() -> None:
    stages: list[str] = []
    discover(define("wythoff"), notice=lambda stage, _, __: stages.append(stage.key))
    named = list(dict.fromkeys(key.rpartition(".")[2] for key in stages))
    assert named == ["solve", "guess", "prove", "compare"]
