"""Calls for games: those to choose from, their families, and one of them in words."""

from typing import Any, TypedDict

from marienbad.analysis import Game
from marienbad.games.blocking import Blocking
from marienbad.games.catalogue import EXAMPLES, FAMILIES
from marienbad.games.definition import Definition
from marienbad.games.family import Family
from marienbad.games.language.rule_text import rules_text
from marienbad.games.memory import Memory, Order
from marienbad.games.parameters import Code, Parameter
from marienbad.play.phrases import describe_level
from marienbad.play.players import called, players_of
from marienbad.study.picture.chequer import CHARACTERS
from marienbad.study.tables import leaves_out_finished, tables_of
from marienbad.text.catalogue import template
from marienbad.text.data import json_integer, json_integers
from marienbad.text.plain import Plain
from marienbad.theories.known import known_of
from marienbad.theories.theory import PAIRS, TableKind
from marienbad.web.api.common import Named, Shown, ShownHeaps
from marienbad.web.api.routes import (
    HERE,
    GameName,
    ReaderLanguage,
    get,
)

FIRST_GAME = "marienbad"
REMEMBERED = 2**20


class Level(Named):
    """A machine player."""

    description: str


class Nouns(TypedDict):
    """What the game is played with."""

    heap: str
    object: str


class TableChoice(Named):
    """A table that a game has."""

    usual_rows: int
    most_rows: int
    bases: list[int]
    takes_numbers: bool
    takes_slice: bool


class MemoryFacts(TypedDict):
    """What a position says besides its heaps: what was taken last, whose turn it is, or a call.

    Where options may be forbidden (``block``), at most ``most`` of them at once, nothing is said of
    that until a match is played.
    """

    kind: str
    order: str | None
    most: int | None


class GameFacts(TypedDict):
    """A game and its words."""

    game: str
    title: str
    rule: str
    history: str
    piece: str
    piece_symbol: str
    heaps: int | None
    memory: MemoryFacts | None
    parts: bool
    start: ShownHeaps
    theories: list[Named]
    misere: bool
    other_ending: str | None
    nouns: Nouns
    levels: list[Level]
    family: str
    rules: str | None
    parameters: dict[str, Shown | str]
    tables: list[TableChoice]


@get("/api/game", tag="words")
def game(game: GameName, lang: ReaderLanguage = "") -> GameFacts:
    """A game and its words."""
    return facts(Game.named(game), lang)


@get("/api/games", tag="words", queue=HERE, kept=REMEMBERED)
def games(lang: ReaderLanguage = "") -> list[GameFacts]:
    """A few games to choose from; parameters may be anything."""
    return [facts(Game.named(name), lang) for name in EXAMPLES]


def facts(game: Game, lang: str) -> GameFacts:
    """What the page wants to know of a game."""
    definition, family = game.definition, game.definition.family
    (heap, item), other = definition.nouns, definition.other_ending
    values = definition.values
    return {
        "game": game.name,
        "title": game.title(lang),
        "rule": game.rule(lang),
        "history": game.history(lang),
        "piece": Plain(lang).line(definition.piece),
        "piece_symbol": CHARACTERS[family.piece],
        "heaps": definition.ruleset.heaps,
        "start": json_integers(game.start),
        "theories": [
            {"name": name, "title": capitalised(Plain(lang).line(game.theory_title(name)))}
            for name in game.theories
        ],
        "misere": definition.is_misere,
        "other_ending": None if other is None else other.name,
        "nouns": {"heap": heap, "object": item},
        "levels": [level(name, lang) for name in players_of(game)],
        "family": family.name,
        "rules": rules_text(definition, lang),
        "parameters": {one.name: shown(one, values[one.name]) for one in family.parameters},
        "memory": memory_facts(definition.ruleset.memory),
        "parts": definition.ruleset.parts_heaps,
        "tables": [
            {
                "name": kind.name,
                "title": table_title(definition, kind, lang),
                "usual_rows": kind.usual_rows,
                "most_rows": kind.limit(definition, is_served=True),
                "bases": [*kind.bases],
                "takes_numbers": kind.takes_numbers,
                "takes_slice": kind.takes_slice,
            }
            for kind in tables_of(definition)
        ],
    }


