"""The calls of the lab: rules of one's own, solved while one writes them."""

import gzip
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.games.catalogue import define
from marienbad.games.language.rule_text import PREFIX
from marienbad.text.explanation import say
from marienbad.web.api.declared import errors
from marienbad.web.api.models import LabMap, LabQuestion
from marienbad.web.api.parameters import Language
from marienbad.web.http.answers import JSON
from marienbad.web.http.call import Call
from marienbad.web.http.errors import Refusal
from marienbad.web.http.language import reader_language
from marienbad.web.http.limits import LONGEST_GAME
from marienbad.web.services import services_of
from marienbad.web.workers.maps import MapQuestion

USUAL_SIZES = {1: 128, 2: 128, 3: 32, 4: 12}
LARGEST_SIZES = {1: 512, 2: 512, 3: 64, 4: 20}
"""The largest size of each heap, by the number of heaps: about 2¹⁸ positions."""
FILES = {"png": "image/png", "svg": "image/svg+xml", "csv": "text/csv", "bfile": "text/plain"}

router = APIRouter(tags=["lab"], route_class=Call)


@router.post(
    "/api/lab",
    response_model=LabMap,
    responses=errors(413),
)
async def solve(request: Request, wish: LabQuestion, lang: Language = None) -> Response:
    """The map of some rules: positions to leave or Grundy values, and what there is to notice."""
    question = asked(wish.rules, wish.size, wish.kind, "map", lang or reader_language(request))
    content = await services_of(request).maps.find(question)
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
            "description": "The map as a file, in the form asked for.",
            "content": {kind: {"schema": {"type": "string"}} for kind in FILES.values()},
        },
    },
)
async def download(
    request: Request,
    rules: Annotated[str, Query(max_length=LONGEST_GAME)],
    format: Literal["png", "svg", "csv", "bfile"],  # noqa: A002 (in addresses)
    size: Annotated[int | None, Query(ge=2, le=max(LARGEST_SIZES.values()))] = None,
    kind: Literal["outcomes", "grundy"] = "outcomes",
    lang: Language = None,
) -> Response:
    """The same map as a picture, a list of positions or a b-file."""
    question = asked(rules, size, kind, format, lang or reader_language(request))
    content = await services_of(request).maps.find(question)
    name = f"lab.{'txt' if format == 'bfile' else format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=FILES[format])


def asked(rules: str, size: int | None, kind: str, form: str, lang: str) -> MapQuestion:
    """The question, or an error that says what is wrong with the rules or the size.

    >>> asked("heaps 1; take n from one", None, "grundy", "map", "en").size
    128
    """
    definition = define(PREFIX + rules)
    heaps = definition.ruleset.heaps or 1
    bound = LARGEST_SIZES[heaps]
    if size is not None and size > bound:
        raise Refusal(422, say("lab.size", size=size, bound=bound, heaps=heaps))
    return MapQuestion(definition, (), size or USUAL_SIZES[heaps], kind == "grundy", form, lang)
