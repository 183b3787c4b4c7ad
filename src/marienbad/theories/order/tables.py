"""The table of an order of play: who wins from each heap, at each place of the order."""

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.games.order import OrderRules
from marienbad.text.sentences import say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.order.outcomes import outcomes_of


def parties(definition: Definition, rows: int) -> Sheet:
    """Return the party that wins from each heap, where the player at each place is to play.

    >>> from marienbad.games.catalogue import define
    >>> list(parties(define("order:AAB,take=1-3"), 6).rows)[4:]
    [(4, 'A', 'B', 'A'), (5, 'A', 'A', 'A')]
    """
    assert isinstance(definition.ruleset, OrderRules)
    order, outcomes = definition.ruleset.order, outcomes_of(definition)
    places = range(len(order))
    heads = (Column(f"{place}{order[place]}", f"{place}: {order[place]}") for place in places)
    return Sheet(
        definition.name,
        "parties",
        say("order.table.caption", game=titled(definition.name)),
        (Column("heap", say("order.table.heap")), *heads),
        ((heap, *(outcomes.winner(heap, place) for place in places)) for heap in range(rows)),
    )