def shown(parameter: Parameter | Code, value: Any) -> Shown:
    """The value of a parameter: a number, or the text of a code."""
    return parameter.write(value) if isinstance(parameter, Code) else json_integer(value)


def memory_facts(memory: Memory) -> MemoryFacts | None:
    """What a position says besides its heaps, for whoever plays the moves himself."""
    order = memory.parties if isinstance(memory, Order) else None
    most = memory.most if isinstance(memory, Blocking) else None
    return None if memory.kind is None else {"kind": memory.kind, "order": order, "most": most}


def table_title(definition: Definition, kind: TableKind, lang: str) -> str:
    """What a table of a game is called."""
    is_part = kind is PAIRS and leaves_out_finished(definition)
    return template("table.kind.unfinished_pairs" if is_part else kind.title, lang)


def capitalised(text: str) -> str:
    """The text as it stands alone in a list."""
    return text[:1].upper() + text[1:]


def level(name: str, lang: str) -> Level:
    """A machine player in words."""
    plain = Plain(lang)
    title, description = capitalised(plain.line(called(name))), plain.line(describe_level(name))
    return {"name": name, "title": title, "description": description}


# Families


class ParameterChoice(Named):
    """A number of a family's rules, or a text with what it usually is."""

    least: int | None
    most: int | None
    usual: int | None
    text: str | None
    bare: bool


class NamedGame(Named):
    """A game of a family; ``word`` says its usual start and who wins at its end."""

    word: str
    misere: bool


class FamilyChoices(Named):
    """A kind of games and the numbers to choose."""

    usually_misere: bool
    from_text: bool
    usual_table: str
    has_named_endings: bool
    games: list[NamedGame]
    parameters: list[ParameterChoice]


@get("/api/families", tag="words", queue=HERE, kept=REMEMBERED)
def families(lang: ReaderLanguage = "") -> list[FamilyChoices]:
    """The kinds of games, and the numbers to choose for each."""
    return [choices(family, lang) for family in FAMILIES]


def choices(family: Family, lang: str) -> FamilyChoices:
    """What the page offers of a family: its parameters and its endings with their names."""
    names = reversed(family.names) if family.reader is None else ()
    return {
        "name": family.name,
        "title": template(f"{family.name}.family", lang),
        "usually_misere": family.is_usually_misere,
        "from_text": family.reader is not None,
        "usual_table": known_of(family).tables()[0].name,
        "has_named_endings": family.misere_name is not None,
        "games": [named(Game.named(name), lang) for name in names],
        "parameters": [parameter_choice(family, one, lang) for one in family.parameters],
    }


def parameter_choice(family: Family, parameter: Parameter | Code, lang: str) -> ParameterChoice:
    """Between what a number lies and what it usually is; of a text, what it usually is."""
    found: ParameterChoice = {
        "name": parameter.name,
        "title": template(f"{family.name}.parameter.{parameter.name}", lang),
        "least": None,
        "most": None,
        "usual": None,
        "text": None,
        "bare": False,
    }
    if isinstance(parameter, Parameter):
        least, most, usual = parameter.least, parameter.most, parameter.usual
        return {**found, "least": least, "most": most, "usual": usual}
    text = parameter.write(parameter.default)
    return {**found, "text": text, "bare": parameter.is_bare}


def named(game: Game, lang: str) -> NamedGame:
    """A game of a family by its name, with its usual start and its ending in a word."""
    family, is_misere = game.definition.family, game.is_misere
    start = " · ".join(map(str, game.start))
    ending = template(f"{family.ending}{'_misere' if is_misere else ''}", lang)
    return {
        "name": game.name,
        "title": game.title(lang),
        "word": f"{start}{template('language.comma', lang)}{ending.rstrip('.')}",
        "misere": is_misere,
    }
