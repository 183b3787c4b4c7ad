"""marienbad: play, learn and research the take-away games.

Everything starts with a :class:`Game`, by name or from a text of rules:

>>> import marienbad
>>> marienbad.game("marienbad").analyse((1, 3, 5, 7)).outcome
'P'

Whatever is named here is loaded when it is first used, and needs the standard library alone unless
it says so: a command loads no more than what it runs.
"""

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Block",
    "Call",
    "Game",
    "InputError",
    "Match",
    "OutOfReach",
    "Player",
    "Rejected",
    "Split",
    "Unreadable",
    "__version__",
    "by_heart",
    "check",
    "contest",
    "game",
    "grade_match",
    "identities",
    "nim_winning_moves",
    "player",
    "read_record",
    "rules",
    "verify",
    "write_record",
]

TYPE_CHECKING = False  # type checkers take it for true; typing itself is slow to import
if TYPE_CHECKING:
    from marienbad.analysis import Analysis, Game, game, rules
    from marienbad.checker import Rejected, Unreadable
    from marienbad.heaps import Block, Call, Split
    from marienbad.play.contest import contest
    from marienbad.play.grading import grade_match
    from marienbad.play.match import Match
    from marienbad.play.notation import read_record, write_record
    from marienbad.play.players import Player, player
    from marienbad.prover.certificates.checking import check
    from marienbad.study.verification import verify
    from marienbad.text.problems import InputError, OutOfReach
    from marienbad.theories.batch import nim_winning_moves
    from marienbad.theories.nim import by_heart
    from marienbad.theories.wythoff import identities
else:
    _HOMES = {
        "Analysis": "marienbad.analysis",
        "Block": "marienbad.heaps",
        "Call": "marienbad.heaps",
        "Game": "marienbad.analysis",
        "InputError": "marienbad.text.problems",
        "Match": "marienbad.play.match",
        "OutOfReach": "marienbad.text.problems",
        "Player": "marienbad.play.players",
        "Rejected": "marienbad.checker",
        "Split": "marienbad.heaps",
        "Unreadable": "marienbad.checker",
        "by_heart": "marienbad.theories.nim.by_heart",
        "check": "marienbad.prover.certificates.checking",
        "contest": "marienbad.play.contest",
        "game": "marienbad.analysis",
        "grade_match": "marienbad.play.grading",
        "identities": "marienbad.theories.wythoff.identities",
        "nim_winning_moves": "marienbad.theories.batch",
        "player": "marienbad.play.players",
        "read_record": "marienbad.play.notation",
        "rules": "marienbad.analysis",
        "verify": "marienbad.study.verification",
        "write_record": "marienbad.play.notation",
    }

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        home = import_module(_HOMES[name])
        # by_heart and identities are modules themselves
        value = globals()[name] = getattr(home, name, home)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
