"""The machine that learns, on the page: trained, judged by the search, played against by hand."""

from playwright.sync_api import expect

from tests.page.browser import NARROW, Open, Player

EIGHT = "/investigate?view=machine&game=subtraction:1.2&position=8"


def beads(player: Player, box: str) -> list[int]:
    """The beads of each colour in a box."""
    rows = player.page.locator(f"[data-box='{box}'] svg > g")
    return [rows.nth(row).locator(".bead").count() for row in range(rows.count())]


def hues(player: Player, box: str) -> list[str]:
    """The colours of a box, row by row."""
    first = player.page.locator(f"[data-box='{box}'] svg > g .bead:first-of-type")
    classes: list[str] = first.evaluate_all("all => all.map(one => one.getAttribute('class'))")
    return [name.removeprefix("bead hue-") for name in classes]


def test_it_is_trained_and_judged(visit: Open) -> None:
    player = visit(EIGHT)
    expect(player.find("[data-box='8']")).to_be_visible()
    assert [beads(player, str(box)) for box in (8, 2, 1)] == [[3, 3], [3, 3], [3]]
    # a colour is what is taken, whatever else can be taken from the box
    assert [hues(player, str(box)) for box in (8, 2, 1)] == [["1", "0"], ["1", "0"], ["0"]]
    expect(player.find(".bead-key")).to_contain_text("the same in every box: −1 token −2 tokens")
    player.find("[data-action=judge]").click()
    expect(player.find(".machine-status")).to_contain_text("may still let a win slip")
    player.find("[data-games='100']").click()
    # the same as marienbad train with this seed
    expect(player.find(".machine-count")).to_contain_text("Games: 100, won by the machine: 76.")
    expect(player.find(".machine-status")).to_contain_text("The machine has won.")
    assert [beads(player, str(box)) for box in (8, 6, 5, 3)] == [[3, 0], [0, 0], [3, 0], [0, 0]]
    assert {
        *player.page.locator(".boxes .empty").evaluate_all("all => all.map(one => one.dataset.box)")
    } == {"3", "6"}
    expect(player.find(".curve svg")).to_have_attribute(
        "aria-label", "Games won, of each 10: 5, 6, 3, 5, 9, 9, 9, 10, 10, 10"
    )
    player.find("[data-action=judge]").click()
    expect(player.find(".machine-status")).to_contain_text("It plays perfectly")
    player.find("[data-games='1']").click()
    expect(player.find(".machine-status")).to_contain_text("The last game: 8 → 6")
    assert "8" in player.page.locator(".boxes .lit").evaluate_all(
        "all => all.map(one => one.dataset.box)"
    )
    player.find("[data-action=renew]").click()
    expect(player.find(".machine-count")).to_contain_text("Games: 0")
    assert beads(player, "3") == [3, 3]


def test_somebody_plays_against_it_and_it_learns(visit: Open) -> None:
    """Three, of which one takes one or two: whoever begins loses, and so does the machine."""
    player = visit(EIGHT.replace("=8", "=3"), lang="fr", viewport=NARROW)
    player.find(".machine-rules summary").click()
    player.find("[data-input=beads]").select_option("1")
    expect(player.find(".machine-count")).to_contain_text("Parties\u202f: 0")
    for lost in (1, 2):
        player.find("[data-action=hand]" if lost == 1 else "[data-action=hand-again]").click()
        expect(player.find(".by-hand .status")).to_contain_text("À vous de jouer")
        pieces = player.page.locator(".by-hand [data-heap]:not([aria-disabled])")
        expect(pieces.first).to_be_visible()
        pieces.first.click()  # all that is left
        player.find("[data-action=take]").click()
        expect(player.find(".by-hand .status")).to_contain_text("Vous avez gagné")
        expect(player.find(".machine-count")).to_contain_text(f"Parties\u202f: {lost}")
        assert sum(beads(player, "3")) == 2 - lost
    player.find("[data-action=hand-again]").click()
    # it has no bead left for its first move
    expect(player.find(".by-hand .status")).to_contain_text("la machine abandonne")
    expect(player.find("[data-box='3']")).to_have_class("lit empty")
    player.find("[data-action=judge]").click()
    expect(player.find(".machine-status")).to_contain_text("Elle joue parfaitement")
    assert player.page.evaluate("document.documentElement.scrollWidth") == 360
