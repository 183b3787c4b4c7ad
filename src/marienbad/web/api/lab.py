"""The calls of the lab: rules of one's own, solved while one writes them."""

from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.games.declaration import HEAP_NAMES
from marienbad.games.language.choices import Choices, examples, grammar, operators
from marienbad.games.language.keywords import COUNTS, STATEMENTS, all_words, word, words
from marienbad.games.language.tokens import translated
from marienbad.study.picture.palette import HEAT
from marienbad.text.language import LANGUAGES
from marienbad.web.api.declared import READERS, ReaderLanguage, errors
from marienbad.web.api.models.lab import LabMap, LabOffer, LabQuestion, RuleChange, RuleText
from marienbad.web.encoding import encoded
from marienbad.web.http.answers import JSON, answer
from marienbad.web.http.call import Call
from marienbad.web.services import services_of, short
from marienbad.web.sizes import BOX_SIZES, FARTHEST, LEVELS, LONGEST_GAME, SIDE, bounded_position
from marienbad.web.thoughts.maps import MapWish
from marienbad.web.thoughts.tiles import TileWish
from marienbad.web.thoughts.words import put_into, rules_told
from marienbad.web.workers.maps import for_client

TILE = "application/octet-stream"
FILES = {"png": "image/png", "svg": "image/svg+xml", "csv": "text/csv", "bfile": "text/plain"}

LONGEST_HELD = 200
"""Letters of the heaps that are held."""
TILE_KEPT = 3600
"""For so many seconds a browser need not ask for a tile again."""

router = APIRouter(tags=["lab"], route_class=Call)


@router.get("/api/lab", response_model=LabOffer, responses=errors())
async def offer(request: Request, lang: ReaderLanguage = READERS) -> Response:
    """Examples, keywords and sizes; whoever asks for them will soon ask for a map."""
    services_of(request).lanes.search.fill()
    return Response(offered(lang), media_type=JSON)


@lru_cache(maxsize=len(LANGUAGES))
def offered(lang: str) -> bytes:
    """What the lab offers, as JSON."""
    keywords = {
        "statements": [word(keyword, lang) for keyword in STATEMENTS],
        "counts": [*(word(keyword, lang) for keyword in COUNTS), *HEAP_NAMES],
        "before_counts": word("from", lang),
        "before_condition": word("where", lang),
        "own": words(lang),
        "all": [*all_words()],
    }
    return encoded(
        {
            "examples": examples(lang),
            "grammar": grammar(lang),
            "operators": operators(lang),
            "keywords": keywords,
            "sizes": {str(heaps): sizes for heaps, sizes in BOX_SIZES.items()},
            "heat": HEAT,
        }
    )


@router.post("/api/lab/text", response_model=RuleText, responses=errors(413))
async def write(request: Request, change: RuleChange, lang: ReaderLanguage = READERS) -> Response:
    """The text of rules that were chosen, or a text changed only where something else is chosen."""
    chosen = Choices(**change.model_dump(exclude={"rules"}))
    return await short(request, put_into, change.rules, chosen, lang)


@router.get("/api/lab/rules", response_model=RuleText, responses=errors())
async def rules_of(
    request: Request,
    rules: Annotated[str, Query(max_length=LONGEST_GAME)] = "",
    game: Annotated[str, Query(max_length=LONGEST_GAME)] = "",
    heaps: Annotated[int | None, Query(ge=1, le=len(HEAP_NAMES))] = None,
    lang: ReaderLanguage = READERS,
) -> Response:
    """Rules in the words of a language: those of a text, or of a game with so many heaps."""
    if not game:
        return answer({"rules": translated(rules, lang)})
    return await short(request, rules_told, game, heaps, lang)


@router.post("/api/lab", response_model=LabMap, responses=errors(413))
async def solve(request: Request, wish: LabQuestion, lang: ReaderLanguage = READERS) -> Response:
    """The map of some rules: positions to leave or Grundy values, and what there is to notice."""
    form = "small" if wish.small else "map"
    wanted = MapWish(wish.rules, wish.size, wish.kind, wish.fit, form, lang)
    found = await services_of(request).maps.find(request, wanted)
    content, headers = for_client(request, found)
    return Response(content, headers=headers, media_type=JSON)


@router.get(
    "/api/lab/tile",
    response_class=Response,
    responses={
        **errors(),
        200: {
            "description": "A tile, as docs/lab.md describes it.",
            "content": {TILE: {"schema": {"type": "string", "format": "binary"}}},
        },
    },
)
async def tile(
    request: Request,
    rules: Annotated[str, Query(max_length=LONGEST_GAME)],
    column: Annotated[int, Query(ge=0, le=FARTHEST // SIDE)] = 0,
    row: Annotated[int, Query(ge=0, le=FARTHEST // SIDE)] = 0,
    level: Annotated[int, Query(ge=0, le=LEVELS)] = 0,
    kind: Literal["outcomes", "grundy"] = "outcomes",
    axes: Annotated[str, Query(pattern=r"^\d,\d$")] = "0,1",
    held: Annotated[str, Query(max_length=LONGEST_HELD)] = "",
) -> Response:
    """A square of the map, of which every point is a position or a block of them."""
    first, second = map(int, axes.split(","))
    others = bounded_position(held) if held else ()
    wish = TileWish(rules, kind == "grundy", (first, second), others, level, column, row)
    content, headers = for_client(request, await services_of(request).maps.tile(request, wish))
    headers["Cache-Control"] = f"private, max-age={TILE_KEPT}"
    return Response(content, headers=headers, media_type=TILE)


@router.get(
    "/api/lab/file",
    response_class=Response,
    responses={
        **errors(),
        200: {
            "description": "The map as a file.",
            "content": {kind: {"schema": {"type": "string"}} for kind in FILES.values()},
        },
    },
)
async def download(
    request: Request,
    rules: Annotated[str, Query(max_length=LONGEST_GAME)],
    format: Literal["png", "svg", "csv", "bfile"],  # noqa: A002 (in addresses)
    size: Annotated[int | None, Query(ge=2, le=max(map(max, BOX_SIZES.values())))] = None,
    kind: Literal["outcomes", "grundy"] = "outcomes",
    lang: ReaderLanguage = READERS,
) -> Response:
    """The same map as a picture, a list of positions or a b-file."""
    wanted = MapWish(rules, size, kind, False, format, lang)
    content = await services_of(request).maps.find(request, wanted)
    name = f"lab.{'txt' if format == 'bfile' else format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=FILES[format])
