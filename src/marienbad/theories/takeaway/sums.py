"""Take-away games by sums: the smallest part of the heap against what may be taken.

Let h be the heap and m how many may be taken: h − 1 at the first move, then k times what was taken
before. Write h as a sum of Schwenk's numbers (:mod:`marienbad.numeration.schwenk`), in which every
part is more than k times the next one. **Whoever is to move wins exactly if the smallest part is at
most m**, and the moves that win are the sums t ≤ m of smallest parts with kt below the next larger
part, and the whole heap where h ≤ m.

Proof. Say that a move is good if it takes t ≤ m and leaves nothing, or something whose smallest
part p is more than kt. Then p is also more than k times the largest part of t, so that the parts of
the rest and those of t together are the parts of h, which has only one such sum: the good moves are
those that are listed. Where the smallest part is at most m, to take it is one of them; where it is
more than m, there is none. So every move that is not good leaves a smallest part of at most kt, and
then the other has a good move; every good move leaves him none. ∎

In misère play nobody takes the last token as long as he has a choice: the others are played for as
in normal play. Only at the first move all of these may be taken, so that it always wins.

M. J. Whinihan, Fibonacci Quarterly 1(4) (1963), 9-13; A. J. Schwenk, Fibonacci Quarterly 8 (1970),
225-234; all winning moves for k = 2: C. Allen, V. Ponomarenko, Involve 7 (2014), 807-818.
"""

from functools import cached_property
from itertools import islice

from marienbad.games.bibliography import in_short
from marienbad.games.definition import Definition
from marienbad.games.takeaway import FIBONACCI_FACTOR
from marienbad.heaps import Move, Position, state_of
from marienbad.numeration.schwenk import numbers, parts, smallest_part, tails
from marienbad.text.mathematics import Expression, Number, Product, Sum, Symbol
from marienbad.text.numbers import short_integer_text
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Cell, Count, Equation, Items, Message, Table, Value, say
from marienbad.theories.theory import MOST_LISTED, Theory, Verdict

OUR_PROOF = "marienbad, docs/theories/takeaway.md"
"""Where misère play is proved."""
LONGEST_SEQUENCE, LONG_BITS = 10_000_000, 8_000
"""The most numbers of the sequence that are found; one of more bits counts as several."""
LONGEST_HEAP = 10_000_000
"""The most bits of a heap whose numbers are Fibonacci's, or powers of two."""
MOST_BITS = 2**30
"""The most bits of all winning moves together."""
LARGEST_SHOWN = 10**40
"""Larger heaps are decided without their sum being written out."""
SHOWN_PARTS = 12
LISTED_NUMBERS = 10
"""How many numbers of the sequence are listed in the rule."""


def theory_of(game: Definition) -> "Schwenk":
    """Return the theory of a game, which has the words for its numbers."""
    return (Zeckendorf if game.values["k"] == FIBONACCI_FACTOR else Schwenk)(game)


