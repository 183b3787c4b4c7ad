"""What a box will take, said before it is solved."""

import shutil
from itertools import pairwise
from math import prod
from pathlib import Path
from types import SimpleNamespace

import pytest

from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.solver.table import MEBIBYTE
from marienbad.solver.tiling import forecast
from marienbad.solver.tiling.cut import Question
from marienbad.solver.tiling.forecast import Cost, Forecast, check_disk, in_memory, on_disk
from marienbad.solver.tiling.running import planned
from marienbad.text.problems import OutOfReach

BOUNDED = "rules:heaps 2; take n from one where n <= 9"


@pytest.mark.parametrize(
    ("growth", "powers"), [(1.0, (1.0, 1.0)), (1.5, (1.5, 1.5)), (1.25, (1.0, 1.25))]
)
def test_seconds_grow_as_those_of_smaller_boxes(growth: float, powers: tuple[float, float]) -> None:
    """A position that costs more in larger boxes is known by the last two that were solved."""
    asked: list[tuple[int, ...]] = []

    def cost(sizes: tuple[int, ...]) -> Cost:
        asked.append(sizes)
        worked = 1e-6 * prod(sizes) ** growth
        return Cost(3 * worked, worked)

    found = forecast._extrapolated((2**17, 2**16), cost)
    assert found is not None
    least, most, scale, last, sizes = found
    assert asked[-1] == sizes
    assert last.worked >= forecast.ENOUGH
    assert all(prod(later) >= 3 * prod(one) for one, later in pairwise(asked[::2]))
    for seconds, power in zip((least, most), powers, strict=True):
        assert seconds == pytest.approx(last.seconds * scale**power)
    assert prod(sizes) * scale == pytest.approx(2**33)


def test_what_is_loaded_or_compiled_at_first_is_not_foretold() -> None:
    seen: set[tuple[int, ...]] = set()

    def cost(sizes: tuple[int, ...]) -> Cost:
        worked = 1e-6 * prod(sizes) + (0 if sizes in seen else len(seen))
        seen.add(sizes)
        return Cost(worked, worked)

    found = forecast._extrapolated((2**13, 2**13), cost)
    assert found is not None
    assert found[0] == pytest.approx(2**26 * 1e-6, rel=9)


def test_moments_are_not_foretold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "MOMENTS", float("inf"))
    question = Question(BOUNDED, (1000, 1000), grundy=False, side=0)
    assert in_memory(question, 1) is None
    assert in_memory(question.having(sizes=(9, 9)), 1) is None
    assert on_disk(planned(define(BOUNDED), (1000, 1000), False), tmp_path / "box") is None


@pytest.mark.slow
def test_a_store_is_foretold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Room on disk: what the smaller box took, and a bit more for each value."""
    monkeypatch.setattr(forecast, "MOMENTS", 0)
    monkeypatch.setattr(forecast, "ENOUGH", 0)
    plan = planned(define(BOUNDED), (1024, 1024), grundy=True, memory_limit=64 * MEBIBYTE)
    found = on_disk(plan, tmp_path / "box")
    assert found is not None
    assert 0 < found.least <= found.most
    assert 2 * 1024**2 // 8 < found.disk < 2 * 1024**2
    assert 0 < found.memory <= 64 * MEBIBYTE
    half = on_disk(plan, tmp_path / "box", part=0.5)
    assert half is not None
    assert half.disk < found.disk
    assert list(tmp_path.iterdir()) == []


def test_a_disk_without_room_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5 * MEBIBYTE))
    check_disk(tmp_path / "box", Forecast(1, 1, 5 * MEBIBYTE, 1))
    with pytest.raises(OutOfReach, match=r"about 6 MiB: expected a disk .* not 5 MiB"):
        check_disk(tmp_path / "box", Forecast(1, 1, 6 * MEBIBYTE, 1))


def test_the_command_foretells_and_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    foretold = Forecast(90, 260, 9 * 2**30, 100 * MEBIBYTE)
    monkeypatch.setattr(forecast, "on_disk", lambda *_: foretold)
    monkeypatch.setattr(forecast, "in_memory", lambda *_: Forecast(30, 30, 0, 2 * MEBIBYTE))
    free = SimpleNamespace(free=8 * 2**30)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: free)
    words = ["--lang", "en", "solve", BOUNDED, "--size", "30", "--grundy"]
    store = tmp_path / "box.zarr"
    assert main([*words, "--out", str(store)]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert told.startswith("From 2 minutes to 4 minutes, 9 GiB on disk, 100 MiB of memory.")
    assert "about 9216 MiB: expected a disk that has as much left, not 8192 MiB" in told
    assert not store.exists()
    free.free = 10 * 2**30
    assert main([*words, "--out", str(store)]) == 0
    assert "The largest Grundy value is 15." in capsys.readouterr().out
    assert main(words) == 0
    assert "About 30 seconds, 2 MiB of memory." in capsys.readouterr().err
    assert main(["--lang", "fr", *words[2:]]) == 0
    assert "Environ 30 secondes, 2 Mio de mémoire." in capsys.readouterr().err
