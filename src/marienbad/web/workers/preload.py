"""What the fork server loads, so that workers begin with it: the jobs, their words, the search."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from marienbad.games.catalogue import EXAMPLES, define
from marienbad.heaps import write_position
from marienbad.solver.precompile import boxes, use_kernels
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import InputError
from marienbad.web.api.routes import import_jobs


def load(is_warm: bool) -> None:
    """Load the modules of all jobs, and what they load when they are first used."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # only a single thread survives a fork
    import_jobs()
    if is_warm:
        warm_up()
    freeze()


def freeze() -> None:
    """Keep the garbage collector from what all workers share, which would copy it for each."""
    gc.collect()
    gc.freeze()


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


def load_search() -> Iterator[None]:
    """Load the compiled search step by step, or compile what this machine has not compiled yet."""
    from marienbad.web.api.maps import MapQuestion, solved

    for has_grundy in (False, True):
        use_kernels(has_grundy)
        yield
        for game, sizes in boxes(has_grundy):
            list(solved(MapQuestion(game, (), sizes[0], has_grundy, "map", "en")))
            yield


def compile_search() -> None:
    """Compile the search."""
    for _ in load_search():
        pass
