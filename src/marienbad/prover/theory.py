"""The theory that reads: an automaton, proved for heaps of every size, decides the position.

A position of Wythoff's family is played by the law of its pairs, in words. First the pair whose
difference is that of the heaps, or the next smaller one; then the partner of the smaller heap.
Unless the game is over one of the two wins, or the position is a pair.
"""

from __future__ import annotations

from marienbad.games.bibliography import in_short
from marienbad.games.definition import Definition
from marienbad.heaps import Position, leave
from marienbad.numeration.integers import plain
from marienbad.prover.automata.diagram import Diagram
from marienbad.prover.description.laws import Law, Pair, known_description
from marienbad.prover.games.library import proved
from marienbad.prover.games.replies import Replies
from marienbad.text.mathematics import Floor, Fraction, Subscript, Symbol
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import eq
from marienbad.text.sentences import (
    Block,
    Cell,
    Items,
    Listing,
    Mark,
    Marked,
    Message,
    Section,
    Table,
    say,
)
from marienbad.theories.theory import Drawing, PathDrawing, Theory, Verdict

LISTED = 400
"""For a larger smaller heap the lists are not written down."""
AROUND = 10
"""Up to this number a list is shown from its beginning."""


class Playing:
    """The law of a game with the parameter a, used at the table."""

    def __init__(self, law: Law, a: int) -> None:
        self.law, self.a = law, a
        self._form = "_classes" if law.modulus > 1 else ""

    def nearest(self, difference: int) -> int | None:
        """The number of the pair with this difference, or else the next smaller one."""
        one = self.law.lists[difference % self.law.modulus]
        if difference >= one.difference:
            return self.law.given + (difference - one.difference) // one.steps[0]
        given = [(y - x, number) for number, (x, y) in enumerate(one.first) if y - x <= difference]
        return max(given)[1] if given else None

    # The rule

    def steps(self) -> list[Block]:
        """What to look for, whatever the position."""
        m, one = self.law.modulus, self.law.lists[0]
        step = one.steps[0]
        offset = self.law.given * step - one.difference
        number = Symbol("y") - Symbol("x")
        if m > 1:
            number -= Symbol("r")
        if offset:
            number = number + offset if offset > 0 else number - -offset
        quotient = number if step == 1 else Fraction(number, step)
        shown = quotient if self.a == 1 else Floor(quotient)
        least = one.difference + Symbol("r") if m > 1 else one.difference
        both, smaller = self.looks()
        nearness = say(f"prover.playing.nearness.{'exact' if self.a == 1 else 'below'}")
        blocks: list[Block] = [
            say(f"prover.playing.use{self._form}", modulus=m),
            Items((say(both, nearness=nearness), say(smaller, modulus=m)), is_numbered=True),
            say("prover.playing.number", least=least, law=eq(Symbol("n"), shown)),
        ]
        if self.nearest(0) is None:
            blocks.append(say("prover.playing.equal", pair=one.first[0]))
        return [*blocks, say("prover.playing.others")]

    def looks(self) -> tuple[str, str]:
        """What to look for, in order."""
        smaller = "_two" if self.law.modulus == 2 else self._form
        return (
            f"prover.playing.look.difference{self._form}",
            f"prover.playing.look.smaller{smaller}",
        )

    # Here

    def here(self, position: Pair, left: Pair | None) -> list[Block]:
        """The steps at a position x ≤ y, and which pair the suggested move leaves."""
        (x, y), m = position, self.law.modulus
        quotient, r = divmod(y - x, m)
        values = {"x": x, "y": y, "difference": y - x}
        if m > 1:
            values |= {"modulus": m, "quotient": quotient, "residue": r}
        begun = say(f"prover.playing.difference{self._form}", **values)
        if x > LISTED:
            return [begun, say("prover.playing.too_long")]
        lists = self.law.first(x + self.law.given + 2)
        own, opposite = lists[r], lists[-r % m]
        number = self.nearest(y - x)
        pair = None if number is None or number >= len(own) else own[number]
        held, partner = self._held(own, opposite, r, x)
        named = {"x": x, "y": y, "partner": partner, "residue": held[0], "number": held[1]}
        looked_up = {held} if partner <= y else set()
        if partner == y:
            told = [say(f"prover.playing.is_pair{self._form}", **named)]
        else:
            told = [self._by_difference(number, pair, r, x)]
            if pair is not None and number is not None:
                looked_up.add((r, number))
            if partner < y:
                is_below = number is None or (pair is not None and pair[0] < x)
                key = "partner_too" if is_below else "partner"
                told.append(say(f"prover.playing.{key}{self._form}", **named))
        return [begun, self._table({r: own, -r % m: opposite}, looked_up, left), *told]

    def _held(
        self, own: list[Pair], opposite: list[Pair], r: int, x: int
    ) -> tuple[tuple[int, int], int]:
        """The list and the number in it of the pair in which the smaller heap is; its partner."""
        for number, (small, large) in enumerate(own):
            if small == x:
                return (r, number), large
        number, small = next((n, small) for n, (small, large) in enumerate(opposite) if large == x)
        return (-r % self.law.modulus, number), small

    def _by_difference(self, number: int | None, pair: Pair | None, r: int, x: int) -> Message:
        if number is None:
            return say("prover.playing.here_equal", pair=self.law.lists[0].first[0])
        named = {"number": number, "residue": r, "x": x}
        if pair is None:
            return say(f"prover.playing.pair_far{self._form}", **named)
        key = "pair_below" if pair[0] < x else "pair_above"
        return say(f"prover.playing.{key}{self._form}", pair=pair, **named)

    def _table(
        self, lists: dict[int, list[Pair]], looked_up: set[tuple[int, int]], left: Pair | None
    ) -> Table:
        """The lists of the remainder side by side, around what is looked up."""
        numbers = {near for _, number in looked_up for near in _around(number)} or {0, 1, 2}
        rows: list[tuple[Cell, ...]] = []
        for number in sorted(numbers):
            row: list[Cell] = [number]
            for r, pairs in lists.items():
                if number >= len(pairs):
                    row += [None, None]
                    continue
                small, large = pairs[number]
                mark: Mark = "chosen" if pairs[number] == left else "looked_up"
                is_marked = (r, number) in looked_up or pairs[number] == left
                row += [small, Marked(large, mark) if is_marked else large]
            rows.append(tuple(row))
        return Table(self.law.heads(lists), tuple(rows))


