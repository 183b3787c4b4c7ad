"""The calls for conjectures: a condition is tried, or decided for all sizes."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.school.conjecture.conditions import LENGTH
from marienbad.school.conjecture.trying import LARGEST
from marienbad.text.sentences import say
from marienbad.web.api.declared import READERS, GameName, HeapsText, ReaderLanguage, errors
from marienbad.web.api.models.conjectures import (
    Claimed,
    Conditions,
    ConjectureDecided,
    ConjectureTried,
)
from marienbad.web.http.answers import JSON
from marienbad.web.http.call import Call
from marienbad.web.services import services_of, short, studied
from marienbad.web.thoughts.conjectures import conditions_in, decided_for_all, tried_on
from marienbad.web.workers.lanes import PROOF

ConditionText = Annotated[
    str,
    Query(
        max_length=LENGTH,
        description="A condition on the rows x, y, z, w in ascending order.",
        examples=["total % 2 == 0", "x == y"],
    ),
]

router = APIRouter(tags=["school"], route_class=Call)


@router.get("/api/conjecture/conditions", response_model=Conditions, responses=errors())
async def conditions(request: Request, lang: ReaderLanguage = READERS) -> Response:
    """Conditions to choose from, and the words that one can write."""
    return await short(request, conditions_in, lang)


@router.get("/api/conjecture", response_model=ConjectureTried, responses=errors())
async def conjecture(
    request: Request,
    game: GameName,
    position: HeapsText,
    condition: ConditionText,
    claim: Claimed = "exactly",
    up_to: Annotated[
        int | None,
        Query(
            ge=1, le=LARGEST, description="All situations with as many rows, each of up to so many."
        ),
    ] = None,
    lang: ReaderLanguage = READERS,
) -> Response:
    """The smallest counterexample to a conjecture, with the moves that show it, or none."""
    return await studied(request, tried_on, game, position, condition, claim, up_to, lang)


@router.get("/api/conjecture/prove", response_model=ConjectureDecided, responses=errors())
async def prove(
    request: Request,
    game: GameName,
    condition: ConditionText,
    claim: Claimed = "exactly",
    lang: ReaderLanguage = READERS,
) -> Response:
    """Whether a conjecture holds for two heaps of every size, where the prover can decide it."""
    services = services_of(request)
    (content,) = await services.lanes.ask(
        request,
        services.lanes.proof,
        decided_for_all,
        game,
        condition,
        claim,
        lang,
        reproach=say("conjecture.slow", seconds=int(PROOF.seconds)),
    )
    return Response(content, media_type=JSON)
