"""Worksheets on the page: what is chosen, what is seen, and what Chromium prints of it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from marienbad.school.sheet.task import PAGE_HEIGHT, PAGE_WIDTH
from tests.page.browser import Open
from tests.page.test_print import poppler

WORD = r'xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.+?)<'


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("lang", "scheme", "width", "feet"),
    [
        ("en", "light", 1280, ("Packets · sheet {} · seed 7", "Packets · answers · seed 7")),
        (
            "fr",
            "dark",
            360,
            ("Les paquets · fiche {} · graine 7", "Les paquets · réponses · graine 7"),
        ),
    ],
)
def test_what_is_printed_has_every_page_whole(
    visit: Open, tmp_path: Path, lang: str, scheme: str, width: int, feet: tuple[str, str]
) -> None:
    path = "/worksheet?kind=packets&difficulty=2&form=cut&variants=3&seed=7"
    viewport = {"width": width, "height": 800}
    player = visit(path, lang, color_scheme=scheme, viewport=viewport)
    expect(player.find(".sheet-page svg")).to_have_count(4)
    assert player.page.evaluate("() => document.documentElement.scrollWidth") == width
    expect(player.page.get_by_role("status")).to_have_text(re.compile(r"Pages\s*: 4"))
    file = str(tmp_path / "page.pdf")
    player.page.pdf(path=file, prefer_css_page_size=True, print_background=True)
    assert re.search(r"(?m)^Pages: +4$", poppler("pdfinfo", file).decode())
    read = poppler("pdftotext", "-bbox", file, "-").decode("utf-8").split("<page ")[1:]
    for number, page in enumerate(read, 1):
        words = re.findall(WORD, page)
        for left, top, right, bottom, _ in words:
            assert 20 < float(left) < float(right) < PAGE_WIDTH - 20
            assert 20 < float(top) < float(bottom) < PAGE_HEIGHT - 10
        foot = feet[0].format(number) if number < 4 else feet[1]
        assert foot in " ".join(word for *_, word in words)
    first = player.find(".sheet-page text").all_text_contents()
    shown = "".join("".join(first).split())
    printed = "".join(word for page in read for *_, word in re.findall(WORD, page))
    assert sorted(shown) == sorted(printed)


def test_choices_are_kept_by_the_link_and_wrong_ones_told(visit: Open) -> None:
    player = visit("/worksheet")
    pages, status = player.find(".sheet-page svg"), player.page.get_by_role("status")
    expect(pages).to_have_count(2)
    player.find('[data-input="kind"]').select_option("queen")
    expect(player.find(".sheet-page").first).to_have_attribute("aria-label", "The queen · seed 1")
    player.find('[data-input="variants"]').fill("61")
    expect(player.find(".sheet-numbers")).to_contain_text("a whole number from 1 to 60")
    expect(status).to_contain_text("A number above is not as expected")
    expect(player.find(".sheet-pages")).to_have_class("sheet-pages old")
    expect(player.find('[data-action="print"]')).to_be_hidden()
    player.find('[data-input="variants"]').fill("2")
    player.find('[data-input="seed"]').fill("12")
    expect(player.find(".sheet-page").first).to_have_attribute(
        "aria-label", "The queen · sheet 1 · seed 12"
    )
    expect(player.find(".sheet-pages")).to_have_class("sheet-pages")
    before = player.find(".sheet-page text").all_text_contents()
    player.act("other")
    expect(player.find('[aria-label="The queen · sheet 1 · seed 12"]')).to_have_count(0)
    assert player.find(".sheet-page text").all_text_contents() != before

    player.page.get_by_label("a list of positions").check()
    player.find('[data-input="positions"]').fill("1,3,5,6; 2,2")
    player.find('[data-input="form"]').select_option("pairs")
    expect(status).to_contain_text("The form pairs is for games with two heaps, not for marienbad")
    expect(player.find('[data-action="print"]')).to_be_hidden()
    player.refused.add(422)
    player.find('[data-input="form"]').select_option("judge")
    player.page.get_by_label("alone").check()
    expect(pages).to_have_count(1)
    expect(player.find(".sheet-page").first).to_contain_text("Not to leave:")
    with player.page.expect_download() as download:
        player.find("a[download]").click()
    told = poppler("pdftotext", "-layout", str(download.value.path()), "-").decode("utf-8")
    assert "Marienbad: answers" in told
    shown = player.find(".sheet-page text").all_text_contents()
    player.page.reload()
    expect(pages).to_have_count(1)
    assert player.find(".sheet-page text").all_text_contents() == shown
    expect(player.find('[data-input="positions"]')).to_have_value("1,3,5,6; 2,2")


def test_a_lesson_says_what_is_to_be_done(visit: Open) -> None:
    player = visit("/worksheet?lesson=mirror&answers=no")
    expect(player.find(".sheet-page svg")).to_have_count(1)
    sheet = player.find(".sheet-page").first
    expect(sheet).to_contain_text("Find a move that wins")
    expect(sheet).to_contain_text("Is it a position to leave?")
    player.find('[data-input="form"]').select_option("cut")
    expect(sheet).to_contain_text("Cut each row into packets")
