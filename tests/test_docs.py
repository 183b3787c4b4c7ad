"""The documentation: complete, without warnings, and without anything from another host."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import marienbad
from marienbad import numeration
from marienbad.cli import COMMANDS
from marienbad.games.catalogue import EXAMPLES, FAMILIES, define
from marienbad.prover.logic.statements import statements
from marienbad.registry import theories_of
from marienbad.study.book.entry import entries
from tests.support import PATIENCE, sample
from tests.test_floors import FLOORS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FRENCH = DOCS / "fr"
EVERY_PAGE = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)
PAGES = [path for path in EVERY_PAGE if FRENCH not in path.parents]
TRANSLATED = sorted(FRENCH.rglob("*.md"))
IN_BOTH = ("index", "tutorial", "glossary", "guide", "lessons", "investigate", "worksheets")
CITED = ("https://doi.org/", "https://oeis.org/")
MODULES = (
    "study.board",
    "study.chance",
    "games.definition",
    "games.ruleset",
    "play.grading",
    "play.match",
    "play.players",
    "study.slices",
    "study.tables",
    "theories.nim.by_heart",
    "theories.theory",
    "theories.wythoff.identities",
    "study.verification",
)
THEORIES = sorted({name for example in EXAMPLES for name in theories_of(define(example))})
LISTS = ("index.html", "theories/index.html")
READ = ("index", "theories/index", "theories/algebra", "theorems", "api")
"""The built pages that a test reads."""
EXTENSIONS = ("myst_parser", "sphinx.ext.autodoc", "tests.manual")
FRENCH_OPTIONS = ("-c", str(DOCS), "-D", "language=fr")
PUBLIC = [f"marienbad.{name}" for name in marienbad.__all__]


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


# Nothing is missing


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_documented_with_its_help_and_an_example(command: str) -> None:
    found = re.search(rf"(?ms)^## {command}\n(.*?)(?=^## |\Z)", page("command-line.md"))
    assert found is not None
    section = found[1]
    assert f"```{{help-of}} {command}\n" in section
    assert re.search(rf"^\$ .*marienbad {command}\b", section, re.MULTILINE)


@pytest.mark.parametrize("theory", THEORIES)
def test_a_theory_has_its_page(theory: str) -> None:
    named = re.compile(rf"(?m)\A---\ntheories:(.*[ ,])?{theory}(,.*)?$")
    (text,) = (text for path in PAGES if named.search(text := path.read_text("utf-8")))
    for part in ("## The idea", "## Why it ", "## Limits and cost", "## References", ">>> "):
        assert part in text, part


@pytest.mark.parametrize("part", [part for floor in FLOORS for part in floor])
def test_the_architecture_names_every_floor(part: str) -> None:
    assert re.search(rf"^\|.*`{part}(/|\.py)`", page("architecture.md"), re.MULTILINE)


@pytest.mark.parametrize("path", EVERY_PAGE, ids=lambda path: str(path.relative_to(DOCS)))
def test_a_page_points_to_no_other_host(path: Path) -> None:
    addresses = re.findall(r"\bhttps?://[^\s)>\"]*", path.read_text("utf-8"))
    assert [address for address in addresses if not address.startswith(CITED)] == []


def test_no_page_counts_the_lines_of_the_checker() -> None:
    """Such a number is true only until the next change."""
    counted = re.compile(r"\d\s+(?:lines\s+of\s+the\s+checker|lignes\s+du\s+vérificateur)")
    assert [path for path in EVERY_PAGE if counted.search(path.read_text("utf-8"))] == []


# What is built


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages, read and written as by ``make docs``: a warning is an error.

    The theme stands around those that are read here, and some others; see ``tests/manual.py``.
    """
    target = tmp_path_factory.mktemp("html")
    build(DOCS, target, {*READ, *drawn(PAGES, DOCS)})
    build(FRENCH, target / "fr", {"index", *drawn(TRANSLATED, FRENCH)}, *FRENCH_OPTIONS)
    return target


def drawn(pages: list[Path], folder: Path) -> list[str]:
    """The names of some pages; of all with ``--verify``."""
    names = [path.relative_to(folder).with_suffix("").as_posix() for path in pages]
    return sample([*names, "genindex", "search"], 3, folder.name)


