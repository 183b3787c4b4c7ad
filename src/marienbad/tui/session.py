"""What the application holds: a match, what is chosen, which helps were taken; no screen.

>>> from marienbad.analysis import Game
>>> session = Session(Match(Game.named("marienbad"), players=("human", "perfect")), "perfect", 1)
>>> session.choose(2, 2)
>>> session.choose(3, 1)
>>> session.choice, session.is_choice_legal
((0, 0, 0, 1), True)
>>> session.play()
>>> session.match.position, session.is_human_turn
((1, 3, 5, 6), False)
"""

from random import Random

from marienbad.heaps import Move, Position, leave
from marienbad.play.match import HUMAN, Match
from marienbad.play.players import PLAYERS, player
from marienbad.text.problems import InputError


class Session:
    """A match being played: the choice not yet played, the helps, the move looked back at."""

    def __init__(self, match: Match, level: str, seed: int | None = None) -> None:
        self.match = match
        self.level = level
        self.random = Random(seed)
        self.helps = 0
        """How often the coach was asked: 'won without help' means something."""
        self.viewed: int | None = None
        """Which move is looked back at; ``None`` at the present."""
        self._chosen: dict[int, int] = {}
        takes = match.game.definition.ruleset.takes
        self._most_heaps = max(take.heaps for take in takes)

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that a person holds."""
        return tuple(seat for seat in (0, 1) if self.match.players[seat] == HUMAN)

    @property
    def is_human_turn(self) -> bool:
        """Whether a person may choose now."""
        return self.viewed is None and self.match.turn in self.humans

    @property
    def is_machine_turn(self) -> bool:
        """Whether a machine should move now."""
        return self.match.turn is not None and self.match.turn not in self.humans

    # What is shown

    @property
    def position(self) -> Position:
        """The position on the board: the present one, or that before the move looked back at."""
        if self.viewed is None:
            return self.match.position
        return list(self.match.positions())[self.viewed]

    @property
    def choice(self) -> Move:
        """What is chosen from each heap; looking back, what was taken."""
        if self.viewed is not None:
            return self.match.moves[self.viewed]
        return tuple(self._chosen.get(heap, 0) for heap in range(len(self.match.position)))

    @property
    def last_taken(self) -> Move:
        """What has just been taken, nothing at the start."""
        moves = self.match.moves[: self.viewed]
        return moves[-1] if moves else (0,) * len(self.match.start)

    @property
    def is_choice_legal(self) -> bool:
        """Whether what is chosen may be played."""
        return self.is_human_turn and self.match.game.is_legal(self.position, self.choice)

    # Choosing

    def choose(self, heap: int, amount: int) -> None:
        """Choose an amount of a heap; where the rules allow no more heaps, another is let go."""
        if not self.is_human_turn:
            return
        self._chosen.pop(heap, None)
        amount = min(max(amount, 0), self.position[heap])
        if amount:
            self._chosen[heap] = amount
        if len(self._chosen) > self._most_heaps:
            self._chosen.pop(next(iter(self._chosen)))

    def choose_move(self, move: Move) -> None:
        """Choose a whole move."""
        self.clear()
        for heap, amount in enumerate(move):
            self.choose(heap, amount)

    def clear(self) -> None:
        """Choose nothing, at no cost."""
        self._chosen.clear()

    def reachable(self) -> frozenset[Position]:
        """The positions that a person can leave now; for boards small enough to be drawn."""
        if not self.is_human_turn:
            return frozenset()
        moves = self.match.game.moves(self.position)
        return frozenset(leave(self.position, move) for move in moves)

    # Playing

    def play(self) -> None:
        """Play what is chosen, or raise an error that says it may not be."""
        self.match.play(self.choice)
        self.clear()

    def machine_move(self) -> Move:
        """What the machine whose turn it is would play; it may take a while."""
        match = self.match
        assert match.turn is not None
        machine = player(match.players[match.turn], match.game)
        try:
            return machine.choose(match.game, match.position, self.random)
        except InputError:  # beyond the reach of every theory the machine plays as it can
            return match.game.definition.ruleset.random_move(match.position, self.random)

    def undo(self) -> None:
        """Take back a person's last move and, with it, the machine's reply."""
        plies = [ply for ply in range(self.match.ply) if ply % 2 in self.humans]
        if not plies:
            raise InputError("errors.nothing_to_undo")
        self.return_to(plies[-1])

    def redo(self) -> None:
        """Play again what was taken back, the machine's reply too."""
        self.match.redo()
        while self.is_machine_turn:
            try:
                self.match.redo()
            except InputError:
                break
        self.clear()

    def return_to(self, ply: int) -> None:
        """Take moves back until so many are left, to play on from there."""
        while self.match.ply > ply:
            self.match.undo()
        self.viewed = None
        self.clear()

    def start_again(self, other_begins: bool = False) -> None:
        """Begin a new match from the same start, the seats exchanged where asked for."""
        old = self.match
        players = old.players[::-1] if other_begins else old.players
        self.match = Match(old.game, old.start, (players[0], players[1]), old.date)
        self.helps = 0
        self.viewed = None
        self.clear()

    # Levels

    @property
    def levels(self) -> tuple[str, ...]:
        """The players that can play this game, the weakest first."""
        return tuple(name for name in PLAYERS if self._can_play(name))

    def _can_play(self, name: str) -> bool:
        try:
            player(name, self.match.game)
        except InputError:
            return False
        return True

    def change_level(self) -> None:
        """Let the next stronger player take the machine's place; after the last the first."""
        levels = self.levels
        place = levels.index(self.level) + 1 if self.level in levels else 0
        self.level = levels[place % len(levels)]
        first, second = (name if name == HUMAN else self.level for name in self.match.players)
        self.match.players = (first, second)
