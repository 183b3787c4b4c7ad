"""Exact ways of writing integers; nothing here knows a game."""

from importlib import import_module

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from marienbad.numeration.bases import digits, packets, value
    from marienbad.numeration.beatty import Beatty, are_complementary, fraenkel_condition
    from marienbad.numeration.continued_fraction import (
        FIBONACCI,
        ContinuedFraction,
        Representation,
        fibonacci,
        zeckendorf,
    )
    from marienbad.numeration.integers import Integer, digits_of, fast, isqrt, parse, plain
    from marienbad.numeration.surds import Root, RootMultiple, Surd, root

__all__ = [
    "FIBONACCI",
    "Beatty",
    "ContinuedFraction",
    "Integer",
    "Representation",
    "Root",
    "RootMultiple",
    "Surd",
    "are_complementary",
    "digits",
    "digits_of",
    "fast",
    "fibonacci",
    "fraenkel_condition",
    "isqrt",
    "packets",
    "parse",
    "plain",
    "root",
    "value",
    "zeckendorf",
]

_MODULES = ("integers", "bases", "surds", "beatty", "continued_fraction")


def __getattr__(name: str) -> object:
    # Most positions need one of these modules, and the command line answers in milliseconds.
    if name in __all__:
        for module in _MODULES:
            home = import_module(f"{__name__}.{module}")
            if hasattr(home, name):
                return getattr(home, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
