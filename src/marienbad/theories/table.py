"""Every game by its table: what a search finds from the rules alone."""

from itertools import islice
from math import prod

from marienbad.games.bibliography import in_short
from marienbad.games.blocking import TO_FORBID
from marienbad.games.memory import Order
from marienbad.games.wythoff import WythoffRules
from marienbad.heaps import Position, state_of
from marienbad.solver.reachable import to_forbid
from marienbad.solver.reference import count_sorted_positions
from marienbad.solver.search import search_of
from marienbad.text.sentences import Block, Count, Listing, Message, Table, say
from marienbad.theories.theory import Theory, Verdict

SHOWN_MOVES = 12
MOST_COUNTED = 3_000
"""The most moves that are counted to say how many are not shown."""
MOST_FOLLOWED, MOST_REPEATED = 30_000, 300_000
"""With more moves than this one position that follows is explained; the most moves of several."""


class TableTheory(Theory):
    """No theory at all: what the search has found."""

    name = "table"
    authority = "table"

    @property
    def proved_in(self) -> str:
        """The statement of the book speaks of players who move in turn.

        >>> from marienbad.games.catalogue import define
        >>> TableTheory(define("nim")).proved_in, TableTheory(define("spite")).proved_in
        ('partition', '')
        """
        memory = self.game.ruleset.memory
        is_other = memory.has_calls or isinstance(memory, Order) or memory.block > 1
        return "" if is_other else "partition"

    @property
    def citation(self) -> str:
        """The pupils searched Nim, the last match wins; no source treats the search of others."""
        is_theirs = self.game.family.name == "nim" and not self.game.is_misere
        return in_short("mathenjeans") if is_theirs else ""

    def check_reach(self, position: Position) -> None:
        """Refuse positions that no search would finish soon.

        >>> from marienbad.games.catalogue import define
        >>> TableTheory(define("nim")).check_reach((30, 30, 30, 30))
        """
        search_of(self.game).check_reach(position)

    def repeatable(self, position: Position, most: int) -> int:
        """In each position every move is listed and looked up."""
        listed = sum(1 for _ in islice(self.game.moves(position), MOST_FOLLOWED))
        if listed == MOST_FOLLOWED:
            return 1
        return max(1, min(most, MOST_REPEATED // max(listed, 1)))

    def solve(self, position: Position) -> Verdict:
        search = search_of(self.game)
        return Verdict.of(search.is_p(position), search.winning_moves(position))

    def is_p(self, position: Position) -> bool:
        return search_of(self.game).is_p(position)

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        search = search_of(self.game)
        if self.game.ruleset.memory.block > 1:
            return self._counted(position, verdict)
        if not self.game.ruleset.is_plain:
            return self._looked_at(verdict)
        period = search.period.found if search.engine(position) is search.period else None
        if period is not None:
            return [say("words.search.period", start=period.preperiod, period=period.period)]
        blocks: list[Block] = [self._tried(position)]
        if verdict.is_p:
            key = "answered_misere" if self.game.is_misere else "answered"
            blocks += [say(f"words.search.{key}"), *self._answers(position)]
        else:
            blocks.append(say("words.search.unanswered"))
        if isinstance(self.game.ruleset, WythoffRules):
            from marienbad.theories.wythoff.several import observed_in_words

            blocks += observed_in_words(self.game, position)
        return blocks

    def _counted(self, position: Position, verdict: Verdict) -> list[Block]:
        """How many positions to leave can be left, where some may be forbidden."""
        memory, state = self.game.ruleset.memory, state_of(position)
        heaps = tuple(position)
        good = to_forbid(self.game, heaps, search_of(self.game).is_p)
        said: list[Block] = [say("words.search.counted", positions=self._box(heaps))]
        kind = "n" if memory.block <= len(good) else "p" if good else "none"
        shown: list[Position | str] = [*good[:SHOWN_MOVES], *["…"] * (len(good) > SHOWN_MOVES)]
        good_told = Listing(tuple(shown), "")
        if state == 0 or state == TO_FORBID:
            count = len(good)
            said.append(
                say(f"words.block.{kind}", left=good_told, count=count, most=memory.block - 1)
            )
        else:
            said.append(say(f"words.block.{'lost' if verdict.is_p else 'open'}"))
        return said

    def _box(self, heaps: Position) -> Count:
        return Count(prod(heap + 1 for heap in heaps), "position")

    def _looked_at(self, verdict: Verdict) -> list[Block]:
        """What was looked at where positions are more than heaps."""
        key = "words.search.all_lost" if verdict.is_p else "words.search.some_win"
        return [say("words.search.followed"), say(key)]

    def _tried(self, position: Position) -> Message:
        if self.game.ruleset.names_heaps:
            number, key = prod(heap + 1 for heap in position), "words.search.tried_each"
        else:
            corner = tuple(sorted(heap for heap in position if heap))
            number, key = count_sorted_positions(corner), "words.search.tried"
        return say(key, positions=Count(number, "position"))

    def _answers(self, position: Position) -> list[Block]:
        """To each move the first winning reply; only the least moves where there are many."""
        search = search_of(self.game)
        shown = self.repeatable(position, SHOWN_MOVES)
        moves = list(islice(self.game.moves(position), MOST_COUNTED + 1))
        total = len(moves)
        if total > shown:
            moves = list(islice(self.game.ruleset.least_moves(position), shown))
        rows = []
        for move in moves:
            left = self.game.after(position, move)
            reply = search.winning_moves(left)
            answer = self.game.after(left, reply[0]) if reply else say("words.search.over")
            rows.append((move, left, answer))
        columns = tuple(say(f"words.search.{name}") for name in ("move", "leaves", "answer"))
        blocks: list[Block] = [Table(columns, tuple(rows))]
        if total > MOST_COUNTED:
            blocks.append(say("words.search.shown_of_many"))
        elif total > len(rows):
            blocks.append(say("words.search.shown", total=total, shown=len(rows)))
        return blocks
