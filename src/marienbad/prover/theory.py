"""The theory that reads: an automaton, proved for heaps of every size, decides the position."""

from marienbad.games.bibliography import in_short
from marienbad.games.definition import Definition
from marienbad.heaps import Position, leave
from marienbad.numeration.integers import plain
from marienbad.prover.automata.diagram import Diagram
from marienbad.prover.description.laws import Law, known_description
from marienbad.prover.description.playing import Playing
from marienbad.prover.games.library import proved
from marienbad.prover.games.replies import Replies
from marienbad.text.mathematics import Subscript
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Block, Cell, Listing, Message, Section, Table, say
from marienbad.theories.theory import Drawing, PathDrawing, Theory, Verdict

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
