"""A conjecture on two heaps decided for all sizes, where the prover can say it.

That exactly the pairs with a condition are to leave is one equality of regular sets, whatever was
known of the game before. The weaker claims are decided beside the set of all pairs to leave, where
a theory of the game claims it and the claim is proved.

>>> from marienbad.school.conjecture.conditions import read
>>> nim = Game.named("nim")
>>> proved(nim, read("x == y")).counterexample is None
True
>>> proved(nim, read("total % 4 == 0")).counterexample.position
(1, 1)
>>> proved(Game.named("wythoff"), read("3 * x <= 2 * y + 2"), "necessary").holds
True
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from marienbad.analysis import Game
from marienbad.heaps import Move, Position
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.games.claims import has_claim
from marienbad.prover.games.library import is_proved
from marienbad.prover.games.proof import Proof, known_claim, prove
from marienbad.prover.games.replies import Replies
from marienbad.prover.systems.linear import BINARY
from marienbad.school.conjecture.automata import automaton_of
from marienbad.school.conjecture.conditions import Condition
from marienbad.school.conjecture.trying import Claim, Counterexample, Tried, tried
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message
from marienbad.values import Record

if TYPE_CHECKING:
    from marienbad.games.definition import Definition

HEAPS = 2
UP_TO = 20
"""The largest heap of the pairs that are tried first."""
MOST_TRIED = 5_000
"""With how many situations the moves of these pairs are bounded."""


class Decided(Record):
    """What was decided of a conjecture for two heaps of every size."""

    game: Game
    condition: Condition
    claim: Claim
    states: int
    """The states of the automaton of all pairs that have the condition."""
    system: str
    seconds: float
    counterexample: Counterexample | None
    proof: Proof | None
    """The proof that exactly these pairs are to leave, where that was claimed and holds."""

    @property
    def holds(self) -> bool:
        return self.counterexample is None


def proved(game: Game, condition: Condition, claim: Claim = "exactly") -> Decided:
    """Decide a conjecture for two heaps of every size; refuse one that the prover cannot say."""
    began = time.perf_counter()
    definition = game.definition
    _check_game(definition)
    if condition.rows > HEAPS:
        raise OutOfReach("conjecture.names", text=condition.text)
    in_order = definition.ruleset.tells_heaps_apart
    proof, wrong = None, None
    if claim == "exactly" or not _is_known(definition):
        pairs = to_leave = automaton_of(condition, BINARY, in_order)
        found = prove(definition, pairs)
        if isinstance(found, Proof):
            proof = found
        elif claim == "exactly":
            # below the smallest error the condition is right, and so it tells what moves leave
            wrong = found.position
        else:
            raise OutOfReach("conjecture.no_theory", game=definition.name)
    else:
        to_leave = _to_leave(definition)
        pairs = automaton_of(condition, to_leave.system, in_order)
        against = pairs - to_leave if claim == "sufficient" else to_leave - pairs
        smallest = against.smallest()
        wrong = None if smallest is None else (smallest["x"], smallest["y"])
    shown = None
    if wrong is not None:
        shown = _shown(definition, condition, wrong, wrong in pairs, to_leave)
    seconds = time.perf_counter() - began
    system = pairs.system.name
    return Decided(game, condition, claim, pairs.states, system, seconds, shown, proof)


class ForAllSizes(Record):
    """What is known of a conjecture for two heaps: refuted by a small pair, or decided, or open."""

    tried: Tried | None
    """All pairs up to a size, unless they have too many moves."""
    decided: Decided | None = None
    reason: Message | None = None
    """Why nothing was decided that small pairs do not refute."""

    @property
    def counterexample(self) -> Counterexample | None:
        found = self.decided or self.tried
        return found.counterexample if found is not None else None

    @property
    def outcome(self) -> Literal["proved", "refuted", "open"]:
        if self.counterexample is not None:
            return "refuted"
        return "open" if self.decided is None else "proved"


def for_all_sizes(game: Game, condition: Condition, claim: Claim = "exactly") -> ForAllSizes:
    """Look for a small counterexample, and where there is none, decide the conjecture.

    >>> from marienbad.school.conjecture.conditions import read
    >>> for_all_sizes(Game.named("nim"), read("total % 4 == 0")).outcome
    'refuted'
    """
    _check_game(game.definition)
    small = None
    with suppress(OutOfReach):
        small = tried(game, (UP_TO,) * HEAPS, condition, claim, UP_TO, MOST_TRIED)
    if small is not None and small.wrong:
        return ForAllSizes(small)
    try:
        return ForAllSizes(small, proved(game, condition, claim))
    except InputError as problem:
        return ForAllSizes(small, None, problem.message)


def _check_game(game: Definition) -> None:
    if not game.ruleset.is_plain:
        raise OutOfReach("prover.not_plain", game=game.name)
    if game.ruleset.heaps not in (None, HEAPS):
        raise OutOfReach("conjecture.not_two", game=game.name)


def _is_known(game: Definition) -> bool:
    """Whether the set of all pairs to leave can be written as an automaton."""
    return has_claim(game) or is_proved(game)


def _to_leave(game: Definition) -> Automaton:
    """The set of all pairs to leave, proved."""
    found = known_claim(game)
    if not is_proved(game):
        assert isinstance(prove(game, found), Proof)
    return found


def _shown(
    game: Definition, condition: Condition, position: Position, holds: bool, to_leave: Automaton
) -> Counterexample:
    """A pair against a conjecture, with a move that shows it."""
    in_order = game.ruleset.tells_heaps_apart
    if not in_order:
        position = tuple(sorted(position))
    values = tuple(condition.values(position, HEAPS, in_order).items())
    if game.is_over(position) or not holds:
        return Counterexample(position, holds, values, game.is_over(position))
    move = _into(game, position, to_leave)
    left = None if move is None else game.after(position, move)
    return Counterexample(position, holds, values, False, move, left)


def _into(game: Definition, position: Position, to_leave: Automaton) -> Move | None:
    """A move into a set of pairs; none where there are more than can be listed."""
    try:
        return Replies(game, to_leave.diagram()).moves(position)[0]
    except OutOfReach:
        return None
