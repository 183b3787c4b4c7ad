"""``marienbad discover``: a strategy for any game of two heaps, found by machine and proved."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from marienbad.__main__ import INTERRUPTED
from marienbad.checker import LARGEST_VALUE
from marienbad.cli.arguments import Speaker, add_game, add_number, speaker, terminal_width
from marienbad.cli.progress import stages
from marienbad.cli.solve import amount, check_place, duration, tell
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.text.problems import InputError

BOUNDS = {"seconds": (120, 1_000_000), "memory": (2048, 1 << 20)}
"""The usual and the largest bound of each kind; memory is counted in mebibytes."""
LEAST_BOUNDS = {"seconds": 1, "memory": 256}
"""With less memory the compiled search does not begin."""
THOROUGH_BOUNDS = {"seconds": 7200, "memory": 8192}
LARGEST = 1 << 31
THOROUGH_ROWS = 3 << 28
SHAPE = "{desc}{percentage:3.0f}% |{bar}|"


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("discover.help.about")
    parser.epilog = speak("discover.help.examples")
    add_game(parser, speak)
    about = speak("values.help.discover", most=LARGEST_VALUE)
    add_number(parser, speak, "--value", (0, LARGEST_VALUE), about, metavar="G", default=0)
    add_number(parser, speak, "--size", (8, LARGEST), speak("discover.help.size"))
    for name, (usual, most) in BOUNDS.items():
        about = speak(f"discover.help.{name}", default=usual, thorough=THOROUGH_BOUNDS[name])
        add_number(parser, speak, f"--{name}", (LEAST_BOUNDS[name], most), about)
    about = speak("discover.help.thorough", rows=THOROUGH_ROWS)
    parser.add_argument("--thorough", action="store_true", help=about)
    about = speak("discover.help.folder")
    parser.add_argument("--folder", type=Path, metavar=speak("sweep.folder"), help=about)
    parser.add_argument("--out", metavar=speak("cli.file"), help=speak("discover.help.out"))


def run(arguments: Namespace) -> int:
    """Discover, say what was found, and return 1 where nothing was proved."""
    for module in ("numpy", "numba"):
        if find_spec(module) is None:
            raise InputError("solver.missing", module=module)
    # numpy reserves 40 MB a thread: with 64 processors more than the usual bound
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from marienbad.prover.discovery.boxes import THOROUGH, USUAL
    from marienbad.prover.discovery.endings import Ended, Interrupted
    from marienbad.prover.discovery.search import discover
    from marienbad.prover.discovery.values import discover_value

    game, value, folder = define(arguments.game), arguments.value, arguments.folder
    is_thorough = arguments.thorough
    if folder is not None and not (is_thorough and value == 0):
        raise InputError("discover.folder_alone")
    if arguments.out is not None:
        check_place(Path(arguments.out))
    seconds, memory = (
        getattr(arguments, name) or (THOROUGH_BOUNDS[name] if is_thorough else usual)
        for name, (usual, _) in BOUNDS.items()
    )
    bounds = arguments.size, seconds, memory
    if is_thorough and value == 0:
        _foretell(arguments, game)
    found: Ended
    status = None
    try:
        # a thread of the bar that has no memory to start would be waited for without end
        with stages(arguments.lang, SHAPE) as notice, _bounded(memory):
            if value:
                found = discover_value(game, value, *bounds, notice)
            else:
                reach = THOROUGH if is_thorough else USUAL
                found = discover(game, *bounds, notice, reach=reach, folder=folder)
    except Interrupted as problem:
        found, status = problem.discovery, INTERRUPTED
    except MemoryError:
        raise InputError("discover.memory", memory=memory) from None
    print(found.explanation.render(arguments.lang, terminal_width()))
    if arguments.out is not None and found.proof is not None:
        found.proof.write(arguments.out)
    return (0 if found.proof else 1) if status is None else status


def _foretell(arguments: Namespace, game: Definition) -> None:
    """Say what a thorough search takes, where that is known before it begins."""
    from marienbad.prover.discovery.forecast import forecast

    told = forecast(game, arguments.size, arguments.folder)
    if told is not None:
        least, most, disk = duration(told.least), duration(told.most), amount(told.disk)
        room = {"disk": disk, "memory": amount(told.memory)}
        tell(speaker(arguments.lang)("discover.forecast", least=least, most=most, **room))


@contextmanager
def _bounded(memory: int) -> Iterator[None]:
    """A bound for the memory of the whole process, where the system can set it."""
    if find_spec("resource") is None:
        yield
        return
    import resource

    limits = resource.getrlimit(resource.RLIMIT_DATA)
    octets, hard = memory << 20, limits[1]
    allowed = octets if hard == resource.RLIM_INFINITY else min(octets, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (allowed, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, limits)
