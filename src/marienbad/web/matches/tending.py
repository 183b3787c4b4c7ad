"""What a server does while nobody asks: old matches go, room is measured, changes are heard of."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine

from marienbad.web.http.answers import Refusal
from marienbad.web.matches import attendance as attending
from marienbad.web.matches.cache import MatchCache
from marienbad.web.matches.notices import listen, look
from marienbad.web.rooms.rooms import TENDING_PAUSE, Rooms
from marienbad.web.settings import Settings

LOG = logging.getLogger("marienbad.web")
EXPIRY_PAUSE = 600.0
MEASURE_PAUSE = 10.0


def duties(
    matches: MatchCache, rooms: Rooms, settings: Settings
) -> list[Coroutine[None, None, None]]:
    """What runs as long as the server does."""

    async def expire() -> None:
        await matches.database.tick()
        for is_over, days in ((True, settings.expire_days), (False, settings.expire_unfinished)):
            if days is not None:
                await matches.expire(days, is_over)

    found = [for_ever(expire, EXPIRY_PAUSE), for_ever(matches.measure, MEASURE_PAUSE)]
    attendance = matches.attendance
    found += [
        for_ever(attendance.settle, attending.PAUSE),
        for_ever(attendance.renew, attending.RENEWAL),
        for_ever(rooms.tend, TENDING_PAUSE),
    ]
    file = matches.store.file
    found.append(
        listen(matches, rooms, settings.database) if file is None else look(matches, rooms, file)
    )
    return found


async def for_ever(duty: Callable[[], Awaitable[None]], pause: float) -> None:
    """Do it now and then; what fails is tried again the next time."""
    while True:
        try:
            await duty()
        except Refusal:
            pass  # the database does not answer, which was noted
        except Exception:
            LOG.exception("failure", extra={"facts": {"duty": duty.__qualname__}})
        await asyncio.sleep(pause)
