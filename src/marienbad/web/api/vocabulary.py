"""The calls that hand the page its words: games, levels, theories, sentences."""

from functools import lru_cache
from hashlib import sha256
from typing import Any

import orjson
from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.analysis import Game
from marienbad.games.catalogue import EXAMPLES, FAMILIES
from marienbad.games.family import Family
from marienbad.play.phrases import describe_level, level_name
from marienbad.play.players import players_of
from marienbad.study.picture.chequer import CHARACTERS
from marienbad.text.catalogue import entries, plural_indexes, template
from marienbad.text.data import json_integers
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.web.api.declared import GameName, Language, errors
from marienbad.web.api.models.games import FamilyChoices, GameFacts, Words
from marienbad.web.http.answers import JSON, answer
from marienbad.web.http.call import Call
from marienbad.web.http.language import reader_language

NOUNS = ("words.match", "words.token", "words.row", "words.heap")
NAMED = ("words.row.name", "words.heap.name", "words.row.label", "words.heap.label")
TAKEN = ("words.move.part", "words.move.each")

router = APIRouter(tags=["words"], route_class=Call)


@router.get("/api/games", response_model=list[GameFacts], responses=errors())
async def games(request: Request, lang: Language = None) -> Response:
    """A few games to choose from; parameters may be anything."""
    language = lang or reader_language(request)
    return answer([facts(Game.named(name), language) for name in EXAMPLES])


@router.get("/api/families", response_model=list[FamilyChoices], responses=errors())
async def families(request: Request, lang: Language = None) -> Response:
    """The kinds of games, and the numbers to choose for each."""
    language = lang or reader_language(request)
    return answer([choices(family, language) for family in FAMILIES])


@router.get("/api/game", response_model=GameFacts, responses=errors())
async def game(request: Request, game: GameName, lang: Language = None) -> Response:
    """A game and its words."""
    return answer(facts(Game.named(game), lang or reader_language(request)))


@router.get(
    "/api/words",
    response_model=Words,
    responses={**errors(), 304: {"description": "The words have not changed."}},
)
async def words(request: Request, lang: Language = None) -> Response:
    """Every sentence of the page in a language."""
    content, tag = page_words(lang or reader_language(request))
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=JSON)


def facts(game: Game, lang: str) -> dict[str, Any]:
    """What the page wants to know of a game."""
    definition, family = game.definition, game.definition.family
    (heap, item), other = definition.nouns, definition.other_ending
    values = definition.values
    return {
        "game": game.name,
        "title": game.title(lang),
        "rule": game.rule(lang),
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
        # each statement on a line of its own, as people write them
        "rules": game.name.partition(":")[2].replace("; ", "\n") if family.reader else None,
        "parameters": dict(zip(values, json_integers(tuple(values.values())), strict=True)),
        "tables": [
            {
                "name": kind.name,
                "title": template(kind.title, lang),
                "usual_rows": kind.usual_rows,
                "most_rows": kind.limit(definition, is_served=True),
                "bases": kind.bases,
                "corner": kind.corner,
            }
            for kind in family.tables
        ],
    }


def capitalised(text: str) -> str:
    """The text as it stands alone in a list."""
    return text[:1].upper() + text[1:]


def choices(family: Family, lang: str) -> dict[str, Any]:
    """What the page offers of a family: its parameters and its endings with their names."""
    return {
        "name": family.name,
        "title": template(f"{family.name}.family", lang),
        "usually_misere": family.is_usually_misere,
        "from_text": family.reader is not None,
        "usual_table": family.tables[0].name,
        "parameters": [
            {
                "name": parameter.name,
                "least": parameter.least,
                "most": parameter.most,
                "title": template(f"{family.name}.parameter.{parameter.name}", lang),
            }
            for parameter in family.parameters
        ],
    }


def level(name: str, lang: str) -> dict[str, str]:
    """A machine player in words."""
    plain = Plain(lang)
    title, description = capitalised(plain.line(level_name(name))), plain.line(describe_level(name))
    return {"name": name, "title": title, "description": description}


@lru_cache(maxsize=64)
def page_words(lang: str) -> tuple[bytes, str]:
    """The sentences as JSON, and their tag."""
    nouns = entries("words", lang)
    words = {
        **entries("language", lang),
        **entries("match", lang),
        **entries("web", lang),
        **{key: nouns[key] for key in NOUNS + NAMED + TAKEN},
    }
    names = {code: template("language.name", code) for code in LANGUAGES}
    plurals = [*plural_indexes(lang).values()]
    content = orjson.dumps({"lang": lang, "languages": names, "plurals": plurals, "words": words})
    return content, f'"{sha256(content).hexdigest()[:20]}"'
