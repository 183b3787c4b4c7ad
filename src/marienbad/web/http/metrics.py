"""What an operator sees: metrics in Prometheus' text form, and a log of JSON lines."""

import json
import logging
import sys
import time
from bisect import bisect_left
from collections import Counter
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
LOG = logging.getLogger("marienbad.web")


class Metrics:
    """Counts of one process."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.durations = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0
        self.moves = 0
        self.matches = 0

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self.requests[method, route, status] += 1
        self.durations[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds

    def text(self, live: int) -> str:
        """The exposition that Prometheus reads.

        >>> print(Metrics().text(live=2).splitlines()[-1])
        marienbad_live_connections 2
        """
        lines = ["# TYPE marienbad_requests_total counter"]
        for (method, route, status), number in sorted(self.requests.items()):
            labels = f'method="{method}",route="{route}",status="{status}"'
            lines.append(f"marienbad_requests_total{{{labels}}} {number}")
        lines.append("# TYPE marienbad_request_seconds histogram")
        total = 0
        for bound, number in zip((*BUCKETS, "+Inf"), self.durations, strict=True):
            total += number
            lines.append(f'marienbad_request_seconds_bucket{{le="{bound}"}} {total}')
        lines += [
            f"marienbad_request_seconds_sum {self.seconds:.6f}",
            f"marienbad_request_seconds_count {total}",
            "# TYPE marienbad_moves_total counter",
            f"marienbad_moves_total {self.moves}",
            "# TYPE marienbad_matches_total counter",
            f"marienbad_matches_total {self.matches}",
            "# TYPE marienbad_live_connections gauge",
            f"marienbad_live_connections {live}",
        ]
        return "\n".join(lines) + "\n"


class Observer:
    """Counts, and where asked logs, every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics, logs_requests: bool) -> None:
        self.app = app
        self.metrics = metrics
        self.logs_requests = logs_requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 500
        began = time.perf_counter()

        async def observing_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, observing_send)
        finally:
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if route != "other" else "other"
            self.metrics.count(method, route, status, seconds)
            if self.logs_requests:
                facts = {
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": status,
                    "milliseconds": round(seconds * 1000, 2),
                }
                LOG.info("request", extra={"facts": facts})


class JsonLines(logging.Formatter):
    """One JSON object a line: when, how grave, what, and the facts."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_log(logs_requests: bool) -> None:
    """Write the log to standard error, for whoever collects it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("marienbad.web", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers = [handler]
        log.propagate = False
        is_ours = name == "marienbad.web"
        log.setLevel(logging.INFO if logs_requests and is_ours else logging.WARNING)
