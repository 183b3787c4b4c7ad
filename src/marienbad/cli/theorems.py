"""``marienbad prove --theorems``: the statements of the thesis, decided for all numbers."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from marienbad.cli.arguments import print_messages, speaker, terminal_width
from marienbad.cli.progress import counted
from marienbad.text.numbers import decimal_text
from marienbad.text.plain import Plain
from marienbad.text.sentences import Message, Table, say

if TYPE_CHECKING:
    from marienbad.prover.logic.deciding import Decision
    from marienbad.prover.logic.statements import Statement

COLUMNS = ("statement", "where", "parameters", "result", "states", "seconds")
Decided = tuple["Statement", "Decision"]


def run(arguments: Namespace) -> int:
    """Decide every statement, print what was found, and return 1 where it is not as expected."""
    from marienbad.prover.logic.statements import statements

    found = list(statements())
    decided = list(counted(((one, one.decide()) for one in found), len(found)))
    strange = [pair for pair in decided if not _is_expected(*pair)]
    if arguments.json:
        from json import dumps

        print(dumps([_data(*pair, arguments.lang) for pair in decided], ensure_ascii=False))
    else:
        _write(decided, strange, arguments.lang)
    return 1 if strange else 0


def _write(decided: Sequence[Decided], strange: Sequence[Decided], lang: str) -> None:
    heads = tuple(say(f"theorems.column.{name}") for name in COLUMNS)
    rows = tuple(_row(group, lang) for group in _groups(decided))
    print(Plain(lang).table(Table(heads, rows), terminal_width()), end="\n\n")
    for statement, _ in strange:
        unexpected = say(
            "theorems.unexpected",
            statement=say(f"theorems.{statement.name}"),
            where=statement.reference,
            parameters=_case(statement),
        )
        print_messages(lang, unexpected)
    if not strange:
        refuted = sum(not decision.holds for _, decision in decided)
        numbers = {"proved": len(decided) - refuted, "refuted": refuted}
        print_messages(lang, say("theorems.summary", **numbers))


def _is_expected(statement: "Statement", decision: "Decision") -> bool:
    return decision.holds == (statement.correction is None)


def _groups(decided: Sequence[Decided]) -> Iterator[list[Decided]]:
    """What is proved for several parameters stands in one row, what is refuted in its own."""
    for _, found in groupby(decided, key=lambda pair: (pair[0].name, pair[1].holds)):
        group = list(found)
        yield from [group] if group[0][1].holds else [[pair] for pair in group]


def _row(group: Sequence[Decided], lang: str) -> tuple[str | int | Message, ...]:
    statement, decision = group[0]
    cases = [_case(statement) for statement, _ in group]
    tenths = round(10 * sum(decision.seconds for _, decision in group))
    return (
        say(f"theorems.{statement.name}"),
        statement.reference,
        " … ".join(cases[:: max(1, len(cases) - 1)]),
        _result(decision),
        max(decision.states for _, decision in group),
        f"{decimal_text(tenths, 1, lang):>5}",
    )


def _case(statement: "Statement") -> str:
    known = dict(statement.parameters)
    return f"r = {known['r']}" if "r" in known else f"{known['a']},{known['b']}"


def _result(decision: "Decision") -> Message:
    if decision.holds:
        return say("theorems.proved")
    if decision.counterexample is None:
        return say("theorems.false")
    values = ", ".join(f"{name} = {value}" for name, value in decision.counterexample.items())
    return say("theorems.refuted", values=values)


def _data(statement: "Statement", decision: "Decision", lang: str) -> dict[str, Any]:
    return {
        "name": statement.name,
        "text": speaker(lang)(f"theorems.{statement.name}"),
        "reference": statement.reference,
        "parameters": dict(statement.parameters),
        "correction": statement.correction,
        "formula": str(statement.formula),
        "holds": decision.holds,
        "counterexample": decision.counterexample,
        "states": decision.states,
        "seconds": round(decision.seconds, 3),
    }
