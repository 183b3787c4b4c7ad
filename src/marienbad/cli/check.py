"""``marienbad check``: certificates accepted or rejected by the checker that stands alone."""

import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

from marienbad.checker import Certificate, Rejected, Statement, Unreadable, read
from marienbad.cli.arguments import Speaker, print_messages
from marienbad.cli.cluster import add_cluster, cluster_of
from marienbad.cli.progress import counted, stages
from marienbad.games.language.keywords import worded
from marienbad.prover.certificates import verified
from marienbad.prover.certificates.checking import Error, accept, has_named_rules, smallest_error
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Listing, Message, Value, say

COUNTED = ("length", "list", "integer", "table", "letters", "work")
"""The reasons that are about a number, or about a range of numbers."""


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("check.help.about")
    parser.epilog = speak("check.help.examples")
    parser.add_argument(
        "files", nargs="+", metavar=speak("cli.file"), help=speak("check.help.file")
    )
    parser.add_argument("--verified", action="store_true", help=speak("check.help.verified"))
    add_cluster(parser, speak)


def run(arguments: Namespace) -> int:
    """Check files; return 0 if all are accepted, 1 if one is rejected, 2 if one is none."""
    if len(arguments.files) > 1 or arguments.cluster:
        return _check_all(arguments)
    name = arguments.files[0]
    with stages(arguments.lang) as notice:
        try:
            text, judge = read(name), partial(_verified, name) if arguments.verified else _judged
            messages, status = judge(text, lambda s: notice(say(f"check.stage.{s}")))
        except Unreadable as problem:
            raise _complaint(name, problem) from None
    print_messages(arguments.lang, *messages)
    return status


def _check_all(arguments: Namespace) -> int:
    """Check several files, each by a process or a worker, and tell of them in their order."""
    from marienbad.solver.parallel import Executor, in_order, parallel_map

    names = list(dict.fromkeys(arguments.files))
    executor = Executor(os.cpu_count() or 1, arguments.cluster, **cluster_of(arguments))
    items, known = [], {}
    for name in names:
        try:
            items.append((name, read(name), arguments.verified))
        except Unreadable as problem:
            known[name] = [_complaint(name, problem).message], 2
    answers = ((name, answer) for (name, *_), answer in parallel_map(_answer, items, executor))
    judged = in_order(chain(known.items(), answers), names)
    statuses = [0]
    for name, (messages, status) in zip(names, counted(judged, len(names)), strict=True):
        print(name)
        print_messages(arguments.lang, *messages)
        print()
        statuses.append(status)
    return max(statuses)


def _answer(item: tuple[str, str, bool]) -> tuple[list[Message], int]:
    """What is to be said of a file, wherever this runs; 2 if it is no certificate."""
    name, text, is_verified = item
    try:
        if is_verified:
            return _verified(name, text, lambda _: None)
        return _judged(text, lambda _: None)
    except Unreadable as problem:
        return [_complaint(name, problem).message], 2
    except InputError as problem:
        return [problem.message], 2


def _complaint(name: str, problem: Unreadable) -> InputError:
    about = _about(problem) if problem.key in COUNTED else problem.about
    return InputError(f"check.unreadable.{problem.key}", name=name, about=about)


def _about(problem: Unreadable) -> Value:
    """A number, or a range of numbers, written as the reader's language writes them."""
    if found := re.fullmatch("(-?[0-9]+)-(-?[0-9]+)", problem.about):
        return say("check.range", low=int(found[1]), high=int(found[2]))
    return int(problem.about) if problem.about.isdecimal() else problem.about


def _judged(text: str, notice: Callable[[str], None]) -> tuple[list[Message], int]:
    """What is to be said of a certificate, and the exit status."""
    certificate = None
    try:
        certificate = Certificate(text)
        statement = accept(certificate, notice)
    except Rejected as problem:
        error = smallest_error(certificate) if certificate and problem.key != "rules" else None
        return [*_rejected(problem, error)], 1
    return [*_accepted(certificate, statement)], 0


def _verified(name: str, text: str, notice: Callable[[str], None]) -> tuple[list[Message], int]:
    """The same by the program that is proved; whatever it rejects is explained by the other."""
    said = verified.answer(name, text)
    if said.status == verified.UNREADABLE:
        raise verified.unreadable(said)
    if said.status == verified.REJECTED:
        reasons, status = _judged(text, notice)
        if status == verified.ACCEPTED:
            reasons = [say("check.verified.otherwise")]
        return [say("check.verified.rejected"), *reasons], verified.REJECTED
    certificate = Certificate(text)
    statement = verified.statement(name, certificate, said)
    if not has_named_rules(certificate):
        return [*_rejected(Rejected("rules", certificate.game), None)], verified.REJECTED
    return [say("check.verified.accepted"), *_accepted(certificate, statement)], verified.ACCEPTED


def _accepted(certificate: Certificate, statement: Statement) -> Iterator[Message]:
    """The statement in the reader's language; moves are written as rules are, never shortened."""
    game: Value = say("check.these_rules")
    if statement.name:
        game = statement.name
    elif statement.label:
        game = say("check.called", name=statement.label)
    value = {"value": statement.value} if statement.value else {}
    yield say(
        "values.check.accepted" if value else "check.accepted",
        game=game,
        states=len(certificate.positions.table),
        weights=Listing([certificate.numeration.weight(place) for place in range(8)], ""),
        **value,
    )
    key = "check.moves.misere" if statement.is_misere else "check.moves.normal"
    moves = Listing([*map(worded, statement.moves)], ";")
    yield say(key, heaps=statement.heaps, moves=moves)
    if statement.block > 1:
        yield say("check.block", block=statement.block, most=statement.block - 1)
    count = "none" if not statement.positions else "all" if statement.is_complete else "first"
    positions = Listing(statement.positions, "and" if statement.is_complete else "")
    key = f"values.check.{count}" if value else f"check.positions.{count}"
    yield say(key, positions=positions, **value)
    yield say("check.digest", digest=statement.digest)


def _rejected(problem: Rejected, error: Error | None) -> Iterator[Message]:
    position = {} if problem.position is None else {"position": problem.position}
    yield say(f"check.rejected.{problem.key}", about=quotable(problem.about), **position)
    if error is None:
        return
    if error.value is None:
        yield say("check.error.p" if error.is_refused else "check.error.n", position=error.position)
    else:
        key = "values.check.refused" if error.is_refused else "values.check.wrong"
        yield say(key, position=error.position, value=error.value)
