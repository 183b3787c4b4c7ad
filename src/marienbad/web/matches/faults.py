"""What goes wrong with the database: logged once until it is well again, and always counted."""

import logging
import time
from dataclasses import dataclass

LOG = logging.getLogger("marienbad.web")
QUIET_SECONDS = 5.0
"""A fault that was not seen for that long, while the database answered, is over."""


class Displaced(Exception):
    """The file of the database is no longer the one that was opened."""


LASTING = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX001", "XX002", Displaced.__name__)
"""How the names of faults begin that do not pass while the server runs; those with numbers are
PostgreSQL's for data and indexes that are broken."""


@dataclass(slots=True)
class Fault:
    """One kind of fault that has not ended yet."""

    since: float
    last: float
    count: int = 1


class Faults:
    """The faults of one process's database."""

    def __init__(self) -> None:
        self.count = 0
        self._open: dict[str, Fault] = {}

    @property
    def is_lasting(self) -> bool:
        """Whether there is a fault that does not pass."""
        return any(kind.startswith(LASTING) for kind in self._open)

    def note(self, problem: Exception) -> None:
        """Count a fault; the first of its kind is a line of the log."""
        self.count += 1
        cause = getattr(problem, "orig", None) or problem
        kind = _kind(cause)
        now = time.monotonic()
        known = self._open.get(kind)
        if known is not None:
            known.count += 1
            known.last = now
            return
        self._open[kind] = Fault(now, now)
        reason = str(cause).strip().partition("\n")[0]
        LOG.error("database failed", extra={"facts": {"kind": kind, "reason": reason}})

    def answered(self) -> None:
        """The database has answered: say of the faults that are over how often they were seen."""
        if not self._open:
            return
        now = time.monotonic()
        for kind, fault in list(self._open.items()):
            if now - fault.last >= QUIET_SECONDS and not kind.startswith(LASTING):
                del self._open[kind]
                seconds = round(fault.last - fault.since, 1)
                facts = {"kind": kind, "failures": fault.count, "seconds": seconds}
                LOG.warning("database well again", extra={"facts": facts})


def _kind(cause: BaseException) -> str:
    """The name of a fault: SQLite's, the number of PostgreSQL, else that of the exception."""
    named = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return str(named or type(cause).__name__)
