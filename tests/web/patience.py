"""Time limits that no test runs into, for workers of this process or of a server of its own.

``python -m tests.web.patience serve`` is ``marienbad serve`` with such limits; with ``--cpu-limit``
before ``serve`` the limits of CPU time stay as they are.
"""

import sys
from collections.abc import Callable

from marienbad.cli import main
from marienbad.web import lab_cache
from marienbad.web.calls import classes
from marienbad.web.matches import access, engine
from marienbad.web.workers import forkserver, pool
from marienbad.web.workers.queue import Shares
from tests.support import PATIENCE

PATIENT = [sys.executable, "-m", "tests.web.patience"]
CPU_LIMIT = "--cpu-limit"
USUAL_TIMEOUTS = engine.TIMEOUTS
"""Of PostgreSQL, as a server sets them."""


def give_time(replace: Callable[[object, str, object], None], has_cpu_limit: bool = False) -> None:
    """Raise the limits of elapsed time, and those of CPU time unless they are to stay."""
    queues = []
    for limits in pool.QUEUES:
        patient = limits.having(longest=PATIENCE)
        queues.append(patient if has_cpu_limit else patient.having(seconds=PATIENCE))
    replace(pool, "QUEUES", tuple(queues))
    replace(pool, "Shares", lambda _: Shares(None))
    replace(pool, "PING_SECONDS", PATIENCE)
    replace(access, "QUIET_SECONDS", PATIENCE)
    replace(classes, "ENTRANCE_SECONDS", PATIENCE)
    replace(engine, "BUSY_SECONDS", PATIENCE)
    replace(engine, "CONNECT_SECONDS", PATIENCE)
    replace(engine, "TIMEOUTS", f"SET statement_timeout = '{PATIENCE}s'")
    replace(forkserver, "ANSWER_SECONDS", PATIENCE)
    replace(forkserver, "READY_SECONDS", PATIENCE)
    if not has_cpu_limit:
        replace(lab_cache, "SECONDS", PATIENCE)


if __name__ == "__main__":
    has_cpu_limit = CPU_LIMIT in sys.argv
    if has_cpu_limit:
        sys.argv.remove(CPU_LIMIT)
    give_time(setattr, has_cpu_limit)
    sys.exit(main())
