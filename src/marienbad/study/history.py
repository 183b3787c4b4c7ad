"""How the games came about: who, when and where, with the works that tell it."""

from collections.abc import Iterator

from marienbad.games.bibliography import WORKS, Work
from marienbad.text.explanation import Explanation
from marienbad.text.sentences import Block, Items, Link, Message, Section, say
from marienbad.values import Record


class Event(Record):
    """Something that happened, told by the sentence ``history.<name>``."""

    year: str
    """As it is shown; empty for what has no date."""
    name: str
    works: tuple[str, ...] = ()

    @property
    def told(self) -> Message:
        return say("history.event", year=self.year, text=say(f"history.{self.name}"))


ORIGIN = ("old", "name")
"""What is told first, without a year."""
EVENTS = (
    Event("1902", "bouton", ("bouton",)),
    Event("1907", "wythoff", ("wythoff",)),
    Event("1910", "moore", ("moore",)),
    Event("1926", "beatty", ("beatty",)),
    Event("1938", "hardy", ("hardy",)),
    Event("1942", "mcintyre", ("mcintyre",)),
    Event("1956", "octal", ("guy-smith",)),
    Event("1959", "connell", ("connell",)),
    Event("1961", "film"),
    Event("1963", "whinihan", ("whinihan",)),
    Event("1967", "yaglom", ("yaglom",)),
    Event("1969", "fraenkel_1969", ("fraenkel-1969",)),
    Event("1969", "euclid", ("cole-davie",)),
    Event("1970", "schwenk", ("schwenk",)),
    Event("1972", "carlitz", ("carlitz", "carlitz-addendum")),
    Event("1973", "borosh", ("fraenkel-borosh",)),
    Event("1976", "silber", ("silber-1976", "silber-1977")),
    Event("1978", "horadam", ("horadam",)),
    Event("1979", "lucas", ("hoggatt",)),
    Event("1980", "morrison", ("morrison",)),
    Event("1982", "fraenkel_1982", ("fraenkel-1982",)),
    Event("1983", "spite", ("hale",)),
    Event("1984", "fraenkel_1984", ("fraenkel-1984",)),
    Event("1988", "order", ("althofer",)),
    Event("1991", "nimhoff", ("fraenkel-lorberbom",)),
    Event("1999", "deslongchamps", ("deslongchamps",)),
    Event("2004", "sun", ("sun-zeilberger", "fraenkel-2004")),
    Event("2009", "pantaloni", ("pantaloni",)),
    Event("2014", "allen", ("allen-ponomarenko",)),
)


def history() -> Explanation:
    """The whole of it: where the games come from, the events, the works."""
    return Explanation(
        (
            *(say(f"history.{name}") for name in ORIGIN),
            Section(say("history.events"), (Items(tuple(event.told for event in EVENTS)),)),
            Section(say("history.works"), tuple(_works())),
        )
    )


def _works() -> Iterator[Block]:
    """The bibliography: the five texts and others, then that of the thesis by its numbers."""
    numbered = [work for work in WORKS.values() if work.number is not None]
    others = [work for work in WORKS.values() if work.number is None]
    yield Items(tuple(map(_cited, others)))
    yield say("history.numbered")
    yield Items(tuple(map(_cited, numbered)), is_numbered=True)


def _cited(work: Work) -> Message:
    if work.doi is None:
        return say("history.work", text=work.text)
    doi = Link(f"doi:{work.doi}", f"https://doi.org/{work.doi}")
    return say("history.work_with_doi", text=work.text, doi=doi)
