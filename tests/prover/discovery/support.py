"""Games with two heaps, and what is known of them without a discovery."""

from pathlib import Path

from marienbad.games.catalogue import define
from marienbad.prover.systems.pisot import power_system
from marienbad.solver.reference import p_positions

HEAPS = "rules:heaps 2; take n from one; "
UNKNOWN = HEAPS + "take n, n from two; take 1, 2 from two"
"""A game of which no strategy was found yet."""
PLASTIC = power_system((0, 1, 1), 3)
PLASTIC_FILE = Path(__file__).parents[3] / "docs" / "plastic.json"


def plain(name: str, size: int) -> set[tuple[int, ...]]:
    """The positions to leave in a box, by the search that can be read."""
    return set(p_positions(define(name), (size, size)))
