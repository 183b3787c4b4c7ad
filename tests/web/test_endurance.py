"""What survives: moves when the server is ended, questions when its processes are killed."""

from pathlib import Path

import pytest

from bench.endurance import Survival, ended, kill, workers_killed
from bench.processes import Database, stop

pytestmark = pytest.mark.slow

KILLS, STOPS, WORKERS = 5, 1, 20


def check(found: Survival, statuses: set[int]) -> None:
    assert found.acknowledged > 0
    assert found.lost == 0
    assert found.statuses == statuses


def test_every_acknowledged_move_survives_kill_9(place: Database) -> None:
    check(ended(place, KILLS, kill), {-9})


def test_every_acknowledged_move_survives_a_stop(place: Database) -> None:
    check(ended(place, STOPS, stop), {0})


def test_after_any_kill_of_its_processes_the_next_question_is_served(tmp_path: Path) -> None:
    """Whichever process of the server it is, and whatever it was doing."""
    database = Database("sqlite", f"sqlite:///{tmp_path / 'matches.db'}", tmp_path)
    found = workers_killed(database, WORKERS)
    assert found.killed > 0
    assert found.faults == []
