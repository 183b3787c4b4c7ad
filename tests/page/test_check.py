"""The page that checks certificates: what it accepts, what it refuses, and that it asks nobody."""

import gzip
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from marienbad import checker
from marienbad.games.catalogue import define
from marienbad.prover.automata.atoms import bound
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import read
from marienbad.prover.automata.fused import conjunction
from marienbad.prover.games.proof import Proof, prove
from marienbad.prover.systems.linear import BINARY
from marienbad.text.catalogue import entries
from marienbad.web.site.assets import STATIC
from tests.checker import block_forgeries, forgeries, hostile
from tests.checker.block_forgeries import block_text, changed_block
from tests.checker.forgeries import GAMES, mutants
from tests.checker.support import Case, changed, drop_start, put, text_of
from tests.page.browser import NARROW, Open, Player
from tests.page.test_access import SMALL_TARGETS, violations
from tests.support import PATIENCE

VALUES = Path(__file__).parent / "values"
"""Certificates of Grundy values, each with its verdict in its name."""
PLASTIC = Path(__file__).parents[2] / "docs" / "plastic.json"
LONG = 1 << 20
"""Longer files are compressed before they go to the browser, which reads both."""
STATUSES = {"accepted": 0, "rejected": 1, "unreadable": 2, "given-up": 2}
THREAD = """() => {
  const script = document.querySelector('script[type="module"]').src;
  const worker = new Worker(new URL("check-worker.js", script), { type: "module" });
  window.checked = (content) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.result && resolve(data.result);
    worker.onerror = ({ message }) => reject(message);
    worker.postMessage(new Blob([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))]));
  });
}"""
"""The page's own thread, asked without the page."""
DROP = """(text) => {
  const brought = new DataTransfer();
  brought.items.add(new File([text], "proof.json"));
  for (const type of ["dragover", "drop"]) {
    document.querySelector(".drop").dispatchEvent(
      new DragEvent(type, { dataTransfer: brought, bubbles: true, cancelable: true }));
  }
}"""
PASTE = """(text) => {
  const brought = new DataTransfer();
  brought.setData("text/plain", text);
  document.body.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: brought, bubbles: true, cancelable: true }));
}"""
KEEP = """() => document.addEventListener(
  "change", ({ target }) => { window.kept = target.files[0]; }, { capture: true })"""
DROP_KEPT = """() => {
  const brought = new DataTransfer();
  brought.items.add(window.kept);
  document.querySelector(".drop").dispatchEvent(
    new DragEvent("drop", { dataTransfer: brought, bubbles: true, cancelable: true }));
}"""
"""A file that was chosen once, brought again."""
ENDLESS = {"form": {"n": 1}, "modulus": 10**6 - 1, "residue": 0}
"""A condition with so many states that a check of it goes on until it is given up."""
BOUNDED = """async (text) => {
  const { check } = await import("/static/check/checker.js");
  const { Budget } = await import("/static/check/verdict.js");
  try {
    return check(text, new Budget(() => {}, 1_000_000));
  } catch (refused) {
    return refused.result;
  }
}"""
"""A check that may take fewer steps than those of the page."""

Check = Callable[[bytes], dict[str, Any]]


@pytest.fixture(scope="module")
def checking(browser: Browser, address: str) -> Iterator[Player]:
    """A page of which only the checker is asked, time and again."""
    context = browser.new_context(base_url=address, service_workers="block")
    context.set_default_timeout(1000 * PATIENCE)
    player = Player(context.new_page(), address).go("/check")
    player.page.evaluate(THREAD)
    yield player
    context.close()
    assert player.problems == []


@pytest.fixture
def check(checking: Player) -> Check:
    """The checker of the page, in its thread."""
    page = checking.page

    def asked(content: bytes) -> dict[str, Any]:
        script = "(content) => window.checked(content)"
        content = content if len(content) < LONG else gzip.compress(content)
        found: dict[str, Any] = page.evaluate(script, b64encode(content).decode())
        return found

    return asked


def differences(check: Check, cases: Iterable[Case]) -> Iterator[tuple[str, int, str]]:
    """Where the page says otherwise."""
    for case in cases:
        found = check(case.content)
        if STATUSES[found["verdict"]] != case.status:
            yield case.name, case.status, f"{found['verdict']} {found.get('key')}"


