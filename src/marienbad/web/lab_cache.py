"""Maps, tiles and strategies of the lab: asked of the pool, and remembered."""

import gzip
import os
import shutil
import tempfile
from collections.abc import AsyncGenerator
from contextlib import suppress

from starlette.requests import Request

from marienbad.text.plain import Plain
from marienbad.text.sentences import say
from marienbad.web.api.discoveries import Line, discovered, line, stage_line
from marienbad.web.api.maps import MapWish, mapped
from marienbad.web.api.planes import make_folder
from marienbad.web.api.tiles import TileWish, tiled
from marienbad.web.http.answers import Refusal, in_words
from marienbad.web.http.compression import accepts_gzip
from marienbad.web.lru import LruCache
from marienbad.web.workers.pool import DISCOVERY, SEARCH, SHORT, Pool, Quiet

SECONDS = 40
"""How long a strategy is searched for; the rest of the worker's time is for the proof."""
REMEMBERED, REMEMBERED_TILES, REMEMBERED_PROOFS = 64 * 2**20, 32 * 2**20, 32 * 2**20
"""How many bytes of maps, tiles and proofs are remembered."""


class Maps:
    """Asks for maps, and remembers what was found."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: LruCache[MapWish, bytes] = LruCache(REMEMBERED)
        self._tiles: LruCache[TileWish, bytes] = LruCache(REMEMBERED_TILES)
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
        too_long = say("lab.greedy", size=wish.size) if wish.size else None
        limits = SHORT if wish.form == "small" else SEARCH
        content: bytes = await self._pool.run(
            request, mapped, wish, limits=limits, too_long=too_long
        )
        self._known.put(wish, content, len(wish.rules) + len(content))
        return content

    async def tile(self, request: Request, wish: TileWish) -> bytes:
        """A tile, compressed; one that is cut from a plane which takes too long is refused."""
        if (known := self._tiles.get(wish)) is not None:
            return known
        too_long = say("lab.slow", seconds=int(SEARCH.seconds))
        content: bytes = await self._pool.run(
            request, tiled, wish, self._folder, limits=SEARCH, too_long=too_long
        )
        self._tiles.put(wish, content, len(wish.rules) + len(content))
        return content


def for_client(request: Request, content: bytes) -> tuple[bytes, dict[str, str]]:
    """What was compressed, as the client can read it, and the headers that say so."""
    headers = {"Vary": "Accept-Encoding, Accept-Language"}
    if not accepts_gzip(request.headers):
        return gzip.decompress(content), headers
    return content, {**headers, "Content-Encoding": "gzip"}


class Discoveries:
    """Asks for strategies, and remembers what was proved with its certificate."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: LruCache[tuple[str, str], bytes] = LruCache(REMEMBERED_PROOFS)

    async def follow(self, request: Request, rules: str, lang: str) -> AsyncGenerator[bytes]:
        """The lines of the answer as they come; what is refused at once is an error."""
        known = self._known.get((rules, lang))
        if known is not None:
            return _at_once(known)
        too_long = say("lab.discover.slow", seconds=int(DISCOVERY.seconds))
        told = self._pool.stream(
            request, discovered, rules, lang, SECONDS, limits=DISCOVERY, too_long=too_long
        )
        first: Line | Quiet = await anext(told)
        return self._lines(first, told, (rules, lang))

    async def _lines(
        self, first: Line | Quiet, told: AsyncGenerator[Line | Quiet], wish: tuple[str, str]
    ) -> AsyncGenerator[bytes]:
        """Every line, and the last stage again where nothing is told for long."""
        _, lang = wish
        stage: Line | None = None
        result: list[bytes] = []
        try:
            found = first
            while True:
                if isinstance(found, Quiet):
                    kind, octets = stage or _before(found, lang)
                else:
                    kind, octets = found
                    stage = found if kind == "stage" else stage
                if kind != "stage":
                    result.append(octets)
                if kind == "certificate":
                    self._known.put(wish, b"".join(result[-2:]), sum(map(len, result[-2:])))
                yield octets
                found = await anext(told)
        except StopAsyncIteration:
            return
        except Refusal as problem:
            yield line({"kind": "error", "error": in_words(problem.message, lang)})[1]
        finally:
            await told.aclose()


def _before(quiet: Quiet, lang: str) -> Line:
    """What is so before the first stage: others are before it, or it is being made ready."""
    key = "lab.discover.waits" if quiet is Quiet.WAITING else "lab.discover.ready"
    return stage_line(Plain(lang).line(say(key)))


async def _at_once(content: bytes) -> AsyncGenerator[bytes]:
    yield content
