"""The calls of the machine that learns; nothing of it is kept here."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.web.api.declared import READERS, ReaderLanguage, errors
from marienbad.web.api.models.machines import Draw, Drawn, Lesson, MachineShown, Training
from marienbad.web.http.call import Call
from marienbad.web.services import short, studied
from marienbad.web.thoughts import machines

router = APIRouter(tags=["school"], route_class=Call)


@router.post("/api/machine", response_model=MachineShown, responses=errors(413))
async def train(request: Request, wish: Training, lang: ReaderLanguage = READERS) -> Response:
    """A machine of matchboxes, new or as it is sent, after some games.

    Games that do not fit into one question are left to the next: `played` says how many there were.
    """
    return await studied(request, machines.train, wish.model_dump(), lang)


@router.post("/api/machine/move", response_model=Drawn, responses=errors(413))
async def draw(request: Request, wish: Draw) -> Response:
    """The bead that a machine draws for a position."""
    return await short(request, machines.draw, wish.model_dump())


@router.post("/api/machine/learn", response_model=MachineShown, responses=errors(413))
async def learn(request: Request, wish: Lesson, lang: ReaderLanguage = READERS) -> Response:
    """A machine after a game that somebody has played against it."""
    return await short(request, machines.learn, wish.model_dump(), lang)
