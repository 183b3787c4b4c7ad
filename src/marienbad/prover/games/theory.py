"""The theory that reads: an automaton, proved for heaps of every size, decides the position."""

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.numeration.integers import plain
from marienbad.prover.automata.diagram import Diagram
from marienbad.prover.games.library import proved
from marienbad.prover.games.replies import Replies
from marienbad.text.mathematics import Subscript
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Block, Cell, Listing, Table, say
from marienbad.theories.theory import Theory, Verdict, bits_of

SHOWN_DIGITS = 16
"""Longer words are not shown in a table."""
LOADED, READ, READ_BIT = 250_000_000, 4_000_000, 5_000
"""Nanoseconds to load an automaton, to decide by it, and for each bit of the heaps."""
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
    citation = "marienbad prove; Mignoty, Renard, Rigo & Whiteland 2025"

    def __init__(self, game: Definition, diagram: Diagram | None = None) -> None:
        super().__init__(game)
        self.diagram = proved(game) if diagram is None else diagram
        self._replies = Replies(game, self.diagram)

    def check_reach(self, position: Position) -> None:
        """Refuse another number of heaps, and heaps that are too long."""
        heaps = len(self.diagram.tracks)
        if len(position) != heaps:
            raise OutOfReach("prover.heaps", game=self.game.name, heaps=heaps)
        if max(heap.bit_length() for heap in position) > LONGEST:
            raise OutOfReach("prover.heap_too_large", bound=LONGEST)

    def cost(self, position: Position) -> int:
        return LOADED + self.next_cost(position)

    def next_cost(self, position: Position) -> int:
        return READ + READ_BIT * bits_of(position)

    def explaining_cost(self, position: Position) -> int:
        return self.next_cost(position)

    def solve(self, position: Position) -> Verdict:
        position = tuple(map(plain, position))
        if self.is_p(position):
            return Verdict(True, ())
        return Verdict(False, self._replies.moves(position))

    def is_p(self, position: Position) -> bool:
        return position in self.diagram

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        system, diagram = self.diagram.system, self.diagram
        weights = Listing(system.weights(7), "")
        blocks: list[Block] = [say("prover.theory.write", weights=weights)]
        words = system.aligned(*map(system.digits, position))
        states = diagram.run(words)
        if len(words[0]) <= SHOWN_DIGITS:
            blocks += [say("prover.theory.read", states=len(diagram.edges)), self._table(words)]
        key = "stuck" if states[-1] == 0 else "accepts" if verdict.is_p else "refuses"
        blocks.append(say(f"prover.theory.{key}", state=states[-1]))
        outcome = "p" if verdict.is_p else "n"
        return [*blocks, say(f"prover.theory.proved_{outcome}")]

    def _table(self, words: list[tuple[int, ...]]) -> Table:
        """The digits of the heaps below the weights, and the state after each column."""
        system, length = self.diagram.system, len(words[0])
        heads: tuple[Cell, ...] = (None, *reversed(system.weights(length)))
        rows: list[tuple[Cell, ...]] = [
            (Subscript("h", number), *word) for number, word in enumerate(words, 1)
        ]
        rows.append((say("prover.theory.state"), *self.diagram.run(words)[1:]))
        return Table(heads, tuple(rows), footer_rows=1)
