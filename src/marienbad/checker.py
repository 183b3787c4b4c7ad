"""An independent checker of certificates: one file of plain Python, the standard library only.

**Theorem.** If :func:`check` accepts a certificate, then the positions that its automaton accepts
are exactly the P-positions of the game whose moves it lists, for heaps of every size. If it is one
of format 2, for a value g, they are exactly the positions of Grundy value g. If it is one of format
3, with a number K, they are the P-positions of the game with these moves in which, before each of
them, the other player may forbid up to K − 1 of the positions to which a move leads.

*Words are numbers.* In a state of the digit language the digits 0, 1, …, m are allowed, and each
but m leads to the free state of the phase (the number of digits still to come, modulo the period).
Let N_q(i) be the number of words of i digits from q, and U_i that from the free state. The words
of i digits that stand before a given one in alphabetical order number Σ digit·U_place, since
digit·U_place of them first differ from it at that place. So every n < U_i has exactly one word of
i digits, and n is its value. Free states allow two digits or more, so that U_i grows and zeros may
be put in front; and no state reads more than its free one, so that i more digits add at most
U_i − 1.

*Conditions are decided digit by digit.* What was read of a linear form is worth Σ v_q N_q(i), i
digits being still to come. As N_q(i) = Σ N_r(i − 1) over the followers r of q, the vector v for
the next place is known exactly. Vectors with the same values for as many i as there are states
have the same for ever (Cayley and Hamilton). A vector is replaced by 'no' or by 'yes' only where
:meth:`Atom._above` shows that nothing that follows can matter.

*Moves go down.* A move takes at least 1 from each heap that it touches, so the total falls, and P
is the set of P-positions if (1) no move leads from P to P and (2) from every position outside P a
move leads into P. In misère play a set T comes with it, and (2) leaves out T; (3) no move is left
in T and (4) some move is left from every position of P. Both by induction on the total.

*Values.* The Grundy value of a position is the least of 0, 1, 2, … that no position has to which a
move leads; P-positions are those of value 0. A certificate for the value g gives sets S_0, …, S_g,
its *levels*: (1) no move leads from S_v to S_v, (2) from every position outside S_0, …, S_v a move
leads into S_v, and (5) no position is in two of them. Then S_v is the set of the positions of value
v, by induction on the total. From one of S_v moves lead into each of S_0, …, S_(v − 1), by (5) and
(2), and none into S_v, by (1): its value is v. From one of value v none leads into S_v; by (2) it
is in one of S_0, …, S_v, and that is the one of its value.

(1), (3) and (5) say that a finite graph has no path to certain nodes: it is walked. (2) and (4)
come with a witness, a *cover*: an automaton whose states name *runs*, that is a way to move, how
far the position after the move is read, and the states of the conditions. Whatever letter is read,
the runs of the next state must follow from those of this one; and where a word ends that must be
covered, one of the runs must accept. Then some move has been read along with the word. The position
after a move needs no more digits than the one before, and zeros in front change nothing.

*Forbidding.* Where the other player may forbid K − 1 of the positions to which a move leads, a
position is P exactly if moves lead from it to fewer than K positions of P; this determines P, by
induction on the total. It needs no witness: the positions are counted. Beside a word of the
position before the move stand all words of its length for the one after it. They fall into finitely
many *classes*: a class is the set of the runs, of all ways to move, that a pair of words leads to,
and which class comes next depends on the class and on the two letters alone. A *tally* says how
many words are in each class, K standing for all larger numbers. Where the word of a position ends,
the words whose class holds a run that accepts are those of the positions of P to which moves lead,
each once, however many ways lead there. There are finitely many tallies: all are walked.

*What is said is what was checked.* A :class:`Statement` tells heaps, ending, moves and the first
positions as they were read here. The name of the game is repeated only where this file knows its
moves, or else in quotation marks, as its author's word. ``docs/certificates.md`` specifies the
format and everything that is required of a file.
"""

from __future__ import annotations

import json
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from heapq import heappop, heappush
from io import BufferedReader, BytesIO, TextIOWrapper
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, NamedTuple

FORMAT, CLAIM = "marienbad certificate 1", "marienbad claim 1"
VALUE_FORMAT, VALUE_CLAIM = "marienbad certificate 2", "marienbad claim 2"
BLOCK_FORMAT, BLOCK_CLAIM = "marienbad certificate 3", "marienbad claim 3"
LARGEST_VALUE = LARGEST_BLOCK = 9
HEAPS = ("x", "y", "z", "w")
COUNTS = ("one", "two", "three", "all")
KEYWORDS = {"abs", "and", "from", "gcd", "heaps", "in", "last", "let", "loses", "max", "min", "not"}
KEYWORDS |= {"or", "take", "where", "wins", *COUNTS}
OURS = (
    "nim",
    "marienbad",
    "wythoff",
    "euclid",
    "lucas",
    "order",
    "spite",
    "takeaway",
    "fibonacci",
    "nimhoff",
    "moore",
    "octal",
    "kayles",
    "dawson",
    "subtraction",
    "rules",
)
RULES = "rules:"
LONGEST, LARGEST, MOST_STATES, MOST_LETTERS = 3 << 24, 10**6, 400_000, 4096
MOST_STEPS = 200_000_000
LONGEST_TEXT, LONGEST_LABEL = 2048, 60
IDENTIFIER = "[A-Za-z_][A-Za-z_0-9]{0,2047}"
SHOWN = 10
GZIP = b"\x1f\x8b"
Run = tuple[int, ...]
Came = dict[Run, tuple[Run, int] | None]
Follow = Callable[[Run], Iterable[tuple[int, Run]]]


class Verdict(ValueError):
    """Why a certificate is not accepted: a key, what it is about, and perhaps a position."""

    def __init__(self, key: str, about: str = "", position: Run | None = None) -> None:
        about = ascii(about[:80])[1:-1]  # of the file, perhaps: nothing that moves a cursor
        where = "" if position is None else _shown(position)
        super().__init__(" ".join(filter(None, (key, about, where))))
        self.key, self.about, self.position = key, about, position


class Unreadable(Verdict):
    """The file is no certificate, or one that is too large to be checked."""


class Rejected(Verdict):
    """The certificate does not show what it claims."""


