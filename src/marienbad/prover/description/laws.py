"""The law by which pairs continue: the least unused number, and differences that grow regularly.

For each remainder r of the difference modulo m there is a list of pairs x ≤ y. A few first pairs
are given; then the smaller member is the least number that has not appeared in class r, and the
difference grows by a fixed step, or by a few steps in turn. A pair of list r puts its smaller
member into class r and its larger member into class −r (mod m). Wythoff's family is of this kind,
in normal and misère play.

>>> wythoff = Law((Pairs(((0, 0),), 1, (1,)),))
>>> wythoff.below(12)
[(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]

Sets that need no list: few differences, remainders, a known game; each but for a few positions.

>>> from marienbad.text.plain import Plain
>>> Plain("en").line(Differences(NO_EXCEPTIONS, (0,)).sentence)
'Leave two equal heaps.'

The descriptions of the automata that are kept with the program.

They were found and proved by :func:`~marienbad.prover.description.guessing.describe`, which the
tests do again for some. ``python -m marienbad.prover.description.laws`` writes the file anew.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import count
from typing import Any

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.text.mathematics import Subscript, Symbol
from marienbad.text.sentences import Block, Cell, Items, Listing, Message, Table, say
from marienbad.values import Record

Pair = tuple[int, int]
SHOWN = 7
WIDEST = 4
"""Up to so many lists their first pairs are shown side by side."""


class Pairs(Record):
    """The list of one remainder: its first pairs, and the differences of the others."""

    first: tuple[Pair, ...]
    difference: int
    """The difference of the pair after the first ones."""
    steps: tuple[int, ...]
    """By how much the difference grows from there on, in turn."""

    def at(self, number: int) -> int:
        """The difference of the pair of that number, after the first ones."""
        turns, rest = divmod(number - len(self.first), len(self.steps))
        return self.difference + turns * sum(self.steps) + sum(self.steps[:rest])


class Law(Record):
    """A list for each remainder modulo their number; all begin with as many given pairs."""

    lists: tuple[Pairs, ...]

    @property
    def modulus(self) -> int:
        return len(self.lists)

    @property
    def given(self) -> int:
        """How many pairs of each list are given."""
        return len(self.lists[0].first)

    def first(self, numbers: int) -> list[list[Pair]]:
        """The first pairs of each list."""
        lists, m = self.lists, self.modulus
        found = [[*one.first] for one in lists]
        used = [{x for x, _ in found[r]} | {y for _, y in found[-r]} for r in range(m)]
        least = [0] * m
        for number in range(self.given, numbers):
            for r in range(m):
                least[r] = next(x for x in count(least[r]) if x not in used[r])
                found[r].append((least[r], least[r] + lists[r].at(number)))
            for r in range(m):
                used[r] |= {found[r][-1][0], found[-r][-1][1]}
        return [one[:numbers] for one in found]

    def below(self, size: int) -> list[Pair]:
        """All pairs with both members below a size, in order.

        After the given pairs the smaller members grow, so that so many pairs are enough.
        """
        numbers = size + self.given
        return sorted(pair for one in self.first(numbers) for pair in one if pair[1] < size)

    @property
    def data(self) -> list[list[object]]:
        """The law as plain values, for a file."""
        return [[one.first, one.difference, one.steps] for one in self.lists]

    @classmethod
    def of(cls, data: Sequence[Sequence[object]]) -> Law:
        lists = []
        for first, difference, steps in data:
            assert isinstance(first, list)
            assert isinstance(difference, int)
            assert isinstance(steps, list)
            lists.append(Pairs(tuple((x, y) for x, y in first), difference, tuple(steps)))
        return cls(tuple(lists))

    # In words

    def blocks(self) -> list[Block]:
        """The rule as a person would follow it."""
        return [*self.pairs_told(), *self.steps()]

    def pairs_told(self) -> list[Block]:
        """Which pairs there are."""
        return [*self._rule(), *self._table()]

    def _rule(self) -> list[Block]:
        m = self.modulus
        if m == 1:
            (one,) = self.lists
            first = Listing(one.first)
            rule = say("prover.description.law", first=first, given=self.given)
            return [rule, self._differences(one, "prover.description.differences")]
        key = f"prover.description.law_{'two' if m == 2 else 'classes'}"
        rule = say(key, modulus=m, largest=m - 1, given=self.given)
        lists = [
            self._differences(one, "prover.description.list", residue=r, first=Listing(one.first))
            for r, one in enumerate(self.lists)
        ]
        return [rule, Items(tuple(lists))]

    def _differences(self, one: Pairs, key: str, **more: int | Listing) -> Message:
        values = {"number": self.given, "difference": one.difference}
        if len(one.steps) == 1:
            return say(key, **values, **more, step=one.steps[0])
        return say(f"{key}_in_turn", **values, **more, steps=Listing(one.steps))

    def _table(self) -> list[Block]:
        """The first pairs, side by side where the lists are few."""
        if self.modulus > WIDEST:
            return []
        columns = self.first(SHOWN + self.given)
        rows = (
            (number, *(member for pair in row for member in pair))
            for number, row in enumerate(zip(*columns, strict=True))
        )
        heads = self.heads(range(self.modulus))
        return [Table(heads, tuple(rows), say("prover.description.first_pairs"))]

    def heads(self, residues: Iterable[int]) -> tuple[Cell, ...]:
        """What stands above the numbers of the pairs and above some of the lists."""
        heads: list[Cell] = [Symbol("n")]
        for r in residues:
            index = "n" if self.modulus == 1 else (r, "n")
            heads += [Subscript("x", index), Subscript("y", index)]
        return tuple(heads)

    def steps(self) -> list[Block]:
        """How the lists are used at a position, where nothing is known of the moves."""
        one = "one" if self.modulus == 1 else "one_classes"
        looks = (
            say("prover.description.look.pair"),
            say(f"prover.description.look.{one}", modulus=self.modulus),
            say("prover.description.look.both"),
        )
        return [say("prover.description.use"), Items(looks, is_numbered=True)]


class Exceptions(Record):
    """Positions that a set lacks, and positions that it has besides."""

    missing: tuple[Pair, ...]
    added: tuple[Pair, ...]

    def messages(self) -> list[Message]:
        named = (("missing", self.missing), ("added", self.added))
        return [
            say(f"prover.description.{name}", positions=Listing(positions))
            for name, positions in named
            if positions
        ]


NO_EXCEPTIONS = Exceptions((), ())


class Shape(Record):
    """A set that a sentence describes, but for exceptions."""

    exceptions: Exceptions

    @property
    def sentence(self) -> Message:
        """The rule."""
        raise NotImplementedError

    def blocks(self) -> list[Block]:
        return [self.sentence, *self.exceptions.messages(), say("prover.description.use_shape")]


class Differences(Shape):
    """The positions whose difference y − x is one of a few numbers."""

    numbers: tuple[int, ...]

    @property
    def sentence(self) -> Message:
        if self.numbers == (0,):
            return say("prover.description.equal")
        return say("prover.description.difference", numbers=Listing(self.numbers, "or"))


class Remainders(Shape):
    """The positions whose heaps leave certain remainders."""

    modulus: int
    pairs: tuple[Pair, ...]

    @property
    def sentence(self) -> Message:
        m = self.modulus
        if {(x - y) % m for x, y in self.pairs} == {0} and len(self.pairs) == m:
            return say("prover.description.same_remainder", modulus=m)
        return say("prover.description.remainders", modulus=m, pairs=Listing(self.pairs))


class Moved(Shape):
    """A few positions, and the same with multiples of a number added to both heaps."""

    step: int
    pairs: tuple[Pair, ...]

    @property
    def sentence(self) -> Message:
        return say("prover.description.moved", pairs=Listing(self.pairs), step=self.step)


class Like(Shape):
    """The positions to leave of a game of the catalogue."""

    game: str

    @property
    def sentence(self) -> Message:
        return say("prover.description.like", game=titled(self.game))


FILE = os.path.join(os.path.dirname(__file__), "known.json")  # noqa: PTH118, PTH120 (pathlib is slow to import)
SECONDS = 600


def known_description(game: Definition) -> Law | Shape | None:
    """The description of the automaton of a game, where one is kept.

    >>> from marienbad.games.catalogue import define
    >>> known_description(define("wythoff:a=2"))
    Law(lists=(Pairs(first=((0, 0),), difference=2, steps=(2,)),))
    """
    found = _file().get(game.name)
    if found is None:
        return None
    if "law" in found:
        return Law.of(found["law"])
    kept = (tuple((x, y) for x, y in found[name]) for name in ("missing", "added"))
    return Differences(Exceptions(*kept), tuple(found["differences"]))


@cache
def _file() -> dict[str, Any]:
    with open(FILE, encoding="utf-8") as file:  # noqa: PTH123
        data: dict[str, Any] = json.load(file)
    return data


def main() -> int:
    """Describe every automaton that is kept."""
    from pathlib import Path

    from marienbad.prover.automata.automaton import Automaton
    from marienbad.prover.automata.diagram import read
    from marienbad.prover.description.guessing import describe
    from marienbad.prover.games.library import FOLDER

    lines: list[tuple[str, dict[str, object]]] = []
    for path in sorted(Path(FOLDER).glob("*.json")):
        name, diagram = read(path.read_text("utf-8"))
        found = describe(Automaton.of(diagram), name, SECONDS)
        print(name, found)
        if isinstance(found, Law):
            lines.append((name, {"law": found.data}))
        elif isinstance(found, Differences):
            kept = {"missing": found.exceptions.missing, "added": found.exceptions.added}
            lines.append((name, {"differences": found.numbers, **kept}))
    body = ",\n".join(f" {json.dumps(name)}: {json.dumps(data)}" for name, data in lines)
    Path(FILE).write_text(f"{{\n{body}\n}}\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
