"""Without gmpy2: from the text of two heaps to the text of the winning moves, in a new process.

Both heaps are read, analysed by algebra and the moves written, all measured inside the process and
counted from its imports on, nothing known before. The floor is a second: the ratio is in seconds.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.harness import Line

DIGITS = 10**5
CHILD = """
import sys, time
from random import Random
random = Random(1)
first, second = ("".join(random.choices("123456789", k=int(sys.argv[1]))) for _ in range(2))
start = time.perf_counter()
from marienbad import game
from marienbad.numeration.integers import digits_of, parse
analysis = game("wythoff").analyse((parse(first), parse(second)), theory="algebra")
texts = [digits_of(amount) for move in analysis.winning_moves for amount in move]
seconds = time.perf_counter() - start
assert texts and "gmpy2" not in sys.modules
print(seconds)
"""


def lines() -> Iterator[Line]:
    for digits, aim in ((10**4, None), (DIGITS, 0.5)):
        seconds = median(_seconds(digits) for _ in range(3))
        what = f"wythoff without gmpy2, text to text, {digits:.0e} digits"
        yield Line(what, seconds, "a second", 1.0, aim)


def _seconds(digits: int) -> float:
    process = subprocess.run(
        [sys.executable, "-c", CHILD, str(digits)],
        cwd=Path(__file__).parents[1],
        env=os.environ | {"MARIENBAD_GMPY2": "0"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return float(process.stdout)