def check(text: str) -> Certificate:
    """Return the certificate that a text holds if it is right, else raise a :class:`Verdict`."""
    certificate = Certificate(text)
    certificate.check()
    return certificate


class Budget:
    """A bound on the work that a file may cause."""

    def __init__(self, steps: int) -> None:
        self.steps = self.left = steps

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise Unreadable("work", str(self.steps))

    def reached(self, starts: Iterable[Run], follow: Follow, letters: int = 64) -> Came:
        """All nodes that can be reached, each with the node and the letter that first led there."""
        came: Came = dict.fromkeys(starts)
        for _ in self.walked(came, follow, letters):
            pass
        return came

    def walked(self, came: Came, follow: Follow, letters: int) -> Iterator[Run]:
        """The same nodes one by one, nearest first, while ``came`` grows from the first ones."""
        waiting = list(came)
        for node in waiting:
            yield node
            self.spend(150 + letters)
            for letter, after in follow(node):
                if after not in came:
                    came[after] = node, letter
                    waiting.append(after)


# Words are numbers


class Numeration:
    """A digit language: ``language[q][d]`` is the state after the digit d in the state q."""

    def __init__(self, data: Any, budget: Budget) -> None:
        names = "name", "language", "free", "first", "recurrence"
        name, language, free, first, recurrence = _fields(data, *names)
        self.name, self.budget = _text(name), budget
        self.language = _rows(language, 64, 64)
        self.free = _integers(free, 64, 0, len(self.language) - 1)
        self.size, self.period = len(self.language), len(self.free)
        self.base = max(map(len, self.language))
        self.phases = self._phases()
        self._check_free()
        self.counts = [tuple(int(phase == 0) for phase in self.phases)]
        order = _integers(first, 64, 1, LARGEST)
        self._check_recurrence(order, _rows(recurrence, 64, 64, -LARGEST))

    def _phases(self) -> list[int]:
        """For each state the number of digits still to come, modulo the period."""

        def follow(node: Run) -> Iterator[tuple[int, Run]]:
            for digit, target in enumerate(self.language[node[0]]):
                if target >= self.size:
                    raise Rejected("language", str(target))
                yield digit, (target, (node[1] - 1) % self.period)

        met = sorted(self.budget.reached([(0, 0)], follow))
        if [state for state, _ in met] != list(range(self.size)):
            raise Rejected("language", str(met))
        return [phase for _, phase in met]

    def _check_free(self) -> None:
        """Digits but the last set free, and no state reads what its free state does not."""
        if self.free[0] or [self.phases[q] for q in self.free] != list(range(self.period)):
            raise Rejected("language", str(self.free))
        for state, targets in enumerate(self.language):
            free = self.free[(self.phases[state] - 1) % self.period]
            is_free = self.free[self.phases[state]] == state
            if any(target != free for target in targets[:-1]) or len(targets) < 1 + is_free:
                raise Rejected("language", str(state))
        pairs = [(q, self.free[phase]) for q, phase in enumerate(self.phases)]
        language = self.language
        for one, other in self.budget.reached(
            pairs, lambda node: enumerate(zip(*(language[q] for q in node), strict=False))
        ):
            if len(language[one]) > len(language[other]):
                raise Rejected("language", str(one))

    def _check_recurrence(self, first: list[int], recurrence: list[list[int]]) -> None:
        """The weights obey a recurrence; being counts, they do so always if ``size`` times."""
        order = len(first)
        weights = [self.weight(i) for i in range(order + self.size)]
        if weights[:order] != first or len(recurrence) != self.period:
            raise Rejected("recurrence")
        for i in range(order, len(weights)):
            factors = recurrence[i % self.period]
            if len(factors) != order or weights[i] != _dot(factors, weights[i - order : i][::-1]):
                raise Rejected("recurrence", str(i))

    def weight(self, place: int) -> int:
        """U_i, the value of the digit 1 with i digits after it; ``counts`` grows to all N_q(i)."""
        while len(self.counts) <= place:
            now = self.counts[-1]
            self.counts.append(tuple(sum(now[target] for target in row) for row in self.language))
        return self.counts[place][self.free[place % self.period]]

    def after(self, vector: Run, phase: int, digit: int = 0) -> Run:
        """Σ v_q N_q(i + 1) + digit·U_i as a sum of N_q(i), i being of the phase."""
        found = [0] * self.size
        found[self.free[phase]] = digit
        for value, targets in zip(vector, self.language, strict=True):
            for target in targets if value else ():
                found[target] += value
        return tuple(found)


# Conditions are decided digit by digit


class Condition(NamedTuple):
    """low ≤ form ≤ high, or form ≡ residue; a form has a factor for each heap before and after."""

    form: Run
    low: int | None = None
    high: int | None = None
    modulus: int = 0
    residue: int = 0

    def admits(self, value: int) -> bool:
        if self.modulus:
            return (value - self.residue) % self.modulus == 0
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def signed(self) -> Condition:
        """The same condition with a form whose first factor is positive."""
        if next((c for c in self.form if c), 1) > 0:
            return self
        low, high = (None if end is None else -end for end in (self.high, self.low))
        return Condition(tuple(-c for c in self.form), low, high, self.modulus, -self.residue)

    def reduced(self) -> Condition:
        """The same condition with the least residue that is not negative."""
        return self._replace(residue=self.residue % self.modulus if self.modulus else 0)


