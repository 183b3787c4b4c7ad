"""Who is cited for which parameters, ending and method: nobody for what he does not treat."""

import pytest

import marienbad
from marienbad.games.catalogue import EXAMPLES, define
from marienbad.registry import theory_of
from marienbad.study.book.entry import entries
from marienbad.study.book.finding import entries_for

CITED = {
    ("wythoff", "recurrence"): "Wythoff 1907; Deslongchamps 1999, 3.1.2",
    ("wythoff", "algebra"): "Wythoff 1907; Yaglom & Yaglom 1967; Deslongchamps 1999, 3.1.3",
    ("wythoff", "arithmetic"): "Wythoff 1907; Silber 1977; Deslongchamps 1999, 3.1.4",
    ("wythoff:a=3", "algebra"): "Fraenkel 1982; Deslongchamps 1999, 3.2.3",
    ("wythoff:b=4", "recurrence"): "Connell 1959; Deslongchamps 1999, 3.3.2",
    ("wythoff:a=2,b=3", "arithmetic"): "Fraenkel & Borosh 1973; Deslongchamps 1999, 3.4.4",
    ("wythoff:misere", "recurrence"): "Fraenkel 1984; Deslongchamps 1999, 4.1.2",
    ("wythoff:a=2,misere", "arithmetic"): "Fraenkel 1984; Deslongchamps 1999, 4.1.4",
    ("nim", "binary"): "Bouton 1902; Hardy & Wright, 9.8; Deslongchamps 1999, 2.1.2–2.1.4",
    ("marienbad", "binary"): "Bouton 1902; Hardy & Wright, 9.8",
    ("nim", "packets"): "Marienbad 1-3-5-7, MATh.en.JEANS",
    ("nim", "table"): "Marienbad 1-3-5-7, MATh.en.JEANS",
    ("marienbad", "packets"): "Pantaloni 2009",
    ("nim", "base4"): "McIntyre 1942; Deslongchamps 1999, 2.1.5",
    ("marienbad", "base8"): "McIntyre 1942; Bouton 1902",
    ("euclid", "ratio"): "Cole & Davie 1969",
    ("euclid:misere", "ratio"): "Nivasch 2006",
    ("spite", "hale"): "Hale 1983",
    ("kayles", "grundy"): "Guy & Smith 1956",
    ("subtraction:1.3.4", "grundy"): "Berlekamp, Conway & Guy 1982",
    (
        "lucas",
        "residues",
    ): "Hoggatt, Bicknell-Johnson & Sarsfield 1979; marienbad, docs/theories/lucas.md",
    ("lucas:misere", "representation"): "marienbad, docs/theories/lucas.md",
    ("fibonacci", "zeckendorf"): "Whinihan 1963; Allen & Ponomarenko 2014",
    ("fibonacci:misere", "zeckendorf"): "marienbad, docs/theories/takeaway.md",
    ("takeaway:k=3", "schwenk"): "Schwenk 1970",
    ("takeaway:k=1,misere", "schwenk"): "marienbad, docs/theories/takeaway.md",
}


@pytest.mark.parametrize(("name", "theory"), CITED)
def test_a_theory_cites_who_treats_the_game(name: str, theory: str) -> None:
    definition = marienbad.game(name).definition
    assert theory_of(definition, theory).citation == CITED[name, theory]


def test_misere_play_with_b_names_no_source() -> None:
    citation = theory_of(marienbad.game("wythoff:b=2,misere").definition, "recurrence").citation
    assert not any(year in citation for year in ("1959", "1984", "1999"))


@pytest.mark.parametrize(
    "name", ["marienbad", "wythoff", "euclid", "rules:heaps 2; take n from one"]
)
def test_the_search_of_other_games_names_no_source(name: str) -> None:
    assert theory_of(marienbad.game(name).definition, "table").citation == ""


PROVED = {
    ("nim", "binary"): "any_heaps",
    ("nim", "packets"): "second_player",
    ("nim", "base4"): "base_four",
    ("nim", "base16"): "sum_by_columns",
    ("marienbad", "binary"): "last_loses",
    ("marienbad", "packets"): "even_wins",
    ("marienbad", "base8"): "last_loses",
    ("wythoff", "recurrence"): "wythoff_by_recurrence",
    ("wythoff:a=3", "arithmetic"): "shifted_partner",
    ("wythoff:b=4", "algebra"): "algebra_with_b",
    ("wythoff:a=2,b=3", "recurrence"): "positions_with_ab",
    ("wythoff:misere", "arithmetic"): "misere_fibonacci",
    ("wythoff:a=2,misere", "arithmetic"): "misere_by_digits",
    ("wythoff:b=2,misere", "recurrence"): "misere_families",
    ("euclid", "ratio"): "",
    ("lucas", "representation"): "",
    ("fibonacci", "zeckendorf"): "",
}


@pytest.mark.parametrize(("name", "theory"), PROVED)
def test_one_statement_of_the_book_proves_a_theory(name: str, theory: str) -> None:
    assert theory_of(marienbad.game(name).definition, theory).proved_in == PROVED[name, theory]


WITHOUT_BOOK = {
    "euclid",
    "lucas",
    "octal",
    "order",
    "spite",
    "subtraction",
    "takeaway",
    "nimhoff",
    "moore",
}
"""Families whose theories rest on no statement of the book."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_statement_is_one_on_which_the_explanations_of_the_game_rest(name: str) -> None:
    game = define(name)
    for theory in game.theories:
        proved_in = theory_of(game, theory).proved_in
        if game.family.name in WITHOUT_BOOK:
            assert proved_in == ""
        else:
            assert entries()[proved_in] in entries_for(game, theory)
