"""Tiles of rows with few P-positions, drawn from the lists of what was found in them."""

from numba import uint64

from marienbad.solver.kernels.machine import Array, compiled


@compiled
def draw(first: int, counts: Array, places: Array, out: Array) -> None:
    """Set the bits of the P-positions that are listed, where a tile begins with a certain word."""
    end = 0
    for x in range(out.shape[0]):
        for y in range(out.shape[1]):
            for z in range(out.shape[2]):
                row = out[x, y, z]
                begin, end = end, end + counts[x, y, z]
                for place in places[begin:end]:
                    word = (place >> 6) - first
                    if 0 <= word < len(row):
                        row[word] |= uint64(1) << uint64(place & 63)
