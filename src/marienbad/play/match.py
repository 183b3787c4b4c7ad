"""A match: a game, a start, two players and the moves so far.

A match never changes: a move played or taken back gives another match, so that whoever holds one,
a page, a thread or a test, holds what it was. An illegal move never enters.

>>> match = Match(Game.named("marienbad"), (1, 3, 5, 7), ("human", "perfect"))
>>> later = match.play((0, 0, 0, 1))
>>> later.position, later.turn, later.is_over
((1, 3, 5, 6), 1, False)
>>> later.back_to(0) == match
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from marienbad.analysis import Game
from marienbad.games.blocking import forbidden
from marienbad.games.data import move_data, position_data
from marienbad.games.definition import Definition
from marienbad.games.memory import Order
from marienbad.heaps import (
    Block,
    Call,
    Move,
    Position,
    as_move,
    leave,
    state_of,
    write_taken,
)
from marienbad.play.objection import Accord
from marienbad.text.data import json_integers
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.theories.wording import situation

HUMAN = "human"
RESULTS = ("first", "second")
UNFINISHED = "*"


class Match:
    """One match, from its start to where it stands."""

    def __init__(
        self,
        game: Game,
        start: Sequence[int] | None = None,
        players: tuple[str, str] = (HUMAN, HUMAN),
        date: str = "",
        moves: Sequence[Sequence[int]] = (),
    ) -> None:
        """Check the start and every move."""
        self.game: Final = game
        begun = game.start if start is None else game.position(start)
        self.start: Final = game.definition.ruleset.memory.begun(begun)
        self.players: Final = players
        self.date: Final = date
        self.moves: Final[tuple[Move, ...]] = tuple(map(as_move, moves))
        position, positions = self.start, [self.start]
        for move in self.moves:
            position = left_after(game, position, move)
            positions.append(position)
        self.position: Final = position
        """What is left now."""
        self.states: Final = states_of(game, positions)
        """The states from the start to the present position; empty where heaps have none."""
        self.key: Final = ""
        """The name under which a server keeps the match, where one does."""
        self.revision: Final = 0
        """How often the match has changed since a server keeps it, moves taken back included."""
        self.asked: Final[int | None] = None
        """The seat that asks to take back a move which was replied to, until it is answered."""
        self.accord: Final = Accord(help="declared" if len(self.humans) == 2 else "open")
        """What the players have agreed."""

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @cached_property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self.game.definition.is_over(self.position)

    @property
    def turn(self) -> int | None:
        """Whose turn it is: 0 for the player who began, 1 for the other, ``None`` at the end."""
        return None if self.is_over else self.seat(self.ply)

    def seat(self, ply: int) -> int:
        """Who plays at a ply: 0 for the player who began, 1 for the other."""
        return self.game.definition.ruleset.memory.seat(state_of(self.start), ply)

    @property
    def winner(self) -> int | None:
        """Who has won: usually in normal play whoever moved last, in misère play the other.

        >>> Match(Game.named("nim"), (0, 0)).winner, Match(Game.named("marienbad"), (0,)).winner
        (1, 0)
        """
        if not self.is_over:
            return None
        stuck = self.seat(self.ply)
        return 1 - stuck if self.game.definition.is_p_at_end(self.position) else stuck

    @property
    def result(self) -> str:
        """``first``, ``second``, or ``*`` while the match goes on."""
        return UNFINISHED if self.winner is None else RESULTS[self.winner]

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that people hold."""
        return tuple(seat for seat in (0, 1) if self.players[seat] == HUMAN)

    @property
    def is_machine_turn(self) -> bool:
        """Whether a machine must move now."""
        return self.players[self.seat(self.ply)] != HUMAN and not self.is_over

    def positions(self) -> Iterator[Position]:
        """The positions from the start to the present one."""
        after = self.game.definition.after
        position = self.start
        yield position
        for move in self.moves:
            position = after(position, move)
            yield position

    # What follows from it

    def play(self, move: Sequence[int]) -> Match:
        """The match after a move, or an error that names the move."""
        checked = as_move(move)
        left = left_after(self.game, self.position, checked)
        return self._moved(checked, left)

    def after(self, move: Move, is_over: bool | None = None) -> Match:
        """The match after a move that is known to be legal, over or not where that is known too."""
        known = {} if is_over is None else {"is_over": is_over}
        return self._moved(move, self.game.definition.after(self.position, move), **known)

    def _moved(self, move: Move, left: Position, **known: bool) -> Match:
        states = (*self.states, state_of(left)) if self.states else ()
        moves = (*self.moves, move)
        return self._with(moves=moves, position=left, states=states, asked=None, **known)

    def after_all(self, moves: Sequence[Move]) -> Match:
        """The match after moves from its start that are known to be legal."""
        position, positions = self.start, [self.start]
        if moves and self.game.definition.ruleset.is_plain:
            taken = tuple(map(sum, zip(*moves, strict=True)))
            position = leave(self.start, taken)
        else:
            for move in moves:
                position = self.game.definition.after(position, move)
                positions.append(position)
        states = states_of(self.game, positions)
        return self._with(moves=tuple(moves), position=position, states=states, asked=None)

    def last_move_of(self, seats: Sequence[int]) -> int | None:
        """The ply at which one of the seats moved last: where an undo goes back to."""
        return next((ply for ply in reversed(range(self.ply)) if self.seat(ply) in seats), None)

    def back_to(self, ply: int) -> Match:
        """The match as it stood at a ply."""
        before = self.after_all(self.moves[:ply])
        return before if ply >= self.ply else before.ending(False)

    def asking(self, seat: int | None) -> Match:
        """The match in which a seat asks to take back its last move; ``None``: nobody does."""
        return self._with(asked=seat)

    def again(self, date: str, is_swapped: bool = False) -> Match:
        """The same match from its start, the seats exchanged where wanted."""
        first, second = self.players[::-1] if is_swapped else self.players
        return Match(self.game, self.start, (first, second), date).agreeing(self.accord.again())

    def against(self, level: str) -> Match:
        """The match with another machine in the place of the machine."""
        first, second = (name if name == HUMAN else level for name in self.players)
        return self._with(players=(first, second))

    def agreeing(self, accord: Accord) -> Match:
        """The match of which the players have agreed something else."""
        return self._with(accord=accord)

    def kept_as(self, key: str, revision: int = 0) -> Match:
        """The match under the name by which a server keeps it, at one of its revisions."""
        return self._with(key=key, revision=revision)

    def ending(self, is_over: bool) -> Match:
        """The match, of which it is known whether it is over: to find that out may take long."""
        return self._with(is_over=is_over)

    def _with(self, **changes: Any) -> Match:
        """The match with some of its parts changed; the moves were checked already."""
        match = object.__new__(Match)
        known = vars(self)
        vars(match).update({name: known[name] for name in _PARTS} | changes)
        if "position" not in changes and "is_over" in known:
            vars(match).setdefault("is_over", known["is_over"])
        return match

    # As a value, and as data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[object, ...]:
        return self.game, self.start, self.players, self.date, self.moves

    def __repr__(self) -> str:
        return f"Match({self.game!r}, {self.start}, {self.players}, moves={self.moves})"

    def data(self, lang: str | None = None, moves: object = None) -> dict[str, Any]:
        """One object for JSON, with the words of the game where a language is given.

        Whoever has written the moves already gives them.
        """
        memory = self.game.definition.ruleset.memory
        data = {
            "id": self.key,
            "revision": self.revision,
            "game": self.game.name,
            **position_data(self.start, "start"),
            **position_data(self.position),
            "ply": self.ply,
            "turn": self.turn,
            "order": memory.order(state_of(self.start)),
            "over": self.is_over,
            "winner": self.winner,
            "moves": [*map(move_data, self.moves)] if moves is None else moves,
            "players": self.players,
            "date": self.date,
            "result": self.result,
            "undo_request": self.asked,
            **self.accord.data(),
        }
        if self.states:
            data["states"] = json_integers(self.states)
            data |= told_data(self.game.definition, self.position)
        if isinstance(memory, Order):
            first = memory.party(self.start)
            data["parties"] = first, "AB".replace(first, "")
        if lang is not None:
            data |= {"title": self.game.title(lang), "rule": self.game.rule(lang)}
        return data


