"""Two machines watched on the page: step by step, at a pace, drawn, reviewed, taken over from."""

import pytest
from playwright.sync_api import expect

from tests.page.browser import Open

WATCHED = "/?game=nim&position=1,2,3,5&watch=machine-004,naive"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("lang", "run", "won"),
    [
        ("en", "Play", "The article’s program has won."),
        ("fr", "Lancer", "Le programme de l’article a gagné."),
    ],
)
def test_two_machines_play_by_steps_and_at_a_pace(
    visit: Open, lang: str, run: str, won: str
) -> None:
    player = visit(lang=lang)
    player.wait_turn()
    player.act("setup")
    for value in ("nim", "watch"):
        player.find(f'dialog input[value="{value}"]').check()
    for seat, name in enumerate(("machine-004", "naive")):
        player.find(f'[data-action="watch-{seat}"]').select_option(name)
    player.find('dialog [data-input="start"]').fill("1, 2, 3, 5")
    player.act("begin")
    expect(player.find("dialog")).to_have_count(0)
    expect(player.find('[data-action="watch-run"]')).to_have_text(run)
    player.find('[data-action="watch-pace"]').select_option("fast")
    player.find('[data-action="watch-picture"]').select_option("packets")
    expect(player.find(".overlay path").first).to_be_attached()
    player.act("watch-step")
    # the machine of the source leaves equal packets: 1 + 2 + 3 needs nothing more
    expect(player.find('.move[data-ply="1"]')).to_contain_text("1·2·3·0")
    expect(player.status).to_contain_text({"en": "Next: Naive.", "fr": "Naïf."}[lang])
    for width in (360, 768, 1280):
        player.page.set_viewport_size({"width": width, "height": 800})
        for action in ("watch-run", "watch-step", "watch-pace", "watch-picture"):
            expect(player.find(f'[data-action="{action}"]')).to_be_in_viewport(ratio=1)
    player.act("watch-run")
    expect(player.status).to_contain_text(won)
    expect(player.find(".moves.judged")).to_have_count(1)
    expect(player.find(".review .verdict")).not_to_be_empty()
    expect(player.find(".watch-bar")).to_be_hidden()


def test_one_takes_over_from_a_machine(visit: Open) -> None:
    player = visit(WATCHED)
    player.act("watch-step")
    expect(player.find('.move[data-ply="1"]')).to_be_visible()
    player.find('.move[data-ply="0"]').click()
    assert player.position == (1, 2, 3, 5)
    player.act("play-on")
    player.wait_turn()
    expect(player.status).to_contain_text("Your turn")
    player.take((0, 0, 0, 5))
    expect(player.status).to_contain_text("The machine took 1 match")
    player.page.go_back()
    expect(player.find(".watch-bar")).to_be_visible()
