"""What holds the repository together: locks, make targets, catalogues, the wheel, clean text."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "marienbad"
LOCALE = SOURCE / "text" / "locale"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LANGUAGES = ("en", "fr")
TARGETS = (
    "help",
    "install",
    "play",
    "test",
    "lint",
    "types",
    "bench",
    "verify",
    "docs",
    "lock",
    "clean",
)
DOMAINS = sorted(path.stem for path in LOCALE.glob("*.pot"))


# The locked requirements


def requirement_name(line: str) -> str:
    return re.split(r"[^\w.-]", line, maxsplit=1)[0].lower()


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements/*")), ids=lambda path: path.name)
def test_a_lock_names_no_host_and_hashes_everything(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "://" not in text
    requirements = text.replace("\\\n", " ").splitlines()
    assert requirements
    assert [line for line in requirements if "==" not in line or "--hash=sha256:" not in line] == []


@pytest.mark.parametrize(
    ("lock", "extras"), [("runtime", ()), ("development", PROJECT["optional-dependencies"])]
)
def test_a_lock_holds_what_the_project_asks_for(lock: str, extras: tuple[str, ...]) -> None:
    lines = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8").splitlines()
    locked = {requirement_name(line) for line in lines}
    wanted = [*PROJECT["dependencies"]]
    for extra in extras:
        wanted += PROJECT["optional-dependencies"][extra]
    assert {requirement_name(line) for line in wanted} <= locked


# The commands, the version


@pytest.mark.parametrize("target", TARGETS)
def test_the_makefile_has_the_target_and_describes_it(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(rf"^{target}:.*## \S", makefile, re.MULTILINE)


def test_continuous_integration_runs_what_people_run() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert "make test" in script.read_text("utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    version = PROJECT["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\n## [{version}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


# The catalogues: a key's first component names its file


def catalogue(language: str, domain: str) -> Catalog:
    template = LOCALE / f"{domain}.pot"
    translation = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
    with (template if language == "en" else translation).open("rb") as file:
        return read_po(file, abort_invalid=True)


def messages(language: str, domain: str) -> dict[str, Message]:
    return {key_of(message): message for message in catalogue(language, domain) if message.id}


def key_of(message: Message) -> str:
    return str(message.context)


def forms(message: Message) -> tuple[str, ...]:
    """The sentence in its plural forms; in a template, where nothing is translated, the source."""
    text = message.string if any(message.string or ()) else message.id
    return (text,) if isinstance(text, str) else tuple(text or ())


def placeholders(message: Message) -> set[str]:
    return {
        name
        for form in forms(message)
        for _, name, _, _ in Formatter().parse(form)
        if name is not None
    }


@pytest.mark.parametrize("domain", DOMAINS)
def test_both_languages_say_the_same_things(domain: str) -> None:
    english, french = (messages(language, domain) for language in LANGUAGES)
    assert english.keys() == french.keys()
    for key, message in english.items():
        assert placeholders(message) == placeholders(french[key]), key
        assert len(forms(message)) == len(forms(french[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_entry_is_finished(language: str, domain: str) -> None:
    assert not catalogue(language, domain).obsolete
    for key, message in messages(language, domain).items():
        assert re.fullmatch(rf"{domain}(\.[a-z0-9_-]+)+", key), key
        assert not message.fuzzy, key
        assert all(form.strip() for form in forms(message)), key
        assert all(name.isidentifier() for name in placeholders(message)), key


@pytest.mark.parametrize("domain", DOMAINS)
def test_french_punctuation_has_its_own_space(domain: str) -> None:
    for key, message in messages("fr", domain).items():
        for form in forms(message):
            assert not re.search(r" [;:!?»]|« ", form), f"{key}: U+202F or U+00A0 is wanted"


KEYED = ("say", "Message", "InputError", "OutOfReach")


def used_keys(tree: ast.AST) -> Iterator[str]:
    """Keys given to say(…) and its like, and every other literal that looks like a key."""
    nodes = list(ast.walk(tree))
    fragments = {part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    looks_like_a_key = re.compile(rf"({'|'.join(DOMAINS)})(\.[a-z0-9_-]+)+")
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(key)), *_]):
                if name in KEYED:
                    yield key
            case ast.Constant(value=str(text)) if node not in fragments:
                if looks_like_a_key.fullmatch(text):
                    yield text


def test_every_key_used_has_its_sentence() -> None:
    known = {key for domain in DOMAINS for key in messages("en", domain)}
    missing = {
        (str(path.relative_to(SOURCE)), key)
        for path in SOURCE.rglob("*.py")
        for key in used_keys(ast.parse(path.read_text("utf-8")))
        if key not in known
    }
    assert not missing


# What is built


@pytest.fixture(scope="module")
def unpacked_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(directory)]
    subprocess.run(build, cwd=ROOT, capture_output=True, timeout=120, check=True)
    (wheel,) = directory.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(directory / "site")
    return directory / "site"


def test_the_wheel_holds_everything_the_source_has(unpacked_wheel: Path) -> None:
    expected = {
        path.relative_to(SOURCE.parent)
        for path in SOURCE.rglob("*")
        if path.is_file() and path.suffix in {".py", ".mo", ".typed"}
    }
    assert [path for path in sorted(expected) if not (unpacked_wheel / path).is_file()] == []


def test_the_wheel_explains_in_french_by_itself(unpacked_wheel: Path) -> None:
    code = (
        f"import sys; sys.path.append({str(unpacked_wheel)!r}); import marienbad;"
        "print(marienbad.game('nim').analyse((1, 2, 4)).explanation.render('fr'))"
    )
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", code]
    process = subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert process.returncode == 0, process.stderr
    assert "prenez" in process.stdout.lower()


# Clean text


def test_no_file_names_a_machine_or_a_registry() -> None:
    listing = subprocess.run(
        # A checkout that belongs to another user is read all the same.
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    # Written in pieces, so that this file passes too.
    registries = "|".join(rf"{name}\.{top}" for name, top in [("pypi", "org"), ("npmjs", "com")])
    places = "|".join(("work", "tmp", "root", "home", "Users"))
    forbidden = re.compile(rf"(?<![\w.])/(?:{places})/|\.\./(?:shared)|{registries}")
    found = []
    for name in filter(None, listing.split("\0")):
        path = ROOT / name
        if path.is_file():
            found += [
                (name, line)
                for line in path.read_text("utf-8", errors="replace").splitlines()
                if forbidden.search(line)
            ]
    assert found == []
