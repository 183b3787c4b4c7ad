"""The moves of a game as conditions between heaps before and heaps after.

A position before a move is on the tracks x, y, …; after it, a heap that was touched is on the
track x', y', … and one that was not stays where it is. An amount is the difference of the two, so
that the conditions of a :class:`Take` become atoms. They are read from the declaration alone.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.systems.linear import FIBONACCI
>>> for way in ways(define("wythoff:a=2"), FIBONACCI, 2):
...     print(way.touched, [dict(atom.coefficients) for atom in way.atoms])
('x',) [{'x': 1, "x'": -1}]
('y',) [{'y': 1, "y'": -1}]
('x', 'y') [{'x': 1, "x'": -1}, {'y': 1, "y'": -1}, {'x': 1, "x'": -1, 'y': -1, "y'": 1}]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, permutations

from marienbad.games.declaration import HEAP_NAMES, Bound, Congruence, Take
from marienbad.games.definition import Definition
from marienbad.games.language.keywords import worded
from marienbad.prover.automata.atoms import Atom, bound, congruence, merged
from marienbad.prover.systems.linear import System
from marienbad.text.problems import InputError
from marienbad.values import Record

Form = tuple[tuple[str, int], ...]


class Way(Record):
    """One way to move: a take from chosen heaps, and its conditions on the tracks."""

    take: Take
    heaps: tuple[int, ...]
    """The heaps touched, in the order of the amounts."""
    atoms: tuple[Atom, ...]

    def __str__(self) -> str:
        return str(Take(self.take.amounts, self.take.where, self.heaps))

    @property
    def touched(self) -> tuple[str, ...]:
        """The tracks of the heaps touched, in the order of the heaps."""
        return tuple(HEAP_NAMES[heap] for heap in sorted(self.heaps))

    @property
    def after(self) -> dict[str, str]:
        """For each track that is touched, the track after the move."""
        return {track: f"{track}'" for track in self.touched}


def ways(game: Definition, system: System, heaps: int) -> Iterator[Way]:
    """Every way to move in a game with this number of heaps, before anything is forbidden."""
    for take in game.proved_takes:
        for places in choices(take, heaps):
            conditions = _conditions(take, places)
            atoms = None if conditions is None else atoms_of(system, conditions)
            if atoms is not None:
                yield Way(take, places, atoms)


def choices(take: Take, heaps: int) -> Iterator[tuple[int, ...]]:
    """The heaps that a take can touch, in the order of its amounts."""
    if take.places is not None:
        yield take.places
    else:
        choose = combinations if take.is_symmetric else permutations
        yield from choose(range(heaps), take.heaps)


def possible(
    take: Take, heaps: int, system: System
) -> Iterator[tuple[list[str], tuple[Atom, ...]]]:
    """For each choice of heaps: what must be looked for, and the atoms, for a move to exist.

    The heaps after the move that an equation determines are not looked for.
    """
    for places in choices(take, heaps):
        conditions = _conditions(take, places)
        if conditions is None:
            continue
        hidden = [f"{HEAP_NAMES[place]}'" for place in places]
        solved, left = _solved(conditions, hidden)
        constant = solved.pop((), None)
        atoms = atoms_of(system, solved) if constant is None or constant.admits(0) else None
        if atoms is not None:
            yield left, atoms


class Limits(Record):
    """The conditions on one form: bounds and congruences."""

    low: int | None = None
    high: int | None = None
    congruences: tuple[tuple[int, int], ...] = ()

    def within(self, other: Limits) -> Limits:
        """Both conditions at once."""
        lows = [limits.low for limits in (self, other) if limits.low is not None]
        highs = [limits.high for limits in (self, other) if limits.high is not None]
        return Limits(
            max(lows, default=None),
            min(highs, default=None),
            (*self.congruences, *other.congruences),
        )

    @property
    def negated(self) -> Limits:
        """The same conditions on the opposite form."""
        return Limits(
            None if self.high is None else -self.high,
            None if self.low is None else -self.low,
            tuple((modulus, -residue) for modulus, residue in self.congruences),
        )

    def shifted(self, by: int) -> Limits:
        """The same conditions on a form that is larger by a number."""
        return Limits(
            None if self.low is None else self.low + by,
            None if self.high is None else self.high + by,
            tuple((modulus, residue + by) for modulus, residue in self.congruences),
        )

    def admits(self, value: int) -> bool:
        """Whether a value is within the limits."""
        return (
            (self.low is None or self.low <= value)
            and (self.high is None or value <= self.high)
            and all((value - residue) % modulus == 0 for modulus, residue in self.congruences)
        )


Conditions = dict[Form, Limits]


def _conditions(take: Take, places: tuple[int, ...]) -> Conditions | None:
    """What a take requires of the tracks, form by form; ``None`` where it is never possible."""
    amounts: dict[str, dict[str, int]] = {}
    found: Conditions = {}
    for amount, place in zip(take.amounts, places, strict=True):
        track = HEAP_NAMES[place]
        taken = {track: 1, f"{track}'": -1}
        if isinstance(amount, int):
            _require(found, taken, Limits(amount, amount))
        elif amount in amounts:
            _require(found, _sum((1, amounts[amount]), (-1, taken)), Limits(0, 0))
        else:
            amounts[amount] = taken
            _require(found, taken, Limits(1))
    return _with_where(found, take, amounts)


def least_amounts(take: Take) -> Conditions | None:
    """What a take requires of its amounts alone, whose names are then the tracks.

    >>> from marienbad.games.wythoff import WythoffRules
    >>> least_amounts(WythoffRules(b=3).takes[0])
    {(('n', 1),): Limits(low=1, high=None, congruences=((3, 0),))}
    """
    found: Conditions = {((name, 1),): Limits(1) for name in take.names}
    return _with_where(found, take, {name: {name: 1} for name in take.names})


def _with_where(
    found: Conditions, take: Take, amounts: Mapping[str, Mapping[str, int]]
) -> Conditions | None:
    """The conditions of a take as well, each amount being put in as a form."""
    for condition in take.where:
        if not isinstance(condition, Bound | Congruence):
            raise InputError("prover.condition", take=worded(str(take)))
        terms = condition.form.coefficients
        form = _sum(*((factor, amounts.get(name, {name: 1})) for name, factor in terms))
        if isinstance(condition, Bound):
            _require(found, form, Limits(condition.low, condition.high))
        else:
            _require(found, form, Limits(congruences=((condition.modulus, condition.residue),)))
    constant = found.pop((), None)
    return found if constant is None or constant.admits(0) else None


def _solved(found: Conditions, hidden: Sequence[str]) -> tuple[Conditions, list[str]]:
    """The conditions without those hidden tracks that an equation determines; the tracks left.

    A track that is not looked for any more must still be a number: at least 0.
    """
    left = list(hidden)
    for track in hidden:
        equations = (
            (dict(form), limits.low)
            for form, limits in found.items()
            if limits.low is not None
            and limits == Limits(limits.low, limits.low)
            and abs(dict(form).get(track, 0)) == 1
        )
        form, value = next(equations, ({}, 0))
        if not form:
            continue
        # track = factor·(value − rest), where factor·track + rest = value
        factor = form.pop(track)
        solved: Conditions = {}
        _require(solved, _sum((-factor, form)), Limits(-factor * value))
        for other, limits in found.items():
            own = dict(other)
            times = own.pop(track, 0) * factor
            _require(solved, _sum((1, own), (-times, form)), limits.shifted(-times * value))
        found = solved
        left.remove(track)
    return found, left


def _sum(*terms: tuple[int, Mapping[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for factor, form in terms:
        for name, coefficient in form.items():
            total[name] = total.get(name, 0) + factor * coefficient
    return {name: coefficient for name, coefficient in total.items() if coefficient}


def _signed(form: Mapping[str, int]) -> tuple[Form, int]:
    """The form with a positive first coefficient, so that a form is known by one key."""
    ordered = sorted(form.items())
    sign = -1 if ordered and ordered[0][1] < 0 else 1
    return tuple((name, sign * coefficient) for name, coefficient in ordered), sign


def _require(found: Conditions, form: Mapping[str, int], limits: Limits) -> None:
    key, sign = _signed(form)
    found[key] = found.get(key, Limits()).within(limits if sign > 0 else limits.negated)


def atoms_of(system: System, conditions: Conditions) -> tuple[Atom, ...] | None:
    """The conditions as atoms; ``None`` where a form has no value left."""
    atoms = []
    for form, limits in conditions.items():
        coefficients = dict(form)
        own = []
        if limits.low is not None or limits.high is not None:
            if limits.low is not None and limits.high is not None and limits.low > limits.high:
                return None
            own.append(bound(system, coefficients, limits.low, limits.high))
        own += [congruence(system, coefficients, *pair) for pair in limits.congruences]
        is_order = limits.low in (0, 1) and limits.high is None
        # an order reads two states of digits; merged with a congruence it would lose that
        atoms += own if is_order else [reduce(merged, own)] if own else []
    return tuple(atoms)
