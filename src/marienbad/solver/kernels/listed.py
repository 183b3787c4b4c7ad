"""A tile of the positions of :mod:`marienbad.solver.kernels.listing`."""

from typing import TYPE_CHECKING

from marienbad.solver.kernels.listing import advance
from marienbad.solver.kernels.machine import Array, compiled

if TYPE_CHECKING:
    from marienbad.solver.listing import Listing


@compiled
def advance_rows(
    start: int,
    stop: int,
    first: int,
    listing: "Listing",
    rays: Array,
    is_misere: bool,
    is_grundy: bool,
    values: Array,
) -> None:
    """Find the outcomes or the Grundy values in rows, from one place of each up to its end.

    A row is all positions that differ in the last heap only.
    """
    size = listing.sizes[-1]
    for row in range(start, stop):
        begin = row * size
        advance(begin + first, begin + size, listing, rays, 0, is_misere, is_grundy, values)
