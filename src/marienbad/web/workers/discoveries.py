"""Strategies that are looked for, followed by whoever asks; what was proved is remembered."""

from collections.abc import AsyncGenerator

from starlette.requests import Request

from marienbad.text.plain import Plain
from marienbad.text.sentences import say
from marienbad.web.api.discoveries import Line, discovered, line, stage_line
from marienbad.web.http.answers import Refusal, in_words
from marienbad.web.keeping import Kept
from marienbad.web.workers.lanes import DISCOVERY, Lanes, Quiet

SECONDS = 40
"""How long a strategy is searched for; the rest of the worker's time is for the proof."""
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
        told = lanes.follow(
            request, lanes.discovery, discovered, rules, lang, SECONDS, reproach=reproach
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
