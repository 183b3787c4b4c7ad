"""What survives: moves when the server is killed, questions when its workers are."""

from pathlib import Path

import pytest

from bench.endurance import killed, workers_killed
from bench.processes import Database
from tests import support
from tests.web.support import MOSTLY_SQLITE, how_many

pytestmark = pytest.mark.slow


@pytest.mark.sample
@MOSTLY_SQLITE
def test_every_acknowledged_move_survives_kill_9(place: Database) -> None:
    found = killed(place, how_many(2, in_verify=5), support.SEED)
    assert found.acknowledged > 0
    assert found.lost == 0


@pytest.mark.sample
def test_after_any_kill_of_its_processes_the_next_question_is_served(tmp_path: Path) -> None:
    """Whichever process of the server it is, and whatever it was doing."""
    database = Database("sqlite", f"sqlite:///{tmp_path / 'matches.db'}", tmp_path)
    found = workers_killed(database, how_many(4, in_verify=20), support.SEED)
    assert found.killed > 0
    assert found.faults == []
