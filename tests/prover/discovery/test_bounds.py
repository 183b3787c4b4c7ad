"""Time, memory and interruptions end a search, wherever it is."""

from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest

from marienbad.games.catalogue import define
from marienbad.prover.automata import atoms, fused, minimal, nondeterministic
from marienbad.prover.automata import automaton as automata
from marienbad.prover.automata.atoms import bound
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import read
from marienbad.prover.discovery.boxes import SMALLEST
from marienbad.prover.discovery.endings import Interrupted
from marienbad.prover.discovery.search import discover
from marienbad.prover.games.proof import prove
from marienbad.prover.systems.linear import BINARY
from marienbad.solver.clock import Clock, TimeIsUp, clock
from marienbad.solver.counting import Counted
from marienbad.solver.outcomes import Strips
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message
from tests.prover.discovery.support import HEAPS, PLASTIC_FILE, UNKNOWN
from tests.support import PATIENCE, ManualClock

pytestmark = pytest.mark.slow


def test_time_ends_the_search() -> None:
    found = discover(define(UNKNOWN), seconds=0)
    assert (found.ending, found.reason) == ("not_found", "seconds")
    assert "--seconds" in found.explanation.render("en")


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """The clock of all searches, which the test moves."""
    manual = ManualClock()
    monkeypatch.setattr(clock, "now", manual)
    return manual


def test_time_ends_a_search_within_a_strip_of_its_table(passing: ManualClock) -> None:
    """Conditions on amounts and heaps: every move is listed, so that a strip can take long."""
    game = define("rules:heaps 2; take c, d from two where c >= y")
    told: list[tuple[Message, int]] = []

    def notice(stage: Message, done: int, _: int) -> None:
        if stage.key == "discover.stage.solve" and (stage, done) in told:
            passing.advance(1)  # a strip is under way
        told.append((stage, done))

    found = discover(game, seconds=1, notice=notice)
    assert (found.ending, found.reason) == ("not_found", "seconds")
    assert told[-1] == told[-2]


def test_time_ends_a_search_whose_moves_are_counted() -> None:
    rules = "take n from x where x >= 2 * y; take n from y where y >= 2 * x"
    strips = Strips(define(f"rules:heaps 2; {rules}"), (8, 8))
    assert isinstance(strips.engine, Counted)
    with clock.within(0), pytest.raises(TimeIsUp):
        strips.advance(8)


def test_time_ends_a_search_in_any_thread_before_its_table_is_begun(
    passing: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To list the moves of the first larger box takes minutes."""

    def notice(stage: Message, _: int, __: int) -> None:
        if stage.key == "discover.stage.solve" and stage.values["size"] != SMALLEST:
            passing.advance(1)
            monkeypatch.setattr(Strips, "advance", None)  # no strip is begun

    game = define(HEAPS + "take c, d from two where c + d <= 2000")
    with ThreadPoolExecutor(1) as threads:
        found = threads.submit(discover, game, seconds=1, notice=notice).result(PATIENCE)
    assert (found.reason, found.size) == ("seconds", SMALLEST)


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
    found = discover(define(UNKNOWN), memory=0)
    assert (found.ending, found.reason, found.size) == ("not_found", "memory", 0)
    assert "--memory" in found.explanation.render("en")


def test_interrupted_it_has_what_it_had() -> None:
    def interrupt(stage: Message, _: int, __: int) -> None:
        if stage.key == "discover.stage.solve" and stage.values["size"] == 24576:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as problem:
        discover(define(UNKNOWN), notice=interrupt)
    found = problem.value.discovery
    assert (found.reason, found.size) == ("interrupted", 3072)
    assert found.attempts
