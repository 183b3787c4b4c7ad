"""A thorough search: tables on disk, a folder that is gone on from, systems of degree 4."""

import json
import subprocess
import sys
from fractions import Fraction
from itertools import count
from pathlib import Path

import pytest

from marienbad.games.catalogue import define
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import read
from marienbad.prover.discovery import boxes
from marienbad.prover.discovery.agreement import agrees
from marienbad.prover.discovery.boxes import Reach
from marienbad.prover.discovery.endings import Interrupted
from marienbad.prover.discovery.fitting import Beam, systems
from marienbad.prover.discovery.folder import held
from marienbad.prover.discovery.forecast import forecast
from marienbad.prover.discovery.positions import solved
from marienbad.prover.discovery.search import Discovery, discover
from marienbad.prover.games.proof import prove
from marienbad.solver.clock import clock
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message
from tests.cli.pipes import process
from tests.prover.discovery.support import HEAPS, UNKNOWN
from tests.support import PATIENCE, until

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[3] / "docs"
GAME = HEAPS + "take n, n from two; take 1, 4 from two"
REACH = Reach(3 << 14, 600, 2048, 4000, 20_000)
PAGES = {
    "without-one-one": (835, "U(n) = U(n-1) + U(n-4)"),
    "maharaja": (1331, "U(n) = 3 U(n-1) - 1 U(n-2)"),
    "two-three": (246, "U(n) = 3 U(n-1) - 1 U(n-2)"),
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all tables but the first be on disk."""
    monkeypatch.setattr(boxes, "LARGEST", 400)


def thorough(name: str, folder: Path | None = None, size: int | None = None) -> Discovery:
    game = define(name)
    return discover(game, size, PATIENCE, reach=REACH, folder=folder)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["wythoff", "wythoff:misere", GAME])
def test_found_in_tables_on_disk_as_in_memory(name: str) -> None:
    found = thorough(name)
    assert found.proof is not None
    expected = discover(define(name)).proof
    assert expected is not None
    assert found.proof.automaton.is_same(expected.automaton)
    assert found.size > boxes.LARGEST or name != GAME


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    first = thorough(UNKNOWN, folder, size=1500)
    assert (first.ending, first.size) == ("not_found", 1500)
    assert first.attempts
    rows, noted = folder / "rows", folder / "discovery.json"
    assert rows.stat().st_size == 1500
    tried = {(system, size) for system, size, _ in json.loads(noted.read_text("utf-8"))["tried"]}
    assert {(attempt.system, attempt.size) for attempt in first.attempts} <= tried
    again = thorough(UNKNOWN, folder, size=1500)
    assert rows.stat().st_size == 1500
    assert not again.attempts
    assert (again.reason, again.size) == ("size", 1500)
    thorough(UNKNOWN, folder, size=2000)
    assert rows.stat().st_size == 2000


def test_an_interrupted_search_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "kept"

    def interrupt(stage: Message, done: int, _: int) -> None:
        if stage.key == "discover.stage.guess" and stage.values["size"] != boxes.SMALLEST:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as problem:
        discover(define(GAME), None, PATIENCE, notice=interrupt, reach=REACH, folder=folder)
    assert problem.value.discovery.reason == "interrupted"
    assert (folder / "rows").stat().st_size > boxes.LARGEST
    assert thorough(GAME, folder).ending == "proved"


def test_a_search_that_was_killed_solves_no_finished_box_again(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    command = [sys.executable, "-m", "marienbad", "discover", UNKNOWN, "--thorough"]
    search = subprocess.Popen([*command, "--folder", str(folder)], stdout=subprocess.DEVNULL)
    try:
        until(lambda: len(finished(folder)) > 1)
    finally:
        search.kill()
        search.wait()
    done, solved_again = finished(folder), set()

    def notice(stage: Message, _: int, __: int) -> None:
        if stage.key == "discover.stage.solve":
            solved_again.add(stage.values["size"])

    size = 2 * max(done)
    found = discover(
        define(UNKNOWN), size, PATIENCE, notice=notice, reach=boxes.THOROUGH, folder=folder
    )
    assert found.size == size
    assert solved_again
    assert not solved_again & done


def finished(folder: Path) -> set[int]:
    """The boxes of which a folder says that nothing else is to be tried."""
    noted = folder / "discovery.json"
    return set(json.loads(noted.read_text("utf-8"))["finished"]) if noted.exists() else set()


@pytest.mark.parametrize(("error", "first"), [(0, 1536), (500, 768), (1400, 3072)])
def test_after_a_finished_box_the_next_holds_its_error(
    tmp_path: Path, error: int, first: int
) -> None:
    game, solved_sizes = define(UNKNOWN), []
    with held(tmp_path, game) as folder:
        folder.note("base 2", boxes.SMALLEST, error)
        folder.finish(boxes.SMALLEST)

    def notice(stage: Message, _: int, __: int) -> None:
        solved_sizes.append(stage.values["size"])
        raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        discover(game, None, PATIENCE, notice=notice, reach=REACH, folder=tmp_path)
    assert solved_sizes == [first]


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    for name, text in (("letter.txt", "mine"), ("discovery.json", "{}"), ("rows", "\x40" * 9)):
        folder = tmp_path / name.replace(".", "-")
        folder.mkdir()
        (folder / name).write_text(text, "utf-8")
        with pytest.raises(InputError, match="holds other files"):
            thorough(GAME, folder)
        assert {file.name: file.read_text("utf-8") for file in folder.iterdir()} == {name: text}
    used = tmp_path / "used"
    thorough("wythoff", used)
    with pytest.raises(InputError, match="another game: wythoff"):
        thorough(GAME, used)


def test_two_searches_do_not_share_a_folder(tmp_path: Path) -> None:
    def begin_another(stage: Message, _: int, __: int) -> None:
        with pytest.raises(InputError, match="Another search is at work"):
            thorough("wythoff", tmp_path / "held")
        raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        discover(
            define("wythoff"),
            seconds=PATIENCE,
            notice=begin_another,
            reach=REACH,
            folder=tmp_path / "held",
        )


def test_a_slope_of_degree_4_is_recognised() -> None:
    slope = Fraction(13802775690976141, 10**16)
    seen = Beam(
        slope - Fraction(1, 10**6), slope + Fraction(1, 10**6), Fraction(5), 10**6, True, "y"
    )
    assert systems([seen])[0].name == "U(n) = U(n-1) + U(n-4)"


def test_the_tables_are_foretold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", count().__next__)
    told = forecast(define(UNKNOWN), None, tmp_path / "none")
    assert told is not None
    assert 0 < told.least <= told.most
    assert told.disk == boxes.THOROUGH.size
    (tmp_path / "rows").write_bytes(bytes(1000))
    less = forecast(define(UNKNOWN), None, tmp_path)
    assert less is not None
    assert less.disk == told.disk - 1000
    assert forecast(define("nim"), None, None) is None


@pytest.mark.sample(1)
@pytest.mark.parametrize("page", PAGES)
def test_what_the_pages_say_is_proved_and_is_what_search_finds(page: str) -> None:
    name, diagram = read((DOCS / f"{page}.json").read_text("utf-8"))
    automaton = Automaton.of(diagram)
    assert (automaton.states, automaton.system.name) == PAGES[page]
    assert agrees(automaton, solved(define(name), 6000))
    assert prove(define(name), automaton).holds


def test_a_folder_needs_a_thorough_search(tmp_path: Path) -> None:
    done = process("discover", "nim", "--folder", str(tmp_path / "kept"))
    assert done.returncode == 2
    assert "--folder needs --thorough" in done.stderr
    assert not (tmp_path / "kept").exists()


def test_the_command_is_thorough_and_keeps_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    done = process("discover", "wythoff", "--thorough", "--folder", str(folder))
    assert done.returncode == 0
    assert "on disk" in done.stderr
    assert (folder / "discovery.json").exists()
