"""Conjectures on the page: a pupil guesses, is refuted, guesses better, proves and shares it."""

from pathlib import Path

from playwright.sync_api import Locator, expect

from marienbad.checker import check
from tests.page.browser import NARROW, Open, Player
from tests.page.test_access import SMALL_TARGETS, violations

MARIENBAD = "(longue > 1 et paquets) ou (longue = 1 et rangées % 2 = 1)"

LATE = """() => {
  const soon = window.fetch;
  window.fetch = async (...asked) => {
    if (!String(asked[0]).includes("conjecture")) await new Promise((go) => setTimeout(go, 1000));
    return soon(...asked);
  };
}"""
"""Games come a second late."""


def verdict(player: Player) -> Locator:
    return player.find(".verdict")


def test_a_pupil_finds_the_rule_of_marienbad(visit: Open, tmp_path: Path) -> None:
    link = "/investigate?view=conjecture&game=nim&position=1,3,5,7&condition=twins&claim=sufficient"
    player = visit(link, "fr", viewport=NARROW, color_scheme="dark", has_touch=True)
    # what the link says is tried at once, in the reader's words
    expect(verdict(player)).to_contain_text(
        "toute position où «\u202fdeux rangées égales\u202f» est à laisser"
    )
    expect(verdict(player).locator("code")).to_have_text("jumelles")
    expect(verdict(player)).to_contain_text("Le plus petit contre-exemple\u202f: (1, 1, 1).")
    expect(verdict(player)).to_contain_text("en prenant 1 allumette dans la rangée 3")
    assert violations(player) == []
    # a condition that is chosen; what tells the answer is folded
    player.find("[data-input=claim]").select_option("exactly")
    expect(player.find("[data-condition=paires]")).to_be_visible()
    expect(player.find("[data-condition=paquets]")).to_be_hidden()
    player.find(".conjecture summary").first.click()
    player.find("[data-condition=paquets]").click()
    expect(verdict(player)).to_contain_text("Aucun contre-exemple parmi les 143 situations")
    # the same in another game
    expect(player.find("[data-preset=misere]")).to_be_hidden()
    player.find(".subject > summary").click()
    player.find("[data-preset=misere]").click()
    expect(player.find(".subject > summary")).to_have_text(
        "Marienbad depuis (1, 3, 5, 7) · changer"
    )
    expect(player.find("[data-preset=misere]")).to_be_hidden()
    expect(verdict(player)).to_contain_text("Contre la conjecture\u202f: 5.")
    expect(player.find(".kept-conjectures li")).to_have_count(1)
    # a mistake stands beside the field, and nothing is lost
    condition = player.find("[data-input=condition]")
    condition.fill("x == y +")
    condition.press("Enter")
    expect(player.find(".conjecture .problem")).to_contain_text("Ligne 1, colonne 9")
    player.refused.add(422)
    condition.fill(MARIENBAD)
    condition.press("Enter")
    expect(player.find(".conjecture .problem")).to_have_text("")
    expect(verdict(player)).to_contain_text("Aucun contre-exemple parmi les 143 situations")
    kept = player.find(".kept-conjectures li")
    expect(kept).to_have_count(2)
    expect(kept.first).to_contain_text("✓ depuis 1-3-5-7\u202f: rien contre elle parmi 143")
    # on all rows up to a size
    player.find("[data-input=up_to]").select_option("6")
    player.act("try")
    expect(verdict(player)).to_contain_text("parmi les 210 situations")
    assert player.page.evaluate(SMALL_TARGETS) == []
    assert player.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    shared = player.page.url
    with player.page.expect_download() as download:
        player.find(".kept [data-action=save]").click()
    download.value.save_as(tmp_path / "conjectures.txt")
    assert MARIENBAD in (tmp_path / "conjectures.txt").read_text("utf-8")
    # the browser keeps them, and the address is the conjecture
    player.page.reload()
    expect(verdict(player)).to_contain_text("parmi les 210 situations")
    expect(kept).to_have_count(3)
    kept.last.locator("[data-action=remove]").click()
    expect(kept).to_have_count(2)
    other = visit(shared[shared.index("/investigate") :], "en")
    expect(verdict(other)).to_contain_text("(longest > 1 and packets) or (longest = 1 and")
    expect(verdict(other)).to_contain_text("No counterexample among the 210 situations")


def test_a_conjecture_is_proved_for_two_heaps(visit: Open, tmp_path: Path) -> None:
    player = visit("/investigate?view=conjecture&game=nim&position=3,5")
    condition = player.find("[data-input=condition]")
    player.act("try")
    expect(player.find(".conjecture .problem")).to_have_text("Choose or write a condition first.")
    condition.fill("x = y")
    player.act("prove")
    expect(verdict(player)).to_contain_text("Proved for two heaps of every size")
    with player.page.expect_download() as download:
        player.act("certificate")
    download.value.save_as(tmp_path / "certificate.json")
    assert check((tmp_path / "certificate.json").read_text("utf-8")).game == "nim"
    player.find("[data-preset=queen]").click()
    player.act("prove")
    expect(verdict(player)).to_contain_text("The smallest counterexample: (1, 1).")
    expect(player.find(".kept-conjectures li")).to_have_text(
        ["x = y · exactly these are to leave✗ refuted: (1, 1)Try againRemove"]
    )
    condition.fill("x * x <= y * y")
    player.find("[data-input=claim]").select_option("necessary")
    player.act("prove")
    expect(verdict(player)).to_contain_text("The conjecture can only be tested.")
    assert violations(player) == []
    # what the prover cannot treat is not offered
    player.find("[data-preset=three]").click()
    expect(player.find("[data-action=prove]")).to_be_visible()
    player.go("/investigate?view=conjecture&game=kayles&position=5")
    expect(player.find("[data-action=prove]")).to_be_hidden()


def test_what_is_asked_while_another_game_is_on_its_way_is_asked_of_that_one(visit: Open) -> None:
    player = visit("/investigate?view=conjecture&game=nim&position=3,5")
    player.find("[data-input=condition]").fill("x = y")
    player.act("prove")
    expect(verdict(player)).to_contain_text("Proved for two heaps of every size")
    player.page.evaluate(LATE)
    player.find("[data-preset=queen]").click()
    player.act("prove")
    expect(verdict(player)).to_contain_text("The smallest counterexample: (1, 1).")
