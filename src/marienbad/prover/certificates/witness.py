"""Witnesses for the checker: why some move leads from each position into a set.

A *run* of a way to move reads a position before the move and guesses the one after it. Which
guess is right shows only at the end of the word, so a witness names, for every prefix, the set of
runs that are still needed. The positions are shared out among the ways, and of each way only the
runs count that lead on to a position of its share; the subset construction does the rest. The
atoms are those that the checker makes for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from marienbad import checker
from marienbad.games.declaration import HEAP_NAMES
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.prover.automata.atoms import Atom
from marienbad.prover.automata.automaton import CHUNK, Automaton, Indices
from marienbad.prover.automata.fused import exists
from marienbad.prover.automata.nondeterministic import Choices, Subsets, spread
from marienbad.text.problems import OutOfReach

MOST_EDGES = 60_000_000
"""A walk that meets more edges than this is given up: a bound for memory."""
MOST_MOVES = 64
"""How many moves are tried to show that one is left from every position of a set."""

Atoms = tuple[checker.Atom, ...]


class Share(NamedTuple):
    """The positions that a way answers for, and its conditions, those of the checker first."""

    way: int
    atoms: Atoms
    region: Automaton


def winning_cover(
    claim: checker.Certificate, automaton: Automaton, value: int = 0
) -> dict[str, Any]:
    """That a move leads into the set of the automaton, the level of a value, wherever one does."""
    shares: list[Share] = []
    taken = automaton - automaton
    # a way that touches more heaps reaches a position by fewer runs: it goes first
    for i in sorted(range(len(claim.ways)), key=lambda i: -len(claim.ways[i].touched)):
        way = claim.ways[i]
        into = automaton.renamed(**{t: f"{t}'" for t in _tracks(way.touched)})
        reach = _reach(automaton, way.touched, tuple(way.atoms), into)
        shares.append(Share(i, tuple(way.atoms), reach - taken))
        taken |= reach
    return _cover(claim, claim.levels[value], shares)


def movable_cover(
    claim: checker.Certificate, game: Definition, automaton: Automaton
) -> dict[str, Any]:
    """That some move is left from each position of the set of the automaton.

    Of all the moves only a few vectors are needed: one that is possible from the smallest
    position, then one from the smallest where that is not, and so on.
    """
    shares: list[Share] = []
    left = automaton
    while (smallest := left.smallest()) is not None:
        if len(shares) == MOST_MOVES:
            raise OutOfReach("check.too_many_moves", bound=MOST_MOVES)
        position = tuple(smallest[track] for track in automaton.tracks)
        i, atoms = _this_move(claim, position, next(game.moves(position)))
        reach = _reach(automaton, claim.ways[i].touched, atoms)
        shares.append(Share(i, atoms, left & reach))
        left -= reach
    return _cover(claim, claim.everything, shares)


def _this_move(claim: checker.Certificate, position: Position, move: Move) -> tuple[int, Atoms]:
    """The way that a move belongs to, with conditions that admit this very move alone."""
    leave = tuple(heap - taken for heap, taken in zip(position, move, strict=True))
    i = next(i for i, way in enumerate(claim.ways) if way.allows(position, leave))
    heaps, way = len(position), claim.ways[i]
    atoms = list(way.atoms)
    for heap in way.touched:
        form = tuple((j == heap) - (j == heaps + heap) for j in range(2 * heaps))
        condition = checker.Condition(form, move[heap], move[heap])
        atoms.append(checker.Atom(claim.numeration, claim.letters, condition))
    return i, tuple(atoms)


def _tracks(heaps: Sequence[int]) -> tuple[str, ...]:
    return tuple(HEAP_NAMES[heap] for heap in heaps)


def _reach(
    automaton: Automaton, touched: Sequence[int], atoms: Atoms, *into: Automaton
) -> Automaton:
    """The positions from which a move with these conditions leads into a set, or anywhere."""
    heaps = len(automaton.tracks)
    names = (*HEAP_NAMES[:heaps], *(f"{name}'" for name in HEAP_NAMES[:heaps]))
    parts = []
    for atom in atoms:
        form = tuple((name, c) for name, c in zip(names, atom.condition.form, strict=True) if c)
        table = tuple(map(tuple, atom.table))
        parts.append(Atom(automaton.system, form, table, tuple(atom.accepting)))
    hidden = tuple(f"{track}'" for track in _tracks(touched))
    return exists(hidden, *into, *parts).over(automaton.tracks).ordered(*automaton.tracks)


# The subsets


def _cover(
    claim: checker.Certificate, target: checker.Automaton, shares: Sequence[Share]
) -> dict[str, Any]:
    """The subsets of the runs that are needed, and how a letter leads from one to the next."""
    graphs = [_Graph(claim, target, share) for share in shares if not share.region.is_empty]
    if not graphs:
        nothing = [0] * len(claim.letters)
        return {"start": 0, "runs": [], "sets": [[]], "table": [nothing]}
    offsets = np.cumsum([0, *(len(graph.runs) for graph in graphs)])
    pairs = list(zip(graphs, offsets.tolist(), strict=False))
    choices = Choices(
        len(claim.letters),
        np.concatenate([graph.sources + offset for graph, offset in pairs]),
        np.concatenate([graph.symbols for graph in graphs]),
        np.concatenate([graph.targets + offset for graph, offset in pairs]),
        np.array([graph.start + offset for graph, offset in pairs]),
        np.concatenate([graph.accepting for graph in graphs]),
    )
    alive = choices.alive()
    subsets = Subsets(choices.trimmed())
    table, _, start = subsets.explore()
    runs = [run for graph in graphs for run in graph.runs]
    kept = [run for run, lives in zip(runs, alive.tolist(), strict=True) if lives]
    number = {run: i for i, run in enumerate(sorted(set(kept)))}
    sets = [sorted(number[kept[i]] for i in members) for members in subsets.members]
    return {
        "start": start,
        "runs": [list(run) for run in number],
        "sets": sets,
        "table": table.tolist(),
    }


class _Graph:
    """The runs of one share that can be met, and the edges between them."""

    def __init__(self, claim: checker.Certificate, target: checker.Automaton, share: Share) -> None:
        self.region, self.share, way = share.region, share, claim.ways[share.way]
        self.tables = [np.array(atom.table, np.int64) for atom in share.atoms]
        self.scalars = [(np.array(atom.before), np.array(atom.after)) for atom in share.atoms]
        self.sizes = [len(self.region.table), len(target.table), *map(len, self.tables)]
        table = np.array(target.table)
        states, self.ends = np.nonzero(table)
        self.followers = table[states, self.ends]
        self.degrees = np.bincount(states, minlength=len(table))
        groups = [[j for j, kept in enumerate(way.kept) if kept == own] for own in way.kept]
        self.letters = np.array([letter for group in groups for letter in group])
        self.widths = np.array([len(group) for group in groups])
        self._walk([share.region.start, target.start, *(1 for _ in share.atoms)])
        columns = self._columns(self.codes)
        self.accepting = self.region.accepting[columns[0]] & np.array(target.accepting)[columns[1]]
        for atom, column in zip(share.atoms, columns[2:], strict=True):
            self.accepting &= np.array(atom.accepting)[column]
        # conditions that only choose among the moves are no part of a run
        own = columns[1 : 2 + len(way.atoms)]
        self.runs = [(share.way, *run) for run in zip(*(c.tolist() for c in own), strict=True)]

    def _walk(self, start: list[int]) -> None:
        code = self._code([np.array([state]) for state in start])
        level = self.codes = code
        found: list[tuple[Indices, Indices, Indices]] = []
        width = int(self.degrees.max()) * int(self.widths.max())
        while len(level):
            fresh = []
            for chunk in np.array_split(level, -(-len(level) * width // CHUNK)):
                found.append(self._follow(chunk))
                fresh.append(np.unique(found[-1][2]))
            if sum(len(edges[0]) for edges in found) > MOST_EDGES:
                raise OutOfReach("prover.automaton_too_large", bound=MOST_EDGES)
            met = np.unique(np.concatenate(fresh))
            level = np.setdiff1d(met, self.codes, assume_unique=True)
            self.codes = np.union1d(self.codes, level)
        sources, self.symbols, targets = (np.concatenate(part) for part in zip(*found, strict=True))
        self.sources = np.searchsorted(self.codes, sources)
        self.targets = np.searchsorted(self.codes, targets)
        self.start = int(np.searchsorted(self.codes, code)[0])

    def _code(self, columns: Sequence[Indices]) -> Indices:
        code = np.zeros(len(columns[0]), np.int64)
        for size, column in zip(self.sizes, columns, strict=True):
            code = code * size + column
        return code

    def _columns(self, codes: Indices) -> list[Indices]:
        columns = []
        for size in reversed(self.sizes):
            columns.append(codes % size)
            codes = codes // size
        return columns[::-1]

    def _follow(self, codes: Indices) -> tuple[Indices, Indices, Indices]:
        """Source, letter and target of every edge: first where the move ends, then its start."""
        columns = self._columns(codes)
        rows, edges = spread(columns[1], np.cumsum(self.degrees))
        ends = self.ends[edges]
        chosen, letters = spread(ends, np.cumsum(self.widths))
        letters = self.letters[letters]
        rows, ends, edges = rows[chosen], ends[chosen], edges[chosen]
        after = [self.region.table[columns[0][rows], letters].astype(np.int64)]
        after.append(self.followers[edges])
        alive = after[0] > 0
        for table, (before, beyond), column in zip(
            self.tables, self.scalars, columns[2:], strict=True
        ):
            after.append(table[column[rows], before[letters] + beyond[ends]])
            alive &= after[-1] > 0
        return codes[rows[alive]], letters[alive], self._code([column[alive] for column in after])
