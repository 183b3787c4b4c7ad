"""Games that users make: a text of rules is a game like any other.

The name of such a game is ``rules:`` and its text in canonical form, statements separated by ``;``.

>>> define_rules("heaps 2\\ntake n  from one\\ntake n,n from two # Wythoff").name
'rules:heaps 2; take n from one; take n, n from two'
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from marienbad.games.blocking import Blocking
from marienbad.games.catalogue import FAMILIES, RULES
from marienbad.games.declaration import Take
from marienbad.games.definition import Convention, Definition
from marienbad.games.expressions import Number, Operation
from marienbad.games.language.grammar import read
from marienbad.games.language.keywords import PREVIOUS, SPLIT, in_each_language, word
from marienbad.games.language.program import Program
from marienbad.games.language.takes import memory_of, takes_of
from marienbad.games.language.tokens import LENGTH, Place, RuleError
from marienbad.games.memory import NOTHING, LastTake, Memory, Order
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Move, Position
from marienbad.numeration.integers import digits_of
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, Wording, say

PREFIX = "rules:"

STARTS = {1: (21,), 2: (7, 11), 3: (3, 5, 7), 4: (1, 3, 5, 7)}
"""The usual start, by the number of heaps; of more it is 1, 2, 3, …"""
SMALL_STARTS = {1: (20,), 2: (7, 9)}
"""The same where there is more to a position than its heaps: of more than four heaps, besides four
of them the others hold one each."""


class WrittenRules(Ruleset):
    """The rules of a text: how many heaps, what they remember, and the ways to take it declares.

    >>> rules = define_rules("heaps 1; take n from one where n in {1, 3, 4}").ruleset
    >>> list(rules.moves((3,)))
    [(1,), (3,)]
    """

    heap_count: int | None
    """``None`` where heaps can be parted."""
    declared: tuple[Take, ...]
    remembered: Memory | None = None

    @property
    def heaps(self) -> int | None:
        return self.heap_count

    @property
    def memory(self) -> Memory:
        return NOTHING if self.remembered is None else self.remembered

    @property
    def takes(self) -> tuple[Take, ...]:
        return self.declared

    def moves(self, position: Position) -> Iterator[Move]:
        """Every legal move once, though several ways to take may allow it."""
        seen: set[Move] = set()
        for move in super().moves(position):
            if move not in seen:
                seen.add(move)
                yield move


def define_rules(text: str) -> Definition:
    """The game of a text of rules, or an error that points at what is wrong."""
    return definition_of(read(text))


def rules_text(game: Definition, lang: str = "en", heaps: int | None = None) -> str | None:
    """The rules of a game as a text in a language, each statement on a line of its own.

    Where any number of heaps will do, as many as are asked for or as the usual start has. ``None``
    where the language cannot say it: there are too many heaps, or its numbers are too large.

    >>> from marienbad.games.catalogue import define
    >>> print(rules_text(define("marienbad"), "fr", 3))
    tas 3
    prendre n dans un
    le dernier perd
    <BLANKLINE>
    """
    if game.family.reader is not None:
        text = game.name.removeprefix(PREFIX)
    elif game.family.statements is not None:
        count = game.ruleset.heaps or heaps or len(game.start)
        ending = "; last loses" * game.is_misere
        text = f"heaps {count}; {game.family.statements(game.ruleset, count)}{ending}"
    else:
        return None
    try:
        return _lines_of(text, lang)
    except RuleError:
        return None


@lru_cache(maxsize=256)
def _lines_of(text: str, lang: str) -> str:
    """A text in a language; whatever game is named is compared with the same few known ones."""
    return read(text).written(lang, "\n") + "\n"


def definition_of(program: Program) -> Definition:
    """The game of a text that was read."""
    canonical = str(program)
    if len(canonical) > LENGTH:  # it is the name of the game, to be read again
        raise RuleError(Place(), say("rules.too_long", length=len(canonical), most=LENGTH))
    heaps = None if program.parts_heaps else program.heaps
    ruleset = WrittenRules(heaps, takes_of(program), memory_of(program))
    return Definition(
        name=PREFIX + canonical,
        family=RULES,
        ruleset=ruleset,
        convention=Convention.MISERE if program.last_loses else Convention.NORMAL,
        start=_start(program.heaps, ruleset),
        title=_title(program),
        rule=_rule(program, ruleset.memory),
        piece=say("games.piece.own"),
        nouns=RULES.nouns,
        references=(),
    )


def _start(heaps: int, ruleset: WrittenRules) -> Position:
    """The usual start, smaller where much can follow from it.

    >>> _start(6, define_rules("heaps 6; call heap; take n from one").ruleset)
    (1, 1, 1, 3, 5, 7)
    """
    if ruleset.is_plain or ruleset.memory.block > 1:
        return STARTS.get(heaps, tuple(range(1, heaps + 1)))
    return SMALL_STARTS.get(heaps) or (1,) * (heaps - 4) + STARTS[min(heaps, 4)]


def _rule(program: Program, memory: Memory) -> Message:
    """The rules in a sentence: what may be taken, what else counts, and who wins."""
    order = "_order" if isinstance(memory, Order) else ""
    ending = say(f"games.ending{order}{'_misere' if program.last_loses else ''}")
    ways: list[Wording | Message] = [in_each_language(way.written) for way in program.ways]
    if program.memory is not None:
        key = program.memory.keyword.replace(" ", "_")
        parties = Listing(tuple(program.memory.parties), "")
        ways.insert(0, say(f"games.rules.{key}", parties=parties))
    if program.octal is not None:
        ways.append(say("games.rules.octal"))
    for terminal in program.terminals:
        condition = in_each_language(terminal.condition.written)
        ways.append(say("games.rules.terminal", condition=condition))
    if isinstance(memory, Blocking):
        ways.append(say("games.rules.block", most=memory.most))
    if isinstance(memory, LastTake):
        ways.insert(0, say("games.rules.last", last=_shown(PREVIOUS)))
    if any(take.split for take in program.takes):
        ways.insert(0, say("games.rules.split", split=_shown(SPLIT)))
    return say(
        "games.rules.rule_with" if program.numbers else "games.rules.rule",
        ways=Listing(tuple(ways), ";"),
        numbers=in_each_language(program.named),
        ending=ending,
    )


def _shown(keyword: str) -> Wording:
    return in_each_language(lambda lang: word(keyword, lang))


def _title(program: Program) -> Message:
    """What the game is called: as the known game whose rules these are, where there is one.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(define_rules("heaps 2; take n from one; take n, n from two").title)
    'Wythoff’s game'
    """
    known = known_game(program)
    return say("games.rules.title") if known is None else known.title


def known_game(program: Program) -> Definition | None:
    """The game of the catalogue whose rules these are, where there is one.

    >>> game = known_game(read("heaps 2; take n from one; last loses"))
    >>> None if game is None else game.name
    'marienbad'
    """
    text, given = program.written(separator="\n") + "\n", _given(program)
    for family in FAMILIES:
        if family.statements is not None:
            with suppress(InputError):  # values that there are not, or that do not go together
                values = {
                    parameter.name: parameter.value_of("", given[parameter.name])
                    for parameter in family.parameters
                    if parameter.name in given
                }
                game = family.game(values, program.last_loses)
                if rules_text(game, heaps=program.heaps) == text:
                    return game
    return None


def _given(program: Program) -> dict[str, str]:
    """What the parameters of a known game would have to be, if these are its rules.

    >>> _given(read("heaps 1; order A B B; take n from one where n in {1, 3}"))
    {'k': '1', 'heaps': '1', 'order': 'ABB', 'take': '1.3'}
    """
    given = {"k": str(len(program.takes))}  # Moore's k is the number of takes, and has no name
    for name, number in program.numbers:
        if isinstance(number.expression, Number):
            given[name] = digits_of(number.expression.value)
    given["heaps"] = str(program.heaps)
    if program.octal is not None:
        given["code"] = f"0.{program.octal.digits}"
    if program.memory is not None:
        given["order"] = program.memory.parties
    for take in program.takes:
        if take.where is not None and isinstance(take.where.expression, Operation):
            members = take.where.expression.operands[1:]
            numbers = [member.value for member in members if isinstance(member, Number)]
            given["take"] = ".".join(map(digits_of, numbers))
    return given
