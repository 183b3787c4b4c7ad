"""What is known of the games of each family besides their rules: theories, counts and tables.

Each family of the catalogue with more than rules has a class here, which imports the modules of
``marienbad.theories`` when they are asked for: an analysis loads the theory it uses and no other.
"""

from marienbad.games.definition import Definition
from marienbad.games.family import Family
from marienbad.theories.theory import PAIRS, Counting, TableKind, Theory


class Known:
    """What is known of the games of a family without a theory: nothing."""

    has_triples = True
    """Whether three heaps have tables too: a search for few positions to leave would be long."""

    def theory(self, game: Definition, name: str) -> Theory:
        """The theory of a game by name."""
        raise KeyError(name)

    def counting(self) -> Counting:
        """What is known of all positions at once."""
        return Counting()

    def tables(self) -> tuple[TableKind, ...]:
        """The tables of its games, the usual one first."""
        return (PAIRS,)


class _Nim(Known):
    def theory(self, game: Definition, name: str) -> Theory:
        if name == "binary":
            from marienbad.theories.nim.binary import Binary

            return Binary(game)
        if name == "packets":
            from marienbad.theories.nim.packets import Packets

            return Packets(game)
        from marienbad.theories.nim.bases import BASES

        return BASES[name](game)

    def counting(self) -> Counting:
        from marienbad.theories.nim.counting import COUNTING

        return COUNTING

    def tables(self) -> tuple[TableKind, ...]:
        from marienbad.theories.nim.tables import TABLES

        return TABLES


class _Wythoff(Known):
    def theory(self, game: Definition, name: str) -> Theory:
        if not game.has_formulas:
            from marienbad.theories.wythoff.misere import MisereRecurrence

            return MisereRecurrence(game)
        if name == "recurrence":
            from marienbad.theories.wythoff.recurrence import Recurrence

            return Recurrence(game)
        if name == "algebra":
            from marienbad.theories.wythoff.algebra import Algebra

            return Algebra(game)
        from marienbad.theories.wythoff.arithmetic import Arithmetic

        return Arithmetic(game)

    def counting(self) -> Counting:
        from marienbad.theories.wythoff.counting import COUNTING

        return COUNTING

    def tables(self) -> tuple[TableKind, ...]:
        from marienbad.theories.wythoff.tables import TABLES

        return TABLES


class _Euclid(Known):
    def theory(self, game: Definition, name: str) -> Theory:
        from marienbad.theories.euclid import Ratio

        return Ratio(game)

    def counting(self) -> Counting:
        from marienbad.theories.euclid import COUNTING

        return COUNTING


class _Lucas(Known):
    def theory(self, game: Definition, name: str) -> Theory:
        if name == "representation":
            from marienbad.theories.lucas.representation import LucasNumbers

            return LucasNumbers(game)
        from marienbad.theories.lucas.theory import Residues

        return Residues(game)

    def counting(self) -> Counting:
        from marienbad.theories.lucas.pairs import COUNTING

        return COUNTING


class _Order(Known):
    def theory(self, game: Definition, name: str) -> Theory:
        from marienbad.theories.order import Period

        return Period(game)

    def tables(self) -> tuple[TableKind, ...]:
        from marienbad.theories.order import TABLES

        return TABLES


class _Spite(Known):
    def theory(self, game: Definition, name: str) -> Theory:
        from marienbad.theories.spite import Hale

        return Hale(game)

    def tables(self) -> tuple[TableKind, ...]:
        from marienbad.theories.spite import TABLES

        return TABLES


class _TakeAway(Known):
    def theory(self, game: Definition, name: str) -> Theory:
        from marienbad.theories.takeaway.sums import theory_of

        return theory_of(game)

    def counting(self) -> Counting:
        from marienbad.theories.takeaway.tables import COUNTING

        return COUNTING

    def tables(self) -> tuple[TableKind, ...]:
        from marienbad.theories.takeaway.tables import TABLES

        return TABLES


class _Octal(Known):
    def theory(self, game: Definition, name: str) -> Theory:
        from marienbad.theories.octal import Grundy

        return Grundy(game)

    def counting(self) -> Counting:
        from marienbad.theories.octal import COUNTING

        return COUNTING

    def tables(self) -> tuple[TableKind, ...]:
        from marienbad.theories.octal import VALUES

        return (VALUES,)


class _Subtraction(_Octal):
    def tables(self) -> tuple[TableKind, ...]:
        return (*super().tables(), PAIRS)


class _Nimhoff(Known):
    def theory(self, game: Definition, name: str) -> Theory:
        from marienbad.theories.nimhoff import Cyclic

        return Cyclic(game)


class _Moore(Known):
    has_triples = False

    def theory(self, game: Definition, name: str) -> Theory:
        from marienbad.theories.moore import Columns

        return Columns(game)

    def counting(self) -> Counting:
        from marienbad.theories.moore import COUNTING

        return COUNTING


KNOWN: dict[str, Known] = {
    "nim": _Nim(),
    "wythoff": _Wythoff(),
    "euclid": _Euclid(),
    "lucas": _Lucas(),
    "order": _Order(),
    "spite": _Spite(),
    "takeaway": _TakeAway(),
    "octal": _Octal(),
    "subtraction": _Subtraction(),
    "nimhoff": _Nimhoff(),
    "moore": _Moore(),
}
"""By the name of the family."""
_NOTHING = Known()


def known_of(family: Family) -> Known:
    """What is known of the games of a family."""
    return KNOWN.get(family.name, _NOTHING)
