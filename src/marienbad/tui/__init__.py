"""The terminal application: rows of matches to point at, a chessboard beside two heaps, a coach."""

from marienbad.play.session import Session
from marienbad.tui.app import TerminalApp


def run(session: Session, lang: str) -> None:
    """Play in the terminal until the player leaves."""
    TerminalApp(session, lang).run()
