"""``marienbad cluster``: a scheduler with workers on this machine, which others can join.

The options of all commands that can hand their work to a cluster.
"""

import logging
import os
import signal
import socket
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EADDRINUSE
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from threading import Event
from typing import Any

from marienbad.cli.arguments import Speaker, add_number, speaker, terminal_width
from marienbad.solver.parallel import leave_interrupts_to_the_parent
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Message

USUAL_PORT, DASHBOARD = 8786, 8787
MOST, MOST_THREADS, LARGEST_MEMORY = 1024, 256, 2**30
LOOPBACK = "127.0.0.1"


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("cluster.help.about")
    parser.epilog = speak("cluster.help.examples")
    usual = os.cpu_count() or 1
    about = speak("cluster.help.processes", usual=usual)
    add_number(parser, speak, "--processes", (1, MOST), about, "N", usual)
    add_number(parser, speak, "--threads", (1, MOST_THREADS), speak("cluster.help.threads"), "T", 1)
    about = speak("cluster.help.port", usual=str(USUAL_PORT))
    add_number(parser, speak, "--port", (0, 2**16 - 1), about, "P")
    add_number(parser, speak, "--memory", (1, LARGEST_MEMORY), speak("cluster.help.memory"), "MiB")
    about = speak("cluster.help.host", usual=LOOPBACK)
    parser.add_argument("--host", default=LOOPBACK, metavar="H", help=about)


def run(arguments: Namespace) -> int:
    """Start the cluster, say how to use it, and end it when a signal says so."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError as problem:
        raise InputError("cluster.missing", module=problem.name or "distributed") from None
    host, port = arguments.host, _free_port(arguments.host, arguments.port, USUAL_PORT)
    has_dashboard = find_spec("bokeh") is not None
    http = _free_port(host, None if has_dashboard else 0, DASHBOARD)
    memory = "auto" if arguments.memory is None else arguments.memory * 2**20
    with _until_signal() as ended:
        cluster = distributed.LocalCluster(
            n_workers=arguments.processes,
            threads_per_worker=arguments.threads,
            host=host,
            scheduler_port=port,
            memory_limit=memory,
            dashboard_address=f"{host}:{http}",
            silence_logs=logging.CRITICAL,
            preload=[__name__],
        )
        try:
            dashboard = cluster.dashboard_link if has_dashboard else None
            _announce(cluster.scheduler_address, dashboard, arguments)
            ended.wait()
        finally:
            # On a busy machine a worker may take longer than Dask waits: it ends with this process.
            with suppress(TimeoutError):
                cluster.close()
    return 0


@contextmanager
def _until_signal() -> Iterator[Event]:
    """An event that happens with Ctrl-C, or when the process is told to end."""
    ended = Event()
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: ended.set()) for number in numbers]
    try:
        yield ended
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def dask_setup(_: object) -> None:
    """Let a worker that is started ignore Ctrl-C, of which a terminal tells it too."""
    leave_interrupts_to_the_parent()


def _free_port(host: str, port: int | None, usual: int) -> int:
    """The port that is asked for; else the usual one, or any where that is taken."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(
            host, usual if port is None else port, type=socket.SOCK_STREAM
        )[0]
    except (OSError, UnicodeError):
        raise InputError("cluster.unknown_host", host=quotable(host)) from None
    with socket.socket(family, kind) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(place)
        except OSError as problem:
            if port is None and problem.errno == EADDRINUSE:
                return 0
            reason = problem.strerror or str(problem)
            wanted = str(usual if port is None else port)
            raise InputError("cluster.taken", host=host, port=wanted, reason=reason) from None
        return int(trial.getsockname()[1])


def _announce(address: str, dashboard: str | None, arguments: Namespace) -> None:
    """Say where the cluster is, how to use it and how to join it."""
    speak, width = speaker(arguments.lang), terminal_width()
    is_local = _is_loopback(arguments.host)
    if not is_local:
        sys.stderr.write(wrapped(speak("cluster.open"), width) + "\n")
        sys.stderr.flush()
    counts = {"processes": arguments.processes, "threads": arguments.threads}
    print(wrapped(speak("cluster.started", address=address, **counts), width))
    print(f"  marienbad solve wythoff --size 50000 --grundy --cluster {address}")
    print(wrapped(speak("cluster.join_after_host" if is_local else "cluster.join"), width))
    print(f"  dask worker {address} --nthreads {arguments.threads}")
    if dashboard is None:
        print(wrapped(speak("cluster.no_dashboard"), width))
    else:
        print(wrapped(speak("cluster.dashboard", address=dashboard), width))
    print(speak("cluster.how_to_end"), flush=True)


def _is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone.

    >>> _is_loopback("localhost"), _is_loopback("::1"), _is_loopback("192.0.2.7")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


PATIENCE, LONGEST = 60, 10**6
"""How many seconds a command usually waits for workers, and at most."""


def add_cluster(parser: ArgumentParser, speak: Speaker) -> None:
    """Declare where the cluster is, and how long to wait for its workers."""

    def address(text: str) -> str:
        if not text.strip():
            raise ArgumentTypeError(speak("cluster.address", address=text).rstrip("."))
        return text

    about = speak("cluster.help.address")
    parser.add_argument("--cluster", metavar="tcp://…", type=address, help=about)
    about = speak("cluster.help.patience", usual=PATIENCE)
    add_number(parser, speak, "--patience", (0, LONGEST), about, "S")


def cluster_of(arguments: Namespace) -> dict[str, Any]:
    """What the options say, for the functions that hand work to a cluster."""
    given = arguments.patience
    return {"patience": PATIENCE if given is None else given, "notice": notice(arguments.lang)}


def notice(lang: str) -> Any:
    """The function that says a sentence about the work, beside what it gives."""

    def tell(message: Message) -> None:
        sys.stderr.write(f"{wrapped(Plain(lang).line(message), terminal_width())}\n")
        sys.stderr.flush()

    return tell
