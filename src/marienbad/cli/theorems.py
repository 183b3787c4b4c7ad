"""``marienbad theorem --all`` and ``prove --theorems``: all statements, decided for all numbers."""

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, get_args

from marienbad.cli.arguments import print_messages, speaker, terminal_width
from marienbad.cli.progress import counted
from marienbad.study.book.entry import Entry, Reason, entries
from marienbad.study.book.explanation import in_groups, in_short, result_of
from marienbad.text.numbers import decimal_text
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, Table, say

if TYPE_CHECKING:
    from marienbad.prover.logic.deciding import Decision
    from marienbad.prover.logic.statements import Kind, Statement

COLUMNS = ("statement", "where", "kind", "parameters", "result", "states", "seconds", "entry")
HELD: tuple["Kind", ...] = ("theorem", "instance", "definition", "lemma", "line")
NOT_HELD: tuple["Kind", ...] = ("printed", "line", "reading")
Decided = tuple["Statement", "Decision"]


def run(arguments: Namespace) -> int:
    """Decide every statement, print what was found, and return 1 where it is not as expected."""
    if find_spec("numpy") is None:
        raise InputError("prover.missing")
    from marienbad.prover.logic.statements import statements

    found = list(statements())
    decided = list(counted(((one, one.decide()) for one in found), len(found)))
    strange = [pair for pair in decided if not _is_expected(*pair)]
    if arguments.json:
        from json import dumps

        without = {entry.name: entry.undecided for entry in _without_verdict()}
        data = [_data(*pair, arguments.lang) for pair in decided]
        print(dumps({"statements": data, "without_verdict": without}, ensure_ascii=False))
    else:
        _write(decided, strange, arguments.lang)
    return 1 if strange else 0


def _write(decided: Sequence[Decided], strange: Sequence[Decided], lang: str) -> None:
    heads = tuple(say(f"theorems.column.{name}") for name in COLUMNS)
    groups = in_groups(decided, lambda pair: (pair[0].name, pair[1].holds))
    rows = tuple(_row(group, lang) for group in groups)
    print(Plain(lang).table(Table(heads, rows), terminal_width()), end="\n\n")
    for statement, _ in strange:
        unexpected = say(
            "theorems.unexpected",
            statement=say(f"theorems.{statement.name}"),
            where=statement.reference,
            parameters=in_short([dict(statement.parameters)]),
        )
        print_messages(lang, unexpected)
    if not strange:
        print_messages(lang, *_summary(decided), *_rest())


def _summary(decided: Sequence[Decided]) -> Iterator[Message]:
    """How many statements there are, in how many cases, and of which kinds."""
    kinds = {statement.name: statement.kind for statement, _ in decided}
    held = {statement.name for statement, decision in decided if decision.holds}
    yield say("theorems.summary", statements=len(kinds), cases=len(decided), held=len(held))
    number = Counter(kind for name, kind in kinds.items() if name in held)
    yield say("theorems.held", **{kind: number[kind] for kind in HELD})
    number = Counter(kind for name, kind in kinds.items() if name not in held)
    yield say("theorems.not_held", **{kind: number[kind] for kind in NOT_HELD})


def _rest() -> Iterator[Message]:
    """Which entries of the book have no verdict, and why."""
    without = _without_verdict()
    by_reason = [
        (reason, [e for e in without if e.undecided == reason])
        for reason in (None, *get_args(Reason))
    ]
    if not by_reason[0][1]:
        yield say("theorems.all_decided")
    for reason, found in by_reason:
        if found:
            names = Listing([entry.name for entry in found], "")
            if reason is None:
                yield say("theorems.left_open", entries=names)
            else:
                why = say(f"book.without.{reason}")
                yield say("theorems.without", why=why, entries=names)


def _without_verdict() -> list[Entry]:
    return [entry for entry in entries().values() if not entry.decided]


def _entries_of(name: str) -> list[str]:
    """The entries of the book that a statement belongs to."""
    known = entries().values()
    return [entry.name for entry in known if name in (*entry.decided, *entry.refuted)]


def _is_expected(statement: "Statement", decision: "Decision") -> bool:
    return decision.holds == (statement.correction is None)


def _row(group: Sequence[Decided], lang: str) -> tuple[str | int | Message, ...]:
    statement, decision = group[0]
    tenths = round(10 * sum(decision.seconds for _, decision in group))
    return (
        say(f"theorems.{statement.name}"),
        statement.reference,
        say(f"theorems.kind.{statement.kind}"),
        in_short([dict(statement.parameters) for statement, _ in group]),
        result_of(decision.holds, decision.counterexample),
        max(decision.states for _, decision in group),
        f"{decimal_text(tenths, 1, lang):>5}",
        ", ".join(_entries_of(statement.name)),
    )


def _data(statement: "Statement", decision: "Decision", lang: str) -> dict[str, Any]:
    return {
        "name": statement.name,
        "text": speaker(lang)(f"theorems.{statement.name}"),
        "reference": statement.reference,
        "entries": _entries_of(statement.name),
        "kind": statement.kind,
        "parameters": dict(statement.parameters),
        "correction": statement.correction,
        "formula": str(statement.formula),
        "holds": decision.holds,
        "counterexample": decision.counterexample,
        "states": decision.states,
        "seconds": round(decision.seconds, 3),
    }
