"""``marienbad check``: a certificate accepted or rejected by the checker that stands alone."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from marienbad.checker import Certificate, Rejected, Run, Statement, Unreadable, read
from marienbad.cli.arguments import Speaker, print_messages
from marienbad.cli.progress import stages
from marienbad.games.language.keywords import worded
from marienbad.prover.certificates.checking import accept, smallest_error
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Listing, Message, Value, say


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("check.help.about")
    parser.epilog = speak("check.help.examples")
    parser.add_argument("file", metavar=speak("cli.file"), help=speak("check.help.file"))


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
            statement = accept(certificate, lambda stage: notice(say(f"check.stage.{stage}")))
    except Rejected as problem:
        error = smallest_error(certificate) if certificate and problem.key != "rules" else None
        return [*_rejected(problem, error)], 1
    return [*_accepted(certificate, statement)], 0


def _accepted(certificate: Certificate, statement: Statement) -> Iterator[Message]:
    """The statement in the reader's language; moves are written as rules are, never shortened."""
    game: Value = say("check.these_rules")
    if statement.name:
        game = statement.name
    elif statement.label:
        game = say("check.called", name=statement.label)
    yield say(
        "check.accepted",
        game=game,
        states=len(certificate.positions.table),
        weights=Listing([certificate.numeration.weight(place) for place in range(8)], ""),
    )
    key = "check.moves.misere" if statement.is_misere else "check.moves.normal"
    moves = worded("; ".join(statement.moves))
    yield say(key, heaps=statement.heaps, moves=moves)
    if not statement.positions:
        yield say("check.positions.none")
    elif statement.is_complete:
        yield say("check.positions.all", positions=Listing(statement.positions))
    else:
        yield say("check.positions.first", positions=Listing(statement.positions, ""))
    yield say("check.digest", digest=statement.digest)


def _rejected(problem: Rejected, error: tuple[Run, bool] | None) -> Iterator[Message]:
    position = {} if problem.position is None else {"position": problem.position}
    yield say(f"check.rejected.{problem.key}", about=quotable(problem.about), **position)
    if error is not None:
        yield say("check.error.p" if error[1] else "check.error.n", position=error[0])
