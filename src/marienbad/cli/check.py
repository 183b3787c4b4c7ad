"""``marienbad check``: a certificate accepted or rejected by the checker that stands alone."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import product

from marienbad.checker import Certificate, Rejected, Run, Unreadable, read
from marienbad.cli.arguments import Speaker, terminal_width
from marienbad.cli.progress import stages
from marienbad.games.catalogue import define
from marienbad.prover.certificates.certificate import declared, read_take
from marienbad.text.explanation import Listing, Message, say
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import InputError, quotable

LARGEST_SEARCHED = {1: 2500, 2: 50, 3: 13, 4: 7}
"""How far positions are tried, one after another, to find the smallest that is wrong."""


def configure(parser: ArgumentParser, say: Speaker) -> None:
    """Declare the arguments."""
    parser.description = say("check.help.about")
    parser.epilog = say("check.help.examples")
    parser.add_argument("file", metavar=say("cli.file"), help=say("check.help.file"))


def run(arguments: Namespace) -> int:
    """Check a file; return 0 if it is accepted, 1 if it is rejected."""
    writer, width = Plain(arguments.lang), terminal_width()
    try:
        told, status = _judged(read(arguments.file), arguments.lang)
    except Unreadable as problem:
        key = f"check.unreadable.{problem.key}"
        raise InputError(key, name=arguments.file, about=problem.about) from None
    for message in told:
        print(wrapped(writer.line(message), width))
    return status


def _judged(text: str, lang: str) -> tuple[list[Message], int]:
    """What is to be said of a certificate, and the exit status."""
    certificate = None
    try:
        certificate = Certificate(text)
        _check_rules(certificate)
        with stages(lang) as notice:
            certificate.check(lambda stage: notice(say(f"check.stage.{stage}")))
    except Rejected as problem:
        error = None if certificate is None else smallest_error(certificate)
        return [*_rejected(problem, error)], 1
    return [*_accepted(certificate)], 0


def _check_rules(certificate: Certificate) -> None:
    """A file that names a game must have the moves of that game."""
    try:
        game = define(certificate.game)
    except ValueError:
        return  # a name that says nothing; the moves are printed
    same = [declared(take) for take in game.ruleset.takes] == certificate.takes
    heaps = game.ruleset.heaps in (None, certificate.heaps)
    if not (same and heaps and game.is_misere == certificate.is_misere):
        raise Rejected("rules", game.name)


def _accepted(certificate: Certificate) -> Iterator[Message]:
    weights = [certificate.numeration.weight(place) for place in range(8)]
    yield say(
        "check.accepted",
        game=quotable(certificate.game),
        states=len(certificate.positions.table),
        weights=Listing(weights, ""),
    )
    takes = [quotable(str(read_take(take))) for take in certificate.takes]
    key = "check.moves.misere" if certificate.is_misere else "check.moves.normal"
    yield say(key, heaps=certificate.heaps, moves="; ".join(map(str, takes)))


def _rejected(problem: Rejected, error: tuple[Run, bool] | None) -> Iterator[Message]:
    key = f"check.rejected.{problem.key}"
    if problem.position is None:
        yield say(key, about=quotable(problem.about))
    else:
        yield say(key, about=quotable(problem.about), position=problem.position)
    if error is not None:
        yield say("check.error.p" if error[1] else "check.error.n", position=error[0])


def smallest_error(certificate: Certificate) -> tuple[Run, bool] | None:
    """The smallest position of which the automaton says the opposite, and whether it is P.

    It is found by the definition alone, position by position, as far as :data:`LARGEST_SEARCHED`.
    """
    left: list[Run] = []
    for position in _by_size(certificate.heaps):
        smaller = product(*(range(heap + 1) for heap in position))
        is_p = not any(_leads(certificate, position, after) for after in left)
        if is_p and certificate.is_misere:
            is_p = any(_leads(certificate, position, after) for after in smaller)
        if is_p != _accepts(certificate, position):
            return position, is_p
        if is_p:
            left.append(position)
    return None


def _by_size(heaps: int) -> Iterator[Run]:
    """Positions by their largest heap, a bounded number of them."""
    sizes = range(LARGEST_SEARCHED[heaps])
    return (p for size in sizes for p in product(range(size + 1), repeat=heaps) if max(p) == size)


def _leads(certificate: Certificate, before: Run, after: Run) -> bool:
    return any(way.allows(before, after) for way in certificate.ways)


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
