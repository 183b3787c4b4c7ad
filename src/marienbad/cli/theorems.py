"""``marienbad prove --theorems``: the statements of the thesis, decided for all numbers."""

from argparse import Namespace
from collections import Counter
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
    from marienbad.prover.logic.statements import Kind, Statement

COLUMNS = ("statement", "where", "kind", "parameters", "result", "states", "seconds")
HELD: tuple["Kind", ...] = ("theorem", "instance", "definition", "lemma", "line")
NOT_HELD: tuple["Kind", ...] = ("printed", "line", "reading")
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
            parameters=_cases([statement]),
        )
        print_messages(lang, unexpected)
    if not strange:
        print_messages(lang, *_summary(decided))


def _summary(decided: Sequence[Decided]) -> Iterator[Message]:
    """How many statements there are, in how many cases, and of which kinds."""
    kinds = {statement.name: statement.kind for statement, _ in decided}
    held = {statement.name for statement, decision in decided if decision.holds}
    yield say("theorems.summary", statements=len(kinds), cases=len(decided), held=len(held))
    number = Counter(kind for name, kind in kinds.items() if name in held)
    yield say("theorems.held", **{kind: number[kind] for kind in HELD})
    number = Counter(kind for name, kind in kinds.items() if name not in held)
    yield say("theorems.not_held", **{kind: number[kind] for kind in NOT_HELD})


def _is_expected(statement: "Statement", decision: "Decision") -> bool:
    return decision.holds == (statement.correction is None)


def _groups(decided: Sequence[Decided]) -> Iterator[list[Decided]]:
    """What is proved for several parameters stands in one row, what is refuted in its own."""
    for _, found in groupby(decided, key=lambda pair: (pair[0].name, pair[1].holds)):
        group = list(found)
        yield from [group] if group[0][1].holds else [[pair] for pair in group]


def _row(group: Sequence[Decided], lang: str) -> tuple[str | int | Message, ...]:
    statement, decision = group[0]
    tenths = round(10 * sum(decision.seconds for _, decision in group))
    return (
        say(f"theorems.{statement.name}"),
        statement.reference,
        say(f"theorems.kind.{statement.kind}"),
        _cases([statement for statement, _ in group]),
        _result(decision),
        max(decision.states for _, decision in group),
        f"{decimal_text(tenths, 1, lang):>5}",
    )


def _cases(group: Sequence["Statement"]) -> str:
    """The parameters of some statements, all of them: a,b or, where it has one, r.

    >>> from marienbad.prover.logic.statements import statements
    >>> _cases(list(statements("recurrence"))), _cases(list(statements("large_iterated")))
    ('1–5,1 1,2–4 2,2–3 3,2', 'r = 1–4')
    """
    known = [dict(statement.parameters) for statement in group]
    if "r" in known[0]:
        return f"r = {_run([values['r'] for values in known])}"
    pairs = [(values["a"], values["b"]) for values in known]
    first = [a for a, b in pairs if b == 1]
    others = groupby((pair for pair in pairs if pair[1] > 1), key=lambda pair: pair[0])
    rows = [f"{a},{_run([b for _, b in row])}" for a, row in others]
    return " ".join([f"{_run(first)},1", *rows] if first else rows)


def _run(numbers: list[int]) -> str:
    """Numbers one after another, which must be consecutive."""
    first, last = numbers[0], numbers[-1]
    if numbers != list(range(first, last + 1)):
        raise ValueError(f"expected consecutive numbers, got {numbers}")
    return str(first) if first == last else f"{first}–{last}"


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
        "kind": statement.kind,
        "parameters": dict(statement.parameters),
        "correction": statement.correction,
        "formula": str(statement.formula),
        "holds": decision.holds,
        "counterexample": decision.counterexample,
        "states": decision.states,
        "seconds": round(decision.seconds, 3),
    }
