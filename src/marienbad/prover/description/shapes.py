"""Sets that need no list: few differences, remainders, a known game; each but for a few positions.

>>> from marienbad.text.plain import Plain
>>> Plain("en").line(Differences(NO_EXCEPTIONS, (0,)).sentence)
'Leave two equal heaps.'
"""

from __future__ import annotations

from marienbad.games.catalogue import titled
from marienbad.text.sentences import Block, Listing, Message, say
from marienbad.values import Record

Pair = tuple[int, int]


class Exceptions(Record):
    """Positions that a set lacks, and positions that it has besides."""

    missing: tuple[Pair, ...]
    added: tuple[Pair, ...]

    def messages(self) -> list[Message]:
        named = (("missing", self.missing), ("added", self.added))
        return [
            say(f"prover.description.{name}", positions=Listing(positions))
            for name, positions in named
            if positions
        ]


NO_EXCEPTIONS = Exceptions((), ())


class Shape(Record):
    """A set that a sentence describes, but for exceptions."""

    exceptions: Exceptions

    @property
    def sentence(self) -> Message:
        """The rule."""
        raise NotImplementedError

    def blocks(self) -> list[Block]:
        return [self.sentence, *self.exceptions.messages(), say("prover.description.use_shape")]


class Differences(Shape):
    """The positions whose difference y − x is one of a few numbers."""

    numbers: tuple[int, ...]

    @property
    def sentence(self) -> Message:
        if self.numbers == (0,):
            return say("prover.description.equal")
        return say("prover.description.difference", numbers=Listing(self.numbers, "or"))


class Remainders(Shape):
    """The positions whose heaps leave certain remainders."""

    modulus: int
    pairs: tuple[Pair, ...]

    @property
    def sentence(self) -> Message:
        m = self.modulus
        if {(x - y) % m for x, y in self.pairs} == {0} and len(self.pairs) == m:
            return say("prover.description.same_remainder", modulus=m)
        return say("prover.description.remainders", modulus=m, pairs=Listing(self.pairs))


class Moved(Shape):
    """A few positions, and the same with multiples of a number added to both heaps."""

    step: int
    pairs: tuple[Pair, ...]

    @property
    def sentence(self) -> Message:
        return say("prover.description.moved", pairs=Listing(self.pairs), step=self.step)


class Like(Shape):
    """The positions to leave of a game of the catalogue."""

    game: str

    @property
    def sentence(self) -> Message:
        return say("prover.description.like", game=titled(self.game))