class Atom:
    """A condition as ``table[state][before[letter] + after[letter after the move]]``; 0 is 'no'."""

    def __init__(self, numeration: Numeration, letters: list[Run], condition: Condition) -> None:
        self.numeration, self.condition, form = numeration, condition, condition.form
        self.gain, self.loss = sum(c for c in form if c > 0), -sum(c for c in form if c < 0)
        if self.gain + self.loss > 100:
            raise Unreadable("factors", str(form))
        numeration.budget.spend(20 * len(letters))
        least, heaps = -self.loss * (numeration.base - 1), len(letters[0])
        self.before = [_dot(form[:heaps], letter) - least for letter in letters]
        self.after = [_dot(form[heaps:], letter) for letter in letters]
        self.table: list[list[int]] = []
        self.accepting: list[bool] = []
        self._explore(range(least, self.gain * (numeration.base - 1) + 1))

    def _explore(self, scalars: range) -> None:
        start = (0,) * self.numeration.size
        number: dict[object, int] = {self._key(0, start): 1, "no": 0}
        states: list[tuple[int, Run] | None] = [None, (0, start)]
        for state in states:
            if state is None:  # 'no' or 'yes', for ever
                self.table.append([len(self.table)] * len(scalars))
                self.accepting.append(len(self.table) > 1)
                continue
            self.numeration.budget.spend(200 + (20 + len(start) ** 2) * len(scalars))
            phase, row = (state[0] - 1) % self.numeration.period, []
            for scalar in scalars:
                vector = self.numeration.after(state[1], phase, scalar)
                key = self._key(phase, vector)
                if number.setdefault(key, len(states)) == len(states):
                    states.append(None if key == "yes" else (phase, vector))
                row.append(number[key])
            self.table.append(row)
            self.accepting.append(state[0] == 0 and self.condition.admits(sum(state[1])))

    def _key(self, phase: int, vector: Run) -> object:
        """What a vector is known by: 'no', 'yes', or its values."""
        _, low, high, modulus, _ = self.condition
        minus = tuple(-v for v in vector)
        if (high is not None and self._above(phase, vector, self.loss, high)) or (
            low is not None and self._above(phase, minus, self.gain, -low)
        ):
            return "no"
        if low is not None and high is None and self._above(phase, vector, self.loss, low - 1):
            return "yes"
        if low is None and high is not None and self._above(phase, minus, self.gain, -high - 1):
            return "yes"
        self.numeration.weight(len(vector))
        values = [_dot(vector, counts) for counts in self.numeration.counts[: len(vector)]]
        return phase, *(value % modulus if modulus else value for value in values)

    def _above(self, phase: int, vector: Run, rest: int, limit: int) -> bool:
        """Whether Σ v_q N_q(i) − rest·(U_i − 1) > limit for every i of the phase.

        The sum is rewritten for i − 1, i − 2, … With no digit to come every N_q is 1; and once no
        coefficient is negative, the sum is never less than that of the coefficients.
        """
        place = self.numeration.free[phase]
        vector = (*vector[:place], vector[place] - rest, *vector[place + 1 :])
        for _ in range(400):
            self.numeration.budget.spend(len(vector))
            if sum(vector) + rest > limit:
                if min(vector) >= 0:
                    return True
            elif phase == 0 or max(vector) <= 0:
                return False
            phase = (phase - 1) % self.numeration.period
            vector = self.numeration.after(vector, phase)
        return False


# Moves and what shows that there is one


class Automaton:
    """``table[state][letter]``, a letter being a digit of every heap; state 0 is dead."""

    def __init__(self, data: Any, letters: int) -> None:
        start, accepting, table = _fields(data, "start", "accepting", "table")
        self.table = _rows(table, MOST_STATES, letters)
        last = len(self.table) - 1
        if any(len(row) != letters or max(row) > last for row in self.table) or any(self.table[0]):
            raise Unreadable("table", str(letters))
        self.start = _integer(start, 0, last)
        ends = set(_integers(accepting, last + 1, 1, last, 0))
        self.accepting = [state in ends for state in range(last + 1)]


class Way(NamedTuple):
    """One way to move: conditions on the heaps before and after; those not touched stay equal."""

    touched: Run
    kept: list[Run]
    atoms: list[Atom]

    def allows(self, before: Run, after: Run) -> bool:
        kept = (i for i in range(len(before)) if i not in self.touched)
        return all(before[i] == after[i] for i in kept) and all(
            atom.condition.admits(_dot(atom.condition.form, before + after)) for atom in self.atoms
        )


class Moves:
    """All moves that end in a set: a run is a way, the state of its end, and those of its atoms."""

    def __init__(self, ways: list[Way], target: Automaton, budget: Budget) -> None:
        self.ways, self.target, self.budget = ways, target, budget
        self.starts = [(i, target.start, *(1 for _ in way.atoms)) for i, way in enumerate(ways)]
        self._edges: dict[Run, dict[Run, list[tuple[int, int]]]] = {}

    def follow(self, run: Run, letter: int) -> Iterator[tuple[int, Run]]:
        """The runs to which a letter of the position before the move can lead, by that after it."""
        way, edges = self.ways[run[0]], self._edges.setdefault(run[:2], {})
        if not edges:
            self.budget.spend(len(way.kept))
            for end, target in enumerate(self.target.table[run[1]]):
                if target:
                    edges.setdefault(way.kept[end], []).append((end, target))
        ends = edges.get(way.kept[letter], [])
        self.budget.spend(1 + len(ends))
        for end, target in ends:
            found = [run[0], target]
            for atom, state in zip(way.atoms, run[2:], strict=True):
                after = atom.table[state][atom.before[letter] + atom.after[end]]
                if not after:
                    break
                found.append(after)
            else:
                yield end, tuple(found)

    def accepts(self, run: Run) -> bool:
        atoms = zip(self.ways[run[0]].atoms, run[2:], strict=True)
        return self.target.accepting[run[1]] and all(a.accepting[state] for a, state in atoms)


class Cover(Automaton):
    """An automaton whose states name runs, by their numbers in a list."""

    def __init__(self, data: Any, letters: int, moves: Moves) -> None:
        start, runs, sets, table = _fields(data, "start", "runs", "sets", "table")
        super().__init__({"start": start, "accepting": [], "table": table}, letters)
        self.moves = moves
        self.runs = [tuple(run) for run in _rows(runs, MOST_STATES, 100, fewest=0)]
        self.number = {run: i for i, run in enumerate(self.runs)}
        named = _rows(sets, MOST_STATES, len(self.runs), shortest=0)
        largest = max(max(row, default=-1) for row in named)
        if len(named) != len(self.table) or named[0] or not largest < len(self.number) == len(runs):
            raise Unreadable("sets")
        self.sets = [frozenset(row) for row in named]
        self._known: dict[tuple[int, int], set[int]] = {}

    def begins(self) -> bool:
        """Whether the runs of the first state are beginnings of moves."""
        starts = {self.number.get(run, -1) for run in self.moves.starts}
        return self.sets[self.start] <= starts

    def follows(self, source: int, letter: int) -> bool:
        """Whether each run of the next state comes, by the letter, from a run of this one."""
        needed = set(self.sets[self.table[source][letter]])
        self.moves.budget.spend(len(needed) + len(self.sets[source]))
        for i in self.sets[source] if needed else ():
            if (i, letter) not in self._known:
                ends = self.moves.follow(self.runs[i], letter)
                self._known[i, letter] = {self.number.get(run, -1) for _, run in ends}
            needed -= self._known[i, letter]
            if not needed:
                break
        return not needed

    def shows(self, state: int) -> bool:
        self.moves.budget.spend(len(self.sets[state]))
        return any(self.moves.accepts(self.runs[i]) for i in self.sets[state])


