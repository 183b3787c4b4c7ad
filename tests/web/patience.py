"""Workers that have all the time they need, in this process or in a server of its own.

``python -m tests.web.patience serve`` is ``marienbad serve`` with such workers.
"""

import sys
from collections.abc import Callable

from marienbad.cli import main
from marienbad.web.workers import lanes, maps
from tests.support import PATIENCE

LANES = ("REPLY", "SHORT", "STUDY", "PROOF", "SEARCH", "DISCOVERY")


def give_time(replace: Callable[[object, str, object], None]) -> None:
    """Let no question take too long, by its seconds of CPU time or by those that it waits."""
    for name in LANES:
        manner = getattr(lanes, name)
        patient = manner.having(seconds=PATIENCE, longest=PATIENCE, loading=PATIENCE)
        replace(lanes, name, patient)
    replace(maps, "SECONDS", PATIENCE)


if __name__ == "__main__":
    give_time(setattr)
    sys.exit(main())
