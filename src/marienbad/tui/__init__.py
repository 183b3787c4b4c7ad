"""The terminal application: rows of matches to point at, a chessboard beside two heaps, a coach."""

from marienbad.play.match import Match
from marienbad.tui.app import TerminalApp
from marienbad.tui.session import Session


def run(match: Match, level: str, lang: str, seed: int | None = None) -> Match:
    """Play in the terminal until the player leaves; return the match as it stands then.

    ``match.players`` says which seats a person holds; ``level`` is what the machine begins with.
    """
    app = TerminalApp(Session(match, level, seed), lang)
    app.run()
    return app.session.match
