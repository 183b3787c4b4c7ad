"""Prints as JSON what marienbad says in a language; run apart, on a copy of the package."""

import asyncio
import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from tempfile import TemporaryDirectory
from typing import Any

from starlette.testclient import TestClient
from textual.widgets import Static

from marienbad.analysis import Game
from marienbad.cli import COMMANDS, main
from marienbad.play.match import Match
from marienbad.play.session import Session
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import InputError
from marienbad.text.sentences import Count, Listing
from marienbad.tui.app import TerminalApp
from marienbad.web.app import create_app
from marienbad.web.settings import Settings

SPOKEN = (
    ["analyse", "wythoff", "12345,23456"],
    ["analyse", "nim", "12345,67890,1000000"],
    ["analyse", "marienbad", "1,3,5,7"],
    ["analyse", "wythoff:a=2", "26,66", "--theory", "all"],
    ["analyse", "wythoff", str(10**50) + ",3"],
    ["table", "wythoff", "--rows", "3"],
    ["chance", "wythoff", "--size", "20"],
    ["board", "wythoff", "--size", "9"],
    ["watch", "nim", "1,2", "--seed", "1", "--games", "2"],
    ["describe", "wythoff", "--size", "30"],
    ["prove", "wythoff"],
    ["train", "subtraction:1.2", "8", "--against", "perfect", "--curve", "--boxes"],
    ["analyse", "nim", "1,x"],
    ["analyse", "go", "1"],
    ["analyse", "nim"],
    ["analyse", "nim", "1", "--theory"],
    ["analyse", "nim", "1", "--nonsense"],
    ["review", "nowhere.txt"],
    ["--help"],
    *([command, "--help"] for command in COMMANDS),
)


def command_line(lang: str) -> dict[str, str]:
    """What each command prints, on both streams."""
    said = {}
    for words in SPOKEN:
        written = io.StringIO()
        with redirect_stdout(written), redirect_stderr(written):
            main([*words, "--lang", lang])
        said[" ".join(words)] = written.getvalue()
    return said


def server(lang: str) -> dict[str, Any]:
    """What the server answers a browser that asks for this language."""
    with TemporaryDirectory() as folder:
        application = create_app(Settings(f"sqlite:///{folder}/matches.db"))
        with TestClient(application) as client:
            client.headers["Accept-Language"] = f"{lang}-XX, en;q=0.5"
            analysis = "/api/analysis?game=wythoff&position=12345,23456"
            paths = ("/", "/?lang=tlh", "/lab", "/api/words", "/api/games", analysis)
            answers = {path: client.get(path) for path in paths}
            refused = {"error": client.get("/api/analysis?game=go&position=1")}
            stranger = {"Accept-Language": "tlh"}
            page = client.get("/", headers=stranger).text
            return {
                **{path: answer.text for path, answer in (answers | refused).items()},
                "stranger": page + client.get("/api/words", headers=stranger).text,
            }


async def terminal(lang: str) -> list[str]:
    """What stands on the screen once the key of the languages was pressed often enough."""
    match = Match(Game.named("marienbad"), (1, 3, 12345), ("human", "perfect"))
    app = TerminalApp(Session(match, seed=1), "en", pause=0)
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in range(LANGUAGES.index(lang)):
            await pilot.press("f2")
        await pilot.press("e")
        while any(worker.is_running for worker in app.workers):
            await pilot.pause(0.01)
        await pilot.pause()
        said = [str(widget.render()) for widget in app.view.query(Static)]
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        return [*said, *(str(widget.render()) for widget in app.screen.query(Static))]


def refusal(lang: str) -> str:
    """The sentence about a language that is not there."""
    try:
        Game.named("nim").analyse((1,)).explanation.render("tlh")
    except InputError as problem:
        return problem.render(lang)
    return ""


def left_english(lang: str) -> str:
    """The sentence that is not translated, with numbers and a noun."""
    most = Count(50_000_000, "match")
    return InputError("cli.input_too_long", most=Listing((most, 10**50), "or")).render(lang)


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    code = sys.argv[1]
    everything = {
        "languages": LANGUAGES,
        "refusal": refusal(code),
        "left English": left_english(code),
        "command line": command_line(code),
        "server": server(code),
        "terminal": asyncio.run(terminal(code)),
    }
    json.dump(everything, sys.stdout)
