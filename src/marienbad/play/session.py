"""Play at one table: the match, what is chosen, the machine's reply, undo, hints by degrees.

The command line and the terminal application each hold a session and only render it.

>>> from marienbad.analysis import Game
>>> session = Session(Match(Game.named("marienbad"), players=("human", "perfect")), seed=1)
>>> session.choose(2, 2)
>>> session.choose(3, 1)
>>> session.choice, session.is_choice_legal
((0, 0, 0, 1), True)
>>> session.play(session.choice)
>>> session.match.position, session.is_human_turn
((1, 3, 5, 6), False)
"""

from random import Random

from marienbad.games.blocking import forbidden
from marienbad.games.memory import CallHeap, CallNumber
from marienbad.heaps import Block, Call, Move, Position, Split, leave, state_of
from marienbad.play.coach import STEPS
from marienbad.play.match import HUMAN, Match
from marienbad.play.players import player, players_of
from marienbad.text.problems import InputError


class Session:
    """A match being played, and what is not part of it: the choice, the helps, what was undone."""

    def __init__(self, match: Match, seed: int | None = None) -> None:
        self.match = match
        self.random = Random(seed)
        self.helps = 0
        """How often the coach has helped; a win without help is announced as one."""
        self.undos = 0
        """How often a move was taken back, which is no win at the first try either."""
        self.step = 0
        """How many hints were given on this position."""
        self.viewed: int | None = None
        """Which move is looked back at; ``None`` at the present."""
        self._chosen: dict[int, int] = {}
        self._smaller = 0
        """The smaller part of what is left of the heap; 0 where it stays one, if it may."""
        self.forbidden: tuple[Position, ...] = ()
        """What is to be forbidden, beside what is chosen."""
        self._undone: list[Move] = []

    @property
    def level(self) -> str | None:
        """The name of the machine, ``None`` where two people play."""
        return next((name for name in self.match.players if name != HUMAN), None)

    @property
    def is_human_turn(self) -> bool:
        """Whether a person may choose now."""
        return self.viewed is None and self.match.turn in self.match.humans

    # What is shown

    @property
    def position(self) -> Position:
        """The position on the board: the present one, or that before the move looked back at."""
        if self.viewed is None:
            return self.match.position
        return list(self.match.positions())[self.viewed]

    @property
    def choice(self) -> Move:
        """The move that is chosen, legal or not; looking back, the one that was played."""
        if self.viewed is not None:
            return self.match.moves[self.viewed]
        amounts, memory = self.amounts, self.match.game.definition.ruleset.memory
        if self.is_forbidding:
            chosen = (leave(self.position, amounts),) if any(amounts) else ()
            return Block((*self.forbidden, *chosen))
        if memory.has_calls and not state_of(self.position) and self._chosen:
            (heap, amount), *_ = self._chosen.items()
            return Call(heap + 1 if isinstance(memory, CallHeap) else amount)
        if self._smaller:
            return self._parted(self._smaller) or amounts
        must_part = self._chosen and not self.match.game.is_legal(self.position, amounts)
        least = self._parted(1) if must_part else None
        return least if least and self.match.game.is_legal(self.position, least) else amounts

    @property
    def amounts(self) -> Move:
        """What is chosen from each heap, or from where a call takes its number."""
        if self.viewed is None:
            return tuple(self._chosen.get(heap, 0) for heap in range(len(self.position)))
        move = self.match.moves[self.viewed]
        is_said = isinstance(move, Call | Block)
        return (0,) * len(self.position) if is_said else tuple(move)

    @property
    def last_taken(self) -> Move:
        """What has just been taken from each heap, nothing at the start; parts were not there."""
        moves = self.match.moves[: self.viewed]
        last = next((move for move in reversed(moves) if not isinstance(move, Call | Block)), None)
        is_seen = last is not None and not isinstance(last, Split)
        return last if last and is_seen else (0,) * len(self.position)

    @property
    def is_choice_legal(self) -> bool:
        """Whether what is chosen may be played."""
        return self.is_human_turn and self.match.game.is_legal(self.position, self.choice)

    def reachable(self) -> frozenset[Position]:
        """The heaps that a person can leave or call for now; for boards small enough to be drawn.

        Parted heaps are more than a board shows.
        """
        if not self.is_human_turn:
            return frozenset()
        rules, position = self.match.game.definition.ruleset, self.position
        is_calling = rules.memory.has_calls and not state_of(position)
        is_said = is_calling or self.is_forbidding
        moves = rules.takings(position) if is_said else rules.moves(position)
        return frozenset(leave(position, move) for move in moves if not isinstance(move, Split))

    @property
    def is_forbidding(self) -> bool:
        """Whether a person chooses now what the other may not leave."""
        memory = self.match.game.definition.ruleset.memory
        return self.is_human_turn and memory.is_to_forbid(self.position)

    def crossed(self) -> tuple[Position, ...]:
        """The positions that may not be left, or that are to be forbidden."""
        if self.is_forbidding:
            return self.forbidden
        is_blocking = self.match.game.definition.ruleset.memory.block > 1
        return forbidden(self.position) if is_blocking else ()

    # Choosing

    def choose(self, heap: int, amount: int) -> None:
        """Choose an amount of a heap; where the rules allow no more heaps, another is let go."""
        if not self.is_human_turn:
            return
        self._smaller = 0
        self._chosen.pop(heap, None)
        amount = self.meant(heap, amount) if amount > 0 else 0
        if amount:
            self._chosen[heap] = amount
        if len(self._chosen) > max(take.heaps for take in self.match.game.definition.ruleset.takes):
            self._chosen.pop(next(iter(self._chosen)))

    def meant(self, heap: int, amount: int) -> int:
        """How much of a heap is chosen by whoever points at so much: what is called, or less."""
        memory, size = self.match.game.definition.ruleset.memory, self.position[heap]
        state = state_of(self.position)
        if isinstance(memory, CallNumber) and state:
            return state if state <= size else 0
        if isinstance(memory, CallHeap) and state != heap + 1:
            return 0 if state else size
        return min(amount, size)

    def forbid_next(self) -> None:
        """Put what is chosen beside what else is to be forbidden; let go what is there already."""
        if not self.is_forbidding or not any(self.amounts):
            return
        left = leave(self.position, self.amounts)
        if left in self.forbidden:
            self.forbidden = tuple(one for one in self.forbidden if one != left)
        elif self.is_choice_legal:
            self.forbidden = (*self.forbidden, left)
        self._chosen.clear()

    def choose_move(self, move: Move) -> None:
        self.clear()
        if isinstance(move, Block):
            self.forbidden = move.forbidden
            return
        if isinstance(move, Call):
            is_heap = isinstance(self.match.game.definition.ruleset.memory, CallHeap)
            heap = move.number - 1 if is_heap else self.position.index(max(self.position))
            self.choose(heap, move.number)
            return
        self.choose_take(move)
        if isinstance(move, Split):
            heap = next(heap for heap, amount in enumerate(move) if amount)
            self._smaller = move.leave[heap]

    def choose_take(self, take: Move) -> None:
        """Choose so much of each heap; what is to be forbidden besides stays."""
        self._chosen.clear()
        for heap, amount in enumerate(take):
            self.choose(heap, amount)

    def part_next(self) -> None:
        """Part what is left of the heap in the next way; after the last, leave it whole again."""
        if not self.is_human_turn:
            return
        chosen = self.choice
        following = self._parted(1 + (self._part_of(chosen) if isinstance(chosen, Split) else 0))
        is_legal = following is not None and self.match.game.is_legal(self.position, following)
        self._smaller = self._part_of(following) if is_legal and following else 0

    def _parted(self, smaller: int) -> Split | None:
        """The choice with what it leaves of its one heap parted; ``None`` where it cannot be."""
        if len(self._chosen) != 1:
            return None
        ((heap, amount),) = self._chosen.items()
        position, larger = self.position, self.position[heap] - amount - smaller
        if smaller > larger:
            return None
        return Split(self.amounts, (*position[:heap], smaller, larger, *position[heap + 1 :]))

    def _part_of(self, split: Split) -> int:
        (heap,) = self._chosen
        return split.leave[heap]

    def clear(self) -> None:
        """Choose nothing."""
        self._chosen.clear()
        self.forbidden = ()
        self._smaller = 0

    # Playing

    def play(self, move: Move) -> None:
        """Play a move, or raise an error that names it; what was undone is then forgotten."""
        self._stand(self.match.play(move))
        self._undone.clear()

    def machine_move(self) -> Move:
        """What the machine whose turn it is would play; it may take a while."""
        match = self.match
        machine = player(match.players[match.seat(match.ply)], match.game)
        try:
            return machine.choose(match.game, match.position, self.random)
        except InputError:  # beyond the reach of every theory the machine plays as it can
            return match.game.definition.ruleset.random_move(match.position, self.random)

    def undo(self) -> None:
        """Take back a person's last move and, with it, the machine's reply."""
        last = self.match.last_move_of(self.match.humans)
        if last is None:
            raise InputError("errors.nothing_to_undo")
        self.return_to(last)

    def redo(self) -> None:
        """Play again what was taken back, the machine's reply too."""
        if not self._undone:
            raise InputError("errors.nothing_to_redo")
        match = self.match.after(self._undone.pop())
        while self._undone and match.is_machine_turn:
            match = match.after(self._undone.pop())
        self._stand(match)

    def return_to(self, ply: int) -> None:
        """Take moves back to a ply, to play on from there."""
        self.undos += 1
        self._undone += self.match.moves[ply:][::-1]
        self._stand(self.match.back_to(ply))

    def start_again(self, is_swapped: bool = False) -> None:
        """Begin a new match from the same start, the seats exchanged where wanted."""
        self._stand(self.match.again(self.match.date, is_swapped))
        self._undone.clear()
        self.helps = self.undos = 0

    def change_level(self, name: str) -> None:
        """Let another machine take the place of the machine."""
        if self.level is None:
            raise InputError("play.two_people")
        self.match = self.match.against(player(name, self.match.game).name)

    def next_level(self) -> str:
        """The next stronger machine that plays this game; after the last the first."""
        levels = players_of(self.match.game)
        place = levels.index(self.level) + 1 if self.level in levels else 0
        return levels[place % len(levels)]

    def open_hint(self) -> int:
        """Count one hint more, and return its step: how much it tells."""
        self.helps += 1
        self.step = min(self.step + 1, STEPS)
        return self.step

    def _stand(self, match: Match) -> None:
        """Go to another position; the choice and the hints of the last one are dropped."""
        self.match = match
        self.step = 0
        self.viewed = None
        self.clear()
