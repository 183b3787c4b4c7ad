"""The attacks of ``python -m bench attack`` can be run; how long moves take is not looked at."""

from pathlib import Path

import pytest

from bench.attack.measure import ATTACKS, measured
from bench.processes import Database

pytestmark = pytest.mark.slow


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["junk", "unknown places", "strange headers"])
def test_an_attack_meets_somebody_who_plays(name: str, tmp_path: Path) -> None:
    place = Database("sqlite", f"sqlite:///{tmp_path / 'matches.db'}", tmp_path)
    found = measured(ATTACKS[name], place)
    assert found.during.waits
    assert not found.during.failures
    assert found.faults == []
    assert sum(found.seen.values()) > 0


def test_there_are_attacks_on_the_server_and_through_the_proxy() -> None:
    assert {attack.by_proxy for attack in ATTACKS.values()} == {False, True}
    assert len(ATTACKS) >= 40
