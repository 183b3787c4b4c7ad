"""A game in words."""

from typing import Any

from marienbad.analysis import Game
from marienbad.games.blocking import Blocking
from marienbad.games.definition import Definition
from marienbad.games.language.choices import Choices, edited
from marienbad.games.language.rule_text import rules_text
from marienbad.games.memory import Memory, Order
from marienbad.games.parameters import Code, Parameter
from marienbad.play.phrases import describe_level
from marienbad.play.players import called, players_of
from marienbad.study.picture.chequer import CHARACTERS
from marienbad.study.tables import leaves_out_finished, tables_of
from marienbad.text.catalogue import template
from marienbad.text.data import json_integers
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.theories.theory import PAIRS, TableKind
from marienbad.web.encoding import encoded


def told(game: str, lang: str) -> bytes:
    """What the page wants to know of a game that is named."""
    return encoded(facts(Game.named(game), lang))


def rules_told(game: str, heaps: int | None, lang: str) -> bytes:
    """The rules of a game as a text, where the rule language can say them."""
    text = rules_text(Game.named(game).definition, lang, heaps)
    if text is None:
        raise InputError("lab.no_rules", game=game)
    return encoded({"rules": text})


def put_into(rules: str, choices: Choices, lang: str) -> bytes:
    """A text of rules with what was chosen."""
    return encoded({"rules": edited(rules, choices, lang)})


def facts(game: Game, lang: str) -> dict[str, Any]:
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
        "memory": memory_told(definition.ruleset.memory),
        "parts": definition.ruleset.parts_heaps,
        "tables": [
            {
                "name": kind.name,
                "title": table_title(definition, kind, lang),
                "usual_rows": kind.usual_rows,
                "most_rows": kind.limit(definition, is_served=True),
                "bases": kind.bases,
                "takes_numbers": kind.takes_numbers,
                "takes_slice": kind.takes_slice,
            }
            for kind in tables_of(definition)
        ],
    }


def shown(parameter: Parameter | Code, value: Any) -> int | str:
    """The value of a parameter: a number, or the text of a code."""
    if isinstance(parameter, Code):
        return parameter.write(value)
    (number,) = json_integers((value,))
    return number


def memory_told(memory: Memory) -> dict[str, Any] | None:
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


def level(name: str, lang: str) -> dict[str, str]:
    """A machine player in words."""
    plain = Plain(lang)
    title, description = capitalised(plain.line(called(name))), plain.line(describe_level(name))
    return {"name": name, "title": title, "description": description}
