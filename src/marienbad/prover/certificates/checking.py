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
from itertools import islice, product
from os import PathLike
from typing import NamedTuple

from marienbad.checker import (
    RULES,
    Automaton,
    Budget,
    Certificate,
    Rejected,
    Run,
    Statement,
    Unreadable,
    read,
)
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
    if not has_named_rules(certificate):
        raise Rejected("rules", certificate.game)
    return certificate.check(notice)


def has_named_rules(certificate: Certificate) -> bool:
    """Whether a text of rules that stands for a name means the moves of the file."""
    if not certificate.game.startswith(RULES):
        return True
    try:
        game = define(certificate.game)
        takes = [declared(take) for take in game.proved_takes]
        heaps, block = game.ruleset.heaps or 0, game.ruleset.memory.block
        return certificate.has_rules(heaps, game.is_misere, takes, block)
    except (InputError, Unreadable):  # no rules, or none that a certificate can have
        return False


class Error(NamedTuple):
    """A position of which an automaton says the opposite."""

    position: Run
    is_refused: bool
    """Whether it is refused, and has the value or is P in truth; else it is accepted."""
    value: int | None = None
    """The value of the automaton, where the certificate is one for a value above 0."""


def smallest_error(certificate: Certificate) -> Error | None:
    """The smallest position of which an automaton says the opposite.

    It is found by the definition alone, position by position, as far as :data:`LARGEST_SEARCHED`
    and :data:`MOST_TRIED` allow.
    """
    try:
        return _smallest_error(certificate, Budget(MOST_TRIED))
    except Unreadable:
        return None


def _smallest_error(certificate: Certificate, budget: Budget) -> Error | None:
    def leads(before: Run, after: Run) -> bool:
        budget.spend(1 + len(certificate.ways))
        return any(way.allows(before, after) for way in certificate.ways)

    found: list[list[Run]] = [[] for _ in certificate.levels]
    for position in _by_size(certificate.heaps):
        smaller = product(*(range(heap + 1) for heap in position))
        is_larger = True  # than the values so far
        for value, (level, known) in enumerate(zip(certificate.levels, found, strict=True)):
            reached = islice((one for one in known if leads(position, one)), certificate.block)
            has_value = is_larger and len([*reached]) < certificate.block
            if has_value and certificate.is_misere:
                has_value = any(leads(position, after) for after in smaller)
            if has_value != _accepts(certificate, level, position):
                return Error(position, has_value, value if certificate.value else None)
            if has_value:
                known.append(position)
                is_larger = False
    return None


def _by_size(heaps: int) -> Iterator[Run]:
    """Positions by their largest heap, a bounded number of them."""
    sizes = range(LARGEST_SEARCHED[heaps])
    return (p for size in sizes for p in product(range(size + 1), repeat=heaps) if max(p) == size)


def _accepts(certificate: Certificate, automaton: Automaton, position: Run) -> bool:
    """Whether an automaton accepts a position, each heap written greedily."""
    numeration = certificate.numeration
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
