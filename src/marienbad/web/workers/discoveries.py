"""Strategies that are looked for, followed by whoever asks; what was proved is remembered."""

from collections.abc import AsyncGenerator

from starlette.requests import Request

from marienbad.text.plain import Plain
from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal, in_words
from marienbad.web.keeping import Kept
from marienbad.web.thoughts.discoveries import Line, discovered, line
from marienbad.web.workers.lanes import DISCOVERY, Lanes

REMEMBERED = 32 * 2**20
"""How many octets of answers are remembered."""


class Discoveries:
    """Asks for strategies, and remembers what was proved with its certificate."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._known: Kept[tuple[str, str], bytes] = Kept(REMEMBERED)

    async def follow(self, request: Request, rules: str, lang: str) -> AsyncGenerator[bytes]:
        """The lines of the answer as they come; what is refused at once is an error."""
        known = self._known.get((rules, lang))
        if known is not None:
            return _at_once(known)
        lanes = self._lanes
        reproach = say("lab.discover.slow", seconds=int(DISCOVERY.seconds))
        told = lanes.follow(request, lanes.discovery, discovered, rules, lang, reproach=reproach)
        first: Line | None = await anext(told)
        return self._lines(first, told, (rules, lang))

    async def _lines(
        self, first: Line | None, told: AsyncGenerator[Line | None], wish: tuple[str, str]
    ) -> AsyncGenerator[bytes]:
        """Every line, and the last stage again where nothing is told for long."""
        _, lang = wish
        stage = line("stage", stage=Plain(lang).line(say("lab.discover.waits")), done=0, of=0)
        result: list[bytes] = []
        try:
            found = first
            while True:
                kind, octets = found or stage
                if kind == "stage":
                    stage = kind, octets
                else:
                    result.append(octets)
                if kind == "certificate":
                    self._known.put(wish, b"".join(result[-2:]), sum(map(len, result[-2:])))
                yield octets
                found = await anext(told)
        except StopAsyncIteration:
            return
        except Refusal as problem:
            yield line("error", error=in_words(problem.message, lang))[1]
        finally:
            await told.aclose()


async def _at_once(content: bytes) -> AsyncGenerator[bytes]:
    yield content
