"""An automaton in plain Python, for reading heaps of any size, and as a file.

The file is the first half of a certificate: the game by name, the numeration with its recurrence
and digit language, and the live edges. Anyone can read it without this program.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from marienbad.prover.systems.linear import System
from marienbad.text.problems import InputError
from marienbad.values import Record

FORMAT = "marienbad automaton 1"

Edge = tuple[tuple[int, ...], int]
"""One digit for each track, and the state that they lead to."""


class Diagram(Record):
    """States with their live edges; state 0 is the dead one and 1 the start.

    >>> from marienbad.prover.systems.linear import BINARY
    >>> equal = Diagram(BINARY, ("x", "y"), ((), (((0, 0), 1), ((1, 1), 1))), (1,))
    >>> (10**50, 10**50) in equal, equal.run(((1, 0), (1, 1)))
    (True, [1, 1, 0])
    """

    system: System
    tracks: tuple[str, ...]
    edges: tuple[tuple[Edge, ...], ...]
    accepting: tuple[int, ...]

    @cached_property
    def _follow(self) -> list[dict[tuple[int, ...], int]]:
        return [dict(edges) for edges in self.edges]

    @cached_property
    def _accepting(self) -> frozenset[int]:
        return frozenset(self.accepting)

    def run(self, words: Sequence[Sequence[int]]) -> list[int]:
        """The states that reading aligned words passes through, the start first."""
        state = min(1, len(self.edges) - 1)
        states = [state]
        follow = self._follow
        for digits in zip(*words, strict=True):
            state = follow[state].get(digits, 0)
            states.append(state)
        return states

    def accepts(self, state: int) -> bool:
        """Whether a word may end in the state."""
        return state in self._accepting

    def __contains__(self, numbers: tuple[int, ...]) -> bool:
        words = self.system.aligned(*map(self.system.digits, numbers))
        return self.accepts(self.run(words)[-1])


def written(game: str, diagram: Diagram) -> str:
    """The file of an automaton that is claimed, or proved, for a game.

    >>> from marienbad.prover.systems.linear import BINARY
    >>> print(written("nim", Diagram(BINARY, ("x", "y"), ((), (((0, 0), 1), ((1, 1), 1))), (1,))))
    {"format": "marienbad automaton 1",
     "game": "nim",
     "system": {"name": "base 2", "recurrence": [[2]], "first": [1], "language": [[0, 0]], \
"free": [0]},
     "tracks": ["x", "y"],
     "accepting": [1],
     "edges": [
      [],
      [[0, 0, 1], [1, 1, 1]]]}
    <BLANKLINE>
    """
    system = {name: getattr(diagram.system, name) for name in System._fields}
    edges = ",\n  ".join(
        json.dumps([[*digits, target] for digits, target in row]) for row in diagram.edges
    )
    return (
        f'{{"format": {json.dumps(FORMAT)},\n "game": {json.dumps(game)},\n'
        f' "system": {json.dumps(system)},\n "tracks": {json.dumps(diagram.tracks)},\n'
        f' "accepting": {json.dumps(diagram.accepting)},\n "edges": [\n  {edges}]}}\n'
    )


def read(text: str) -> tuple[str, Diagram]:
    """The game and the automaton of a file; the digit language is checked, the claim is not."""
    try:
        data = json.loads(text, parse_float=str)  # nothing here is a fraction: it fails below
        if data["format"] != FORMAT:
            raise InputError("prover.file")
        system = System(*(_tuples(data["system"][name]) for name in System._fields)).check()
        tracks, accepting = _tuples(data["tracks"]), _tuples(data["accepting"])
        edges = tuple(
            tuple((tuple(edge[:-1]), edge[-1]) for edge in _tuples(row)) for row in data["edges"]
        )
        states, width = range(len(edges)), len(tracks)
        in_range = all(
            target in states and len(digits) == width and set(digits) <= set(range(system.base))
            for row in edges
            for digits, target in row
        )
        if not edges or edges[0] or not set(accepting) <= set(states[1:]) or not in_range:
            raise InputError("prover.file")
        return str(data["game"]), Diagram(system, tracks, edges, accepting)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as problem:
        if isinstance(problem, InputError):
            raise
        raise InputError("prover.file") from problem


def _tuples(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
