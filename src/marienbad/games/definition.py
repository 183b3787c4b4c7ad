"""A game by its rules alone: family, ruleset, convention, name, usual start and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING

from marienbad.games.declaration import Take
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Move, Position
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Message
from marienbad.values import Record

if TYPE_CHECKING:
    from marienbad.games.family import Family


class Convention(Enum):
    """Who wins when no move is left."""

    NORMAL = "normal"
    """The last to move wins."""
    MISERE = "misere"
    """The last to move loses."""


class Definition(Record):
    """What distinguishes one game from another, and the words for it."""

    name: str
    family: Family
    ruleset: Ruleset
    convention: Convention
    start: Position
    title: Message
    rule: Message
    piece: Message
    nouns: tuple[str, str]
    references: tuple[str, ...]
    history: Message | None = None
    """Who thought of it or solved it, when and where; ``None`` for rules of one's own."""

    @property
    def is_misere(self) -> bool:
        return self.convention is Convention.MISERE

    @property
    def values(self) -> dict[str, int]:
        """The values of the family's parameters, in their order."""
        return {p.name: getattr(self.ruleset, p.name) for p in self.family.parameters}

    @property
    def theories(self) -> tuple[str, ...]:
        """The names of the theories of its family that hold for it."""
        family = self.family
        if self.is_misere and not family.solves_misere:
            return ()
        chosen = family.theories_of
        return chosen(self.ruleset, self.is_misere) if chosen else family.theories

    @property
    def is_solved(self) -> bool:
        """Whether there is a theory of this game.

        >>> from marienbad.games.catalogue import define
        >>> own = define("rules:heaps 2; take 1 from one")
        >>> define("wythoff:b=2,misere").is_solved, own.is_solved
        (True, False)
        """
        return bool(self.theories)

    @property
    def has_formulas(self) -> bool:
        """Whether the formulas of its family hold too: any pair at once, any count.

        >>> from marienbad.games.catalogue import define
        >>> define("wythoff:a=2,misere").has_formulas, define("wythoff:b=2,misere").has_formulas
        (True, False)
        """
        holds = self.family.has_formulas
        return self.is_solved and (holds is None or holds(self.ruleset, self.is_misere))

    @property
    def other_ending(self) -> Definition | None:
        """The same moves with the other convention; ``None`` where a text states the ending.

        >>> from marienbad.games.catalogue import define
        >>> define("marienbad").other_ending.name, define("wythoff:a=2").other_ending.name
        ('nim', 'wythoff:a=2,misere')
        """
        if self.family.reader is not None:
            return None
        return self.family.game(self.values, not self.is_misere)

    @property
    def box_takes(self) -> tuple[Take, ...]:
        """The declaration, for searches and proofs that know boxes of positions and no others."""
        if not self.ruleset.is_plain:
            raise OutOfReach("solver.no_box", game=self.name)
        return self.ruleset.takes

    @property
    def proved_takes(self) -> tuple[Take, ...]:
        """The declaration, for proofs: they know what may be forbidden too."""
        return self.ruleset.takes if self.ruleset.memory.block > 1 else self.box_takes

    def moves(self, position: Position) -> Iterator[Move]:
        return self.ruleset.moves(position)

    def is_legal(self, position: Position, move: Move) -> bool:
        return self.ruleset.is_legal(position, move)

    def is_over(self, position: Position) -> bool:
        return self.ruleset.is_over(position)

    def after(self, position: Position, move: Move) -> Position:
        """What a legal move leaves."""
        return self.ruleset.after(position, move)

    def plays_on(self, position: Position) -> bool:
        """Whether whoever plays from the position plays again after his move."""
        return self.ruleset.memory.plays_on(position)

    def wins_by(self, position: Position, is_p_after: bool) -> bool:
        """Whether a move wins that leaves such a position: one to leave, unless he plays again."""
        return is_p_after != self.plays_on(position)

    def winning_moves(
        self, position: Position, is_p: Callable[[Position], bool]
    ) -> tuple[Move, ...]:
        """Every move that wins, sorted, by a function that decides what it leaves."""
        winning = (
            move
            for move in self.moves(position)
            if self.wins_by(position, is_p(self.after(position, move)))
        )
        return tuple(sorted(winning))

    def is_p_at_end(self, position: Position) -> bool:
        """Whether whoever is to play has lost where no move is left.

        >>> from marienbad.games.catalogue import define
        >>> define("nim").is_p_at_end((0, 0)), define("marienbad").is_p_at_end((0, 0))
        (True, False)
        """
        return self.ruleset.memory.has_won(position) == self.is_misere

    def has_won(self, position: Position, left: Position) -> bool | None:
        """Whether who left this from a position has won by it; ``None`` while the game goes on.

        >>> from marienbad.games.catalogue import define
        >>> [define("nim").has_won((1, 2), left) for left in ((0, 0), (1, 1))]
        [True, None]
        """
        return self.wins_by(position, self.is_p_at_end(left)) if self.is_over(left) else None
