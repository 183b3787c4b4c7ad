"""What an operator sees of the requests: metrics for Prometheus, and lines for the log."""

import logging
import time
from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics import disable_created_metrics
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
LOG = logging.getLogger("marienbad.web")

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Counts of one process."""

    def __init__(self, live: Callable[[], float]) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "marienbad_requests",
            "Requests that were answered.",
            ("method", "route", "status"),
            registry=registry,
        )
        self.requests_of = cache(self.requests.labels)
        """The count of a method, a route and a status: to find it costs more than to count."""
        self.seconds = Histogram(
            "marienbad_request_seconds",
            "How long requests took.",
            buckets=BUCKETS,
            registry=registry,
        )
        self.moves = Counter("marienbad_moves", "Moves that were played.", registry=registry)
        self.matches = Counter("marienbad_matches", "Matches that were made.", registry=registry)
        watching = Gauge("marienbad_live_connections", "Who watches now.", registry=registry)
        watching.set_function(live)

    def text(self) -> bytes:
        """The exposition that Prometheus reads.

        >>> print(Metrics(live=lambda: 2).text().decode().splitlines()[-1])
        marienbad_live_connections 2.0
        """
        return generate_latest(self.registry)


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
            self.metrics.requests_of(method, route, status).inc()
            self.metrics.seconds.observe(seconds)
            if self.logs_requests:
                facts = {
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": status,
                    "milliseconds": round(seconds * 1000, 2),
                }
                LOG.info("request", extra={"facts": facts})
