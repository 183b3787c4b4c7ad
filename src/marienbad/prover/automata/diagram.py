"""An automaton in plain Python, for reading heaps of any size, and as a file.

The file is the first half of a certificate: the game by name, the numeration with its recurrence
and digit language, and the live edges. Anyone can read it without this program.

An automaton in the text format of Walnut, the prover of automatic sequences.

H. Mousavi, Automatic theorem proving in Walnut, 2016; J. Shallit, The Logical Approach to Automatic
Sequences, Cambridge University Press 2022.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from marienbad.prover.systems.linear import FIBONACCI, System
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


def walnut(diagram: Diagram, numeration: str | None = None) -> str:
    """The automaton as Walnut reads it; a state and whether it accepts, then its edges.

    A numeration that Walnut knows (base b, Fibonacci) is named in the first line; for another one
    the digits are listed, unless the name of a custom base is given.

    >>> from marienbad.prover.systems.linear import BINARY
    >>> print(walnut(Diagram(BINARY, ("x", "y"), ((), (((0, 0), 1), ((1, 1), 1))), (1,))))
    msd_2 msd_2
    <BLANKLINE>
    0 1
    0 0 -> 0
    1 1 -> 0
    <BLANKLINE>
    """
    name = numeration or _known(diagram.system)
    lines = [" ".join([name] * len(diagram.tracks)), ""]
    for state, edges in enumerate(diagram.edges[1:]):
        lines.append(f"{state} {int(diagram.accepts(state + 1))}")
        lines += [f"{' '.join(map(str, digits))} -> {target - 1}" for digits, target in edges]
        lines.append("")
    return "\n".join(lines)


def custom_base(system: System, name: str) -> dict[str, str]:
    """The two files that teach Walnut a system: its words, and its sum relation x + y = z.

    >>> from marienbad.prover.systems.linear import continued_fraction
    >>> files = custom_base(continued_fraction(2), "silver")
    >>> list(files)
    ['msd_silver.txt', 'msd_silver_addition.txt']
    >>> print(files["msd_silver.txt"])
    {0,1,2}
    <BLANKLINE>
    0 1
    0 -> 0
    1 -> 0
    2 -> 1
    <BLANKLINE>
    1 1
    0 -> 0
    <BLANKLINE>
    """
    from marienbad.prover.automata.automaton import everything
    from marienbad.prover.automata.fused import automaton

    if system.period > 1:
        raise ValueError(
            f"expected a system of period 1, since Walnut reads words of every length; "
            f"{system.name} has period {system.period}"
        )
    total = automaton(system, {"x": 1, "y": 1, "z": -1}, low=0, high=0)
    digits = _digits(system)
    return {
        f"msd_{name}.txt": walnut(everything(system, "x").diagram(), digits),
        f"msd_{name}_addition.txt": walnut(total.diagram(), digits),
    }


def _known(system: System) -> str:
    if system.order == 1:
        return f"msd_{system.base}"
    return "msd_fib" if system == FIBONACCI else _digits(system)


def _digits(system: System) -> str:
    return "{" + ",".join(map(str, range(system.base))) + "}"
