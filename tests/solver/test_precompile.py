"""What is compiled ahead is all that questions need."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys

from marienbad.games.catalogue import EXAMPLES, define
from marienbad.solver import table
from marienbad.solver.precompile import use_kernels
from marienbad.solver.table import solve

SIZES = {1: (300,), 2: (40, 70), 3: (9, 9, 9), 5: (4, 4, 4, 4, 4)}
RULES = ["rules:heaps 2; take n from x where n <= y", "rules:heaps 5; take n from one where n < 3"]


def compiled():
    modules = [m for name, m in sys.modules.items() if name.startswith("marienbad.solver.kernels.")]
    functions = [(f"{m.__name__}.{name}", f) for m in modules for name, f in vars(m).items()]
    return {name: len(f.overloads) for name, f in functions if hasattr(f, "overloads")}


table.before_compiling = False  # nothing else answers where a kernel is missing
for kind in (False, True):
    use_kernels(kind)
before = compiled()
for game in map(define, [*EXAMPLES, *RULES]):
    if game.ruleset.is_plain:
        for grundy in (False, True)[: 1 if game.is_misere else 2]:
            solve(game, SIZES[game.ruleset.heaps or 2], grundy)
print(*(name for name, count in compiled().items() if count != before.get(name)))
"""


@pytest.mark.slow
def test_no_question_compiles_anything_more() -> None:
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
