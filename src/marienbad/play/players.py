"""Players: from one that takes a single object at random to one that never errs.

A player chooses a move at a position of a game, with a source of chance, so that a match can be
repeated from its seed.

>>> from random import Random
>>> game = Game.named("nim")
>>> player("machine-004", game).choose(game, (1, 3, 6, 8, 12), Random(1))
(0, 0, 0, 0, 1)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from marienbad.analysis import Game
from marienbad.games.nim import NIM
from marienbad.heaps import Move, Position, take_from
from marienbad.play.foresight import Foresight
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say
from marienbad.theories.nim.binary import nim_sum

if TYPE_CHECKING:
    from random import Random

CONSIDERED = 64
"""How many moves are compared at most; of more, the least and some at random."""


class Player(ABC):
    """Chooses a move; the position has at least one."""

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def choose(self, game: Game, position: Position, random: Random) -> Move:
        """The move to play."""


class Naive(Player):
    """One object from a heap at random: the opponent in the text that :class:`Machine004` is from.

    Where one object is not legal it plays a legal move of the least total, at random.
    """

    def choose(self, game: Game, position: Position, random: Random) -> Move:
        least = list(game.definition.ruleset.least_moves(position))
        total = min(map(sum, least))
        return random.choice([move for move in least if sum(move) == total])


class Perfect(Player):
    """Always a winning move where there is one; otherwise the most difficult to answer.

    In a lost position it leaves the fewest winning replies and takes little, so as to prolong the
    match and give the other player occasions to err.
    """

    def choose(self, game: Game, position: Position, random: Random) -> Move:
        return random.choice(self.best_moves(game, position))

    def best_moves(self, game: Game, position: Position) -> Sequence[Move]:
        """The moves that win, or those that resist most."""
        analysis = game.analyse(position)
        if analysis.good_moves:
            return analysis.good_moves
        assert analysis.resistance is not None, "the position has a move"
        return analysis.resistance.moves


class Machine004(Player):
    """The machine of *Le jeu de Marienbad*, a text with a program in C (see the bibliography).

    It changes the first heap that can make the sum zero. In a lost position it takes one object
    from the last heap that is not empty, which is not always the largest. Nim only.
    """

    def choose(self, game: Game, position: Position, random: Random) -> Move:
        total = nim_sum(*position)
        if total == 0:
            last = max(heap for heap, size in enumerate(position) if size)
            return take_from(position, last, 1)
        column = 1 << (total.bit_length() - 1)
        heap = next(heap for heap, size in enumerate(position) if size & column)
        return take_from(position, heap, position[heap] - (position[heap] ^ total))


class Graded(Player):
    """Sees a number of moves ahead, and now and then plays at random all the same."""

    def __init__(self, name: str, depth: int, one_error_in: int) -> None:
        super().__init__(name)
        self.depth = depth
        self.one_error_in = one_error_in

    def choose(self, game: Game, position: Position, random: Random) -> Move:
        if random.randrange(self.one_error_in) == 0:
            return game.definition.ruleset.random_move(position, random)
        return random.choice(self.best_moves(game, position, random))

    def best_moves(self, game: Game, position: Position, random: Random) -> list[Move]:
        """The moves that look best; chance counts only where not all moves are compared."""
        foresight = Foresight(game)
        moves = considered_moves(game, position, random)
        after = game.definition.after
        seen = [foresight.outlook(after(position, m), self.depth - 1) for m in moves]
        # the other player loses, nothing is seen, the other wins; or he himself, who plays on
        best_first: tuple[bool | None, ...] = (False, None, True)
        for wanted in best_first[::-1] if game.definition.plays_on(position) else best_first:
            choices = [move for move, outlook in zip(moves, seen, strict=True) if outlook is wanted]
            if choices:
                return choices
        raise AssertionError("a position with a move has an outlook")


def considered_moves(game: Game, position: Position, random: Random) -> list[Move]:
    """All moves where they are few, otherwise the least ones and some at random, each once."""
    moves = list(islice(game.definition.moves(position), CONSIDERED + 1))
    if len(moves) <= CONSIDERED:
        return moves
    ruleset = game.definition.ruleset
    least = islice(ruleset.least_moves(position), CONSIDERED // 2)
    drawn = (ruleset.random_move(position, random) for _ in range(CONSIDERED // 2))
    return list(dict.fromkeys((*least, *drawn)))


GRADES = {"novice": (2, 3), "club": (4, 6), "expert": (6, 20)}
"""For each graded level: how many moves it sees ahead, and in how many moves it errs once."""

LEVELS = ("naive", *GRADES, "perfect")
"""The levels, the weakest first."""

OF_NIM = "machine-004"
"""A machine that knows only Nim where the last to move wins."""

PLAYERS = (*LEVELS, OF_NIM)


def players_of(game: Game) -> list[str]:
    """The names of the players that can play the game, the weakest first."""
    definition = game.definition
    is_nim = definition.family is NIM and not definition.is_misere
    return [*LEVELS, *([OF_NIM] if is_nim else [])]


def called(name: str) -> Message | str:
    """How a player is called in a sentence; people may have names of their own.

    >>> from marienbad.text.plain import Plain
    >>> Plain("fr").line(called("novice"))
    'débutant'
    """
    return say(f"play.player.{name}") if name in (*PLAYERS, "human") else name


def player(name: str, game: Game) -> Player:
    """The player of that name, for a game that it can play."""
    if name not in PLAYERS:
        raise InputError("errors.unknown_player", name=name, known=", ".join(players_of(game)))
    known = players_of(game)
    if name not in known:
        raise InputError("errors.player", name=name, game=game.name, known=Listing(known, ""))
    if name in GRADES:
        return Graded(name, *GRADES[name])
    if name in LEVELS:
        return Naive(name) if name == "naive" else Perfect(name)
    return Machine004(name)