class Tallies:
    """To how many positions the moves lead, up to a limit, counted along the word before the move.

    The words for the position after the move that have led to the same set of runs are a class. A
    tally names the classes, by number, each followed by how many words are in it.
    """

    def __init__(self, moves: Moves, limit: int) -> None:
        self.moves, self.limit, self.start = moves, limit, (0, 1)
        self.classes: list[frozenset[Run]] = []
        self.accepting: list[bool] = []
        self._numbers: dict[frozenset[Run], int] = {}
        self._known: dict[tuple[int, int], list[int]] = {}
        self._number(frozenset(moves.starts))

    def follow(self, tally: Run, letter: int) -> Run:
        """The tally after one more letter of the position before the move."""
        counts: dict[int, int] = {}
        for number, count in zip(tally[::2], tally[1::2], strict=True):
            followers = self._followers(number, letter)
            self.moves.budget.spend(5 + 5 * len(followers))
            for after in followers:
                counts[after] = min(self.limit, counts.get(after, 0) + count)
        return tuple(part for item in sorted(counts.items()) for part in item)

    def count(self, tally: Run) -> int:
        """To how many positions the moves lead if the word ends here, up to the limit."""
        self.moves.budget.spend(len(tally))
        pairs = zip(tally[::2], tally[1::2], strict=True)
        return min(self.limit, sum(count for number, count in pairs if self.accepting[number]))

    def _followers(self, number: int, letter: int) -> list[int]:
        """The classes that a letter leads to, one for each letter after the move that has runs."""
        if (number, letter) not in self._known:
            found: dict[int, set[Run]] = {}
            for run in self.classes[number]:
                for end, after in self.moves.follow(run, letter):
                    found.setdefault(end, set()).add(after)
            self._known[number, letter] = [self._number(frozenset(r)) for r in found.values()]
        return self._known[number, letter]

    def _number(self, runs: frozenset[Run]) -> int:
        self.moves.budget.spend(20 + 40 * len(runs))
        if self._numbers.setdefault(runs, len(self.classes)) == len(self.classes):
            self.classes.append(runs)
            self.accepting.append(any(map(self.moves.accepts, runs)))
        return self._numbers[runs]


