"""The operations on automata once more, slowly: written to be read and to judge the fast ones.

A machine is a start, a function of one letter as a dictionary, and the accepting states; a letter
is the tuple of the digits of all tracks. A pair of states that is not in the dictionary is dead.

>>> from marienbad.prover.systems.linear import BINARY
>>> from marienbad.prover.automata.atoms import bound
>>> less = of_atom(bound(BINARY, {"y": 1, "x": -1}, low=1))
>>> machine = projected(less, "x", BINARY.period)  # some x is less than y
>>> [number for number in range(5) if machine.accepts(BINARY.digits(number))]
[1, 2, 3, 4]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from marienbad.prover.automata.atoms import Atom
from marienbad.prover.automata.automaton import Automaton

State = Hashable
Letter = tuple[int, ...]


@dataclass(frozen=True)
class Machine:
    """A deterministic automaton in plain Python."""

    tracks: tuple[str, ...]
    base: int
    start: State
    follow: dict[tuple[State, Letter], State]
    accepting: frozenset[State]

    @property
    def letters(self) -> list[Letter]:
        return list(product(range(self.base), repeat=len(self.tracks)))

    def accepts(self, *words: Sequence[int]) -> bool:
        """Whether the words, aligned, are accepted."""
        state: State | None = self.start
        for letter in zip(*words, strict=True):
            state = self.follow.get((state, letter))
        return state in self.accepting


def of_automaton(automaton: Automaton) -> Machine:
    """The same automaton as a machine."""
    base = automaton.system.base
    letters = list(product(range(base), repeat=len(automaton.tracks)))
    follow: dict[tuple[State, Letter], State] = {
        (state, letter): int(automaton.table[state, number])
        for state in range(1, len(automaton.table))
        for number, letter in enumerate(letters)
        if automaton.table[state, number]
    }
    accepting = (state for state, accepts in enumerate(automaton.accepting) if accepts)
    return Machine(automaton.tracks, base, automaton.start, follow, frozenset(accepting))


def of_atom(atom: Atom) -> Machine:
    """A condition over the digits themselves, not over the scalar."""
    base = atom.system.base
    follow: dict[tuple[State, Letter], State] = {}
    for state, row in enumerate(atom.table):
        for letter in product(range(base), repeat=len(atom.tracks)):
            scalar = sum(c * d for (_, c), d in zip(atom.coefficients, letter, strict=True))
            if row[scalar - atom.least]:
                follow[state, letter] = row[scalar - atom.least]
    accepting = frozenset(state for state, accepts in enumerate(atom.accepting) if accepts)
    return Machine(atom.tracks, base, 1, follow, accepting)


def combined(one: Machine, other: Machine, truth: Callable[[bool, bool], bool]) -> Machine:
    """Both machines side by side on all tracks; the truth function decides acceptance."""
    needs_both = not truth(True, False) and not truth(False, True)
    tracks = tuple(dict.fromkeys(one.tracks + other.tracks))
    letters = list(product(range(one.base), repeat=len(tracks)))

    def step(pair: tuple[State, State], letter: Letter) -> tuple[State, State]:
        digit = dict(zip(tracks, letter, strict=True))
        return (
            one.follow.get((pair[0], tuple(digit[track] for track in one.tracks))),
            other.follow.get((pair[1], tuple(digit[track] for track in other.tracks))),
        )

    start = (one.start, other.start)
    follow: dict[tuple[State, Letter], State] = {}
    waiting: list[tuple[State, State]] = [start]
    met = {start}
    for pair in waiting:
        for letter in letters:
            target = step(pair, letter)
            if needs_both and None in target:
                continue
            follow[pair, letter] = target
            if target not in met:
                met.add(target)
                waiting.append(target)
    accepting = (p for p in met if truth(p[0] in one.accepting, p[1] in other.accepting))
    return Machine(tracks, one.base, start, follow, frozenset(accepting))


def projected(machine: Machine, track: str, period: int) -> Machine:
    """Some number can stand on the track, which is taken away: the subset construction."""
    place = machine.tracks.index(track)
    tracks = machine.tracks[:place] + machine.tracks[place + 1 :]

    def step(states: Iterable[State], letter: Letter) -> frozenset[State]:
        letters = [(*letter[:place], digit, *letter[place:]) for digit in range(machine.base)]
        found = {machine.follow.get((state, full)) for state in states for full in letters}
        return frozenset(found - {None})

    # the number taken away may be longer than all others: any zeros may stand before these
    start = frozenset([machine.start])
    while True:
        later = start
        for _ in range(period):
            later = step(later, (0,) * len(tracks))
        if later <= start:
            break
        start |= later
    follow: dict[tuple[State, Letter], State] = {}
    waiting, met = [start], {start}
    for states in waiting:
        for letter in product(range(machine.base), repeat=len(tracks)):
            target = step(states, letter)
            follow[states, letter] = target
            if target not in met:
                met.add(target)
                waiting.append(target)
    accepting = frozenset(states for states in met if states & machine.accepting)
    return Machine(tracks, machine.base, start, follow, accepting)


def count_states(machine: Machine) -> int:
    """How many states the minimal automaton has, the dead one included where there is one."""
    states = [machine.start]
    for state in states:
        for letter in machine.letters:
            target = machine.follow.get((state, letter))
            if target not in states:
                states.append(target)
    kinds: dict[State, int] = {state: int(state in machine.accepting) for state in states}
    while True:
        rows = {
            state: (
                kinds[state],
                *(kinds[machine.follow.get((state, letter))] for letter in machine.letters),
            )
            for state in states
        }
        names = {row: number for number, row in enumerate(dict.fromkeys(rows.values()))}
        refined = {state: names[row] for state, row in rows.items()}
        if len(names) == len(set(kinds.values())):
            return len(names)
        kinds = refined
