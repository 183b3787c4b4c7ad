"""The process that workers are forked from: they begin with everything loaded, in milliseconds.

It holds one end of a socket to the server, as its standard input. Over it come the ends of the
channels for new workers, and back go reports: ready, born, ended. What a worker says never passes
through here. When the server is gone the nursery ends, and the kernel ends its workers with it.
"""

import gc
import os
import select
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import IntEnum
from functools import partial
from importlib import import_module
from itertools import product

from marienbad.games.catalogue import EXAMPLES, define
from marienbad.heaps import write_position
from marienbad.solver.search import has_compiler
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import InputError
from marienbad.web.api.routes import import_jobs
from marienbad.web.workers.worker import work

ORDER = struct.Struct("!iq")
"""What is asked for: how nice a worker is to others, and how much memory it may have."""
REPORT = struct.Struct("!iiid")
"""The event, the worker, its exit status, and the CPU seconds that it has used in all."""
PARENT_DEATH_SIGNAL = 1


class Event(IntEnum):
    """What the nursery reports."""

    READY = 0
    BORN = 1
    ENDED = 2


def tend(server: socket.socket, is_warm: bool, has_search: bool) -> None:
    """Fork a worker whenever the server asks for one, and report every end."""
    end_with_parent(os.getppid())
    load(is_warm, has_search)
    # a byte comes out of here whenever a worker has ended, at whatever moment that is
    ending, told = socket.socketpair()
    for end in (ending, told):
        end.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    server.sendall(REPORT.pack(Event.READY, 0, 0, 0.0))
    while True:
        ready, _, _ = select.select([server, ending], [], [])
        if ending in ready:
            ending.recv(4096)
            for report in reports():
                server.sendall(report)
        if server in ready:
            order, channels, _, _ = socket.recv_fds(server, ORDER.size, 1)
            if not order:
                return
            nursery, pid = os.getpid(), os.fork()
            if not pid:
                for inherited in (server, ending, told):
                    inherited.close()
                live(nursery, channels[0], *ORDER.unpack(order))
            os.close(channels[0])
            server.sendall(REPORT.pack(Event.BORN, pid, 0, 0.0))


def load(is_warm: bool, has_search: bool) -> None:
    """Load all that workers need, or what each would load at once."""
    import_jobs()
    if is_warm:
        warm_up()
    if has_search and has_compiler():
        import_module("marienbad.web.workers.__main__")
    gc.collect()
    gc.freeze()  # what all share is not looked through, which would copy it for each


def warm_up() -> None:
    """Do once what workers do, so that all is loaded that is loaded when it is first used.

    A use that a game does not have, such as the table of a game without tables, is skipped. Any
    other error is printed, and the rest goes on.
    """
    for use in uses():
        try:
            use()
        except InputError:
            continue
        except Exception:  # noqa: BLE001 (one game must not take the others down)
            sys.excepthook(*sys.exc_info())


def uses() -> Iterator[Callable[[], object]]:
    """What workers do with each game in each language, and besides."""
    from marienbad.web.api import boards, games, play, positions, tables, theory, worksheets

    for game, lang in product(EXAMPLES, LANGUAGES):
        position = tuple(range(2, 2 + (define(game).ruleset.heaps or 2)))
        heaps = write_position(position)
        yield partial(positions.analyse, game, heaps, format="html", lang=lang)
        yield partial(boards.drawing, game, heaps, lang=lang)
        yield partial(play.made, game, position, ("perfect", "human"), "")
        yield partial(tables.table, game, rows=1, lang=lang)
        yield partial(games.game, game, lang)
    for lang in LANGUAGES:
        yield partial(theory.theorems, "", lang)
        yield partial(worksheets.sheet_choices, lang)
    sheet = partial(worksheets.worksheet_file, count=1, seed=1, answers="no", lang=LANGUAGES[-1])
    yield partial(sheet, "mirror")


def reports() -> Iterator[bytes]:
    """The ends of workers."""
    with suppress(ChildProcessError):  # none is left
        while (ended := os.wait4(-1, os.WNOHANG))[0]:
            pid, status, usage = ended
            seconds = usage.ru_utime + usage.ru_stime
            yield REPORT.pack(Event.ENDED, pid, os.waitstatus_to_exitcode(status), seconds)


def live(nursery: int, channel: int, niceness: int, memory: int) -> None:
    """The life of a worker."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        end_with_parent(nursery)
        work(socket.socket(fileno=channel), niceness, memory)
    except OSError:
        os._exit(0)  # nobody is there any more to ask
    except BaseException:  # noqa: BLE001 (whatever it was, a fork does not go on as a nursery)
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)


def end_with_parent(parent: int) -> None:
    """Let the kernel end this process when the one that started it ends, where the kernel can."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when all is over
    with suppress(OSError):  # the server is gone
        tend(socket.socket(fileno=sys.stdin.fileno()), "warm" in sys.argv, "search" in sys.argv)
