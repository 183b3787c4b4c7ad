"""How many starts of Wythoff's family are lost: those with an empty heap, and the formula."""

from marienbad.games.definition import Definition
from marienbad.text.mathematics import Approximation
from marienbad.text.sentences import Block, say
from marienbad.theories.wythoff.pairs import PairRules
from marienbad.theories.wythoff.slopes import slope, surd_written

PLACES = 6


def empty_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the lost starts (0, y) and (x, 0).

    Normal play leaves (0, 0), …, (0, b − 1); misère play (0, 1), and with b > 1 (0, b) to
    (0, 2b − 1).

    >>> from marienbad.games.catalogue import define
    >>> empty_starts(define("wythoff:b=3"), 9), empty_starts(define("wythoff:misere"), 9)
    (5, 2)
    """
    rules = PairRules.of(game)
    if rules.is_misere:
        return 2 * min(max(size - rules.b, 0), rules.b)
    return 1 + 2 * (min(rules.b, size) - 1)


def told(game: Definition, _size: int, _heaps: int = 2) -> list[Block]:
    """Say how the pairs below a size are counted, and what the share tends to: 2b/β over N."""
    rules = PairRules.of(game)
    a, b, k = rules.a, rules.b, rules.step
    beta = slope(k) + k
    shown = surd_written(beta)
    if rules.is_misere and a == 2:
        counted = [say("chance.wythoff.misere_odd", beta=shown)]
    elif rules.is_misere and a > 1:
        counted = [say("chance.wythoff.misere", a=a, shift=a - 2, beta=shown)]
    elif b > 1 and a == 1:
        counted = [say("chance.wythoff.families_alone", k=k, beta=shown)]
    elif b > 1:
        counted = [say("chance.wythoff.families", k=k, b=b, shift=a - 1, a=a, beta=shown)]
    else:
        counted = [say("chance.wythoff.alone", beta=shown)]
    if rules.is_misere and a == 1:
        counted.append(say("chance.wythoff.exceptions"))
    limit = beta.reciprocal().times(2 * b)
    share = Approximation(limit.scaled(PLACES), PLACES)
    return [*counted, say("chance.wythoff.growth", double=2 * b, limit=share)]
