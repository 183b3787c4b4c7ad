"""The certificates of games that are proved."""

from importlib.util import find_spec

from marienbad.games.catalogue import define
from marienbad.prover.games.library import is_proved
from marienbad.text.problems import InputError, OutOfReach


def certificate_of(game: str) -> bytes:
    """The certificate of a game whose automaton is kept: it is proved again, with its witness."""
    known = define(game)
    if not is_proved(known):
        raise OutOfReach("prover.not_proved", game=known.name)
    if find_spec("numpy") is None:
        raise InputError("prover.missing")
    from marienbad.prover.games.proof import Proof, prove

    found = prove(known)
    if not isinstance(found, Proof):
        raise OutOfReach("prover.not_proved", game=known.name)
    return found.certificate().encode("utf-8")
