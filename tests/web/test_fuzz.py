"""Whatever is sent to any call: the answer is declared, and nothing fails."""

import asyncio
from pathlib import Path

import pytest

from bench.attack.wire import Wire
from bench.fuzz import fuzz
from bench.processes import running
from tests import support
from tests.web.support import MOSTLY_SQLITE, how_many

pytestmark = pytest.mark.slow


@pytest.mark.sample
@MOSTLY_SQLITE
def test_every_strange_call_is_answered_as_declared(database: str, tmp_path: Path) -> None:
    log, calls = tmp_path / "log", how_many(1_000, in_verify=4_000)
    with running(database, log) as server:
        found = asyncio.run(fuzz(server.port, calls, support.SEED))
        health = asyncio.run(Wire(server.port, "127.0.0.1").ask("GET", "/api/health"))
    assert not found.faults, "\n\n".join(found.faults[:5])
    assert health.status == 200
    # not all was refused: the calls came as far as the games and the matches
    assert found.statuses[200] > calls // 10
    assert found.statuses[201] > 0
    assert "Traceback" not in log.read_text("utf-8")
