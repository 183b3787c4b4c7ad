"""Pictures of tables: the map of the positions to leave, and the heat map of the Grundy values.

The position (0, 0) is at the bottom left, x grows to the right and y upwards. A table may have any
size: beyond about a thousand positions in a direction a point stands for a block of them, and
a position to leave never vanishes. Three heaps are slices z = 0, …, 8 side by side.

>>> import numpy as np
>>> from marienbad.study import picture
>>> table = picture.Box((32, 32), is_p=np.eye(32, dtype=bool))
>>> picture.png(table)[1:4], picture.svg(table)[:4]
(b'PNG', '<svg')
"""

from marienbad.study.picture.raster import bare, png
from marienbad.study.picture.thinning import Box, Solved
from marienbad.study.picture.vector import svg

__all__ = ["Box", "Solved", "bare", "png", "svg"]
