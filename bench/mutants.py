"""Mutants of new certificates before three checkers: do they agree, and is anything false accepted?

Each certificate is changed at one place, 300 times; the checker in Python, the one that is proved
in Coq (``make proofs``) and the one of the page (by node) judge every file. Of what is accepted the
first positions are compared with a search by the definition alone. The lines count differences and
false claims that were accepted, against 1, so that the aim is to have none.
"""

import json
import random
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.harness import COMMAND, Line, whole
from bench.prover import IN_NODE, PAGE, WYTHOFF
from marienbad import checker
from marienbad.prover.certificates import verified
from marienbad.prover.certificates.checking import smallest_error

CERTIFICATES = (
    ("discover", f"{WYTHOFF}; take 2, 3 from two"),
    ("discover", f"{WYTHOFF}; terminal x + y <= 5"),
    ("prove", "wythoff", "--value", "1"),
)
MUTANTS, SEED, AT_ONCE = 300, 5, 25
Fields = dict[str, Any]


def lines() -> Iterator[Line]:
    for command in CERTIFICATES:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "certificate.json"
            made = [COMMAND, *command, "--out", str(path)]
            subprocess.run(made, stdout=subprocess.DEVNULL, check=True)
            yield from _judged(command[1].removeprefix(f"{WYTHOFF}; "), path)


def _judged(name: str, path: Path) -> Iterator[Line]:
    fields, source = json.loads(path.read_text("utf-8")), random.Random(SEED)
    different, false, accepted = 0, 0, 0
    for first in range(0, MUTANTS, AT_ONCE):
        files = []
        for number in range(first, first + AT_ONCE):
            files.append(path.with_name(f"{number}.json"))
            files[-1].write_text(json.dumps(mutant(fields, source)), "utf-8")
        answers = [[_by_python(file) for file in files], _by_coq(files), _by_page(files)]
        for file, *verdicts in zip(files, *answers, strict=True):
            different += len(set(verdicts)) > 1
            accepted += any(verdicts)
            if any(verdicts):
                certificate = checker.Certificate(file.read_text("utf-8"))
                false += smallest_error(certificate) is not None
            file.unlink()
    note = f"{accepted} of {MUTANTS} accepted by one or more"
    for what, count in (("judged differently", different), ("false, accepted", false)):
        yield Line(f"mutants of {name}: {what}", count, "", 1, 0, note, unit=whole)


def mutant(fields: Fields, source: random.Random) -> Fields:
    """The fields with one number replaced by another of its list, or by a neighbour."""
    changed = deepcopy(fields)
    parts = ["takes", "numeration", *(["levels"] * 6 if "levels" in fields else [])]
    parts += [name for name in ("positions", "cover", "terminal", "movable") if name in fields] * 4
    place: Any = changed
    keys: list[Any] = [source.choice(parts)]
    while isinstance(place[keys[-1]], list | dict):
        place = place[keys[-1]]
        names = list(place) if isinstance(place, dict) else range(len(place))
        if not names:
            return mutant(fields, source)
        keys.append(source.choice([*names]))
    number = place[keys[-1]]
    if not isinstance(number, int):
        return mutant(fields, source)
    others = [n for n in place if isinstance(n, int)]
    place[keys[-1]] = source.choice([*others, number + 1, number - 1, 0, 1])
    return mutant(fields, source) if place[keys[-1]] == number else changed


# Each checker: whether it accepts a file


def _by_python(file: Path) -> bool:
    try:
        checker.check(file.read_text("utf-8"))
    except checker.Verdict:
        return False
    return True


def _by_coq(files: list[Path]) -> list[bool]:
    program = verified.program()
    if program is None:
        raise RuntimeError("the proved checker is not built: make proofs")
    said = subprocess.run([program, *files], capture_output=True, text=True, check=False).stdout
    return [f"{file}: accepted" in said.splitlines() for file in files]


def _by_page(files: list[Path]) -> list[bool]:
    command = ["node", "--input-type=module", "-e", IN_NODE, PAGE.as_uri(), *map(str, files)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [verdict == "accepted" for verdict in said.split()]
