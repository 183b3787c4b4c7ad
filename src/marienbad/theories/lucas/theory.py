"""What both theories of Lucas–Wythoff share: from the pairs to every winning move, and the words.

A theory says how it finds the pair of a difference and the partner of a heap. That one of the steps
always works is proved in :mod:`marienbad.theories.lucas.pairs`. The residues
modulo 5 give any pair at once, for heaps of any size.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Literal, NamedTuple

from marienbad.games.bibliography import in_short
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, leave, take_from
from marienbad.numeration.integers import plain
from marienbad.text.sentences import Block, Items, Message, Section, say
from marienbad.theories.lucas.pairs import (
    MODULUS,
    candidate,
    is_partner,
    partner,
    shift_of,
    smaller,
    times_phi,
)
from marienbad.theories.theory import Theory, Verdict

Kind = Literal["both", "all", "partner", "knight", "larger"]
KINDS: tuple[Kind, ...] = ("both", "all", "partner", "knight", "larger")
"""The steps in the order in which they are tried."""
OUR_PROOF = "marienbad, docs/theories/lucas.md"


class Lookup(NamedTuple):
    """What is looked up by the method: the pair of a difference, or the partner of a heap."""

    number: int
    is_difference: bool


class LucasTheory(Theory):
    """A way to find the pairs, and the moves that lead to them."""

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self.shift = shift_of(game)

    @property
    def citation(self) -> str:
        return OUR_PROOF if self.game.is_misere else f"{in_short('hoggatt')}; {OUR_PROOF}"

    # What a theory knows

    @abstractmethod
    def smaller(self, difference: int) -> int | None:
        """The smaller heap of the pair with a difference, ``None`` where there is no pair."""

    @abstractmethod
    def partner(self, heap: int) -> int:
        """The other heap of the pair with a heap."""

    @abstractmethod
    def rules(self) -> list[Block]:
        """How pairs are found, for any position."""

    @abstractmethod
    def show(self, found: Lookup) -> list[Block]:
        """How a pair is found; in misère play the numbers are those of the pair less 2."""

    # Decision

    def is_p(self, position: Position) -> bool:
        x, y = sorted(position)
        return self.smaller(y - x) == x

    def solve(self, position: Position) -> Verdict:
        moves = {move for _, move in self._winning(position)}
        return Verdict(not moves and self.is_p(position), tuple(sorted(moves)))

    def _winning(self, position: Position) -> Iterator[tuple[Kind, Move]]:
        """Every winning move with the step that finds it."""
        (x, y), size = sorted(position), range(2)
        small = self.smaller(y - x)
        if small == x:
            return
        if small is not None and small < x:
            yield "both", (x - small, x - small)
        if small is None:
            yield "all", position
        for heap in sorted(size, key=lambda heap: position[heap]):
            other, partner = position[1 - heap], self.partner(position[heap])
            if partner < other:
                kind: Kind = "partner" if position[heap] == x else "larger"
                yield kind, take_from(position, 1 - heap, other - partner)
        if 0 < x < y and self.smaller(y - x - 1) == x - 1:
            yield "knight", (1, 2) if position[0] == x else (2, 1)

    # Words

    def method(self) -> list[Block]:
        *steps, larger = map(say, self._steps())
        more = Section(say("lucas.more"), (say("lucas.go_on"), Items((larger,))))
        return [
            say(f"lucas.rule{self._form}"),
            *self.rules(),
            *([say("lucas.shifted")] if self.game.is_misere else []),
            say("lucas.play"),
            Items(tuple(steps), True),
            say(f"lucas.enough{self._form}"),
            more,
        ]

    def _steps(self) -> tuple[str, ...]:
        kinds = (kind for kind in KINDS if kind != "all" or not self.game.is_misere)
        return ("lucas.case.pair", *(f"lucas.case.{kind}" for kind in kinds))

    def _lookups(self, position: Position) -> Iterator[Lookup]:
        """What the steps look up, in their order; pairs that are given are not looked up."""
        x, y = sorted(position)
        if self._is_found(found := Lookup(y - x, True)):
            yield found
        kinds = {kind for kind, _ in self._winning(position)}
        small = self.smaller(y - x)
        if "partner" in kinds or (small is not None and small > x):
            yield from filter(self._is_found, [Lookup(x, False)])
        if "larger" in kinds:
            yield from filter(self._is_found, [Lookup(y, False)])

    def _is_found(self, found: Lookup) -> bool:
        """Whether a pair must be looked up: those of the differences 0 and 1 are given."""
        return found.number > 1 if found.is_difference else found.number > self.shift

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        if verdict.is_p:
            return [say("lucas.gist.pair", pair=tuple(sorted(position)))]
        if not verdict.winning_moves:  # (0, 0) in misère play
            return []
        move = verdict.winning_moves[-1]
        kind = next(kind for kind, found in self._winning(position) if found == move)
        left = tuple(sorted(leave(position, move)))
        if kind in ("partner", "larger"):
            kept = position[0] if move[0] == 0 else position[1]
            return [say("lucas.gist.one", pair=left, kept=kept, partner=self.partner(kept))]
        return [say(f"lucas.gist.{kind}", pair=left, amount=move[0])]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        x, y = sorted(position)
        small, lookups = self.smaller(y - x), list(self._lookups(position))
        blocks: list[Block] = [say("lucas.here.difference", x=x, y=y, difference=y - x)]
        blocks += self._shown(Lookup(y - x, True), lookups)
        if small is None:
            blocks.append(say("lucas.here.all"))
        else:
            pair = (small, small + y - x)
            key = "pair" if small == x else "both" if small < x else "above"
            blocks.append(say(f"lucas.here.{key}", pair=pair, small=small, x=x, amount=x - small))
        if verdict.is_p:
            return [*blocks, say("lucas.fail" if y > 1 else f"lucas.fail.last{self._form}")]
        for kind in dict.fromkeys(kind for kind, _ in self._winning(position)):
            blocks += self._told(kind, (x, y), lookups)
        return [*blocks, say("lucas.no_other")] if verdict.winning_moves else blocks

    def _told(self, kind: Kind, position: tuple[int, int], lookups: list[Lookup]) -> list[Block]:
        """The words on a step after the first one."""
        x, y = position
        if kind == "knight":
            before: list[Block] = []
            if (small := self.smaller(y - x)) is not None and small > x and self.partner(x) > y:
                before = [say("lucas.here.heap", heap=x), *self._shown(Lookup(x, False), lookups)]
                before.append(say("lucas.here.beyond", heap=x, partner=self.partner(x), y=y))
            return [*before, say("lucas.here.knight", pair=(x - 1, y - 2), difference=y - x - 1)]
        if kind in ("partner", "larger"):
            heap, other = (x, y) if kind == "partner" else (y, x)
            key = "equal" if x == y else kind
            told = say(f"lucas.here.{key}", heap=heap, partner=self.partner(heap), other=other)
            shown = self._shown(Lookup(heap, False), lookups)
            return [say("lucas.here.heap", heap=heap), *shown, told]
        return []

    def _shown(self, found: Lookup, lookups: list[Lookup]) -> list[Block]:
        """How a pair is found, where it is looked up; in misère play for heaps that are 2 less."""
        if found not in lookups:
            return []
        if not self.game.is_misere:
            return self.show(found)
        if found.is_difference:
            return [*self.show(found), say("lucas.two_more")]
        own = found.number - self.shift
        return [say("lucas.two_less", heap=found.number, own=own), *self.show(found)]


class Residues(LucasTheory):
    """The theory of the golden ratio and of the residues modulo 5.

    >>> from marienbad.games.catalogue import define
    >>> Residues(define("lucas")).solve((8, 13))
    Verdict(is_p=False, winning_moves=((3, 3),))
    """

    name = "residues"

    def smaller(self, difference: int) -> int | None:
        found = smaller(difference, self.shift)
        return None if found is None else plain(found)

    def partner(self, heap: int) -> int:
        return plain(partner(heap, self.shift))

    def rules(self) -> list[Block]:
        return [Items((say("lucas.residues.difference"), say("lucas.residues.partner")))]

    def show(self, found: Lookup) -> list[Block]:
        if found.is_difference:
            difference = found.number
            most = times_phi(difference)
            small = most - (most - 3 * difference) % MODULUS
            return [
                say(
                    "lucas.residues.show_difference",
                    difference=difference,
                    most=most,
                    residue=3 * difference % MODULUS,
                    pair=(small, small + difference),
                    small=small,
                )
            ]
        own = found.number - self.shift
        above = candidate(own)
        is_above = is_partner(own, above)
        return [
            say(
                "lucas.residues.show_larger" if is_above else "lucas.residues.show_smaller",
                number=own,
                floor=times_phi(own),
                residue=3 * own % MODULUS,
                above=above,
                raised=above + MODULUS,
                shifted=own + MODULUS,
                limit=times_phi(own + MODULUS),
                below=above - own - MODULUS,
            )
        ]