_PARTS = (
    *("game", "start", "players", "date", "moves", "position", "states"),
    *("key", "revision", "asked", "accord"),
)


def states_of(game: Game, positions: Sequence[Position]) -> tuple[int, ...]:
    """The states of positions of a game, none where it has no states."""
    has_states = game.definition.ruleset.memory.has_states
    return tuple(map(state_of, positions)) if has_states else ()


def told_data(game: Definition, position: Position, name: str = "situation") -> dict[str, Any]:
    """What a position says besides its heaps: what a move does, a sentence, what is forbidden.

    >>> from marienbad.heaps import Situation
    >>> told = told_data(Game.named("fibonacci").definition, Situation((20,), 3))["situation"]
    >>> told["act"], told["text"]["en"]
    ('take', 'The move before took 3 tokens.')
    """
    if not game.ruleset.memory.has_states:
        return {}
    told = situation(game, position)
    text = {lang: Plain(lang).line(told) for lang in LANGUAGES} if told else {}
    crossed = [] if game.ruleset.memory.block == 1 else forbidden(position)
    act, shown = game.ruleset.memory.act(position), [json_integers(left) for left in crossed]
    return {name: {"act": act, "text": text, "forbidden": shown}}


def check_start(game: Game, start: Position) -> None:
    """Refuse to begin where no move can be played.

    >>> check_start(Game.named("wythoff"), (0, 0))
    Traceback (most recent call last):
    marienbad.text.problems.InputError: No move can be played from (0, 0): expected a start...
    """
    if game.is_over(start):
        raise InputError("errors.no_move", position=start)


def left_after(game: Game, position: Position, move: Move) -> Position:
    """What a legal move leaves, or an error that names the move."""
    if not game.definition.is_legal(position, move):
        if isinstance(move, Call):
            raise InputError("errors.illegal_call", number=move.number, position=position)
        if isinstance(move, Block):
            raise InputError("errors.illegal_block", move=write_taken(move), position=position)
        raise InputError("errors.illegal_move", move=tuple(move), position=position)
    return game.definition.after(position, move)


def shared_moves(one: Sequence[Move], other: Sequence[Move]) -> int:
    """How many moves two matches begin with alike.

    >>> shared_moves([(1, 0), (0, 1)], [(1, 0), (0, 2), (1, 1)])
    1
    """
    shorter = min(len(one), len(other))
    if one[:shorter] == other[:shorter]:
        return shorter
    pairs = enumerate(zip(one, other, strict=False))
    return next(ply for ply, (a, b) in pairs if a != b)
