"""The same question about many games: a game with every choice of numbers in its rules.

The games are shared out among processes or the workers of a cluster, and each answer is a line of
a journal as soon as it is there: a sweep that was interrupted goes on with what is missing.

>>> games = variants("wythoff", {"a": range(1, 3), "b": range(1, 3)})
>>> for answer in sweep(Solving((50, 50)), games):
...     print(answer["game"], answer["to_leave"], answer["first"][1])
wythoff 39 [1, 2]
wythoff:b=2 59 [0, 1]
wythoff:a=2 29 [1, 3]
wythoff:a=2,b=2 39 [0, 1]
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

from marienbad.games.catalogue import define
from marienbad.games.language.rule_text import PREFIX
from marienbad.solver.cluster.workers import PATIENCE, Notice
from marienbad.solver.parallel import Executor, parallel_map
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing
from marienbad.values import Record

if TYPE_CHECKING:
    from marienbad.solver.table import Table

MOST_GAMES = 100_000
SHOWN = 10
Answer = dict[str, Any]
"""What is found about a game, as JSON can say it."""


class Solving(Record):
    """The question: which positions of a box are to be left."""

    sizes: tuple[int, ...]
    grundy: bool = False
    is_kept: bool = False
    """Whether the whole table is kept, not only its summary."""

    def answer(self, game: str) -> tuple[Answer, Table | None]:
        from marienbad.solver.table import solve
        from marienbad.study.export import count_p, p_positions
        from marienbad.study.tables import check_memory

        start, definition = perf_counter_ns(), define(game)
        check_memory(definition)
        table = solve(definition, self.sizes, self.grundy)
        milliseconds = (perf_counter_ns() - start) // 1_000_000
        found: Answer = {
            "game": game,
            "positions": prod(self.sizes),
            "to_leave": count_p(table),
            "first": [list(position) for position in islice(p_positions(table), SHOWN)],
            "largest": None if table.grundy is None else int(table.grundy.max()),
            "milliseconds": milliseconds,
        }
        return found, table if self.is_kept else None


class Verifying(Record):
    """The question: whether all theories agree with the search and with each other."""

    bound: int = 40
    random: int = 100
    seed: int = 1961

    def answer(self, game: str) -> tuple[Answer, None]:
        from marienbad.study.verification import verify_game

        report = verify_game(define(game), self.bound, self.random, self.seed)
        return {
            "game": game,
            "theories": list(report.theories),
            "positions": report.positions,
            "random": report.random_positions,
            "disagreements": report.disagreements,
            "first": list(report.first.position) if report.first else None,
            "milliseconds": report.milliseconds,
        }, None


class Discovering(Record):
    """The question: whether a strategy is found, and proved."""

    size: int | None = None
    seconds: int = 120
    memory: int = 2048

    def answer(self, game: str) -> tuple[Answer, str | None]:
        from marienbad.prover.discovery.search import discover

        start = perf_counter_ns()
        found = discover(define(game), self.size, self.seconds, self.memory)
        proof = found.proof
        return {
            "game": game,
            "ending": found.ending,
            "system": proof.automaton.system.name if proof else None,
            "states": proof.automaton.states if proof else None,
            "same_as": found.same_as,
            "size": found.size,
            "milliseconds": (perf_counter_ns() - start) // 1_000_000,
        }, proof.certificate() if proof else None


Question = Solving | Verifying | Discovering


def variants(game: str, ranges: Mapping[str, Sequence[int]]) -> dict[str, str]:
    """The games by their numbers: parameters of the catalogue, or names that ``let`` gives.

    >>> variants("rules:heaps 1; let k = 1; take n from x where n <= k", {"k": (2, 3)})["k=3"]
    'rules:heaps 1; let k = 3; take n from x where n <= k'
    >>> variants("nim", {"k": (2, 3)})
    Traceback (most recent call last):
    marienbad.text.problems.InputError: nim has no number “k”: expected none.
    """
    count = prod(len(numbers) for numbers in ranges.values())
    if not 1 <= count <= MOST_GAMES:
        raise InputError("sweep.too_many", count=count, most=MOST_GAMES)
    name = define(game).name
    of = _of_rules if name.startswith(PREFIX) else _of_family
    found = {}
    for numbers in product(*ranges.values()):
        chosen = dict(zip(ranges, numbers, strict=True))
        label = ",".join(f"{key}={number}" for key, number in chosen.items())
        found[label] = define(of(name, chosen)).name
    return found


def _of_family(name: str, numbers: Mapping[str, int]) -> str:
    game = define(name)
    _check_names(name, numbers, game.family.numbers)
    return game.family.game({**game.values, **numbers}, game.is_misere).name


def _of_rules(name: str, numbers: Mapping[str, int]) -> str:
    from marienbad.games.language.grammar import read

    program = read(name.removeprefix(PREFIX))
    _check_names(name, numbers, [key for key, _ in program.numbers])
    return f"{PREFIX}{program.with_numbers(numbers)}"


def _check_names(game: str, numbers: Mapping[str, int], known: Sequence[str]) -> None:
    for name in numbers:
        if name not in known:
            key = "sweep.unknown" if known else "sweep.none"
            raise InputError(key, game=game, name=name, known=Listing([*known], ""))


def sweep(
    question: Question,
    games: Mapping[str, str],
    *,
    processes: int = 1,
    cluster: str | None = None,
    journal: Journal | None = None,
    patience: float = PATIENCE,
    notice: Notice | None = None,
) -> Iterator[Answer]:
    """The answers as they come, first those that the journal has already."""
    executor = Executor(processes, cluster, patience, notice)
    known = journal.answers if journal else {}
    labels = {game: label for label, game in games.items()}
    yield from (known[game] for game in labels if game in known)
    missing = [game for game in labels if game not in known]
    for game, (answer, kept) in parallel_map(question.answer, missing, executor):
        if journal:
            journal.add(answer, labels[game], kept)
        yield answer


class Journal:
    """A folder with the answers so far: ``answers.jsonl``, a line each, the question first.

    A line is complete before the next answer is waited for; one that was cut off by the end
    of the process is dropped when the journal is opened again.
    """

    def __init__(self, folder: Path, question: Question, form: str | None = None) -> None:
        self.folder, self.form = folder, form
        self._path = folder / "answers.jsonl"
        head = json.dumps({"question": repr(question), "format": form})
        folder.mkdir(parents=True, exist_ok=True)
        lines = self._lines()
        if lines and lines[0] != head:
            raise InputError("sweep.other", path=str(folder))
        try:
            self.answers: dict[str, Answer] = {
                answer["game"]: answer for answer in map(json.loads, lines[1:])
            }
        except (ValueError, KeyError, TypeError):
            raise InputError("sweep.other", path=str(folder)) from None
        if not lines:
            self._append(head)

    def _lines(self) -> list[str]:
        """The complete lines; what follows them is cut off."""
        try:
            written = self._path.read_bytes()
        except FileNotFoundError:
            return []
        complete = written[: written.rfind(b"\n") + 1]
        if complete != written:
            os.truncate(self._path, len(complete))
        try:
            return complete.decode("utf-8").splitlines()
        except UnicodeDecodeError:
            raise InputError("sweep.other", path=str(self.folder)) from None

    def add(self, answer: Answer, label: str, kept: Table | str | None = None) -> None:
        """Keep an answer, after the table or the certificate it speaks of."""
        if isinstance(kept, str):
            (self.folder / f"{label}.json").write_text(kept, "utf-8")
        elif kept is not None and self.form:
            from marienbad.study.export import write

            write(kept, self.folder / f"{label}.{self.form}", self.form)
        self.answers[answer["game"]] = answer
        self._append(json.dumps(answer, ensure_ascii=False))

    def _append(self, line: str) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
            file.flush()
            os.fsync(file.fileno())

    def export(self, answers: Iterable[Answer]) -> None:
        """Write the answers of a sweep as ``answers.json`` and ``answers.csv``."""
        import csv

        listed = list(answers)
        text = json.dumps(listed, ensure_ascii=False, indent=1)
        (self.folder / "answers.json").write_text(f"{text}\n", "utf-8")
        with (self.folder / "answers.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(listed[0])
            writer.writerows(map(_cell, answer.values()) for answer in listed)


def _cell(value: Any) -> str:
    """A value in a cell: a list as words, positions with commas.

    >>> _cell([[1, 2], [3, 5]]), _cell(["algebra", "arithmetic"]), _cell(None)
    ('1,2 3,5', 'algebra arithmetic', '')
    """
    if isinstance(value, list):
        return " ".join(
            ",".join(map(str, part)) if isinstance(part, list) else str(part) for part in value
        )
    return "" if value is None else str(value)
