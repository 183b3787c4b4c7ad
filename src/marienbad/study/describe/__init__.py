"""What a person would notice in a table: the first positions, symmetry, beams, periods, disguises.

>>> import numpy as np
>>> from marienbad.study.describe import describe
>>> from marienbad.games.catalogue import define
>>> from marienbad.study.picture import Box
>>> table = Box((64, 64), is_p=np.eye(64, dtype=bool))
>>> describe(define("wythoff"), table).same
(Likeness(name='nim', exceptions=()),)
"""

from marienbad.study.describe.facts import Description, box_of, describe

__all__ = ["Description", "box_of", "describe"]
