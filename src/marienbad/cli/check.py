"""``marienbad check``: a certificate accepted or rejected by the checker that stands alone."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from marienbad.checker import Certificate, Rejected, Run, Unreadable, read
from marienbad.cli.arguments import Speaker, print_messages
from marienbad.cli.progress import stages
from marienbad.prover.certificates.checking import accept, smallest_error
from marienbad.prover.certificates.writing import read_take
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Listing, Message, say


def configure(parser: ArgumentParser, say: Speaker) -> None:
    parser.description = say("check.help.about")
    parser.epilog = say("check.help.examples")
    parser.add_argument("file", metavar=say("cli.file"), help=say("check.help.file"))


def run(arguments: Namespace) -> int:
    """Check a file; return 0 if it is accepted, 1 if it is rejected."""
    try:
        messages, status = _judged(read(arguments.file), arguments.lang)
    except Unreadable as problem:
        key = f"check.unreadable.{problem.key}"
        raise InputError(key, name=arguments.file, about=problem.about) from None
    print_messages(arguments.lang, *messages)
    return status


def _judged(text: str, lang: str) -> tuple[list[Message], int]:
    """What is to be said of a certificate, and the exit status."""
    certificate = None
    try:
        certificate = Certificate(text)
        with stages(lang) as notice:
            accept(certificate, lambda stage: notice(say(f"check.stage.{stage}")))
    except Rejected as problem:
        error = None if certificate is None else smallest_error(certificate)
        return [*_rejected(problem, error)], 1
    return [*_accepted(certificate)], 0


def _accepted(certificate: Certificate) -> Iterator[Message]:
    weights = [certificate.numeration.weight(place) for place in range(8)]
    yield say(
        "check.accepted",
        game=quotable(certificate.game),
        states=len(certificate.positions.table),
        weights=Listing(weights, ""),
    )
    takes = "; ".join(str(quotable(str(read_take(take)))) for take in certificate.takes)
    key = "check.moves.misere" if certificate.is_misere else "check.moves.normal"
    yield say(key, heaps=certificate.heaps, moves=takes)


def _rejected(problem: Rejected, error: tuple[Run, bool] | None) -> Iterator[Message]:
    position = {} if problem.position is None else {"position": problem.position}
    yield say(f"check.rejected.{problem.key}", about=quotable(problem.about), **position)
    if error is not None:
        yield say("check.error.p" if error[1] else "check.error.n", position=error[0])
