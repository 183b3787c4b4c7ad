"""The maps of the lab, remembered."""

from starlette.requests import Request

from marienbad.text.sentences import say
from marienbad.web.keeping import Kept
from marienbad.web.thoughts.maps import MapWish, mapped
from marienbad.web.workers.lanes import Lanes

SECONDS = 0.9
"""How long a box may take, and after it its description."""
REMEMBERED = 64 * 2**20
"""How many octets of answers are remembered."""


class Maps:
    """Asks for maps, and remembers what was found."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._known: Kept[MapWish, bytes] = Kept(REMEMBERED)

    async def find(self, request: Request, wish: MapWish) -> bytes:
        """The answer: a file, or for the page JSON, compressed; what takes too long is refused."""
        if (known := self._known.get(wish)) is not None:
            return known
        reproach = say("lab.greedy", size=wish.size or 0) if wish.size else None
        parts = await self._lanes.ask(
            request, self._lanes.short, mapped, wish, seconds=SECONDS, reproach=reproach
        )
        content: bytes = parts[-1]
        self._known.put(wish, content, len(wish.rules) + len(content))
        return content
