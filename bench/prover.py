"""Proofs and discovered strategies, as whole processes: ``prove``, ``discover`` and ``check``.

The topics are ``prover``, ``discovery``, ``certificates``, ``mutants``, ``misere``, ``research``.
There are aims for the proofs of single games and of the whole family, two processes at a time, for
the largest memory, for discoveries, and for the checkers of certificates. Where the checker that is
proved in Coq is built, it has to accept every certificate too.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from bench.harness import COMMAND, ROOT, Line, elapsed, size, whole, whole_process
from marienbad import checker
from marienbad.analysis import Game
from marienbad.games.catalogue import define
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import read
from marienbad.prover.certificates import verified
from marienbad.prover.certificates.checking import smallest_error
from marienbad.prover.certificates.writing import certificate
from marienbad.prover.discovery.boxes import THOROUGH
from marienbad.prover.discovery.search import discover
from marienbad.prover.discovery.values import discover_value
from marienbad.prover.games import library
from marienbad.prover.games.proof import Proof

TWO = "rules:heaps 2; "
HEAPS = f"{TWO}take n from one; "
WYTHOFF = f"{HEAPS}take n, n from two"
MEMORY = 2.0 * 2**30
"""Bytes of any process."""
REPEATS = 3
STEPS = (1, 2, 3, 4, 6, 8, 12)
MIXED = ((1, 2), (2, 2), (3, 2), (2, 3), (4, 3))
QUICK, SLOW, WHOLE = 2.0, 10.0, 60.0
"""Seconds to prove for ab ≤ 6, for ab ≤ 12 and for the whole family."""
DISCOVERED = (
    *("nim", "marienbad", "wythoff", "wythoff:a=2", "wythoff:a=3"),
    *("wythoff:misere", "wythoff:a=2,misere", "wythoff:a=3,misere"),
    *("wythoff:b=2", "wythoff:b=3"),
    *(f"wythoff:b={b},misere" for b in range(2, 7)),
    "wythoff:a=2,b=2,misere",
    f"{TWO}take n from one where n <= 3",
    f"{TWO}take n from one where n % 2 == 1",
    f"{HEAPS}take n, m from two where m == 2 * n",
    f"{HEAPS}take c, d from x, y where c - d in {{0, 1}}",
    f"{HEAPS}take c, d from x, y where c - d in {{0, 1, 2}}",
    f"{HEAPS}take c, d from two where c - d in {{-2, 0, 2}}",
    f"{WYTHOFF}; take 1, 3 from two",
)
PLASTIC = f"{WYTHOFF} where n != 2"
"""Wythoff's game without the move (2, 2), whose digits are of the plastic number."""
DISCOVERY, PLASTIC_DISCOVERY, CHECK = 30.0, 60.0, 60.0
"""Seconds for a game of the list, for the cubic one, and for whichever checker."""
VALUES = (("nim", 9), ("nimhoff:h=5", 3), ("lucas", 1), ("wythoff", 1), ("wythoff:a=3", 3))
"""Games and a Grundy value of theirs."""
CHECKED = ("wythoff", "wythoff:a=2,b=2", "wythoff:a=12", "wythoff:a=12,misere", "wythoff:b=12")
PAGE = Path(checker.__file__).parent / "web/static/check/checker.js"
IN_NODE = """
import { readFileSync } from "node:fs";
const { check } = await import(process.argv[1]);
for (const file of process.argv.slice(2)) console.log(check(readFileSync(file, "utf8")).verdict);
"""
"""The checker of the page: it prints a verdict for each file."""
CHANGED = (
    ("discover", f"{WYTHOFF}; take 2, 3 from two"),
    ("discover", f"{WYTHOFF}; terminal x + y <= 5"),
    ("prove", "wythoff", "--value", "1"),
)
MUTANTS, SEED, AT_ONCE = 300, 5, 25
TRIALS = (
    (f"{WYTHOFF} where n != 1", 835),
    (f"{WYTHOFF}; take 1, 2 from two", 1331),
    (f"{WYTHOFF}; take 2, 3 from two", 308),
    ("lucas", 43),
    *zip((f"{WYTHOFF}; block {k}" for k in (2, 3, 4)), (74, 8, 41), strict=True),
    *zip((f"{WYTHOFF}; terminal x + y <= {n}" for n in range(5)), (8, 6, 29, 34, 56), strict=True),
    (f"{WYTHOFF}; terminal x + y <= 20", 472),
)
"""What earlier trials reached: their states."""
BOX, TRIAL_SECONDS, TRIAL_MEMORY = 5_000, 7200, 8192


