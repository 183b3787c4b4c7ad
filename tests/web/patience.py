"""Time limits that no test runs into, for workers of this process or of a server of its own.

``python -m tests.web.patience serve`` is ``marienbad serve`` with such limits; with ``--cpu-limit``
before ``serve`` the limits of CPU time stay as they are.
"""

import sys
from collections.abc import Callable

from marienbad.cli import main
from marienbad.web.workers import discoveries, lanes, maps, staff
from tests.support import PATIENCE

LANES = ("REPLY", "SHORT", "STUDY", "PROOF", "SEARCH", "DISCOVERY")
CPU_LIMIT = "--cpu-limit"


def give_time(replace: Callable[[object, str, object], None], has_cpu_limit: bool = False) -> None:
    """Raise the limits of elapsed time, and those of CPU time unless they are to stay."""
    for name in LANES:
        manner = getattr(lanes, name).having(longest=PATIENCE, loading=PATIENCE)
        replace(lanes, name, manner if has_cpu_limit else manner.having(seconds=PATIENCE))
    replace(staff, "REPORT_SECONDS", PATIENCE)
    replace(staff, "READY_SECONDS", PATIENCE)
    if not has_cpu_limit:
        replace(maps, "SECONDS", PATIENCE)
        replace(discoveries, "SECONDS", PATIENCE)


if __name__ == "__main__":
    has_cpu_limit = CPU_LIMIT in sys.argv
    if has_cpu_limit:
        sys.argv.remove(CPU_LIMIT)
    give_time(setattr, has_cpu_limit)
    sys.exit(main())