def build(pages: Path, target: Path, themed: set[str], *options: str) -> None:
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "tested", *options]
    settings = {"extensions": EXTENSIONS, "themed": themed}
    for name, values in settings.items():
        command += ["-D", f"{name}={','.join(sorted(values))}"]
    process = subprocess.run(
        [*command, "-d", str(target / ".doctrees"), str(pages), str(target)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert process.returncode == 0, process.stderr


# Two languages


def structure(text: str) -> list[str]:
    """What a page consists of, in order: headings, blocks of code, rows of tables, formulas, items.

    Of an example what is typed counts too; what it prints may be in the page's own language.
    """
    _, _, body = text.partition("\n---\n") if text.startswith("---\n") else ("", "", text)
    found, fence = [], ""
    for line in body.splitlines():
        if fence:
            typed = re.match(r"(>>> |\.\.\. |\$ ).*", line)
            found += [_same(typed[0])] if typed and fence in ("```python", "```console") else []
            fence = "" if line.strip() == "```" else fence
        elif line.startswith("```"):
            fence = line.strip()
            found += [fence] if fence != "```{toctree}" else []
        elif mark := re.match(r"(#+|\||[-*]|\d+\.|\$\$|:::)(?= |$)|(?:\|)", line.strip()):
            kind = mark[0] if mark[0][0] in "#|$:" else "item"
            found.append(kind)
    return found


def _same(typed: str) -> str:
    """What is typed, without the words that a language has of its own: texts and comments."""
    typed = re.sub(r"\s+--lang[ =]fr|\s*#.*", "", typed)
    return re.sub(r"""(["']).*?\1""", "…", typed).replace("(…)", "()").rstrip()


@pytest.mark.parametrize(
    "name", [*IN_BOTH, *(f"theories/{p.stem}" for p in PAGES if p.parent.name == "theories")]
)
def test_a_page_is_there_in_both_languages(name: str) -> None:
    assert (DOCS / f"{name}.md").exists()
    assert (FRENCH / f"{name}.md").exists()


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: str(path.relative_to(FRENCH)))
def test_a_page_has_the_same_structure_in_both_languages(path: Path) -> None:
    english = DOCS / path.relative_to(FRENCH)
    assert structure(path.read_text("utf-8")) == structure(english.read_text("utf-8"))


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: str(path.relative_to(FRENCH)))
def test_a_french_page_is_written_as_french_is(path: Path) -> None:
    text = re.sub(
        r"(?ms)^```.*?^```|`[^`]*`|\$[^$]*\$|\]\([^)]*\)|<[^>]*>", "", path.read_text("utf-8")
    )
    text = text.partition("\n---\n")[2] if text.startswith("---\n") else text
    if path.name == "glossary.md":  # half of it is English
        text = "\n".join(line for line in text.splitlines() if not line.startswith("|"))
    assert re.findall(r"\S*[\w»)] [;:?!](?=\s|$)|\S*\w[;?!](?=\s|$)|« |  »|[“”]", text) == []


@pytest.mark.sample
def test_a_built_page_leads_to_the_other_language(built: Path) -> None:
    for path in sorted(built.rglob("*.html")):
        found = re.search(r'class="other-language"><a href="([^"]+)"', path.read_text("utf-8"))
        if found is not None:
            other = (path.parent / found[1]).resolve().relative_to(built.resolve())
            assert (DOCS / other.with_suffix(".md")).is_file(), (path, found[1])
    assert '<html class="no-js" lang="fr"' in (built / "fr" / "index.html").read_text("utf-8")


def test_games_and_theories_are_listed(built: Path) -> None:
    first, theories = ((built / name).read_text("utf-8") for name in LISTS)
    for family in FAMILIES:
        assert re.search(rf"<code[^>]*><span[^>]*>{family.name}\b", first), family.name
    for theory in THEORIES:
        assert f'<span class="pre">{theory}</span>' in theories, theory


def test_the_book_and_all_statements_are_listed(built: Path) -> None:
    listed = set(
        re.findall(r'<span class="pre">(\w+)</span>', (built / "theorems.html").read_text("utf-8"))
    )
    assert set(entries()) <= listed
    assert {statement.name for statement in statements()} <= listed


def test_every_public_name_is_in_the_reference(built: Path) -> None:
    reference = (built / "api.html").read_text("utf-8")
    documented = set(re.findall(r'id="(marienbad\.[\w.]+)"', reference))
    names = {name.rpartition(".")[2] for name in documented}
    assert set(PUBLIC) <= documented
    assert set(numeration.__all__) <= names
    for module in MODULES:
        home = import_module(f"marienbad.{module}")
        defined = {
            name
            for name, value in vars(home).items()
            if not name.startswith("_") and getattr(value, "__module__", "") == home.__name__
        }
        assert defined <= names, module


def test_private_names_are_left_out(built: Path) -> None:
    reference = (built / "api.html").read_text("utf-8")
    assert re.findall(r'id="marienbad\.[\w.]*\._[a-z]\w*"', reference) == []


@pytest.mark.sample
def test_a_built_page_loads_nothing_from_another_host(built: Path) -> None:
    pages = sorted(built.rglob("*.html"))
    assert pages
    loading = re.compile(
        r"<(?:script|img|iframe|source)\b[^>]*\bsrc=[\"'](?:https?:)?//"
        r"|<link\b[^>]*\bhref=[\"'](?:https?:)?//"
    )
    assert [path.name for path in pages if loading.search(path.read_text("utf-8"))] == []
    styles = sorted(built.rglob("*.css"))
    foreign = re.compile(r"(?:@import|url\()\s*[\"']?(?:https?:)?//")
    assert [path.name for path in styles if foreign.search(path.read_text("utf-8"))] == []


def test_mathematics_is_mathml(built: Path) -> None:
    assert "<math" in (built / "theories" / "algebra.html").read_text("utf-8")
    assert not list(built.rglob("*mathjax*"))
