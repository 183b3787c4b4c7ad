"""Every kernel of the search compiled ahead, so that no question waits for it.

``python -m marienbad.solver.precompile`` does so for an installation, in about a minute; numba
keeps what is compiled beside the kernels, or in the folder that NUMBA_CACHE_DIR names, for this
processor and until the kernels change. Where all is there already, it takes a few seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.table import need
from marienbad.solver.tiling.cut import Arrays, Border

RULES = (
    "heaps 1; take n from one where n in {1, 3, 4}",
    "heaps 1; take n from one where n * n < 2 * x",
    "heaps 2; take n from one; take n, n from two; take 2, 3 from two",
    "heaps 2; take n from one where n % 3 == 0; take c, d from two where abs(c - d) < 6",
    "heaps 2; take n from x where x >= y and n % y == 0; take n from y where y >= x",
    "heaps 2; take n from one; take c, d from two where c * d > 5",
    "heaps 2; take n from one; take 1, 2 from two; terminal x + y < 3",
    "heaps 2; take t, s from two where s == 2 * t; take n from one",
    "heaps 3; take n from one; take n, n from two; take n, n, n from all",
    "heaps 3; take n from one where n < 5; take c, d from two where c * d > 5",
    "heaps 4; take n from one; take a, b, c, d from all where a * b == c * d",
)
"""Rules that together use every kernel."""
PARTNERS = "heaps 2; take n from one; take n, n from two; take 2, 3 from two"
SIZES = {1: 400, 2: 20, 3: 6, 4: 4}
"""One heap is large, so that its Grundy values need two octets, and the others need one."""
SIDE = 64
"""Of the tiles."""


def boxes(grundy: bool) -> Iterator[tuple[Definition, tuple[int, ...]]]:
    """The games whose outcomes or Grundy values are found, and their sizes."""
    for text, ending in product(RULES, ("",) if grundy else ("", "; last loses")):
        game = define_rules(text + ending)
        heaps = game.ruleset.heaps or 1
        yield game, (SIZES[heaps],) * heaps


def use_kernels(grundy: bool) -> None:
    """Call the kernels of the outcomes, or of the Grundy values: in one piece, and by tiles."""
    from marienbad.solver.grundy import Values
    from marienbad.solver.outcomes import Strips
    from marienbad.solver.tiling.cut import cut_for

    if not grundy:
        _use_partners()
    for game, sizes in boxes(grundy):
        search = Values(game, sizes) if grundy else Strips(game, sizes)
        (search.fill if isinstance(search, Values) else search.advance)(search.rows)
        cut = cut_for(game, sizes, grundy, SIDE)
        handed: dict[Border, Arrays] = {}
        for place in cut.places:
            solved = cut.solve(place, [handed[border] for border in cut.needs(place)])
            handed |= {(place, name): arrays for name, arrays in solved.borders.items()}


def _use_partners() -> None:
    """Call the kernels of the rows on disk."""
    from marienbad.solver.partners import Partners, steps_of

    steps = steps_of(define_rules(PARTNERS))
    if steps is not None:
        with TemporaryDirectory() as folder:
            found = Partners(steps, Path(folder, "rows"))
            found.extend(100)
            found.partners(0, 100)


def compile_all() -> None:
    """Compile what is not yet compiled, on two processors; then load it."""
    need("numpy", "numba")
    kinds = (False, True)
    with ProcessPoolExecutor(len(kinds)) as processes:
        list(processes.map(use_kernels, kinds))
    # Where both have compiled the same kernel for different types, one of the two may be lost.
    for grundy in kinds:
        use_kernels(grundy)


if __name__ == "__main__":
    compile_all()
