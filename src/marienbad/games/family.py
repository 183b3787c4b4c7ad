"""A family: one value with all that is particular to a kind of game; everything else asks it.

What lies on lower floors (theories, tables, formulas, claims) is named by its place, written
``package.module:name`` as entry points are, and imported when it is needed.

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
from importlib import import_module
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


def resolve(place: str) -> Any:
    """Return what stands at a place.

    >>> resolve("marienbad.games.nim:NimRules").__name__
    'NimRules'
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


class TableKind(Record):
    """A table that a family offers, with its limits: numbers, or places of functions of a game."""

    name: str
    title: str
    """The key of its name."""
    maker: str
    """The place of the function of a game and a number of rows that returns the sheet."""
    usual_rows: int = 20
    most_rows: int | str = 100_000
    served_rows: int | str = 2_000
    """How many rows are made where others wait meanwhile."""
    bases: tuple[int, ...] = (10,)
    """The bases in which it can be written, the usual one first."""
    takes_numbers: bool = False
    """Whether it can be made of numbers of one's own."""
    only: str | None = None
    """The only game of its family that has it; ``None``: every game has."""
    needs_formulas: bool = False
    """Whether only games have it whose pairs are given by formulas."""
    needs_theory: bool = False
    """Whether only games have it that are solved."""
    heaps: int | None = None
    """The number of heaps of the games that have it; ``None``: any."""
    takes_slice: bool = False
    """Whether it is made for one third heap."""
    fits: Callable[[Any], bool] | None = None
    """Which rules have it; ``None``: all."""

    def limit(self, game: Definition, is_served: bool = False) -> int:
        """Return how many rows the table of a game may have."""
        limit = self.served_rows if is_served else self.most_rows
        if isinstance(limit, int):
            return limit
        number: int = resolve(limit)(game)
        return number


PAIRS = TableKind(
    "pairs", "table.kind.pairs", "marienbad.study.tables:pairs", 20, 10_000_000, heaps=2
)
_SLICES = "marienbad.study.slices:"
THREE_HEAPS = (
    TableKind("triples", "table.kind.triples", _SLICES + "triples", 20, 2_000, heaps=3),
    TableKind(
        "slice",
        "table.kind.slice",
        _SLICES + "slice_pairs",
        most_rows=1_000,
        served_rows=200,
        heaps=3,
        takes_slice=True,
    ),
)
"""The tables of every game that is, or can be, played with three heaps, where it has any."""


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
    theories: tuple[tuple[str, str], ...] = ()
    """The theories by name with their places, the default first."""
    theories_of: Callable[[Any, bool], tuple[tuple[str, str], ...]] | None = None
    """The theories by rules and ending, where they are not the same for all games."""
    has_formulas: Callable[[Any, bool], bool] | None = None
    """Whether the formulas below hold, by rules and ending; ``None``: always."""
    pairs: str | None = None
    """The place of a function of a game that gives the pairs to leave x ≤ y, ordered by x, then y,
    without end or, given a bound as well, those of heaps below it."""
    lost_starts: str | None = None
    """The place of the count of lost starts, by game, size and number of heaps."""
    empty_starts: str | None = None
    """The place of the count of those among them that have an empty heap."""
    chance_told: str | None = None
    """The place of the words on that count and its growth."""
    delicate_numbers: str | None = None
    """The place of a function of a game and a bound: the numbers that test rounding hardest."""
    claim: str | None = None
    """The place of a function of a game: what is to be proved, ``None`` where it is too large."""
    value_claim: str | None = None
    """The place of a function of a game and a Grundy value above 0: its positions, as claimed."""
    tables: tuple[TableKind, ...] = (PAIRS,)
    """The usual one first."""
    observed: str | None = None
    """The place of what is seen of the positions to leave and not proved, told with the answer of a
    search: blocks, by game and position."""
    has_triples: bool = True
    """Whether three heaps have tables too: a search for few positions to leave would be long."""
    players: tuple[tuple[str, str], ...] = ()
    """Machines that know only this family's normal play, by name with their places."""
    statements: Callable[[Any, int], str] | None = None
    """The moves of a ruleset with so many heaps as statements of the rule language, the number of
    heaps aside; an empty text where it cannot say them."""
    reader: str | None = None
    """The place of the function that makes a game of the text after the colon: a user's rules."""

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
            game: Definition = resolve(self.reader)(rest or "")
            return game
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

    def tables_of(self, game: Definition) -> tuple[TableKind, ...]:
        """Return the tables of one of its games."""
        return tuple(
            kind
            for kind in (*self.tables, *(THREE_HEAPS if self.tables and self.has_triples else ()))
            if kind.only in (None, game.name)
            and (game.is_solved or not kind.needs_theory)
            and (game.has_formulas or not kind.needs_formulas)
            and (kind.heaps is None or game.ruleset.heaps in (kind.heaps, None))
            and (kind.fits is None or kind.fits(game.ruleset))
        )

    def theory_title(self, name: str) -> Message:
        """Return what a theory is called; search and automata serve all families."""
        own = name in dict(self.theories)
        return say(f"{self.name if own else 'words'}.theory.{name}")


def _named(name: str) -> Family:
    family: Family = resolve("marienbad.games.catalogue:BY_NAME")[name]
    return family