def lines() -> Iterator[Line]:
    octets = 0
    for name, step in _proofs():
        runs = [_prove(name) for _ in range(REPEATS)]
        octets = max(octets, *(memory for _, memory in runs))
        seconds = median(seconds for seconds, _ in runs)
        aim = QUICK if step <= 6 else SLOW
        yield Line(f"marienbad prove {name}", seconds, "the aim", aim, 1)
    pairs = [(a, b) for a in range(1, 13) for b in range(1, 13) if a * b <= 12]
    family = [_name(*pair) for pair in pairs] + [_name(a, 1, "misere") for a in range(1, 13)]
    began = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        octets = max(octets, *(memory for _, memory in pool.map(_prove, family)))
    seconds = time.perf_counter() - began
    yield Line(f"the {len(family)} games of the family, 2 at a time", seconds, "the aim", WHOLE, 1)
    yield Line("largest memory of a proof", octets, "the aim", MEMORY, 1, unit=size)
    yield from checkers()


def _proofs() -> Iterator[tuple[str, int]]:
    for a in STEPS:
        yield _name(a, 1), a
        yield _name(a, 1, "misere"), a
    for a, b in MIXED:
        yield _name(a, b), a * b
        if library.is_proved(define(_name(a, b, "misere"))):  # by discovery: no theory claims it
            yield _name(a, b, "misere"), a * b


def _name(a: int, b: int, *more: str) -> str:
    return "wythoff:" + ",".join((f"a={a}", f"b={b}", *more))


def _prove(name: str) -> tuple[float, int]:
    seconds, octets, status = whole_process(COMMAND, "prove", name)
    if status:
        raise RuntimeError(f"{name} was not proved")
    return seconds, octets


# Discoveries


def discovery() -> Iterator[Line]:
    """What must be found."""
    most = 0
    for name in (*DISCOVERED, PLASTIC):
        aim = PLASTIC_DISCOVERY if name is PLASTIC else DISCOVERY
        seconds, octets, status = whole_process(COMMAND, "discover", name)
        if status:
            raise RuntimeError(f"nothing was proved of {name}")
        most = max(most, octets)
        yield Line(f"discover {_shown(name)}", seconds, "the aim", aim, 1)
    yield Line("largest memory of a discovery", most, "the aim", MEMORY, 1, unit=size)


