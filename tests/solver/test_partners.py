"""Partners on disk: the same as every search finds, and taken up again wherever they end."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from marienbad.games.catalogue import define
from marienbad.prover.discovery.positions import solved
from marienbad.solver import partners as module
from marienbad.solver.partners import Partners, Steps, Uneven, steps_of
from marienbad.solver.reference import p_positions
from tests.support import PATIENCE

pytestmark = pytest.mark.slow

HEAPS = "rules:heaps 2; take n from one; take n, n from two"
GAMES = (
    "wythoff",
    "wythoff:misere",
    f"{HEAPS} where n != 1",
    f"{HEAPS} where n != 2",
    f"{HEAPS} where n != 1; last loses",
    f"{HEAPS}; take 1, 2 from two",
    f"{HEAPS}; take 2, 3 from two",
    f"{HEAPS}; take 5, 40 from two; take 7, 7 from two",
)


def steps(name: str) -> Steps:
    found = steps_of(define(name))
    assert found is not None
    return found


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", GAMES)
def test_partners_are_those_of_the_searches(name: str, tmp_path: Path) -> None:
    found = Partners(steps(name), tmp_path / "rows")
    found.extend(2500)
    pairs = list(enumerate(found.partners(0, 2500).tolist()))
    inside = [(x, y) for x, y in pairs if y < 2500]
    assert inside == list(solved(define(name), 2500))
    near = {(x, y) for x, y in pairs if x < 60 and y < 60}
    assert near == set(p_positions(define(name), (60, 60)))


@pytest.mark.parametrize(
    "name",
    [
        "nim",
        "wythoff:a=2",
        "wythoff:b=2",
        "lucas",
        "fibonacci",
        "rules:heaps 3; take n from one",
        "rules:heaps 2; take n from one; take n, n from two where n % 2 == 0",
        "rules:heaps 2; take n from one; take n, n from two; take 1, 2 from x, y",
        "rules:heaps 2; take n from one; take n, n from two; take 1, 9000 from two",
    ],
)
def test_other_games_are_left_to_others(name: str) -> None:
    assert steps_of(define(name)) is None


def test_rows_go_on_wherever_they_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The length of the file is all that is known; also where a chunk was written in part."""
    monkeypatch.setattr(module, "CHUNK", 1 << 12)
    kept = steps(GAMES[2])
    whole = Partners(kept, tmp_path / "whole")
    whole.extend(50_000)
    octets = (tmp_path / "whole").read_bytes()
    for end in (0, 1, 4095, 4096, 30_001, 50_000):
        path = tmp_path / f"rows-{end}"
        path.write_bytes(octets[:end])
        again = Partners(kept, path)
        again.extend(20_000)
        again.extend(50_000)
        assert path.read_bytes() == octets
        assert np.array_equal(again.partners(7, 50_000), whole.partners(7, 50_000))


def test_rows_outlive_a_process_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    program = (
        "import sys; from pathlib import Path; from marienbad.games.catalogue import define; "
        "from marienbad.solver import partners; partners.CHUNK = 1 << 16; "
        "partners.Partners(partners.steps_of(define('wythoff')), Path(sys.argv[1])).extend(1 << 29)"
    )
    working = subprocess.Popen([sys.executable, "-c", program, str(path)])
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and (not path.exists() or path.stat().st_size < 1 << 18):
        time.sleep(0.05)
    working.send_signal(signal.SIGKILL)
    working.wait(PATIENCE)
    before = path.stat().st_size
    assert before >= 1 << 18
    again = Partners(steps("wythoff"), path)
    again.extend(before + 1000)
    fresh = Partners(steps("wythoff"), tmp_path / "fresh")
    fresh.extend(before + 1000)
    assert path.read_bytes() == (tmp_path / "fresh").read_bytes()


@pytest.mark.parametrize("first", [1, 2, 63, 5000])
def test_rows_may_be_asked_for_in_any_steps(first: int, tmp_path: Path) -> None:
    found = Partners(steps(GAMES[5]), tmp_path / "rows")
    for size in (first, first + 1, 300_000):
        found.extend(size)
    whole = Partners(steps(GAMES[5]), tmp_path / "whole")
    whole.extend(300_000)
    assert np.array_equal(found.partners(0, 300_000), whole.partners(0, 300_000))


def test_uneven_partners_are_given_up(tmp_path: Path) -> None:
    name = f"{HEAPS} where n > 900; take 400, 1000 from two"
    with pytest.raises(Uneven):
        Partners(steps(name), tmp_path / "rows").extend(1 << 16)
    with pytest.raises(Uneven):
        Partners(steps("wythoff"), tmp_path / "long").extend(module.LARGEST + 1)
