"""The headers that every answer carries: nothing from elsewhere, nothing inline, no frames."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marienbad.web.http.gate import SAFE

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # the address of a match is the right to watch it
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
CACHE = b"cache-control"
ASKED_AGAIN = (CACHE, b"no-cache")
"""What an answer says that does not say otherwise: ask again before showing it again."""
NOT_KEPT = (CACHE, b"no-store")
"""What the answer to a change says: it may hold the token of a seat."""
SECURE_TRANSPORT = (b"strict-transport-security", b"max-age=63072000")
"""Said to whoever came by https, which is known of a named proxy: come by it for two years."""

_RAW = [(name.lower().encode("ascii"), value.encode("ascii")) for name, value in HEADERS.items()]


class SecurityHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        is_read_only = scope["method"] in SAFE
        more = [*_RAW, SECURE_TRANSPORT] if scope["scheme"] == "https" else _RAW

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                if all(name != CACHE for name, _ in headers):
                    headers = [*headers, ASKED_AGAIN if is_read_only else NOT_KEPT]
                message["headers"] = [*headers, *more]
            await send(message)

        await self.app(scope, receive, send_with_headers)
