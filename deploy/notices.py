"""Collect the licences of the installed packages: ``python notices.py FOLDER``.

Every package of the environment that runs this gets a folder with the files that its authors want
to go with it. A package without any is an error: an image must not be given away without them.
"""

import re
import shutil
import sys
from importlib.metadata import distributions
from pathlib import Path

NOTICE = re.compile(r"(?i)\b(licen[cs]es?|copying|notice|copyright|authors)\b")


def collect(folder: Path) -> list[str]:
    """Copy the files that tell the licences; return the packages that have none."""
    missing = []
    for package in distributions():
        name = f"{package.name}-{package.version}"
        files = [file for file in package.files or () if file.parts[0].endswith(".dist-info")]
        found = [file for file in files if NOTICE.search("/".join(file.parts[1:]))]
        if not found:
            missing.append(name)
        for file in found:
            place = folder.joinpath(name, *file.parts[1:])
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), place)
    return missing


if __name__ == "__main__":
    lacking = collect(Path(sys.argv[1]))
    if lacking:
        sys.exit(f"No licence is told by {', '.join(lacking)}: expected a file of each package.")
