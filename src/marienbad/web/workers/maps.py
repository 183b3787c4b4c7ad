"""The maps of the lab and their tiles, remembered."""

import gzip
import os
import shutil
import tempfile
from contextlib import suppress

from starlette.requests import Request

from marienbad.text.sentences import say
from marienbad.web.api.maps import MapWish, mapped, mapped_at_first
from marienbad.web.api.planes import make_folder
from marienbad.web.api.tiles import TileWish, tiled
from marienbad.web.http.compression import accepts_gzip
from marienbad.web.keeping import Kept
from marienbad.web.workers.lanes import Lanes

SECONDS = 0.9
"""How long a box may take, and after it its description."""
TILE_SECONDS = 6.0
"""How long the box may take that a tile is cut from."""
REMEMBERED, REMEMBERED_TILES = 64 * 2**20, 32 * 2**20
"""How many octets of answers are remembered."""


class Maps:
    """Asks for maps, and remembers what was found."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._known: Kept[MapWish, bytes] = Kept(REMEMBERED)
        self._tiles: Kept[TileWish, bytes] = Kept(REMEMBERED_TILES)
        self._folder: str | None = None
        self._held: int | None = None

    def open(self) -> None:
        """Have a folder for planes that tiles are cut from; without one they are solved again."""
        with suppress(OSError):
            self._folder, self._held = make_folder(tempfile.gettempdir())

    def close(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._held is not None:
            os.close(self._held)

    async def find(self, request: Request, wish: MapWish) -> bytes:
        """The answer: a file, or for the page JSON, compressed; what takes too long is refused."""
        if (known := self._known.get(wish)) is not None:
            return known
        reproach = say("lab.greedy", size=wish.size or 0) if wish.size else None
        parts = await self._lanes.ask(
            request,
            self._lanes.short,
            mapped,
            wish,
            seconds=SECONDS,
            reproach=reproach,
            at_first=mapped_at_first,
        )
        content: bytes = parts[-1]
        self._known.put(wish, content, len(wish.rules) + len(content))
        return content

    async def tile(self, request: Request, wish: TileWish) -> bytes:
        """A tile, compressed; one that is cut from a plane which takes too long is refused."""
        if (known := self._tiles.get(wish)) is not None:
            return known
        content: bytes
        (content,) = await self._lanes.ask(
            request,
            self._lanes.search,
            tiled,
            wish,
            self._folder,
            seconds=TILE_SECONDS,
            reproach=say("lab.slow", seconds=int(TILE_SECONDS)),
        )
        self._tiles.put(wish, content, len(wish.rules) + len(content))
        return content


def for_client(request: Request, content: bytes) -> tuple[bytes, dict[str, str]]:
    """What was compressed, as the client can read it, and the headers that say so."""
    headers = {"Vary": "Accept-Encoding, Accept-Language"}
    if not accepts_gzip(request.headers):
        return gzip.decompress(content), headers
    return content, {**headers, "Content-Encoding": "gzip"}
