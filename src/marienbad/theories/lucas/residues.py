"""Lucas–Wythoff by residues modulo 5: any pair at once, for heaps of any size."""

from marienbad.numeration.integers import plain
from marienbad.text.sentences import Block, Items, say
from marienbad.theories.lucas.common import Lookup, LucasTheory
from marienbad.theories.lucas.pairs import (
    MODULUS,
    candidate,
    is_partner,
    partner,
    smaller,
    times_phi,
)


class Residues(LucasTheory):
    """The theory of the golden ratio and of the residues modulo 5.

    >>> from marienbad.games.catalogue import define
    >>> Residues(define("lucas")).solve((8, 13))
    Verdict(is_p=False, winning_moves=((3, 3),))
    """

    name = "residues"

    def smaller(self, difference: int) -> int | None:
        found = smaller(difference, self.shift)
        return None if found is None else plain(found)

    def partner(self, heap: int) -> int:
        return plain(partner(heap, self.shift))

    def rules(self) -> list[Block]:
        return [Items((say("lucas.residues.difference"), say("lucas.residues.partner")))]

    def show(self, found: Lookup) -> list[Block]:
        if found.is_difference:
            difference = found.number
            most = times_phi(difference)
            small = most - (most - 3 * difference) % MODULUS
            return [
                say(
                    "lucas.residues.show_difference",
                    difference=difference,
                    most=most,
                    residue=3 * difference % MODULUS,
                    pair=(small, small + difference),
                    small=small,
                )
            ]
        own = found.number - self.shift
        above = candidate(own)
        is_above = is_partner(own, above)
        return [
            say(
                "lucas.residues.show_larger" if is_above else "lucas.residues.show_smaller",
                number=own,
                floor=times_phi(own),
                residue=3 * own % MODULUS,
                above=above,
                raised=above + MODULUS,
                shifted=own + MODULUS,
                limit=times_phi(own + MODULUS),
                below=above - own - MODULUS,
            )
        ]
