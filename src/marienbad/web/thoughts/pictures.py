"""A position as a picture in points."""

from marienbad.analysis import Game
from marienbad.web.site.sharing import picture
from marienbad.web.thoughts.subject import subject


def drawn(game: str, position: str | None) -> bytes:
    """The picture of a position; without one, of the start of the game."""
    if position is None:
        known = Game.named(game)
        heaps = known.start
    else:
        known, heaps = subject(game, position)
    return picture(known.definition.nouns[1], heaps)