def misere() -> Iterator[Line]:
    """The games with b > 1 in misère play, ab ≤ 12: found or not, in ten minutes each."""
    for b in range(2, 13):
        for a in range(1, 12 // b + 1):
            name = _name(a, b, "misere")
            seconds, _, status = whole_process(COMMAND, "discover", name, "--seconds", "600")
            note = "not found" if status else "proved"
            yield Line(f"discover {name}", seconds, "what is allowed", 600.0, note=note)


def _shown(name: str, value: int = 0) -> str:
    short = name.removeprefix(HEAPS).removeprefix(TWO)
    return f"{short}, value {value}" if value else short


def research() -> Iterator[Line]:
    """What earlier trials reached, found again: states beside theirs, and the search.

    Every set is compared with the compiled search, which knows only the rules, on a box; a line
    whose note tells of positions that differ is a mistake. It takes an hour on two processors.
    """
    for name, states in TRIALS:
        yield _trial(name, states)
    yield _trial("wythoff", 826, 1)


def _trial(name: str, states: int, value: int = 0) -> Line:
    game, began = define(name), time.perf_counter()
    if value:
        proof = discover_value(game, value, None, TRIAL_SECONDS, TRIAL_MEMORY).proof
    else:
        proof = discover(game, None, TRIAL_SECONDS, TRIAL_MEMORY, reach=THOROUGH).proof
    seconds = time.perf_counter() - began
    found, note = 0, "NOT FOUND"
    if proof is not None:
        table = Game.named(name).solve((BOX, BOX), grundy=bool(value))
        truth = table.grundy == value if value else table.is_p
        wrong = int(np.count_nonzero(proof.automaton.box(BOX, BOX) != truth))
        note = f"{seconds:.0f} s, {proof.automaton.system.name}; {wrong} of {BOX}² differ"
        found = proof.automaton.states
    shown = _shown(name, value)
    return Line(shown, found, "states in the trials", states, note=note, unit=whole)


# Checkers of certificates


def checkers() -> Iterator[Line]:
    """The three checkers on the same files; one that cannot run here is left out."""
    commands = {"checker.py": [sys.executable, checker.__file__]}
    if program := verified.program():
        commands[verified.PROGRAM] = [program]
    if PAGE.exists() and (node := which("node")):
        commands["the page's, in node"] = [node, "--input-type=module", "-e", IN_NODE, str(PAGE)]
    named = [(name, define(name), Automaton.of(library.proved(define(name)))) for name in CHECKED]
    name, diagram = read((ROOT / "docs/plastic.json").read_text("utf-8"))
    named.append(("wythoff without (2, 2)", define(name), Automaton.of(diagram)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        for what, game, automaton in named:
            path.write_text(certificate(Proof(game, automaton, (), 0.0)), "utf-8")
            note = f"{path.stat().st_size // 1000} kB"
            for title, command in commands.items():
                runs = [_accept(*command, str(path)) for _ in range(REPEATS)]
                yield Line(f"{title}: {what}", median(runs), "the aim", CHECK, 1, note)


def _accept(*command: str) -> float:
    """The seconds of a checker that must accept a file."""

    def run() -> None:
        found = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        if "node" in command[0] and found.stdout.strip() != "accepted":
            raise RuntimeError(found.stdout)

    return elapsed(run)


def certificates() -> Iterator[Line]:
    """All proofs that are kept and some discoveries; it takes minutes, for ``make verify``."""
    kept = sorted(Path(library.FOLDER).glob("*.json"))
    names = [name for name, _ in (read(file.read_text("utf-8")) for file in kept)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        for command, name, value in (
            *(("prove", name, 0) for name in names),
            *(("discover", name, 0) for name in (*DISCOVERED[-4:-1], PLASTIC)),
            *(("prove", name, value) for name, value in VALUES),
        ):
            made = [COMMAND, command, name, "--value", str(value), "--out", str(path)]
            subprocess.run(made, stdout=subprocess.DEVNULL, check=True)
            seconds = _accept(COMMAND, "check", str(path))
            if program := verified.program():
                _accept(program, str(path))
            note = f"{path.stat().st_size // 1000} kB"
            yield Line(f"check {_shown(name, value)}", seconds, "the aim", CHECK, 1, note)


# Changed certificates


def mutants() -> Iterator[Line]:
    """Mutants of new certificates before the checkers: do they agree, is anything false accepted?

    Each certificate is changed at one place, 300 times. Of what is accepted the first positions are
    compared with a search by the definition alone. The lines count differences and false claims
    that were accepted, against 1, so that the aim is to have none.
    """
    for command in CHANGED:
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
                claimed = checker.Certificate(file.read_text("utf-8"))
                false += smallest_error(claimed) is not None
            file.unlink()
    note = f"{accepted} of {MUTANTS} accepted by one or more"
    for what, count in (("judged differently", different), ("false, accepted", false)):
        yield Line(f"mutants of {name}: {what}", count, "", 1, 0, note, unit=whole)


def mutant(fields: dict[str, Any], source: random.Random) -> dict[str, Any]:
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