class Certificate:
    """The claim that an automaton accepts the positions of a value, 0 for P, and what shows it.

    Before each move ``block`` − 1 of the positions to which it can lead may be forbidden.
    """

    def __init__(self, text: str) -> None:
        self.data = data = _parsed(text)
        names = ["format", "game", "heaps", "takes", "numeration"]
        self.is_misere, self.value, self.block = False, 0, 1
        if _field(data, "format") == VALUE_FORMAT:
            fields = _fields(data, *names, "value", "levels")
            self.value = _integer(_field(data, "value"), 1, LARGEST_VALUE)
            levels = _list(_field(data, "levels"), self.value + 1, self.value + 1)
            found = [_fields(level, "positions", "cover") for level in levels]
        elif _field(data, "format") == BLOCK_FORMAT:
            fields = _fields(data, *names, "block", "positions")
            self.block = _integer(_field(data, "block"), 2, LARGEST_BLOCK)
            found = [[_field(data, "positions"), None]]
        elif _field(data, "format") == FORMAT:
            self.is_misere = bool(_integer(_field(data, "misere"), 0, 1))
            names += ["misere", "positions", "cover"]
            fields = _fields(data, *names, *(("terminal", "movable") if self.is_misere else ()))
            found = [[_field(data, "positions"), _field(data, "cover")]]
        else:
            raise Unreadable("format", f"{FORMAT}, 2 or 3")
        game, heaps, takes, numeration = fields[1:5]
        self.game, self.takes = _name(game), _list(takes, 64)
        self.heaps = _integer(heaps, 1, len(HEAPS))
        self.budget = Budget(MOST_STEPS)
        self.numeration = Numeration(numeration, self.budget)
        if self.numeration.base**self.heaps > MOST_LETTERS:
            raise Unreadable("letters", str(MOST_LETTERS))
        self.letters = list(product(range(self.numeration.base), repeat=self.heaps))
        self.levels = [Automaton(positions, len(self.letters)) for positions, _ in found]
        self.covers = [cover for _, cover in found]
        self.positions = self.levels[-1]
        self.everything = self._everything()
        self.ways = self._ways()

    def check(self, notice: Callable[[str], None] = lambda _: None) -> Statement:
        """What the certificate shows if it is right, else :class:`Rejected`; tell each stage."""
        if _is_like_ours(self.game):
            known = _known_rules(self.game)
            if known is None or not self.has_rules(*known):
                raise Rejected("rules", self.game)
        if self.block > 1:
            self._check_blocking(notice)
        else:
            for value in range(len(self.levels)):
                self._check_level(value, notice)
        return self.statement()

    def _check_level(self, value: int, notice: Callable[[str], None]) -> None:
        """The set of one value, those of the smaller ones being known."""
        notice("inside")
        smaller, positions = self.levels[:value], self.levels[value]
        self._check_words(positions)
        self._check_zeros(positions)
        for other in smaller:
            self._check_apart(other, positions)
        winning = Moves(self.ways, positions, self.budget)
        self._check_no_move("inside", positions, winning)
        others = [*smaller, positions]
        if self.is_misere:
            notice("terminal")
            terminal = Automaton(_field(self.data, "terminal"), len(self.letters))
            moves = Moves(self.ways, self.everything, self.budget)
            self._check_words(terminal)
            self._check_no_move("terminal", terminal, moves)
            self._check_cover("movable", self.data["movable"], positions, [], moves)
            others.append(terminal)
        notice("cover")
        self._check_cover("cover", self.covers[value], self.everything, others, winning)

    def _check_blocking(self, notice: Callable[[str], None]) -> None:
        """A word is accepted exactly if fewer than ``block`` positions of P are reached from it."""
        notice("block")
        every, positions = self.everything, self.positions
        self._check_words(positions)
        self._check_zeros(positions)
        tallies = Tallies(Moves(self.ways, positions, self.budget), self.block)

        def follow(node: Run) -> Iterator[tuple[int, Run]]:
            pairs = zip(every.table[node[0]], positions.table[node[1]], strict=True)
            for letter, pair in enumerate(pairs):
                if pair[0]:
                    yield letter, (*pair, *tallies.follow(node[2:], letter))

        came: Came = {(every.start, positions.start, *tallies.start): None}
        for node in self.budget.walked(came, follow, len(self.letters)):
            is_few = tallies.count(node[2:]) < self.block
            if every.accepting[node[0]] and positions.accepting[node[1]] != is_few:
                key = "few" if is_few else "many"
                raise Rejected(key, str(self.block), self._position(came, node))

    def has_rules(self, heaps: int, is_misere: bool, takes: list[Any], block: int = 1) -> bool:
        """Whether these are the rules, the moves being written alike; 0 heaps are any number."""
        return (
            heaps in (0, self.heaps)
            and (is_misere, block) == (self.is_misere, self.block)
            and moves_text(takes, self.heaps) == moves_text(self.takes, self.heaps)
        )

    def statement(self) -> Statement:
        """What the certificate shows if it is right; whether it is, is not looked at."""
        is_named, is_text = _is_like_ours(self.game), self.game.startswith(RULES)
        positions, is_complete = Ordered(self).first(SHOWN)
        return Statement(
            name=self.game if is_named else "",
            label="" if is_named or is_text else self.game,
            heaps=self.heaps,
            is_misere=self.is_misere,
            value=self.value,
            block=self.block,
            moves=[_written(take) for take in self.takes],
            positions=positions,
            is_complete=is_complete,
            digest=sha256(self.claim().encode()).hexdigest(),
        )

    def claim(self) -> str:
        """Heaps, ending, value or block, moves and the set, in one way: what the digest is of."""
        automaton, (_, language) = self.positions, _renumbered(self.numeration.language, [0])
        met, table = _renumbered(automaton.table, list(dict.fromkeys((0, automaton.start))))
        accepting = [i for i, state in enumerate(met) if automaton.accepting[state]]
        moves = moves_text(self.takes, self.heaps)
        before = CLAIM, self.heaps, int(self.is_misere)
        if self.value:
            before = VALUE_CLAIM, self.heaps, self.value
        if self.block > 1:
            before = BLOCK_CLAIM, self.heaps, self.block
        after = language, accepting, table
        return ",".join([*map(_compact, before), moves, *map(_compact, after)])

    def _everything(self) -> Automaton:
        """All positions: words of the digit language, one for each heap."""
        language, count = self.numeration.language, len(self.letters)

        def follow(node: Run) -> Iterator[tuple[int, Run]]:
            for letter, digits in enumerate(self.letters):
                pairs = list(zip(node, digits, strict=True))
                if all(digit < len(language[q]) for q, digit in pairs):
                    yield letter, tuple(language[q][digit] for q, digit in pairs)

        number = {
            q: i for i, q in enumerate(self.budget.reached([(0,) * self.heaps], follow, count), 1)
        }
        table = [[0] * count for _ in range(len(number) + 1)]
        for state, i in number.items():
            for letter, target in follow(state):
                table[i][letter] = number[target]
        ends = [i for state, i in number.items() if self.numeration.phases[state[0]] == 0]
        return Automaton({"start": 1, "accepting": ends, "table": table}, count)

    def _ways(self) -> list[Way]:
        """Every way to move, each once."""
        found: dict[tuple[Run, tuple[Condition, ...]], None] = {}
        for take in self.takes:
            found |= dict.fromkeys(_choices(take, self.heaps))
        kept, atoms = {}, {}
        for touched, conditions in found:
            others = [heap for heap in range(self.heaps) if heap not in touched]
            kept[touched] = [tuple(letter[heap] for heap in others) for letter in self.letters]
            for condition in conditions:
                if condition not in atoms:
                    atoms[condition] = Atom(self.numeration, self.letters, condition)
        return [Way(touched, kept[touched], [atoms[c] for c in cs]) for touched, cs in found]

    def _check_words(self, automaton: Automaton) -> None:
        """Only words of numbers are read, and none is accepted in the middle of a period."""
        every = self.everything

        def follow(node: Run) -> Iterator[tuple[int, Run]]:
            pairs = zip(every.table[node[0]], automaton.table[node[1]], strict=True)
            return ((letter, pair) for letter, pair in enumerate(pairs) if pair[1])

        start = (every.start, automaton.start)
        for word, state in self.budget.reached([start], follow, len(self.letters)):
            if (state and not word) or (automaton.accepting[state] and not every.accepting[word]):
                raise Rejected("words", str(state))

    def _check_zeros(self, automaton: Automaton) -> None:
        """Zeros in front of a word change nothing."""
        state = automaton.start
        for _ in range(self.numeration.period):
            state = automaton.table[state][0]
        if state != automaton.start:
            raise Rejected("zeros")

    def _check_apart(self, one: Automaton, other: Automaton) -> None:
        """No position is accepted by both: walk both at once."""

        def follow(node: Run) -> Iterator[tuple[int, Run]]:
            pairs = zip(one.table[node[0]], other.table[node[1]], strict=True)
            return ((letter, pair) for letter, pair in enumerate(pairs) if all(pair))

        came = self.budget.reached([(one.start, other.start)], follow, len(self.letters))
        for node in came:
            if one.accepting[node[0]] and other.accepting[node[1]]:
                raise Rejected("values", position=self._position(came, node))

    def _check_no_move(self, claim: str, automaton: Automaton, moves: Moves) -> None:
        """From no position of the automaton one of the moves is possible: walk both at once."""

        def follow(node: Run) -> Iterator[tuple[int, Run]]:
            for letter, state in enumerate(automaton.table[node[0]]):
                for _, run in moves.follow(node[1:], letter) if state else ():
                    yield letter, (state, *run)

        starts = [(automaton.start, *run) for run in moves.starts]
        came = self.budget.reached(starts, follow, len(self.letters))
        for node in came:
            if automaton.accepting[node[0]] and moves.accepts(node[1:]):
                raise Rejected(claim, position=self._position(came, node))

    def _check_cover(
        self, claim: str, data: Any, inside: Automaton, others: list[Automaton], moves: Moves
    ) -> None:
        """From each position inside, the others left out, the cover shows one of the moves."""
        cover = Cover(data, len(self.letters), moves)
        parts = [cover, inside, *others]

        def follow(node: Run) -> Iterator[tuple[int, Run]]:
            rows = [part.table[state] for part, state in zip(parts, node, strict=True)]
            for letter, after in enumerate(zip(*rows, strict=True)):
                if after[1]:
                    if not cover.follows(node[0], letter):
                        raise Rejected("witness", claim)
                    yield letter, after

        if not cover.begins():
            raise Rejected("witness", claim)
        start = tuple(part.start for part in parts)
        came = self.budget.reached([start], follow, 4 * len(self.letters))
        for node in came:
            is_other = any(a.accepting[state] for a, state in zip(others, node[2:], strict=True))
            if inside.accepting[node[1]] and not is_other and not cover.shows(node[0]):
                raise Rejected(claim, position=self._position(came, node))

    def _position(self, came: Came, node: Run) -> Run:
        """The position whose word has led a walk to a node."""
        word: list[Run] = []
        while (step := came[node]) is not None:
            node = step[0]
            word.append(self.letters[step[1]])
        weights = [self.numeration.weight(i) for i in range(len(word))]
        return tuple(_dot(weights, [letter[h] for letter in word]) for h in range(self.heaps))


