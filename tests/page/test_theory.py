"""The book on the page: found, read with numbers of one's own, reached from an explanation."""

import pytest
from playwright.sync_api import expect

from marienbad.study.book.entry import CHAPTERS, entries
from tests.page.browser import Open


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_entry_is_listed_and_can_be_found(visit: Open, lang: str) -> None:
    player = visit("/theory", lang)
    expect(player.find(".entries a")).to_have_count(len(entries()))
    known = {entry.chapter for entry in entries().values()}
    expect(player.find(".chapters h2")).to_have_count(len(known & {*CHAPTERS}))
    words = {"en": "THEOREM 1 never both", "fr": "theoreme 1 jamais les deux"}[lang]
    player.find("[data-input=find]").fill(words)
    expect(player.find(".entries a")).to_have_count(1)
    player.find(".entries a").click()
    expect(player.find("h1")).to_contain_text({"en": "never both", "fr": "jamais"}[lang])


def test_a_proof_is_worked_out_for_the_reader_s_numbers(visit: Open) -> None:
    player = visit("/theory?name=partition")
    player.refused.add(422)
    expect(player.find(".text .explanation").last).to_contain_text("(3, 4)")
    player.find("[data-number=x]").fill("7")
    expect(player.find(".text .explanation").last).to_contain_text("(7, 4)")
    player.wait_until(lambda: "numbers=x=7,y=4" in player.page.url)
    beside = player.find("[data-number=y]").bounding_box()
    player.find("[data-number=x]").fill("77")
    expect(player.find(".own .problem").first).to_contain_text("from 0 to 30")
    assert player.find("[data-number=y]").bounding_box() == beside
    player.find("[data-number=x]").fill("1")
    expect(player.find(".own .problem").first).to_be_empty()
    expect(player.find(".text .explanation").last).to_contain_text("(1, 4)")


def test_a_column_is_aligned_like_its_head(visit: Open) -> None:
    player = visit("/theory")
    for name in ("alternate_sum", "partition"):
        player.go(f"/theory?name={name}")
        expect(player.find(".explanation table")).to_have_count(1)
        sides = player.find(".explanation tr").evaluate_all(
            "(rows) => rows.map(({ cells }) =>"
            " [...cells].map((cell) => getComputedStyle(cell).textAlign).join())"
        )
        assert len(set(sides)) == 1, sides


def test_the_field_finds_what_the_command_finds(visit: Open) -> None:
    player = visit("/theory", "fr")
    for text, number in (("th. 17", 2), ("nombre d'or", 3), ("9", 3), ("Beatty", 1)):
        player.find("[data-input=find]").fill(text)
        expect(player.find(".entries a")).to_have_count(number)
    player.find("[data-input=find]").fill("qqq")
    expect(player.find(".status")).to_contain_text("th. 9")
    player.find("[data-input=find]").fill("")
    expect(player.find(".entries a")).to_have_count(len(entries()))


def test_a_link_with_a_wrong_number_keeps_its_statement(visit: Open) -> None:
    player = visit("/theory")
    player.refused.add(422)
    for wrong in ("99", "abc", "-1", ""):
        player.go(f"/theory?name=partition&numbers=x={wrong},y=4")
        expect(player.find("h1")).to_contain_text("never both")
        expect(player.find(".own .problem").first).to_contain_text("from 0 to 30")
        expect(player.find("[data-number=x]")).to_have_value(wrong)
    player.go("/theory?name=partition&numbers=x=7,z=3")
    expect(player.find(".status")).to_have_text("partition has no number z; expected x, y.")
    expect(player.find("[data-number=x]")).to_have_value("7")
    player.find("[data-number=y]").fill("5")
    expect(player.find(".text .explanation").last).to_contain_text("(7, 5)")
    expect(player.find(".status")).to_be_empty()


def test_a_link_with_a_number_of_several_statements_lists_them(visit: Open) -> None:
    player = visit("/theory")
    player.refused.add(422)
    player.go("/theory?name=th. 17")
    expect(player.find(".entries a")).to_have_count(2)


def test_the_proof_for_a_position_unfolds(visit: Open) -> None:
    player = visit("/analysis?game=wythoff&position=4,6")
    player.find(".replies > summary").click()
    expect(player.find(".replies li")).to_have_count(3)
    expect(player.find(".replies li").first).to_contain_text("you leave (2,\u00a01)")
    player.find(".replies .replies > summary").first.click()
    expect(player.find(".replies li").first.locator("li")).to_have_count(1)


def test_an_explanation_is_short_or_long_as_it_was_left(visit: Open) -> None:
    player = visit("/analysis?game=nim&position=3,5,7")
    expect(player.find("[data-action=form]")).to_have_text("In short")
    player.act("form")
    expect(player.find("[data-action=form]")).to_have_text("Everything")
    player.go("/analysis?game=nim&position=3,5,8")
    expect(player.find("[data-action=form]")).to_have_text("Everything")


def test_a_table_and_an_explanation_lead_to_the_statements_behind_them(visit: Open) -> None:
    player = visit("/tables?game=wythoff:a=2")
    player.find(".statements > summary").click()
    player.find('.statements a[href$="name=positions_with_a"]').click()
    expect(player.find(".lead")).to_contain_text("Theorem 14")
    player.go("/analysis?game=nim&position=3,5,7&theory=binary")
    player.find(".statements > summary").click()
    expect(player.find('.statements a[href$="name=any_heaps"]')).to_be_visible()
