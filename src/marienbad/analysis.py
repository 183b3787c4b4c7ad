"""The single door: a game by name, and everything that can be said of its positions.

>>> game = Game.named("wythoff:a=2")
>>> analysis = game.analyse((26, 66))
>>> analysis.outcome, analysis.winning_moves, analysis.theory, analysis.authority
('N', ((0, 2),), 'recurrence', 'theorem')
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, SupportsIndex

from marienbad.answer import Analysis
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, as_move, check_position
from marienbad.registry import all_theory_names, theory_names, theory_of
from marienbad.text.catalogue import has_text
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Listing, Message
from marienbad.theories.theory import Theory
from marienbad.values import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from marienbad.prover.discovery.search import Discovery
    from marienbad.prover.discovery.values import ValueDiscovery
    from marienbad.prover.games.proof import Proof, Refutation
    from marienbad.solver.table import Progress, Table
    from marienbad.study.chance import Chance
    from marienbad.study.describe import Description
    from marienbad.text.tabular import Sheet

__all__ = ["Analysis", "Game", "game", "rules"]


class Game(Record):
    """A game: its rules bound to its theories and to the search."""

    definition: Definition

    @classmethod
    def named(cls, name: str) -> "Game":
        """The game written ``NAME[:parameter,…]``; anything else is quoted by the error."""
        return cls(define(str(name)))

    @property
    def name(self) -> str:
        """The canonical name."""
        return self.definition.name

    @property
    def start(self) -> Position:
        """The usual start."""
        return self.definition.start

    @property
    def heaps(self) -> int | None:
        """How many heaps it is played with; ``None`` where any number will do."""
        return self.definition.ruleset.heaps

    @property
    def is_misere(self) -> bool:
        """Whether the last to move loses."""
        return self.definition.is_misere

    @property
    def nouns(self) -> tuple[str, str]:
        """What it is played with: the nouns for a heap and for an object."""
        return self.definition.nouns

    @property
    def theories(self) -> tuple[str, ...]:
        """The names of the theories, the default first."""
        return theory_names(self.definition)

    def theory_title(self, name: str) -> Message:
        """What a theory is called."""
        return self.definition.family.theory_title(name)

    def title(self, lang: str = "en") -> str:
        """The name of the game in words."""
        return Plain(lang).line(self.definition.title)

    def rule(self, lang: str = "en") -> str:
        """The rule in a sentence.

        >>> Game.named("nim").rule("en")
        'Take one or more matches from a single row; whoever takes the last match wins.'
        """
        return Plain(lang).line(self.definition.rule)

    def piece(self, lang: str = "en") -> str:
        """The game with two heaps as a chess piece on a board, in a sentence."""
        return Plain(lang).line(self.definition.piece)

    @property
    def references(self) -> tuple[str, ...]:
        """Where the game comes from.

        >>> Game.named("wythoff").references[0]
        'W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907)...'
        """
        return self.definition.references

    def history(self, lang: str = "en") -> str:
        """Who thought of it or solved it, in a sentence; empty where none is written.

        >>> Game.named("wythoff:a=2").history()
        'Introduced and solved by A. S. Fraenkel in 1982.'
        """
        history = self.definition.history
        if history is None or not has_text(history.key, lang):
            return ""
        return Plain(lang).line(history)

    def position(self, heaps: Sequence[int], state: SupportsIndex | None = None) -> Position:
        """The heaps as a position of this game, or an error that says what is wrong.

        The state, where a position has one, may also be part of what is given.
        """
        checked = check_position(heaps, self.heaps, state)
        self.definition.ruleset.check(checked)
        return checked

    def moves(self, position: Sequence[int], state: int | None = None) -> Iterator[Move]:
        """Every legal move, each the tuple of what is taken, a call or a split."""
        return self.definition.moves(self.position(position, state))

    def is_legal(
        self, position: Sequence[int], move: Sequence[int], state: int | None = None
    ) -> bool:
        """Whether the move may be played from the position."""
        return self.definition.is_legal(self.position(position, state), as_move(move))

    def is_over(self, position: Sequence[int], state: int | None = None) -> bool:
        """Whether no move is left."""
        return self.definition.is_over(self.position(position, state))

    def after(
        self, position: Sequence[int], move: Sequence[int], state: int | None = None
    ) -> Position:
        """The position that a legal move leaves."""
        return self.definition.after(self.position(position, state), as_move(move))

    def analyse(
        self, position: Sequence[int], theory: str | None = None, state: int | None = None
    ) -> Analysis:
        """Say who wins from a position, by a theory or by the first that can answer."""
        checked = self.position(position, state)
        chosen = self._theory(theory, checked)
        return Analysis(self, checked, chosen.solve(checked), chosen)

    def _theory(self, name: str | None, position: Position) -> Theory:
        if name is not None:
            if name not in all_theory_names(self.definition):
                names = Listing(self.theories, "")
                raise InputError("errors.unknown_theory", theory=name, game=self.name, known=names)
            theory = theory_of(self.definition, name)
            theory.check_reach(position)
            return theory
        refusals = []
        for known in self.theories:
            theory = theory_of(self.definition, known)
            try:
                theory.check_reach(position)
            except OutOfReach as refusal:
                refusals.append(refusal)
            else:
                return theory
        raise refusals[0]  # the usual theory says best what it cannot do

    def p_positions(self, limit: int = 40) -> list[tuple[int, int]]:
        """The first positions to leave with two heaps x ≤ y, ordered by x, then y.

        >>> Game.named("wythoff").p_positions(limit=5)
        [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
        """
        from marienbad.study.tables import first_pairs

        return first_pairs(self.definition, limit)

    def solve(
        self, sizes: Sequence[int], grundy: bool = False, progress: "Progress | None" = None
    ) -> "Table":
        """Solve by search every position whose heaps are below the sizes.

        The table's ``is_p`` is an array that is true at positions to leave; with ``grundy`` its
        ``grundy`` is the array of Grundy values, for normal play. It needs the extra ``fast``.

        >>> table = Game.named("wythoff").solve((4, 4))
        >>> [(int(x), int(y)) for x, y in zip(*table.is_p.nonzero())]
        [(0, 0), (1, 2), (2, 1)]
        """
        from marienbad.solver.table import solve

        return solve(self.definition, sizes, grundy=grundy, progress=progress)

    def pairs_array(self, count: int, start: int = 0) -> "NDArray[np.int64]":
        """The pairs to leave as an array of shape (count, 2), from number ``start`` on.

        They are exact, and come at hundreds of millions a second; it needs the extra ``fast``.

        >>> Game.named("wythoff").pairs_array(2, start=10**12).tolist()
        [[1618033988749, 2618033988749], [1618033988751, 2618033988752]]
        """
        from marienbad.theories.batch import pairs_array

        return pairs_array(self.definition, count, start)

    def table(
        self,
        kind: str | None = None,
        rows: int | None = None,
        base: int | None = None,
        of: Sequence[int] = (),
        slice: int | None = None,  # noqa: A002 (as on the command line)
    ) -> "Sheet":
        """A table of the game: its pairs, nim-sums, convergents or representations.

        With three heaps ``slice`` gives the pairs to leave with this third heap.

        >>> print(Game.named("wythoff").table("pairs", rows=3).render("csv"))
        n,a,b
        0,0,0
        1,1,2
        2,3,5
        """
        from marienbad.study.tables import tabulate

        return tabulate(self.definition, kind, rows, base, of, third=slice)

    def board(
        self,
        size: int | None = None,
        at: Sequence[int] | None = None,
        pairs: int | None = None,
        form: str = "text",
        lang: str = "en",
        slice: int | None = None,  # noqa: A002 (as on the command line)
    ) -> str:
        """The positions to leave on a chessboard, as ``text`` or ``svg``.

        ``at`` puts the game's piece on a square and shows where it can go; ``pairs`` draws what
        that many of the first pairs exclude. Of a game with three heaps it is a slice: the
        positions (x, y, z) with ``slice`` as z, or the third heap of ``at``, else 0.
        """
        from marienbad.study.board import draw

        square = None if at is None else self.position(at)
        return draw(self.definition, form, size, square, pairs, lang, third=slice)

    def picture(self, size: int, grundy: bool = False, lang: str = "en") -> str:
        """The map of the positions to leave with two heaps below the size, as SVG.

        With ``grundy`` it is the heat map of the Grundy values. It needs the extra ``fast``.
        """
        from marienbad.study.picture import svg

        return svg(self.solve((size, size), grundy), grundy, lang, self.definition.title)

    def chance(self, size: int, heaps: int | None = None, no_empty: bool = False) -> "Chance":
        """The chance that whoever begins is lost, each heap being one of 0, …, size − 1 at random.

        With ``no_empty`` it is one of 1, …, size − 1.

        >>> Game.named("nim").chance(8, heaps=3).fraction
        Fraction(1, 8)
        """
        from marienbad.study.chance import chance

        return chance(self.definition, size, heaps, no_empty)

    def describe(
        self,
        size: int | None = None,
        heaps: int | None = None,
        grundy: bool = False,
        progress: "Progress | None" = None,
    ) -> "Description":
        """What a person would notice in the table of a box; it needs the extra ``fast``.

        Without a size the box is the usual one, or what of it is searched where heaps are parted
        or numbers called.

        >>> Game.named("wythoff").describe(64).first[:3]
        ((0, 0), (1, 2), (3, 5))
        """
        from marienbad.study.describe import box_of, describe

        box = box_of(self.definition, size, heaps)
        while True:
            try:
                return describe(self.definition, self.solve(box, grundy, progress))
            except OutOfReach:
                if size is not None or self.definition.ruleset.is_plain or box[0] == 1:
                    raise
                box = tuple(side // 2 for side in box)

    def prove(self, value: int = 0) -> "Proof | Refutation":
        """Decide whether the game's theory is right for heaps of every size.

        With a Grundy value above 0, what is claimed of the positions of that value is decided, and
        of the smaller ones before it. It needs the extra ``fast``.

        >>> proof = Game.named("wythoff:a=2").prove()
        >>> proof.holds, proof
        (True, <proof of wythoff:a=2 in [1; (2)], 10 states>)
        >>> Game.named("nim").prove(value=1)
        <proof of nim for the value 1 in base 2, 3 states>
        """
        from marienbad.prover.games.values import prove_value

        return prove_value(self.definition, value)

    def discover(self, size: int | None = None, seconds: float = 120) -> "Discovery":
        """Look for a strategy for two heaps in a table, and prove it for heaps of every size.

        It needs the extra ``fast``.

        >>> found = rules("heaps 2; take c, d from two where c - d in {0, 1}; take n from one")
        >>> found.discover().same_as
        'wythoff:a=2'
        """
        from marienbad.prover.discovery.search import discover

        return discover(self.definition, size, seconds)

    def discover_value(
        self, value: int, size: int | None = None, seconds: float = 120
    ) -> "ValueDiscovery":
        """Look for the positions of a Grundy value for two heaps, and prove them for every size.

        It needs the extra ``fast``.

        >>> Game.named("nimhoff:h=3").discover_value(1).proof
        <proof of nimhoff:h=3 for the value 1 in base 2, 8 states>
        """
        from marienbad.prover.discovery.values import discover_value

        return discover_value(self.definition, value, size, seconds)

    def __repr__(self) -> str:
        return f"marienbad.game({self.name!r})"


def game(name: str) -> Game:
    """The game written ``NAME[:parameter,…]``, such as ``wythoff:a=2,b=3,misere``."""
    return Game.named(name)


def rules(text: str) -> Game:
    """The game of a text of rules.

    >>> nim = rules("heaps 2\\ntake n from one where n <= 3")
    >>> nim.name
    'rules:heaps 2; take n from one where n <= 3'
    """
    from marienbad.games.language.rule_text import define_rules

    return Game(define_rules(str(text)))