def check_sequence(k: int, most: int, bound: int) -> None:
    """Refuse a bound up to which the sequence has too many numbers, long ones counting more.

    They grow by at least a k-th part each, so that they double within k steps.
    """
    bits = most.bit_length()
    numbers_below = k * (bits - k.bit_length() + 3) if most > k + 1 else 1
    if numbers_below * (1 + bits // LONG_BITS) > bound:
        raise OutOfReach("takeaway.too_large", k=k)


class Schwenk(Theory):
    """The theory of Schwenk's sums."""

    name = "schwenk"
    short_member = "takeaway.member_short"
    """The key of what a number of the sequence is called where it was shown before."""

    @property
    def citation(self) -> str:
        return OUR_PROOF if self.game.is_misere else in_short("schwenk")

    @property
    def k(self) -> int:
        """How many times as many as before may be taken."""
        return self.game.values["k"]

    def most_taken(self, position: Position) -> int:
        """How many may be taken at most.

        >>> from marienbad.games.catalogue import define
        >>> from marienbad.heaps import Situation
        >>> theory = Schwenk(define("takeaway:k=3"))
        >>> [theory.most_taken(p) for p in ((20,), Situation((20,), 4), Situation((20,), 9))]
        [19, 12, 20]
        """
        (heap,), last = position, state_of(position)
        return min(heap, self.k * last) if last else max(heap - 1, 0)

    def played_for(self, position: Position) -> int:
        """The tokens that both players want: all of them, or all but the last in misère play."""
        return max(position[0] - self.game.is_misere, 0)

    # How far it reaches

    def check_reach(self, position: Position) -> None:
        """Refuse a heap for which the numbers of the sequence are too many or too long.

        With k = 1 and 2 there are quicker ways: bits, and Fibonacci digits found by halves.
        """
        heap = self.played_for(position)
        if self.k > FIBONACCI_FACTOR:
            check_sequence(self.k, heap, LONGEST_SEQUENCE)
        elif heap.bit_length() > LONGEST_HEAP:
            raise OutOfReach("takeaway.too_large", k=self.k)

    # Who wins, and how

    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning move.

        >>> from marienbad.games.catalogue import define
        >>> from marienbad.heaps import Situation
        >>> Schwenk(define("takeaway:k=3")).solve((26,))
        Verdict(is_p=False, winning_moves=((1,), (5,)))
        >>> Schwenk(define("takeaway:k=3")).solve(Situation((25,), 1))
        Verdict(is_p=True, winning_moves=())
        """
        heap, most = self.played_for(position), self.most_taken(position)
        if not heap or not most:
            return Verdict(not self._is_won_at_end(position), ())
        moves: list[Move] = []
        bits = 0
        for taken in tails(heap, self.k, most, MOST_LISTED + 1):
            moves.append((taken,))
            bits += taken.bit_length()
            if bits > MOST_BITS:
                raise OutOfReach("takeaway.long_list", k=self.k)
        return Verdict.of(not moves, moves)

    def is_p(self, position: Position) -> bool:
        heap, most = self.played_for(position), self.most_taken(position)
        if heap and most:
            return smallest_part(heap, self.k) > most
        return not self._is_won_at_end(position)

    def _is_won_at_end(self, position: Position) -> bool:
        """Whether no move is left, and whoever cannot move has won by it."""
        return self.game.is_misere and not self.most_taken(position)

    def resisting_moves(self, position: Position) -> tuple[Move, ...]:
        """Take 1, while anything may be taken: then only the smallest part of what is left can be.

        Any other sum of parts is more than k, which is all that the other may take.
        """
        return ((1,),) if self.most_taken(position) else ()

    # In words

    def _times(self, letter: str) -> Expression:
        """K times what a letter stands for."""
        return Symbol(letter) if self.k == 1 else self.k * Symbol(letter)

    @cached_property
    def _listed(self) -> str:
        """The first numbers of the sequence."""
        # without marks for thousands, which would look like the commas of the list
        first = islice(numbers(self.k), LISTED_NUMBERS)
        return ", ".join(short_integer_text(number, "en", grouped=False) for number in first)

    def sum_rule(self) -> Message:
        """How the sum is found."""
        number = say(f"takeaway.number{self._form}")
        values = {"km": self._times("m"), "kq": self._times("q")}
        return say("takeaway.rule", number=number, numbers=self._listed, **values)

    def member(self) -> Message:
        """What a number of the sequence is called."""
        return say("takeaway.member", numbers=self._listed)

    def method(self) -> list[Block]:
        aside: list[Block] = [say("takeaway.aside")] if self.game.is_misere else []
        values: dict[str, Value] = {"kt": self._times("t"), "member": say(self.short_member)}
        cases = (*(("none",) if self.game.is_misere else ()), "lost", "all", "part", "parts")
        found = Items(tuple(say(f"takeaway.case.{case}{self._form}", **values) for case in cases))
        limit = say("takeaway.limit", k=self.k)
        return [limit, *aside, self.sum_rule(), found, say("takeaway.enough")]

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        heap, most = self.played_for(position), self.most_taken(position)
        if not heap:
            return [say("takeaway.gist.none_misere")]
        if heap <= most:
            return [say(f"takeaway.gist.all{self._form}")]
        part = smallest_part(heap, self.k)
        values: dict[str, Value] = {"heap": heap, "part": part, "most": most}
        if part == heap:
            return [say(f"takeaway.gist.single{self._form}", member=self.member(), **values)]
        shown = self._shown(heap)
        values["sum"] = heap if shown is None else eq(heap, Sum(shown))
        name = "lost" if verdict.is_p else "part"
        long = "" if shown else "_long"
        return [say(f"takeaway.gist.{name}{long}{self._form}", **values)]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        heap, most = self.played_for(position), self.most_taken(position)
        blocks: list[Block] = [self._may_take(position)]
        if self.game.is_misere:
            if not heap:
                return [*blocks, say("takeaway.none_misere")]
            blocks.append(say("takeaway.set_aside", rest=Count(heap, "token")))
        part, shown = smallest_part(heap, self.k), self._shown(heap)
        if part == heap:
            blocks.append(say("takeaway.single", heap=heap, member=self.member()))
        elif shown:
            blocks += [self.sum_head(), Equation(eq(heap, Sum(shown)))]
        else:
            blocks += [self.sum_head(), say("takeaway.long", part=part)]
        if verdict.is_p:
            lost = say("takeaway.lost", part=part, most=most)
            return [*blocks, lost, say("takeaway.why_lost", kt=self._times("t"))]
        if heap <= most:
            blocks.append(say(f"takeaway.all{self._form}"))
        else:
            reply = self.k * part
            blocks.append(say("takeaway.won", part=part, most=most, reply=reply))
        return [*blocks, *self._sums(shown or (), most)]

    def sum_head(self) -> Message:
        """What stands above the sum."""
        return say("takeaway.sum")

    def _may_take(self, position: Position) -> Message:
        (heap,), last, most = position, state_of(position), self.most_taken(position)
        if not last:
            return say("takeaway.first", most=Count(most, "token"))
        allowed = self.k * last
        product: Expression = Number(last)
        if self.k > 1:
            product = eq(Product((self.k, last), "×"), allowed)
        key = "takeaway.later_all" if allowed >= heap else "takeaway.later"
        return say(key, last=Count(last, "token"), product=product)

    def _shown(self, heap: int) -> tuple[int, ...] | None:
        """The parts of a heap, where they are few and not long."""
        if heap >= LARGEST_SHOWN:
            return None
        found = tuple(part for part, _ in islice(parts(heap, self.k), SHOWN_PARTS + 1))
        return found if len(found) <= SHOWN_PARTS else None

    def _sums(self, shown: tuple[int, ...], most: int) -> list[Block]:
        """The sums of smallest parts that may be taken, and which of them win."""
        rows: list[tuple[Cell, ...]] = []
        total = 0
        for place in reversed(range(len(shown))):
            total += shown[place]
            if total > most:
                break
            before = shown[place - 1] if place else None
            wins = before is None or self.k * total < before
            verdict = say("takeaway.sums.wins" if wins else "takeaway.sums.loses")
            multiple = () if self.k == 1 else (self.k * total,)
            rows.append((total, *multiple, before, verdict))
        if len(rows) < 2:  # of a single one all is said
            return []
        kt = self._times("t")
        heads = (Symbol("t"), *(() if self.k == 1 else (kt,)), say("takeaway.sums.before"), None)
        return [say("takeaway.sums", kt=kt), Table(heads, tuple(rows))]


class Zeckendorf(Schwenk):
    """The same for k = 2, whose numbers are the Fibonacci numbers."""

    name = "zeckendorf"
    short_member = "takeaway.fibonacci.member"

    @property
    def citation(self) -> str:
        works = in_short("whinihan", "allen-ponomarenko")
        return OUR_PROOF if self.game.is_misere else works

    def sum_rule(self) -> Message:
        return say("takeaway.fibonacci.rule", number=say(f"takeaway.number{self._form}"))

    def member(self) -> Message:
        return say(self.short_member)

    def sum_head(self) -> Message:
        return say("takeaway.fibonacci.sum")
