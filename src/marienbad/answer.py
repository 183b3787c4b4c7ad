"""What is known of a position: the answer of a theory, and all that follows from it."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from marienbad.heaps import Block, Move, Position
from marienbad.text.explanation import Explanation
from marienbad.text.plain import Plain
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Count
from marienbad.theories.resisting import Resistance, resistance
from marienbad.theories.theory import MOST_LISTED, Authority, Theory, Verdict
from marienbad.theories.wording import explanation_of
from marienbad.values import Record

if TYPE_CHECKING:
    from marienbad.analysis import Game
    from marienbad.study.book.entry import Entry
    from marienbad.theories.replies import Reply
    from marienbad.theories.theory import Drawing


class Analysis(Record):
    """What is known of a position: the outcome, every winning move, why, and on whose authority."""

    game: "Game"
    position: Position
    verdict: Verdict
    _theory: Theory

    @property
    def outcome(self) -> Literal["P", "N"]:
        """P where whoever has just moved wins, N where whoever is to move does."""
        return "P" if self.verdict.is_p else "N"

    @property
    def winning_moves(self) -> tuple[Move, ...]:
        """Every winning move, each the tuple of what is taken, sorted.

        Where they are more than 10,000 it raises :class:`OutOfReach`; there is a suggestion still.
        """
        if not self.verdict.is_complete:
            raise OutOfReach("errors.many_winning", position=self.position, most=MOST_LISTED)
        return self.verdict.winning_moves

    @property
    def good_moves(self) -> tuple[Move, ...]:
        """The winning moves; only one where they are too many, or where more is forbidden by all
        others than must be.
        """
        best = self.verdict.best
        is_one = not self.verdict.is_complete or isinstance(best, Block)
        return (best,) if best is not None and is_one else self.verdict.winning_moves

    def is_winning(self, move: Move) -> bool:
        """Whether a legal move wins.

        >>> from marienbad.analysis import Game
        >>> Game.named("wythoff").analyse((3, 4)).is_winning((2, 2))
        True
        """
        if self.verdict.is_complete:
            return move in self.verdict.winning_moves
        game = self.game.definition
        return game.wins_by(self.position, self._theory.is_p(game.after(self.position, move)))

    @property
    def citation(self) -> str:
        """Where to read about the theory that answered."""
        return self._theory.citation

    @property
    def theory(self) -> str:
        """The name of the theory that answered."""
        return self._theory.name

    @property
    def authority(self) -> Authority:
        """Where the answer comes from: a theorem, a proof by automata, or a table by search."""
        return self._theory.authority

    @cached_property
    def explanation(self) -> Explanation:
        """Why, step by step; built only when it is read."""
        return explanation_of(self._theory, self.position, self.verdict)

    @cached_property
    def drawing(self) -> "Drawing | None":
        """What of the explanation can be drawn on the board, as data."""
        return self._theory.drawing(self.position, self.verdict)

    @property
    def suggestion(self) -> Move | None:
        """A move to play: a winning one, else one that leaves the fewest winning replies.

        ``None`` where no move is left.

        >>> from marienbad.analysis import Game
        >>> Game.named("wythoff").analyse((3, 5)).suggestion
        (0, 1)
        """
        best = self.verdict.best
        if best is not None:
            return best
        return self.resistance.moves[0] if self.resistance else None

    @cached_property
    def resistance(self) -> Resistance | None:
        """What can be tried from a lost position; ``None`` where no move is left."""
        return resistance(self._theory, self.position)

    @property
    def proved_in(self) -> str:
        """What to ask ``marienbad theorem`` for, to read why the theory holds."""
        return self._theory.proved_in

    @property
    def theorems(self) -> "tuple[Entry, ...]":
        """The statements of the book on which the explanation rests."""
        from marienbad.study.book.finding import entries_for

        return entries_for(self.game.definition, self.theory)

    @property
    def left(self) -> Position:
        """What is left to the other player: the position itself where it is one to leave."""
        best = self.verdict.best
        return self.position if best is None else self.game.definition.after(self.position, best)

    @property
    def replies(self) -> "tuple[Reply, ...]":
        """Every answer to what is left, and what to leave then.

        >>> from marienbad.analysis import Game
        >>> [reply.left for reply in Game.named("wythoff").analyse((3, 5)).replies]
        [(2, 1), (1, 2), (0, 0)]
        """
        from marienbad.theories.replies import replies_to

        return replies_to(self._theory, self.left)

    def proof(self, levels: int | None = None) -> Explanation:
        """The proof for this position: such replies to the end, or so many levels deep.

        >>> from marienbad.analysis import Game
        >>> print(Game.named("wythoff").analyse((1, 4)).proof().render())
        From (1, 2), which was left to the other player:
            the other leaves                you leave
            ─────────────────────────────────────────
            (0, 1), (0, 2), (1, 0), (1, 1)  (0, 0)
        <BLANKLINE>
        Every play ends so: whatever the other does, there is a reply, until the last
        move. This proves that the position is one to leave.
        """
        from marienbad.theories.replies import replies_told

        return Explanation(replies_told(self._theory, self.left, levels))

    def data(self, lang: str = "en", told: Explanation | None = None) -> dict[str, Any]:
        """One object for JSON; integers above 2⁵³ − 1 are decimal strings.

        Instead of the whole explanation it may hold a part of it.
        """
        from marienbad.games.data import position_data, step_data

        game, verdict = self.game.definition, self.verdict
        steps = [step_data(game, self.position, move) for move in verdict.winning_moves]
        return {
            "game": self.game.name,
            **position_data(self.position),
            "outcome": self.outcome,
            "theory": self.theory,
            "authority": self.authority,
            "winning_moves": steps,
            **({} if verdict.is_complete else {"winning_moves_complete": False}),
            "explanation": (told or self.explanation).data(lang),
        }

    def __repr__(self) -> str:
        """In a line, whatever the size of the heaps.

        >>> from marienbad.analysis import Game
        >>> Game.named("wythoff").analyse((10**5000, 3))
        <wythoff (1000000000…0000000000 (5001 digits), 3): N by recurrence, 1 winning move>
        """
        line = Plain("en").line
        count = f"more than {MOST_LISTED} winning moves"
        if self.verdict.is_complete:
            count = line(Count(len(self.verdict.winning_moves), "winning_move"))
        name, position = self.game.name, line(self.position)
        return f"<{name} {position}: {self.outcome} by {self.theory}, {count}>"
