"""Every game by its table: plain search that knows only the rules."""

from functools import lru_cache
from itertools import islice
from math import prod

from marienbad.games.definition import Definition
from marienbad.heaps import Position, leave
from marienbad.solver.boxes import BoxSearch
from marienbad.solver.reference import Search, count_sorted_positions
from marienbad.text.explanation import Block, Count, Message, Table, say
from marienbad.text.problems import OutOfReach
from marienbad.theories.theory import Theory, Verdict

SHOWN_MOVES = 12

WORK = 72_000_000
"""The largest product of positions, objects and heaps that is searched: all of 120 objects in four
heaps, of which (13, 21, 33, 53) is the longest, about a second."""


@lru_cache(maxsize=16)
def search_of(game: Definition) -> Search:
    """The search of a game, which remembers what it has found."""
    return BoxSearch(game) if game.name.startswith("rules:") else Search(game)


class TableTheory(Theory):
    """No theory at all: what the search has found."""

    name = "table"
    authority = "table"
    citation = "Marienbad 1-3-5-7, MATh.en.JEANS"

    def check_reach(self, position: Position) -> None:
        """Refuse positions that the plain search would not finish soon.

        >>> from marienbad.games.catalogue import define
        >>> TableTheory(define("nim")).check_reach((30, 30, 30, 30))
        """
        search = search_of(self.game)
        if isinstance(search, BoxSearch):
            search.check_reach(position)
            return
        corner = tuple(sorted(heap for heap in position if heap))
        size = sum(corner) * len(position)
        # Counting is work too: there are more positions than heaps, and than objects in a heap.
        fewest = max(corner, default=0) + len(corner)
        if fewest * size > WORK or count_sorted_positions(corner) * size > WORK:
            raise OutOfReach("errors.table_too_large", position=position)

    def solve(self, position: Position) -> Verdict:
        search = search_of(self.game)
        return Verdict(search.is_p(position), search.winning_moves(position))

    def is_p(self, position: Position) -> bool:
        return search_of(self.game).is_p(position)

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        search = search_of(self.game)
        if isinstance(search, BoxSearch) and search.is_periodic(position):
            return [self._period(search)]
        blocks: list[Block] = [self._tried(position)]
        if verdict.is_p:
            return [*blocks, say("words.search.answered"), self._answers(position)]
        return [*blocks, say("words.search.unanswered")]

    def _period(self, search: BoxSearch) -> Message:
        period = search.period
        assert period is not None
        return say("words.search.period", start=period.preperiod, period=period.period)

    def _tried(self, position: Position) -> Message:
        if self.game.ruleset.tells_heaps_apart:
            number, key = prod(heap + 1 for heap in position), "words.search.tried_each"
        else:
            corner = tuple(sorted(heap for heap in position if heap))
            number, key = count_sorted_positions(corner), "words.search.tried"
        return say(key, positions=Count(number, "position"))

    def _answers(self, position: Position) -> Table:
        """To each move the first winning reply; only the least moves where there are many."""
        search = search_of(self.game)
        moves = list(islice(self.game.moves(position), SHOWN_MOVES + 1))
        if len(moves) > SHOWN_MOVES:
            moves = list(islice(self.game.ruleset.least_moves(position), SHOWN_MOVES))
        rows = []
        for move in moves:
            left = leave(position, move)
            reply = search.winning_moves(left)
            answer = leave(left, reply[0]) if reply else say("words.search.over")
            rows.append((move, left, answer))
        columns = (
            say("words.search.move"),
            say("words.search.leaves"),
            say("words.search.answer"),
        )
        return Table(columns, tuple(rows))
