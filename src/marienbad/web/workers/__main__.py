"""Load all that workers need, and compile the search where this machine has not done so yet.

The nursery of the workers that search imports this module. ``python -m marienbad.web.workers`` does
the same ahead of time.
"""

import os

from marienbad.games.language.rule_text import define_rules

RULES = (
    "heaps 1; take n from one where n in {1, 3, 4}",
    "heaps 1; take n from one where n * n < 2 * x",
    "heaps 2; take n from one; take n, n from two; take 2, 3 from two",
    "heaps 2; take n from one where n % 3 == 0; take c, d from two where abs(c - d) < 6",
    "heaps 2; take n from x where x >= y and n % y == 0; take n from y where y >= x",
    "heaps 2; take n from one; take c, d from two where c * d > 5",
    "heaps 2; take t, s from two where s == 2 * t; take n from one",
    "heaps 3; take n from one; take n, n from two; take n, n, n from all",
    "heaps 3; take n from one where n < 5; take c, d from two where c * d > 5",
    "heaps 4; take n from one; take a, b, c, d from all where a * b == c * d",
)
"""Rules that together use every part of the compiled search."""
SIZES = {1: 400, 2: 20, 3: 6, 4: 4}
"""One heap is large, so that its Grundy values need two octets, and the others need one."""


def warm() -> None:
    """Solve each of the rules in every way."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # only a single thread survives a fork
    from marienbad.web.thoughts.maps import MapQuestion, solved

    for text in RULES:
        for ending in ("", "; last loses"):
            game = define_rules(text + ending)
            size = SIZES[game.ruleset.heaps or 1]
            for has_grundy in (False, True)[: 1 if ending else 2]:
                list(solved(MapQuestion(game, (), size, has_grundy, "map", "en")))


warm()
