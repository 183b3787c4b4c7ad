"""Every move into a set of positions, for heaps of any size: a walk along the digits.

The heaps are fixed, the heaps after the move are looked for. Digit by digit, all tuples of states
that the automaton and the conditions of a way to move can be in are kept; from the end backwards,
those that cannot end well are dropped; what is left is walked. Each set of tuples is computed once
for each letter that meets it, so that the work is linear in the number of digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.prover.automata.diagram import Diagram
from marienbad.prover.games.moves import Way, ways
from marienbad.text.problems import OutOfReach

MOST_MOVES = 10_000
"""More winning moves than this are not listed."""

Node = tuple[int, ...]
"""The state of the automaton, then those of the conditions."""
Level = frozenset[Node]
Letter = tuple[int, ...]
Step = tuple[Letter, Node]
"""The digits of the touched heaps after the move, and the next tuple of states."""


class Replies:
    """The moves of a game that lead into a set.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.prover.games.library import proved
    >>> replies = Replies(define("wythoff"), proved(define("wythoff")))
    >>> replies.moves((4, 5))
    ((1, 0), (3, 3))
    """

    def __init__(self, game: Definition, diagram: Diagram) -> None:
        self.system, self.diagram = diagram.system, diagram
        found = ways(game, diagram.system, len(diagram.tracks))
        self._walks = [_Walk(diagram, way) for way in found]

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Every move into the set, sorted."""
        words = self.system.aligned(*map(self.system.digits, position))
        letters = list(zip(*words, strict=True))
        found: set[Move] = set()
        for walk in self._walks:
            for after in walk.words(letters):
                move = [0] * len(position)
                for heap, word in zip(walk.heaps, after, strict=True):
                    move[heap] = position[heap] - self.system.value(word)
                found.add(tuple(move))
                if len(found) > MOST_MOVES:
                    raise OutOfReach("prover.too_many_moves", bound=MOST_MOVES)
        return tuple(sorted(found))


class _Walk:
    """One way to move into the set."""

    def __init__(self, diagram: Diagram, way: Way) -> None:
        self.diagram = diagram
        self.heaps = [diagram.tracks.index(track) for track in way.touched]
        self.still = [i for i in range(len(diagram.tracks)) if i not in self.heaps]
        count = len(diagram.tracks)
        places = {track: place for place, track in enumerate(diagram.tracks)}
        for track, later in way.after.items():
            places[later] = count + places[track]
        self.atoms = [
            (atom.minimised(), [(places[track], factor) for track, factor in atom.coefficients])
            for atom in way.atoms
        ]
        self._follow = cache(self._edges)
        self._after = cache(self._computed_after)
        self._before = cache(self._computed_before)

    def words(self, letters: Sequence[Letter]) -> Iterator[list[list[int]]]:
        """For each move, the words of the touched heaps after it."""
        start: Node = (1, *(1 for _ in self.atoms))
        level = frozenset([start])
        levels = [level]
        for letter in letters:
            level = self._after(level, letter)
            levels.append(level)
        alive = [frozenset(node for node in level if self._accepts(node))]
        for level, letter in zip(levels[-2::-1], reversed(letters), strict=True):
            alive.append(self._before(level, letter, alive[-1]))
        alive.reverse()
        if start in alive[0]:
            yield from self._paths(start, letters, alive)

    def _paths(
        self, start: Node, letters: Sequence[Letter], alive: Sequence[Level]
    ) -> Iterator[list[list[int]]]:
        """The words of all ways through what is alive, without recursion."""
        words: list[list[int]] = [[] for _ in self.heaps]
        waiting: list[tuple[int, Letter, Node]] = [(0, (), start)]
        while waiting:
            place, digits, node = waiting.pop()
            for word, digit in zip(words, digits, strict=bool(digits)):
                del word[place - 1 :]
                word.append(digit)
            while place < len(letters):
                steps = self._follow(node, letters[place])
                place += 1
                steps = [step for step in steps if step[1] in alive[place]]
                waiting.extend((place, *step) for step in steps[1:])
                digits, node = steps[0]
                for word, digit in zip(words, digits, strict=True):
                    word.append(digit)
            yield [list(word) for word in words]

    def _accepts(self, node: Node) -> bool:
        return self.diagram.accepts(node[0]) and all(
            atom.accepting[state] for (atom, _), state in zip(self.atoms, node[1:], strict=True)
        )

    def _computed_after(self, level: Level, letter: Letter) -> Level:
        return frozenset(to for node in level for _, to in self._follow(node, letter))

    def _computed_before(self, level: Level, letter: Letter, later: Level) -> Level:
        return frozenset(
            node for node in level if any(to in later for _, to in self._follow(node, letter))
        )

    def _edges(self, node: Node, letter: Letter) -> list[Step]:
        """The edges that agree with the digits before the move."""
        found: list[Step] = []
        for digits, target in self.diagram.edges[node[0]]:
            if any(digits[heap] != letter[heap] for heap in self.still):
                continue
            both = (*letter, *digits)
            states = [target]
            for (atom, factors), state in zip(self.atoms, node[1:], strict=True):
                scalar = sum(factor * both[place] for place, factor in factors)
                states.append(atom.table[state][scalar - atom.least])
            if 0 not in states:
                found.append((tuple(digits[heap] for heap in self.heaps), tuple(states)))
        return found
