"""The path of a host under which the server stands."""

from starlette.types import ASGIApp, Receive, Scope, Send


class UnderPrefix:
    """Lets the application know its prefix, whether or not a proxy took it off the path."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app = app
        self.prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            scope = {**scope, "root_path": self.prefix, "path": self._whole(scope["path"])}
        await self.app(scope, receive, send)

    def _whole(self, path: str) -> str:
        if path == self.prefix:
            return f"{path}/"
        return path if path.startswith(f"{self.prefix}/") else self.prefix + path
