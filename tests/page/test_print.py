"""On paper: what Chromium prints, as another program reads it."""

import re
import shutil
import subprocess
from pathlib import Path
from unicodedata import normalize

import pytest
from playwright.sync_api import expect

import marienbad
from tests.page.browser import Open, Player, seat

ROWS = 120
SAID = {
    "en": ("Whoever plays from (1, 3, 5, 6) can win.", "To win: take 1 match", "Take back"),
    "fr": ("Qui joue à partir de (1, 3, 5, 6) peut gagner.", "Pour gagner", "Reprendre"),
}


def poppler(name: str, *arguments: str) -> bytes:
    program = shutil.which(name)
    if program is None:
        pytest.fail("what is printed is read by poppler: apt-get install poppler-utils")
    return subprocess.run([program, *arguments], check=True, capture_output=True).stdout


class Paper:
    """What a page looks like when it is printed."""

    def __init__(self, player: Player, folder: Path) -> None:
        file = str(folder / "page.pdf")
        player.page.pdf(path=file, format="A4", print_background=True)
        text = poppler("pdftotext", "-layout", file, "-").decode("utf-8")
        self.pages = normalize("NFKC", text).split("\f")[:-1]
        # a grey picture of each page: its kind, width, height and greatest value, then its points
        pictures = poppler("pdftoppm", "-r", "8", "-gray", file).split(b"P5\n")[1:]
        self.points = [picture.split(b"\n", 2)[2] for picture in pictures]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.pages).split())

    @property
    def is_white(self) -> bool:
        """Whether every page has white corners, and is white for the most part."""
        return all(
            {points[0], points[-1]} == {255} and points.count(255) > len(points) / 2
            for points in self.points
        )


@pytest.mark.sample(1)
@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("fr", "dark")])
def test_a_long_table_has_its_heads_on_each_page_and_all_its_rows(
    visit: Open, tmp_path: Path, lang: str, scheme: str
) -> None:
    player = visit(f"/tables?game=wythoff&rows={ROWS}", lang, color_scheme=scheme)
    expect(player.find("tbody tr")).to_have_count(ROWS)
    paper = Paper(player, tmp_path)
    assert len(paper.pages) > 1
    assert paper.is_white
    assert all(re.search(r"^ *n +a *n +b *n$", page, re.MULTILINE) for page in paper.pages)
    cells = re.findall(r"^ *(\d+) +(\d+) +(\d+)$", "\n".join(paper.pages), re.MULTILINE)
    pairs = marienbad.game("wythoff").p_positions(limit=ROWS)
    assert [tuple(map(int, row)) for row in cells] == [(n, *pair) for n, pair in enumerate(pairs)]
    assert "CSV" not in paper.text

    player.find('[data-action="kind"]').select_option("representations")
    expect(player.find("thead th")).to_have_count(26)
    last = player.find("tbody tr").last.inner_text().split()
    assert " ".join(last) in Paper(player, tmp_path).text  # however wide, nothing is cut


@pytest.mark.sample(1)
@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("fr", "light")])
def test_a_board_and_why_are_printed_without_what_is_pressed(
    visit: Open, tmp_path: Path, lang: str, scheme: str
) -> None:
    verdict, win, pressed = SAID[lang]
    path = "/analysis?game=marienbad&position=1,3,5,6&theory=packets"
    player = visit(path, lang, color_scheme=scheme)
    expect(player.find(".text table")).to_be_visible()
    expect(player.find(".verdict")).to_contain_text(verdict)  # it comes later
    paper = Paper(player, tmp_path)
    assert paper.is_white
    assert verdict in paper.text
    assert win in paper.text
    assert pressed not in paper.text
    for number in range(1, 5):
        assert f"{ {'en': 'row', 'fr': 'rangée'}[lang] } {number}" in paper.text
    sentences = player.find(".text p:not(:has(math))").all_inner_texts()
    joined = "".join(paper.text.split())
    assert [s for s in sentences if "".join(normalize("NFKC", s).split()) not in joined] == []


def test_the_laboratory_has_its_map_by_day_on_the_first_page(visit: Open, tmp_path: Path) -> None:
    player = visit("/lab?position=7,11", "fr", color_scheme="dark")
    expect(player.find(".cell-moves .wins").first).to_be_visible()
    expect(player.find(".lab .explanation")).to_be_visible()
    paper = Paper(player, tmp_path)
    assert paper.is_white
    assert "128 × 128 positions" in paper.pages[0]
    assert "1 jeton dans chaque tas" in paper.pages[0]
    assert "Grundy" not in paper.pages[0]  # a choice between two maps is nothing to read
    # on the screen it is night again
    player.page.wait_for_function(
        "() => document.querySelector('canvas').getContext('2d')"
        ".getImageData(99, 9, 1, 1).data[0] < 99"
    )


def test_the_coach_is_read_in_full_above_the_moves(
    visit: Open, address: str, tmp_path: Path
) -> None:
    begun = seat(address, "marienbad", 1, 3, 5, 7, moves=[(0, 0, 0, 1), (0, 0, 0, 1)])
    player = visit(begun, "fr", color_scheme="dark")
    player.wait_turn()
    player.open_doors(4)
    expect(player.find(".reason .explanation")).to_be_visible()
    paper = Paper(player, tmp_path)
    assert paper.is_white
    assert all(page.strip() for page in paper.pages)
    last = player.find(".reason .explanation p").last.inner_text()
    assert paper.text.index(" ".join(normalize("NFKC", last).split())) < paper.text.index("Coups")
