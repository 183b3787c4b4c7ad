"""After the match: every move judged, and the match as a history of who stood to win.

>>> from marienbad.analysis import Game
>>> from marienbad.play.match import Match
>>> match = Match(Game.named("nim"), (1, 2), ("human", "human"), moves=[(1, 0), (0, 2)])
>>> [grade.judgement for grade in grade_match(match)]
['thrown', 'kept']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal

from marienbad.heaps import Move, Position
from marienbad.play.notation import write_move
from marienbad.play.players import called
from marienbad.solver.reference import Durations, durations_from
from marienbad.text.explanation import Explanation
from marienbad.text.sentences import Block, Cell, Listing, Marked, Message, Table, say
from marienbad.theories.wording import describe_move, shown_heaps

if TYPE_CHECKING:
    from marienbad.play.match import Match

Judgement = Literal["kept", "thrown", "lost"]

SHOWN_BETTER = 3


@dataclass(frozen=True, slots=True)
class Grade:
    """One move judged: it kept the win, threw it away, or was played from a lost position."""

    ply: int
    move: Move
    before: Position
    after: Position
    judgement: Judgement
    better: tuple[Move, ...]
    """What would have won, where the win was thrown away."""
    is_longest: bool | None
    """From a lost position: whether it resisted longest; ``None`` where that is not known."""
    had_choice: bool
    """Whether there was another move; a forced one is not praised."""
    player: int
    """Who played it: 0 for the player who began, 1 for the other."""

    @property
    def leader(self) -> int:
        """Who can win after the move."""
        return self.player if self.judgement == "kept" else 1 - self.player


def grade_match(match: Match) -> list[Grade]:
    """Judge every move of a match."""
    positions = list(match.positions())
    grades: list[Grade] = []
    durations: Durations | None = None
    for ply, move in enumerate(match.moves):
        before, after = positions[ply], positions[ply + 1]
        analysis = match.game.analyse(before)
        is_longest = None
        if analysis.outcome == "N":
            judgement: Judgement = "kept" if analysis.is_winning(move) else "thrown"
        else:
            judgement = "lost"
            # What follows a position follows all that came before it: one table will do.
            durations = durations or durations_from(match.game.definition, before)
            is_longest = durations.resists_longest(before, move) if durations else None
        better = analysis.good_moves if judgement == "thrown" else ()
        had_choice = len(list(islice(match.game.moves(before), 2))) == 2
        seat = match.seat(ply)
        grades.append(
            Grade(ply, move, before, after, judgement, better, is_longest, had_choice, seat)
        )
    return grades


def decisive(grades: Sequence[Grade]) -> Grade | None:
    """The last time a win was thrown away: from there on the winner kept it."""
    return next((grade for grade in reversed(grades) if grade.judgement == "thrown"), None)


def tell_match(match: Match) -> Explanation:
    """The match as a value history, a line for each move, and the decisive mistake in words."""
    grades = grade_match(match)
    mistake = decisive(grades)
    rows = tuple(_row(match, grade, grade is mistake) for grade in grades)
    columns = tuple(
        say(f"play.history.{name}")
        for name in ("number", "player", "move", "position", "balance", "judgement")
    )
    caption = say("play.history.caption")
    blocks: list[Block] = [Table(columns, rows, caption)] if rows else []
    if mistake is not None:
        blocks.append(tell_mistake(match, mistake))
    blocks.append(tell_result(match))
    return Explanation(tuple(blocks))


def _row(match: Match, grade: Grade, is_decisive: bool) -> tuple[Cell, ...]:
    judgement: Message | Marked = tell_judgement(grade)
    if is_decisive:
        judgement = Marked(judgement, "decisive")
    return (
        grade.ply + 1,
        player_name(match, grade.player),
        write_move(grade.move),
        shown_heaps(match.game.definition, grade.after),
        "●○" if grade.leader == 0 else "○●",
        judgement,
    )


def tell_judgement(grade: Grade) -> Message:
    """What the move was worth, in a word."""
    is_longest = grade.judgement == "lost" and grade.is_longest and grade.had_choice
    return say(f"play.judgement.{'longest' if is_longest else grade.judgement}")


def tell_mistake(match: Match, grade: Grade) -> Message:
    """The decisive mistake, and what would have won there."""
    better = tuple(
        describe_move(match.game.definition, move) for move in grade.better[:SHOWN_BETTER]
    )
    return say(
        "play.mistake",
        number=grade.ply + 1,
        player=player_name(match, grade.player),
        better=Listing(better, "or"),
    )


def player_name(match: Match, seat: int) -> Message:
    """The first or the second player, with the name of who plays."""
    return say("play.first" if seat == 0 else "play.second", name=called(match.players[seat]))


def tell_result(match: Match) -> Message:
    """Who has won, or whose turn it is."""
    if match.winner is None:
        return say("play.turn", player=player_name(match, match.seat(match.ply)))
    return say("play.winner", player=player_name(match, match.winner))
