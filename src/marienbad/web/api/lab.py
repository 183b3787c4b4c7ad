"""The calls of the lab: rules of one's own, solved while one writes them."""

import gzip
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.games.language.writing import EXAMPLES, Choices
from marienbad.web.api.declared import Language, errors
from marienbad.web.api.models.lab import LabMap, LabOffer, LabQuestion, RuleChoices, RuleText
from marienbad.web.http.answers import JSON, answer
from marienbad.web.http.call import Call
from marienbad.web.http.language import reader_language
from marienbad.web.services import services_of
from marienbad.web.sizes import BOX_SIZES, LONGEST_GAME
from marienbad.web.thoughts.maps import MapWish

FILES = {"png": "image/png", "svg": "image/svg+xml", "csv": "text/csv", "bfile": "text/plain"}

router = APIRouter(tags=["lab"], route_class=Call)


@router.get("/api/lab", response_model=LabOffer, responses=errors())
async def offer(request: Request) -> Response:
    """Examples, and sizes to choose from; whoever asks for them will soon ask for a map."""
    services_of(request).lanes.search.fill()
    sizes = {str(heaps): sizes for heaps, sizes in BOX_SIZES.items()}
    return answer({"examples": EXAMPLES, "sizes": sizes})


@router.post("/api/lab/text", response_model=RuleText, responses=errors(413))
async def write(choices: RuleChoices) -> Response:
    """The text of rules that were chosen."""
    return answer({"rules": Choices(**choices.model_dump()).text})


@router.post("/api/lab", response_model=LabMap, responses=errors(413))
async def solve(request: Request, wish: LabQuestion, lang: Language = None) -> Response:
    """The map of some rules: positions to leave or Grundy values, and what there is to notice."""
    language = lang or reader_language(request)
    wanted = MapWish(wish.rules, wish.size, wish.kind, wish.fit, "map", language)
    content = await services_of(request).maps.find(request, wanted)
    headers = {"Vary": "Accept-Encoding, Accept-Language"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        content = gzip.decompress(content)
    return Response(content, headers=headers, media_type=JSON)


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
    lang: Language = None,
) -> Response:
    """The same map as a picture, a list of positions or a b-file."""
    wanted = MapWish(rules, size, kind, False, format, lang or reader_language(request))
    content = await services_of(request).maps.find(request, wanted)
    name = f"lab.{'txt' if format == 'bfile' else format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=FILES[format])
