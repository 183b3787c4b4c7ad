"""The calls that hand the page its words: games, levels, theories, sentences."""

from functools import lru_cache
from hashlib import sha256
from typing import Any

import orjson
from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.analysis import Game, json_integers
from marienbad.games.nim import NimRules
from marienbad.play.coach import describe_level
from marienbad.play.players import PLAYERS, player
from marienbad.text.catalogue import entries, plural_indexes, template
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.web.api.declared import errors
from marienbad.web.api.models import GameFacts, Words
from marienbad.web.api.parameters import GameName, Language
from marienbad.web.http.answers import JSON, answer
from marienbad.web.http.call import Call
from marienbad.web.http.language import reader_language

OFFERED = (
    "nim",
    "marienbad",
    "wythoff",
    "wythoff:a=2",
    "wythoff:b=2",
    "wythoff:a=2,b=3",
    "wythoff:misere",
)
NOUNS = ("words.match", "words.token", "words.row", "words.heap")


router = APIRouter(tags=["words"], route_class=Call)


@router.get("/api/games", response_model=list[GameFacts], responses=errors())
async def games(request: Request, lang: Language = None) -> Response:
    """A few games to choose from; parameters may be anything."""
    language = lang or reader_language(request)
    return answer([facts(Game.named(name), language) for name in OFFERED])


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
    definition = game.definition
    heap, item = definition.nouns
    is_nim = isinstance(definition.ruleset, NimRules)
    return {
        "game": game.name,
        "title": game.title(lang),
        "rule": game.rule(lang),
        "piece": Plain(lang).line(definition.piece),
        "piece_symbol": "♜" if is_nim else "♛",
        "heaps": definition.ruleset.heaps,
        "start": json_integers(game.start),
        "theories": [
            {"name": name, "title": template(f"server.theory.{name}", lang)}
            for name in game.theories
        ],
        "misere": definition.is_misere,
        "other_ending": other_ending(game),
        "nouns": {"heap": heap, "object": item},
        "levels": [level(name, lang) for name in PLAYERS if can_play(name, game)],
    }


def other_ending(game: Game) -> str | None:
    """The same game where the last to move fares the other way; a user's rules say theirs.

    >>> [other_ending(Game.named(name)) for name in ("nim", "marienbad", "wythoff:a=2,misere")]
    ['marienbad', 'nim', 'wythoff:a=2']
    """
    family, _, parameters = game.name.partition(":")
    if family == "marienbad":
        return "nim"
    if family not in ("nim", "wythoff"):
        return None
    kept = [part for part in parameters.split(",") if part and part != "misere"]
    ending = [] if game.definition.is_misere else ["misere"]
    return Game.named(f"{family}:{','.join(kept + ending)}".rstrip(":")).name


def level(name: str, lang: str) -> dict[str, str]:
    """A machine player in words."""
    described = Plain(lang).line(describe_level(name))
    return {
        "name": name,
        "title": template(f"server.level.{name}", lang),
        "description": described,
    }


def can_play(name: str, game: Game) -> bool:
    """Whether the machine knows the game."""
    try:
        player(name, game)
    except InputError:
        return False
    return True


@lru_cache(maxsize=64)
def page_words(lang: str) -> tuple[bytes, str]:
    """The sentences as JSON, and their tag."""
    nouns = entries("words", lang)
    words = {
        **entries("language", lang),
        **entries("web", lang),
        **{key: nouns[key] for key in NOUNS},
    }
    names = {code: template("language.name", code) for code in LANGUAGES}
    plurals = [*plural_indexes(lang).values()]
    data = {"lang": lang, "languages": names, "plurals": plurals, "words": words}
    content = orjson.dumps(data)
    return content, f'"{sha256(content).hexdigest()[:20]}"'