# The corpus that all checkers share


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "group",
    [
        forgeries.right,
        hostile.no_certificates,
        hostile.compressed,
        hostile.malformed,
        hostile.labels,
        hostile.amounts,
        forgeries.languages,
        forgeries.false_witnesses,
        forgeries.one_for_each_check,
        forgeries.forged_claims,
        block_forgeries.blocking,
    ],
)
def test_each_file_has_the_verdict_of_the_other_checkers(
    check: Check, group: Callable[[], Iterable[Case]]
) -> None:
    assert list(differences(check, group())) == []


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_is_accepted(check: Check, game: str) -> None:
    assert list(differences(check, mutants(game))) == []


@pytest.mark.parametrize("path", sorted(VALUES.iterdir()), ids=lambda path: path.stem)
def test_grundy_values_are_checked(check: Check, path: Path) -> None:
    found = check(path.read_bytes())
    assert found["verdict"].startswith(path.name.partition("-")[0])
    if found["verdict"] == "accepted":
        assert found["claim"]["value"] == int(path.stem[-1])


def test_the_claim_of_a_value_is_written_as_specified(check: Check) -> None:
    claim = check((VALUES / "accept-nim-value1.json").read_bytes())["claim"]
    digest = "733ec5d22f1fb0c062463afd927c4bf364da38d006db6a138f4cba0966ec76b8"
    assert (claim["value"], claim["digest"]) == (1, digest)
    assert claim["positions"][:3] == [["0", "1"], ["1", "0"], ["2", "3"]]


def test_the_claim_of_a_game_with_forbidden_options_is_written_as_specified(check: Check) -> None:
    claim = check(block_text(block_forgeries.RIGHT[0]).encode())["claim"]
    digest = "604b54b7db8d8bd35e44e0721b05a902b58548caeb51bc28e6a4b7b878485b0f"
    assert (claim["block"], claim["value"], claim["digest"]) == (2, None, digest)
    assert claim["positions"][:3] == [["0", "0"], ["0", "1"], ["1", "0"]]


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", block_forgeries.RIGHT)
def test_a_claim_with_forbidden_options_is_told_as_by_the_other_checker(
    check: Check, game: str
) -> None:
    text = block_text(game)
    claim, statement = check(text.encode())["claim"], checker.Certificate(text).check()
    lines = "\n".join(statement.lines())
    shown = ", ".join(f"({', '.join(position)})" for position in claim["positions"])
    assert shown in lines
    assert f"block: {claim['block']} " in lines
    assert claim["digest"] == statement.digest


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "game",
    [
        *("nim", "marienbad", "lucas", "lucas:misere", "moore:k=2,misere", "nimhoff:h=5"),
        *("wythoff:a=6,misere", "wythoff:b=5,misere", "wythoff:a=3,b=2"),
    ],
)
def test_a_claim_is_told_as_by_the_other_checker(check: Check, game: str) -> None:
    text = text_of(game)
    told, claim = checker.check(text), check(text.encode())["claim"]
    statement = checker.Certificate(text).check()
    assert (told.game, claim["naming"], claim["digest"]) == (game, "known", statement.digest)
    lines = "\n".join(statement.lines())
    shown = ", ".join(f"({', '.join(position)})" for position in claim["positions"])
    assert shown in lines
    assert claim["isComplete"] == (len(claim["positions"]) < 10) == (", all:" in lines)


@pytest.mark.parametrize(("game", "heap"), [("nim", 0), ("marienbad", 1)])
def test_a_set_that_ends_is_said_to_end(check: Check, game: str, heap: int) -> None:
    """One heap: there is one position to leave."""
    proof = prove(define(game), conjunction(bound(BINARY, {"x": 1}, heap, heap)))
    assert isinstance(proof, Proof)
    claim = check(proof.certificate().encode())["claim"]
    assert (claim["positions"], claim["isComplete"]) == ([[str(heap)]], True)


@pytest.mark.verify
def test_the_largest_proof_is_accepted(check: Check) -> None:
    """Wythoff's game without the move (2, 2): 824 states, 4 MB."""
    name, diagram = read(PLASTIC.read_text("utf-8"))
    proof = prove(define(name), Automaton.of(diagram))
    assert isinstance(proof, Proof)
    claim = check(proof.certificate().encode())["claim"]
    assert (claim["states"], claim["naming"], claim["name"]) == (824, "rules", "")
    assert claim["digest"] == checker.Certificate(proof.certificate()).check().digest


