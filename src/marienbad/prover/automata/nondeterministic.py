"""Automata with a choice, as lists of edges, and their subset construction."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from marienbad.prover.automata.automaton import CHUNK, MOST_STATES, Flags, Indices
from marienbad.prover.automata.minimal import distinct
from marienbad.solver.clock import clock
from marienbad.text.problems import OutOfReach


def spread(keys: Indices, ends: Indices) -> tuple[Indices, Indices]:
    """Each place of ``keys`` as often as its key has entries in a list sorted by keys, and those.

    ``ends`` says where in the list the entries of each key end.

    >>> [part.tolist() for part in spread(np.array([1, 0]), np.array([2, 5]))]
    [[0, 0, 0, 1, 1], [2, 3, 4, 0, 1]]
    """
    stops = ends[keys]
    counts = stops - np.where(keys > 0, ends[keys - 1], 0)
    places = np.repeat(np.arange(len(keys)), counts)
    return places, np.arange(len(places)) + np.repeat(stops - np.cumsum(counts), counts)


@dataclass(frozen=True)
class Choices:
    """Edges (source, letter, target), the states at the start and those that accept."""

    letters: int
    sources: Indices
    symbols: Indices
    targets: Indices
    starts: Indices
    accepting: Flags

    def closed(self, zero: int, period: int) -> Choices:
        """The same, started after any number of periods of the letter zero as well.

        A number that is projected away may be longer than those that are kept.
        """
        is_zero = self.symbols == zero
        sources, targets = self.sources[is_zero], self.targets[is_zero]
        reached = np.zeros(len(self.accepting), np.bool_)
        reached[self.starts] = True
        while True:
            now = reached
            for _ in range(period):
                after = np.zeros_like(reached)
                after[targets[now[sources]]] = True
                now = after
            if not (now & ~reached).any():
                break
            reached |= now
        return replace(self, starts=np.flatnonzero(reached))

    def alive(self) -> Flags:
        """From which states something is accepted."""
        alive = self.accepting.copy()
        while True:
            clock.check()
            grown = alive.copy()
            grown[self.sources[alive[self.targets]]] = True
            if (grown == alive).all():
                return alive
            alive = grown

    def trimmed(self) -> Choices:
        """Only the states from which something is accepted."""
        alive = self.alive()
        number = np.cumsum(alive) - 1
        kept = alive[self.targets] & alive[self.sources]
        return Choices(
            self.letters,
            number[self.sources[kept]],
            self.symbols[kept],
            number[self.targets[kept]],
            number[self.starts[alive[self.starts]]],
            self.accepting[alive],
        )


class Subsets:
    """The subset construction, level by level; ``members[i]`` are the elements of the i-th.

    Subsets are found again by a hash, and each that is found is compared, element by element,
    with the one it is taken for.
    """

    def __init__(self, choices: Choices) -> None:
        self.letters, self.size = choices.letters, max(len(choices.accepting), 1)
        order = np.argsort(choices.sources, kind="stable")
        self.symbols, self.targets = choices.symbols[order], choices.targets[order]
        self.degrees = np.bincount(choices.sources, minlength=self.size)
        self.ends = np.cumsum(self.degrees)
        self.accepting, self.starts = choices.accepting, np.sort(choices.starts)
        random = np.random.default_rng(1961)
        self.marks = random.integers(0, 1 << 63, self.size, np.uint64) * np.uint64(2)
        self.marks += np.uint64(1)
        self.members: list[Indices] = [np.zeros(0, np.int64)]
        self.number: dict[int, int] = {0: 0}

    def explore(self) -> tuple[NDArray[np.int32], Flags, int]:
        """Table, accepting states and start; state 0 is the empty set."""
        rows = [np.zeros((1, self.letters), np.int32)]
        start = self._numbered(self.starts, int(self.marks[self.starts].sum()))
        done = 1
        while done < len(self.members):
            level = range(done, len(self.members))
            weights = np.array([self.degrees[self.members[i]].sum() for i in level])
            parts = np.cumsum(weights) // CHUNK
            done = len(self.members)
            for part in distinct(parts):
                chosen = [level[i] for i in np.flatnonzero(parts == part)]
                rows.append(self._followers(chosen))
        accepting = np.array([bool(self.accepting[m].any()) for m in self.members])
        return np.concatenate(rows), accepting, start

    def _followers(self, level: list[int]) -> NDArray[np.int32]:
        """The rows of some subsets; new subsets are added."""
        clock.check()
        flat = np.concatenate([self.members[i] for i in level])
        owner = np.repeat(np.arange(len(level)), [len(self.members[i]) for i in level])
        chosen, edges = spread(flat, self.ends)
        groups = owner[chosen] * self.letters + self.symbols[edges]
        keys = distinct(groups * self.size + self.targets[edges])
        groups, targets = keys // self.size, keys % self.size
        row = np.zeros(len(level) * self.letters, np.int32)
        if len(keys):
            heads = np.flatnonzero(np.diff(groups, prepend=-1))
            lengths = np.diff(heads, append=len(groups))
            row[groups[heads]] = self._numbers(targets, heads, lengths)
        return row.reshape(len(level), self.letters)

    def _numbers(self, targets: Indices, heads: Indices, lengths: Indices) -> NDArray[np.int32]:
        """The numbers of the subsets that stand one after another in ``targets``."""
        hashes = np.add.reduceat(self.marks[targets], heads)
        values, first, inverse = np.unique(hashes, return_index=True, return_inverse=True)
        chosen = first[inverse]
        if (lengths != lengths[chosen]).any():
            raise AssertionError("two subsets with one hash")
        shift = np.repeat(heads[chosen] - heads, lengths)
        if (targets != targets[np.arange(len(targets)) + shift]).any():
            raise AssertionError("two subsets with one hash")
        numbers = np.empty(len(values), np.int32)
        for i, (value, place) in enumerate(zip(values.tolist(), first.tolist(), strict=True)):
            subset = targets[heads[place] : heads[place] + lengths[place]]
            numbers[i] = self._numbered(subset, value)
        found: NDArray[np.int32] = numbers[inverse]
        return found

    def _numbered(self, subset: Indices, value: int) -> int:
        known = self.number.setdefault(value, len(self.members))
        if known == len(self.members):
            if known > MOST_STATES:
                raise OutOfReach("prover.automaton_too_large", bound=MOST_STATES)
            self.members.append(subset.copy())
        elif not np.array_equal(self.members[known], subset):
            raise AssertionError("two subsets with one hash")
        return known
