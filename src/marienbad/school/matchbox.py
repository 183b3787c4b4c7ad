"""The matchbox machine of classrooms: a box of beads for each situation, a colour for each move.

To move it draws a bead from the box of the situation. When it has lost, beads are taken away; so it
learns without knowing anything. Where beads are taken for the last move alone, and none are given,
only moves that lose can ever run out: after a right one the other player must leave a situation in
whose box a right move is still found. An empty box gives up; its situation is one to leave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Literal

from marienbad.analysis import Game
from marienbad.heaps import Move, Position
from marienbad.play.players import CONSIDERED, Graded, Perfect, Player, player
from marienbad.school.situations import Situations, check_turns
from marienbad.text.problems import InputError
from marienbad.values import Record

MOST_BOXES = 2_000
MOST_BEADS = 10_000
"""No more beads of a colour fit into a box."""
LARGEST_REWARD = 100
ITSELF = "itself"
"""The opponent of a machine that draws for both players, from the same boxes. The other player does
not give up at an empty box, but plays anything: otherwise nothing would be learned behind it."""

First = Literal["machine", "opponent", "turns"]
FIRSTS: tuple[First, ...] = ("machine", "opponent", "turns")
Beads = dict[Position, dict[Position, int]]
"""For each situation with a move: how many beads there are for each situation it can leave."""


class Rewards(Record):
    """Beads of each colour in a new box, taken away after a loss, and given after a win."""

    beads: int = 3
    lose: int = 1
    win: int = 0
    punishes_all: bool = False
    """Whether a loss costs every move of the game its beads, and not the last move alone."""


class Played(Record):
    """A game: the situations from the start on, whether the machine began, and who has won."""

    path: tuple[Position, ...]
    began: bool
    gave_up: bool
    won: bool

    @property
    def drawn(self) -> list[tuple[Position, Position]]:
        """What the machine has drawn: from which box, and for what it left."""
        return _steps(self.path, 0 if self.began else 1)


class Machine:
    """Boxes for all situations from a start, and what was played with them.

    The same seed gives the same games, however they are divided into lessons.

    >>> from marienbad.analysis import Game
    >>> machine = Machine(Situations(Game.named("subtraction:1.2"), (8,)), seed=1)
    >>> won = [game.won for game in trained(machine, "novice", 100)]
    >>> sum(won[:20]), sum(won[-20:]), faults(machine).boxes
    (11, 20, ())
    """

    def __init__(
        self,
        found: Situations,
        rewards: Rewards | None = None,
        seed: int = 1,
        beads: Beads | None = None,
        played: int = 0,
    ) -> None:
        check_turns(found.game.definition)
        self.found = found
        self.rewards = Rewards() if rewards is None else rewards
        self.seed = seed
        self.played = played
        """How many games it has played."""
        self.beads: Beads = new_beads(found, self.rewards) if beads is None else beads

    def draw(self, position: Position, random: Random) -> Position | None:
        """What the machine leaves, by a bead drawn from the box; an empty one gives up."""
        box = self.beads[position]
        bead = random.randrange(sum(box.values()) or 1)
        for left, count in box.items():
            if bead < count:
                return left
            bead -= count
        return None

    def chance(self, *more: int) -> Random:
        """The source of chance of the game that is played next."""
        return Random("/".join(map(str, (self.seed, self.played, *more))))

    def learn(self, game: Played, is_itself: bool = False) -> None:
        """Take beads away or give some, for both players where the machine has drawn for both."""
        self._reward(game.drawn, game.won)
        if is_itself:
            self._reward(_steps(game.path, 1 if game.began else 0), not game.won)
        self.played += 1

    def _reward(self, drawn: list[tuple[Position, Position]], won: bool) -> None:
        rewards = self.rewards
        if not won and not rewards.punishes_all:
            drawn = drawn[-1:]
        for position, left in drawn:
            box = self.beads[position]
            change = rewards.win if won else -rewards.lose
            box[left] = min(max(box[left] + change, 0), MOST_BEADS)


def new_beads(found: Situations, rewards: Rewards) -> Beads:
    """The boxes of a machine that has not played."""
    return {
        position: dict.fromkeys(after, rewards.beads)
        for position, after in found.following.items()
        if after
    }


# Games


def finished(machine: Machine, path: Sequence[Position], began: bool, gave_up: bool) -> Played:
    """A game that is over, and whether the machine has won it.

    ``gave_up`` says that whoever was to play had an empty box.
    """
    turn = (len(path) - 1) % 2  # 0 for whoever began
    is_turn = (turn == 0) == began
    has_lost = gave_up or machine.found.game.definition.is_p_at_end(path[-1])
    return Played(tuple(path), began, gave_up, is_turn != has_lost)


def trained(
    machine: Machine, against: str, games: int, first: First = "machine"
) -> Iterator[Played]:
    """Let the machine play and learn, game after game, against a player or against itself."""
    opponent = None if against == ITSELF else Practised(player_of(machine, against))
    for _ in range(games):
        began = first == "machine" or (first == "turns" and machine.played % 2 == 0)
        game = _game(machine, opponent, began)
        machine.learn(game, opponent is None)
        yield game


def player_of(machine: Machine, name: str) -> Player:
    """The player of a level."""
    return player(name, machine.found.game)


def _game(machine: Machine, opponent: Practised | None, began: bool) -> Played:
    random, path, is_mine = machine.chance(), [machine.found.start], began
    while machine.found.following[path[-1]]:
        if is_mine or opponent is None:
            left = machine.draw(path[-1], random)
        else:
            left = opponent.leaves(machine.found, path[-1], random)
        if left is None and is_mine:
            return finished(machine, path, began, gave_up=True)
        path.append(random.choice(machine.found.following[path[-1]]) if left is None else left)
        is_mine = not is_mine
    return finished(machine, path, began, gave_up=False)


class Practised:
    """A player who remembers which moves looked best in a situation that comes again."""

    def __init__(self, played_by: Player) -> None:
        self.player = played_by
        self._best: dict[Position, Sequence[Move]] = {}

    def leaves(self, found: Situations, position: Position, random: Random) -> Position:
        """What the player leaves, up to order."""
        known, after, plays = found.game, found.game.definition.after, self.player
        if isinstance(plays, Graded) and random.randrange(plays.one_error_in) == 0:
            move = known.definition.ruleset.random_move(position, random)
        elif isinstance(plays, Graded | Perfect):
            best = self._best.get(position)
            if best is None:
                best = self._best_moves(known, plays, position, random)
            move = random.choice(best)
        else:
            move = plays.choose(known, position, random)
        return found.form(after(position, move))

    def _best_moves(
        self, game: Game, plays: Graded | Perfect, position: Position, random: Random
    ) -> Sequence[Move]:
        if isinstance(plays, Perfect):
            best = plays.best_moves(game, position)
        else:
            best = plays.best_moves(game, position, random)
            if next(islice(game.definition.moves(position), CONSIDERED, None), None) is not None:
                return best  # chance has chosen what was compared
        self._best[position] = best
        return best


def _steps(path: Sequence[Position], first: int) -> list[tuple[Position, Position]]:
    """Every second step of a path."""
    return [(path[ply], path[ply + 1]) for ply in range(first, len(path) - 1, 2)]


# What it has learned


class Faults(Record):
    """How many boxes the machine can come to, and those from which it may let a win slip."""

    reached: int
    boxes: tuple[Position, ...]

    @property
    def is_perfect(self) -> bool:
        return not self.boxes


def is_right(machine: Machine, position: Position) -> bool:
    """Whether every bead in a box wins; where no move wins, any bead will do, or none."""
    to_leave = machine.found.to_leave
    lefts = [left for left, count in machine.beads[position].items() if count]
    return position in to_leave or (bool(lefts) and to_leave.issuperset(lefts))


def faults(machine: Machine, first: First = "machine") -> Faults:
    """Judge every box that some opponent can lead the machine to, by the search alone.

    >>> from marienbad.analysis import Game
    >>> faults(Machine(Situations(Game.named("subtraction:1.2"), (4,))))
    Faults(reached=3, boxes=((2,), (4,)))
    """
    found = machine.found
    waiting = [] if first == "opponent" else [found.start]
    waiting += [] if first == "machine" else found.following[found.start]
    reached: dict[Position, bool] = {}
    while waiting:
        position = waiting.pop()
        if position in reached or position not in machine.beads:
            continue
        lefts = [left for left, count in machine.beads[position].items() if count]
        reached[position] = is_right(machine, position)
        waiting += [after for left in lefts for after in found.following[left]]
    wrong = (position for position in machine.beads if not reached.get(position, True))
    return Faults(len(reached), tuple(wrong))


def curve(results: Sequence[bool]) -> tuple[int, list[tuple[int, int]]]:
    """How many games were won of each so many: tens, hundreds, …, at most twenty times.

    >>> curve([False] * 9 + [True] * 14)
    (10, [(1, 10), (10, 10), (3, 3)])
    """
    size = 10
    while len(results) > 20 * size:
        size *= 10
    parts = [results[at : at + size] for at in range(0, len(results), size)]
    return size, [(sum(part), len(part)) for part in parts]


def checked_beads(found: Situations, given: Mapping[Position, Mapping[Position, int]]) -> Beads:
    """Boxes that come from elsewhere, unless they are not those of the game."""
    expected = {position: after for position, after in found.following.items() if after}
    if given.keys() != expected.keys() or any(
        given[position].keys() != {*after} for position, after in expected.items()
    ):
        raise InputError("train.boxes", position=found.start)
    beads = {
        position: {q: given[position][q] for q in after} for position, after in expected.items()
    }
    if any(not 0 <= count <= MOST_BEADS for box in beads.values() for count in box.values()):
        raise InputError("train.beads", most=MOST_BEADS)
    return beads