def test_every_reason_and_every_stage_has_its_sentence() -> None:
    texts = "".join(path.read_text("utf-8") for path in (STATIC / "check").glob("*.js"))
    spoken = entries("checking", "en")
    why = re.findall(r'(?:wrong|unreadable|rejected)\("([\w-]+)"', texts)
    why += re.findall(r'(?:"given-up", |key: )"(\w{3,})"', texts)
    assert len(set(why)) > 30
    assert [key for key in why if f"checking.why.{key}" not in spoken] == []
    stages = re.findall(r'budget\.at\("(\w+)"|(?:budget, |runs, )"(\w+)"\)', texts)
    told = {one or other for one, other in stages}
    assert len(told) > 4
    assert [key for key in told if f"checking.stage.{key}" not in spoken] == []


# The page


def accepted(player: Player) -> None:
    expect(player.find("[data-verdict=accepted]")).to_be_visible()


def shown(page: Page | Player, name: str) -> Any:
    place = page if isinstance(page, Page) else page.page
    return place.locator(f"[data-claim={name}]")


def test_a_link_brings_the_certificate_of_a_proved_game(visit: Open) -> None:
    player = visit("/check?game=wythoff:a=2", "fr", viewport=NARROW, color_scheme="dark")
    expect(player.status).to_have_text(re.compile("^Accepté\u202f: pour des tas de toute taille"))
    expect(shown(player, "game")).to_contain_text("wythoff:a=2")
    expect(shown(player, "moves").locator("li")).to_have_text(
        ["prendre n dans un", "prendre c, d dans deux où -1 <= c - d <= 1"]
    )
    expect(shown(player, "positions")).to_contain_text("(0,\u00a00), (1,\u00a03), (3,\u00a01)")
    digest = checker.Certificate(text_of("wythoff:a=2")).check().digest
    expect(shown(player, "digest")).to_have_text(digest)
    assert violations(player) == []
    assert player.page.evaluate(SMALL_TARGETS) == []
    assert player.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    # the same in another language, without another check
    before = len(player.requests)
    player.find(".menu-button").click()
    player.find("[data-action=language]").select_option("en")
    expect(player.status).to_have_text(re.compile("^Accepted: for heaps of every size"))
    expect(shown(player, "moves").locator("li").first).to_have_text("take n from one")
    assert not any("certificate" in url for url in player.requests[before:])


def test_examples_one_of_them_false(visit: Open) -> None:
    player = visit("/check")
    player.find('[data-game="lucas"]').click()
    accepted(player)
    assert player.page.url.endswith("/check?game=lucas")
    player.act("changed")
    expect(player.status).to_have_text(
        "Rejected: (0, 0) is not accepted, and the file shows no move from there to a position "
        "that is."
    )
    expect(player.find("[data-verdict=rejected]")).to_be_visible()
    expect(player.find(".claim")).to_have_count(0)
    assert violations(player) == []
    player.page.go_back()
    accepted(player)
    expect(shown(player, "game")).to_contain_text("lucas")
    # a game without a proof has no certificate
    player.refused.add(422)
    player.go("/check?game=euclid")
    expect(player.status).to_have_text("No automaton is proved for euclid.")


def test_a_file_is_chosen_dropped_pasted_or_written_and_goes_nowhere(
    visit: Open, tmp_path: Path
) -> None:
    player = visit("/check")
    expect(player.find(".drop")).to_be_visible()
    text, path = text_of("wythoff"), tmp_path / "proof.json"
    path.write_text(text, "utf-8")
    before = len(player.requests)
    player.find("[data-action=import]").set_input_files(path)
    accepted(player)
    path.write_text(changed("wythoff", drop_start), "utf-8")
    player.find("[data-action=import]").set_input_files(path)
    expect(player.status).to_contain_text("Rejected: (0, 0)")
    player.page.evaluate(DROP, text)
    accepted(player)
    path.write_bytes(b"\xff\xfe\x00")
    player.find("[data-action=import]").set_input_files(path)
    expect(player.status).to_have_text("Not a certificate: it is no text in UTF-8.")
    player.page.evaluate(PASTE, text)
    accepted(player)
    player.find(".drop summary").click()
    player.find("[data-input=certificate]").fill("{}")
    player.act("check")
    expect(player.status).to_contain_text("Not a certificate: it does not say")
    # all that was asked for is the thread itself
    asked = {url.rpartition("/")[2] for url in player.requests[before:]}
    assert asked <= {"check-worker.js"}
    with player.page.expect_download() as download:
        player.page.evaluate(PASTE, text)
        player.act("save")
    assert Path(download.value.path()).read_text("utf-8") == text


