"""The process that workers are forked from: what goes wrong while it gets ready."""

import pytest

from marienbad.text.problems import InputError
from marienbad.web.workers import nursery


def test_one_game_cannot_keep_the_others_from_being_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []

    def refuse() -> None:
        raise InputError("errors.no_parameters", game="half")

    def fail() -> None:
        raise KeyError("half.game.title")

    uses = (refuse, fail, lambda: done.append("nim"))
    monkeypatch.setattr(nursery, "uses", lambda: iter(uses))
    nursery.warm_up()
    assert done == ["nim"]
    reported = capsys.readouterr().err
    assert "half.game.title" in reported
    assert "InputError" not in reported


@pytest.mark.slow
def test_only_what_a_game_does_not_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    nursery.warm_up()
    assert capsys.readouterr().err == ""
