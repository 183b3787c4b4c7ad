"""The book: statements of the sources and their proofs."""

from typing import Any

from pydantic import BaseModel

from marienbad.web.api.models.common import Shown


class EntryLink(BaseModel):
    """What a link to a statement says: its name, what and where it is, what it says."""

    name: str
    what: str
    title: str


class Chapter(BaseModel):
    """A chapter of the book."""

    name: str
    title: str
    entries: list[EntryLink]


class ChosenNumber(BaseModel):
    """A number for which a proof is worked out, and between which bounds it may be chosen."""

    name: str
    symbol: str
    value: Shown
    least: Shown
    most: Shown


class Formula(BaseModel):
    """A formula that the prover has decided."""

    statement: str
    parameters: dict[str, int]
    formula: str


class Theorem(EntryLink):
    """A statement, its proof in numbers, and where it belongs."""

    chapter: str
    numbers: list[ChosenNumber]
    statement: list[dict[str, Any]]
    statement_html: str
    proof: list[dict[str, Any]]
    proof_html: str
    formulas: list[Formula]
    uses: list[EntryLink]
    used_by: list[EntryLink]
    previous: EntryLink | None
    next: EntryLink | None
