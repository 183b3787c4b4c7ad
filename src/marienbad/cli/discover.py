"""``marienbad discover``: a strategy for any game of two heaps, found by machine and proved."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from marienbad.__main__ import INTERRUPTED
from marienbad.cli.arguments import Speaker, add_game, add_number, terminal_width
from marienbad.cli.progress import stages
from marienbad.games.catalogue import define
from marienbad.text.problems import InputError

BOUNDS = {"seconds": (120, 1_000_000), "memory": (2048, 1 << 20)}
"""The usual and the largest bound of each kind; memory is counted in mebibytes."""
LARGEST = 1 << 28
SHAPE = "{desc}{percentage:3.0f}% |{bar}|"


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("discover.help.about")
    parser.epilog = speak("discover.help.examples")
    add_game(parser, speak)
    add_number(parser, speak, "--size", (8, LARGEST), speak("discover.help.size"))
    for name, (usual, most) in BOUNDS.items():
        about = speak(f"discover.help.{name}", default=usual)
        add_number(parser, speak, f"--{name}", (1, most), about, default=usual)
    parser.add_argument("--out", metavar=speak("cli.file"), help=speak("discover.help.out"))


def run(arguments: Namespace) -> int:
    """Discover, say what was found, and return 1 where nothing was proved."""
    for module in ("numpy", "numba"):
        if find_spec(module) is None:
            raise InputError("solver.missing", module=module)
    from marienbad.prover.discovery.search import Interrupted, discover

    game = define(arguments.game)
    status = None
    with _bounded(arguments.memory), stages(arguments.lang, SHAPE) as notice:
        try:
            found = discover(game, arguments.size, arguments.seconds, arguments.memory, notice)
        except Interrupted as problem:
            found, status = problem.discovery, INTERRUPTED
    print(found.explanation.render(arguments.lang, terminal_width()))
    if arguments.out is not None and found.proof is not None:
        found.proof.write(arguments.out)
    return (0 if found.proof else 1) if status is None else status


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