def _around(number: int) -> range:
    return range(number - 1 if number > AROUND else 0, number + 2)


SHOWN_DIGITS = 16
"""Longer words are not shown in a table."""
NAMED = 12
"""At most so many accepting states are named."""
LONGEST = 1_000_000
"""Heaps of more binary digits than this take seconds to read."""


class AutomatonTheory(Theory):
    """Write the heaps in the system, let the automaton read them; it accepts the P-positions.

    >>> from marienbad.games.catalogue import define
    >>> theory = AutomatonTheory(define("wythoff:a=2"))
    >>> theory.solve((26, 66))
    Verdict(is_p=False, winning_moves=((0, 2),))
    """

    name = "automaton"
    authority = "proof"
    repeated_bits = 100_000
    citation = f"marienbad prove; {in_short('mignoty')}"

    def __init__(self, game: Definition, diagram: Diagram | None = None) -> None:
        super().__init__(game)
        self.diagram = proved(game) if diagram is None else diagram
        self.description = known_description(game) if diagram is None else None
        self.playing: Playing | None = None
        if isinstance(self.description, Law):
            self.playing = Playing(self.description, game.values["a"])
        self._replies = Replies(game, self.diagram)

    def check_reach(self, position: Position) -> None:
        """Refuse another number of heaps, and heaps that are too long."""
        heaps = len(self.diagram.tracks)
        if len(position) != heaps:
            raise OutOfReach("prover.heaps", game=self.game.name, heaps=heaps)
        if max(heap.bit_length() for heap in position) > LONGEST:
            raise OutOfReach("prover.heap_too_large", bound=LONGEST)

    def solve(self, position: Position) -> Verdict:
        position = tuple(map(plain, position))
        if self.is_p(position):
            return Verdict(True, ())
        return Verdict(False, self._replies.moves(position))

    def is_p(self, position: Position) -> bool:
        return position in self.diagram

    def method(self) -> list[Block]:
        """What the automaton says in words, where such words were found and proved."""
        if self.description is None:
            return []
        if self.playing is None:
            rule = self.description.blocks()
        else:
            rule = [*self.playing.law.pairs_told(), *self.playing.steps()]
        return [*rule, say("prover.description.proved")]

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        if self.playing is None or self.game.is_over(position):
            return [say(f"prover.theory.proved_{'p' if verdict.is_p else 'n'}")]
        if verdict.is_p:
            return [say("prover.theory.gist_pair", position=position)]
        left = leave(position, verdict.winning_moves[-1])
        return [say("prover.theory.gist_leave", position=left)]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        run = self._run(position, verdict)
        if self.playing is None:
            return [*run, say(f"prover.theory.proved_{'p' if verdict.is_p else 'n'}")]
        x, y = sorted(position)
        left = None
        if verdict.winning_moves:
            low, high = sorted(leave(position, verdict.winning_moves[-1]))
            left = low, high
        here = self.playing.here((x, y), left)
        return [*here, Section(say("prover.theory.run"), tuple(run), is_open=False)]

    def _run(self, position: Position, verdict: Verdict) -> list[Block]:
        """The heaps in digits, the states that are met, and whether the last accepts."""
        system, diagram = self.diagram.system, self.diagram
        weights = Listing(system.weights(7), "")
        blocks: list[Block] = [say("prover.theory.write", weights=weights), *self._next_weight()]
        words = system.aligned(*map(system.digits, position))
        states = diagram.run(words)
        if len(words[0]) <= SHOWN_DIGITS:
            blocks += [say("prover.theory.read", states=len(diagram.edges)), self._table(words)]
            if self.description is None:
                blocks.append(self._transitions(words))
        key = "stuck" if states[-1] == 0 else "accepts" if verdict.is_p else "refuses"
        more = ("…",) if len(diagram.accepting) > NAMED else ()
        accepting = Listing((*diagram.accepting[:NAMED], *more), "")
        return [*blocks, say(f"prover.theory.{key}", state=states[-1], accepting=accepting)]

    def _next_weight(self) -> list[Block]:
        """How the weights go on, where each is made from the two before it in the same way."""
        match self.diagram.system.recurrence:
            case ((1, 1),):
                return [say("prover.theory.next_fibonacci")]
            case ((times, 1),):
                return [say("prover.theory.next", times=times)]
        return []

    def drawing(self, position: Position, verdict: Verdict) -> Drawing | None:
        """The way through the states, where the words are short."""
        system = self.diagram.system
        words = system.aligned(*map(system.digits, position))
        if len(words[0]) > SHOWN_DIGITS:
            return super().drawing(position, verdict)
        weights = tuple(reversed(system.weights(len(words[0]))))
        states = tuple(self.diagram.run(words))
        pairs = self.pairs_on_board(position)
        return PathDrawing(weights, tuple(words), states, verdict.is_p, pairs)

    def _transitions(self, words: list[tuple[int, ...]]) -> Table:
        """Where each column that was read leads from each state that was met."""
        letters = sorted(set(zip(*words, strict=True)))
        heads: list[Cell] = [" ".join(map(str, letter)) for letter in letters]
        rows: list[tuple[Cell, ...]] = []
        for state in sorted({*self.diagram.run(words)} - {0}):
            edges = dict(self.diagram.edges[state])
            mark = say("prover.theory.to_leave") if self.diagram.accepts(state) else None
            rows.append((state, *(edges.get(letter, 0) for letter in letters), mark))
        caption = say("prover.theory.transitions")
        return Table((say("prover.theory.state"), *heads, None), tuple(rows), caption)

    def _table(self, words: list[tuple[int, ...]]) -> Table:
        """The digits of the heaps below the weights, and the state after each column."""
        system, length = self.diagram.system, len(words[0])
        heads: tuple[Cell, ...] = (None, *reversed(system.weights(length)))
        rows: list[tuple[Cell, ...]] = [
            (Subscript("h", number), *word) for number, word in enumerate(words, 1)
        ]
        rows.append((say("prover.theory.state"), *self.diagram.run(words)[1:]))
        return Table(heads, tuple(rows), footer_rows=1)
