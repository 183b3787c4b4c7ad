"""Calls of the lab whose answers are remembered, or sent line by line: maps, tiles, discoveries."""

from typing import Annotated, Literal

from starlette.requests import Request
from starlette.responses import Response

from marienbad.web.api.discoveries import DiscoveryQuestion
from marienbad.web.api.maps import BoxSize, LabMap, LabQuestion, MapKind, MapWish
from marienbad.web.api.routes import JSON, Field, ReaderLanguage, RuleText, get, post
from marienbad.web.api.tiles import TileWish
from marienbad.web.http.answers import Lines
from marienbad.web.lab_cache import for_client
from marienbad.web.services import services_of
from marienbad.web.sizes import FARTHEST, LEVELS, SIDE, bounded_position

TILE = "application/octet-stream"
FILES = {"png": "image/png", "svg": "image/svg+xml", "csv": "text/csv", "bfile": "text/plain"}
LONGEST_HELD = 200
"""Letters of the heaps that are held."""
TILE_KEPT = 3600
"""For so many seconds a browser need not ask for a tile again."""

Place = Annotated[int, Field(ge=0, le=FARTHEST // SIDE)]


@post("/api/lab", tag="lab", model=LabMap)
async def solve(request: Request, wish: LabQuestion, lang: ReaderLanguage = "") -> Response:
    """The map of some rules: safe positions or Grundy values, and what there is to notice."""
    form = "small" if wish.small else "map"
    wanted = MapWish(wish.rules, wish.size, wish.kind, wish.fit, form, lang)
    content, headers = for_client(request, await services_of(request).maps.find(request, wanted))
    return Response(content, headers=headers, media_type=JSON)


@get("/api/lab/tile", tag="lab", files=(TILE,))
async def tile(
    request: Request,
    rules: RuleText,
    column: Place = 0,
    row: Place = 0,
    level: Annotated[int, Field(ge=0, le=LEVELS)] = 0,
    kind: MapKind = "outcomes",
    axes: Annotated[str, Field(pattern=r"^\d,\d$")] = "0,1",
    held: Annotated[str, Field(max_length=LONGEST_HELD)] = "",
) -> Response:
    """A square of the map, of which every point is a position or a block of them.

    docs/lab.md describes the format.
    """
    first, second = map(int, axes.split(","))
    others = bounded_position(held) if held else ()
    wish = TileWish(rules, kind == "grundy", (first, second), others, level, column, row)
    content, headers = for_client(request, await services_of(request).maps.tile(request, wish))
    headers["Cache-Control"] = f"private, max-age={TILE_KEPT}"
    return Response(content, headers=headers, media_type=TILE)


@get("/api/lab/file", tag="lab", files=(*FILES.values(),))
async def download(
    request: Request,
    rules: RuleText,
    format: Literal["png", "svg", "csv", "bfile"],  # noqa: A002 (in addresses)
    size: BoxSize | None = None,
    kind: MapKind = "outcomes",
    lang: ReaderLanguage = "",
) -> Response:
    """The same map as a picture, a list of positions or a b-file."""
    wanted = MapWish(rules, size, kind, False, format, lang)
    content = await services_of(request).maps.find(request, wanted)
    name = f"lab.{'txt' if format == 'bfile' else format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=FILES[format])


@post("/api/lab/discover", tag="lab", files=(Lines.media_type,))
async def discover(
    request: Request, wish: DiscoveryQuestion, lang: ReaderLanguage = ""
) -> Response:
    """Look for a strategy and prove it: a line of JSON for every stage, and for what was found.

    docs/lab.md describes the lines.
    """
    return Lines(await services_of(request).discoveries.follow(request, wish.rules, lang))
