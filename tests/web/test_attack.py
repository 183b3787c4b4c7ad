"""The attacks of ``python -m bench attack`` can be run; how long moves take is not looked at."""

from pathlib import Path

import pytest

from bench.attack import load_all
from bench.attack.attacker import ATTACKS
from bench.attack.measure import measured
from bench.processes import Database
from tests.web.support import MOSTLY_SQLITE

pytestmark = pytest.mark.slow

load_all()


@MOSTLY_SQLITE
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["failures", "taking back"])
def test_an_attack_aside_finds_nothing(name: str, place: Database) -> None:
    assert measured(ATTACKS[name], place).faults == []


@pytest.mark.verify
def test_an_attack_meets_somebody_who_plays(tmp_path: Path) -> None:
    place = Database("sqlite", f"sqlite:///{tmp_path / 'matches.db'}", tmp_path)
    found = measured(ATTACKS["junk"], place)
    assert found.during.waits
    assert not found.during.failures
    assert found.faults == []
    assert found.seen["400"] > 0


def test_every_attack_of_the_notes_is_there() -> None:
    assert {attack.note for attack in ATTACKS.values()} >= set(range(1, 18))
    assert sum(attack.note is None for attack in ATTACKS.values()) >= 5
