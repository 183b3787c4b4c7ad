"""What an operator sees of the requests: metrics for Prometheus, and lines for the log."""

import logging
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, Metric, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
Family = GaugeMetricFamily | CounterMetricFamily
Reading = Callable[[], float | Mapping[str, float]]
LOG = logging.getLogger("marienbad.web")


class Metrics(Collector):
    """Counts of one process: plain numbers, made into metrics when Prometheus asks for them."""

    def __init__(self) -> None:
        self.watched: list[tuple[type[Family], str, str, Reading, str]] = []
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.durations = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0
        self.moves = self.matches = 0

    def watch(
        self, name: str, about: str, read: Reading, is_counter: bool = False, label: str = ""
    ) -> None:
        """Show a number of another part of the server, read when Prometheus asks.

        With a label it is several numbers, each by the value of the label.
        """
        kind = CounterMetricFamily if is_counter else GaugeMetricFamily
        self.watched.append((kind, name, about, read, label))

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests[method, route, status] += 1
        self.durations[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds

    def collect(self) -> Iterator[Metric]:
        name, about = "marienbad_requests", "Requests that were answered."
        requests = CounterMetricFamily(name, about, labels=("method", "route", "status"))
        for labels, number in self.requests.items():
            requests.add_metric([*map(str, labels)], number)
        yield requests
        bounds = (*map(str, BUCKETS), "+Inf")
        buckets = [*zip(bounds, accumulate(self.durations), strict=True)]
        name, about = "marienbad_request_seconds", "How long requests took."
        yield HistogramMetricFamily(name, about, buckets, self.seconds)
        yield CounterMetricFamily("marienbad_moves", "Moves that were played.", self.moves)
        yield CounterMetricFamily("marienbad_matches", "Matches that were made.", self.matches)
        for kind, name, about, read, label in self.watched:
            found = read()
            family = kind(name, about, labels=[label] if label else [])
            for value, each in (found if isinstance(found, Mapping) else {"": found}).items():
                family.add_metric([value] if label else [], each)
            yield family

    def text(self) -> bytes:
        """The exposition that Prometheus reads.

        >>> metrics = Metrics()
        >>> metrics.watch("watchers", "Who watches now.", lambda: 2)
        >>> print(metrics.text().decode().splitlines()[-1])
        watchers 2.0
        """
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)  # memory, processor and descriptors of this process
        registry.register(self)
        return generate_latest(registry)


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
