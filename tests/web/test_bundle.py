"""The modules of the page put together: the same modules, in few files, nothing lost."""

import re
from pathlib import Path

import pytest

from marienbad.web.site.assets import STATIC, Assets
from marienbad.web.site.bundle import Module, bundled, stripped


def written(folder: Path, **sources: str) -> Path:
    for name, source in sources.items():
        (folder / f"{name}.js").write_text(source, "utf-8")
    return folder


APP = 'import { a } from "./one.js";\nimport("./x.js");\nimport("./y.js");\na();\n'


def test_what_two_need_is_shared_and_each_module_stands_after_what_it_imports(
    tmp_path: Path,
) -> None:
    folder = written(
        tmp_path,
        app=APP,
        one="export function a() {}\n",
        both='import { a } from "./one.js";\nexport const b = a;\n',
        x='import { b as own } from "./both.js";\nimport { o } from "./only.js";\n'
        "export class X {}\nown(o);\n",
        y='import { b } from "./both.js";\nexport const Y = b;\n',
        only="export const o = 1;\n",
    )
    files = bundled(folder, first="x.js")
    assert sorted(files) == ["app.js", "x.js", "y.js"]
    assert re.findall(r"^const (\w+) = \(\(\)", files["app.js"], re.MULTILINE) == [
        "one",
        "both",
        "app",
    ]
    assert 'import { both } from "./app.js";' in files["x.js"]
    assert "const { b: own } = both;" in files["x.js"]
    assert "export const { X } = x;" in files["x.js"]
    assert "only" not in files["app.js"] + files["y.js"]


def test_what_the_first_page_does_not_need_is_not_sent_with_it(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        app=APP,
        one="export function a() {}\n",
        both='import { a } from "./one.js";\nexport const b = a;\n',
        first='export const F = 1;\nimport("./both.js");\n',
        x='import { b } from "./both.js";\nexport const X = b;\n',
        y='import { b } from "./both.js";\nexport const Y = b;\nimport("./first.js");\n',
    )
    files = bundled(folder, first="first.js")
    assert sorted(files) == ["app.js", "first.js", "shared.js", "x.js", "y.js"]
    assert "const both" in files["shared.js"]
    assert "const both" not in files["app.js"] + files["first.js"]
    assert 'import { one } from "./app.js";' in files["shared.js"]
    assert 'import { both } from "./shared.js";' in files["x.js"]
    assert 'import("./shared.js").then(({ both }) => both)' in files["first.js"]


def test_a_thread_has_one_file_with_all_that_it_needs(tmp_path: Path) -> None:
    thread = 'new Worker(new URL("./thread.js", import.meta.url));\n'
    folder = written(
        tmp_path,
        app=f'import {{ a }} from "./one.js";\n{thread}a(new URL("..", import.meta.url));\n',
        one="export function a() {}\n",
        thread='import { a } from "./one.js";\nimport { o } from "./only.js";\na(o);\n',
        only="export const o = 1;\n",
    )
    files = bundled(folder)
    assert sorted(files) == ["app.js", "thread.js"]
    assert re.findall(r"^const (\w+) = \(\(\)", files["thread.js"], re.MULTILINE) == [
        "one",
        "only",
        "thread",
    ]
    assert "import {" not in files["thread.js"]
    assert "const o = 1" not in files["app.js"]
    written(folder, only='import("./one.js");\nexport const o = 1;\n')
    with pytest.raises(ValueError, match="nothing later"):
        bundled(folder)


@pytest.mark.parametrize(
    "line",
    ['import x from "./x.js";', 'export * from "./x.js";', "export default 1;", "export {};"],
)
def test_a_form_that_is_not_known_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"a\.js"):
        Module("a.js", f"const one = 1;\n{line}\n")


def test_a_module_that_imports_itself_is_refused(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        app='import { b } from "./b.js";\nb();\n',
        b='import { c } from "./c.js";\nexport const b = c;\n',
        c='import { b } from "./b.js";\nexport const c = b;\n',
    )
    with pytest.raises(ValueError, match="imports itself"):
        bundled(folder)


def test_only_comments_and_indentation_go() -> None:
    source = r"""
const a = `/* a text
  with lines */ ${"//"}`; // gone
const b = /["'/*\]//]/u.test("/* 'x' */"); /* gone */
const c = 4 / 2 / 1; /** @type {string} gone */
"""
    text = stripped(source)
    assert "gone" not in text
    for kept in (
        "/* a text\n  with lines */",
        '"//"',
        r"""/["'/*\]//]/u""",
        "\"/* 'x' */\"",
        "4 / 2 / 1",
    ):
        assert kept in text


@pytest.mark.slow
def test_nothing_of_the_page_is_lost() -> None:
    """Every export of every module that the page can come to, once."""
    text = "".join(bundled(STATIC).values())
    for path in STATIC.rglob("*.js"):
        for name in re.findall(
            r"^export (?:async )?(?:function|class|const) (\w+)",
            path.read_text("utf-8"),
            re.MULTILINE,
        ):
            found = re.findall(
                rf"^(?:async )?(?:function|class|const) {re.escape(name)}\b", text, re.MULTILINE
            )
            assert found, (path, name)


@pytest.mark.slow
def test_the_version_is_of_the_content() -> None:
    assert Assets().version == Assets().version != Assets(as_modules=True).version
    assert Assets(as_modules=True).made == {}


@pytest.mark.slow
def test_what_is_exported_is_used_by_another_module() -> None:
    whole = {path: path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    texts = {  # comments may name types of other modules
        path: stripped(text) + " ".join(re.findall(r'import\("[^"]+"\)\.\w+', text))
        for path, text in whole.items()
    }
    unused = {
        name
        for path, text in texts.items()
        for name in Module(path.name, text).exports
        if not any(re.search(rf"\b{name}\b", texts[other]) for other in texts.keys() - {path})
    }
    assert unused == {"qrModules"}  # which a test reads