# What is said of a certificate that is accepted


class Statement(NamedTuple):
    """What was shown, in terms of what was checked."""

    name: str
    """The name of the game, where the moves are those of that name; else empty."""
    label: str
    """What the author of the file calls the game, where the name says nothing; else empty."""
    heaps: int
    is_misere: bool
    value: int
    """The Grundy value of the positions, 0 for those to leave, in misère play too."""
    block: int
    """One more than the number of positions that may be forbidden before a move."""
    moves: list[str]
    positions: list[Run]
    """The first of the positions, by their total, then by x, y, …"""
    is_complete: bool
    """Whether there are no others."""
    digest: str

    def lines(self) -> Iterator[str]:
        """The statement in English."""
        if self.name:
            yield f"game: {self.name}"
        if self.label:
            yield f'game: called "{self.label}" by its author'
        if not self.name and not self.label:
            yield "game: its name is a text of rules, which was not read"
        yield f"heaps: {self.heaps} ({', '.join(HEAPS[: self.heaps])}), of every size"
        yield f"ending: the last to move {'loses' if self.is_misere else 'wins'}"
        if self.value:
            yield f"value: {self.value}"
        if self.block > 1:
            about = f"up to {self.block - 1} of the positions to which a move leads"
            yield f"block: {self.block} (the other player may forbid {about})"
        for move in self.moves:
            yield f"move: {move}"
        shown = [_shown(position) for position in self.positions]
        count, ends = ("all", []) if self.is_complete else ("the first by total", ["..."])
        what = f"of Grundy value {self.value}" if self.value else "to leave"
        yield f"positions {what}, {count}: {', '.join(shown + ends) or 'none'}"
        yield f"SHA-256 of the claim: {self.digest}"


