"""What holds the repository together: locks, make targets, the wheel, clean text."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.support import PATIENCE

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "marienbad"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, BUILD = PYPROJECT["project"], PYPROJECT["build-system"]
TARGETS = (
    "help",
    "install",
    "play",
    "check",
    "test",
    "lint",
    "types",
    "bench",
    "verify",
    "docs",
    "lock",
    "clean",
)


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
    ("lock", "extras"),
    [
        ("runtime", ()),
        ("server", ("web", "fast")),
        ("development", PROJECT["optional-dependencies"]),
    ],
)
def test_a_lock_holds_what_the_project_asks_for(lock: str, extras: tuple[str, ...]) -> None:
    lines = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8").splitlines()
    locked = {requirement_name(line) for line in lines}
    wanted = [*PROJECT["dependencies"]]
    for extra in extras:
        wanted += PROJECT["optional-dependencies"][extra]
    assert {requirement_name(line) for line in wanted} <= locked


def test_what_is_built_and_served_is_what_was_tested() -> None:
    locks = {
        name: set(
            re.findall(r"(?m)^\S+==\S+", (ROOT / f"requirements/{name}.txt").read_text("utf-8"))
        )
        for name in ("build", "server", "development")
    }
    assert locks["build"] | locks["server"] <= locks["development"]
    built_with = {requirement_name(line) for line in locks["build"]}
    assert {requirement_name(line) for line in BUILD["requires"]} <= built_with


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


# What is built


@pytest.fixture(scope="module")
def unpacked_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(directory)]
    subprocess.run(build, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True)
    (wheel,) = directory.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(directory / "site")
    return directory / "site"


@pytest.mark.slow
def test_the_wheel_holds_everything_the_source_has(unpacked_wheel: Path) -> None:
    expected = {
        path.relative_to(SOURCE.parent)
        for path in SOURCE.rglob("*")
        if path.is_file() and path.suffix in {".py", ".mo", ".typed"}
    }
    assert [path for path in sorted(expected) if not (unpacked_wheel / path).is_file()] == []


@pytest.mark.slow
def test_the_wheel_explains_in_french_by_itself(unpacked_wheel: Path) -> None:
    code = (
        f"import sys; sys.path.append({str(unpacked_wheel)!r}); import marienbad;"
        "print(marienbad.game('nim').analyse((1, 2, 4)).explanation.render('fr'))"
    )
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", code]
    process = subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
    assert process.returncode == 0, process.stderr
    assert "prenez" in process.stdout.lower()


# Clean text


@pytest.mark.slow
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
