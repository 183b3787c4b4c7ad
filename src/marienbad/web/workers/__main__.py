"""Load all that workers need, and compile the search where this machine has not done so yet.

The nursery of the workers that search imports this module. ``python -m marienbad.web.workers`` does
the same ahead of time.
"""

import os

from marienbad.solver.precompile import boxes, use_kernels


def warm() -> None:
    """Compile or load every kernel, and make a map of each box."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # only a single thread survives a fork
    from marienbad.web.api.maps import MapQuestion, solved

    for has_grundy in (False, True):
        use_kernels(has_grundy)
        for game, sizes in boxes(has_grundy):
            list(solved(MapQuestion(game, (), sizes[0], has_grundy, "map", "en")))


warm()