class Ordered:
    """The positions of the set by total, then x, y, …, by a walk from the start, best first.

    A position is a vector: its total, then its heaps. ``nearest[i][q]`` is the least that i more
    digits add on the way from the state q to acceptance.
    """

    def __init__(self, certificate: Certificate) -> None:
        self.numeration, automaton = certificate.numeration, certificate.positions
        vectors = [(sum(letter), *letter) for letter in certificate.letters]
        # states that no word leads to may be many, and say nothing
        met, table = _renumbered(automaton.table, [automaton.start])
        dead = met.index(0) if 0 in met else None
        self.edges = [
            [(vector, to) for vector, to in zip(vectors, row, strict=True) if to != dead]
            for row in table
        ]
        self.zero = (0,) * (1 + certificate.heaps)
        ends = [automaton.accepting[state] for state in met]
        self.nearest: list[list[Run | None]] = [[self.zero if end else None for end in ends]]

    def first(self, count: int) -> tuple[list[Run], bool]:
        """The first positions, and whether there are no others.

        All whose total is below the weight U_i have words of i digits. And if there is a longer
        word than i digits, i being no less than a period for each state, then one of at most 2i:
        a longer one meets a state twice after its first digits that are not 0, and what stands
        between can be left out.
        """
        period, found = self.numeration.period, list[Run]()
        length, enough = period, 2 * period * len(self.edges)
        while True:
            before, found = found, self._with_digits(length, count + 1)
            if len(found) > count and sum(found[count]) < self.numeration.weight(length):
                return found[:count], False
            if length >= enough and len(before) == len(found) <= count:
                return found, True
            length *= 2

    def _with_digits(self, length: int, count: int) -> list[Run]:
        """The first positions among those with words of so many digits."""
        budget, found = self.numeration.budget, list[Run]()
        while len(self.nearest) <= length:
            self.nearest.append([self._nearest(state) for state in range(len(self.edges))])
        waiting = list[tuple[Run, int, int, Run]]()
        if (least := self.nearest[length][0]) is not None:
            waiting = [(least, length, 0, self.zero)]
        while waiting and len(found) < count:
            least, rest, state, read = heappop(waiting)
            if rest == 0:
                found.append(read[1:])
                continue
            budget.spend((10 + rest // 20) * len(self.edges[state]))
            for vector, target in self.edges[state]:
                if (further := self.nearest[rest - 1][target]) is not None:
                    value = _sum(read, self.numeration.weight(rest - 1), vector)
                    heappush(waiting, (_sum(value, 1, further), rest - 1, target, value))
        return found

    def _nearest(self, state: int) -> Run | None:
        """The entry of a state in the row of ``nearest`` that comes next."""
        places, row = len(self.nearest) - 1, self.nearest[-1]
        self.numeration.budget.spend(1 + (10 + places // 20) * len(self.edges[state]))
        weight = self.numeration.weight(places)
        ends = ((vector, row[target]) for vector, target in self.edges[state])
        return min((_sum(end, weight, v) for v, end in ends if end is not None), default=None)


def moves_text(takes: list[Any], heaps: int) -> str:
    """Moves without names and without order, as the claim writes them."""
    ways = set()
    for take in takes:
        for touched, conditions in _choices(take, heaps):
            texts = sorted({_compact(condition.reduced()) for condition in conditions})
            ways.add(f"[{_compact(touched)},[{','.join(texts)}]]")
    return f"[{','.join(sorted(ways))}]"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _renumbered(rows: list[list[int]], met: list[int]) -> tuple[list[int], list[list[int]]]:
    """The states as they are met from the first ones, and their rows with the new numbers."""
    number = {state: i for i, state in enumerate(met)}
    for state in met:
        for target in rows[state]:
            if number.setdefault(target, len(met)) == len(met):
                met.append(target)
    return met, [[number[target] for target in rows[state]] for state in met]


def _shown(position: Run) -> str:
    """A position as a tuple, of numbers that are not endless."""
    numbers = (str(n) if n.bit_length() < 4096 else f"[{n.bit_length()} bits]" for n in position)
    return f"({', '.join(numbers)})"


def _written(take: Any) -> str:
    """A take in the language of rules."""
    amounts, places = ", ".join(map(str, take["amounts"])), take["places"]
    heaps = COUNTS[len(take["amounts"]) - 1]
    if places is not None:
        heaps = ", ".join(HEAPS[place] for place in places)
    where = " and ".join(filter(None, map(_written_condition, take["where"])))
    return f"take {amounts} from {heaps}" + (f" where {where}" if where else "")


def _written_condition(where: Any) -> str:
    """A condition, empty where it asks nothing."""
    form = ""
    for name, factor in where["form"].items():
        sign = ("-" if factor < 0 else "") if not form else " - " if factor < 0 else " + "
        form += sign + (name if abs(factor) == 1 else f"{abs(factor)} * {name}")
    form = form or "0"
    if "modulus" in where:
        form = form if form.isidentifier() else f"({form})"
        return f"{form} % {where['modulus']} == {where['residue'] % where['modulus']}"
    low, high = where["low"], where["high"]
    if low == high:
        return "" if low is None else f"{form} == {low}"
    return ("" if low is None else f"{low} <= ") + form + ("" if high is None else f" <= {high}")


# Names of games


def _name(value: Any) -> str:
    """A name: a text of rules, or what can stand in quotation marks."""
    name = _text(value)
    if not name.startswith(RULES) and (len(name) > LONGEST_LABEL or '"' in name or "\\" in name):
        raise Unreadable("name", name)
    return name


def _is_like_ours(name: str) -> bool:
    """Whether a name begins like one of marienbad's, whatever stands between its letters."""
    letters = re.sub("[^a-z]", "", name.lower())
    return letters.startswith(OURS) and not name.startswith(RULES)


def _known_rules(name: str) -> tuple[int, bool, list[Any]] | None:
    """The heaps, 0 for any number, the ending and the takes of a name in its canonical form."""
    if name in ("nim", "marienbad"):
        return 0, name == "marienbad", [_take(["n"])]
    if name in ("lucas", "lucas:misere"):
        return 2, name != "lucas", [_take(["n"]), _take(["n", "n"]), *_lucas_takes()]
    if found := re.fullmatch("nimhoff:h=([2-9]|10)", name):
        h = int(found[1])
        pairs = [_take([c, d]) for c in range(1, h) for d in range(c, h - c)]
        return 2, False, [_take(["n"]), *pairs]
    if found := re.fullmatch("moore:k=([1-7])(,misere)?", name):
        both = [_take(["c", "d"])] * (found[1] != "1")
        return 2, found[2] is not None, [_take(["n"]), *both]
    given = {key: int(digits) for key, digits in re.findall("([ab])=([0-9]{1,2})", name)}
    a, b, is_misere = given.get("a", 1), given.get("b", 1), name.endswith("misere")
    parts = [f"a={a}"] * (a > 1) + [f"b={b}"] * (b > 1) + ["misere"] * is_misere
    if name != "wythoff" + (f":{','.join(parts)}" if parts else ""):
        return None
    congruences = [{"modulus": b, "residue": 0}] if b > 1 else []
    both = _take(["n", "n"])
    if a > 1:
        reach = {"low": (1 - a) * b, "high": (a - 1) * b}
        both = _take(["c", "d"], {"c": 1, "d": -1}, [reach, *congruences])
    return 2, is_misere, [_take(["n"], {"n": 1}, congruences), both]


def _take(amounts: list[Any], form: dict[str, int] | None = None, where: Any = ()) -> Any:
    conditions = [{"form": form, **condition} for condition in where]
    return {"amounts": amounts, "places": None, "where": conditions}


def _lucas_takes() -> Iterator[Any]:
    """1 from the smaller heap and 2 from the larger; all of heaps from 2 on that differ by 1."""
    for amounts, larger, smaller in (([1, 2], "y", "x"), ([2, 1], "x", "y")):
        form = {larger: 1, smaller: -1}
        more = {"form": form, "low": 1, "high": None}
        yield {"amounts": amounts, "places": [0, 1], "where": [more]}
        whole = [{"form": {name: 1, heap: -1}, "low": 0, "high": 0} for name, heap in ("cx", "dy")]
        near = [more | {"high": 1}, {"form": {smaller: 1}, "low": 2, "high": None}]
        yield {"amounts": ["c", "d"], "places": [0, 1], "where": [*whole, *near]}


# Reading what cannot be trusted


def _choices(take: Any, heaps: int) -> Iterator[tuple[Run, tuple[Condition, ...]]]:
    """The heaps that a take touches and its conditions, for every choice of heaps."""
    amounts, places, where = _fields(take, "amounts", "places", "where")
    _list(amounts, heaps)
    choose = combinations if all(amount == amounts[0] for amount in amounts) else permutations
    choices: Iterable[Run] = choose(range(heaps), len(amounts))
    if places is not None:
        choices = [tuple(_integers(places, heaps, 0, heaps - 1))]
    for chosen in choices:
        if not len(set(chosen)) == len(chosen) == len(amounts):
            raise Unreadable("places", str(places))
        conditions = list(_conditions(where, dict(zip(chosen, amounts, strict=True)), heaps))
        if all(any(c.form) or c.admits(0) for c in conditions):
            real = {c.signed() for c in conditions if any(c.form)}
            yield tuple(sorted(chosen)), tuple(sorted(real, key=str))


def _conditions(where: Any, amounts: dict[int, Any], heaps: int) -> Iterator[Condition]:
    """What a take asks: amounts as differences of heaps, at least 1; then its own conditions."""
    unit = [tuple(int(i == j) for j in range(2 * heaps)) for i in range(2 * heaps)]
    forms = dict(zip(HEAPS, unit[:heaps], strict=False))
    for heap, amount in amounts.items():
        taken = _sum(unit[heap], -1, unit[heaps + heap])
        if not isinstance(amount, str):
            number = _integer(amount, 1, LARGEST)
            yield Condition(taken, number, number)
        elif amount in HEAPS or amount in KEYWORDS or not re.fullmatch(IDENTIFIER, amount):
            raise Unreadable("amount", amount)
        elif amount in forms:
            yield Condition(_sum(taken, -1, forms[amount]), 0, 0)
        else:
            forms[amount] = taken
            yield Condition(taken, 1)
    for condition in _list(where, 64, 0):
        form: Run = (0,) * (2 * heaps)
        for name, factor in _field(condition, "form", dict).items():
            if name not in forms:
                raise Unreadable("amount", name)
            form = _sum(form, _integer(factor, -LARGEST, LARGEST), forms[name])
        if "modulus" in condition:
            _, modulus, residue = _fields(condition, "form", "modulus", "residue")
            _integer(residue, -LARGEST, LARGEST)
            yield Condition(form, modulus=_integer(modulus, 1, LARGEST), residue=residue)
        else:
            ends = _fields(condition, "form", "low", "high")[1:]
            low, high = (None if e is None else _integer(e, -LARGEST, LARGEST) for e in ends)
            if low is not None or high is not None:
                yield Condition(form, low, high)


def _dot(one: Iterable[int], other: Iterable[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _sum(one: Run, factor: int, other: Run) -> Run:
    return tuple(a + factor * b for a, b in zip(one, other, strict=True))


def _parsed(text: str) -> Any:
    """JSON without fractions, long numbers, deep nesting, or a name that stands twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise Unreadable("twice")
        return dict(pairs)

    def number(word: str) -> int:
        if not re.fullmatch("-?[0-9]{1,20}", word):
            raise Unreadable("number", word if len(word) <= 30 else f"{word[:20]}...")
        return int(word)

    if len(text) > LONGEST:
        raise Unreadable("length", str(LONGEST))
    try:
        hooks: dict[str, Any] = dict.fromkeys(
            ("parse_int", "parse_float", "parse_constant"), number
        )
        return json.loads(text, object_pairs_hook=once, **hooks)
    except json.JSONDecodeError as problem:
        raise Unreadable("json", f"{problem.lineno}:{problem.colno}") from None
    except RecursionError:
        raise Unreadable("nesting") from None


def _field(data: Any, name: str, kind: type = object) -> Any:
    if not isinstance(data, dict) or name not in data or not isinstance(data[name], kind):
        raise Unreadable("field", name)
    return data[name]


def _fields(data: Any, *names: str) -> list[Any]:
    """The values of these fields, which must be all that there are."""
    values = [_field(data, name) for name in names]
    for name in data:
        if name not in names:
            raise Unreadable("field", name)
    return values


def _text(value: Any) -> str:
    """One line of printable ASCII."""
    if not isinstance(value, str) or not re.fullmatch(f"[ -~]{{1,{LONGEST_TEXT}}}", value):
        raise Unreadable("name", str(value))
    return value


def _list(value: Any, longest: int, shortest: int = 1) -> list[Any]:
    if not isinstance(value, list) or not shortest <= len(value) <= longest:
        raise Unreadable("list", f"{shortest}-{longest}")
    return value


def _integer(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise Unreadable("integer", f"{low}-{high}")
    return value


def _integers(value: Any, longest: int, low: int, high: int, shortest: int = 1) -> list[int]:
    return [_integer(item, low, high) for item in _list(value, longest, shortest)]


def _rows(
    value: Any, longest: int, width: int, low: int = 0, shortest: int = 1, fewest: int = 1
) -> list[list[int]]:
    return [_integers(row, width, low, LARGEST, shortest) for row in _list(value, longest, fewest)]


def read(name: str) -> str:
    """The text of a file, perhaps compressed, no more of it than a certificate can have."""
    with Path(name).open("rb") as file:
        octets = BytesIO(_inflated(file)) if file.peek(2)[:2] == GZIP else file
        try:
            with TextIOWrapper(octets, "utf-8", newline="") as text:
                return text.read(LONGEST + 1)
        except UnicodeError:
            raise Unreadable("text") from None


def _inflated(file: BufferedReader) -> bytes:
    """What a file holds that is compressed as one member, which nothing follows."""
    member, found = zlib.decompressobj(wbits=31), bytearray()
    while not member.eof:
        if not (octets := file.read(1 << 16)):
            raise Unreadable("gzip")
        try:
            found += member.decompress(octets, LONGEST + 1 - len(found))
        except zlib.error:
            raise Unreadable("gzip") from None
        if len(found) > LONGEST:  # no certificate has signs of more than one octet
            raise Unreadable("length", str(LONGEST))
    if member.unused_data or file.read(1):
        raise Unreadable("gzip")
    return bytes(found)


def main(names: list[str]) -> int:
    """Check files: return 0 if all are accepted, 1 if one is rejected, 2 if one is unreadable."""
    worst = 0
    for name in names:
        try:
            lines = ["accepted", *Certificate(read(name)).check().lines()]
            print(ascii(name)[1:-1], "\n  ".join(lines), sep=": ")
        except (Verdict, OSError) as problem:
            is_rejected = isinstance(problem, Rejected)
            print(ascii(name)[1:-1], "rejected" if is_rejected else "unreadable", problem, sep=": ")
            worst = max(worst, 1 if is_rejected else 2)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