def test_a_compressed_file_is_saved_as_it_came(visit: Open, tmp_path: Path) -> None:
    player = visit("/check")
    path = tmp_path / "proof.json.gz"
    path.write_bytes(gzip.compress(text_of("wythoff").encode()))
    chosen = player.find("[data-action=import]")
    chosen.set_input_files(path)
    accepted(player)
    assert ".gz" in (chosen.get_attribute("accept") or "")
    with player.page.expect_download() as download:
        player.act("save")
    assert download.value.suggested_filename == "proof.json.gz"
    assert Path(download.value.path()).read_bytes() == path.read_bytes()
    path.write_bytes(path.read_bytes()[:-20])
    chosen.set_input_files(path)
    expect(player.status).to_have_text(
        "Not a certificate: the compressed file is damaged, or goes on after its end."
    )


@pytest.mark.parametrize("is_compressed", [False, True])
def test_a_file_that_cannot_be_read_is_called_so(
    visit: Open, tmp_path: Path, is_compressed: bool
) -> None:
    """It is gone, or another, when its turn comes; a folder that was dropped is read like that."""
    player = visit("/check", "fr")
    path, text = tmp_path / "proof.json", text_of("nim").encode()
    path.write_bytes(gzip.compress(text) if is_compressed else text)
    player.page.evaluate(KEEP)
    player.find("[data-action=import]").set_input_files(path)
    expect(player.find("[data-verdict=accepted]")).to_be_visible()
    path.unlink()
    player.page.evaluate(DROP_KEPT)
    expect(player.find("[data-verdict=unreadable]")).to_be_visible()
    expect(player.status).to_have_text(
        "Le fichier n’a pas pu être lu\u202f: c’est un dossier, ou il a été déplacé ou modifié."
    )
    expect(player.find(".under-way")).to_be_hidden()


def test_whatever_else_goes_wrong_there_is_an_answer(visit: Open) -> None:
    player = visit("/check")
    expect(player.find(".drop")).to_be_visible()

    def spoil(route: Route) -> None:
        body = route.fetch().text()
        route.fulfill(body=f"JSON.stringify = Map = null;\n{body}", content_type="text/javascript")

    player.page.route("**/check-worker*.js", spoil)
    player.page.evaluate(PASTE, text_of("nim"))
    expect(player.find("[data-verdict=given-up]")).to_be_visible()
    expect(player.status).to_have_text(
        "Not decided: the check broke off, perhaps for want of memory."
    )


def test_certificates_of_values_are_not_forgotten_where_it_is_said_what_they_are(
    visit: Open,
) -> None:
    player = visit("/check")
    expect(player.find(".check-about")).to_contain_text("exactly those of a Grundy value")


def test_a_check_is_cancelled_and_the_page_goes_on(visit: Open) -> None:
    player = visit("/check")
    expect(player.find(".drop")).to_be_visible()  # from now on the page listens
    player.page.evaluate(PASTE, endless())
    expect(player.find(".under-way progress")).to_be_visible()
    expect(player.find(".under-way")).to_contain_text("the conditions of the moves")
    player.act("cancel")
    expect(player.status).to_have_text("The check was cancelled: nothing is decided.")
    expect(player.status).to_be_focused()
    player.page.evaluate(PASTE, text_of("nim"))
    accepted(player)


def endless() -> str:
    text = changed("wythoff", put("takes", 0, "where", [ENDLESS]))
    return text.replace('"game": "wythoff"', '"game": "mine"')


def test_what_takes_too_much_is_given_up(checking: Player) -> None:
    found = checking.page.evaluate(BOUNDED, endless())
    assert (found["verdict"], found["key"]) == ("given-up", "work")


