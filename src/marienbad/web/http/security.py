"""The headers of every answer: nothing from elsewhere, nothing inline, in one frame only."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marienbad.web.http.origins import SAFE

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
POLICY, FRAMES = b"content-security-policy", b"x-frame-options"
FRAMED = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
}
"""What a page says that others may show inside theirs."""
CACHE = b"cache-control"
ASKED_AGAIN = (CACHE, b"no-cache")
"""What an answer says that does not say otherwise: ask again before showing it again."""
NOT_KEPT = (CACHE, b"no-store")
"""What the answer to a change says: it may hold the token of a seat."""
SECURE_TRANSPORT = (b"strict-transport-security", b"max-age=63072000")
"""Said to whoever came by https, which is known of a named proxy: come by it for two years."""

_RAW = [(name.lower().encode("ascii"), value.encode("ascii")) for name, value in HEADERS.items()]
_FRAMED = [(name, value) for name, value in _RAW if name not in (POLICY, FRAMES)]


class SecurityHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        is_read_only = scope["method"] in SAFE
        transport = [SECURE_TRANSPORT] if scope["scheme"] == "https" else []

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                if all(name != CACHE for name, _ in headers):
                    headers = [*headers, ASKED_AGAIN if is_read_only else NOT_KEPT]
                is_framed = any(name == POLICY for name, _ in headers)
                own = _FRAMED if is_framed else _RAW
                message["headers"] = [*headers, *own, *transport]
            await send(message)

        await self.app(scope, receive, send_with_headers)
