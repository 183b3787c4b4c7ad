"""What survives: moves when the server is ended, questions when its processes are killed."""

from pathlib import Path

import pytest

from bench.endurance import Survival, ended, kill, workers_killed
from bench.processes import Database, stop
from tests import support
from tests.web.support import MOSTLY_SQLITE, how_many

pytestmark = pytest.mark.slow


def check(found: Survival, statuses: set[int]) -> None:
    assert found.acknowledged > 0
    assert found.lost == 0
    assert found.statuses == statuses


@pytest.mark.sample
@MOSTLY_SQLITE
def test_every_acknowledged_move_survives_kill_9(place: Database) -> None:
    check(ended(place, how_many(2, in_verify=5), kill, support.SEED), {-9})


@pytest.mark.verify  # no kinder than to be killed; how a server stops is for test_serve
def test_every_acknowledged_move_survives_a_stop(place: Database) -> None:
    check(ended(place, 1, stop), {0})


@pytest.mark.sample
def test_after_any_kill_of_its_processes_the_next_question_is_served(tmp_path: Path) -> None:
    """Whichever process of the server it is, and whatever it was doing."""
    database = Database("sqlite", f"sqlite:///{tmp_path / 'matches.db'}", tmp_path)
    found = workers_killed(database, how_many(4, in_verify=20), support.SEED)
    assert found.killed > 0
    assert found.faults == []