@pytest.mark.verify
def test_what_takes_too_much_is_given_up_by_its_own_bound(check: Check) -> None:
    found = check(endless().encode())
    assert (found["verdict"], found["key"]) == ("given-up", "work")


def test_a_name_of_its_author_is_quoted_and_rules_are_not_repeated(visit: Open) -> None:
    player = visit("/check")
    expect(player.find(".drop")).to_be_visible()
    named = changed("wythoff", put("game", "The <b>queen</b>'s game"))
    player.page.evaluate(PASTE, named)
    expect(shown(player, "game")).to_have_text(
        "\u201cThe <b>queen</b>'s game\u201d, so called by its author"
    )
    player.page.evaluate(PASTE, changed("wythoff", put("game", "rules:heaps 9; take all")))
    expect(shown(player, "game")).to_contain_text("which was not read here")
    expect(player.find("main")).not_to_contain_text("heaps 9")
    player.page.evaluate(PASTE, (VALUES / "accept-nimhoff-h3-value4.json").read_text("utf-8"))
    expect(player.status).to_contain_text("exactly the positions of Grundy value 4")
    expect(shown(player, "value")).to_have_text("4")
    assert violations(player) == []


def test_what_may_be_forbidden_is_shown_and_what_is_wrong_about_it(visit: Open) -> None:
    game = block_forgeries.RIGHT[3]
    player = visit("/check", "fr")
    expect(player.find(".drop")).to_be_visible()
    player.page.evaluate(PASTE, changed_block(game, put("game", "The queen's game")))
    expect(player.status).to_contain_text("voilà exactement les positions à laisser")
    expect(shown(player, "block")).to_have_text(
        "avant chaque coup, l’autre joueur peut interdire au plus 2 des positions auxquelles ce "
        "coup peut mener"
    )
    expect(player.find(".check-meaning")).to_contain_text("que l’une reste permise")
    assert violations(player) == []
    player.page.evaluate(PASTE, changed_block(game, put("block", 2)))
    expect(player.status).to_contain_text("des coups mènent à au moins 2 positions")
    player.page.evaluate(PASTE, changed_block(game, put("block", 4)))
    expect(player.status).to_contain_text("des coups mènent à moins de 4 positions")
    player.page.evaluate(PASTE, changed_block(game, put("format", "marienbad certificate 4")))
    expect(player.status).to_contain_text("(1, 2 ou 3)")


def test_without_a_network_the_page_opens_and_checks(visit: Open) -> None:
    player = visit("/check", service_workers="allow")
    player.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    player.wait_until(
        lambda: player.page.evaluate("caches.match('/check?lang=en').then((found) => !!found)")
    )
    player.set_offline(True)
    player.page.reload()
    expect(player.find(".drop")).to_be_visible()
    player.page.evaluate(PASTE, text_of("wythoff"))
    accepted(player)
    player.set_offline(False)


def test_a_proved_game_leads_to_its_certificate(visit: Open) -> None:
    player = visit("/analysis?game=wythoff&position=3,5")
    link = player.find("[data-link=check]")
    expect(link).to_have_text("proved: check it yourself")
    link.click()
    accepted(player)
    player.go("/analysis?game=marienbad&position=1,3,5,7")
    expect(player.find(".verdict")).to_contain_text("(1,\u00a03,\u00a05,\u00a07)")
    expect(link).to_be_hidden()  # what is proved is said of two heaps


def test_a_proved_conjecture_is_handed_over(visit: Open) -> None:
    player = visit("/investigate?view=conjecture&game=nim&position=3,5&condition=x%20%3D%20y")
    player.act("prove")
    expect(player.find(".verdict")).to_contain_text("Proved for two heaps of every size")
    with player.page.expect_popup() as opened:
        player.find("[data-action=check]").click()
    expect(opened.value.locator("[data-verdict=accepted]")).to_be_visible()
    expect(shown(opened.value, "game")).to_contain_text("nim")
    opened.value.reload()
    expect(opened.value.locator("[data-verdict=accepted]")).to_be_visible()


def test_on_paper_there_is_the_claim(visit: Open) -> None:
    player = visit("/check?game=nim")
    accepted(player)
    player.page.emulate_media(media="print")
    expect(player.find(".claim")).to_be_visible()
    expect(player.find(".drop")).to_be_hidden()
    expect(player.find(".check-examples")).to_be_hidden()
