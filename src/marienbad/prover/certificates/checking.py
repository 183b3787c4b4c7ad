"""Certificates checked: that the proof holds, and that its moves are those of the game it names.

>>> from tempfile import TemporaryDirectory
>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.games.proof import prove
>>> with TemporaryDirectory() as folder:
...     prove(define("wythoff")).write(f"{folder}/wythoff.json")
...     check(f"{folder}/wythoff.json").game
'wythoff'
"""

from collections.abc import Callable, Iterator
from itertools import product
from os import PathLike

from marienbad.checker import RULES, Budget, Certificate, Rejected, Run, Statement, Unreadable, read
from marienbad.games.catalogue import define
from marienbad.prover.certificates.writing import declared
from marienbad.text.problems import InputError

LARGEST_SEARCHED = {1: 2500, 2: 50, 3: 13, 4: 7}
"""How far positions are tried, one after another, to find the smallest that is wrong."""
MOST_TRIED = 2_000_000
"""How many moves are tried for that at most."""


def check(file: str | PathLike[str]) -> Certificate:
    """The certificate that a file holds, if it is right for heaps of every size.

    Otherwise :class:`~marienbad.checker.Rejected` says what is wrong with it, or
    :class:`~marienbad.checker.Unreadable` that it is no certificate; both are ``ValueError``.
    """
    certificate = Certificate(read(str(file)))
    accept(certificate)
    return certificate


def accept(certificate: Certificate, notice: Callable[[str], None] = lambda _: None) -> Statement:
    """What a certificate shows, or :class:`~marienbad.checker.Rejected`."""
    if certificate.game.startswith(RULES) and not _has_named_rules(certificate):
        raise Rejected("rules", certificate.game)
    return certificate.check(notice)


def _has_named_rules(certificate: Certificate) -> bool:
    """Whether the text of rules that stands for a name means the moves of the file."""
    try:
        game = define(certificate.game)
        takes = [declared(take) for take in game.box_takes]
        return certificate.has_rules(game.ruleset.heaps or 0, game.is_misere, takes)
    except (InputError, Unreadable):  # no rules, or none that a certificate can have
        return False


def smallest_error(certificate: Certificate) -> tuple[Run, bool] | None:
    """The smallest position of which the automaton says the opposite, and whether it is P.

    It is found by the definition alone, position by position, as far as :data:`LARGEST_SEARCHED`
    and :data:`MOST_TRIED` allow.
    """
    try:
        return _smallest_error(certificate, Budget(MOST_TRIED))
    except Unreadable:
        return None


def _smallest_error(certificate: Certificate, budget: Budget) -> tuple[Run, bool] | None:
    def leads(before: Run, after: Run) -> bool:
        budget.spend(1 + len(certificate.ways))
        return any(way.allows(before, after) for way in certificate.ways)

    left: list[Run] = []
    for position in _by_size(certificate.heaps):
        smaller = product(*(range(heap + 1) for heap in position))
        is_p = not any(leads(position, after) for after in left)
        if is_p and certificate.is_misere:
            is_p = any(leads(position, after) for after in smaller)
        if is_p != _accepts(certificate, position):
            return position, is_p
        if is_p:
            left.append(position)
    return None


def _by_size(heaps: int) -> Iterator[Run]:
    """Positions by their largest heap, a bounded number of them."""
    sizes = range(LARGEST_SEARCHED[heaps])
    return (p for size in sizes for p in product(range(size + 1), repeat=heaps) if max(p) == size)


def _accepts(certificate: Certificate, position: Run) -> bool:
    """Whether the automaton accepts a position, each heap written greedily."""
    numeration, automaton = certificate.numeration, certificate.positions
    length = numeration.period
    while numeration.weight(length) <= max(position):
        length += numeration.period
    rest, state = list(position), automaton.start
    for place in reversed(range(length)):
        letter = 0
        for heap, number in enumerate(rest):
            digit, rest[heap] = divmod(number, numeration.weight(place))
            letter = letter * numeration.base + digit
        state = automaton.table[state][letter]
    return automaton.accepting[state]
