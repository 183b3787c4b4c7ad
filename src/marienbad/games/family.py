"""A family: one value with all that is particular to a kind of game; everything else asks it.

Theories, counts and tables of its games are those of the same name in
:mod:`marienbad.theories.known`.

The words of a family stand in the catalogue of its name: ``nim.family`` is what the kind of game is
called, ``nim.game.title`` (and ``title_misere``), ``nim.game.rule`` and ``nim.game.piece`` describe
a game, ``nim.theory.binary`` names a theory; ``nim.game.history`` (and ``history_misere``), which
may be absent, says who thought of it. Where there are parameters, ``wythoff.game.ab.title``
is the title where both a and b differ from their usual value, ``wythoff.game.plain.title`` where
none does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import Any, Literal

from marienbad.games.definition import Convention, Definition
from marienbad.games.parameters import Code, Parameter
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Position
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say
from marienbad.values import Record

MISERE = "misere"


class Family(Record):
    """All that is particular to a kind of game."""

    name: str
    """How its games are written, before the colon."""
    rules: Callable[..., Ruleset]
    """The ruleset of the values of the parameters."""
    start: Position | Callable[[Any], Position]
    """The usual start, or a function of the ruleset."""
    nouns: tuple[str, str]
    """What it is played with: (a heap, an object), ("row", "match") or ("heap", "token")."""
    piece: Literal["rook", "queen"]
    """The chess piece that moves as the game with two heaps does, more or less."""
    references: tuple[str, ...] | Callable[[Any, bool], tuple[str, ...]]
    """Where its games come from; or a function of the rules and whether the last to move loses."""
    examples: tuple[str, ...]
    """Games that the page offers, and that are verified where none is named."""
    parameters: tuple[Parameter | Code, ...] = ()
    """In the order in which they are written."""
    nicknames: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = ()
    """Names of games with certain values, which are written so: ``kayles`` for ``octal:0.77``.
    Their words stand under the nickname in place of the parameters."""
    quantities: tuple[str, ...] = ()
    """Properties of the ruleset that its words name, beside the parameters."""
    misere_name: str | None = None
    """The name of the misère game, where it has one of its own."""
    misere_start: Position | None = None
    is_usually_misere: bool = False
    ending: str = "games.ending"
    """The key of who wins, in the rule; ``_misere`` is added to it."""
    theories: tuple[str, ...] = ()
    """The names of the theories, the default first; :mod:`marienbad.theories.known` has them."""
    theories_of: Callable[[Any, bool], tuple[str, ...]] | None = None
    """Which of them hold for a game, by rules and ending; ``None``: all."""
    solves_misere: bool = True
    """Whether they hold for misère play too."""
    has_formulas: Callable[[Any, bool], bool] | None = None
    """Whether formulas give any pair and any count, by rules and ending; ``None``: always."""
    statements: Callable[[Any, int], str] | None = None
    """The moves of a ruleset with so many heaps as statements of the rule language, the number of
    heaps aside; an empty text where it cannot say them."""
    reader: Callable[[str], Definition] | None = None
    """Makes a game of the text after the colon: a user's rules."""

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process a family of the catalogue is the family there, not a copy of it."""
        return _named, (self.name,)

    @property
    def names(self) -> tuple[str, ...]:
        others = () if self.misere_name is None else (self.misere_name,)
        return (self.name, *others, *dict(self.nicknames))

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names of the parameters that are numbers."""
        return tuple(one.name for one in self.parameters if isinstance(one, Parameter))

    def read(self, name: str, rest: str | None, written: str) -> Definition:
        """Return the game that is written ``name:rest``; parameters are read in any order."""
        if self.reader is not None:
            return self.reader(rest or "")
        known: dict[str, Any] = dict(dict(self.nicknames).get(name, ()))
        values: dict[str, Any] = dict(known)
        parameters = [one for one in self.parameters if one.name not in known]
        allowed = [one.name for one in parameters] + [MISERE] * (name != self.misere_name)
        for part in () if rest is None else (piece.strip() for piece in rest.split(",")):
            if not allowed:
                raise InputError("errors.no_parameters", game=written)
            key, equals, value = (piece.strip() for piece in part.partition("="))
            bare = next((p.name for p in parameters if p.is_bare), None)
            if bare is not None and part and not equals and key != MISERE:
                key, value, equals = bare, key, "="
            if key not in allowed or key in values or (key == MISERE) == bool(equals):
                problem = "errors.parameter" if part else "errors.empty_parameter"
                problem = "errors.only_parameter" if len(allowed) == 1 else problem
                raise InputError(problem, text=part, game=written, allowed=Listing([*allowed], ""))
            if key == MISERE:
                values[key] = True
            else:
                (parameter,) = (one for one in parameters if one.name == key)
                values[key] = parameter.value_of(part, value)
        is_misere = bool(values.pop(MISERE, name == self.misere_name))
        return self.game(values, is_misere)

    def game(self, values: Mapping[str, Any], is_misere: bool) -> Definition:
        """Return the game with these values; a parameter that is not given has its usual one."""
        full = {p.name: values.get(p.name, p.default) for p in self.parameters}
        nickname = self._nickname(full)
        known: dict[str, Any] = dict(dict(self.nicknames).get(nickname, ()))
        shown = [p for p in self.parameters if p.name not in known and p.is_written(full[p.name])]
        parts = [p.written(full[p.name]) for p in shown]
        parts += [MISERE] * (is_misere and self.misere_name is None)
        own_name = self.misere_name if is_misere and self.misere_name else nickname
        words = tuple([nickname] if known else [p.name for p in shown])
        ruleset = self.rules(**full)
        ending = "_misere" if is_misere else ""
        words = ("".join(words) or "plain",) if self.parameters else ()
        key = ".".join((self.name, "game", *words))
        named = {name: getattr(ruleset, name) for name in (*full, *self.quantities)}
        start = self.start if self.misere_start is None or not is_misere else self.misere_start
        sources = self.references
        return Definition(
            name=":".join([own_name, *([",".join(parts)] if parts else [])]),
            family=self,
            ruleset=ruleset,
            convention=Convention.MISERE if is_misere else Convention.NORMAL,
            start=start(ruleset) if callable(start) else start,
            title=say(f"{key}.title{ending}", **named),
            rule=say(f"{key}.rule", ending=say(f"{self.ending}{ending}"), **named),
            piece=say(f"{key}.piece", **named),
            nouns=self.nouns,
            history=say(f"{key}.history{ending}"),
            references=sources if isinstance(sources, tuple) else sources(ruleset, is_misere),
        )

    def games(self, largest: int) -> Iterator[Definition]:
        """Return the games whose parameters are at most this large, the misère ones last."""
        for is_misere in () if self.reader else (False, True):
            names = [parameter.name for parameter in self.parameters]
            for values in product(*(parameter.values(largest) for parameter in self.parameters)):
                with suppress(InputError):  # values that do not go together
                    yield self.game(dict(zip(names, values, strict=True)), is_misere)

    def _nickname(self, values: Mapping[str, Any]) -> str:
        """Return the name of the games with these values, before the colon."""
        fitting = (name for name, known in self.nicknames if all(values[k] == v for k, v in known))
        return next(fitting, self.name)

    def theory_title(self, name: str) -> Message:
        """Return what a theory is called; search and automata serve all families."""
        own = name in self.theories
        return say(f"{self.name if own else 'words'}.theory.{name}")


def _named(name: str) -> Family:
    from marienbad.games.catalogue import BY_NAME

    return BY_NAME[name]
