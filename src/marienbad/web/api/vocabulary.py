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
from marienbad.games.parameters import Code, Parameter
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.theories.known import known_of
from marienbad.web.api.declared import READERS, GameName, ReaderLanguage, errors
from marienbad.web.api.models.games import FamilyChoices, GameFacts, Words
from marienbad.web.http.answers import JSON, answer
from marienbad.web.http.call import Call
from marienbad.web.services import short
from marienbad.web.site.words import page_words
from marienbad.web.thoughts.words import facts, told

router = APIRouter(tags=["words"], route_class=Call)


@router.get("/api/games", response_model=list[GameFacts], responses=errors())
async def games(lang: ReaderLanguage = READERS) -> Response:
    """A few games to choose from; parameters may be anything."""
    return Response(offered(lang), media_type=JSON)


@router.get("/api/families", response_model=list[FamilyChoices], responses=errors())
async def families(lang: ReaderLanguage = READERS) -> Response:
    """The kinds of games, and the numbers to choose for each."""
    return answer([choices(family, lang) for family in FAMILIES])


@router.get("/api/game", response_model=GameFacts, responses=errors())
async def game(request: Request, game: GameName, lang: ReaderLanguage = READERS) -> Response:
    """A game and its words."""
    return await short(request, told, game, lang)


@router.get(
    "/api/words",
    response_model=Words,
    responses={**errors(), 304: {"description": "The words have not changed."}},
)
async def words(request: Request, lang: ReaderLanguage = READERS) -> Response:
    """Every sentence of the page in a language."""
    content, tag = written_words(lang)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=JSON)


def choices(family: Family, lang: str) -> dict[str, Any]:
    """What the page offers of a family: its parameters and its endings with their names."""
    return {
        "name": family.name,
        "title": template(f"{family.name}.family", lang),
        "usually_misere": family.is_usually_misere,
        "from_text": family.reader is not None,
        "usual_table": known_of(family).tables[0].name,
        "has_named_endings": family.misere_name is not None,
        "games": [named(Game.named(name), lang) for name in reversed(family.names)]
        if family.reader is None
        else [],
        "parameters": [
            {
                "name": parameter.name,
                "title": template(f"{family.name}.parameter.{parameter.name}", lang),
                **_range(parameter),
            }
            for parameter in family.parameters
        ],
    }


def _range(parameter: Parameter | Code) -> dict[str, Any]:
    """Between what a number lies and what it usually is; of a text, what it usually is."""
    if isinstance(parameter, Parameter):
        least, most, usual = parameter.least, parameter.most, parameter.usual
        return {"least": least, "most": most, "usual": usual, "text": None, "bare": False}
    text = parameter.write(parameter.default)
    return {"least": None, "most": None, "usual": None, "text": text, "bare": parameter.is_bare}


def named(game: Game, lang: str) -> dict[str, Any]:
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


@lru_cache(maxsize=len(LANGUAGES))
def offered(lang: str) -> bytes:
    """The games to choose from, as JSON."""
    return orjson.dumps([facts(Game.named(name), lang) for name in EXAMPLES])


@lru_cache(maxsize=len(LANGUAGES))
def written_words(lang: str) -> tuple[bytes, str]:
    """The sentences as JSON, and their tag."""
    content = orjson.dumps(page_words(lang))
    return content, f'"{sha256(content).hexdigest()[:20]}"'
