"""The common thread of the explanations for Wythoff's family; each method fills in its part.

The smaller heap x is looked up in its pair. If y is its partner, the position is to leave; if y is
larger, reduce y; otherwise take from both heaps. The remaining winning moves follow.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from marienbad.heaps import Position
from marienbad.text.explanation import Block, say
from marienbad.text.mathematics import Expression, Subscript
from marienbad.theories.theory import Verdict

if TYPE_CHECKING:
    from marienbad.theories.wythoff.pairs import Pair, PairRules, Pairs

LONG = 10**15
"""Numbers from here on are not put into decimals or tables of digits."""


class Method(Protocol):
    """What a method contributes to the explanation."""

    def introduction(self, pairs: Pairs, residue: int) -> list[Block]:
        """How the method gives the pairs whose difference leaves this remainder."""

    def show_member(self, pairs: Pairs, number: int, pair: Pair, residue: int) -> list[Block]:
        """That the number belongs to the pair, as a small or as a large member."""

    def show_pair(self, pairs: Pairs, pair: Pair) -> list[Block]:
        """The members of the pair, from its difference."""


def explain_pairs(
    method: Method, pairs: Pairs, position: Position, verdict: Verdict
) -> list[Block]:
    """The steps of a method on a position."""
    rules, exceptions = pairs.rules, pairs.rules.exceptions
    x, y = sorted(position)
    residue = (y - x) % rules.b
    held = pairs.pair_with(x, residue)
    assert held is not None
    blocks = [_order(rules, x, y), *method.introduction(pairs, residue)]
    if exceptions:
        blocks.append(say("wythoff.exceptions"))
    if x == 0 and held not in exceptions:
        # That 0 begins the first pair is where every method starts: there is nothing to find.
        blocks.append(say("wythoff.first_pair", pair=(held.small, held.large)))
    elif held not in exceptions:
        blocks += method.show_member(pairs, x, held, residue)
    if verdict.is_p:
        blocks.append(say("wythoff.is_pair", x=x, y=y))
        return [*blocks, *_why_every_move_fails(rules)]
    partner = held.partner(x)
    key = "wythoff.partner_below" if partner < y else "wythoff.partner_above"
    blocks.append(say(key, x=x, y=y, partner=partner))
    turned = position[0] > position[1]
    explained = set()
    for move in verdict.winning_moves:
        c, d = move[::-1] if turned else move
        left, right = x - c, y - d
        pair = (left, right) if left < right else (right, left)
        if pair not in explained:
            explained.add(pair)
            blocks += _explain_move(method, pairs, (x, y), (left, right))
    return [*blocks, say("wythoff.why")]


def _explain_move(
    method: Method, pairs: Pairs, before: tuple[int, int], after: tuple[int, int]
) -> list[Block]:
    """Why the move leads to a pair, unless it keeps x, which has been explained already."""
    (x, y), (left, right) = before, after
    if left == x:
        return []
    exceptions = pairs.rules.exceptions
    pair = pairs.pair(abs(right - left))
    assert pair is not None
    if right == y:
        shown = (
            []
            if pair in exceptions
            else method.show_member(pairs, y, pair, (x - y) % pairs.rules.b)
        )
        return [
            say("wythoff.keep_larger", y=y),
            *shown,
            say("wythoff.reduce_smaller", x=x, y=y, partner=left),
        ]
    key = "wythoff.both_same" if pairs.rules.a == 1 else "wythoff.both_near"
    shown = [] if pair in exceptions else method.show_pair(pairs, pair)
    return [
        say(key, difference=pair.difference, reach=pairs.rules.step, before=y - x),
        *shown,
        say("wythoff.take_both", pair=(pair.small, pair.large)),
    ]


def _order(rules: PairRules, x: int, y: int) -> Block:
    if rules.b == 1:
        return say("wythoff.order", x=x, y=y, difference=y - x)
    residue = (y - x) % rules.b
    return say("wythoff.order_residue", x=x, y=y, difference=y - x, b=rules.b, residue=residue)


def _why_every_move_fails(rules: PairRules) -> list[Block]:
    one = say("wythoff.fail.one_heap") if rules.b == 1 else say("wythoff.fail.residue", b=rules.b)
    both = "wythoff.fail.both_same" if rules.a == 1 else "wythoff.fail.both_near"
    return [one, say(both, step=rules.step)]


def small_member(rules: PairRules, residue: int, rank: int | str) -> Expression:
    """aₙ, a_{i,n} or, in misère play, Aₙ."""
    member = _member if isinstance(rank, int) else _general_member
    return member(rules, "A" if rules.is_misere else "a", residue, rank)


def large_member(rules: PairRules, residue: int, rank: int | str) -> Expression:
    """bₙ, b_{i,n} or, in misère play, Bₙ."""
    member = _member if isinstance(rank, int) else _general_member
    return member(rules, "B" if rules.is_misere else "b", residue, rank)


def _member(rules: PairRules, letter: str, residue: int, rank: int | str) -> Expression:
    return Subscript(letter, rank) if rules.b == 1 else Subscript(letter, (residue, rank))


_general_member = lru_cache(maxsize=1024)(_member)
