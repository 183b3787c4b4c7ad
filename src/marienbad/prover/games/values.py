"""Positions of a Grundy value, proved for heaps of every size: what is claimed of them, and how.

The value of a position is the least of 0, 1, 2, … that no position has to which a move leads; those
of value 0 are the P-positions of normal play. The sets of the values 0, 1, …, g are proved in this
order, as each is determined by the smaller ones (:mod:`marienbad.prover.games.proof`).

>>> from marienbad.games.catalogue import define
>>> found = prove_value(define("nim"), 3)
>>> found
<proof of nim for the value 3 in base 2, 4 states>
>>> [level.states for level in found.levels], (5, 6) in found.automaton
([2, 3, 4, 4], True)
"""

from __future__ import annotations

from collections.abc import Callable

from marienbad.checker import LARGEST_VALUE
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.prover.automata.atoms import bound, congruence
from marienbad.prover.automata.automaton import Automaton, built
from marienbad.prover.automata.fused import automaton, exists
from marienbad.prover.games.claims import has_claim
from marienbad.prover.games.library import is_proved, proved
from marienbad.prover.games.proof import Notice, Proof, Refutation, known_claim, prove
from marienbad.prover.systems.linear import BINARY
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import say
from marienbad.theories.wythoff.pairs import PairRules


def prove_value(
    game: Definition, value: int, notice: Notice = lambda _: None
) -> Proof | Refutation:
    """Decide what is claimed of the positions of a value, and of all smaller ones before.

    The first claim that is wrong ends it: a refutation may be one of a smaller value.
    """
    refuse(game, value)
    claims = [claimed_value(game, smaller) for smaller in range(1, value + 1)]
    found = prove(game, notice=notice)
    for smaller, claimed in enumerate(claims, 1):
        if not isinstance(found, Proof):
            break
        notice(say("values.stage", value=smaller))
        found = prove(game, claimed, notice, below=found)
    return found


def refuse(game: Definition, value: int) -> None:
    """Refuse values out of range, and any but 0 in games that have no Grundy values."""
    if not 0 <= value <= LARGEST_VALUE:
        raise InputError("values.range", value=value, most=LARGEST_VALUE)
    if value and game.is_misere:
        raise InputError("values.misere", game=game.name)
    if value and game.ruleset.memory.block > 1:
        raise InputError("solver.block_grundy", game=game.name)


def claimed_value(game: Definition, value: int) -> Automaton:
    """What the theory of a game says of its positions of a value above 0, or what was proved."""
    known = VALUE_CLAIMS.get(game.family.name) if game.has_formulas else None
    if known is not None and (found := known(game, value)) is not None:
        return found
    if not is_proved(game, value):
        key = "values.no_claim" if game.ruleset.heaps in (None, 2) else "prover.not_two"
        raise OutOfReach(key, game=game.name, value=value)
    return Automaton.of(proved(game, value))


def nim_values(_: Definition, value: int) -> Automaton:
    """Two heaps of Nim: their nim-sum is the value (C. L. Bouton, R. P. Sprague)."""
    return _nim_sum(value)


def nimhoff_values(game: Definition, value: int) -> Automaton:
    """Two heaps of Nimhoff: the value is h·(⌊x/h⌋ ⊕ ⌊y/h⌋) + (x + y mod h)."""
    h = game.values["h"]
    quotient, rest = divmod(value, h)
    return exists(
        ("q", "r"),
        _nim_sum(quotient).renamed(x="q", y="r"),
        bound(BINARY, {"x": 1, "q": -h}, 0, h - 1),
        bound(BINARY, {"y": 1, "r": -h}, 0, h - 1),
        congruence(BINARY, {"x": 1, "y": 1}, h, rest),
    ).ordered("x", "y")


def moore_values(game: Definition, value: int) -> Automaton:
    """Two heaps of Moore's Nim: as in Nim where k is 1, else the value is the total.

    Who may take from both heaps can leave whatever is smaller, so all totals.
    """
    if game.values["k"] == 1:
        return _nim_sum(value)
    return automaton(BINARY, {"x": 1, "y": 1}, low=value, high=value)


def wythoff_values(game: Definition, value: int) -> Automaton | None:
    """Wythoff's game with a > 1: those of value 1 are to be left in misère play."""
    return _misere(f"{game.name},misere", value) if PairRules.of(game).a > 1 else None


def lucas_values(game: Definition, value: int) -> Automaton | None:
    """Lucas–Wythoff: those of value 1 are to be left in misère play."""
    return _misere(f"{game.name}:misere", value)


def _misere(name: str, value: int) -> Automaton | None:
    """The positions to leave of misère play, which were seen to be those of value 1."""
    game = define(name)
    is_known = value == 1 and (has_claim(game) or is_proved(game))
    return known_claim(game) if is_known else None


def _nim_sum(value: int) -> Automaton:
    """The pairs with x ⊕ y = value: a state is what was read of the value, from its first digit."""

    def follow(read: int, x: int, y: int) -> int | None:
        longer = 2 * read + (x ^ y)
        return longer if longer <= value else None

    return built(BINARY, ("x", "y"), 0, follow, value.__eq__)


VALUE_CLAIMS: dict[str, Callable[[Definition, int], Automaton | None]] = {
    "nim": nim_values,
    "wythoff": wythoff_values,
    "lucas": lucas_values,
    "nimhoff": nimhoff_values,
    "moore": moore_values,
}
"""What the theory of a family claims of the positions of a Grundy value above 0."""
